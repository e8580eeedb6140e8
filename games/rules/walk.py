"""Walking: every way a move of so many spaces can go, by rings, links, shops and gates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from content.schema.base import Confidence
from content.schema.board import Link, LinkKind, Region
from games.rules.table import Figure, Table
from games.rules.terms import Direction


@dataclass(frozen=True, slots=True)
class Route:
    """One way a move can go: the spaces stepped on, and a gate to try at its end, if any.

    `left` are the points not yet used at a gate; `printed` says whether every step is a printed fact.
    """

    direction: Direction | None
    path: tuple[str, ...]
    left: int = 0
    gate: Link | None = None
    printed: bool = True
    after: Direction | None = None

    @property
    def end(self) -> str | None:
        """The space on which it ends; None for a gate tried before the first step."""
        return self.path[-1] if self.path else None

    @property
    def id(self) -> str:
        """A stable name for it among the routes of one move."""
        parts = ["try", self.gate.id] if self.gate else []
        if self.direction:
            parts.append(self.direction.value)
        if not self.gate:
            parts.append(self.end or "")
        return "-".join(parts)


def ring_of(t: Table, region: Region) -> tuple[str, ...]:
    """A region's ring in clockwise order, as the table corrected it or as the pack has it."""
    corrected = t.facts.get(f"ring:{region.id}")
    return tuple(corrected) if corrected else region.ring


def ring_is_printed(t: Table, region: Region, one: str, other: str) -> bool:
    """Whether two neighbours of a ring are known to be so, by print or because the table confirmed its board."""
    if t.facts.get("board_confirmed") or region.ring_confidence is Confidence.PRINTED:
        return True
    return any(
        (one, other) in pairwise(run) or (other, one) in pairwise(run)
        for run in region.printed_runs
    )


def neighbours(
    t: Table, space_id: str, direction: Direction | None
) -> Iterator[tuple[str, Direction, bool]]:
    """The next spaces on the ring, in the direction of the move or in both."""
    region = t.pack.regions[t.space(space_id).region]
    ring = ring_of(t, region)
    if space_id not in ring:
        return
    at = ring.index(space_id)
    for way, step in ((Direction.CLOCKWISE, 1), (Direction.COUNTERCLOCKWISE, -1)):
        if direction not in {None, way} or (region.one_way and step < 0):
            continue
        there = ring[(at + step) % len(ring)]
        yield there, way, ring_is_printed(t, region, space_id, there)


def routes(t: Table, me: Figure, steps: int) -> tuple[Route, ...]:
    """Every way the figure's move of so many spaces can go, each end once a direction.

    A figure that has earned a passage must begin with it.

    Args:
        steps: The movement roll, 1..6 or what an effect says.
    """
    start = str(me.space)
    passage = me.marks.get("passage")
    if passage:
        link = next(link for link in t.pack.board.links if link.id == passage)
        found = list(
            _walk(t, link.to, None, steps - 1, (link.to,), printed=True, first=None, start=start)
        )
    else:
        found = list(_walk(t, start, None, steps, (), printed=True, first=None, start=start))
    unique: dict[str, Route] = {}
    for route in found:
        unique.setdefault(route.id, route)
    return tuple(unique.values())


def routes_beyond(t: Table, link: Link, left: int) -> tuple[Route, ...]:
    """How a move goes on through a gate that was opened with points left."""
    found = list(
        _walk(
            t,
            link.to,
            None,
            left - 1,
            (link.to,),
            printed=True,
            first=None,
            start=link.from_,
            gates=False,
        )
    )
    unique: dict[str, Route] = {}
    for route in found:
        unique.setdefault(route.id, route)
    return tuple(unique.values())


def _walk(
    t: Table,
    at: str,
    direction: Direction | None,
    left: int,
    path: tuple[str, ...],
    *,
    printed: bool,
    first: Direction | None,
    start: str,
    gates: bool = True,
) -> Iterator[Route]:
    links = t.pack.links_from.get(at, ())
    if gates:
        for link in links:
            if link.kind is LinkKind.GATE and not _came_by(t, path, at, link):
                yield Route(first, path, left, link, printed)
    if left == 0:
        yield Route(first, path, printed=printed)
        return
    for link in links:
        if link.kind is LinkKind.SHOP and link.to != start:
            yield Route(first, (*path, link.to), printed=printed)
        elif link.kind is LinkKind.STEP and link.to not in (start, *path):
            yield from _walk(
                t,
                link.to,
                None,
                left - 1,
                (*path, link.to),
                printed=printed and link.confidence is Confidence.PRINTED,
                first=first,
                start=start,
                gates=False,
            )
    for there, way, sure in neighbours(t, at, direction):
        yield from _walk(
            t,
            there,
            way,
            left - 1,
            (*path, there),
            printed=printed and sure,
            first=first or way,
            start=start,
            gates=gates,
        )


def _came_by(t: Table, path: tuple[str, ...], at: str, link: Link) -> bool:
    """Whether the move has come to the gate from the side the gate leads to."""
    beyond = t.space(link.to).region
    return any(t.space(space).region == beyond for space in path if space != at)
