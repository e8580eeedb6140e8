"""The ground every pack model stands on: frozen, strict about unknown keys, honest about confidence."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Generic, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    Strict,
    StringConstraints,
    model_validator,
)

from content.schema.text import in_lines, one_line

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(?:[-_][a-z0-9]+)*$", max_length=60)]
RuleId = Annotated[
    str, StringConstraints(pattern=r"^[A-Z0-9]{2,4}(?:-[A-Z0-9]+)+-\d+$", max_length=40)
]
SeatKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$")]
Words = Annotated[
    str,
    StringConstraints(min_length=1, max_length=2000, strip_whitespace=True),
    AfterValidator(in_lines),
]
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=80, strip_whitespace=True),
    AfterValidator(one_line),
]

# Numbers and switches as they are written: `true` is no 1, and neither is "1" or 1.0.
Whole = Annotated[int, Strict()]
Switch = Annotated[bool, Strict()]

T = TypeVar("T")


class Frozen(BaseModel):
    """A model that refuses unknown keys and cannot be changed after loading."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    def plain(self) -> dict[str, Any]:
        """The model in JSON as it is told and kept: without what is at its default."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


class Exact(Frozen):
    """A frozen model that takes neither text nor a truth value for a number; to be read from JSON."""

    model_config = ConfigDict(strict=True)


class Confidence(StrEnum):
    """How well a printed fact is known; only `printed` may refuse what people did."""

    PRINTED = "printed"
    LIKELY = "likely"
    UNKNOWN = "unknown"


class Fact(Frozen, Generic[T]):
    """One printed fact: a bare value is printed, anything else says how sure it is.

    >>> Fact[int].model_validate(4).confidence.value
    'printed'
    >>> Fact[int].model_validate({"confidence": "unknown"}).value is None
    True
    """

    value: T | None = None
    confidence: Confidence = Confidence.PRINTED

    @model_validator(mode="before")
    @classmethod
    def _bare_value(cls, data: object) -> object:
        if isinstance(data, Fact) or (
            isinstance(data, dict) and ("value" in data or "confidence" in data)
        ):
            return data
        return {"value": data}

    @model_validator(mode="after")
    def _known_or_not(self) -> Fact[T]:
        if (self.confidence is Confidence.UNKNOWN) != (self.value is None):
            raise ValueError("an unknown fact has no value, and a fact without a value is unknown")
        return self

    @property
    def is_printed(self) -> bool:
        """Whether the fact may refuse, not only advise."""
        return self.confidence is Confidence.PRINTED


class Alignment(StrEnum):
    """The family's three sides; an edition's terms give the words people read."""

    GOOD = "good"
    NEUTRAL = "neutral"
    EVIL = "evil"


class Dial(StrEnum):
    """What a figure has a number of: three dials and the tokens it holds."""

    STRENGTH = "strength"
    CRAFT = "craft"
    LIFE = "life"
    FATE = "fate"
    DARK_FATE = "dark_fate"
    GOLD = "gold"


class CardType(StrEnum):
    """What kind of card it is, in the family's words."""

    ENEMY = "enemy"
    STRANGER = "stranger"
    FOLLOWER = "follower"
    EVENT = "event"
    PLACE = "place"
    OBJECT = "object"
    SPELL = "spell"
    TALISMAN = "talisman"


Points = Annotated[Whole, Field(ge=0, le=99)]
Dice = Annotated[Whole, Field(ge=1, le=3)]
Draws = Annotated[Whole, Field(ge=0, le=3)]
Many = Annotated[Whole, Field(ge=1, le=99)]
Start = Annotated[Whole, Field(ge=1, le=20)]
StartFate = Annotated[Whole, Field(ge=0, le=20)]
# An effect turns a character over for nine turns at most, and its own turn is counted besides.
ToadTurns = Annotated[Whole, Field(ge=0, le=10)]
