"""The portable game file: everything another server needs to look a log over and play on.

A file for one reader says of what others hold only the salted hash that the chain of digests covers,
so that it verifies all the same; the operator's carries what was hidden and the salts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from hashlib import sha256
from typing import Any, BinaryIO

from django.db.models import TextField
from django.db.models.functions import Cast

from content.library import pack_hash
from games.digests import canonical, secret_hash
from games.exports.source import NOTHING_HIDDEN, History, Step
from games.models import ActionRecord, Game, PinnedPack, Seat
from games.rules.viewpoint import sees_whole, view_table

FORMAT = "talisman-companion/game"
VERSION = 1
# In this order; the entries come after all that is needed to look them over.
HEAD = ("format", "version", "game", "seats", "pack", "facts")


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write the file, an entry a line."""
    head = head_of(history)
    for name in HEAD:
        out.write(f'{"{" if name == HEAD[0] else ","}\n"{name}": {_text(head[name])}'.encode())
    out.write(b',\n"entries": [')
    count, last = 0, ""
    for line, digest in _entries(history, step):
        out.write(b",\n" if count else b"\n")
        out.write(line.encode())
        count, last = count + 1, digest
    end = {"entries": count, "digest": last, "seal": seal_of(head, last)}
    out.write(f'\n],\n"end": {_text(end)}\n}}\n'.encode())


def head_of(history: History) -> dict[str, Any]:
    """What the file says before its entries."""
    game, t = history.game, history.table
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": {
            "id": str(game.pk),
            "name": game.name,
            "edition": game.edition,
            "pack_hash": game.pack_hash,
            "variants": game.variants,
            "rulings": game.rulings,
            "strictness": game.strictness,
            "may_log": game.may_log,
            "hands_told_at_end": game.hands_told_at_end,
            "options_version": game.options_version,
            "all_agreed": game.all_agreed,
            "version": game.version,
            "created_at": game.created_at.astimezone(UTC).isoformat(),
        },
        "seats": list(_seats(game)),
        "pack": _pack_needed(game),
        "facts": view_table(t, history.viewer)["facts"],
    }


def seal_of(head: dict[str, Any], digest: str) -> str:
    """What shows that a head is the one written with these entries."""
    return sha256(canonical(head) + b"\n" + digest.encode()).hexdigest()


def _seats(game: Game) -> Iterator[dict[str, Any]]:
    seats = Seat.objects.filter(game=game).order_by("position")
    for key, name, agreed in seats.values_list("key", "name", "agreed_version"):
        yield {"key": key, "name": name, "agreed_version": agreed}


def _pack_needed(game: Game) -> dict[str, Any] | None:
    """The printed content as the game pinned it, if it is not what this server's files say."""
    if pack_hash(game.edition) == game.pack_hash:
        return None
    pinned = PinnedPack.objects.filter(pk=game.pack_hash).values_list("content", flat=True).first()
    return json.loads(pinned) if pinned else None


def _entries(history: History, step: Step) -> Iterator[tuple[str, str]]:
    """Each entry as a line of JSON, and its digest; parts are passed on as they lie."""
    log = ActionRecord.objects.order_by("seq").values_list(
        "seq",
        Cast("public", TextField()),
        Cast("secret", TextField()),
        "salt",
        "secret_hash",
        "digest",
    )
    for _seq, public, secret, salt, unknown, digest in history.paged(log, step):
        if not unknown and (
            secret == NOTHING_HIDDEN or sees_whole(json.loads(secret), history.viewer)
        ):
            hidden = f'"secret": {secret}, "salt": "{salt}"'
        else:
            known_by = unknown or secret_hash(json.loads(secret), salt)
            hidden = f'"secret_hash": "{known_by}"'
        yield f'{{"public": {public}, {hidden}, "digest": "{digest}"}}', digest


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
