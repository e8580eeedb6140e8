"""What is best for which dice: the choices that odds are reckoned with, as people can follow them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.rules.asks import Answer, Ask, Roll
from games.rules.spreads import Over, all_of, faces_of, left_of, told_of, ways
from games.rules.ways import Name, OddsTooLarge, Pick, Region, Test, Throw, free, within

# So many forks are looked at, and so many throws listed for one choice.
MOST_FORKS = 2000
MOST_LISTED = 216

Before = tuple[tuple[str, Any], ...]
# A die by its roll, counted along the way, and its place in it, as one number: so it is the same die on
# every way that the same answers lead along, however often the search has thrown it.
Place = int
MOST_AT = 64


@dataclass(frozen=True, slots=True)
class Best:
    """An answer, for how many throws of the dice that matter it is best, and which those are.

    Where they are too many to list, `throws` is empty.
    """

    answer: Answer
    ways: int
    throws: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice on the way: what is best for which dice.

    `before` are the answers that lead to it, with None for dice. `dice` names the dice on which it
    hangs, each by its roll and its place in it.
    """

    ask: Ask
    before: tuple[Answer | None, ...]
    dice: tuple[tuple[Roll, int], ...]
    best: tuple[Best, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """How one has come to a fork: the answers, the rolls, where each die was thrown, what is possible.

    `told` are the dice that have told the rule something since the last choice.
    """

    before: tuple[Answer | None, ...] = ()
    rolls: tuple[Roll, ...] = ()
    places: dict[int, Place] = field(default_factory=dict)
    region: Region = field(default_factory=dict)
    told: Over = ()

    def thrown(self, throw: Throw) -> _Way:
        """After these dice."""
        first = len(self.rolls) * MOST_AT
        places = {die: first + at for at, (die, _) in enumerate(throw.dice)}
        return _Way(
            (*self.before, None),
            (*self.rolls, throw.ask),
            {**self.places, **places},
            {**self.region, **free(throw.dice)},
            self.told,
        )

    def narrowed(self, region: Region, told: Over) -> _Way:
        """After some dice have told something."""
        both = all_of(self.told, told)
        return _Way(self.before, self.rolls, self.places, region, both)

    def answered(self, answer: Answer, region: Region) -> _Way:
        """After an answer."""
        return _Way((*self.before, answer), self.rolls, self.places, region)


def answer_of(fork: Pick | Name, place: int) -> Answer:
    """The answer that stands at a place of a choice."""
    return fork.answers[place] if isinstance(fork, Pick) else {"amount": fork.low + place}


def decisions(root: Any) -> list[Decision]:
    """The choices met under the best play, the first ones first; none where they are too many."""
    plan = _Plan()
    try:
        plan.visit(root, _Way())
    except OddsTooLarge:
        return []
    return [found.decision() for found in plan.found.values()]


@dataclass(slots=True)
class _Found:
    """One question in the same situation, with the throws for which each answer is best.

    Dice are named by their places.
    """

    ask: Ask
    way: _Way
    by: list[tuple[Answer, Over, int]] = field(default_factory=list)

    def decision(self) -> Decision:
        over = all_of(*(over for _, over, _ in self.by))
        throws: dict[int, int] = {}
        answers = [answer for answer, _, _ in self.by]
        for answer, known, there in self.by:
            first = answers.index(answer)
            throws[first] = throws.get(first, 0) | told_of(there, known, over)
        listed = ways(over) <= MOST_LISTED
        best = [
            Best(
                answers[at],
                there.bit_count(),
                tuple(tuple(face + 1 for face in faces) for faces in faces_of(there, over))
                if listed
                else (),
            )
            for at, there in throws.items()
        ]
        places = [divmod(place, MOST_AT) for place, _ in over]
        dice = tuple((self.way.rolls[roll], at) for roll, at in places)
        return Decision(self.ask, self.way.before, dice, tuple(best))


@dataclass(slots=True)
class _Plan:
    """Walks along the ways that are gone under the best play."""

    found: dict[Any, _Found] = field(default_factory=dict)
    forks: int = 0

    def visit(self, branch: Any, way: _Way) -> None:
        """Note the choices on this branch and beyond.

        Raises:
            OddsTooLarge: There are too many.
        """
        self.forks += 1
        if self.forks > MOST_FORKS:
            raise OddsTooLarge
        if isinstance(branch, Throw):
            self.visit(branch.branches[0], way.thrown(branch))
        elif isinstance(branch, Test):
            branched = len(branch.cases) > 1
            for throws, below in zip(branch.cases, branch.branches, strict=True):
                if region := within(way.region, branch.over, throws):
                    self.visit(below, way.narrowed(region, branch.over if branched else ()))
        elif isinstance(branch, Pick | Name):
            self._chosen(branch, way)

    def _chosen(self, fork: Pick | Name, way: _Way) -> None:
        found = self._found(fork, way)
        for place, throws in fork.choice.by.items():
            region = (
                within(way.region, fork.choice.over, throws) if fork.choice.over else way.region
            )
            if region is None:
                continue
            answer = answer_of(fork, place)
            if found:
                # A number named before stands among the answers that lead here; it is no die.
                seen = all_of(fork.choice.over, way.told)
                dice = tuple(die for die in seen if die[0] in way.places)
                over = all_of(*(region[die][0] for die, _ in dice))
                possible = (1 << ways(over)) - 1
                for known, there in {region[die] for die, _ in over}:
                    possible &= told_of(there, known, over)
                placed = tuple((way.places[die], faces) for die, faces in dice)
                found.by.append((answer, placed, left_of(possible, over, dice)))
            below = fork.branches[place] if isinstance(fork, Pick) else fork.branches[0]
            if isinstance(fork, Name):
                region = {**region, fork.number[0]: ((fork.number,), 1 << place)}
            self.visit(below, way.answered(answer, region))

    def _found(self, fork: Pick | Name, way: _Way) -> _Found | None:
        if isinstance(fork, Pick) and len(fork.branches) == 1:
            return None
        offered = fork.answers if isinstance(fork, Pick) else None
        key = repr((fork.ask.key, way.before, offered))
        return self.found.setdefault(key, _Found(fork.ask, way))
