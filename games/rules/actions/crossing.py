"""Crossing by a card: straight across from one region to the next, as the move of the turn."""

from __future__ import annotations

from collections.abc import Iterable

from content.schema.base import Slug
from games.rules.actions.base import IN_MOVE, ActionKind, Offer, Params, problems_in_turn, register
from games.rules.actions.move import arrive
from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import IllegalAction, Problem
from games.rules.table import Figure, Table
from games.rules.terms import Phase
from games.rules.topics import Topic
from games.rules.verbs.cards import discard_card


class CrossByCardParams(Params):
    """Which held card is given back, and the space across as the board shows it, if it is known."""

    card: Slug
    to: Slug | None = None


def _across(t: Table, me: Figure) -> str | None:
    """The space straight across, if it is printed or the table has told it."""
    told = t.facts.get(f"opposite:{me.space}")
    fact = t.pack.board.opposite.get(str(me.space))
    return told or (fact.value if fact and fact.is_printed else None)


def _problems(t: Table, me: Figure, params: CrossByCardParams) -> list[Problem]:
    problems = problems_in_turn(t, me, Phase.MOVE, topic=t.cite(Topic.CROSS_IS_THE_MOVE))
    card = t.card_at(params.card)
    if params.card not in t.held(me.seat) or card is None or card.crosses is None:
        told = {"card": params.card}
        lacking = Problem("no_crossing_card", t.cite(Topic.CROSS_BY_CARD), told, hard=True)
        return [*problems, lacking]
    if problems:
        return problems
    if t.space(me.space).region != card.crosses.from_:
        return [
            Problem(
                "crosses_elsewhere",
                t.cite(Topic.CROSS_BY_CARD),
                {"region": card.crosses.from_, "space": me.space},
            )
        ]
    if params.to is None:
        return []
    cites = t.cite(Topic.CROSS_OPPOSITE)
    if t.space(params.to).region != card.crosses.to:
        return [Problem("not_across", cites, {"space": params.to, "region": card.crosses.to})]
    across = _across(t, me)
    if across and params.to != across:
        return [
            Problem("not_across", cites, {"space": params.to, "region": card.crosses.to}, (across,))
        ]
    return []


def _cross(t: Table, me: Figure, params: CrossByCardParams) -> Rule[None]:
    """The card goes back where it belongs and the figure stands straight across."""
    card = t.card_at(params.card)
    if card is None or card.crosses is None:
        raise IllegalAction(
            Problem("no_crossing_card", t.cite(Topic.CROSS_BY_CARD), {"card": params.card})
        )
    to = params.to or _across(t, me)
    if to is None:
        options = [
            Option(space.id, Note("option_space", {"space": space.id}))
            for space in t.pack.board.spaces
            if space.region == card.crosses.to
        ]
        to = yield from ask_choose(
            me.seat, "across", t.cite(Topic.CROSS_OPPOSITE), options, space=me.space
        )
    yield from discard_card(t, params.card, t.cite(Topic.CROSS_BY_CARD))
    yield from arrive(t, me, to, t.cite(Topic.CROSS_BY_CARD, Topic.CROSS_OPPOSITE))


def _offers(t: Table, me: Figure) -> Iterable[Offer]:
    for key in t.held(me.seat):
        if not _problems(t, me, CrossByCardParams(card=key)):
            yield Offer({"card": key}, {key: 1}, closes="move")


register(
    ActionKind(
        "cross_by_card",
        CrossByCardParams,
        _problems,
        _cross,
        _offers,
        phases=IN_MOVE,
        own_turn=True,
    )
)
