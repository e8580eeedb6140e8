"""Luck: every die thrown against what it could be expected to show, in exact numbers.

What a roll can come to is taken from the enumeration that reckons the odds. A die that a token has
thrown again counts twice, as it fell first and as it fell then: each throw is judged for itself, so a
second one makes nobody lucky, only what it shows. Dice that others throw for what is faced are told
apart: where they fall high, that is bad luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from content.schema.pack import Pack
from games.exports.report.rolls import Kind, Thrown
from games.rules.asks import Rule, ask_roll
from games.rules.odds import odds
from games.rules.table import Table

# How likely each sum is.
Chances = Mapping[int, Fraction]
NONE = Fraction(0)


@dataclass(slots=True)
class Tally:
    """Rolls counted together: how many, what they came to, and what was to be expected of them."""

    rolls: int = 0
    again: int = 0
    dice: int = 0
    pips: int = 0
    expected: Fraction = NONE
    variance: Fraction = NONE

    @property
    def luck(self) -> Fraction:
        """How much more they came to than was to be expected."""
        return self.pips - self.expected

    def add(self, throw: Thrown, chances: Chances) -> None:
        """Count a throw in."""
        expected = sum((total * chance for total, chance in chances.items()), NONE)
        squares = sum((total * total * chance for total, chance in chances.items()), NONE)
        self.rolls += 1
        self.again += throw.again
        self.dice += len(throw.faces)
        self.pips += sum(throw.faces)
        self.expected += expected
        self.variance += squares - expected * expected


@dataclass(slots=True)
class Luck:
    """The luck of one seat: by what was rolled for, and all its own dice together.

    `better` is the share of all the ways in which as many dice can fall that come to less, with half
    of those that come to the same.
    """

    kinds: dict[Kind, Tally] = field(default_factory=dict)
    own: Tally = field(default_factory=Tally)
    better: Fraction | None = None


def luck_of(throws: Iterable[Thrown], pack: Pack) -> dict[str, Luck]:
    """The luck of every seat that has thrown dice."""
    known: dict[int, Chances] = {}
    found: dict[str, Luck] = {}
    rolled: dict[str, Counter[int]] = {}
    for throw in throws:
        dice = len(throw.faces)
        if (chances := known.get(dice)) is None:
            chances = known[dice] = chances_of(dice, pack)
        luck = found.setdefault(throw.seat, Luck())
        luck.kinds.setdefault(throw.kind, Tally()).add(throw, chances)
        if throw.kind is not Kind.AGAINST:
            luck.own.add(throw, chances)
            rolled.setdefault(throw.seat, Counter())[dice] += 1
    for seat, counts in rolled.items():
        parts = [(known[dice], times) for dice, times in sorted(counts.items())]
        found[seat].better = share_below(parts, found[seat].own.pips)
    return found


def chances_of(dice: int, pack: Pack) -> Chances:
    """How likely each sum of some dice is, as the odds of the rules count it.

    >>> from content.library import pack
    >>> chances = chances_of(2, pack("star-wars"))
    >>> chances[7], len(chances)
    (Fraction(1, 6), 11)
    """

    def rule(_table: Table) -> Rule[int]:
        faces: tuple[Any, ...] = yield from ask_roll("", "table", (), dice=dice)
        return sum(faces)

    found = odds(Table(pack, ("",)), rule, lambda run: run.result)
    return {int(str(total)): chance for total, chance in sorted(found.outcomes.items(), key=str)}


def share_below(parts: Iterable[tuple[Chances, int]], total: int) -> Fraction:
    """How likely it is that independent numbers come to less than a total, with half of just as much.

    Args:
        parts: What each number can be, and how many such numbers there are.
        total: What they came to.

    >>> die = {face: Fraction(1, 6) for face in range(1, 7)}
    >>> share_below([(die, 1)], 3)
    Fraction(5, 12)
    >>> share_below([(die, 2)], 12)
    Fraction(71, 72)
    """
    low, counts = _added(parts)
    at = total - low
    below = sum(counts[: max(0, at)])
    same = counts[at] if 0 <= at < len(counts) else 0
    return Fraction(2 * below + same, 2 * sum(counts))


def _added(parts: Iterable[tuple[Chances, int]]) -> tuple[int, list[int]]:
    """The least sum of independent numbers, and from there on how often each comes, in whole numbers.

    The counts of a number are the digits of one long integer, so that adding numbers up multiplies
    integers, which is quick however many there are; digits are wide enough that none runs over.
    """
    low, cases, scaled = 0, 1, []
    for chances, times in parts:
        ways = lcm(*(chance.denominator for chance in chances.values()))
        least = min(chances)
        low += least * times
        cases *= ways**times
        scaled.append((times, {at - least: int(chance * ways) for at, chance in chances.items()}))
    width = cases.bit_length() // 8 + 1
    product = 1
    for times, counts in scaled:
        digits = sum(count << (8 * width * at) for at, count in counts.items())
        product *= digits**times
    packed = product.to_bytes(product.bit_length() // 8 + 1, "little")
    return low, [
        int.from_bytes(packed[at : at + width], "little") for at in range(0, len(packed), width)
    ]
