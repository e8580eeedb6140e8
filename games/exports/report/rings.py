"""The board as rings, for a map of it."""

from __future__ import annotations

from collections.abc import Sequence

from content.schema.pack import Pack
from games.rules.table import Table
from games.rules.walk import ring_of


def rings_of(t: Table) -> list[list[str]]:
    """The spaces of the board, region by region from the outermost in.

    Where a region is no ring, its spaces follow the first path through it and back along the others,
    so that spaces that lead to each other lie side by side.
    """
    found = []
    for region in t.pack.board.regions:
        ring = list(ring_of(t, region))
        spaces = [space.id for space in t.pack.board.spaces if space.region == region.id]
        if not ring:
            ring = _along_the_paths(t.pack, spaces)
        found.append([*ring, *(space for space in spaces if space not in ring)])
    return [spaces for spaces in found if spaces]


def _along_the_paths(pack: Pack, spaces: Sequence[str]) -> list[str]:
    path: list[str] = list(spaces[:1])
    while path:
        ahead = [link.to for link in pack.links_from.get(path[-1], ()) if link.to in spaces]
        new = [space for space in ahead if space not in path]
        if not new:
            break
        path.append(new[0])
    return [*path, *reversed([space for space in spaces if space not in path])]
