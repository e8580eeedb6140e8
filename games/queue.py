"""Sending jobs by name: services know what is to be done, not who does it."""

from __future__ import annotations

from celery import current_app
from django.db import transaction

TICK = "games.tick"


def send(name: str, *args: str) -> None:
    """Send a job once what is being written is committed; if the broker is away, the next one does it."""
    transaction.on_commit(lambda: current_app.send_task(name, args=args), robust=True)


def send_tick() -> None:
    """Ask for the hourly tidying up."""
    send(TICK)
