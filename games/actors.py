"""Who speaks: the role at one table that a request was made in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

Role = Literal["host", "seat", "screen"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A role at one table, made from a seat's token or a host's key.

    `name` is how the log names it (`host`, `seat:A`, `screen`), `scope` what its idempotency keys
    belong to (`token:12`, `host:<uuid>`).
    """

    game_id: UUID
    token_id: int | None
    seat: str | None
    role: Role
    is_host: bool
    name: str
    scope: str
