"""Death: what is set aside, what is discarded, and what is left of the turn."""

from __future__ import annotations

from typing import Any

from games.rules.asks import Rule
from games.rules.errors import TurnOver
from games.rules.table import Figure, Table
from games.rules.terms import Dial, Status, Zone
from games.rules.topics import Topic
from games.rules.verbs.cards import discard_card, put_card


def die(t: Table, me: Figure) -> Rule[None]:
    """Remove a dead character; its goods are set aside for the next one, or left where it died.

    Raises:
        TurnOver: It was this figure's turn.
    """
    cites = t.cite(Topic.DEATH_REMOVED)
    t.say(
        "died", t.cite(Topic.LIFE_ZERO, Topic.DEATH_REMOVED), seat=me.seat, character=me.character
    )
    for key in t.hand(me.seat) + t.cards_in(Zone.TROPHY, seat=me.seat):
        yield from discard_card(t, key, t.cite(Topic.DEATH_DISCARDED))
    _leave_goods(t, me)
    for dial in (Dial.FATE, Dial.DARK_FATE):
        t.change("figure", me.seat, dial.value, 0, t.cite(Topic.DEATH_DISCARDED, Topic.SUPPLY))
    _clear(t, me, cites)
    if t.turn.seat == me.seat:
        raise TurnOver


def _leave_goods(t: Table, me: Figure) -> None:
    """What the dead carried is put aside for the next character of the seat, or stays where it died."""
    cites = t.cite(Topic.DEATH_SET_ASIDE)
    for key in t.held(me.seat):
        card = t.cards[key].card
        if t.policy.inheritance:
            t.say("set_aside", cites, seat=me.seat, card=card)
            put_card(t, key, cites, Zone.ASIDE, seat=me.seat)
        else:
            t.say("left_card", cites, seat=me.seat, card=card, space=me.space)
            put_card(t, key, cites, Zone.SPACE, space=me.space)
    if me.gold and t.policy.inheritance:
        t.say("set_aside_gold", cites, seat=me.seat, points=me.gold)
        t.change("figure", me.seat, "aside_gold", me.aside_gold + me.gold, cites)
    elif me.gold and me.space:
        t.say("left_gold", cites, seat=me.seat, points=me.gold, space=me.space)
        t.change("space", me.space, "gold", t.gold_on.get(me.space, 0) + me.gold, cites)
    t.change("figure", me.seat, "gold", 0, cites)


def _clear(t: Table, me: Figure, cites: tuple[str, ...]) -> None:
    used = [*me.marks.get("played", []), me.character]
    unused = len(t.pack.characters) - len({*_played(t), *used})
    status = Status.DEAD if unused > 0 else Status.OUT
    after: dict[str, Any] = {
        "status": status.value,
        "character": None,
        "alignment": None,
        "space": None,
        "marks": {"played": used},
    }
    after |= dict.fromkeys(("strength", "craft", "life", "toad", "extra_turns"), 0)
    after |= dict.fromkeys(("start_strength", "start_craft", "start_life", "start_fate"), 0)
    for name, value in after.items():
        t.change("figure", me.seat, name, value, cites)
    if status is Status.OUT:
        t.say("no_character_left", t.cite(Topic.DEATH_UNUSED), seat=me.seat)


def leave_bereft(t: Table, me: Figure) -> None:
    """Whoever waits for a new character, when the last one has been taken by others, is out."""
    cites = t.cite(Topic.DEATH_UNUSED)
    t.say("no_character_left", cites, seat=me.seat)
    t.change("figure", me.seat, "status", Status.OUT.value, cites)


def _played(t: Table) -> set[str]:
    """Every character that is or was in play."""
    return {
        character
        for figure in t.figures.values()
        for character in (*figure.marks.get("played", []), figure.character)
        if character
    }


def unused_characters(t: Table) -> list[str]:
    """The characters of the edition that nobody has played yet, in the pack's order."""
    played = _played(t)
    return [character.id for character in t.pack.characters if character.id not in played]
