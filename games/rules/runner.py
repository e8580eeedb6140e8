"""The one runner: a rule, a table and answers in; the next question or what happened out.

Play keeps the answers between requests and runs again from the start, adjudication brings them all
along, odds enumerates. Nothing half-done is ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.asks import Answer, Ask, Choose, Rule
from games.rules.errors import Problem, ReplayDiverged, WrongAnswer
from games.rules.table import Table

RuleOf = Callable[[Table], Rule[Any]]


@dataclass(frozen=True, slots=True)
class Asking:
    """The rule waits: the table as it provisionally stands, the open question, the questions before."""

    table: Table
    ask: Ask
    asked: tuple[Ask, ...]


@dataclass(slots=True)
class Resolved:
    """The rule is through: its table holds the changes and the derivation.

    `read` keeps what was read off it, where several ask for the same.
    """

    table: Table
    asked: tuple[Ask, ...]
    result: Any = None
    read: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)


def run(table: Table, rule: RuleOf, answers: Sequence[Answer] = ()) -> Asking | Resolved:
    """Run a rule on a copy of the table as far as the answers reach.

    Args:
        table: The table; it is not changed.
        rule: Takes the copy and returns the generator.
        answers: In the order of the questions; one may carry the `key` it was given to.

    Raises:
        WrongAnswer: An answer is not allowed, or there are more answers than questions.
        ReplayDiverged: An answer was given to another question than the one now asked.
        IllegalAction: The rule itself refuses.
    """
    copy = table.copy()
    going = rule(copy)
    asked: list[Ask] = []
    given: Any = None
    while True:
        position = len(asked)
        try:
            ask = going.send(given)
        except StopIteration as done:
            if position < len(answers):
                raise _left_over(copy, answers[position], position) from None
            return Resolved(copy, tuple(asked), done.value)
        if position == len(answers):
            going.close()
            return Asking(copy, ask, tuple(asked))
        given = checked(copy, ask, answers[position], position)
        asked.append(ask)


def checked(table: Table, ask: Ask, answer: Answer, position: int) -> Any:
    """What an answer means to the question now asked.

    Raises:
        WrongAnswer: It is not allowed.
        ReplayDiverged: It was given to another question.
    """
    key = answer.get("key")
    if key is not None and key != ask.key:
        raise ReplayDiverged(position, expected=ask.key, found=key)
    try:
        value = ask.check(answer)
    except WrongAnswer as wrong:
        chosen = answer.get("choose")
        offered = {option.id for option in ask.options} if isinstance(ask, Choose) else set()
        if isinstance(chosen, str) and chosen not in offered and (why := _why_not(table, chosen)):
            raise WrongAnswer(why, ask, position) from None
        wrong.position = position
        raise
    table.why_not = {}
    table.waived = isinstance(ask, Choose) and ask.is_barred(value)
    return value


def _left_over(table: Table, answer: Answer, position: int) -> WrongAnswer:
    chosen = answer.get("choose")
    why = _why_not(table, chosen) if isinstance(chosen, str) else None
    return WrongAnswer(
        why or Problem("no_question_open", params={"answer": position + 1}, hard=True),
        None,
        position,
    )


def _why_not(table: Table, chosen: str) -> Problem | None:
    """The reason kept for an option or for the family it belongs to (`reroll` for `reroll-2`)."""
    return table.why_not.get(chosen) or table.why_not.get(chosen.rpartition("-")[0])
