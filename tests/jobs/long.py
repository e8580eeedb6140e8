"""`python -m tests.jobs.long TABLE ENTRIES`: make a table's log that long, by writing its last entry over and over.

Each is sealed to the one before, so that the log verifies; none of them changes anything.
"""

from __future__ import annotations

import os
import sys
from uuid import UUID

import django


def lengthen(game_id: UUID, entries: int) -> None:
    from django.db import transaction  # noqa: PLC0415  (needs Django set up)

    from games.digests import digest_of, secret_hash  # noqa: PLC0415
    from games.models import ActionRecord, Game  # noqa: PLC0415

    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        last = ActionRecord.objects.get(game=game, seq=game.seq)
        said = {**last.public, "entry": "action", "kind": "tell", "undoes": []}
        said |= {"seat": "A", "params": {"source": "card", "name": "Rumour", "effects": []}}
        said |= {name: [] for name in ("answers", "changes", "notes", "warnings", "rules")}
        batch = []
        for seq in range(game.seq + 1, entries):
            version = game.version + 1
            public = {
                **said, "seq": seq, "version": version, "parent_seq": game.top_seq, "top_seq": seq,
                "redo_seq": None,
            }  # fmt: skip
            digest = digest_of(game.digest, public, secret_hash({}, ""))
            batch.append(
                ActionRecord(
                    game=game, seq=seq, entry="action", kind="tell", seat="A",
                    turn_number=public["turn"], parent_seq=game.top_seq, top_seq=seq, redo_seq=None,
                    public=public, secret={}, salt="", rules=[], pack_hash=public["pack_hash"],
                    logged_by=public["logged_by"], version=version, previous=game.digest,
                    digest=digest, created_at=last.created_at,
                )
            )  # fmt: skip
            game.digest, game.seq, game.top_seq, game.version = digest, seq, seq, version
            game.redo_seq = None
            if len(batch) == 5000:
                ActionRecord.objects.bulk_create(batch)
                batch.clear()
        ActionRecord.objects.bulk_create(batch)
        game.save()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.jobs.settings")
    django.setup()
    lengthen(UUID(sys.argv[1]), int(sys.argv[2]))
