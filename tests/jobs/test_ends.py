"""Whatever happens to whoever writes a file, its export ends, by name, with one file or none.

Held to real processes: a server, a Redis and a worker; and the server of `make play` alone.
"""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
from pathlib import Path
from uuid import uuid4

import pytest

from games.exports.formats import FORMATS
from games.services.export_runs import MOST_ATTEMPTS
from talisman_companion.demo.phone import Refused
from tests.jobs.places import Broker, Place, Table, waited_for

pytestmark = pytest.mark.timeout(1200)


def process_of(pid: int, what: str) -> int:
    """What the system says of a process: its parent (`ppid`), its group (`pgid`)."""
    told = subprocess.run(
        ["ps", "-o", f"{what}=", "-p", str(pid)], capture_output=True, check=True, text=True
    )
    return int(told.stdout)


# Elsewhere messages stay in the server's memory, where nobody else sends or loses any.
with_a_broker = pytest.mark.parametrize("place", ["workers"], indirect=True)


@pytest.fixture
def broker(place: Place) -> Broker:
    assert place.broker is not None
    return place.broker


@pytest.fixture(scope="module")
def table(place: Place) -> Table:
    return place.bare()


def is_whole(place: Place, table: Table, export_id: str, *, attempts: int) -> bytes:
    """Done, with one file, which is what the row says it is."""
    told = place.ended(table, export_id)
    assert (told["state"], told["error"], told["attempts"]) == ("done", None, attempts)
    assert len(place.files(export_id)) == 1
    read = place.fetched(table, export_id)
    assert told["file"]["size"] == len(read)
    assert told["file"]["digest"] == hashlib.sha256(read).hexdigest()
    return read


def nothing_is_left(place: Place, table: Table, export_id: str, state: str) -> str:
    """Ended without a file; the code of the reason, which comes with a sentence."""
    told = place.ended(table, export_id)
    assert (told["state"], told["file"]) == (state, None)
    waited_for("the file to go", lambda: not place.files(export_id))
    if told["error"] is None:
        return ""
    assert told["error"]["detail"]
    return str(told["error"]["code"])


def killed_at(place: Place, table: Table, export_id: str, phase: str) -> None:
    """Kill the process that writes in a phase, at whose gate the next one may come by."""
    os.kill(place.at(export_id, phase), signal.SIGKILL)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_killed_in_each_phase_it_is_written_all_the_same(
    place: Place, table: Table, form: str
) -> None:
    first = table.ask(form)
    whole = is_whole(place, table, first, attempts=1)
    assert place.phases(first)
    for phase in place.phases(first):
        place.shut(table, phase)
        export_id = table.ask(form)
        killed_at(place, table, export_id, phase)
        place.open(table, phase)
        again = is_whole(place, table, export_id, attempts=2)
        assert len(again) == len(whole)


def test_killed_again_and_again_it_is_given_up(place: Place, table: Table) -> None:
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    for _ in range(MOST_ATTEMPTS):
        killed_at(place, table, export_id, "writing")
    place.open(table, "writing")

    assert nothing_is_left(place, table, export_id, "failed") == "worker_lost"
    is_whole(place, table, table.ask("ndjson"), attempts=1)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_a_full_disk_is_said(place: Place, table: Table, form: str) -> None:
    with place.full_disk(table):
        export_id = table.ask(form)
        assert nothing_is_left(place, table, export_id, "failed") == "no_space"


def test_cancelled_in_the_middle(place: Place, table: Table) -> None:
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    place.at(export_id, "writing")
    told = table.host.post(f"exports/{export_id}/cancel/", {})
    assert told["state"] == "cancelled"
    place.open(table, "writing")

    assert nothing_is_left(place, table, export_id, "cancelled") == ""
    with pytest.raises(Refused, match="There is no file any more"):
        place.fetched(table, export_id)


def test_a_table_that_is_played_on_meanwhile(place: Place) -> None:
    table = place.played()
    before = is_whole(place, table, table.ask("ndjson"), attempts=1)
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    place.at(export_id, "writing")
    entry = table.host.post(f"games/{table.game_id}/undo/", {})["entry"]
    place.open(table, "writing")

    assert is_whole(place, table, export_id, attempts=1) == before
    after = is_whole(place, table, table.ask("ndjson"), attempts=1)
    assert after.startswith(before)
    assert after.count(b"\n") == before.count(b"\n") + 1 == entry["seq"] + 1


def test_a_file_whose_time_is_up(place: Place, table: Table) -> None:
    export_id = table.ask("ndjson")
    is_whole(place, table, export_id, attempts=1)
    place.run(
        "from datetime import datetime, UTC; from games.models import Export;"
        f"Export.objects.filter(pk='{export_id}').update(expires_at=datetime(2020, 1, 1, tzinfo=UTC))"
    )

    waited_for("the file to go", lambda: not place.files(export_id))
    assert nothing_is_left(place, table, export_id, "expired") == ""


def test_whoever_serves_phones_does_not_write(place: Place, table: Table) -> None:
    """Workers do where there are any, else children of the server, and never the server itself."""
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    writer = place.at(export_id, "writing")
    group = process_of(writer, "pgid")
    serving = place.processes["server"].pid

    assert group == (place.processes["worker"].pid if place.broker else serving)
    assert writer != serving
    if place.broker is None:
        # The server, the process that serves, the child that waits, and its child that writes.
        waiting = process_of(writer, "ppid")
        assert process_of(process_of(waiting, "ppid"), "ppid") == serving
    place.open(table, "writing")
    is_whole(place, table, export_id, attempts=1)


def test_the_server_is_killed_and_comes_back(place: Place, table: Table) -> None:
    """With workers the file is none of its business; without them it is begun again."""
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    writer = place.at(export_id, "writing")
    place.kill_alone("server")
    if place.broker is None:
        waited_for("its child to see that", lambda: not Path(f"/proc/{writer}").exists())
    place.open(table, "writing")
    place.serve()

    is_whole(place, table, export_id, attempts=1 if place.broker else 2)


@pytest.mark.parametrize("place", ["embedded"], indirect=True)
def test_the_child_that_waits_is_killed(place: Place, table: Table) -> None:
    """What writes then writes on, and the next file has another child."""
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    writer = place.at(export_id, "writing")
    os.kill(process_of(writer, "ppid"), signal.SIGKILL)
    place.open(table, "writing")
    is_whole(place, table, export_id, attempts=1)

    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    waiting = process_of(place.at(export_id, "writing"), "ppid")
    place.open(table, "writing")
    is_whole(place, table, export_id, attempts=1)
    os.kill(waiting, signal.SIGKILL)
    is_whole(place, table, table.ask("ndjson"), attempts=1)


# --- where there is a broker -------------------------------------------------------------------


@with_a_broker
def test_the_worker_is_killed_with_all_it_has_started(
    place: Place, table: Table, broker: Broker
) -> None:
    place.shut(table, "writing")
    export_id, next_id = table.ask("ndjson"), table.ask("ndjson")
    place.at(export_id, "writing")
    place.kill("worker")
    place.open(table, "writing")
    place.work("worker")

    is_whole(place, table, export_id, attempts=2)
    is_whole(place, table, next_id, attempts=1)


@with_a_broker
def test_a_message_comes_twice(place: Place, table: Table, broker: Broker) -> None:
    place.shut(table, "writing")
    export_id = table.ask("ndjson")
    place.at(export_id, "writing")
    for _ in range(3):
        broker.send(export_id)
    place.open(table, "writing")
    is_whole(place, table, export_id, attempts=1)
    broker.send(export_id)
    # Messages are taken in order: once this one is done, so are those.
    is_whole(place, table, table.ask("ndjson"), attempts=1)

    is_whole(place, table, export_id, attempts=1)


@with_a_broker
def test_a_message_comes_before_its_row(place: Place, table: Table, broker: Broker) -> None:
    broker.send(str(uuid4()))
    is_whole(place, table, table.ask("ndjson"), attempts=1)


@with_a_broker
def test_the_broker_forgets_everything(place: Place, table: Table, broker: Broker) -> None:
    place.shut(table, "writing")
    first = table.ask("ndjson")
    place.at(first, "writing")
    waiting = [table.ask("ndjson") for _ in range(3)]
    broker.client().flushdb()
    place.open(table, "writing")

    for export_id in (first, *waiting):
        is_whole(place, table, export_id, attempts=1)


@with_a_broker
def test_the_broker_is_away_when_it_is_asked_for(
    place: Place, table: Table, broker: Broker
) -> None:
    if not broker.is_ours:
        pytest.skip("a Redis that others use is not taken away")
    broker.stop()
    export_id = table.ask("ndjson")
    assert place.seen(table, export_id)["state"] == "queued"
    broker.start()

    is_whole(place, table, export_id, attempts=1)
