"""Giving up a lead: allowed to whoever has come by its reward in another way."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.actions.base import IN_TURN, ActionKind, Offer, Params, register
from games.rules.asks import Rule
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Phase
from games.rules.verbs.cards import held_by_name


class NoParams(Params):
    """Nothing needs to be told before."""


def _problems(t: Table, me: Figure, _params: NoParams) -> list[Problem]:
    lead = me.marks.get("lead")
    if t.turn.phase in {Phase.SETUP, Phase.OVER} or not lead:
        return [Problem("no_lead", params={"seat": me.seat}, hard=True)]
    if held_by_name(t, me, lead["reward"]) is None:
        return [Problem("lead_binds", tuple(lead["rules"]), {"card": lead["reward"]})]
    return []


def _abandon(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """The figure's lead ends, and nothing is lost."""
    lead = me.marks.get("lead") or {"rules": ()}
    t.say("abandons_lead", tuple(lead["rules"]), seat=me.seat)
    t.mark_figure(me.seat, "lead", None, tuple(lead["rules"]))
    return
    yield


def _offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _problems(t, me, NoParams()):
        yield Offer({}, {}, closes="lead")


register(ActionKind("abandon_lead", NoParams, _problems, _abandon, _offers, phases=IN_TURN))
