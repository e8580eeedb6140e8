"""Moving where no die is rolled: one space forward, back, or the test of the space again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from content.schema.board import Link, LinkKind, Pace, When
from games.rules.actions.base import (
    IN_ENCOUNTER,
    IN_MOVE,
    ActionKind,
    Offer,
    Params,
    problems_in_turn,
    register,
)
from games.rules.actions.move import arrive, try_gate
from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Phase
from games.rules.topics import Topic
from games.rules.triggers import triggers_of
from games.rules.verbs.cards import discard_card, held_by_name
from games.rules.walk import earned_by


class StepParams(Params):
    """Which way: on along the path, back along it or out of the region, or once more at the test.

    To `declare` is to turn back from a space just reached, before it is faced; the move comes later.
    """

    way: Literal["forward", "back", "stay", "declare"]


def paths(t: Table, me: Figure) -> Iterator[Link]:
    """The ways that lead on from where the figure stands, for its side: one it has earned, then paths."""
    earned = earned_by(t, me)
    if earned and earned.next_turn:
        yield earned
    for link in t.pack.links_from.get(me.space or "", ()):
        if link.kind is LinkKind.PATH and not link.exit and link.alignment in {None, me.alignment}:
            yield link


def way_back(t: Table, me: Figure) -> Link | None:
    """The path that leads here, to be gone backwards, or the way out of the region."""
    for link in t.pack.board.links:
        if (
            link.kind is LinkKind.PATH
            and not link.exit
            and link.to == me.space
            and link.alignment in {None, me.alignment}
        ):
            return link
    return next((link for link in t.pack.links_from.get(me.space or "", ()) if link.exit), None)


def _return_path(t: Table, me: Figure) -> Link | None:
    """The path that leads back towards the region's entrance; the way out of the region is none."""
    link = way_back(t, me)
    return link if link and not link.exit else None


def is_held(t: Table, me: Figure) -> bool:
    """Whether the space holds the figure until its test is passed."""
    ahead = list(paths(t, me))
    tests = (
        any(link.needs_pass for link in ahead) if ahead else any(triggers_of(t, me, When.ARRIVE))
    )
    return tests and me.marks.get("passed") != me.space


def _problems(t: Table, me: Figure, params: StepParams) -> list[Problem]:
    onward = next(paths(t, me), None) if params.way == "forward" else None
    pace = t.cite(Topic.TURN_PARTS, Topic.INNER_PACE) + (onward.cites if onward else ())
    phases = [Phase.MOVE]
    if params.way == "declare":
        phases, pace = [Phase.ENCOUNTER], t.cite(Topic.TURN_BACK)
    elif onward and onward.at_once:
        phases.append(Phase.ENCOUNTER)
    if problems := problems_in_turn(t, me, *phases, topic=pace):
        return problems
    earned = earned_by(t, me)
    if earned and earned.next_turn:
        told = {"seat": me.seat, "gate": earned.id}
        due = Problem("passage_is_the_move", earned.cites, told, ("forward",))
        return [] if onward is earned else [due]
    if t.pack.regions[t.space(me.space).region].pace is not Pace.ONE:
        return [Problem("roll_to_move", t.cite(Topic.MOVE_ROLL), {"space": me.space})]
    return _WAYS[params.way](t, me)


def _problems_forward(t: Table, me: Figure) -> list[Problem]:
    if me.marks.get("turned_back"):
        return [
            Problem("no_change_of_mind", t.cite(Topic.TURN_BACK_NO_CHANGE), alternatives=("back",))
        ]
    link = next(paths(t, me), None)
    if link is None:
        return [Problem("no_way_on", t.cite(Topic.INNER_PATH), {"space": me.space})]
    if link.needs_pass and me.marks.get("passed") != me.space:
        cites = t.cite(Topic.INNER_HELD) + link.cites
        return [
            Problem("test_not_passed", cites, {"space": me.space, "to": link.to}, ("stay", "back"))
        ]
    wanted = link.needs_card or link.pay_card
    if wanted and held_by_name(t, me, wanted) is None:
        return [Problem("card_missing", link.cites, {"card": wanted, "to": link.to}, ("back",))]
    return []


def _problems_back(t: Table, me: Figure) -> list[Problem]:
    return _no_way(t, me, way_back(t, me), ("stay",))


def _no_way(
    t: Table, me: Figure, link: Link | None, instead: tuple[str, ...] = ()
) -> list[Problem]:
    """That no way leads back from where the figure stands, or only one that it must not take yet.

    A card may have turned it back even where it must stay.
    """
    here = t.space(me.space)
    barred = here.must_be_faced and not me.marks.get("turned_back")
    if link and not barred:
        return []
    cites = t.cite(Topic.TURN_BACK) + (here.cites if barred else ())
    return [Problem("no_way_back", cites, {"space": here.id}, instead)]


def _problems_stay(t: Table, me: Figure) -> list[Problem]:
    if me.marks.get("turned_back"):
        return [
            Problem("no_change_of_mind", t.cite(Topic.TURN_BACK_NO_CHANGE), alternatives=("back",))
        ]
    if not is_held(t, me):
        told = {"seat": me.seat, "space": me.space}
        open_ = tuple(way for way in ("forward", "back") if not _WAYS[way](t, me))
        return [Problem("must_move", t.cite(Topic.MUST_MOVE), told, open_)]
    return []


def _problems_declaring(t: Table, me: Figure) -> list[Problem]:
    """Why a figure that has just come here cannot turn back before it faces the space."""
    if not t.policy.turn_back_on_arrival:
        told = {"seat": me.seat, "space": me.space}
        return [Problem("turns_back_by_moving", t.cite(Topic.TURN_BACK), told)]
    if me.marks.get("turned_back"):
        return [Problem("no_change_of_mind", t.cite(Topic.TURN_BACK_NO_CHANGE))]
    return _no_way(t, me, _return_path(t, me))


_WAYS = {
    "forward": _problems_forward,
    "back": _problems_back,
    "stay": _problems_stay,
    "declare": _problems_declaring,
}


def _step(t: Table, me: Figure, params: StepParams) -> Rule[None]:
    """The figure goes one space on or back, takes the test of its space again, or turns back from it."""
    if params.way == "forward":
        yield from _forward(t, me)
    elif params.way == "back":
        yield from _back(t, me)
    elif params.way == "declare":
        _declare(t, me)
    else:
        here = t.space(me.space)
        cites = here.cites if here.must_be_faced else t.cite(Topic.INNER_HELD)
        t.say("faces_again", cites, seat=me.seat, space=here.id)
        t.mark_turn("arrived", value=True, cites=cites)
        t.change("turn", "", "phase", Phase.ENCOUNTER.value, cites)


def _forward(t: Table, me: Figure) -> Rule[None]:
    link = next(paths(t, me), None)
    if link is None:
        return
    if link.pay_card and (key := held_by_name(t, me, link.pay_card)):
        yield from discard_card(t, key, link.cites)
    yield from arrive(t, me, link.to, t.cite(Topic.INNER_PACE) + link.cites)


def _back(t: Table, me: Figure) -> Rule[None]:
    """Going back along the path ignores its spaces up to the region's entrance, where it ends."""
    link = way_back(t, me)
    if link is None:
        return
    if link.exit:
        yield from arrive(t, me, link.to, link.cites)
        yield from _gate_beyond(t, me)
        return
    cites = t.cite(Topic.TURN_BACK, Topic.TURN_BACK_PACE)
    if not me.marks.get("turned_back"):
        t.say("turns_back", t.cite(Topic.TURN_BACK), seat=me.seat)
    t.mark_figure(me.seat, "turned_back", value=True, cites=cites)
    yield from arrive(t, me, link.from_, cites)
    here = t.pack.links_from.get(me.space or "", ())
    if any(there.exit for there in here):
        t.say("return_complete", t.cite(Topic.TURN_BACK_ENDS), seat=me.seat)
        t.mark_figure(me.seat, "turned_back", None, t.cite(Topic.TURN_BACK_ENDS))


def _declare(t: Table, me: Figure) -> None:
    """The figure turns back where it stands; from here on it ignores the spaces of its path."""
    if _return_path(t, me) and not me.marks.get("turned_back"):
        t.say("turns_back", t.cite(Topic.TURN_BACK), seat=me.seat)
        t.mark_figure(me.seat, "turned_back", value=True, cites=t.cite(Topic.TURN_BACK))


def _gate_beyond(t: Table, me: Figure) -> Rule[None]:
    """A move that ends at a gate may try it at once."""
    links = t.pack.links_from.get(me.space or "", ())
    for gate in (link for link in links if link.kind is LinkKind.GATE):
        options = [
            Option("stop", Note("option_stop", {"space": me.space})),
            Option(
                f"try-{gate.id}",
                Note("option_gate", {"gate": gate.id, "space": me.space, "direction": None}),
            ),
        ]
        if (yield from ask_choose(me.seat, "gate", gate.cites, options, gate=gate.id)) != "stop":
            yield from try_gate(t, me, gate, 0)
            return


def _offers(t: Table, me: Figure) -> Iterable[Offer]:
    is_move = t.turn.phase is Phase.MOVE
    for way in ("forward", "stay", "back"):
        if not _problems(t, me, StepParams(way=way)):
            yield Offer({"way": way}, {}, due=is_move, closes="move" if is_move else "encounter")
    if not _problems(t, me, StepParams(way="declare")):
        yield Offer({"way": "declare"}, {})


register(
    ActionKind(
        "step",
        StepParams,
        _problems,
        _step,
        _offers,
        phases=IN_MOVE | IN_ENCOUNTER,
        own_turn=True,
    )
)
