"""Taking back the last entries of the log in one entry, and taking that back again."""

from __future__ import annotations

from games.actors import Actor
from games.services.outcome import Outcome

__all__ = ["redo", "undo"]


def undo(
    *,
    actor: Actor,
    to: int | None = None,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Everything from one entry to the last is taken back; the last alone if none is named."""
    raise NotImplementedError


def redo(
    *,
    actor: Actor,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """What was taken back last happens again as it had."""
    raise NotImplementedError
