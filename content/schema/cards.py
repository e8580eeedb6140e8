"""Cards and the decks and piles they belong to."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from content.schema.base import (
    Alignment,
    CardType,
    Confidence,
    Dial,
    Fact,
    Frozen,
    Many,
    Name,
    Points,
    RuleId,
    Slug,
    Switch,
    Whole,
    Words,
)
from content.schema.effects import Effect


class Bonus(Frozen):
    """What a card adds to an attribute, and when it may be counted."""

    dial: Literal[Dial.STRENGTH, Dial.CRAFT]
    points: Annotated[Whole, Field(ge=-9, le=19)] | None = None
    from_: Dial | None = Field(default=None, alias="from")
    when: Literal["always", "battle"] = "battle"

    @model_validator(mode="after")
    def _one_source(self) -> Bonus:
        if (self.points is None) == (self.from_ is None):
            raise ValueError("a bonus has points, or takes them from an attribute")
        return self


class Crossing(Frozen):
    """A card that takes its holder straight across from one region to the next, as its move."""

    from_: Slug = Field(alias="from")
    to: Slug


class Copies(Fact[Many]):
    """How many of a card the box holds."""


class Card(Frozen):
    """A card as far as it is known; type, attribute and value are enough to play with.

    `number` is its encounter number; a card with an alignment may carry two, the second for
    characters of the opposite side. `told` says that its text is only on paper: what it did is told.
    `parts` are the parts of a turn in which its text lets a spell be played; none are named: any.
    """

    id: Slug
    name: Name
    type: CardType
    alignment: Alignment = Alignment.NEUTRAL
    number: Annotated[Whole, Field(ge=1, le=9)] | None = None
    opposite_number: Annotated[Whole, Field(ge=1, le=9)] | None = None
    strength: Points | None = None
    craft: Points | None = None
    bonuses: tuple[Bonus, ...] = ()
    only: Alignment | None = None
    evades: Switch = False
    prevents_life_loss: Switch = False
    lifts_object_limit: Switch = False
    crosses: Crossing | None = None
    parts: tuple[Literal["move", "encounter", "end"], ...] = ()
    do: tuple[Effect, ...] = ()
    told: Switch = True
    copies: Copies = Copies(confidence=Confidence.UNKNOWN)
    cites: tuple[RuleId, ...] = ()
    note: Words | None = None

    @model_validator(mode="after")
    def _one_attribute(self) -> Card:
        if self.strength is not None and self.craft is not None:
            raise ValueError("a card battles by strength or by craft, not by both")
        return self

    @property
    def attribute(self) -> Dial | None:
        """The attribute it battles by, if it can be battled."""
        if self.strength is not None:
            return Dial.STRENGTH
        return Dial.CRAFT if self.craft is not None else None

    @property
    def value(self) -> int:
        """Its points of that attribute."""
        return self.strength if self.strength is not None else (self.craft or 0)


class DeckKind(StrEnum):
    """A face-down deck that is drawn from, or open piles that are taken from."""

    DECK = "deck"
    PILES = "piles"


class Deck(Frozen):
    """A deck or set of piles: how many cards the box holds, and those that are known."""

    id: Slug
    name: Name
    kind: DeckKind
    size: Annotated[Whole, Field(ge=1, le=400)]
    discards_to: Slug | None = None
    holds: tuple[CardType, ...]
    secret: Switch = False
    cards: tuple[Card, ...] = ()
    cites: tuple[RuleId, ...] = Field(min_length=1)
