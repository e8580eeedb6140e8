"""Odds: everything that can come of a rule, enumerated exactly with the rules that are played.

Each seat that is asked pursues an aim fixed beforehand; what is reported is the whole distribution
under that play. Nothing is sampled: the ways of the rule are found with dice that nobody has looked
at (`ways`), and the throws that lead along each are counted (`spreads`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.rules.asks import Answer
from games.rules.plans import Decision, answer_of, decisions
from games.rules.runner import RuleOf
from games.rules.spreads import (
    Dist,
    Spread,
    WorthOf,
    certain,
    chosen,
    lowest,
    named,
    split,
    thrown,
)
from games.rules.table import Table
from games.rules.ways import (
    Aim,
    End,
    Name,
    OddsTooLarge,
    OddsUnknown,
    OutcomeOf,
    Pick,
    Search,
    Test,
    Throw,
    Unresolved,
    Worth,
)

__all__ = [
    "Aim",
    "Decision",
    "Odds",
    "OddsTooLarge",
    "OddsUnknown",
    "OutcomeOf",
    "Unresolved",
    "Worth",
    "odds",
]

# A roll that may come again is weighed again until nobody would play otherwise; twice is usual.
MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True)
class Odds:
    """What can come of a rule: each outcome with its exact probability, and the choices made for it.

    `first` is the best answer to the first choice, if the rule asks one before any dice. `worth` is
    what the first seat with an aim can expect. `runs` says how often the rule was run.
    """

    outcomes: dict[Hashable, Fraction]
    worth: tuple[Fraction, ...]
    first: Answer | None
    runs: int
    _root: Any = field(repr=False, compare=False)

    def decisions(self) -> list[Decision]:
        """The choices met under the best play, the first ones first; none where they are too many."""
        return decisions(self._root)


def odds(
    table: Table,
    rule: RuleOf,
    outcome: OutcomeOf,
    aims: Mapping[str, Aim] | None = None,
    *,
    given: Sequence[Answer] = (),
    budget: int = 200_000,
    open_ends: bool = False,
    tick: Callable[[], None] | None = None,
) -> Odds:
    """Everything that can come of a rule on a table.

    Args:
        table: As far as it is known.
        rule: The rule that would be played.
        outcome: Names what has come of a run.
        aims: What each seat pursues: larger is better, compared part by part. A seat without an aim
            takes the first option of every question, which changes nothing.
        given: Answers that have been given already.
        budget: How many runs may be looked at.
        open_ends: Let ways end where something has to be told, and where the rules refuse to go on;
            the `result` of such a run is `Unresolved`.
        tick: Called now and then; it may raise.

    Raises:
        OddsTooLarge: The budget did not last.
        OddsUnknown: Something has to be told that neither dice nor choice decide.
        WrongAnswer: An answer given is not allowed.
        IllegalAction: The rule refuses to go on.
    """
    search = Search(table, rule, outcome, aims or {}, given, budget, open_ends, tick)
    root = search.explored()
    count = _Count(search)
    ((_, dist),) = count.spread(root).pieces
    cases: dict[Hashable, int] = {}
    for end, often in dist.counts:
        name = search.ends[end][0]
        cases[name] = cases.get(name, 0) + often
    worth = count.worth_of(0)(dist) if search.aims else ()
    first = None
    if isinstance(root, Pick | Name):
        first = answer_of(root, next(iter(root.choice.by)))
    return Odds(
        {name: Fraction(often, dist.total) for name, often in cases.items()},
        tuple(Fraction(part) / dist.total for part in worth),
        first,
        search.runs,
        root,
    )


class _Count:
    """Counts throws from the ends of all ways back to the beginning."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._ends = search.ends
        self._seats = list(search.aims)
        self._worths: dict[str, WorthOf] = {
            seat: self.worth_of(place) for place, seat in enumerate(self._seats)
        }

    def worth_of(self, place: int) -> WorthOf:
        """What a distribution is worth to a seat, in all its cases together."""
        ends = self._ends

        def worth(dist: Dist) -> Worth:
            if len(dist.counts) == 1:
                # A way that is certain comes in one case of one.
                return ends[dist.counts[0][0]][1][place]
            found = [0] * len(ends[dist.counts[0][0]][1][place])
            for end, often in dist.counts:
                for at, part in enumerate(ends[end][1][place]):
                    if part:
                        found[at] += part * often
            return tuple(found)

        return worth

    def spread(self, branch: Any) -> Spread:
        """What comes of a branch, for each throw of the dice that matter to it."""
        if isinstance(branch, End):
            return Spread((), [(1, certain(branch.number))])
        if self._search.tick:
            self._search.tick()
        if isinstance(branch, Throw):
            if branch.spread is None or branch.is_open:
                branch.spread = self._thrown(branch)
            return branch.spread
        spreads = [self.spread(below) for below in branch.branches]
        if isinstance(branch, Test):
            return split(branch.over, branch.cases, spreads)
        seat = branch.ask.seat
        if isinstance(branch, Name):
            found, branch.choice = named(
                branch.order, branch.over, branch.allowed, spreads[0], self._worths[seat]
            )
        elif len(spreads) == 1:
            found, branch.choice.by = spreads[0], {0: 1}
        else:
            found, branch.choice = chosen(spreads, self._worths[seat])
        return found

    def _thrown(self, throw: Throw) -> Spread:
        if throw.again is None:
            dice, below = throw.dice, throw.branches[0]
            while isinstance(below, Throw) and below.state is None:
                # Nothing lies between: they are as good as one throw.
                dice, below = dice + below.dice, below.branches[0]
            return thrown(dice, self.spread(below))
        # Coming back is worth what is then expected from here, which hangs on how one plays, which
        # hangs on what coming back is worth: begin with the worst and play better until it stays.
        worths = [part[1] for part in self._ends if part[1]]
        expected = tuple(
            tuple(map(min, zip(*of_seat, strict=True))) for of_seat in zip(*worths, strict=True)
        )
        for _ in range(MOST_ROUNDS):
            self._ends[throw.again] = (throw, expected)
            found = thrown(throw.dice, self.spread(throw.branches[0]))
            dist = self._without(throw.again, found)
            better = tuple(
                tuple(Fraction(part) / dist.total for part in self.worth_of(place)(dist))
                for place in range(len(self._seats))
            )
            if better == expected:
                return Spread((), [(1, dist)])
            expected = better
        raise OddsTooLarge

    @staticmethod
    def _without(again: int, found: Spread) -> Dist:
        """What comes in the end of a roll that may come again, by the sum of the endless series."""
        if found.over:
            raise OddsTooLarge
        ((_, dist),) = found.pieces
        counts = dict(dist.counts)
        total = dist.total - counts.pop(again, 0)
        if not total:
            raise OddsTooLarge
        return lowest(total, counts)
