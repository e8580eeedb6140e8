"""Batman: nobody's character, moved by whoever rolls a 1, fighting whom he ends on."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.actions.move import end_encounter
from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.effects import do_effects
from games.rules.errors import Problem, TurnOver
from games.rules.registry import after_move_roll
from games.rules.table import Figure, Table
from games.rules.terms import ATTRIBUTES, Dial, Direction
from games.rules.told import ask_told
from games.rules.verbs.battle import Foe, Outcome, Terms, battle
from games.rules.verbs.fate import cast_dice, roll
from games.rules.verbs.values import total
from games.rules.walk import neighbours

BATMAN = "batman"


@after_move_roll("batman-moves")
def batman_moves(t: Table, me: Figure, faces: tuple[int, ...]) -> Rule[None]:
    """After a 1 for movement, whoever rolled it moves Batman by a second die; he fights whom he ends on.

    Rulebook: Batman, The Game Turn > Batman Movement (BM-BATMOVE-1 to 15).

    Args:
        faces: The movement roll as it stands after fate.
    """
    if sum(faces) != 1:
        return
    cites = ("BM-BATMOVE-1", "BM-BATMOVE-2")
    steps = sum((yield from cast_dice(t, me.seat, "piece", cites)))
    t.explain("reroll", Problem("not_this_die", ("BM-FATE-8",)))
    end = yield from _where_to(t, me, steps)
    t.say("piece_moved", cites, seat=me.seat, piece=BATMAN, space=end, steps=steps)
    t.change("piece", BATMAN, "space", end, cites)
    if victim := (yield from _victim(t, me, end)):
        yield from _attack(t, victim)


def _where_to(t: Table, me: Figure, steps: int) -> Rule[str]:
    """The mover chooses where Batman ends: either way round, and across a region as the first step."""
    cites = ("BM-BAT-2", "BM-BATMOVE-3", "BM-BATMOVE-4")
    ends = tuple(dict.fromkeys(_ends(t, t.pieces[BATMAN], steps)))
    not_there = Problem(
        "wrong_end", ("BM-BATMOVE-2", *cites[1:]), {"steps": steps}, alternatives=ends
    )
    for space in t.pack.spaces:
        t.explain(space, not_there)
    options = [
        Option(end, Note("option_piece_to", {"piece": BATMAN, "space": end})) for end in ends
    ]
    return (yield from ask_choose(me.seat, "move_piece", cites, options, piece=BATMAN, steps=steps))


def _ends(t: Table, start: str, steps: int) -> Iterator[str]:
    """Where so many steps can end; what lies across from the start is one step away."""
    for direction in Direction:
        yield _along(t, start, direction, steps)
    for there in _across(t, start):
        for direction in Direction:
            yield _along(t, there, direction, steps - 1)


def _along(t: Table, start: str, direction: Direction, steps: int) -> str:
    at = start
    for _ in range(steps):
        at = next((space for space, _, _ in neighbours(t, at, direction)), at)
    return at


def _across(t: Table, start: str) -> Iterator[str]:
    """The spaces of other regions beside this one: the facing one, and those linked to it."""
    here = t.space(start).region
    facing = t.pack.board.opposite
    beside = [fact.value for space, fact in facing.items() if space == start]
    beside += [space for space, fact in facing.items() if fact.value == start]
    beside += [link.to for link in t.pack.links_from.get(start, ())]
    for space in dict.fromkeys(beside):
        if space and t.space(space).region != here:
            yield space


def _victim(t: Table, me: Figure, space: str) -> Rule[Figure | None]:
    """The mover must pick one of the characters Batman ends on, itself among them."""
    there = [one for one in (*t.clockwise_from(me.seat), me) if one.in_play and one.space == space]
    if len(there) < 2:
        return there[0] if there else None
    options = [Option(one.seat, Note("option_seat", {"seat": one.seat})) for one in there]
    chosen = yield from ask_choose(me.seat, "pick_victim", ("BM-BATMOVE-5",), options, piece=BATMAN)
    return t.figure(chosen)


def _attack(t: Table, me: Figure) -> Rule[None]:
    """Batman attacks a character, which chooses the attribute; in its own turn only a win lets it go on."""
    batman = next(piece for piece in t.pack.board.pieces if piece.id == BATMAN)
    options = [
        Option(dial, Note("option_attribute", {"dial": dial, "total": total(t, me, dial)}))
        for dial in ATTRIBUTES
    ]
    t.say("attacked_by_piece", ("BM-BATMOVE-5",), seat=me.seat, piece=BATMAN)
    dial = Dial((yield from ask_choose(me.seat, "attribute", ("BM-BATMOVE-7",), options)))
    terms = Terms(dial, ("BM-BATMOVE-13", "BM-EVADE-5"), evadable=False)
    foe = Foe(batman.name, getattr(batman, dial) or 0)
    try:
        outcome = yield from battle(t, me, [foe], terms)
        if outcome is Outcome.WON:
            yield from _escape(t, me)
            return
    except TurnOver:
        pass
    if t.turn.seat == me.seat:
        t.say("turn_ends", ("BM-BATMOVE-12",), seat=me.seat)
        end_encounter(t, ("BM-BATMOVE-12",))


def _escape(t: Table, me: Figure) -> Rule[None]:
    """Who beats Batman has escaped; the chart on his card says where to, and the table tells."""
    cites = ("BM-BATMOVE-8",)
    faces = yield from roll(t, me, "escape", cites)
    effects = yield from ask_told(t, me.seat, BATMAN, cites, result=sum(faces))
    yield from do_effects(t, me, effects, cites)
