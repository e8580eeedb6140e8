"""The ground of bodies, queries and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from api.sayings import SAYINGS
from content.schema.base import Name
from content.schema.text import one_line
from games.sentences.problems import PROBLEMS
from games.sentences.refusals import REFUSALS

CODES: list[Any] = sorted({*SAYINGS, *REFUSALS, *PROBLEMS})

PersonName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=40, strip_whitespace=True),
    AfterValidator(one_line),
]
TableName = Name


class Body(BaseModel):
    """What is sent: unknown keys are refused, and no number is taken for text."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Query(BaseModel):
    """What stands behind the question mark: text that is read as numbers where numbers are due."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Answer(BaseModel):
    """What is told. Answers are plain dicts; these models document them, and tests hold them to it."""

    model_config = ConfigDict(extra="forbid")


class Page(Query):
    """How much of a list, from where."""

    limit: Annotated[int, Field(ge=1, le=100, description="How many, at most.")] = 20
    cursor: Annotated[
        str | None,
        Field(max_length=200, description="The cursor of `next`, for the page after."),
    ] = None


class Fault(Answer):
    """One place that does not fit, and why."""

    path: str
    fault: str


class Reading(Answer):
    """A rule that can be read two ways, and how it is read here."""

    rule: str
    reading: Literal["ruling", "alternative"]


class Reason(Answer):
    """One reason of a refusal by the rules."""

    code: str
    detail: str
    rules: list[str] = Field(description="Ledger ids; read them at /rules/.")
    params: dict[str, Any]
    alternatives: list[str]
    hard: bool = Field(description="Whether no card, ability or reason can outrank it.")


class Problem(Answer):
    """A refusal (RFC 9457): nothing was changed."""

    type: str
    title: str
    status: int
    code: str = Field(
        description="Stable; what a client tells refusals apart by. New ones may be added.",
        json_schema_extra={"x-extensible-enum": CODES},
    )
    detail: str = Field(description="A sentence in the reader's language and the edition's words.")
    rules: list[str] = Field(description="Ledger ids the refusal stands on.")
    rules_url: str | None = Field(
        description="Where they stand, with their places in the rulebook."
    )
    rulings: list[Reading] = Field(
        description="Those of the rules that can be read two ways, and how they are read here."
    )
    params: dict[str, Any] = Field(description="The names and numbers of the sentence.")
    alternatives: list[str] = Field(description="What would be legal instead, nearest first.")
    problems: list[Reason] = Field(description="Every reason, the first as above.")
    faults: list[Fault] = Field(description="Places of the body or query that do not fit.")
    may_override: bool = Field(
        description="Whether a `cause` (card, ability, house rule) or `as_happened` is accepted."
    )
    entries: list[dict[str, Any]] | None = Field(
        default=None, description="stale_version: the log entries missed."
    )
    version: int | None = Field(default=None, description="stale_version: the table's version now.")
    question: dict[str, Any] | None = Field(
        default=None, description="question_open: the question that waits."
    )
