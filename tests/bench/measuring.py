"""Ratios that a busy machine does not move: both sides in turn, in blocks, and medians of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import median
from threading import Barrier
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


def medians_in_turn(ours: Sampler, floor: Sampler, pairs: int) -> tuple[float, float]:
    """The median of each side, in seconds, measured in turn: A B A B.

    Whatever slows the machine down for a while slows both.
    """
    for _ in range(max(1, pairs // 10)):
        ours()
        floor()
    took = [(ours(), floor()) for _ in range(pairs)]
    return median(one for one, _ in took), median(other for _, other in took)


def ratio_of(ours: Sampler, floor: Sampler, pairs: int) -> float:
    """How many times the floor ours takes."""
    one, other = medians_in_turn(ours, floor, pairs)
    return rounded(one / other)


def rounded(ratio: float) -> float:
    return round(ratio, 3)


def at_once(samplers: Sequence[Sampler], times: int) -> list[float]:
    """What each step took where all samplers run at the same time, each its own so many times."""
    start = Barrier(len(samplers))

    def go(sampler: Sampler) -> list[float]:
        start.wait()
        return [sampler() for _ in range(times)]

    with ThreadPoolExecutor(len(samplers)) as together:
        return [seconds for took in together.map(go, samplers) for seconds in took]


def p99(seconds: Sequence[float]) -> float:
    """The time that one in a hundred takes longer than.

    >>> p99([float(n) for n in range(200)])
    198.0
    """
    return sorted(seconds)[int(len(seconds) * 0.99)]


def p99_in_turn(ours: Sequence[Sampler], floor: Sequence[Sampler], pairs: int, times: int) -> float:
    """How many times the floor's p99 ours is, with as many clients at once on each side.

    Args:
        ours: One for each client.
        floor: As many.
        pairs: How often the sides take turns.
        times: How often each client asks in its side's turn.
    """
    took: tuple[list[float], list[float]] = ([], [])
    for samplers in (ours, floor):
        at_once(samplers, max(1, times // 10))
    for _ in range(pairs):
        for side, samplers in zip(took, (ours, floor), strict=True):
            side.append(p99(at_once(samplers, times)))
    return rounded(median(took[0]) / median(took[1]))
