"""Many small files and a large one at the same time: the small ones do not wait for the large one to end.

A few by default; `JOBS_MANY=1000 JOBS_LONG=100000` are what a whole club would ask for.
"""

from __future__ import annotations

import os

import pytest

from tests.jobs.places import SMALL, Place, Table, waited_for

MANY = int(os.environ.get("JOBS_MANY", "12"))
LONG = int(os.environ.get("JOBS_LONG", "1000"))
PATIENCE = 1800.0

pytestmark = pytest.mark.timeout(2 * PATIENCE)


def test_small_ones_are_done_while_a_large_one_is_written(place: Place) -> None:
    small, large = place.bare(), place.played()
    made = place.start("long", "-m", "tests.jobs.long", large.game_id, str(LONG))
    assert made.wait(PATIENCE) == 0, place.log("long")
    place.shut(large, "writing")
    long_id = large.ask("ndjson")
    place.at(long_id, "writing")
    ids = [small.ask("ndjson") for _ in range(MANY)]

    assert LONG > SMALL
    all_done(place, small, ids)
    assert place.seen(large, long_id)["state"] == "running"
    place.open(large, "writing")
    all_done(place, large, [long_id])
    assert place.seen(large, long_id)["entries"] == LONG
    assert place.fetched(large, long_id).count(b"\n") == LONG


def all_done(place: Place, table: Table, ids: list[str]) -> None:
    """Every one of them is done, and was begun once."""

    def done() -> bool:
        while ids and place.seen(table, ids[-1])["state"] == "done":
            assert place.seen(table, ids.pop())["attempts"] == 1
        return not ids

    waited_for("all of them", done, PATIENCE)
