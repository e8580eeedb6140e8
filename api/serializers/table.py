"""Playing: what is told of the table, its log, the open question and what may be done."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from api.serializers.base import Answer, Reading
from content.schema.base import Alignment
from games.rules.terms import Dial, Phase, Status


class LyingCard(Answer):
    """A card on the table; `card` is null while nobody told which one it is, or it is not for you."""

    key: str = Field(description="Names the card in bodies.")
    card: str | None


class Hand(Answer):
    """A hand: how many for everybody, which for its seat."""

    count: int
    cards: list[LyingCard] | None


class TurnSeen(Answer):
    """Whose turn it is and what has been encountered in it."""

    seat: str | None
    number: int
    encountered: str | None
    was_toad: bool


class FigureSeen(Answer):
    """A seat's character: dials, tokens, place, and what lies before it."""

    seat: str
    status: Status
    character: str | None
    alignment: Alignment | None
    space: str | None
    strength: int
    craft: int
    life: int
    fate: int
    gold: int
    dark_fate: int | None = Field(default=None, description="In editions that have it.")
    start_strength: int
    start_craft: int
    start_life: int
    start_fate: int
    aside_gold: int
    toad: int
    lost_turns: int
    extra_turns: int
    first_turn: bool
    marks: dict[str, Any]
    objects: list[LyingCard]
    followers: list[LyingCard]
    trophies: list[LyingCard]
    aside: list[LyingCard]
    hand: Hand
    totals: dict[Dial, int] | None = Field(default=None, description="With what bonuses add.")
    spell_limit: int | None = None
    object_limit: int | None = None


class SpaceSeen(Answer):
    """What lies on a space."""

    cards: list[LyingCard]
    gold: int


class DeckSeen(Answer):
    """A deck: how many cards are left, and its discards."""

    deck: str
    count: int
    discards: list[LyingCard]


class PileSeen(Answer):
    """An open pile; null while nobody knows how many the box holds."""

    deck: str
    card: str
    left: int | None


class OptionSeen(Answer):
    """One thing that may be chosen, what it costs, or why it may not be."""

    id: str
    text: str
    costs: dict[str, int]
    barred: str | None
    why_not: str | None


class ActionWaiting(Answer):
    """The action a question belongs to."""

    kind: str
    seat: str
    logged_by: str


class QuestionSeen(Answer):
    """The open question: who is asked, what, and which answers are legal.

    Which members it has besides follows from `kind`; a secret one tells others only whom it waits for.
    """

    kind: Literal["roll", "choose", "amount", "draw", "tell", "describe"]
    key: str
    seat: str
    rules: list[str]
    secret: bool
    text: str | None
    action: ActionWaiting
    answered: int = Field(description="How many answers the action has so far.")
    last_by: str | None = Field(description="Who gave the last of them, and may take it back.")
    dice: int | None = None
    faces: int | None = None
    options: list[OptionSeen] | None = None
    besides: list[str] | None = Field(
        default=None,
        description="What may be named too: where the app's board is a guess, the table's is right.",
    )
    low: int | None = None
    high: int | None = None
    deck: str | None = None
    count: int | None = None
    known: list[str] | None = Field(default=None, description="Cards that may be named.")
    may_be_unseen: bool | None = None
    subject: str | None = None


class TableSeen(Answer):
    """The table as its reader may see it."""

    game: UUID
    version: int
    seq: int
    edition: str
    variants: list[str]
    rulings: list[str] = Field(description="Rules that this table reads the other way.")
    phase: Phase
    turn: TurnSeen
    winner: str | None
    seats: list[FigureSeen]
    spaces: dict[str, SpaceSeen] = Field(description="Spaces on which something lies.")
    decks: list[DeckSeen]
    piles: list[PileSeen]
    supply: dict[str, int]
    pieces: dict[str, str]
    facts: dict[str, Any] = Field(description="What this table told of its box.")
    is_provisional: bool = Field(description="A question is open, or this is a preview.")
    question: QuestionSeen | None
    to_do: list[Due] = Field(
        description="What is owed and offered now; nothing while a question is open."
    )
    top_seq: int | None = Field(description="The last entry that stands.")
    redo_seq: int | None = Field(description="The undo that a redo would take back.")


class ChangeSeen(Answer):
    """One field of one thing, before and after, and the rules it comes from."""

    what: str
    id: str
    field: str
    before: Any
    after: Any
    rules: list[str]


class NoteSeen(Answer):
    """One step of the derivation."""

    code: str
    params: dict[str, Any]
    rules: list[str]
    secret_to: str | None
    text: str


class Warned(Answer):
    """What the table was warned of and did all the same."""

    code: str
    rules: list[str]
    params: dict[str, Any]
    alternatives: list[str]


class Entry(Answer):
    """An entry of the log. What is masked in it is another seat's."""

    seq: int
    version: int
    entry: Literal["start", "action", "undo", "redo"]
    kind: str
    seat: str | None
    logged_by: str
    at: str
    turn: int
    params: dict[str, Any]
    cause: dict[str, Any] | None
    as_happened: str | None
    warnings: list[Warned]
    answers: list[dict[str, Any]]
    changes: list[ChangeSeen]
    notes: list[NoteSeen]
    undoes: list[int]
    rules: list[str]
    rules_url: str | None = Field(
        description="Where they stand, with their places in the rulebook."
    )
    rulings: list[Reading]
    text: str = Field(description="The entry as a story.")
    parent_seq: int | None
    top_seq: int | None
    redo_seq: int | None
    pack_hash: str
    previous: str = Field(description="The digest of the entry before.")
    digest: str


class History(Answer):
    """Part of the log."""

    results: list[Entry]
    next: str | None = Field(description="The address of what follows in this direction.")


class Outcome(Answer):
    """What came of it."""

    version: int
    state: Literal["resolved", "question", "preview"]
    entry: Entry | None = Field(description="The entry it made; none while a question is open.")
    changes: list[ChangeSeen]
    notes: list[NoteSeen]
    rulings: list[Reading]
    question: QuestionSeen | None
    undoes: list[Entry] = Field(description="The entries that an undo takes back.")
    table: TableSeen


class OpenQuestion(Answer):
    """The open question, or null."""

    version: int
    question: QuestionSeen | None


class ActionReady(Answer):
    """The body of an action, ready to be sent."""

    kind: str
    seat: str
    params: dict[str, Any]


class LegalAction(Answer):
    """One thing a seat may do now."""

    body: ActionReady
    text: str = Field(description="What it is, as a button.")
    costs: dict[str, int]
    due: bool = Field(description="Whether the turn needs it.")
    closes: str | None


class ToldKind(Answer):
    """A kind of action that is filled in with what happened on the table."""

    kind: str
    text: str = Field(description="What it is, as a button.")


class Reversal(Answer):
    """What could be taken back, and whether you may."""

    seq: int
    may: bool


class ChecklistStep(Answer):
    """One step of set-up."""

    id: str
    title: str
    action: str
    done: bool
    waiting: list[str] = Field(description="Seats for which it is still open.")
    rules: list[str]


class Due(Answer):
    """One thing that is owed or offered now."""

    seat: str
    what: str
    text: str
    action: str
    optional: bool
    params: dict[str, Any]
    reminds: list[str] = Field(
        description="Rules about what only people can see to at this point: cards turned, cards played first."
    )


AGREEMENT = "Seats that have yet to agree to the options; the game does not begin before."


class Legal(Answer):
    """What may be done now."""

    version: int
    seat: str | None
    may_log: bool = Field(description="Whether this table lets you log for the seat.")
    agreement: list[str] = Field(description=AGREEMENT)
    actions: list[LegalAction]
    told: list[ToldKind] = Field(
        description="What else may be logged: with what only people know, and nobody can list."
    )
    question: QuestionSeen | None
    undo: Reversal | None
    redo: Reversal | None
    checklist: list[ChecklistStep]
    dues: list[Due]


class Checklist(Answer):
    """Set-up, and what the turn owes."""

    version: int
    agreement: list[str] = Field(description=AGREEMENT)
    checklist: list[ChecklistStep]
    dues: list[Due]
