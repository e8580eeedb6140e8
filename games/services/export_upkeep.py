"""What keeps exports ending: sent again if the message was lost, taken over if the worker was, ended when due."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.locking import writing_rows
from games.models import Export
from games.queue import export_sent
from games.services import export_files as files
from games.services.export_runs import ENDED, fail, give_back, held, is_dead

State = Export.State

# A message that was lost is sent again after two rounds, and again after twice as long, some times: a
# long queue is not a lost message, and ten of one message do no good.
ROUNDS = 2
MOST_DOUBLED = 4
AT_ONCE = 200
# A row stays for as long after its end, so that whoever comes back is told how it ended.
TOLD_FOR = timedelta(days=30)
# A file younger than this may be one whose row is about to say so.
YOUNG = 600.0


def is_large(export: Export) -> bool:
    """Whether it waits with the large ones."""
    return export.entries > settings.EXPORT_SMALL


def exports_sweep(*, every_one: bool = False) -> dict[str, int]:
    """End what is overdue, hand on what was lost, send again what waits.

    Args:
        every_one: The broker is known to have nothing, so whatever waits is sent.

    Returns:
        How many of each.
    """
    now = timezone.now()
    return {
        "overdue": sum(export_end_if_due(export, now) for export in _overdue(now)),
        "handed_on": sum(_hand_on(export, now) for export in _running()),
        "sent": _send_again(now, every_one=every_one),
        "expired": exports_expire(now),
    }


def _running() -> Iterable[Export]:
    return Export.objects.filter(state=State.RUNNING)[:AT_ONCE]


def _hand_on(export: Export, now: datetime) -> bool:
    """Leave an export to the next attempt once the one before is gone, or has not been heard of."""
    if is_dead(export.run):
        return give_back(held(export.pk, export.run), export.pk)
    if export.lease_until is None or export.lease_until >= now:
        return False
    return give_back(held(export.pk, export.run).filter(lease_until__lt=now), export.pk)


def _overdue(now: datetime) -> Iterable[Export]:
    return Export.objects.filter(state__in=Export.UNFINISHED, ends_by__lt=now)[:AT_ONCE]


def export_end_if_due(export: Export, now: datetime) -> bool:
    """End an export whose time is up, whoever looks at it first; whether it was.

    With the broker and every worker away nobody sweeps; then reading it ends it.
    """
    row = Export.objects.filter(pk=export.pk)
    if export.state == State.DONE and export.expires_at and export.expires_at < now:
        return expire(row.filter(state=State.DONE, expires_at__lt=now), export)
    if export.has_ended or export.ends_by >= now:
        return False
    never = export.state == State.QUEUED and export.attempts == 0
    return fail(
        row.filter(state=export.state, run=export.run, ends_by__lt=now),
        export.pk,
        "not_started" if never else "too_long",
    )


def expire(rows: QuerySet[Export], export: Export) -> bool:
    """The row says first that its file is gone, then the file goes: no row names a file there is not."""
    with writing_rows():
        gone = rows.update(
            **ENDED,
            state=State.EXPIRED,
            file="",
            size=None,
            link_hash=None,
            link_until=None,
        )
    if gone:
        files.clear(export.pk)
    return bool(gone)


def _send_again(now: datetime, *, every_one: bool) -> int:
    """Send what waits and was not sent lately; none more once the broker takes none."""
    waiting = Export.objects.filter(state=State.QUEUED).order_by("created_at")
    count = 0
    for export in waiting if every_one else waiting.filter(_not_lately(now))[:AT_ONCE]:
        with writing_rows():
            still = waiting.filter(pk=export.pk, sends=export.sends).update(
                sends=F("sends") + 1, sent_at=now
            )
        if not still:
            continue
        if not export_sent(export.pk, is_large=is_large(export)):
            break
        count += 1
    return count


def _not_lately(now: datetime) -> Q:
    """Rows that were never sent, or so long ago that the message must be lost."""
    found = Q(sent_at=None)
    for sends in range(1, MOST_DOUBLED):
        found |= Q(sends=sends, sent_at__lt=now - again_after(sends))
    return found | Q(sends__gte=MOST_DOUBLED, sent_at__lt=now - again_after(MOST_DOUBLED))


def again_after(sends: int) -> timedelta:
    """How long a message is waited for before the next."""
    doubled: int = 2 ** (min(sends, MOST_DOUBLED) - 1)
    return timedelta(seconds=settings.EXPORT_SWEEP_EVERY) * ROUNDS * doubled


def exports_expire(now: datetime) -> int:
    """The files whose time is up go; the rows say so."""
    due = Export.objects.filter(state=State.DONE, expires_at__lt=now)[:AT_ONCE]
    return sum(export_end_if_due(export, now) for export in due)


def exports_tidy() -> int:
    """Take away files that no row names, and rows that ended long ago; how many of both."""
    exports_expire(timezone.now())
    return _orphans_remove() + _rows_remove()


def _orphans_remove() -> int:
    lying = files.lying()
    rows = {
        export.pk: export
        for export in Export.objects.filter(pk__in=list(lying)).only("file", "run", "state")
    }
    removed = 0
    for export_id, paths in lying.items():
        row = rows.get(export_id)
        for path in paths:
            named = row is not None and path.name == row.file
            written_now = row is not None and row.run and f"-{row.run}." in path.name
            if named or written_now or not _is_old(path.stat().st_mtime):
                continue
            path.unlink(missing_ok=True)
            removed += 1
    return removed


def _is_old(modified: float) -> bool:
    return time.time() - modified > YOUNG


def _rows_remove() -> int:
    until = timezone.now() - TOLD_FOR
    old = Export.objects.filter(
        state__in=[State.FAILED, State.EXPIRED, State.CANCELLED], finished_at__lt=until
    ).values_list("pk", flat=True)
    removed = 0
    while found := list(old[:AT_ONCE]):
        with writing_rows():
            gone, _ = Export.objects.filter(pk__in=found).delete()
        removed += gone
    return removed
