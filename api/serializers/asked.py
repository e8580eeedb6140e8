"""Questions about situations: what is asked, what the rules say, and what can come of it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, RootModel

from api.serializers.base import Answer, Reading, Reason
from api.serializers.table import (
    ChangeSeen,
    DeckSeen,
    FigureSeen,
    NoteSeen,
    PileSeen,
    QuestionSeen,
    SpaceSeen,
    TurnSeen,
)
from games.rules.terms import Phase
from games.services.adjudication import AdjudicationAsked
from games.services.aims import Aims
from games.services.odds import SituationOdds, TableOdds

__all__ = ["AdjudicationAsked", "OddsAsked", "SituationOdds", "TableOdds"]


class OddsAsked(RootModel[SituationOdds | TableOdds]):
    """A described situation, or a table as one seat knows it, and an action there."""


# --- Adjudication ------------------------------------------------------------------------------


class SituationSeen(Answer):
    """The described table, with all hands open."""

    edition: str
    variants: list[str]
    rulings: list[str]
    phase: Phase
    turn: TurnSeen
    winner: str | None
    seats: list[FigureSeen]
    spaces: dict[str, SpaceSeen] = Field(description="Spaces on which something lies.")
    decks: list[DeckSeen]
    piles: list[PileSeen]
    supply: dict[str, int]
    pieces: dict[str, str]
    facts: dict[str, Any]


class Answered(Answer):
    """A question on the way, and what was answered."""

    key: str
    kind: Literal["roll", "choose", "amount", "draw", "tell", "describe"]
    seat: str
    rules: list[str]
    text: str
    answer: dict[str, Any]


class ChangeTold(ChangeSeen):
    """A change as a line; null for what only an app needs."""

    text: str | None


class BattleEnded(Answer):
    """How a battle ended for a seat."""

    seat: str
    result: Literal["won", "drawn", "lost", "evaded"]
    foe: str


class WhatEnds(Answer):
    """What is over."""

    battle: BattleEnded | None
    encounter: bool
    turn: bool = Field(description="Nothing of it is left but its end.")
    game: bool
    winner: str | None


class AdjudicationTold(Answer):
    """What the rules say."""

    state: Literal["refused", "question", "resolved"]
    problems: list[Reason] = Field(description="Why it is refused.")
    refused_answer: int | None = Field(
        description="Which of the answers is refused, from 0; null if the action is."
    )
    question: QuestionSeen | None = Field(description="What is needed to go on.")
    asked: list[Answered] = Field(description="What was asked on the way, with the answers given.")
    changes: list[ChangeTold]
    notes: list[NoteSeen] = Field(description="The derivation, step by step.")
    ends: WhatEnds | None
    text: str | None = Field(description="What happens, as a story.")
    rules: list[str] = Field(description="Every rule it stands on, in their order.")
    rules_url: str | None = Field(
        description="Where they stand, with their places in the rulebook."
    )
    rulings: list[Reading]
    table: SituationSeen = Field(description="Afterwards; provisional while a question is open.")


# --- Odds --------------------------------------------------------------------------------------


class Chance(Answer):
    """A probability or an expected number."""

    fraction: str = Field(description="Exactly: `5/12`, `1`.")
    decimal: float


class ResultTold(Answer):
    """One thing that comes of it."""

    code: str
    params: dict[str, Any]


class NetChange(Answer):
    """What has changed of a seat in the end: by so much, or to what."""

    seat: str
    field: str
    by: int | None
    to: str | None


class OddsOutcome(Answer):
    """One thing that can come of it."""

    results: list[ResultTold]
    changes: list[NetChange] = Field(description="With `apart: changes` only.")
    text: str
    chance: Chance


class AskedThere(Answer):
    """The question of a choice."""

    kind: str
    key: str
    seat: str


class DieMeant(Answer):
    """A die by the question it was rolled for and its place in the roll."""

    question: str
    die: int


class BestAnswer(Answer):
    """An answer, and for which throws it is best."""

    answer: dict[str, Any]
    text: str | None
    throws: int = Field(description="How many throws of the dice that matter.")
    dice: list[list[int]] = Field(description="Those throws; empty where they are too many.")


class ChoiceTold(Answer):
    """A choice on the way, and what is best for which dice."""

    question: AskedThere
    text: str | None
    rules: list[str]
    after: list[dict[str, Any]] = Field(description="The answers that lead to it; dice are null.")
    dice: list[DieMeant] = Field(description="The dice on which it hangs.")
    best: list[BestAnswer]


class OddsTold(Answer):
    """What can come of an action if everybody who is asked plays for an aim."""

    outcomes: list[OddsOutcome] = Field(description="The likeliest first; they add up to 1.")
    worth: list[Chance] = Field(
        description="What the seat whose action it is can expect of its aim, part by part."
    )
    aims: dict[str, Aims]
    first: dict[str, Any] | None = Field(description="The best answer to the first choice.")
    choices: list[ChoiceTold] = Field(description="All choices; none where they are too many.")
    rulings: list[Reading] = Field(
        description="Rules on some way that can be read two ways, and how they are read here."
    )
    runs: int = Field(description="How many ways were told apart.")
