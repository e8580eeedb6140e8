"""Who holds a secret at a table, and the table: asked with every request, so each is one statement written once.

Joining four tables costs the ORM more than the rest of a poll; see `rows.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection

from games.locking import TOLD_APART_BY, game_told_by
from games.models import Game, Host, Seat, Token
from games.rows import column, ready, table


@dataclass(frozen=True, slots=True)
class Held:
    """A token that is good at a table, and the table's row; `seat` is the seat's key, none for a screen."""

    token_id: int
    seat: str | None
    is_new: bool
    game: Game


def tokens_at(game_id: UUID, hashes: Sequence[str]) -> list[Held]:
    """The tokens with these hashes that are good at a table."""
    found = _rows(_tokens(len(hashes)), game_id, hashes)
    return [
        Held(token_id, seat, used_at is None, game_told_by(game_id, tuple(told)))
        for token_id, used_at, seat, *told in found
    ]


def host_at(game_id: UUID, hashes: Sequence[str]) -> tuple[UUID, Game] | None:
    """The host of a table, or its second one, who has one of these keys, and the table."""
    for host_id, *told in _rows(_hosts(len(hashes)), game_id, hashes):
        return Host._meta.pk.to_python(host_id), game_told_by(game_id, tuple(told))  # noqa: SLF001
    return None


def _rows(text: str, game_id: UUID, hashes: Sequence[str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(text, [ready(Game, "id", game_id), *hashes])
        return list(cursor.fetchall())


# Every name below is a model's or a column's, from code; what people sent goes as parameters.


@lru_cache(maxsize=64)
def _tokens(count: int) -> str:
    columns = [column(Token, "id"), column(Token, "used_at"), column(Seat, "key"), *_told()]
    return (
        f"SELECT {', '.join(columns)} FROM {table(Token)}"  # noqa: S608
        f" JOIN {table(Game)} ON {column(Game, 'id')} = {column(Token, 'game')}"
        f" LEFT JOIN {table(Seat)} ON {column(Seat, 'id')} = {column(Token, 'seat')}"
        f" WHERE {column(Token, 'game')} = %s AND {column(Token, 'hash')} IN ({_marks(count)})"
        f" AND {column(Token, 'revoked_at')} IS NULL AND NOT {column(Token, 'is_link')}"
    )


@lru_cache(maxsize=64)
def _hosts(count: int) -> str:
    own, second = column(Game, "host"), column(Game, "second_host")
    return (
        f"SELECT {', '.join([column(Host, 'id'), *_told()])} FROM {table(Game)}"  # noqa: S608
        f" JOIN {table(Host)} ON {column(Host, 'id')} IN ({own}, {second})"
        f" WHERE {column(Game, 'id')} = %s AND {column(Host, 'key_hash')} IN ({_marks(count)})"
    )


def _told() -> list[str]:
    return [column(Game, name) for name in TOLD_APART_BY]


def _marks(count: int) -> str:
    return ", ".join(["%s"] * count)
