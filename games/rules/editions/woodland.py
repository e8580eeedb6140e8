"""The Woodland: tokens with a light and a dark side, and two Destinies that meddle with them."""

from __future__ import annotations

from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.registry import reroll
from games.rules.table import Figure, Table
from games.rules.terms import Dial
from games.rules.verbs.dials import gain, pay
from games.rules.verbs.fate import KEEP, ask_reroll, reroll_die

Cite = tuple[str, ...]

BLESSED, CURSED = "the-blessed", "the-cursed"


@reroll("light-and-dark")
def light_and_dark(
    t: Table,
    me: Figure,
    faces: tuple[int, ...],
    purpose: str,
    cites: Cite,
    *,
    unlimited: bool = False,
) -> Rule[tuple[int, ...]]:
    """The roller may spend light fate; who passes leaves the roll to the others' dark fate.

    Rulebook: The Woodland, Light Fate and Dark Fate (WL-FATE-4 to 11).

    Args:
        faces: What was rolled, 1..3 dice, of which one may be rolled again.
    """
    if me.fate:
        chosen = yield from ask_reroll(
            t, me.seat, faces, purpose, ("WL-FATE-6", "WL-FATE-8", "WL-FATE-10")
        )
        if chosen != KEEP:
            return (yield from _with_light(t, me, faces, chosen, purpose, cites))
    for other in t.clockwise_from(me.seat):
        if other.in_play and other.dark_fate:
            asked = ("WL-FATE-7", "WL-FATE-8", "WL-FATE-10")
            chosen = yield from ask_reroll(t, other.seat, faces, purpose, asked, Dial.DARK_FATE)
            if chosen != KEEP:
                return (yield from _with_dark(t, me, other, faces, chosen, purpose, cites))
    spent = "WL-FATE-8" if me.fate else "WL-FATE-4"
    has = {"seat": me.seat, "dial": Dial.FATE.value, "has": me.fate}
    t.explain("reroll", Problem("roll_already_used" if me.fate else "no_fate", (spent,), has))
    return faces


def _with_light(
    t: Table, me: Figure, faces: tuple[int, ...], chosen: str, purpose: str, cites: Cite
) -> Rule[tuple[int, ...]]:
    """A light fate is spent; The Cursed may cancel the reroll before the die is rolled again."""
    yield from pay(t, me, Dial.FATE, 1, ("WL-FATE-4", "WL-FATE-6"))
    for owner in _owners(t, CURSED):
        if owner.dark_fate and (yield from _agrees(t, owner, "cancel_reroll", ("WL-CURSED-4",))):
            yield from pay(t, owner, Dial.DARK_FATE, 1, ("WL-CURSED-4",))
            t.say("reroll_cancelled", ("WL-CURSED-4",), seat=owner.seat, faces=list(faces))
            return _closed(t, faces, "WL-CURSED-4")
    faces = yield from reroll_die(t, me, faces, chosen, purpose, cites)
    return _closed(t, faces, "WL-FATE-9")


def _with_dark(
    t: Table,
    me: Figure,
    other: Figure,
    faces: tuple[int, ...],
    chosen: str,
    purpose: str,
    cites: Cite,
) -> Rule[tuple[int, ...]]:
    """Somebody's dark fate makes the roller roll again; The Cursed profits if it was another's."""
    yield from pay(t, other, Dial.DARK_FATE, 1, ("WL-FATE-4", "WL-FATE-7"))
    for owner in _owners(t, CURSED):
        if owner is other or not _missing(t, owner):
            continue
        if (yield from _agrees(t, owner, "replenish", ("WL-CURSED-3",))):
            yield from replenish(t, owner, Dial.DARK_FATE, 1, ("WL-CURSED-3",))
    faces = yield from reroll_die(t, me, faces, chosen, purpose, cites)
    return _closed(t, faces, "WL-FATE-9")


def _closed(t: Table, faces: tuple[int, ...], rule: str) -> tuple[int, ...]:
    """No further fate, of whichever side and from whomever, changes this roll."""
    problem = Problem("one_reroll_a_roll", (rule, "WL-FATE-10"), {"faces": list(faces)})
    t.explain("reroll", problem)
    return faces


def replenish(t: Table, me: Figure, dial: Dial, points: int, cites: Cite) -> Rule[int]:
    """Bring fate back, light and dark counted together, up to the fate value and no higher.

    Rulebook: The Woodland, Replenishing and Gaining Fate (WL-FATE-14).

    Args:
        dial: Which side the tokens get.
        points: What is due, 1..9.

    Returns:
        What came.
    """
    due = min(points, _missing(t, me))
    if due < points:
        t.say(
            "clipped",
            ("WL-FATE-14",),
            seat=me.seat,
            dial=dial.value,
            lost=points - due,
            at=getattr(me, dial) + due,
            why="fate_cap",
        )
    return (yield from gain(t, me, dial, due, cites))


def _missing(t: Table, me: Figure) -> int:
    """Tokens below the fate value, which two of the Destinies raise (WL-BLESSED-2, WL-CURSED-2)."""
    raised = sum(t.cards[key].card in {BLESSED, CURSED} for key in t.held(me.seat))
    return max(0, me.start_fate + raised - me.fate - me.dark_fate)


def _owners(t: Table, card: str) -> list[Figure]:
    return [
        figure
        for figure in t.figures.values()
        if any(t.cards[key].card == card for key in t.held(figure.seat))
    ]


def _agrees(t: Table, me: Figure, purpose: str, cites: Cite) -> Rule[bool]:
    options = [Option("no", Note("option_no", {})), Option("use", Note("option_use", {}))]
    return (yield from ask_choose(me.seat, purpose, cites, options)) == "use"
