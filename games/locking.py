"""One writer at a time: on SQLite for the whole database, on PostgreSQL for one game.

SQLite lets one connection write and makes the others poll, with pauses that grow: with eight phones
the slowest answer takes 137 ms. Writers that queue here, before they begin, take 23 ms.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from games.cache import Recent
from games.errors import Busy, GameDeleted, NotFound
from games.models import Game
from games.rows import select

# A version is enough to tell rows apart, the rest makes a row that was changed by hand another one.
TOLD_APART_BY = (
    "deleted_at",
    "version",
    "pack_hash",
    "strictness",
    "may_log",
    "options_version",
    "all_agreed",
    "digest",
)
_GAMES: Recent[tuple[Any, ...], Game] = Recent(128)

PATIENCE = 20.0
_PAUSE = 0.001


class _Turns:
    """A lock that threads get in the order they came, and may take again while they have it.

    Python's own lets whoever comes by take it from those who wait: half of them waited twice as long.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[tuple[int, threading.Lock]] = deque()
        self._owner: int | None = None
        self._depth = 0

    def acquire(self, timeout: float) -> bool:
        me = threading.get_ident()
        with self._guard:
            if self._owner in {me, None}:
                self._owner = me
                self._depth += 1
                return True
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append((me, turn))
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if self._owner == me:
                return True
            self._waiting.remove((me, turn))
            return False

    def release(self) -> None:
        with self._guard:
            self._depth -= 1
            if self._depth:
                return
            self._owner = None
            if self._waiting:
                # Handed over, not put down: nobody can take it in between.
                self._owner, turn = self._waiting.popleft()
                self._depth = 1
                turn.release()


class _Queue:
    """Threads queue for a turn; the first of them then queues with other processes on a file.

    The file's lock belongs to the process, so it outlives neither a crash nor a fork.
    """

    def __init__(self) -> None:
        self._turns = _Turns()
        self._depth = 0
        self._files: dict[Path, int] = {}

    @contextmanager
    def first(self) -> Iterator[None]:
        until = time.monotonic() + PATIENCE
        if not self._turns.acquire(PATIENCE):
            raise Busy
        try:
            self._depth += 1
            if self._depth == 1:
                self._lock_file(until)
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._unlock_file()
            self._turns.release()

    def _lock_file(self, until: float) -> None:
        if (file := self._file()) is None:
            return
        while True:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > until:
                    raise Busy from None
                time.sleep(_PAUSE)
            else:
                return

    def _unlock_file(self) -> None:
        if (file := self._file()) is not None:
            fcntl.lockf(file, fcntl.LOCK_UN)

    def _file(self) -> int | None:
        path: Path | None = settings.WRITE_LOCK
        if path is None:
            return None
        if path not in self._files:
            # Kept open: closing any handle of a file drops the process's locks on it.
            self._files[path] = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        return self._files[path]


_QUEUE = _Queue()


@contextmanager
def queued() -> Iterator[None]:
    """Hold the place in the queue beyond the transaction, so that the next writer finds what is remembered.

    Raises:
        Busy: Others were writing for too long.
    """
    if connection.vendor == "sqlite":
        with _QUEUE.first():
            yield
    else:
        yield


@contextmanager
def writing_rows() -> Iterator[None]:
    """One short transaction that writes rows of no game in particular.

    Raises:
        Busy: Others were writing for too long.
    """
    with queued(), transaction.atomic():
        yield


@contextmanager
def writing(game_id: UUID, *, even_deleted: bool = False) -> Iterator[Game]:
    """One short transaction that holds a game: nothing slow in here, no network, no rendering.

    The game comes with its open question (`game.pending`), if it has one.

    Raises:
        NotFound: There is no such game, or it was deleted.
        Busy: Others were writing for too long.
    """
    with writing_rows():
        yield game_locked(game_id, even_deleted=even_deleted)


def game_locked(game_id: UUID, *, even_deleted: bool = False) -> Game:
    """The game's row, locked until the transaction ends.

    Its version tells whether it is the row this process remembers; then nothing else is read.

    Raises:
        NotFound: There is no such game, or it was deleted.
    """
    found = select(Game, TOLD_APART_BY, {"id": game_id}, lock=True)
    if found is None:
        raise NotFound(game=str(game_id))
    if found[0] is not None and not even_deleted:
        raise GameDeleted(game=str(game_id))
    return game_told_by(game_id, found)


def game_told_by(game_id: UUID, found: tuple[Any, ...]) -> Game:
    """The row that these columns were just read of, from memory if it is there; a copy to work with."""
    game = _GAMES.get((game_id, *_key(found)))
    if game is None:
        game = Game.objects.select_related("pending").get(pk=game_id)
        game_remember(game)
        return game
    game = copy(game)
    # What waits is worked on too, and a transaction that fails must not leave its mark here.
    if (pending := game._state.fields_cache.get("pending")) is not None:  # noqa: SLF001
        game._state.fields_cache["pending"] = copy(pending)  # noqa: SLF001
    return game


def game_remember(game: Game) -> None:
    """Remember a row as it was read or committed; only the database says whether it still is so."""
    _GAMES.put((game.pk, *_key([getattr(game, name) for name in TOLD_APART_BY])), copy(game))


def _key(told: Sequence[Any]) -> tuple[Any, ...]:
    """Columns as they are compared: when a game was deleted, databases tell in their own ways."""
    deleted_at, *rest = told
    return (deleted_at is not None, *rest)
