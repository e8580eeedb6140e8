"""Writing the log: an entry is split by who may read it, sealed to the one before, and never touched again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from content.schema.pack import Pack
from games import rows
from games.digests import digest_of, new_salt, secret_hash
from games.models import ActionRecord, Game
from games.rules.asks import Answer, Ask
from games.rules.changes import Change
from games.rules.viewpoint import masked
from games.store import pin_facts

Kind = ActionRecord.Kind

# What an entry says of itself, and the column that says it too, for reads and the operator.
SAID_IN = {
    "seq": "seq",
    "entry": "entry",
    "kind": "kind",
    "seat": "seat",
    "turn": "turn_number",
    "parent_seq": "parent_seq",
    "top_seq": "top_seq",
    "redo_seq": "redo_seq",
    "rules": "rules",
    "pack_hash": "pack_hash",
    "logged_by": "logged_by",
    "version": "version",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What an entry says, before the log gives it its place.

    `changes` and `notes` are JSON. `split` is the public and the secret part of the four lists
    where they are known already; otherwise `asked` says which answers are secret.
    """

    entry: ActionRecord.Kind
    kind: str
    seat: str | None
    logged_by: str
    params: dict[str, Any] = field(default_factory=dict)
    cause: dict[str, Any] | None = None
    as_happened: str | None = None
    warnings: list[dict[str, Any]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    asked: tuple[Ask, ...] = ()
    changes: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)
    undoes: list[int] = field(default_factory=list)
    secret: dict[str, Any] | None = None

    def said(self) -> dict[str, Any]:
        """The entry in JSON, with nothing masked unless `secret` holds what was."""
        return {
            "entry": self.entry.value,
            "kind": self.kind,
            "seat": self.seat,
            "logged_by": self.logged_by,
            "params": self.params,
            "cause": self.cause,
            "as_happened": self.as_happened,
            "warnings": self.warnings,
            "answers": self.answers,
            "changes": self.changes,
            "notes": self.notes,
            "undoes": self.undoes,
            "rules": rules_of(self.notes, self.changes),
        }


def rules_of(*lists: Iterable[dict[str, Any]]) -> list[str]:
    """The rules that notes and changes cite, in the order cited."""
    return list(dict.fromkeys(rule for items in lists for item in items for rule in item["rules"]))


def moment(at: datetime) -> str:
    """A time as the log keeps it.

    >>> moment(datetime(2025, 1, 2, 3, 4, 5, 678901, tzinfo=UTC))
    '2025-01-02T03:04:05.678Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def record_add(
    *, game: Game, pack: Pack, draft: Draft, seq: int, top_seq: int | None, redo_seq: int | None
) -> ActionRecord:
    """Add an entry to a game whose row is locked; `game` is as it was before, and its row is written later."""
    split = draft.said()
    if draft.secret is None:
        public, secret = masked(split, draft.asked, pack, draft.seat)
    else:
        public, secret = split, draft.secret
    public |= {
        "seq": seq,
        "version": game.version + 1,
        "turn": game.turn_number,
        "parent_seq": game.top_seq,
        "top_seq": top_seq,
        "redo_seq": redo_seq,
        "pack_hash": game.pack_hash,
        "at": moment(now := timezone.now()),
    }
    salt = new_salt()
    columns = {column: public[name] for name, column in SAID_IN.items()} | {
        "game_id": game.pk,
        "public": public,
        "secret": secret,
        "salt": salt,
        "secret_hash": "",
        "previous": game.digest,
        "digest": digest_of(game.digest, public, secret_hash(secret, salt)),
        "created_at": now,
    }
    rows.insert(ActionRecord, **columns)
    return ActionRecord(**columns)


def log_started(
    *, game: Game, pack: Pack, facts: dict[str, Any], logged_by: str = "host"
) -> ActionRecord:
    """The log begins with what is known of the box: facts that earlier tables told. Its number is 0.

    Call it once, in the transaction that opens the game.
    """
    changes = [Change("fact", key, "value", None, value).to_json() for key, value in facts.items()]
    draft = Draft(
        entry=Kind.START,
        kind="table_opened",
        seat=None,
        logged_by=logged_by,
        params={"edition": game.edition},
        changes=changes,
        secret={},
    )
    record = record_add(game=game, pack=pack, draft=draft, seq=0, top_seq=None, redo_seq=None)
    pin_facts(game, facts)
    game.digest = record.digest
    game.save(update_fields=["digest"])
    return record


def as_json(changes: Sequence[Change]) -> list[dict[str, Any]]:
    """Changes as the log keeps them."""
    return [change.to_json() for change in changes]
