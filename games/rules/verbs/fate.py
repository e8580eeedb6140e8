"""Rolling dice for a figure, and the tokens that may change a roll just made."""

from __future__ import annotations

from functools import cache

from games.rules.asks import Option, Rule, ask_choose, ask_roll
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.registry import reroll, reroll_named
from games.rules.stretches import stretch
from games.rules.table import Figure, Table
from games.rules.terms import Dial
from games.rules.topics import Topic
from games.rules.verbs.dials import pay

KEEP = "keep"


@stretch
def roll(
    t: Table,
    me: Figure,
    purpose: str,
    cites: tuple[str, ...],
    *,
    dice: int = 1,
    again: bool = False,
) -> Rule[tuple[int, ...]]:
    """A figure rolls for itself, and whoever may change the roll decides at once.

    Args:
        dice: How many dice, 1..3.
        again: Whether the result may order the same roll once more.
    """
    faces = yield from cast_dice(t, me.seat, purpose, cites, dice=dice, again=again)
    return (yield from offer_reroll(t, me, faces, purpose, cites))


def cast_dice(
    t: Table,
    seat: str,
    purpose: str,
    cites: tuple[str, ...],
    *,
    dice: int = 1,
    again: bool = False,
) -> Rule[tuple[int, ...]]:
    """Somebody rolls dice that no token can change, or whose reroll is decided later."""
    shows = t.cite(Topic.DICE)
    faces = yield from ask_roll(seat, purpose, cites, dice=dice, shows=shows, again=again)
    t.say("rolled", cites, seat=seat, purpose=purpose, faces=list(faces), total=sum(faces))
    return faces


def offer_reroll(
    t: Table,
    me: Figure,
    faces: tuple[int, ...],
    purpose: str,
    cites: tuple[str, ...],
    *,
    unlimited: bool = False,
) -> Rule[tuple[int, ...]]:
    """Let a roll just made be changed in the edition's way; the result stands afterwards."""
    rule = reroll_named(t.policy.reroll)
    return (yield from rule(t, me, faces, purpose, cites, unlimited=unlimited))  # type: ignore[no-any-return]


@reroll("own-die")
def own_die(
    t: Table,
    me: Figure,
    faces: tuple[int, ...],
    purpose: str,
    cites: tuple[str, ...],
    *,
    unlimited: bool = False,
) -> Rule[tuple[int, ...]]:
    """The roller may pay one fate to roll one die again; with `unlimited`, as often as fate lasts."""
    topic = t.cite(Topic.BATTLE_FATE if purpose == "attack" else Topic.FATE_ROLLS)
    if purpose == "attack":
        topic = _once_each(topic + cites)
    if len(faces) > 1:
        topic += t.cite(Topic.FATE_SEVERAL_DICE)
    while me.fate:
        chosen = yield from ask_reroll(t, me.seat, faces, purpose, topic)
        if chosen == KEEP:
            t.explain("reroll", Problem("roll_already_used", t.cite(Topic.FATE_WHEN)))
            return faces
        yield from pay(t, me, Dial.FATE, 1, t.cite(Topic.FATE_ROLLS, Topic.FATE_RETURNS))
        faces = yield from reroll_die(t, me, faces, chosen, purpose, cites)
        if not unlimited:
            t.explain(
                "reroll",
                Problem("one_reroll_a_roll", t.cite(Topic.FATE_ONCE), {"faces": list(faces)}),
            )
            return faces
    t.explain(
        "reroll", Problem("no_fate", topic, {"seat": me.seat, "dial": Dial.FATE.value, "has": 0})
    )
    return faces


@cache
def _once_each(rules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def ask_reroll(
    t: Table,
    seat: str,
    faces: tuple[int, ...],
    purpose: str,
    cites: tuple[str, ...],
    dial: Dial = Dial.FATE,
) -> Rule[str]:
    """Ask whether a token is paid for one of the dice; `keep` or `reroll-N`, N the die's place."""
    options = [Option(KEEP, Note("option_keep_roll", {"faces": list(faces)}))]
    options += [
        Option(
            f"reroll-{place}",
            Note("option_reroll", {"face": face, "place": place}),
            {dial.value: 1},
        )
        for place, face in enumerate(faces, 1)
    ]
    return (
        yield from ask_choose(
            seat, f"reroll_{purpose}", cites, options, faces=list(faces), dial=dial.value
        )
    )


def reroll_die(
    t: Table, me: Figure, faces: tuple[int, ...], chosen: str, purpose: str, cites: tuple[str, ...]
) -> Rule[tuple[int, ...]]:
    """Roll one of the dice again; the new face stands."""
    place = int(chosen.rpartition("-")[2]) - 1
    (new,) = yield from ask_roll(me.seat, f"again_{purpose}", cites, shows=t.cite(Topic.DICE))
    faces = (*faces[:place], new, *faces[place + 1 :])
    t.say(
        "rerolled",
        t.cite(Topic.FATE_STANDS),
        seat=me.seat,
        purpose=purpose,
        faces=list(faces),
        total=sum(faces),
    )
    return faces
