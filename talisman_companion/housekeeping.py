"""Tidying up in the embedded server, where no scheduler runs: now and then, in a thread of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connections

FIRST_AFTER = 10.0
EVERY = 3600.0

log = logging.getLogger(__name__)


def keep_house(
    tidy: Callable[[], object],
    *,
    first_after: float = FIRST_AFTER,
    every: float = EVERY,
    name: str = "tidying up",
) -> threading.Event:
    """Tidy up soon and then every hour, until the server ends or the event is set.

    Args:
        tidy: What tidying up is; running it twice comes to the same.
        first_after: Seconds until the first time: phones that are waiting come first.
        every: Seconds between the others.
        name: What it is called in the logs.
    """
    stop = threading.Event()

    def go_round() -> None:
        pause = first_after
        while not stop.wait(pause):
            pause = every
            try:
                tidy()
            except Exception:  # a house not tidied must not take the table down
                log.exception("%s failed", name)
            finally:
                connections.close_all()

    threading.Thread(target=go_round, name=name, daemon=True).start()
    return stop
