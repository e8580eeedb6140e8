"""Ratios that a busy machine does not move: both sides in turn, in blocks, and medians of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from threading import Barrier, Thread
from typing import Literal

Sampler = Callable[[], float]
"""One measured step: what it took, in seconds."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the report."""

    name: str
    ratio: float
    goal: float
    op: Literal["<=", ">="] = "<="

    @property
    def is_met(self) -> bool:
        return self.ratio <= self.goal if self.op == "<=" else self.ratio >= self.goal

    def line(self) -> str:
        return f"{self.name} {self.ratio:g} {self.op}{self.goal}"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "ratio": self.ratio, "op": self.op, "goal": self.goal}


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: pairs of blocks, samples in a block."""

    pairs: int
    block: int


def in_turn(ours: Sampler, floor: Sampler, effort: Effort) -> tuple[float, float]:
    """The median of each side, in seconds, from blocks taken in turn: A B A B.

    Whatever slows the machine down for a while slows both.
    """
    for warm_up in (ours, floor):
        for _ in range(max(2, effort.block // 2)):
            warm_up()
    blocks: tuple[list[float], list[float]] = ([], [])
    for _ in range(effort.pairs):
        for side, sampler in zip(blocks, (ours, floor), strict=True):
            side.append(median(sampler() for _ in range(effort.block)))
    return median(blocks[0]), median(blocks[1])


def ratio_of(ours: Sampler, floor: Sampler, effort: Effort) -> float:
    """How many times the floor ours takes."""
    one, other = in_turn(ours, floor, effort)
    return rounded(one / other)


def rounded(ratio: float) -> float:
    return round(ratio, 3)


def at_once(samplers: Sequence[Sampler], times: int) -> list[float]:
    """What each step took where all samplers run at the same time, each its own so many times."""
    took: list[list[float]] = [[] for _ in samplers]
    start = Barrier(len(samplers))

    def go(sampler: Sampler, mine: list[float]) -> None:
        start.wait()
        mine.extend(sampler() for _ in range(times))

    threads = [Thread(target=go, args=pair) for pair in zip(samplers, took, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [seconds for mine in took for seconds in mine]


def p99(seconds: Sequence[float]) -> float:
    """The time that one in a hundred takes longer than.

    >>> p99([float(n) for n in range(200)])
    198.0
    """
    return sorted(seconds)[int(len(seconds) * 0.99)]


def p99_in_turn(ours: Sequence[Sampler], floor: Sequence[Sampler], effort: Effort) -> float:
    """How many times the floor's p99 ours is, with as many clients at once on each side."""
    blocks: tuple[list[float], list[float]] = ([], [])
    for samplers in (ours, floor):
        at_once(samplers, 5)
    for _ in range(effort.pairs):
        for side, samplers in zip(blocks, (ours, floor), strict=True):
            side.append(p99(at_once(samplers, effort.block)))
    return rounded(median(blocks[0]) / median(blocks[1]))
