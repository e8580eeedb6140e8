"""What a table's seats and cards are called, as far as one reader may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.table import Table
from games.rules.terms import Zone


@dataclass(frozen=True, slots=True)
class Names:
    """Names that stand in no pack.

    `people` are persons by seat, `characters` the characters they play now, `cards` the cards that lie
    on the table by key, `house` the names of cards that the table described.
    """

    people: Mapping[str, str] = field(default_factory=dict)
    characters: Mapping[str, str | None] = field(default_factory=dict)
    cards: Mapping[str, str] = field(default_factory=dict)
    house: Mapping[str, str] = field(default_factory=dict)

    def after(self, changes: Iterable[Mapping[str, Any]]) -> Names:
        """The names once a log entry's changes are made: who plays whom, which card a key stands for."""
        return self._with(changes, "after")

    def before(self, changes: Iterable[Mapping[str, Any]]) -> Names:
        """The names before a log entry's changes, to read a log backwards."""
        return self._with(reversed(list(changes)), "before")

    def during(self, changes: Sequence[Mapping[str, Any]]) -> Names:
        """The names while a log entry happens: characters as they were or came in, cards as they came to lie."""
        later = self.after(changes)
        was = {seat: character for seat, character in self.characters.items() if character}
        cards = {**later.cards, **self.cards}
        return Names(self.people, {**later.characters, **was}, cards, later.house)

    def _with(self, changes: Iterable[Mapping[str, Any]], side: str) -> Names:
        characters, cards, house = dict(self.characters), dict(self.cards), dict(self.house)
        for change in changes:
            value = change[side]
            if change["what"] == "figure" and change["field"] == "character":
                characters[change["id"]] = value
            elif change["what"] == "card" and value and value[1]:
                cards[change["id"]] = value[1]
            elif (
                change["what"] == "fact"
                and change["id"].startswith("card:")
                and isinstance(value, dict)
            ):
                house[change["id"].removeprefix("card:")] = value["name"]
        return Names(self.people, characters, cards, house)


NO_NAMES = Names()


def names_of(
    table: Table, people: Mapping[str, str] | None = None, *, reader: str | None = None
) -> Names:
    """The names of a table as one seat may know them.

    Args:
        people: The persons by seat.
        reader: The seat that reads; cards in other hands have no names for it. None: nobody's hand.
    """
    seen = {
        key: placement.card
        for key, placement in table.cards.items()
        if placement.card and (placement.zone is not Zone.HAND or placement.seat == reader)
    }
    characters = {seat: figure.character for seat, figure in table.figures.items()}
    return Names(people or {}, characters, seen, house_of(table))


def house_of(table: Table) -> dict[str, str]:
    """What the cards are called that the table has described.

    All of them: a sentence that names a card at all is for readers who may know it.
    """
    return {
        fact.removeprefix("card:"): card.name
        for fact, card in table.facts.items()
        if fact.startswith("card:")
    }
