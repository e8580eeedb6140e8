"""The embedded server tidies up by itself, and a failure there does not end it."""

from __future__ import annotations

import threading

from django.conf import settings

from games.queue import SWEEP, TICK
from talisman_companion.celery import app
from talisman_companion.housekeeping import keep_house


def test_it_goes_round_and_outlives_a_failure() -> None:
    twice = threading.Event()
    times: list[int] = []

    def tidy() -> None:
        times.append(len(times))
        if len(times) == 1:
            raise RuntimeError("the disk is full")
        twice.set()

    stop = keep_house(tidy, first_after=0.0, every=0.001)
    assert twice.wait(10)
    stop.set()
    assert times[:2] == [0, 1]


def test_the_scheduler_sends_a_task_that_the_worker_knows() -> None:
    app.loader.import_default_modules()
    sent = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert sent == {SWEEP, TICK}
    assert sent <= set(app.tasks)
