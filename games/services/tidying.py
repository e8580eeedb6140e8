"""Purging what is past its time: tables deleted 30 days ago, answers kept for a day, files. Nothing else."""

from __future__ import annotations

from django.utils import timezone

from games.locking import writing_rows
from games.models import CardPlacement, Game, IdempotencyKey
from games.services.export_upkeep import exports_tidy
from games.services.games import RESTORED_WITHIN

AT_ONCE = 500


def tidy_up() -> dict[str, int]:
    """Purge deleted tables whose time is up, whole, idempotency keys that have run out, and old exports.

    Returns:
        How many of each.
    """
    return {"games": games_purge(), "keys": keys_purge(), "exports": exports_tidy()}


def games_purge() -> int:
    """Purge the tables that were deleted too long ago to be brought back, one at a time."""
    until = timezone.now() - RESTORED_WITHIN
    due = list(Game.objects.filter(deleted_at__lt=until).values_list("pk", flat=True))
    purged = 0
    for game_id in due:
        with writing_rows():
            # Brought back in the meantime, it stays.
            game = Game.objects.select_for_update().filter(pk=game_id, deleted_at__lt=until).first()
            if game is not None:
                CardPlacement.objects.filter(game=game).delete()
                game.delete()
                purged += 1
    return purged


def keys_purge() -> int:
    """Purge keys whose day is over, some at a time, so that nobody who plays waits for it."""
    purged = 0
    while True:
        with writing_rows():
            due = IdempotencyKey.objects.filter(expires_at__lt=timezone.now()).values_list(
                "pk", flat=True
            )
            gone, _ = IdempotencyKey.objects.filter(pk__in=list(due[:AT_ONCE])).delete()
        purged += gone
        if gone < AT_ONCE:
            return purged
