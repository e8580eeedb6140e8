"""What is printed, and what a host's tables have told of their box."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.serializers.base import Answer, Body, Page, Query
from api.serializers.games import EditionId
from content.schema.base import Alignment, CardType, Confidence, Dial
from content.schema.board import LinkKind, Pace, When
from content.schema.cards import DeckKind
from content.schema.characters import CharacterFacts
from content.schema.ledger import Holds, RuleKind

ContentId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
RuleIds = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9-]{3,40}(,[A-Z0-9-]{3,40}){0,99}$")]
Found = Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]


class Long(Page):
    """A list that is read whole more often than not."""

    limit: Annotated[int, Field(ge=1, le=500, description="How many, at most.")] = 500


class SpaceFilter(Long):
    """Which spaces."""

    region: ContentId | None = None


class CardFilter(Long):
    """Which cards."""

    deck: ContentId | None = None
    type: CardType | None = None


class RuleFilter(Long):
    """Which rules."""

    ids: RuleIds | None = Field(
        default=None,
        description="Exactly these, by commas, in this order; `rules_url` lists them so.",
    )
    search: Found | None = Field(
        default=None,
        description="Words that all stand in its id, title, statement, cases, ruling or section.",
    )
    section: Found | None = Field(default=None, description="How its section begins.")
    kind: RuleKind | None = None
    space: ContentId | None = Field(
        default=None,
        description="What a space, its instructions and the ways from and to it rest on.",
    )
    card: ContentId | None = Field(default=None, description="What a card and its deck rest on.")
    action: ContentId | None = Field(default=None, description="What an action is about.")


class FactFilter(Query):
    """Which facts."""

    edition: EditionId | None = None


class EditionBrief(Answer):
    """An edition that can be played."""

    id: str
    title: str
    version: int
    base: str | None
    pack_hash: str
    seats_min: int
    seats_max: int


class EditionList(Answer):
    """The editions."""

    results: list[EditionBrief]


class TermSeen(Answer):
    """An edition's word, for one and for many."""

    one: str
    many: str


class VariantSeen(Answer):
    """An optional rule."""

    id: str
    title: str
    rules: list[str]


class RulingSeen(Answer):
    """A rule that can be read two ways: how it is played, and how a table may agree to play it."""

    rule: str
    title: str
    ruling: str
    alternative: str


class SetupSeen(Answer):
    """A step of set-up."""

    id: str
    title: str
    action: str
    per_seat: bool
    rules: list[str]


class RegionSeen(Answer):
    """A region of the board; its ring runs clockwise."""

    id: str
    name: str
    pace: Pace
    ring: list[str]
    one_way: bool
    ring_confidence: Confidence
    rules: list[str]


class DeckPrinted(Answer):
    """A deck or set of piles as it is in the box."""

    id: str
    name: str
    kind: DeckKind
    size: int
    is_secret: bool
    known: int = Field(description="How many different cards of it are known.")
    rules: list[str]


class Edition(EditionBrief):
    """An edition: its words, its box, its board and what is not known of it."""

    terms: dict[str, TermSeen]
    alignments: dict[Alignment, str]
    card_types: dict[CardType, str]
    icons: list[str] = Field(description="What the icons on cards and board stand for.")
    dials: list[Dial]
    components: dict[str, Any]
    policy: dict[str, Any] = Field(description="The numbers and switches that the rules read.")
    variants: list[VariantSeen]
    rulings: list[RulingSeen] = Field(
        description="Rules that can be read two ways; a table may agree on the other one."
    )
    setup: list[SetupSeen]
    regions: list[RegionSeen]
    decks: list[DeckPrinted]
    known_gaps: list[str]


class FactSeen(Answer):
    """A printed fact and how well it is known; only what is `printed` may refuse."""

    value: Any
    confidence: Confidence


class Instruction(Answer):
    """One instruction of a space."""

    id: str
    when: When
    alignment: Alignment | None
    may: bool
    text: str
    rules: list[str]


class WayOut(Answer):
    """A way from a space that is not the ring."""

    id: str
    to: str
    kind: LinkKind
    pay: dict[Dial, int]
    confidence: Confidence
    rules: list[str]


class Space(Answer):
    """A space of the board."""

    id: str
    name: str
    region: str
    draws: FactSeen
    instructions: list[Instruction]
    ways: list[WayOut]
    rules: list[str]


class SpacePage(Answer):
    """Spaces in the board's order."""

    results: list[Space]
    next: str | None


class CharacterPrinted(Answer):
    """A character as far as its card is known; `facts` is null until a table has read it out."""

    id: str
    name: str
    alignment: FactSeen
    facts: CharacterFacts | None
    note: str | None
    rules: list[str]


class CharacterPage(Answer):
    """Characters in the pack's order."""

    results: list[CharacterPrinted]
    next: str | None


class CardPrinted(Answer):
    """A card as far as it is known."""

    id: str
    name: str
    deck: str
    type: CardType
    alignment: Alignment
    number: int | None
    opposite_number: int | None
    strength: int | None
    craft: int | None
    copies: FactSeen
    told: bool = Field(description="Its text is only on paper: what it did is told.")
    text: str | None
    note: str | None
    rules: list[str]


class CardPage(Answer):
    """Cards, deck by deck."""

    results: list[CardPrinted]
    next: str | None


class CaseSeen(Answer):
    """A worked example with one right answer."""

    given: str
    when: str
    then: str


class Rule(Answer):
    """A rule of the ledger, in our words; its place in the rulebook is its section."""

    id: str
    title: str
    section: str
    kind: RuleKind
    holds: Holds = Field(
        description="Whether it is computed, refuses, reminds, or is a fact shown here."
    )
    rule: str
    cases: list[CaseSeen]
    ruling: str | None = Field(description="What is played where the book is silent.")
    alternative: str | None
    see: list[str]
    cited_by: list[str] = Field(
        description="Spaces, cards, links and steps whose printed parts rest on it."
    )


class RulePage(Answer):
    """Rules in the ledger's order; what a search found, best first."""

    results: list[Rule]
    next: str | None


class HouseFact(Answer):
    """A fact that a host's tables have told."""

    edition: str
    key: str
    value: Any
    updated_at: datetime


class HouseFactList(Answer):
    """The facts of a host."""

    results: list[HouseFact]


class FactValue(Body):
    """What the fact is, in the schema of packs."""

    value: Any


class HouseFile(Answer):
    """House content as a file: what one group told, for another to take in."""

    format: Literal[1]
    edition: str
    pack_hash: str
    facts: dict[str, Any]


class HouseImport(Body):
    """A file that was exported."""

    format: Literal[1] = 1
    edition: EditionId | None = None
    pack_hash: Annotated[str, StringConstraints(max_length=64)] | None = None
    facts: dict[Annotated[str, StringConstraints(max_length=140)], Any]


class Imported(Answer):
    """How many facts were taken in."""

    facts: int
