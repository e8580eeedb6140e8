"""What keeps an export ending, piece by piece; `tests/jobs` holds whole processes to it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import pytest
from celery import current_app
from celery.exceptions import OperationalError
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from games.errors import Busy
from games.exports.formats import FORMATS
from games.exports.source import Source
from games.models import Export, Game, Host
from games.queue import EXPORT, LARGE, SMALL
from games.services import export_files
from games.services.export_runs import (
    MOST_ATTEMPTS,
    NotOurs,
    TooLong,
    Watch,
    export_claim,
    export_fail,
    export_hand_on,
    export_run,
    is_dead,
    run_make,
)
from games.services.export_upkeep import exports_sweep, exports_tidy
from games.services.exports import export_ask, export_cancel, export_discard
from tests.games.stored import host_of, new_game, seat_actor
from tests.games.test_at_once import at_once

pytestmark = pytest.mark.django_db
State = Export.State


@pytest.fixture(autouse=True)
def _files(settings: Any, tmp_path: Path) -> None:
    location = {"location": tmp_path / "exports", "base_url": None}
    settings.STORAGES = {
        **settings.STORAGES,
        "exports": {**settings.STORAGES["exports"], "OPTIONS": location},
    }


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the broker was sent: the export, and its queue."""
    found: list[tuple[str, str]] = []

    def send_task(name: str, args: tuple[str, ...], **options: Any) -> None:
        assert (name, options["retry"]) == (EXPORT, False)
        found.append((args[0], options["queue"]))

    monkeypatch.setattr(current_app, "send_task", send_task)
    return found


def asked(form: str = "ndjson") -> Export:
    game = new_game("A", "B")
    with transaction.atomic():
        return export_ask(game=game, actor=host_of(game), form=form)


def row(export: Export) -> Export:
    return Export.objects.get(pk=export.pk)


def files_of(export: Export) -> list[str]:
    return [path.name for path in export_files.lying().get(export.pk, [])]


def past(export: Export, **fields: float) -> None:
    """Set moments of an export so many seconds back."""
    now = timezone.now()
    Export.objects.filter(pk=export.pk).update(
        **{name: now - timedelta(seconds=seconds) for name, seconds in fields.items()}
    )


@contextmanager
def writing(write: Callable[[BinaryIO, Any, Any], None]) -> Iterator[None]:
    """The format `ndjson` writes so."""
    kept = FORMATS["ndjson"]
    FORMATS["ndjson"] = replace(kept, one=write)
    try:
        yield
    finally:
        FORMATS["ndjson"] = kept


def gone_process() -> str:
    """The name of an attempt whose process has ended."""
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        check=True,
        text=True,
    )
    here, _pid, number = run_make().split("-")
    return f"{here}-{int(ended.stdout)}-{number}"


# --- one attempt -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_format_comes_to_its_end_with_one_file(form: str) -> None:
    export = asked(form)

    assert export_run(export.pk)
    ended = row(export)
    assert (ended.state, ended.attempts, ended.run) == (State.DONE, 1, "")
    assert files_of(export) == [ended.file]
    assert ended.done == ended.total > 0
    assert ended.size == (export_files.folder() / ended.file).stat().st_size > 0


def test_a_message_that_comes_twice_writes_one_file() -> None:
    export = asked()
    assert [export_run(export.pk) for _ in range(3)] == [True, False, False]
    assert row(export).attempts == 1
    assert len(files_of(export)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_are_told_at_once_write_one_file() -> None:
    export = asked()
    found = at_once([lambda: export_run(export.pk)] * 4)

    assert sorted(found) == [False, False, False, True]
    assert (row(export).state, row(export).attempts) == (State.DONE, 1)
    assert files_of(export) == [row(export).file]


def test_a_message_before_its_row_is_only_early(sent: list[tuple[str, str]]) -> None:
    export = asked()
    Export.objects.filter(pk=export.pk).update(id=(other := uuid4()))
    assert not export_run(export.pk)
    Export.objects.filter(pk=other).update(id=export.pk)

    assert exports_sweep()["sent"] == 0
    past(export, sent_at=1000)
    assert exports_sweep()["sent"] == 1
    assert sent == [(str(export.pk), SMALL)]
    assert export_run(export.pk)


def test_a_worker_says_how_far_it_is_and_renews_its_lease() -> None:
    claimed = export_claim(asked().pk)
    assert claimed is not None
    past(claimed, lease_until=5)
    watch = Watch(claimed)
    watch.step("writing", 0, 900)
    watch.step("writing", 200, 900)

    now = row(claimed)
    assert (now.phase, now.done, now.total, now.version) == ("writing", 0, 900, claimed.version + 1)
    assert now.lease_until is not None
    assert now.lease_until > timezone.now()
    watch.step("packing", 900, 900)
    assert (row(claimed).phase, row(claimed).done) == ("packing", 900)


def test_a_worker_whose_row_went_to_another_stops_and_leaves_that_ones_file(
    sent: list[tuple[str, str]],
) -> None:
    export = asked()
    first: list[str] = []

    def write(out: BinaryIO, _history: Any, step: Any) -> None:
        out.write(b"some")
        if first:
            return
        first.append(row(export).run)
        past(export, lease_until=1)
        assert exports_sweep()["handed_on"] == 1
        assert export_run(export.pk)
        out.write(b"more of the first")
        step("packing", 1, 1)

    with writing(write):
        export_run(export.pk)
    ended = row(export)
    assert (ended.state, ended.attempts) == (State.DONE, 2)
    assert files_of(export) == [ended.file]
    assert first[0] not in ended.file
    assert (export_files.folder() / ended.file).read_bytes() == b"some"


def test_one_that_wrote_on_to_its_end_does_not_replace_the_others_file(
    sent: list[tuple[str, str]],
) -> None:
    export = asked()
    times: list[int] = []

    def write(out: BinaryIO, _history: Any, _step: Any) -> None:
        times.append(1)
        out.write(b"x" * len(times))
        if len(times) == 1:
            past(export, lease_until=1)
            exports_sweep()
            export_run(export.pk)

    with writing(write):
        export_run(export.pk)
    assert (row(export).state, row(export).size) == (State.DONE, 2)
    assert files_of(export) == [row(export).file]


# --- how it ends -------------------------------------------------------------------------------


def broken(error: BaseException) -> Callable[[BinaryIO, Any, Any], None]:
    def write(out: BinaryIO, _history: Any, step: Any) -> None:
        out.write(b"half of it")
        step("writing", 5, 10)
        raise error

    return write


def full(out: BinaryIO, _history: Any, _step: Any) -> None:
    """What a library may make of a full disk: an error of its own around the system's."""
    with open("/dev/full", "wb") as disk:  # noqa: PTH123
        try:
            disk.write(b"x" * 100_000)
        except OSError as error:
            raise RuntimeError("the sheet was not saved") from error


@pytest.mark.parametrize(
    ("write", "code"),
    [
        (full, "no_space"),
        (broken(PermissionError(13, "no")), "cannot_write"),
        (broken(ValueError("odd entry")), "failed"),
        (broken(TooLong()), "too_long"),
    ],
    ids=["full", "forbidden", "broken", "long"],
)
def test_what_breaks_fails_by_name_and_leaves_no_file(write: Any, code: str) -> None:
    export = asked()
    with writing(write):
        assert export_run(export.pk)

    ended = row(export)
    assert (ended.state, ended.error, ended.attempts) == (State.FAILED, code, 1)
    assert ended.finished_at is not None
    assert files_of(export) == []
    assert not export_run(export.pk)


def test_a_table_that_is_gone_by_then_is_named() -> None:
    export = asked()
    sources = [{**export.sources[0], "game_id": str(uuid4())}]
    Export.objects.filter(pk=export.pk).update(sources=sources)
    export_run(export.pk)

    assert (row(export).state, row(export).error) == (State.FAILED, "game_gone")


@pytest.mark.parametrize("error", [DatabaseError("the server has gone away"), Busy()])
def test_what_may_pass_is_tried_again_three_times(error: Exception) -> None:
    export = asked()
    with writing(broken(error)):
        for attempt in (1, 2):
            assert export_run(export.pk)
            assert (row(export).state, row(export).attempts) == (State.QUEUED, attempt)
            assert (row(export).phase, row(export).done, row(export).total) == ("", 0, 0)
            assert files_of(export) == []
        assert export_run(export.pk)
    ended = row(export)
    assert (ended.state, ended.error, ended.attempts) == (State.FAILED, "worker_lost", 3)


def test_cancelled_in_the_middle_it_stops_and_stays_cancelled() -> None:
    export = asked()

    def write(out: BinaryIO, _history: Any, step: Any) -> None:
        out.write(b"half")
        export_cancel(export=row(export))
        step("writing", 1, 2)

    with writing(write):
        export_run(export.pk)
    assert (row(export).state, row(export).error) == (State.CANCELLED, "")
    assert files_of(export) == []


def test_it_takes_no_longer_than_it_may() -> None:
    claimed = export_claim(asked().pk)
    assert claimed is not None
    past(claimed, ends_by=1)
    with pytest.raises(TooLong):
        Watch(row(claimed)).step("writing", 0, 1)


def test_a_cancelled_one_is_no_attempts() -> None:
    claimed = export_claim(asked().pk)
    assert claimed is not None
    watch = Watch(claimed)
    export_cancel(export=claimed)
    with pytest.raises(NotOurs):
        watch.step("writing", 0, 1)


def test_an_attempt_that_was_given_up_has_no_say_in_the_next(sent: list[tuple[str, str]]) -> None:
    first = export_claim(asked().pk)
    assert first is not None
    past(first, lease_until=1)
    assert exports_sweep()["handed_on"] == 1
    second = export_claim(first.pk)
    assert second is not None

    with pytest.raises(NotOurs):
        Watch(first).step("writing", 0, 1)
    assert not export_fail(first, "failed")
    assert (row(first).state, row(first).run) == (State.RUNNING, second.run)


# --- what was lost -----------------------------------------------------------------------------


def test_a_process_that_is_gone_is_known_and_another_machines_is_not() -> None:
    gone = gone_process()
    assert is_dead(gone)
    assert not is_dead(run_make())
    assert not is_dead("00000000" + gone[8:])


def test_the_next_attempt_begins_at_once_where_the_process_is_gone() -> None:
    export = export_claim(asked().pk)
    assert export is not None
    assert not export_hand_on(export.pk)
    Export.objects.filter(pk=export.pk).update(run=gone_process())

    assert export_run(export.pk)
    assert (row(export).state, row(export).attempts) == (State.DONE, 2)


def test_after_three_lost_attempts_it_is_given_up(sent: list[tuple[str, str]]) -> None:
    export = asked()
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert export_claim(export.pk) is not None
        (export_files.folder()).mkdir(exist_ok=True)
        (export_files.folder() / f"{export.pk}-{row(export).run}.part").write_bytes(b"half")
        Export.objects.filter(pk=export.pk).update(run=gone_process())
        assert exports_sweep()["handed_on"] == 1
        assert len(sent) == min(attempt, 2)
    ended = row(export)
    assert (ended.state, ended.error, ended.error_params) == (
        State.FAILED,
        "worker_lost",
        {"attempts": 3},
    )
    assert files_of(export) == []


def test_a_lease_that_lasts_is_left_alone() -> None:
    export = export_claim(asked().pk)
    assert export is not None
    assert exports_sweep() == {"overdue": 0, "handed_on": 0, "sent": 0, "expired": 0}
    assert row(export).state == State.RUNNING


def test_what_waits_is_sent_again_ever_more_rarely(
    sent: list[tuple[str, str]], settings: Any
) -> None:
    settings.EXPORT_SWEEP_EVERY = 10.0
    export = asked()
    for sends, seconds in ((1, 20), (2, 40), (3, 80), (4, 160), (5, 160), (6, 160)):
        assert row(export).sends == sends
        past(export, sent_at=seconds - 2)
        assert exports_sweep()["sent"] == 0
        past(export, sent_at=seconds + 2)
        assert exports_sweep()["sent"] == 1
    assert len(sent) == 6


def test_a_broker_that_takes_nothing_is_not_tried_for_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Any] = []

    def send_task(_name: str, args: Any, **_options: Any) -> None:
        tried.append(args)
        raise OperationalError("nobody there")

    monkeypatch.setattr(current_app, "send_task", send_task)
    for export in (asked(), asked(), asked()):
        past(export, sent_at=1000)
    assert exports_sweep()["sent"] == 0
    assert len(tried) == 1


def test_what_waits_in_no_memory_is_sent_when_the_server_starts(
    sent: list[tuple[str, str]],
) -> None:
    first, second = asked(), asked()
    assert exports_sweep(every_one=True)["sent"] == 2
    assert sent == [(str(first.pk), SMALL), (str(second.pk), SMALL)]


@pytest.mark.parametrize(
    ("attempts", "code"), [(0, "not_started"), (1, "too_long")], ids=["never", "once"]
)
def test_what_is_overdue_ends_by_name(attempts: int, code: str) -> None:
    export = asked()
    Export.objects.filter(pk=export.pk).update(attempts=attempts)
    past(export, ends_by=1)

    assert exports_sweep()["overdue"] == 1
    assert (row(export).state, row(export).error) == (State.FAILED, code)


def test_the_message_goes_after_the_row(
    sent: list[tuple[str, str]], django_capture_on_commit_callbacks: Any, settings: Any
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        export = asked()
        settings.EXPORT_SMALL = 0
        large = asked()
    assert sent == []
    for callback in callbacks:
        callback()
    assert sent == [(str(export.pk), SMALL), (str(large.pk), LARGE)]


# --- files and rows ----------------------------------------------------------------------------


def test_the_tick_takes_away_what_no_row_names(settings: Any) -> None:
    done = asked()
    export_run(done.pk)
    running = export_claim(asked().pk)
    assert running is not None
    folder = export_files.folder()
    mine = folder / f"{running.pk}-{running.run}.part"
    orphans = [
        folder / f"{done.pk}-{run_make()}.ndjson",
        folder / f"{uuid4()}-{run_make()}.part",
        folder / f"{running.pk}-{run_make()}.part",
    ]
    young = folder / f"{uuid4()}-{run_make()}.part"
    for path in (mine, young, *orphans):
        path.write_bytes(b"x")
    (folder / "readme").write_bytes(b"not ours")
    for path in (mine, *orphans, folder / row(done).file):
        os.utime(path, (1, 1))

    assert exports_tidy() == 3
    assert {path.name for path in folder.iterdir()} == {
        row(done).file,
        mine.name,
        young.name,
        "readme",
    }


def test_the_tick_expires_files_and_forgets_rows_a_month_later() -> None:
    export = asked()
    export_run(export.pk)
    past(export, expires_at=1)
    assert exports_tidy() == 0
    assert (row(export).state, files_of(export)) == (State.EXPIRED, [])
    past(export, finished_at=31 * 24 * 3600)
    waiting = asked()
    past(waiting, created_at=31 * 24 * 3600)

    assert exports_tidy() == 1
    assert list(Export.objects.values_list("pk", flat=True)) == [waiting.pk]


def test_thrown_away_it_leaves_nothing() -> None:
    export = asked()
    export_run(export.pk)
    export_discard(export=row(export))

    assert (row(export).state, row(export).file, files_of(export)) == (State.EXPIRED, "", [])


def test_a_purged_table_takes_its_exports_along() -> None:
    export = asked()
    Game.objects.get(pk=str(export.game_id)).delete()
    assert not Export.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "running"},
        {"state": "done"},
        {"state": "failed"},
        {"run": "x"},
        {"file": "x"},
        {"error": "failed"},
    ],
    ids=str,
)
def test_a_row_that_says_two_things_is_not_kept(wrong: dict[str, str]) -> None:
    export = asked()
    with pytest.raises(IntegrityError), transaction.atomic():
        Export.objects.filter(pk=export.pk).update(**wrong)


def test_the_operator_sees_how_it_ended_and_no_link(admin_client: Any) -> None:
    export = asked()
    with writing(broken(ValueError("odd entry"))):
        export_run(export.pk)
    Export.objects.filter(pk=export.pk).update(error_params={"why": "told"})
    listed = admin_client.get("/admin/games/export/").content.decode()
    seen = admin_client.get(f"/admin/games/export/{export.pk}/change/").content.decode()

    assert "Failed" in listed
    assert "told" in seen
    assert "Link hash" not in seen
    assert 'name="_save"' not in seen
    assert admin_client.get("/admin/games/export/add/").status_code == 403


def test_what_is_read_is_settled_when_it_is_asked_for() -> None:
    game = new_game("A", "B")
    with transaction.atomic():
        export = export_ask(game=game, actor=seat_actor(game, "B"), form="ndjson")

    assert [Source.from_json(source) for source in export.sources] == [
        Source(game.pk, game.seq, seat="B")
    ]
    assert export.host == Host.objects.get(pk=game.host_id)
