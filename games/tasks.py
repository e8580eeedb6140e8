"""Jobs that run by themselves."""

from __future__ import annotations

from celery import shared_task

from games.queue import TICK
from games.services.tidying import tidy_up


@shared_task(name=TICK)  # type: ignore[untyped-decorator]  # Celery ships no types
def tick() -> dict[str, int]:
    """Purge what its time is over for; run once or a hundred times, it comes to the same."""
    return tidy_up()
