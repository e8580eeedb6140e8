"""What a table tells must be about this box: its seats, spaces, decks, cards and dials."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from content.schema import effects as e
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from games.rules.asks import Rule, ask_tell
from games.rules.errors import Problem
from games.rules.table import Table
from games.rules.terms import Dial
from games.rules.topics import Topic


def ask_told(
    t: Table, seat: str, subject: str, cites: tuple[str, ...], **params: Any
) -> Rule[tuple[e.Effect, ...]]:
    """Somebody says in effect words what a text on paper did; it must be about this box."""

    def check(effects: tuple[e.Effect, ...]) -> Problem | None:
        return next(problems_told(t, effects), None)

    return (yield from ask_tell(seat, subject, cites, check=check, **params))


def problems_told(t: Table, effects: Iterable[e.Effect]) -> Iterator[Problem]:
    """Everything in told effects that this box does not have; named rules are the packs' own."""
    for effect in effects:
        if effect.seat is not None and effect.seat not in t.figures:
            yield Problem("unknown_seat", t.cite(Topic.TOLD), {"seat": effect.seat}, hard=True)
        yield from _here(t, effect)
        for inner in within(effect):
            yield from problems_told(t, inner)


def problems_card(t: Table, deck: str, card: Card) -> Iterator[Problem]:
    """Everything in a card described that this box does not have, or that its deck does not hold."""
    if card.type not in t.pack.decks_by_id[deck].holds:
        told = {"type": card.type.value, "deck": deck}
        yield Problem("not_in_this_deck", params=told, hard=True)
    if not t.pack.decks_by_id[deck].secret:
        # Refused whether there is such a card or not: what hands hold must not show.
        for other in t.pack.decks:
            if other.secret and card.id.startswith(f"{other.id}-"):
                yield Problem("id_is_kept", params={"card": card.id, "deck": other.id}, hard=True)
    for region in (card.crosses.from_, card.crosses.to) if card.crosses else ():
        if region not in t.pack.regions:
            yield Problem("unknown_region", params={"region": region}, hard=True)
    yield from problems_told(t, card.do)


def problems_character(t: Table, character: str, facts: CharacterFacts) -> Iterator[Problem]:
    """What a character card of this box cannot say: a start off the board, another side than is printed."""
    card = t.pack.characters_by_id.get(character)
    cites = t.cite(Topic.CHARACTERS)
    if card is None:
        yield Problem("unknown_character", cites, {"character": character}, hard=True)
        return
    if facts.start not in t.pack.spaces:
        yield Problem("unknown_space", params={"space": facts.start}, hard=True)
    side = card.alignment
    if side.is_printed and side.value is not facts.alignment:
        told = {"character": character, "alignment": str(side.value)}
        yield Problem("alignment_is_printed", card.cites, told, hard=True)


def _here(t: Table, effect: e.Effect) -> Iterator[Problem]:
    match effect:
        case e.Gain():
            yield from _dials(t, effect.gain)
        case e.Lose():
            yield from _dials(t, effect.lose)
        case e.RollTable():
            yield from _dials(t, [d for d in (effect.roll.minus, effect.roll.shift_pay) if d])
        case e.Draw():
            if effect.draw.deck not in {t.policy.adventure_deck, t.policy.spell_deck}:
                yield Problem(
                    "unknown_deck", t.cite(Topic.TOLD), {"deck": effect.draw.deck}, hard=True
                )
        case e.Take():
            yield from _cards(t, [effect.take.card])
        case e.Shop():
            yield from _cards(t, effect.shop)
        case e.Move():
            yield from _spaces(t, effect.move_to)
        case e.Place():
            yield from _spaces(t, effect.space)
        case e.Named():
            yield Problem("rule_not_told", t.cite(Topic.TOLD), {"rule": effect.rule}, hard=True)


def within(effect: e.Effect) -> Iterator[tuple[e.Effect, ...]]:
    """What an effect may lead to, each a list of effects of its own."""
    match effect:
        case e.RollTable():
            yield from effect.roll.rows.values()
        case e.Choose():
            yield from (choice.do for choice in effect.choose)
        case e.Fight():
            yield from (effect.fight.won, effect.fight.lost, effect.fight.drawn)
        case e.If():
            yield from (effect.then, effect.otherwise)


def _dials(t: Table, dials: Iterable[Dial]) -> Iterator[Problem]:
    for dial in dials:
        if dial not in t.pack.edition.dials:
            yield Problem("unknown_dial", t.cite(Topic.TOLD), {"dial": dial.value}, hard=True)


def _cards(t: Table, cards: Iterable[str]) -> Iterator[Problem]:
    for card in cards:
        if t.card(card) is None:
            yield Problem("unknown_card", t.cite(Topic.TOLD), {"card": card}, hard=True)


def _spaces(t: Table, space: str | None) -> Iterator[Problem]:
    if space is not None and space not in t.pack.spaces:
        yield Problem("unknown_space", t.cite(Topic.TOLD), {"space": space}, hard=True)
