"""Sending jobs by name: services know what is to be done, not who does it."""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

from celery import current_app
from celery.exceptions import OperationalError
from django.db import transaction

TICK = "games.tick"
SWEEP = "games.sweep_exports"
EXPORT = "games.export"
# Exports wait in two queues, so that a small one never waits for a large one to end.
SMALL, LARGE = "talisman-exports", "talisman-large"

log = logging.getLogger(__name__)


def send(name: str, *args: str, **options: Any) -> None:
    """Send a job once what is being written is committed; if the broker is away, the next one does it."""
    transaction.on_commit(lambda: sent(name, *args, **options), robust=True)


def sent(name: str, *args: str, **options: Any) -> bool:
    """Send a job now; whether the broker took it."""
    try:
        current_app.send_task(name, args=args, retry=False, **options)
    except OperationalError as error:
        log.warning("the broker is away, so %s was not sent: %s", name, error)
        return False
    return True


def send_tick() -> None:
    """Ask for the hourly tidying up."""
    send(TICK)


def send_export(export_id: UUID, *, is_large: bool) -> None:
    """Ask for a file, once its row can be seen."""
    send(EXPORT, str(export_id), queue=LARGE if is_large else SMALL)


def export_sent(export_id: UUID, *, is_large: bool) -> bool:
    """Ask for a file whose row is there; whether the broker took it."""
    return sent(EXPORT, str(export_id), queue=LARGE if is_large else SMALL)
