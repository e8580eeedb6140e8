"""Files of a stored game, written and taken in again, and a game with something to hide in every way."""

from __future__ import annotations

import io
import json
from typing import Any

from django.db import transaction

from games.digests import digest_of, secret_hash
from games.exports.formats import FORMATS
from games.exports.portable import HEAD, seal_of
from games.exports.source import Source, source_for, source_whole
from games.models import Game, Host
from games.services.audit import game_verify
from games.services.imports import Imported, file_verify, game_import
from games.services.outcome import Outcome
from games.states import differences
from games.store import game_now
from tests.games.stored import (
    Evening,
    from_rows,
    host_of,
    new_game,
    row_of,
    screen_of,
    seat_actor,
    set_up,
)

SKILLS = {
    "A": {"id": "shatterpoint", "name": "Shatterpoint", "type": "spell"},
    "B": {"id": "force-storm", "name": "Force Storm", "type": "spell"},
}


def written(name: str, *sources: Source) -> bytes:
    """A file of some games, as it would be fetched."""
    out = io.BytesIO()
    FORMATS[name].write(out, sources, lambda _phase, _done, _total: None)
    return out.getvalue()


def source_of(game: Game, role: str) -> Source:
    """What a role at the table may have a file of: a seat's key, `host`, `screen` or `operator`."""
    row = row_of(game.pk)
    if role == "operator":
        return source_whole(row)
    named = {"host": host_of, "screen": screen_of}
    return source_for(row, named[role](game) if role in named else seat_actor(game, role))


def file_of(game: Game, role: str = "operator") -> bytes:
    """The portable file of a game for one role."""
    return written("json", source_of(game, role))


def taken_in(raw: bytes, host: Host | None = None, *, with_pack: bool = False) -> Imported:
    """A file taken in."""
    sound = file_verify(io.BytesIO(raw), with_pack=with_pack)
    try:
        with transaction.atomic():
            return game_import(host=host, sound=sound)
    finally:
        sound.close()


def told_in(raw: bytes) -> Any:
    """A file as what it says."""
    return json.loads(raw)


def resealed(told: Any) -> bytes:
    """A file as a forger would write it: changed, and with every digest made anew."""
    digest = ""
    for entry in told["entries"]:
        hidden = entry.get("secret_hash") or secret_hash(entry["secret"], entry["salt"])
        digest = entry["digest"] = digest_of(digest, entry["public"], hidden)
    head = {name: told[name] for name in HEAD if name in told}
    end = {"entries": len(told["entries"]), "digest": digest, "seal": seal_of(head, digest)}
    return json.dumps({**told, "end": end}).encode()


class ImportedEvening(Evening):
    """A table that came in, played at: what no entry here may tell need not follow from the log."""

    def proved(self, outcome: Outcome) -> Outcome:
        """Whatever was answered: rows and memory tell the same table, and the log leads there."""
        remembered = game_now(self.game.pk)[1].table
        assert differences(remembered, from_rows(self.game.pk)) == []
        assert game_verify(game=row_of(self.game.pk)).faults == []
        return outcome


def draw(evening: Evening, seat: str) -> None:
    """A card described for the first time comes into a seat's hand, unseen by the others."""
    card = {
        "deck": "force-skill",
        "new": SKILLS[seat],
        "zone": "hand",
        "seat": seat,
    }
    evening.act("correct", seat, by=seat_actor(evening.game, seat), reason="drawn", cards=[card])


def with_secrets(*, together: bool = False) -> Evening:
    """Hands told and described, taken back and brought back, one card laid open.

    Args:
        together: Both draws are taken back in one entry, which then hides something of both.
    """
    evening = set_up(new_game("A", "B", facts={"dial_ceiling": 12}))
    draw(evening, "A")
    draw(evening, "B")
    seq = row_of(evening.game.pk).seq
    evening.undo(seq - 1 if together else seq)
    evening.redo()
    key = evening.table.hand("B")[0]
    laid = {"key": key, "zone": "discard"}
    evening.act("correct", "B", reason="laid open", cards=[laid])
    return evening
