"""Odds the plain way: every throw of every die, one after the other, and everything weighed as fractions.

Slow, short and obvious; what `games.rules.odds` finds is held against it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from games.rules.asks import Amount, Answer, Ask, Choose, Draw, Roll
from games.rules.runner import Asking, Resolved, RuleOf, run
from games.rules.table import Table

Worth = tuple[Fraction, ...]
Found = tuple[dict[Hashable, Fraction], dict[str, Worth]]


class TooMany(Exception):
    """The plain way would take too long."""


class NotEnumerable(Exception):
    """Somebody has to tell something."""


class Naive:
    """Enumerates a rule on a table for seats with aims."""

    def __init__(
        self,
        table: Table,
        rule: RuleOf,
        outcome: Callable[[Resolved], Hashable],
        aims: Mapping[str, Callable[[Resolved], Worth]],
        most: int,
    ) -> None:
        self.table, self.rule, self.outcome, self.aims = table, rule, outcome, aims
        self.left = most

    def solve(self, answers: list[Answer]) -> Found:
        self.left -= 1
        if self.left < 0:
            raise TooMany
        step = run(self.table, self.rule, answers)
        if isinstance(step, Resolved):
            worths = {seat: tuple(map(Fraction, aim(step))) for seat, aim in self.aims.items()}
            return {self.outcome(step): Fraction(1)}, worths
        if isinstance(step.ask, Roll):
            return self._mixed([self.solve([*answers, roll]) for roll in throws(step.ask)])
        found = [self.solve([*answers, answer]) for answer in self._answers(step)]
        if step.ask.seat not in self.aims:
            return found[0]
        return max(found, key=lambda one: one[1][step.ask.seat])

    def _answers(self, step: Asking) -> list[Answer]:
        answers = list(answers_to(step.ask))
        if not answers:
            raise NotEnumerable
        return answers if step.ask.seat in self.aims else answers[:1]

    def _mixed(self, found: list[Found]) -> Found:
        outcomes: dict[Hashable, Fraction] = {}
        for chances, _ in found:
            for outcome, chance in chances.items():
                outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance / len(found)
        worths = {
            seat: tuple(
                sum(parts) / len(found) for parts in zip(*(w[seat] for _, w in found), strict=True)
            )
            for seat in self.aims
        }
        return outcomes, worths


def throws(ask: Roll) -> Iterator[Answer]:
    """Every throw of every die."""
    for faces in product(range(1, ask.faces + 1), repeat=ask.dice):
        yield {"roll": list(faces)}


def answers_to(ask: Ask) -> Iterator[Answer]:
    """The answers in the order in which equally good ones are preferred."""
    if isinstance(ask, Choose):
        yield from (
            {"choose": option.id}
            for option in ask.options
            if not option.barred and option.id != "bonus" and not ask.is_fact
        )
    elif isinstance(ask, Draw) and ask.may_be_unseen:
        yield {"cards": [{} for _ in range(ask.count)]}
    elif isinstance(ask, Amount):
        numbers = range(ask.least, ask.most + 1)
        yield from ({"amount": n} for n in sorted(numbers, key=lambda n: (abs(n), n)))
