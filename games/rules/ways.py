"""All the ways a rule can go: a tree of dice, comparisons and choices, found by running it again and again.

A run goes along the forks that are known, and at the first new one always takes its first branch; the
next run takes the second, until none is left. Dice are veiled, so a comparison of them is a fork of
its own, and only where both answers are possible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from games.rules.asks import Amount, Answer, Ask, Choose, Draw, Roll
from games.rules.errors import IllegalAction, Problem, RulesError
from games.rules.runner import Resolved, RuleOf, checked
from games.rules.spreads import Chosen, Over, Spread, all_of, told_of, ways, where
from games.rules.stretches import Way
from games.rules.table import Table
from games.rules.veiled import Terms, Veiled, unveiled

# So many throws are looked at together at most, and so many forks follow each other.
MOST_THROWS = 1 << 14
MOST_DICE = 3
LONGEST = 600

Worth = tuple[Any, ...]
Aim = Callable[[Resolved], Worth]
OutcomeOf = Callable[[Resolved], Hashable]
# For each die on the way, the dice its throws hang together with, and those still possible.
Region = dict[int, tuple[Over, int]]
N = TypeVar("N", bound="Fork")


class OddsTooLarge(RulesError):
    """More ways than the budget allows would have to be looked at, or one that has no end."""

    code = "odds_too_large"

    def __init__(self) -> None:
        super().__init__(Problem("odds_too_large", hard=True))


class OddsUnknown(RulesError):
    """A question of the rule is neither dice nor choice: somebody has to tell what it is about."""

    code = "odds_unknown"

    def __init__(self, ask: Ask) -> None:
        super().__init__(Problem("odds_unknown", ask.cites, {"question": ask.key}, hard=True))


@dataclass(frozen=True, slots=True)
class Unresolved:
    """What a way ends with that dice and choices do not decide: a question of fact, or a refusal."""

    why: Ask | IllegalAction


@dataclass(slots=True)
class End:
    """A way ends, with one of the ends found so far."""

    number: int


class Fork:
    """A place where ways part; `told` is what the rule is told on the branch `at` which one is."""

    __slots__ = ("at", "branches", "regions")

    def __init__(self) -> None:
        self.at = 0
        self.branches: list[Branch] = []
        self.regions: list[Region] = []


class Test(Fork):
    """A comparison of dice: for each case the throws of the dice in it, and what the rule is told."""

    __slots__ = ("cases", "over", "tells")

    def __init__(self, over: Over, cases: Sequence[tuple[int, Any]]) -> None:
        super().__init__()
        self.over = over
        self.cases = [throws for throws, _ in cases]
        self.tells = [tells for _, tells in cases]

    def told(self) -> Any:
        """Which case it is."""
        return self.tells[self.at]


class Throw(Fork):
    """Dice are thrown.

    `state` says how the table differs from the beginning where a row may order the same roll again,
    and `again` is the end that stands for coming back here. `is_open` while what comes of it hangs on
    a throw before it.
    """

    __slots__ = ("again", "ask", "dice", "is_open", "spread", "state", "values")

    def __init__(self, ask: Roll, dice: Over, values: tuple[Veiled, ...], state: Any) -> None:
        super().__init__()
        self.ask, self.dice, self.values, self.state = ask, dice, values, state
        self.again: int | None = None
        self.is_open = False
        self.spread: Spread | None = None

    def told(self) -> Any:
        """The dice, veiled."""
        return self.values


class Pick(Fork):
    """Somebody chooses one of several."""

    __slots__ = ("answers", "ask", "choice", "values")

    def __init__(self, ask: Ask, answers: list[Answer]) -> None:
        super().__init__()
        self.ask, self.answers = ask, answers
        self.values = [ask.check(answer) for answer in answers]
        self.choice = Chosen()

    def told(self) -> Any:
        """What the answer means."""
        return self.values[self.at]


class Name(Fork):
    """Somebody names a number, which is veiled like a die; `allowed` are those the question takes.

    `order` has the numbers by their distance from the lowest, those nearest to 0 first.
    """

    __slots__ = ("allowed", "ask", "choice", "low", "number", "order", "over", "value")

    def __init__(self, ask: Amount, number: tuple[int, int], low: int, value: Veiled) -> None:
        super().__init__()
        self.ask, self.number, self.low, self.value = ask, number, low, value
        self.order = sorted(range(number[1]), key=lambda at: (abs(at + low), at))
        self.over: Over = (number,)
        self.allowed = (1 << number[1]) - 1
        self.choice = Chosen()

    def told(self) -> Any:
        """The number, veiled."""
        return self.value


Branch = Fork | End
_ENDS = (Throw, End)


@dataclass(slots=True)
class Search:
    """Finds all ways of a rule on a table.

    `ends` are the ends found: what the outcome is called, and what it is worth to each seat with an aim.
    """

    table: Table
    rule: RuleOf
    outcome: OutcomeOf
    aims: Mapping[str, Aim]
    given: Sequence[Answer] = ()
    budget: int = 200_000
    open_ends: bool = False
    tick: Callable[[], None] | None = None
    runs: int = 0
    ends: list[tuple[Any, tuple[Worth, ...]]] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    _lows: list[int] = field(default_factory=list)
    _numbers: dict[Any, int] = field(default_factory=dict)
    _closed: dict[Any, Throw] = field(default_factory=dict)
    _trail: list[Any] = field(default_factory=list)
    _way: Way = field(default_factory=Way)
    _now: Table = field(init=False)

    def explored(self) -> Branch:
        """Run until no fork has a branch left that nobody has gone.

        Raises:
            OddsTooLarge: The budget did not last.
            OddsUnknown: Something has to be told, and ends are not left open.
        """
        while True:
            branch = self._run()
            while self._trail:
                fork = self._trail[-1]
                fork.branches.append(branch)
                if len(fork.branches) < len(fork.regions):
                    fork.at += 1
                    self._way.turned(len(self._trail) - 1)
                    break
                branch = self._trail.pop()
                self._close(branch)
            else:
                return branch

    def _close(self, fork: Any) -> None:
        """What comes of a throw that hangs on none before it is the same wherever it comes again."""
        if isinstance(fork, Throw) and fork.state is not None and not fork.is_open:
            self._closed[fork.ask.key, fork.state] = fork

    def _run(self) -> Branch:
        """Go one way to its end."""
        self.runs += 1
        if self.runs > self.budget:
            raise OddsTooLarge
        if self.tick:
            self.tick()
        way = self._way
        way.start()
        table = self._now = self.table.copy()
        going = self.rule(table)
        value: Any = None
        try:
            for position, answer in enumerate(self.given):
                ask = going.send(value)
                value = checked(table, ask, answer, position)
                way.asked.append(ask)
            table.way = way
            while True:
                ask = going.send(value)
                found = self._met(ask)
                if isinstance(found, _ENDS):
                    going.close()
                    return found
                value = found
                table.why_not, table.waived = {}, False
                way.asked.append(ask)
        except StopIteration as done:
            return self._ended(done.value)
        except IllegalAction as refusal:
            if not self.open_ends:
                raise
            self._now = self.table.copy()
            return self._ended(Unresolved(refusal))

    def _ended(self, result: Any) -> End:
        resolved = Resolved(self._now, tuple(self._way.asked), result)
        worths = tuple(tuple(map(_number, aim(resolved))) for aim in self.aims.values())
        return self._end((unveiled(self.outcome(resolved)), worths))

    def _end(self, end: Any) -> End:
        number = self._numbers.setdefault(end, len(self.ends))
        if number == len(self.ends):
            self.ends.append(end)
        return End(number)

    # ------------------------------------------------------------ questions

    def _met(self, ask: Ask) -> Any:
        """What a question is answered on this way, or where the way ends."""
        if isinstance(ask, Amount) and ask.seat not in self.aims:
            return min(max(0, ask.least), ask.most)
        if self._way.forks < len(self._trail):
            return self._again()
        if isinstance(ask, Roll):
            return self._thrown(ask)
        if isinstance(ask, Amount):
            return self._named(ask)
        if answers := list(self._answers(ask)):
            branches = len(answers) if ask.seat in self.aims else 1
            return self._add(Pick(ask, answers), *[self._region] * branches)
        if not self.open_ends:
            raise OddsUnknown(ask)
        return self._ended(Unresolved(ask))

    def _again(self) -> Any:
        """Go along a fork that is known."""
        fork = self._trail[self._way.forks]
        self._way.forks += 1
        return fork.told()

    @property
    def _region(self) -> Region:
        """Where one is: the throws that are still possible."""
        if not self._trail:
            return {}
        fork = self._trail[-1]
        region: Region = fork.regions[fork.at]
        return region

    def _add(self, fork: Test | Throw | Pick | Name, *regions: Region) -> Any:
        if len(self._trail) >= LONGEST:
            raise OddsTooLarge
        fork.regions = list(regions)
        self._trail.append(fork)
        return self._again()

    def _answers(self, ask: Ask) -> Iterator[Answer]:
        """The answers worth looking at: of those that come to the same, one."""
        if not isinstance(ask, Choose):
            yield from allowed(ask)
            return
        ranks, last = self._ranks(ask)
        seen = set()
        for option in ask.options:
            if option.barred or option.id == "bonus" or ask.is_fact:
                continue
            if option.any_order and ranks.get(option.id, last) < last:
                continue
            if option.alike is None or option.alike not in seen:
                seen.add(option.alike)
                yield {"choose": option.id}

    def _ranks(self, ask: Choose) -> tuple[dict[str, int], int]:
        """The order in which options were first offered, and where the last one picked stands in it.

        Picks that may come in any order are looked at in that order only.
        """
        if not any(option.any_order for option in ask.options):
            return {}, -1
        before = [
            fork for fork in self._trail if isinstance(fork, Pick) and fork.ask.key == ask.key
        ]
        if not before or not isinstance(before[0].ask, Choose):
            return {}, -1
        ranks = {option.id: at for at, option in enumerate(before[0].ask.options)}
        return ranks, ranks.get(before[-1].told(), -1)

    def _die(self, low: int, faces: int) -> tuple[tuple[int, int], Veiled]:
        number = len(self.faces)
        self.faces.append(faces)
        self._lows.append(low)
        return (number, faces), Veiled(self, ((number, 1),))

    def _with(self, *dice: tuple[int, int]) -> Region:
        return {**self._region, **free(dice)}

    def _thrown(self, ask: Roll) -> Any:
        state = self._state() if ask.again else None
        if state is not None and (known := self._known(ask, state)) is not None:
            return known
        dice = [self._die(1, ask.faces) for _ in range(ask.dice)]
        over = tuple(die for die, _ in dice)
        throw = Throw(ask, over, tuple(value for _, value in dice), state)
        return self._add(throw, self._with(*over))

    def _state(self) -> Any:
        """How the table differs from the beginning; None while that hangs on dice."""
        found: dict[tuple[str, str, str], tuple[Any, Any]] = {}
        try:
            for change in self._now.changes:
                field_ = (change.what, change.id, change.field)
                before = found[field_][0] if field_ in found else _key(change.before)
                found[field_] = (before, _key(change.after))
        except TypeError:
            return None
        return frozenset(
            (field_, after) for field_, (before, after) in found.items() if before != after
        )

    def _known(self, ask: Roll, state: Any) -> Throw | End | None:
        """The same dice thrown from the same table, before on this way or on another."""
        if (same := self._closed.get((ask.key, state))) is not None:
            return same
        for at, fork in enumerate(self._trail):
            if isinstance(fork, Throw) and (fork.ask.key, fork.state) == (ask.key, state):
                fork.again = self._end((fork, ())).number
                for between in self._trail[at + 1 :]:
                    if isinstance(between, Throw):
                        between.is_open = True
                return End(fork.again)
        return None

    def _named(self, ask: Amount) -> Any:
        low = max(self._least(low) for low, _ in ask.bounds)
        high = min(-self._least(-high) for _, high in ask.bounds)
        number, value = self._die(low, high - low + 1)
        name = Name(ask, number, low, value)
        region = self._with(number)
        insides = [inside for low, high in ask.bounds for inside in (value - low, high - value)]
        for inside in insides:
            over, throws = self._throws(inside.terms, inside.plus, exactly=False)
            both = all_of(name.over, over)
            name.allowed = told_of(name.allowed, name.over, both) & told_of(throws, over, both)
            name.over = both
            region = within(region, over, throws) or region
        return self._add(name, region)

    def _least(self, number: int | Veiled) -> int:
        """The least that a number can be."""
        if not isinstance(number, Veiled):
            return number
        return number.plus + sum(
            times * (self._lows[die] + (0 if times > 0 else self.faces[die] - 1))
            for die, times in number.terms
        )

    # ------------------------------------------------------------ dice turned over

    def is_so(self, terms: Terms, plus: int, *, exactly: bool) -> bool:
        """Whether a sum of dice is 0 or more, or exactly 0, on this way."""
        if not terms:
            return plus == 0 if exactly else plus >= 0
        if self._way.forks < len(self._trail):
            return bool(self._again())
        over, throws = self._throws(terms, plus, exactly=exactly)
        others = ~throws & ((1 << ways(over)) - 1)
        return bool(self._forked(over, ((throws, True), (others, False))))

    def side(self, terms: Terms, plus: int) -> int:
        """Whether a sum of dice is more than 0 (1), 0 (0) or less (-1) on this way."""
        if not terms:
            return (plus > 0) - (plus < 0)
        if self._way.forks < len(self._trail):
            return int(self._again())
        over, above = self._throws(terms, plus - 1, exactly=False)
        _, level = self._throws(terms, plus, exactly=True)
        below = ~(above | level) & ((1 << ways(over)) - 1)
        return int(self._forked(over, ((above, 1), (level, 0), (below, -1))))

    def pinned(self, terms: Terms, plus: int) -> int:
        """The value of a sum of dice on this way; each that it can have is a way of its own."""
        if not terms:
            return plus
        if self._way.forks < len(self._trail):
            return int(self._again())
        number = Veiled(self, terms, plus)
        values = range(self._least(number), -self._least(-number) + 1)
        found = [(*self._throws(terms, plus - value, exactly=True), value) for value in values]
        return int(self._forked(found[0][0], [(throws, value) for _, throws, value in found]))

    def _forked(self, over: Over, cases: Sequence[tuple[int, Any]]) -> Any:
        """Go the first way that is possible; the others come later."""
        wider, there = around(self._region, over)
        found = [(case, there & told_of(case[0], over, wider)) for case in cases]
        possible = [(case, left) for case, left in found if left]
        if len(possible) == 1:
            return self._add(Test(over, [possible[0][0]]), self._region)
        regions = [
            {**self._region, **{die[0]: (wider, left) for die in wider}} for _, left in possible
        ]
        return self._add(Test(over, [case for case, _ in possible]), *regions)

    def _throws(self, terms: Terms, plus: int, *, exactly: bool) -> tuple[Over, int]:
        """The throws of the dice in a sum for which it is 0 or more, or exactly 0."""
        over: list[tuple[int, int]] = []
        sizes: list[int] = []
        counts: list[int] = []
        for die, times in terms:
            faces = self.faces[die]
            over.append((die, faces))
            sizes.append(faces)
            counts.append(times)
            plus += times * self._lows[die]
        if len(over) > MOST_DICE:
            check_size(tuple(over))
        return tuple(over), where(tuple(sizes), tuple(counts), plus, exactly)


def free(dice: Over) -> Region:
    """Dice that may show anything."""
    return {die[0]: ((die,), (1 << die[1]) - 1) for die in dice}


def within(region: Region, over: Over, throws: int) -> Region | None:
    """Where one is once only these throws are possible; None if there is none left."""
    wider, there = around(region, over)
    left = there & told_of(throws, over, wider)
    if not left:
        return None
    return {**region, **{die[0]: (wider, left) for die in wider}}


def around(region: Region, over: Over) -> tuple[Over, int]:
    """The dice that some dice hang together with, and which of their throws are possible."""
    wider, there = region[over[0][0]]
    for die in over[1:]:
        if die not in wider:
            known, possible = region[die[0]]
            both = all_of(wider, known)
            check_size(both)
            there = told_of(there, wider, both) & told_of(possible, known, both)
            wider = both
    return wider, there


def check_size(over: Over) -> None:
    """Refuse to look at too many dice together.

    Raises:
        OddsTooLarge: There are.
    """
    if ways(over) > MOST_THROWS:
        raise OddsTooLarge


def allowed(ask: Ask) -> Iterator[Answer]:
    """The answers to a question that is no choice of options: cards drawn stay unseen; none to what has to be told."""
    if isinstance(ask, Draw) and ask.may_be_unseen:
        yield {"cards": [{} for _ in range(ask.count)]}


def _number(part: Any) -> Any:
    """A part of a worth as a number to count with: whole where it is."""
    if type(part) is int:
        return part
    part = unveiled(part)
    return part.numerator if part == int(part) else part


def _key(value: Any) -> Any:
    """A field's value as something to compare by; raises TypeError where it hangs on dice."""
    if isinstance(value, dict):
        return tuple(sorted((name, _key(part)) for name, part in value.items()))
    if isinstance(value, list | tuple):
        return tuple(map(_key, value))
    if isinstance(value, Veiled):
        raise TypeError
    return (type(value).__name__, value)
