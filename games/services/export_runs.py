"""Writing a file that was asked for: claimed by one attempt, watched while it lasts, ended by name.

An attempt holds a lease that every sign of life renews. Whatever happens to it, the row ends: done,
failed with a reason, cancelled, or handed to the next attempt, of which there are three.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import platform
import secrets
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.errors import Busy, NotFound
from games.exports.formats import FORMATS, Format
from games.exports.source import Source
from games.locking import writing_rows
from games.models import Export
from games.services import export_files as files

State = Export.State

MOST_ATTEMPTS = 3
# An attempt that takes longer would not end before the export must; the large ones take minutes.
LONGEST_RUN = timedelta(minutes=20)
TELL_EVERY = 1.0
# How long a name lasts after which a sign of life is sought, in leases.
SIGNS_A_LEASE = 4
FULL = {errno.ENOSPC, errno.EDQUOT}
# Where Linux tells one start of a machine from all others.
_BOOT = Path("/proc/sys/kernel/random/boot_id")

log = logging.getLogger(__name__)


class NotOurs(Exception):
    """The row has been cancelled, ended, or given to another attempt."""


class TooLong(Exception):
    """The attempt has taken as long as any may."""


def run_make() -> str:
    """The name of an attempt: on which machine, in which process, and which of its attempts."""
    return f"{_here()}-{os.getpid()}-{secrets.token_hex(4)}"


def _here() -> str:
    """This machine since it was started, or this container of it."""
    try:
        started = _BOOT.read_text(encoding="ascii")
    except OSError:
        started = ""
    return hashlib.sha256(f"{platform.node()} {started}".encode()).hexdigest()[:8]


def is_dead(run: str) -> bool:
    """Whether an attempt's process is known to be gone; of another machine's nothing is known."""
    here, pid, _number = run.split("-")
    if here != _here():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def export_claim(export_id: UUID) -> Export | None:
    """Take an export that waits; None if it does not, or cannot be seen yet."""
    now, run = timezone.now(), run_make()
    with writing_rows():
        taken = Export.objects.filter(pk=export_id, state=State.QUEUED).update(
            state=State.RUNNING,
            run=run,
            lease_until=now + timedelta(seconds=settings.EXPORT_LEASE),
            attempts=F("attempts") + 1,
            started_at=Coalesce("started_at", now),
            phase="",
            done=0,
            total=0,
            version=F("version") + 1,
        )
        return Export.objects.get(pk=export_id) if taken else None


def export_run(export_id: UUID) -> bool:
    """Write the file of an export that waits, and end its row; whether there was anything to do.

    A message that comes again because its worker was killed finds the row where that left it.
    """
    export = export_claim(export_id)
    if export is None and export_hand_on(export_id):
        export = export_claim(export_id)
    if export is None:
        return False
    try:
        files.clear(export.pk)
        kind = FORMATS[export.format]
        made = _written(export, kind)
        _finish(export, kind, made)
    except NotOurs:
        pass
    except (DatabaseError, Busy) as error:
        if code := _disk_full(error):
            export_fail(export, code)
        else:
            log.warning("export %s will be tried again: %s", export.pk, error)
            give_back(held(export.pk, export.run), export.pk)
    except NotFound:
        export_fail(export, "game_gone")
    except TooLong:
        export_fail(export, "too_long")
    except Exception as error:
        # Whatever a format breaks on, the asker is told, and the operator.
        code = _disk_full(error)
        if not code:
            log.exception("export %s failed", export.pk)
        export_fail(export, code or ("cannot_write" if isinstance(error, OSError) else "failed"))
    return True


def _written(export: Export, kind: Format) -> files.Written:
    sources = [Source.from_json(source) for source in export.sources]
    watch = Watch(export)
    with files.unfinished(export.pk, export.run) as (path, out):
        kind.write(out, sources, watch.step)
    return files.written(path)


def _finish(export: Export, kind: Format, made: files.Written) -> None:
    """The file gets its name, then the row names the file: exactly one of it, or none.

    Raises:
        NotOurs: Another attempt has the row, so this one's file goes.
    """
    games = len(export.sources)
    try:
        kept = made.keep(kind.suffix_of(games))
    except FileNotFoundError:
        # Whoever took the row over has cleared up.
        raise NotOurs from None
    now = timezone.now()
    with writing_rows():
        ours = held(export.pk, export.run).update(
            **ENDED,
            state=State.DONE,
            phase="",
            done=F("total"),
            file=kept.name,
            media_type=kind.media_type_of(games),
            size=made.size,
            digest=made.digest,
            finished_at=now,
            expires_at=now + settings.EXPORT_KEPT_FOR,
        )
    if not ours:
        kept.unlink(missing_ok=True)
        raise NotOurs


# What every end of an attempt has in common.
ENDED: dict[str, Any] = {"run": "", "lease_until": None, "version": F("version") + 1}


def held(export_id: UUID, run: str) -> QuerySet[Export]:
    """The row, as long as this attempt may write to it."""
    return Export.objects.filter(pk=export_id, state=State.RUNNING, run=run)


def export_fail(export: Export, code: str, **params: Any) -> bool:
    """An attempt's export ends with a reason, if it is still its own; what it left is taken away."""
    return fail(held(export.pk, export.run), export.pk, code, **params)


def fail(rows: QuerySet[Export], export_id: UUID, code: str, **params: Any) -> bool:
    """End one row by name, if it is still among these."""
    with writing_rows():
        ended = rows.update(
            **ENDED,
            state=State.FAILED,
            error=code,
            error_params=params,
            finished_at=timezone.now(),
        )
    if ended:
        files.clear(export_id)
    return bool(ended)


def export_hand_on(export_id: UUID) -> bool:
    """Leave an export to the next attempt at once, if the process of the one before is gone."""
    run = Export.objects.filter(pk=export_id, state=State.RUNNING).values_list("run", flat=True)
    return any(is_dead(name) and give_back(held(export_id, name), export_id) for name in run)


def give_back(rows: QuerySet[Export], export_id: UUID) -> bool:
    """Let one row wait for another attempt, if it is still among these; after three, it has failed."""
    if fail(
        rows.filter(attempts__gte=MOST_ATTEMPTS), export_id, "worker_lost", attempts=MOST_ATTEMPTS
    ):
        return True
    with writing_rows():
        # As if it had never been sent: the sweeper sends it at once.
        waits = rows.update(
            **ENDED, state=State.QUEUED, phase="", done=0, total=0, sends=0, sent_at=None
        )
    return bool(waits)


class Watch:
    """What an attempt says while it writes: how far it is, and thereby that it lives."""

    def __init__(self, export: Export) -> None:
        """Begin to watch."""
        left = min((export.ends_by - timezone.now()), LONGEST_RUN).total_seconds()
        self.export = export
        self.until = time.monotonic() + left
        self.pause = min(TELL_EVERY, settings.EXPORT_LEASE / SIGNS_A_LEASE)
        self.phase = ""
        self.next = 0.0

    def step(self, phase: str, done: int, total: int) -> None:
        """Renew the lease now and then, and say how much is done.

        Raises:
            NotOurs: The export was cancelled, or is another attempt's.
            TooLong: It has taken too long.
        """
        now = time.monotonic()
        if now > self.until:
            raise TooLong
        if phase == self.phase and now < self.next:
            return
        self.phase, self.next = phase, now + self.pause
        try:
            self._tell(phase, done, total)
        except Busy:
            # Others write: the lease lasts for some more tries.
            log.info("export %s could not say how far it is", self.export.pk)

    def _tell(self, phase: str, done: int, total: int) -> None:
        with writing_rows():
            ours = held(self.export.pk, self.export.run).update(
                phase=phase,
                done=done,
                total=total,
                lease_until=timezone.now() + timedelta(seconds=settings.EXPORT_LEASE),
                version=F("version") + 1,
            )
        if not ours:
            raise NotOurs


def _disk_full(error: BaseException) -> str:
    """`no_space` if that is what is behind an error, however libraries have wrapped it."""
    for found in _chain(error):
        if isinstance(found, OSError) and found.errno in FULL:
            return "no_space"
        if getattr(found, "sqlite_errorname", "") == "SQLITE_FULL":
            return "no_space"
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        yield from (found for found in error.args if isinstance(found, BaseException))
        error = error.__cause__ or error.__context__
