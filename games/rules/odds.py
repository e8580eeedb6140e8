"""Odds: every way the dice can fall, enumerated exactly with the rules that are played.

Each seat that is asked pursues an aim fixed beforehand; what is reported is the whole distribution
under that play. Nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.rules.asks import Amount, Answer, Ask, Choose, Draw, Roll
from games.rules.errors import Problem, RulesError
from games.rules.runner import Resolved, RuleOf, run
from games.rules.table import Table

# A roll that orders the same roll again has no last answer; nothing else asks nearly as often.
DEEPEST = 40

Worth = tuple[Fraction, ...]
Aim = Callable[[Resolved], Worth]
OutcomeOf = Callable[[Resolved], Hashable]


class OddsTooLarge(RulesError):
    """More ways than the budget allows would have to be looked at, or one that has no end."""

    code = "odds_too_large"


class OddsUnknown(RulesError):
    """A question of the rule is neither dice nor choice: somebody has to tell what it is about."""

    code = "odds_unknown"


@dataclass(frozen=True, slots=True)
class Odds:
    """What can come of a rule: each outcome with its exact probability, and the first choice made.

    `first` is the best answer to the first choice, if the rule asks one before any dice.
    """

    outcomes: dict[Hashable, Fraction]
    worth: Worth
    first: Answer | None = None


@dataclass(slots=True)
class _Search:
    table: Table
    rule: RuleOf
    outcome: OutcomeOf
    aims: Mapping[str, Aim]
    budget: int
    seats: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = tuple(self.aims)

    def solve(
        self, answers: list[Answer]
    ) -> tuple[dict[Hashable, Fraction], tuple[Worth, ...], Answer | None]:
        """The distribution and everybody's expected worth from here on, and the choice made here."""
        self.budget -= 1
        if self.budget < 0 or len(answers) > DEEPEST:
            raise OddsTooLarge(Problem("odds_too_large", hard=True))
        step = run(self.table, self.rule, answers)
        if isinstance(step, Resolved):
            return (
                {self.outcome(step): Fraction(1)},
                tuple(self.aims[seat](step) for seat in self.seats),
                None,
            )
        if isinstance(step.ask, Roll):
            return (*self._rolled(step.ask, answers), None)
        return self._chosen(step.ask, answers)

    def _rolled(
        self, ask: Roll, answers: list[Answer]
    ) -> tuple[dict[Hashable, Fraction], tuple[Worth, ...]]:
        outcomes: dict[Hashable, Fraction] = {}
        worths: list[Worth] | None = None
        for faces, weight in rolls(ask.dice, ask.faces, ask.means):
            found, worth, _ = self.solve([*answers, {"roll": list(faces)}])
            for outcome, chance in found.items():
                outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + weight * chance
            weighed = [tuple(weight * part for part in one) for one in worth]
            worths = (
                weighed
                if worths is None
                else [_added(a, b) for a, b in zip(worths, weighed, strict=True)]
            )
        return outcomes, tuple(worths or ())

    def _chosen(
        self, ask: Ask, answers: list[Answer]
    ) -> tuple[dict[Hashable, Fraction], tuple[Worth, ...], Answer]:
        found = None
        for answer in allowed(ask):
            outcomes, worths, _ = self.solve([*answers, answer])
            mine = worths[self.seats.index(ask.seat)] if ask.seat in self.seats else ()
            if found is None or mine > found[0]:
                found = (mine, outcomes, worths, answer)
            if ask.seat not in self.seats:
                break
        if found is None:
            raise OddsUnknown(Problem("odds_unknown", ask.cites, {"question": ask.key}, hard=True))
        return found[1], found[2], found[3]


def odds(
    table: Table,
    rule: RuleOf,
    outcome: OutcomeOf,
    aims: Mapping[str, Aim] | None = None,
    *,
    budget: int = 200_000,
) -> Odds:
    """Everything that can come of a rule on a table.

    Args:
        table: As far as it is known.
        rule: The rule that would be played.
        outcome: Names what has come of a run.
        aims: What each seat pursues: larger is better, compared part by part. A seat without an aim
            takes the first option of every question, which changes nothing.
        budget: How many runs may be looked at.

    Raises:
        OddsTooLarge: The budget did not last.
        OddsUnknown: Something has to be told that neither dice nor choice decide.
    """
    outcomes, worths, first = _Search(table, rule, outcome, aims or {}, budget).solve([])
    return Odds(outcomes, worths[0] if worths else (), first)


def _added(one: Worth, other: Worth) -> Worth:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def allowed(ask: Ask) -> Iterator[Answer]:
    """The answers to a choice, in its stable order; cards drawn stay unseen; none for what has to be told."""
    if isinstance(ask, Choose):
        yield from (
            {"choose": option.id}
            for option in ask.options
            if not option.barred and option.id != "bonus"
        )
    elif isinstance(ask, Draw) and ask.may_be_unseen:
        yield {"cards": [{} for _ in range(ask.count)]}
    elif isinstance(ask, Amount):
        yield from (
            {"amount": n} for n in sorted(range(ask.low, ask.high + 1), key=lambda n: (abs(n), n))
        )


@cache
def rolls(dice: int, faces: int, means: str) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """The ways dice can fall that need telling apart, each with its probability.

    >>> [(sum(way), str(chance)) for way, chance in rolls(2, 6, "sum")][:2]
    [(2, '1/36'), (3, '1/18')]
    """
    ways: dict[tuple[int, ...], int] = {}
    by_sum: dict[int, tuple[int, ...]] = {}
    for way in combinations_with_replacement(range(1, faces + 1), dice):
        orders = factorial(dice) // prod(factorial(way.count(face)) for face in set(way))
        key = by_sum.setdefault(sum(way), way) if means == "sum" else way
        ways[key] = ways.get(key, 0) + orders
    return tuple((way, Fraction(count, faces**dice)) for way, count in ways.items())
