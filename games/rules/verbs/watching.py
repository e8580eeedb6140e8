"""Looking on: what an edition lets happen as soon as a figure has gained, taken or defeated something."""

from __future__ import annotations

from games.rules.asks import Rule
from games.rules.registry import watcher_named
from games.rules.table import Figure, Table


def watched(t: Table, me: Figure, what: str, of: str, count: int = 1) -> Rule[None]:
    """Let the edition's watchers look at what has just happened to a figure.

    Args:
        what: `gained` tokens, `took` a card, or `defeated` a foe.
        of: The dial, the kind of card, or the kind of foe.
        count: How many, 1..99.
    """
    for name in t.policy.watch:
        yield from watcher_named(name)(t, me, what, of, count)
