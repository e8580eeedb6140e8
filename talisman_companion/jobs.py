"""Jobs in the embedded server, which has no broker and no workers: two threads, each with a child process.

The threads are Celery workers on a broker in memory, one for small exports and one for large ones.
They only wait: a file is written in a child (`job_child.py`), since whatever keeps this process's
interpreter busy keeps the phones waiting, and since a child may be killed without taking the table
down.
"""

from __future__ import annotations

import logging
import os
import select
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from uuid import UUID

from celery import Celery
from celery.worker import WorkController
from django.conf import settings
from django.db import connections
from django.utils import timezone

import games.tasks  # noqa: F401  (what workers know how to do)
from games.models import Export
from games.queue import LARGE, SMALL
from games.services.export_runs import export_hand_on
from games.services.export_upkeep import exports_sweep
from talisman_companion.env import BASE_DIR
from talisman_companion.housekeeping import keep_house

RUNNER = "talisman_companion.jobs.run_in_child"
START_AGAIN_AFTER = 5.0

log = logging.getLogger(__name__)
_lane = threading.local()


def start_jobs() -> None:
    """Run jobs in this process from now on; the embedded server calls it once, in the process that serves."""
    settings.EXPORT_RUNNER = RUNNER
    # The command that serves has checked already, and phones are waiting.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    for queue in (SMALL, LARGE):
        threading.Thread(target=work, args=(queue,), name=queue, daemon=True).start()
    # Whatever waits from an earlier evening is in no broker's memory.
    rounds = iter([partial(exports_sweep, every_one=True)])

    def sweep() -> None:
        next(rounds, exports_sweep)()

    keep_house(
        sweep,
        first_after=1.0,
        every=settings.EXPORT_SWEEP_EVERY,
        name="sweeping",
    )


def work(queue: str) -> None:
    """Be a worker for one queue, for as long as the server runs."""
    while True:
        try:
            worker_for(queue).start()
        except Exception:  # a worker that broke must not be the last
            log.exception("the worker for %s broke", queue)
        time.sleep(START_AGAIN_AFTER)


def worker_for(queue: str) -> WorkController:
    """A worker on this process's memory that asks nobody whether there are others."""
    # An app of its own: which queues are listened to belongs to the app.
    app = Celery(queue, set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    return WorkController(
        app=app,
        hostname=f"{queue}@embedded",
        queues=[queue],
        pool_cls="solo",
        concurrency=1,
        loglevel=settings.ENV.log_level,
        without_mingle=True,
        without_gossip=True,
        without_heartbeat=True,
    )


def run_in_child(export_id: UUID) -> None:
    """Have the thread's child write a file, and wait until it has ended, one way or the other."""
    child: Child = _lane.__dict__.setdefault("child", Child())
    try:
        if not child.write(export_id):
            export_hand_on(export_id)
    finally:
        connections.close_all()


class Child:
    """The process that writes, started when there is something to write and gone when there is not."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    def write(self, export_id: UUID) -> bool:
        """Have it write one file; False if it was lost over it."""
        for _ in range(2):
            process = self._running()
            assert process.stdin is not None  # noqa: S101  (it was asked for)
            with suppress(OSError):
                process.stdin.write(f"{export_id}\n".encode())
                process.stdin.flush()
                # One that was just leaving takes nothing more, and the next is asked.
                if self._says(process, export_id) == b"taken":
                    return self._says(process, export_id) == b"ended"
            self.end()
        return False

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None or self.process.poll() is not None:
            self.end()
            self.process = subprocess.Popen(
                [sys.executable, "-m", "talisman_companion.job_child"],
                cwd=BASE_DIR,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        return self.process

    def _says(self, process: subprocess.Popen[bytes], export_id: UUID) -> bytes:
        """Its next word; nothing once it is gone, or has lost its lease and does not notice."""
        assert process.stdout is not None  # noqa: S101  (it was asked for)
        missed = 0
        while missed < 2:
            if select.select([process.stdout], [], [], settings.EXPORT_LEASE)[0]:
                said: bytes = process.stdout.readline().strip()
                return said
            alive = Export.objects.filter(
                pk=export_id, state=Export.State.RUNNING, lease_until__gt=timezone.now()
            )
            missed = 0 if alive.exists() else missed + 1
        return b""

    def end(self) -> None:
        """End it, whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            self.process = None
