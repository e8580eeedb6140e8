"""Jobs that run by themselves."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.utils.module_loading import import_string

from games.queue import EXPORT, SWEEP, TICK
from games.services.export_upkeep import exports_sweep
from games.services.tidying import tidy_up


@shared_task(name=TICK)  # type: ignore[untyped-decorator]  # Celery ships no types
def tick() -> dict[str, int]:
    """Purge what its time is over for; run once or a hundred times, it comes to the same."""
    return tidy_up()


@shared_task(name=SWEEP)  # type: ignore[untyped-decorator]  # Celery ships no types
def sweep() -> dict[str, int]:
    """Send again what was left waiting, and end what is overdue."""
    return exports_sweep()


@shared_task(name=EXPORT)  # type: ignore[untyped-decorator]  # Celery ships no types
def export(export_id: str) -> None:
    """Write a file, if it still waits for that; told twice, it is written once."""
    import_string(settings.EXPORT_RUNNER)(UUID(export_id))
