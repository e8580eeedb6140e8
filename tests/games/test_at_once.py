"""Many phones at the same instant: what was accepted is in the log once, nothing is lost, nobody is shut out."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection, connections

from games import locking
from games.errors import Busy
from games.models import ActionRecord, Game, IdempotencyKey
from games.services.actions import ActionBody, action_submit
from games.services.audit import game_verify
from tests.games.stored import host_of, new_game, row_of, set_up

pytestmark = pytest.mark.django_db(transaction=True)
PHONES, ENTRIES = 12, 5


def at_once(jobs: list[Callable[[], Any]]) -> list[Any]:
    """Run jobs in a thread each, released together; what they returned or raised, in their order."""
    gate = threading.Barrier(len(jobs))
    found: list[Any] = [None] * len(jobs)

    def work(at: int) -> None:
        try:
            gate.wait()
            found[at] = jobs[at]()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test says so
            found[at] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(at,)) for at in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def gold_by(game: Game, phone: int) -> Callable[[], list[int]]:
    """A phone that logs five corrections, one after another."""
    actor = host_of(game)

    def logs() -> list[int]:
        seqs = []
        for entry in range(ENTRIES):
            body = ActionBody(
                kind="correct",
                seat="B",
                params={
                    "reason": f"{phone}.{entry}",
                    "figures": {"B": {"extra_turns": phone * ENTRIES + entry + 1}},
                },
            )
            outcome = action_submit(
                actor=actor, body=body, key=f"{phone}-{entry}", body_hash=f"{entry}"
            )
            assert outcome.entry is not None
            seqs.append(outcome.entry["seq"])
        return seqs

    return logs


def logged(game_id: UUID) -> list[tuple[int, str]]:
    records = ActionRecord.objects.filter(game=game_id, seq__gt=8).order_by("seq")
    return [(record.seq, record.public["params"]["reason"]) for record in records]


@pytest.fixture(autouse=True)
def _on_a_file() -> None:
    if connection.vendor == "sqlite":
        assert settings.DATABASES["default"]["TEST"]["NAME"] != ":memory:"


def test_on_one_table_every_entry_is_logged_once() -> None:
    game = set_up(new_game("A", "B")).game
    found = at_once([gold_by(game, phone) for phone in range(PHONES)])
    assert [answer for answer in found if not isinstance(answer, list)] == []
    told = {
        seq: f"{phone}.{entry}"
        for phone, seqs in enumerate(found)
        for entry, seq in enumerate(seqs)
    }
    assert len(told) == PHONES * ENTRIES
    assert dict(logged(game.pk)) == told
    row = row_of(game.pk)
    assert (row.seq, row.version) == (8 + PHONES * ENTRIES, 9 + PHONES * ENTRIES)
    assert game_verify(game=row).faults == []


def test_on_many_tables_every_entry_is_logged_once() -> None:
    games = [set_up(new_game("A", "B")).game for _ in range(PHONES)]
    found = at_once([gold_by(game, phone) for phone, game in enumerate(games)])
    assert found == [list(range(9, 9 + ENTRIES))] * PHONES
    for phone, game in enumerate(games):
        assert logged(game.pk) == [(9 + entry, f"{phone}.{entry}") for entry in range(ENTRIES)]
        assert game_verify(game=row_of(game.pk)).faults == []


def test_the_same_key_sent_at_once_counts_once() -> None:
    game = set_up(new_game("A", "B")).game
    body = ActionBody(kind="correct", seat="B", params={"reason": "once", "gold_on": {"kiros": 3}})

    def send() -> tuple[int, bool]:
        outcome = action_submit(actor=host_of(game), body=body, key="same", body_hash="same")
        assert outcome.entry is not None
        return outcome.entry["seq"], outcome.replayed

    found = at_once([send] * PHONES)
    assert sorted(found) == [(9, False)] + [(9, True)] * (PHONES - 1)
    assert logged(game.pk) == [(9, "once")]
    assert IdempotencyKey.objects.filter(key="same").count() == 1


def test_six_seats_that_end_one_turn_at_once_end_it_once() -> None:
    evening = set_up(new_game("A", "B"))
    evening.free("end_turn", "A")
    version = row_of(evening.game.pk).version
    evening.undo()
    body = ActionBody(kind="end_turn", seat="A", as_happened="everybody saw it")
    found = at_once(
        [lambda: action_submit(actor=host_of(evening.game), body=body, if_version=version + 1)] * 6
    )
    assert sorted(type(answer).__name__ for answer in found) == ["Outcome", *["StaleVersion"] * 5]
    assert row_of(evening.game.pk).seq == 11


def test_writers_come_in_the_order_they_asked() -> None:
    turns, order = locking._Turns(), []
    assert turns.acquire(1)
    assert turns.acquire(1)

    def wait(at: int) -> None:
        assert turns.acquire(5)
        order.append(at)
        turns.release()

    threads = [threading.Thread(target=wait, args=(at,)) for at in range(6)]
    for waiting, thread in enumerate(threads, 1):
        thread.start()
        while len(turns._waiting) < waiting:
            pass
    impatient: list[bool] = []
    late = threading.Thread(target=lambda: impatient.append(turns.acquire(0.01)))
    late.start()
    late.join()
    assert impatient == [False]
    turns.release()
    assert order == []
    turns.release()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4, 5]
    assert turns.acquire(0)


HOLDER = """
import fcntl, sys
lock = open(sys.argv[1], "ab")
fcntl.lockf(lock, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), reason="rows are locked there"
)
def test_another_process_is_waited_for(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = set_up(new_game("A", "B")).game
    settings.WRITE_LOCK = tmp_path / "lock"
    monkeypatch.setattr(locking, "PATIENCE", 0.05)
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(settings.WRITE_LOCK)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Busy):
            gold_by(game, 1)()
        assert row_of(game.pk).seq == 8
    assert gold_by(game, 1)() == list(range(9, 9 + ENTRIES))
    os.close(locking._QUEUE._files.pop(settings.WRITE_LOCK))
