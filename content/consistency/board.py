"""The board in itself: rings closed and complete, links between spaces there are, no space cut off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from content.schema.board import Link, LinkKind, Pace, Region
from content.schema.pack import Pack


def problems_in_board(pack: Pack) -> Iterator[str]:
    """What is wrong with regions, rings, links and pieces."""
    for space in pack.board.spaces:
        if space.region not in pack.regions:
            yield f"space {space.id}: its region {space.region} does not exist"
    for region in pack.board.regions:
        if region.ring:
            yield from _ring(pack, region)
        elif region.pace is Pace.ROLL:
            yield f"region {region.id}: moves are rolled there, so its spaces must form a ring"
    for link in pack.board.links:
        yield from _link(pack, link)
    yield from _strangers(pack)
    for lonely in sorted(set(pack.spaces) - _reached(pack)):
        yield f"space {lonely}: no ring and no link leads there"


def _ring(pack: Pack, region: Region) -> Iterator[str]:
    for name, count in Counter(region.ring).items():
        space = pack.spaces.get(name)
        if space is None:
            yield f"region {region.id}: its ring names {name}, which is no space"
        elif space.region != region.id:
            yield f"region {region.id}: its ring names {name}, which lies in {space.region}"
        if count > 1:
            yield f"region {region.id}: {name} stands {count} times in its ring"
    for space in pack.board.spaces:
        if space.region == region.id and space.id not in region.ring:
            yield f"region {region.id}: {space.id} is missing from its ring"
    if len(region.ring) < 3:
        yield f"region {region.id}: a ring has at least three spaces"
    neighbours = {*pairwise(region.ring), (region.ring[-1], region.ring[0])}
    for run in region.printed_runs:
        for one, other in pairwise(run):
            if (one, other) not in neighbours:
                yield f"region {region.id}: a run puts {other} after {one}, its ring does not"


def _link(pack: Pack, link: Link) -> Iterator[str]:
    for end in (link.from_, link.to):
        if end not in pack.spaces:
            yield f"link {link.id}: {end} is no space"
    if link.from_ == link.to:
        yield f"link {link.id}: it leads nowhere"
    if link.pay_card and link.pay_card not in pack.cards:
        yield f"link {link.id}: the card {link.pay_card} does not exist"
    if link.kind is LinkKind.GATE:
        if not link.task:
            yield f"link {link.id}: a gate needs a task"
        if all(other.to != link.from_ for other in pack.links_from.get(link.to, ())):
            yield f"link {link.id}: no link leads back from {link.to} to {link.from_}"


def _strangers(pack: Pack) -> Iterator[str]:
    """Spaces that pieces and opposite pairs name though the board has none of that id."""
    named = [("opposite", name) for name in pack.board.opposite]
    named += [("opposite", fact.value) for fact in pack.board.opposite.values() if fact.value]
    named += [(f"piece {piece.id}", piece.start) for piece in pack.board.pieces]
    for where, name in named:
        if name not in pack.spaces:
            yield f"{where}: {name} is no space"


def _reached(pack: Pack) -> set[str]:
    """The spaces that a figure on the board's first space can come to, by whatever way."""
    rings = {name: region.ring for region in pack.board.regions for name in region.ring}
    to_see = [space.id for space in pack.board.spaces[:1]]
    seen: set[str] = set()
    while to_see:
        here = to_see.pop()
        if here not in seen:
            seen.add(here)
            to_see += [*rings.get(here, ()), *(link.to for link in pack.links_from.get(here, ()))]
    return seen
