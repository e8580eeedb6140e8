"""Keys that make a retry safe: the same key and body get the first answer again, and count once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games import rows
from games.errors import KeyReused
from games.models import IdempotencyKey


@dataclass(frozen=True, slots=True)
class Stored:
    """The first answer to a key."""

    status: int
    answer: dict[str, Any]


def recall(scope: str, key: str | None, body_hash: str) -> Stored | None:
    """The first answer to a key, if it was sent before; call it under the lock that `keep` is called under.

    Raises:
        KeyReused: It was sent with another body.
    """
    if key is None:
        return None
    if rows.select(IdempotencyKey, ("id",), {"scope": scope, "key": key}) is None:
        return None
    kept = IdempotencyKey.objects.get(scope=scope, key=key)
    if kept.body_hash != body_hash:
        raise KeyReused(key=key)
    return Stored(kept.status, kept.answer)


def keep(
    scope: str,
    key: str | None,
    body_hash: str,
    *,
    status: int,
    answer: dict[str, Any],
    game_id: UUID | None = None,
    expires_at: datetime | None = None,
) -> None:
    """Remember the answer to a key in the transaction that made it: as long as the game, or until a time."""
    if key is None:
        return
    rows.insert(
        IdempotencyKey,
        scope=scope,
        key=key,
        body_hash=body_hash,
        status=status,
        answer=answer,
        game=game_id,
        expires_at=expires_at,
    )
