"""Playing: what is sent to log something, and what is asked of the table and its log."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, RootModel, create_model

from api.serializers.base import Query
from content.schema.base import Frozen, SeatKey, Switch, Whole, Words
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.effects import Effect
from games.rules.actions.base import ActionKind, Cause, kinds
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
    """A card drawn: a known one, one met for the first time, or, with neither, one unseen.

    One that a hand keeps secret gets an id of its own, which the table then shows to its holder.
    """

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


class AbsentAnswer(AnswerBase):
    """The host's for a seat whose player is away: what happens if nothing is done, seen or unseen.

    The first open option, the least number, cards unseen, dice rolled by the server.
    """

    absent: Literal[True]


class GivenAnswer(
    RootModel[
        RollAnswer
        | ChooseAnswer
        | AmountAnswer
        | DrawAnswer
        | TellAnswer
        | DescribeAnswer
        | AbsentAnswer
    ]
):
    """An answer, in the shape of its question's kind."""


class ActionRequest(ActionBody):
    """An action as it is read: any kind; its parameters are read by the rules."""

    answers: Annotated[tuple[dict[str, Any], ...], Field(max_length=MOST_ANSWERS)] = ()
    dry_run: Switch = False


class AnswersRequest(Frozen):
    """Answers to the open question and the ones after it, read by the rules."""

    answers: Annotated[tuple[dict[str, Any], ...], Field(min_length=1, max_length=MOST_ANSWERS)]
    dry_run: Switch = False


class Answers(Frozen):
    """One answer or several; those after the first are for the questions that follow."""

    answers: Annotated[list[GivenAnswer], Field(min_length=1, max_length=MOST_ANSWERS)]
    dry_run: Switch = Field(default=False, description="Show the result and keep nothing.")


class UndoRequest(Frozen):
    """How far to take back."""

    to: Whole | None = Field(
        default=None,
        ge=1,
        description="The oldest entry taken back; the last one alone if left out.",
    )
    dry_run: Switch = Field(
        default=False, description="List what would be taken back, keep nothing."
    )


class RedoRequest(Frozen):
    """Nothing but whether to keep it."""

    dry_run: Switch = False


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
    confirm: Switch = Field(default=False, description="Go on where the table has warned.")
    reason: Words | None = Field(default=None, description="Kept with what was confirmed.")
    dry_run: Switch = Field(default=False, description="Show the result and keep nothing.")


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
