"""What lasts: being turned into the edition's toad, turns lost and gained, standing elsewhere."""

from __future__ import annotations

from games.rules.asks import Rule
from games.rules.errors import TurnLost
from games.rules.table import Figure, Table
from games.rules.terms import Phase
from games.rules.topics import Topic
from games.rules.verbs.cards import hand_after_fall
from games.rules.verbs.values import MOST


def _immune(t: Table, me: Figure, name: str) -> bool:
    card = t.pack.characters_by_id.get(me.character or "")
    told = t.facts.get(f"character:{me.character}")
    return bool((card and getattr(card, name)) or (told and getattr(told, name)))


def disorient(t: Table, me: Figure, turns: int, cites: tuple[str, ...]) -> Rule[None]:
    """Turn the character card over for the figure's next turns; the edition says if the present one counts.

    Args:
        turns: How many of its own turns it lasts, 1..9; a new length replaces what is left.
    """
    if _immune(t, me, "no_toad"):
        t.say("toad_immune", t.cite(Topic.TOAD_IMMUNE), seat=me.seat)
        return
    own = t.turn.seat == me.seat
    t.say("toad", cites + t.cite(Topic.TOAD_LENGTH, Topic.TOAD_VALUES), seat=me.seat, turns=turns)
    again = t.cite(Topic.TOAD_AGAIN) if me.toad else ()
    t.change(
        "figure",
        me.seat,
        "toad",
        turns + (1 if own and not t.policy.toad_from_this_turn else 0),
        cites + t.cite(Topic.TOAD_LENGTH) + again,
    )
    if own:
        t.mark_turn("was_toad", value=True, cites=t.cite(Topic.TOAD_NO_PICK_UP))
    yield from hand_after_fall(t, me)


def grant_turns(t: Table, me: Figure, turns: int, cites: tuple[str, ...]) -> Rule[None]:
    """Give further turns after this one, or take coming ones away; what is taken away adds up."""
    if not turns:
        return
    if turns > 0:
        t.say("extra_turn", cites + t.cite(Topic.EXTRA_TURN), seat=me.seat, turns=turns)
        t.change(
            "figure",
            me.seat,
            "extra_turns",
            min(me.extra_turns + turns, MOST),
            cites + t.cite(Topic.EXTRA_TURN),
        )
    elif _immune(t, me, "no_lost_turns"):
        t.say("lost_turn_immune", t.cite(Topic.LOST_TURN_IMMUNE), seat=me.seat)
    else:
        t.say("lost_turn", cites + t.cite(Topic.LOST_TURN), seat=me.seat, turns=-turns)
        t.change(
            "figure",
            me.seat,
            "lost_turns",
            min(me.lost_turns - turns, MOST),
            cites + t.cite(Topic.LOST_TURN),
        )
        if t.policy.lost_turn_ends_turn and is_encountering(t, me):
            t.mark_turn("turn_lost", value=True, cites=t.cite(Topic.LOST_TURN))
    return
    yield


def is_encountering(t: Table, me: Figure) -> bool:
    """Whether the figure is in the middle of encountering its space."""
    begun = t.turn.marks.get("encountered") == "space"
    return t.turn.seat == me.seat and t.turn.phase is Phase.ENCOUNTER and begun


def check_turn_lost(t: Table) -> None:
    """Stop an encounter that has cost a turn, where that ends the present one.

    Raises:
        TurnLost: It has.
    """
    if t.turn.marks.get("turn_lost"):
        raise TurnLost


def place_figure(t: Table, me: Figure, space: str, cites: tuple[str, ...]) -> Rule[None]:
    """Put a figure on a space without a move of its own; what it held by standing elsewhere ends."""
    t.say("placed", cites, seat=me.seat, space=space)
    stood = me.space
    t.change("figure", me.seat, "space", space, cites)
    leave_behind(t, me, cites, stood)
    return
    yield


def leave_behind(t: Table, me: Figure, cites: tuple[str, ...], stood: str | None) -> None:
    """Forget what a figure had earned, or was bound to, by standing where it no longer stands."""
    marks = ["passage", "passed"]
    if t.space(stood).region != t.space(me.space).region:
        marks.append("turned_back")
    for mark in marks:
        t.mark_figure(me.seat, mark, None, cites)
