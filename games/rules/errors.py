"""Refusals: what the rules say no with. Each has a stable code, ledger ids, and the numbers that failed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.rules.asks import Ask


@dataclass(slots=True)
class Problem:
    """One reason why something may not be done.

    `params` are the numbers and names its sentence needs; `alternatives` the nearest legal choices;
    a `hard` problem cannot be waived by a card, an ability or a reason.
    """

    code: str
    cites: tuple[str, ...] = ()
    params: dict[str, Any] = field(default_factory=dict)
    alternatives: tuple[str, ...] = ()
    hard: bool = False


class RulesError(Exception):
    """Anything the rules refuse."""

    code = "refused"

    def __init__(self, *problems: Problem) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = problems


class InvalidAction(RulesError):
    """It cannot be read: unknown seat, card or space, or an answer of the wrong shape."""

    code = "invalid_action"


class IllegalAction(RulesError):
    """It can be read, and the rules forbid it."""

    code = "illegal_action"


class WrongAnswer(RulesError):
    """The open question does not allow this answer."""

    code = "wrong_answer"

    def __init__(self, problem: Problem, ask: Ask | None = None, position: int = 0) -> None:
        super().__init__(problem)
        self.ask = ask
        self.position = position


class ReplayDiverged(RulesError):
    """The question is not the one that was answered; the answers before `position` still hold."""

    code = "replay_diverged"

    def __init__(self, position: int, expected: str, found: str) -> None:
        super().__init__(Problem("replay_diverged", params={"expected": expected, "found": found}))
        self.position = position


class TurnOver(Exception):
    """The turn of the active figure ends at once; raised by verbs, caught by the action."""


class TurnLost(TurnOver):
    """An encounter has cost a turn, and so ends the present one; what it has begun is done."""


class GameOver(Exception):
    """Somebody has won; raised by verbs, caught by the action."""
