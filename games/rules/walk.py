"""Walking: every way a move of so many spaces can go, by rings, links, shops and gates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from content.schema.base import Confidence
from content.schema.board import Link, LinkKind, Region
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Direction
from games.rules.topics import Topic

MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Route:
    """One way a move can go: the spaces stepped on, and a gate to try at its end, if any.

    `direction` is the one chosen, where there was a choice; `left` are the points not yet used at a
    gate; `printed` says whether every step is a printed fact; `cites` are the ids of links and arrows
    on the way; `stops` are the rules by which it ends early, giving up what is left.
    """

    direction: Direction | None
    path: tuple[str, ...]
    left: int = 0
    gate: Link | None = None
    printed: bool = True
    cites: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()

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
            parts.append(str(self.end))
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
        if direction not in {None, way} or (region.one_way and way is Direction.COUNTERCLOCKWISE):
            continue
        there = ring[(at + step) % len(ring)]
        yield there, way, ring_is_printed(t, region, space_id, there)


@dataclass(frozen=True, slots=True)
class _Way:
    """A move as far as it has come."""

    at: str
    path: tuple[str, ...] = ()
    direction: Direction | None = None
    chosen: Direction | None = None
    printed: bool = True
    cites: tuple[str, ...] = ()

    def over(self, link: Link) -> _Way:
        """One step over a link; beyond it the direction is chosen anew."""
        sure = link.confidence is Confidence.PRINTED
        return _Way(
            link.to,
            (*self.path, link.to),
            None,
            self.chosen,
            self.printed and sure,
            self.cites + link.cites,
        )

    def along(self, there: str, way: Direction, *, sure: bool, region: Region) -> _Way:
        """One step round a ring; where arrows lead one way there was nothing to choose."""
        return _Way(
            there,
            (*self.path, there),
            way,
            self.chosen or (None if region.one_way else way),
            self.printed and sure,
            self.cites + (region.cites if region.one_way else ()),
        )

    def ends(self, left: int = 0, gate: Link | None = None, stops: tuple[str, ...] = ()) -> Route:
        """The move ends here, in front of a gate, or before it has to."""
        cites = tuple(dict.fromkeys(self.cites))
        return Route(self.chosen, self.path, left, gate, self.printed, cites, stops)


def routes(t: Table, me: Figure, steps: int) -> tuple[Route, ...]:
    """Every way the figure's move of so many spaces can go, each end once a direction.

    A figure that has earned a passage must begin with it.

    Args:
        steps: The movement roll, 1..6 or what an effect says.
    """
    way, left = _Way(str(me.space)), steps
    if link := _earned(t, me):
        way, left = way.over(link), steps - 1
    return _one_of_each(_walk(t, way, left, start=str(me.space)))


def _earned(t: Table, me: Figure) -> Link | None:
    """The passage that the figure has earned and not yet used, if it leads on into a walk."""
    link = earned_by(t, me)
    return link if link and not link.next_turn else None


def earned_by(t: Table, me: Figure) -> Link | None:
    """The passage that the figure has earned and not yet used."""
    return next((link for link in t.pack.board.links if link.id == me.marks.get("passage")), None)


def routes_beyond(t: Table, link: Link, left: int) -> tuple[Route, ...]:
    """How a move goes on through a gate that was opened with points left."""
    way = _Way(link.from_).over(link)
    return _one_of_each(_walk(t, way, left - 1, start=link.from_))


def _one_of_each(found: Iterator[Route]) -> tuple[Route, ...]:
    unique: dict[str, Route] = {}
    for route in found:
        unique.setdefault(route.id, route)
    return tuple(unique.values())


def _walk(t: Table, way: _Way, left: int, *, start: str) -> Iterator[Route]:
    links = t.pack.links_from.get(way.at, ())
    for link in links:
        if link.kind is LinkKind.GATE and _is_tried(t, (start, *way.path), link):
            yield way.ends(left, link)
    if left == 0:
        yield way.ends()
        return
    if way.path and (stops := t.space(way.at).stop_over):
        yield way.ends(left, stops=stops)
    for link in links:
        if link.kind is LinkKind.SHOP and link.to != start:
            yield way.over(link).ends()
        elif link.kind is LinkKind.STEP and link.to not in (start, *way.path):
            yield from _walk(t, way.over(link), left - 1, start=start)
    region = t.pack.regions[t.space(way.at).region]
    for there, direction, sure in neighbours(t, way.at, way.direction):
        on = way.along(there, direction, sure=sure, region=region)
        yield from _walk(t, on, left - 1, start=start)


def _is_tried(t: Table, way: tuple[str, ...], gate: Link) -> bool:
    """Whether a move that has come this far may try a gate: not where it comes from the other side."""
    if len(way) == 1:
        return gate.from_start
    beyond = t.space(gate.to).region
    return all(t.space(space).region != beyond for space in way)


def problem_of_end(t: Table, me: Figure, end: str, steps: int) -> Problem:
    """Why no way of so many steps ends on a space: turning back, arrows, another region, the number."""
    params = {"space": end, "steps": steps}
    shops = [link for link in t.pack.board.links if link.to == end and link.kind is LinkKind.SHOP]
    if end == me.space and shops:
        return Problem("shop_just_left", shops[0].cites, params)
    if end == me.space:
        return Problem("no_doubling_back", t.cite(Topic.NO_DOUBLING_BACK), params)
    earned = _earned(t, me)
    if earned and t.space(end).region != t.space(earned.to).region:
        return Problem("passage_first", earned.cites, params)
    region = t.pack.regions[t.space(me.space).region]
    if region.one_way and _against(t, region, str(me.space), end, steps):
        return Problem("against_the_arrows", region.cites, params)
    far = {space for route in routes(t, me, MOST_STEPS) for space in route.path}
    if t.space(end).region != region.id and (end not in far or steps < _fewest(t, me, end)):
        return Problem("region_stays", t.cite(Topic.REGION_STAYS) + _only_way(t, me, end), params)
    return Problem("wrong_end", t.cite(Topic.MOVE_ROLL), params)


def _only_way(t: Table, me: Figure, end: str) -> tuple[str, ...]:
    """The rules of the gate into another region, where it is the only way."""
    here, there = t.space(me.space).region, t.space(end).region
    ways = [
        link
        for link in t.pack.board.links
        if t.space(link.from_).region == here and t.space(link.to).region == there
    ]
    return ways[0].cites if [way.kind for way in ways] == [LinkKind.GATE] else ()


def _fewest(t: Table, me: Figure, end: str) -> int:
    """Steps that the way into another region takes at least, however the rings are ordered.

    Where no link leads straight there, it takes two.
    """
    here, there = t.space(me.space).region, t.space(end).region
    return min(
        (
            1 + (link.from_ != me.space) + (link.to != end)
            for link in t.pack.board.links
            if (t.space(link.from_).region, t.space(link.to).region) == (here, there)
            and link.kind is LinkKind.STEP
        ),
        default=2,
    )


def _against(t: Table, region: Region, start: str, end: str, steps: int) -> bool:
    """Whether a space lies no farther than so many steps against the arrows."""
    ring = ring_of(t, region)
    if start not in ring or end not in ring:
        return False
    return (ring.index(start) - ring.index(end)) % len(ring) <= steps
