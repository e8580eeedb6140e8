"""What a character has earned or is bound to, told as it is: a lead, a test, a passage, the way back, a first turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from content.schema import effects as e
from content.schema.base import Frozen, Slug, Switch
from content.schema.board import LinkKind
from content.schema.pack import Pack
from games.rules.actions.step import paths, way_back
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.table import Figure, Table
from games.rules.told import within
from games.rules.topics import Topic

LEAD = "lead"


class Lead(Frozen):
    """A lead by its task and what it is about, as the space has it that gives it."""

    task: Slug
    kind: Slug


class Earned(Frozen):
    """What lasts of earlier turns; what is not named stays as it is.

    `lead` is the one followed, or `none`. `passed`: the test of the space it stands on; `passage`: the
    gate it stands at is open to it for its next move; `turned_back`: it is on its way out of the region.
    `first_turn`: its next or present turn is a new character's first, begun on `start_space`, or where
    its card says. `played` are the characters this player has lost, which nobody plays again.
    """

    lead: Lead | Literal["none"] | None = None
    passed: Switch | None = None
    passage: Switch | None = None
    turned_back: Switch | None = None
    first_turn: Switch | None = None
    start_space: Slug | None = None
    played: tuple[Slug, ...] | None = None


def leads_of(pack: Pack) -> Iterator[dict[str, Any]]:
    """Every lead that a space of the board can give, as a figure's mark keeps it."""
    for space in pack.board.spaces:
        for trigger in space.triggers:
            for effect in _named(trigger.do):
                if effect.rule == LEAD:
                    yield {**effect.with_, "rules": list(effect.cites or trigger.cites)}


def _named(effects: Iterable[e.Effect]) -> Iterator[e.Named]:
    for effect in effects:
        if isinstance(effect, e.Named):
            yield effect
        for inner in within(effect):
            yield from _named(inner)


def take_earned(t: Table, me: Figure, told: Earned) -> None:
    """Set what is told of a figure.

    Raises:
        InvalidAction: There is no such lead, space or character.
        IllegalAction: Where it stands, this cannot be.
    """
    if told.lead is not None:
        _take_lead(t, me, told.lead)
    _take_where_it_stands(t, me, told)
    if told.played is not None:
        _check_played(t, told.played)
        t.mark_figure(me.seat, "played", list(told.played) or None, ())
        if told.played:
            t.say("has_played", (), seat=me.seat, characters=list(told.played))
    _take_first_turn(t, me, told)


def _take_lead(t: Table, me: Figure, told: Lead | Literal["none"]) -> None:
    lead = _lead(t, told)
    t.mark_figure(me.seat, LEAD, lead, ())
    if lead:
        task, kind, count = (lead[name] for name in ("task", "kind", "count"))
        t.say("lead_given", (), seat=me.seat, task=task, kind=kind, count=count)


def _take_where_it_stands(t: Table, me: Figure, told: Earned) -> None:
    """A test passed, a passage earned, a way back: each only where it can have been."""
    if told.passed and not _has_test(t, me):
        raise _not_here(t, me, "passed")
    gate = _gate(t, me) if told.passage else None
    if told.passage and gate is None:
        raise _not_here(t, me, "passage")
    if told.turned_back and not _can_go_back(t, me):
        raise _not_here(t, me, "turned_back")
    marks: dict[str, Any] = {
        "passed": me.space if told.passed else None,
        "passage": gate,
        "turned_back": told.turned_back or None,
    }
    for name, mark in marks.items():
        if getattr(told, name) is not None:
            t.mark_figure(me.seat, name, mark, ())
    if told.passed:
        t.say("test_passed", (), seat=me.seat, space=me.space)
    if told.passage:
        t.say("gate_open_next_turn", (), seat=me.seat, gate=gate)
    if told.turned_back:
        t.say("turns_back", (), seat=me.seat)


def _take_first_turn(t: Table, me: Figure, told: Earned) -> None:
    start = told.start_space
    if told.first_turn is not None:
        t.change("figure", me.seat, "first_turn", told.first_turn, ())
        if told.first_turn:
            t.say("first_turn", (), seat=me.seat)
        facts = t.facts.get(f"character:{me.character}")
        start = start or (facts.start if facts and told.first_turn else None)
    if start is not None:
        t.mark_figure(me.seat, "start_space", t.space(start).id, ())


def _lead(t: Table, told: Lead | Literal["none"]) -> dict[str, Any] | None:
    if told == "none":
        return None
    known = list(leads_of(t.pack))
    for lead in known:
        if (lead["task"], lead["kind"]) == (told.task, told.kind):
            return lead
    params = {"task": told.task, "kind": told.kind}
    raise InvalidAction(Problem("unknown_lead", params=params, hard=True))


def _not_here(t: Table, me: Figure, what: str) -> IllegalAction:
    told = {"seat": me.seat, "space": me.space, "what": what}
    cites = t.cite(Topic.INNER_HELD, Topic.TURN_BACK)
    return IllegalAction(Problem("not_earned_here", cites, told, hard=True))


def _check_played(t: Table, played: tuple[str, ...]) -> None:
    for character in played:
        if character not in t.pack.characters_by_id:
            told = {"character": character}
            raise InvalidAction(
                Problem("unknown_character", t.cite(Topic.CHARACTERS), told, hard=True)
            )


def _has_test(t: Table, me: Figure) -> bool:
    """Whether the way on from where a figure stands needs a test passed."""
    return any(link.needs_pass for link in paths(t, me))


def _gate(t: Table, me: Figure) -> str | None:
    """The gate a figure stands at, through which a later move may lead."""
    gates = t.pack.links_from.get(str(me.space), ())
    later = (g.id for g in gates if g.kind is LinkKind.GATE and (g.next_turn or not g.ends_turn))
    return next(later, None)


def _can_go_back(t: Table, me: Figure) -> bool:
    """Whether a figure stands on a path that it can have turned back on."""
    back = way_back(t, me)
    return back is not None and not back.exit and not t.space(me.space).must_be_faced
