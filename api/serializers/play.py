"""Playing: what is sent to log something, and what is told of the table, the log and the question."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, RootModel, create_model

from api.serializers.base import Answer, Query
from content.schema.base import Alignment, Frozen, SeatKey, Words
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.effects import Effect
from games.rules.actions.base import ActionKind, Cause, kinds
from games.rules.terms import Dial, Phase, Status
from games.services.outcome import ActionBody

MOST_ANSWERS = 60


# --- What is sent ------------------------------------------------------------------------------


class AnswerBase(Frozen):
    """What every answer may carry besides."""

    key: str | None = Field(
        default=None,
        max_length=200,
        description="The key of the question answered; another question is then not mistaken for it.",
    )
    cause: Cause | None = Field(
        default=None, description="The card, ability or house rule that outranks what bars this."
    )


class RollAnswer(AnswerBase):
    """Dice as they lie on the table, in the order thrown, or `server` to have them rolled."""

    roll: list[int] | Literal["server"]


class ChooseAnswer(AnswerBase):
    """The id of an option."""

    choose: str


class AmountAnswer(AnswerBase):
    """A whole number."""

    amount: int


class DrawnCard(Frozen):
    """A card drawn: a known one, one met for the first time, or, with neither, one unseen."""

    card: str | None = None
    new: Card | None = None


class DrawAnswer(AnswerBase):
    """The cards drawn, in the order drawn."""

    cards: list[DrawnCard]


class TellAnswer(AnswerBase):
    """What a card on paper did, in effect words; an empty list says that nothing happened."""

    effects: list[Effect]


class DescribeAnswer(AnswerBase):
    """What a character card says."""

    facts: CharacterFacts


class GivenAnswer(
    RootModel[RollAnswer | ChooseAnswer | AmountAnswer | DrawAnswer | TellAnswer | DescribeAnswer]
):
    """An answer, in the shape of its question's kind."""


class ActionRequest(ActionBody):
    """An action as it is read: any kind; its parameters are read by the rules."""

    answers: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_ANSWERS)] = ()
    dry_run: bool = False


class AnswersRequest(Frozen):
    """Answers to the open question and the ones after it, read by the rules."""

    answers: Annotated[tuple[dict[str, Any], ...], Field(min_length=1, max_length=MOST_ANSWERS)]
    dry_run: bool = False


class Answers(Frozen):
    """One answer or several; those after the first are for the questions that follow."""

    answers: Annotated[list[GivenAnswer], Field(min_length=1, max_length=MOST_ANSWERS)]
    dry_run: bool = Field(default=False, description="Show the result and keep nothing.")


class UndoRequest(Frozen):
    """How far to take back."""

    to: int | None = Field(
        default=None,
        ge=1,
        description="The oldest entry taken back; the last one alone if left out.",
    )
    dry_run: bool = Field(default=False, description="List what would be taken back, keep nothing.")


class RedoRequest(Frozen):
    """Nothing but whether to keep it."""

    dry_run: bool = False


class ActionAsked(Frozen):
    """What every action carries besides its parameters."""

    seat: SeatKey = Field(description="Whose action it is.")
    cause: Cause | None = Field(
        default=None, description="The card, ability or house rule that outranks the rulebook here."
    )
    as_happened: Words | None = Field(
        default=None, description="Log it whatever the rules say, for this reason."
    )
    answers: Annotated[list[GivenAnswer], Field(max_length=MOST_ANSWERS)] = Field(
        default=[], description="Answers to the questions it will ask, as far as they are known."
    )
    confirm: bool = Field(default=False, description="Go on where the table has warned.")
    reason: Words | None = Field(default=None, description="Kept with what was confirmed.")
    dry_run: bool = Field(default=False, description="Show the result and keep nothing.")


def camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def action_model(kind: ActionKind[Any]) -> type[BaseModel]:
    """One kind of action, from the parameters the rules read: the description cannot drift from them."""
    params = create_model(
        f"{camel(kind.name)}Params", __base__=kind.params, __doc__=kind.params.__doc__
    )
    needed = any(field.is_required() for field in params.model_fields.values())
    fields: dict[str, Any] = {
        "kind": (Literal[kind.name], ...),
        "params": (params, ...) if needed else (params, params()),
    }
    says = (kind.rule.__doc__ or kind.name).strip().partition("\n")[0]
    name = f"{camel(kind.name)}Action"
    return create_model(name, __base__=ActionAsked, __doc__=says, **fields)


def any_action() -> type[BaseModel]:
    """An action of one kind."""
    union: Any = reduce(or_, [action_model(kind) for kind in kinds().values()])
    root: Any = (Annotated[union, Field(discriminator="kind")], ...)
    return create_model("Action", __base__=RootModel, __doc__=any_action.__doc__, root=root)


AnyAction = any_action()


# --- What is asked -----------------------------------------------------------------------------


class TableAt(Query):
    """Which moment of the table."""

    at: int | None = Field(
        default=None, ge=0, le=10**15, description="As it was after this entry; 0 as it was opened."
    )


class ForSeat(Query):
    """Whose actions."""

    seat: SeatKey | None = None


class HistoryFilter(Query):
    """Which part of the log."""

    after: int | None = Field(
        default=None, ge=0, le=10**15, description="Entries after this one, oldest first."
    )
    before: int | None = Field(
        default=None, ge=1, le=10**15, description="Entries before this one, newest first."
    )
    limit: int = Field(default=50, ge=1, le=100)
    seat: SeatKey | None = None
    kind: Annotated[str | None, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")] = None


class DryRun(Query):
    """Whether to keep the result."""

    dry_run: Literal["true", "false"] = "false"


# --- What is told ------------------------------------------------------------------------------


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


class Legal(Answer):
    """What may be done now."""

    version: int
    seat: str | None
    actions: list[LegalAction]
    question: QuestionSeen | None
    undo: Reversal | None
    redo: Reversal | None
    checklist: list[ChecklistStep]
    dues: list[Due]


class Checklist(Answer):
    """Set-up, and what the turn owes."""

    version: int
    checklist: list[ChecklistStep]
    dues: list[Due]
