"""A character comes into play: its card is read, its pieces are laid out, what was set aside is inherited."""

from __future__ import annotations

from content.schema.characters import CharacterFacts
from games.rules.asks import Option, Rule, ask_character, ask_choose
from games.rules.changes import Note
from games.rules.errors import InvalidAction, Problem
from games.rules.table import Figure, Table
from games.rules.terms import Alignment, CardType, Dial, Status, Zone
from games.rules.told import problems_character
from games.rules.topics import Topic
from games.rules.verbs.cards import (
    cards_of,
    draw_spells,
    keep_within_limit,
    problems_pile,
    problems_taking,
    put_card,
    say_not_taken,
    take_from_pile,
)
from games.rules.verbs.values import room


def read_character(t: Table, me: Figure, character: str) -> Rule[CharacterFacts]:
    """What a character card says: known, or read to the app now and remembered."""
    card = t.pack.characters_by_id.get(character)
    if card is None:
        raise InvalidAction(
            Problem(
                "unknown_character", t.cite(Topic.CHARACTERS), {"character": character}, hard=True
            )
        )
    known = t.facts.get(f"character:{character}") or card.facts
    if isinstance(known, CharacterFacts):
        return known
    cites = t.cite(Topic.CHARACTER_CARD)
    facts = yield from ask_character(me.seat, character, cites, frozenset(t.pack.spaces))
    if problems := list(problems_character(t, character, facts)):
        raise InvalidAction(*problems)
    if card.alignment.value not in {None, facts.alignment}:
        t.say("alignment_differs", card.cites, character=character, alignment=facts.alignment.value)
    told = facts.plain()
    t.change("fact", f"character:{character}", "value", told, cites)
    return facts


def choose_character(
    t: Table, me: Figure, character: str, cites: tuple[str, ...]
) -> Rule[CharacterFacts]:
    """Give a seat its character; nothing but the card lies before it yet."""
    facts = yield from read_character(t, me, character)
    t.say("chose", cites, seat=me.seat, character=character)
    t.change("figure", me.seat, "character", character, cites)
    t.change("figure", me.seat, "alignment", facts.alignment.value, cites)
    t.change("figure", me.seat, "status", Status.CHOSEN.value, cites + t.cite(Topic.SETUP_CARD))
    return facts


def deal_spells(t: Table, me: Figure, facts: CharacterFacts, cites: tuple[str, ...]) -> Rule[None]:
    """Deal the number of spells that the character card names, whatever the hand limit says."""
    if facts.spells:
        yield from draw_spells(t, me, facts.spells, cites, beyond_limit=True)
    else:
        t.say("no_spells", cites, seat=me.seat)


def lay_out(t: Table, me: Figure, facts: CharacterFacts) -> Rule[None]:
    """Mover, dials, tokens, coins and starting cards, in the order of set-up."""
    t.change("figure", me.seat, "space", facts.start, t.cite(Topic.SETUP_SPACE))
    dials = t.cite(Topic.SETUP_DIALS)
    for name, value in (("strength", facts.strength), ("craft", facts.craft), ("life", facts.life)):
        t.change("figure", me.seat, f"start_{name}", value, dials)
        t.change("figure", me.seat, name, value, dials)
    t.change("figure", me.seat, "start_fate", facts.fate, t.cite(Topic.SETUP_FATE))
    t.change("figure", me.seat, "status", Status.IN_PLAY.value, t.cite(Topic.SETUP_SPACE))
    start_gold = t.policy.start_gold if facts.gold is None else facts.gold
    for dial, due, topic in (
        (Dial.FATE, facts.fate, Topic.SETUP_FATE),
        (Dial.GOLD, start_gold, Topic.SETUP_GOLD),
    ):
        given = min(due, room(t, me, dial)[0])
        t.change("figure", me.seat, dial.value, getattr(me, dial) + given, t.cite(topic))
    for card in facts.start_cards:
        if card not in t.pack.deck_of and f"deck:{card}" not in t.facts:
            t.say("start_card_unknown", t.cite(Topic.SETUP_CARDS), seat=me.seat, card=card)
        elif problems := problems_pile(t, card) + problems_taking(t, me, card, ()):
            say_not_taken(t, me, card, problems[0])
        else:
            yield from take_from_pile(t, me, card, t.cite(Topic.SETUP_CARDS))
    t.say("laid_out", dials, seat=me.seat, character=me.character, space=facts.start)


def inherit(t: Table, me: Figure) -> Rule[None]:
    """Take up what the dead character left aside; what is unwanted or not allowed stays on the start space."""
    cites = t.cite(Topic.DEATH_INHERITS)
    if me.aside_gold:
        gold = me.aside_gold
        t.change("figure", me.seat, "aside_gold", 0, cites)
        t.change("figure", me.seat, "gold", me.gold + gold, cites)
        t.say("inherits_gold", cites, seat=me.seat, points=gold)
    for key in t.cards_in(Zone.ASIDE, seat=me.seat):
        card = t.card_at(key)
        if _may_not_keep(t, me, key):
            chosen = "leave"
        else:
            options = [
                Option("keep", Note("option_keep", {})),
                Option("leave", Note("option_leave", {})),
            ]
            name = t.cards[key].card
            chosen = yield from ask_choose(me.seat, "inherit", cites, options, card=name)
        if chosen == "keep":
            t.say("inherits", cites, seat=me.seat, card=card.id if card else None)
            put_card(t, key, cites, Zone.HELD, seat=me.seat)
        else:
            left = t.cite(Topic.DEATH_UNWANTED)
            t.say("left_card", left, seat=me.seat, card=card.id if card else None, space=me.space)
            put_card(t, key, left, Zone.SPACE, space=me.space)
    yield from keep_within_limit(t, me)


def _may_not_keep(t: Table, me: Figure, key: str) -> bool:
    card = t.card_at(key)
    if card is None:
        return False
    if t.kind_held(key) is CardType.FOLLOWER:
        return card.alignment not in {me.alignment, Alignment.NEUTRAL}
    return bool(problems_taking(t, me, card.id, ()))


__all__ = ["cards_of", "choose_character", "deal_spells", "inherit", "lay_out", "read_character"]
