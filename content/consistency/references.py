"""Names that point elsewhere: ledger ids, topics, decks, cards, spaces, named rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from pydantic import BaseModel

from content.consistency.parts import cites_of, parts_of, rule_names_in
from content.schema import effects as e
from content.schema.cards import DeckKind
from content.schema.characters import CharacterFacts
from content.schema.pack import Pack


def problems_in_references(
    pack: Pack, topics: Collection[str], rule_names: Collection[str] | None
) -> Iterator[str]:
    """Names that lead nowhere, and topics that cite nothing."""
    yield from _topics(pack, topics)
    yield from _things(pack)
    yield from _ledger(pack)
    if rule_names is not None:
        for name in sorted(rule_names_in(pack) - set(rule_names)):
            yield f"rule {name} is named but not registered"


def _topics(pack: Pack, topics: Collection[str]) -> Iterator[str]:
    for topic in sorted(set(topics) - set(pack.edition.cites)):
        yield f"edition: cites have no entry for the topic {topic}"
    places = [("edition", pack.edition.cites)]
    places += [(f"variant {variant.id}", variant.topics) for variant in pack.edition.variants]
    for where, cited in places:
        for topic, cites in cited.items():
            if topics and topic not in topics:
                yield f"{where}: the core does not know the topic {topic}"
            if not cites:
                yield f"{where}: the topic {topic} cites no rule"


def _things(pack: Pack) -> Iterator[str]:
    triggers = Counter(trigger.id for space in pack.board.spaces for trigger in space.triggers)
    for trigger, count in triggers.items():
        if count > 1:
            yield f"trigger {trigger} stands {count} times on the board"
    known = {
        "card of an open pile": {
            card.id for deck in pack.decks if deck.kind is DeckKind.PILES for card in deck.cards
        },
        "deck": set(pack.decks_by_id),
        "space": set(pack.spaces),
    }
    for within, part in parts_of((pack.board, pack.characters, pack.decks, pack.readings)):
        for kind, name in _names(part):
            if name not in known[kind]:
                yield f"{within}: {name} is no {kind}"


def _names(part: BaseModel) -> list[tuple[str, str]]:
    match part:
        case e.DrawWhat():
            return [("deck", part.deck)]
        case e.TakeWhat():
            return [("card of an open pile", part.card)]
        case e.Shop():
            return [("card of an open pile", card) for card in part.shop]
        case e.Move():
            return [("space", part.move_to)]
        case e.Place() if part.space:
            return [("space", part.space)]
        case CharacterFacts():
            cards = [("card of an open pile", card) for card in part.start_cards]
            return [("space", part.start), *cards]
        case _:
            return []


def _ledger(pack: Pack) -> Iterator[str]:
    for within, part in parts_of(
        (pack.edition, pack.board, pack.characters, pack.decks, pack.readings)
    ):
        for cited in dict.fromkeys(cites_of(part)):
            if cited not in pack.rules:
                yield f"{within}: it cites {cited}, which the ledger does not have"
    for rule in pack.ledger.rules:
        for other in rule.see:
            if other not in pack.rules:
                yield f"{rule.id}: it refers to {other}, which the ledger does not have"
            elif other == rule.id:
                yield f"{rule.id}: it refers to itself"
    for word, said in pack.ledger.terms.items():
        term = pack.edition.terms.get(word)
        if term is None or term.one != said:
            ours = term.one if term else "missing"
            yield f"ledger: its word for {word} is {said}, the edition's is {ours}"
