"""What can come of dice, for all ways they can lie at once: sets of throws as the bits of one number.

A throw of some dice is a bit: the first die counts units, the next one sixes, and so on. A spread
says for each throw of the dice it depends on how likely each end is from there on, in whole numbers:
throws that lead to the same are one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import gcd, lcm, prod
from typing import Any, NamedTuple

# Dice by their number, in the order thrown, each with how many faces it has.
Over = tuple[tuple[int, int], ...]
# Ends by their number, each with how often it comes in `total` equally likely cases.
Counts = tuple[tuple[int, int], ...]
Worth = tuple[Any, ...]
WorthOf = Callable[["Dist"], Worth]


class Dist(NamedTuple):
    """How often each end comes in so many equally likely cases, in lowest terms."""

    total: int
    counts: Counts


def certain(end: int) -> Dist:
    """One end that is sure to come."""
    return Dist(1, ((end, 1),))


@lru_cache(maxsize=4096)
def mixed(parts: tuple[tuple[Dist, int], ...]) -> Dist:
    """What comes of cases, of each so many, that lead to distributions of their own."""
    if len(parts) == 1:
        return parts[0][0]
    found: dict[int, int] = {}
    cases, common = 0, 1
    for dist, times in parts:
        cases += times
        if dist.total != common:
            common = lcm(common, dist.total)
    for dist, times in parts:
        scale = times if dist.total == common else common // dist.total * times
        for end, count in dist.counts:
            found[end] = found.get(end, 0) + count * scale
    return lowest(common * cases, found)


def lowest(total: int, found: dict[int, int]) -> Dist:
    """A distribution in lowest terms."""
    by = gcd(total, *found.values())
    return Dist(total // by, tuple([(end, found[end] // by) for end in sorted(found)]))


@dataclass(slots=True)
class Spread:
    """For each throw of the dice in `over`, what comes of it: pieces of throws that lead to the same."""

    over: Over
    pieces: list[tuple[int, Dist]]

    @classmethod
    def of(cls, over: Over, found: dict[Dist, int]) -> Spread:
        """The pieces found; where all throws lead to the same, no die matters."""
        if len(found) == 1:
            return cls((), [(1, next(iter(found)))])
        return cls(over, [(throws, dist) for dist, throws in found.items()])


def ways(over: Sequence[tuple[int, int]]) -> int:
    """How many throws of some dice there are."""
    found = 1
    for _, faces in over:
        found *= faces
    return found


@lru_cache(maxsize=4096)
def where(sizes: tuple[int, ...], times: tuple[int, ...], plus: int, exactly: bool) -> int:  # noqa: FBT001 - a cached table of four columns
    """The throws for which a sum is 0 or more, or exactly 0; dice count from 0 here.

    >>> bin(where((6,), (1,), -4, False))
    '0b110000'
    """
    if not sizes:
        return int(plus == 0 if exactly else plus >= 0)
    *rest, faces = sizes
    stride, step, below = prod(rest), times[-1], times[:-1]
    found, first = 0, tuple(rest)
    for at in range(faces):
        found |= where(first, below, plus + step * at, exactly) << (at * stride)
    return found


@lru_cache(maxsize=1024)
def repeated(bits: int, often: int) -> int:
    """A bit every so many bits: times a set of throws, it is the set for each face of a further die."""
    return sum(1 << (at * bits) for at in range(often))


def told_of(throws: int, over: Over, wider: Over) -> int:
    """The same throws, told of more dice than it depends on."""
    if over == wider:
        return throws
    known = set(over)
    bits = 1
    for die in wider:
        if die not in known:
            throws = _inserted(throws, bits, die[1])
        bits *= die[1]
    return throws


@lru_cache(maxsize=8192)
def _inserted(throws: int, bits: int, faces: int) -> int:
    """Throws of one die more, which counts in steps of `bits`."""
    copies = repeated(bits, faces)
    if not throws >> bits:
        return throws * copies
    block, found, at = (1 << bits) - 1, 0, 0
    while throws:
        found |= (throws & block) * copies << at
        throws >>= bits
        at += bits * faces
    return found


def left_of(throws: int, over: Over, fewer: Over) -> int:
    """The throws of some of the dice that go with any of these throws."""
    known = set(fewer)
    bits = 1
    for die in over:
        if die in known:
            bits *= die[1]
        else:
            throws = _taken_out(throws, bits, die[1])
    return throws


def _taken_out(throws: int, bits: int, faces: int) -> int:
    """Throws of one die fewer, which counted in steps of `bits`."""
    every, found, at = (1 << bits) - 1, 0, 0
    while throws:
        for _ in range(faces):
            found |= (throws & every) << at
            throws >>= bits
        at += bits
    return found


def faces_of(throws: int, over: Over) -> Iterator[tuple[int, ...]]:
    """What the dice show in each of some throws, counted from 0."""
    for at in range(throws.bit_length()):
        if throws >> at & 1:
            shown, rest = [], at
            for _, faces in over:
                rest, face = divmod(rest, faces)
                shown.append(face)
            yield tuple(shown)


def all_of(*overs: Over) -> Over:
    """All dice of several sets of dice, in the order thrown."""
    return tuple(sorted({die for over in overs for die in over}))


def split(over: Over, cases: Sequence[int], spreads: Sequence[Spread]) -> Spread:
    """What comes of it where the dice in `over` decide which spread is meant."""
    wider = over
    for spread in spreads:
        if spread.over and spread.over != wider:
            wider = all_of(wider, spread.over)
    found: dict[Dist, int] = {}
    for case, spread in zip(cases, spreads, strict=True):
        here = told_of(case, over, wider)
        for throws, dist in spread.pieces:
            both = here & told_of(throws, spread.over, wider) if spread.over else here
            found[dist] = found.get(dist, 0) | both
    return Spread.of(wider, found)


def thrown(dice: Over, spread: Spread) -> Spread:
    """What comes of it before these dice, the last ones, are thrown."""
    outer = tuple(die for die in spread.over if die not in dice)
    if len(outer) == len(spread.over):
        return spread
    bits = ways(outer)
    inner = ways(spread.over) // bits
    if bits == 1:
        counted = [(dist, throws.bit_count()) for throws, dist in spread.pieces]
        return Spread((), [(1, mixed(tuple(counted)))])
    column = repeated(bits, inner)
    groups: dict[tuple[int, ...], int] = {}
    masks = [throws for throws, _ in spread.pieces]
    for at in range(bits):
        counts = tuple([((throws >> at) & column).bit_count() for throws in masks])
        groups[counts] = groups.get(counts, 0) | 1 << at
    found: dict[Dist, int] = {}
    for counts, throws in groups.items():
        # Fewer: the way here rules this throw of the other dice out.
        if sum(counts) == inner:
            parts = zip(spread.pieces, counts, strict=True)
            dist = mixed(tuple([(dist, count) for (_, dist), count in parts if count]))
            found[dist] = found.get(dist, 0) | throws
    return Spread.of(outer, found)


@dataclass(slots=True)
class Chosen:
    """What is best for each throw of the dice seen: the option by its place in the list."""

    over: Over = ()
    by: dict[int, int] = field(default_factory=dict)


def chosen(spreads: Sequence[Spread], worth: WorthOf) -> tuple[Spread, Chosen]:
    """The best of several options for each throw; of equally good ones the first."""
    over = all_of(*(spread.over for spread in spreads))
    found = [
        (place, told_of(throws, spread.over, over), dist)
        for place, spread in enumerate(spreads)
        for throws, dist in spread.pieces
    ]
    return _best(over, found, worth)


def named(
    order: Sequence[int], over: Over, allowed: int, spread: Spread, worth: WorthOf
) -> tuple[Spread, Chosen]:
    """The best number to name for each throw; of equally good ones the first in order.

    The number is the last die in `over`; `allowed` are the throws with which it may be named.
    """
    wider = all_of(over, spread.over)
    outer = wider[:-1]
    bits = ways(outer)
    every = (1 << bits) - 1
    there = told_of(allowed, over, wider)
    pieces = [(there & told_of(throws, spread.over, wider), dist) for throws, dist in spread.pieces]
    found = [
        (rank, throws >> (at * bits) & every, dist)
        for rank, at in enumerate(order)
        for throws, dist in pieces
    ]
    best, choice = _best(outer, found, worth)
    by = {order[rank]: throws for rank, throws in choice.by.items()}
    if len(by) == 1 and not best.over:
        return best, Chosen((), dict.fromkeys(by, 1))
    return best, Chosen(outer, by)


def _best(over: Over, found: list[tuple[int, int, Dist]], worth: WorthOf) -> tuple[Spread, Chosen]:
    """Take for each throw the dearest of what is found for it, of equally dear ones the first."""
    dists = {dist for _, _, dist in found}
    common = lcm(*(dist.total for dist in dists))
    worths: dict[Dist, Worth] = {}
    for dist in dists:
        times = common // dist.total
        worths[dist] = tuple([part * times for part in worth(dist)])
    # Sorting keeps the order of what is worth the same, also backwards.
    found.sort(key=lambda one: worths[one[2]], reverse=True)
    done = 0
    best: dict[Dist, int] = {}
    by: dict[int, int] = {}
    for place, throws, dist in found:
        if taken := throws & ~done:
            done |= taken
            best[dist] = best.get(dist, 0) | taken
            by[place] = by.get(place, 0) | taken
    return Spread.of(over, best), Chosen(over, by)
