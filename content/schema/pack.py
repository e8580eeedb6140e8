"""A pack as rules read it: one edition whole, indexed by id, with a table's variants applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TypeVar

from pydantic import ConfigDict, model_validator

from content.schema.base import Frozen
from content.schema.board import Board, Link, Region, Space, Trigger
from content.schema.cards import Card, Deck
from content.schema.characters import CharacterCard
from content.schema.edition import Edition, Policy, Variant
from content.schema.ledger import Ledger, LedgerRule
from content.schema.rulings import Differs, OtherReading

# So many ways to read an edition are kept at once.
MOST_KEPT = 64


class Pack(Frozen):
    """One edition: words, policies, board, characters, decks and ledger."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    edition: Edition
    board: Board
    characters: tuple[CharacterCard, ...]
    decks: tuple[Deck, ...]
    ledger: Ledger
    readings: tuple[OtherReading, ...] = ()

    @cached_property
    def spaces(self) -> dict[str, Space]:
        """Every space by id."""
        return {space.id: space for space in self.board.spaces}

    @cached_property
    def regions(self) -> dict[str, Region]:
        """Every region by id."""
        return {region.id: region for region in self.board.regions}

    @cached_property
    def links_from(self) -> dict[str, tuple[Link, ...]]:
        """The links that leave each space, in the board's order."""
        found: dict[str, list[Link]] = {}
        for link in self.board.links:
            found.setdefault(link.from_, []).append(link)
        return {space: tuple(links) for space, links in found.items()}

    @cached_property
    def links(self) -> dict[str, Link]:
        """Every link by id."""
        return {link.id: link for link in self.board.links}

    @cached_property
    def triggers(self) -> dict[str, tuple[Space, Trigger]]:
        """Every instruction by id, with its space."""
        return {
            trigger.id: (space, trigger)
            for space in self.board.spaces
            for trigger in space.triggers
        }

    @cached_property
    def cards(self) -> dict[str, Card]:
        """Every known card by id."""
        return {card.id: card for deck in self.decks for card in deck.cards}

    @cached_property
    def deck_of(self) -> dict[str, str]:
        """The deck or piles that each known card belongs to."""
        return {card.id: deck.id for deck in self.decks for card in deck.cards}

    @cached_property
    def decks_by_id(self) -> dict[str, Deck]:
        """Every deck by id."""
        return {deck.id: deck for deck in self.decks}

    @cached_property
    def characters_by_id(self) -> dict[str, CharacterCard]:
        """Every character by id."""
        return {character.id: character for character in self.characters}

    @cached_property
    def rules(self) -> dict[str, object]:
        """Every ledger rule by id."""
        return {rule.id: rule for rule in self.ledger.rules}

    @cached_property
    def rulings(self) -> dict[str, LedgerRule]:
        """The rules whose ruling names another reading, by id."""
        return {rule.id: rule for rule in self.ledger.rules if rule.alternative is not None}

    @cached_property
    def other_readings(self) -> dict[str, OtherReading]:
        """What each rule changes where it is read the other way."""
        return {reading.id: reading for reading in self.readings}

    def read_with(self, rulings: Iterable[str]) -> Pack:
        """The edition as a table has it that reads these rules the other way.

        Raises:
            KeyError: One of them has no other reading.
        """
        chosen = frozenset(rulings)
        return self._reads(chosen) if chosen else self

    @cached_property
    def _reads(self) -> Callable[[frozenset[str]], Pack]:
        return lru_cache(maxsize=MOST_KEPT)(self._read)

    def _read(self, rulings: frozenset[str]) -> Pack:
        policy, spaces, links = self.edition.policy, self.board.spaces, self.board.links
        for reading in (self.other_readings[rule] for rule in sorted(rulings)):
            policy = Policy.model_validate(policy.model_dump() | reading.policy)
            spaces = tuple(
                space.model_copy(update={"triggers": _with(space.triggers, reading.triggers)})
                for space in _with(spaces, reading.spaces)
            )
            links = _with(links, reading.links)
        parts = {name: getattr(self, name) for name in type(self).model_fields}
        parts["edition"] = self.edition.model_copy(update={"policy": policy})
        parts["board"] = self.board.model_copy(update={"spaces": spaces, "links": links})
        # A copy would keep what this pack has indexed.
        return type(self).model_construct(**parts)

    def cites(self, topic: str) -> tuple[str, ...]:
        """Where this edition's rulebook speaks of one of the core's topics."""
        return self.edition.cites.get(topic, ())

    def word(self, family: str, count: int = 1) -> str:
        """The edition's word for a family word.

        >>> # pack.word("gold", 2) -> "Galactic Credits"
        """
        term = self.edition.terms.get(family)
        if term is None:
            return family
        return term.one if count == 1 else term.many

    def variant(self, variant_id: str) -> Variant:
        """One of the edition's variants.

        Raises:
            KeyError: The edition has no such variant.
        """
        return {variant.id: variant for variant in self.edition.variants}[variant_id]

    def policy_with(self, variants: tuple[str, ...]) -> Policy:
        """The policy under agreed variants, in the order they are given."""
        changed: dict[str, object] = {}
        for variant_id in variants:
            changed |= self.variant(variant_id).policy
        return self.edition.policy.model_copy(update=changed) if changed else self.edition.policy

    @model_validator(mode="after")
    def _one_of_each(self) -> Pack:
        for what, ids in {
            "space": [s.id for s in self.board.spaces],
            "region": [r.id for r in self.board.regions],
            "link": [link.id for link in self.board.links],
            "character": [c.id for c in self.characters],
            "deck": [d.id for d in self.decks],
            "card": [c.id for d in self.decks for c in d.cards],
            "rule": [r.id for r in self.ledger.rules],
            "reading": [reading.id for reading in self.readings],
        }.items():
            if twice := sorted({i for i in ids if ids.count(i) > 1}):
                raise ValueError(f"{what} ids appear twice: {', '.join(twice)}")
        return self


T = TypeVar("T", Space, Trigger, Link)


def _with(things: tuple[T, ...], differ: Mapping[str, Differs]) -> tuple[T, ...]:
    """Printed things, some of them with other fields."""
    return tuple(
        thing.model_copy(update=differ[thing.id].fields()) if thing.id in differ else thing
        for thing in things
    )
