"""Taking back the last entries of the log in one entry, and taking that back again."""

from __future__ import annotations

from typing import Any

from games.actors import Actor
from games.errors import HostOnly, NothingToRedo, NothingToUndo, NotYourSeat
from games.models import ActionRecord
from games.reading import changes_of
from games.rules.changes import Change
from games.services.log import Draft
from games.services.outcome import Outcome
from games.services.sitting import Sitting, sit

Kind = ActionRecord.Kind

__all__ = ["redo", "undo"]


def undo(
    *,
    actor: Actor,
    to: int | None = None,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Everything from one entry to the last is taken back in one new entry.

    Args:
        actor: Who speaks.
        to: The oldest entry taken back; the last one alone if none is named.
        key: The idempotency key.
        body_hash: What the key belongs to.
        if_version: The version it was meant for.
        dry_run: List what would be taken back and keep nothing.

    Raises:
        NothingToUndo: No entry stands, or this one does not.
        NotYourSeat: The last entry is somebody else's.
        HostOnly: Entries before the last are the host's to take back.
        QuestionOpen: A question must be answered or cancelled first.
    """

    def do(sitting: Sitting) -> Outcome:
        return _undo(sitting, to)

    return sit(
        actor=actor, key=key, body_hash=body_hash, if_version=if_version, dry_run=dry_run, do=do
    )


def redo(
    *,
    actor: Actor,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """What was taken back last stands again as it did.

    Raises:
        NothingToRedo: Nothing was taken back, or something new was logged since.
        NotYourSeat: Somebody else took it back.
        QuestionOpen: A question must be answered or cancelled first.
    """
    return sit(
        actor=actor, key=key, body_hash=body_hash, if_version=if_version, dry_run=dry_run, do=_redo
    )


def _undo(sitting: Sitting, to: int | None) -> Outcome:
    sitting.check_nothing_open()
    back = standing(sitting, to)
    if not sitting.actor.is_host:
        if len(back) > 1:
            raise HostOnly(to=to)
        if back[0].logged_by != sitting.actor.name:
            raise NotYourSeat(by=back[0].logged_by)
    top, redo_to = back[-1].parent_seq, sitting.game.seq + 1
    return _reverse(sitting, Kind.UNDO, back, [record.seq for record in back[::-1]], top, redo_to)


def standing(sitting: Sitting, to: int | None) -> list[ActionRecord]:
    """The entries that stand from the last one down to `to`, newest first.

    Raises:
        NothingToUndo: No entry stands, or `to` does not.
    """
    top = sitting.game.top_seq
    first = top if to is None else to
    if top is None or first is None or not 0 < first <= top:
        raise NothingToUndo(to=to)
    records = {
        r.seq: r for r in ActionRecord.objects.filter(game=sitting.game, seq__range=(first, top))
    }
    back: list[ActionRecord] = []
    at: int | None = top
    while at is not None and at >= first:
        back.append(records[at])
        at = records[at].parent_seq
    if back[-1].seq != first:
        raise NothingToUndo(to=to)
    return back


def _redo(sitting: Sitting) -> Outcome:
    sitting.check_nothing_open()
    seq = sitting.game.redo_seq
    if seq is None:
        raise NothingToRedo
    records = {
        r.seq: r for r in ActionRecord.objects.filter(game=sitting.game, seq__in=(seq - 1, seq))
    }
    undone, before = records[seq], records[seq - 1]
    if not sitting.actor.is_host and undone.logged_by != sitting.actor.name:
        raise NotYourSeat(by=undone.logged_by)
    again = undone.public["undoes"]
    return _reverse(sitting, Kind.REDO, [undone], again, before.top_seq, before.redo_seq)


def _reverse(
    sitting: Sitting,
    entry: ActionRecord.Kind,
    back: list[ActionRecord],
    undoes: list[int],
    top: int | None,
    redo_to: int | None,
) -> Outcome:
    """Write the entry that turns the changes of some entries round, newest first."""
    shown, secret, changes = _turned_round(back)
    after = sitting.table.copy()
    for change in changes:
        change.apply(after)
    draft = Draft(
        entry=entry,
        kind=entry.value,
        seat=sitting.actor.seat,
        logged_by=sitting.actor.name,
        changes=shown,
        undoes=undoes,
        secret={"changes": secret} if secret else {},
    )
    affected = back[::-1]
    if entry is Kind.REDO:
        affected = list(
            ActionRecord.objects.filter(game=sitting.game, seq__in=undoes).order_by("seq")
        )
    listed = sitting.told_again(affected)
    if sitting.is_preview:
        return Outcome(
            version=sitting.game.version,
            game=sitting.game,
            state="preview",
            entry=None,
            table=after,
            undoes=listed,
            status=200,
        )
    record = sitting.log(draft, after, changes, top=top, redo=redo_to)
    seen = sitting.told(record)
    return Outcome(
        version=sitting.game.version,
        game=sitting.game,
        state="resolved",
        entry=seen,
        table=after,
        changes=seen["changes"],
        undoes=listed,
    )


def _turned_round(
    back: list[ActionRecord],
) -> tuple[list[dict[str, Any]], dict[str, Any], list[Change]]:
    """Changes reversed: as everybody may see them, what of them is secret, and whole.

    What was masked when it happened is masked when it is taken back.
    """
    shown: list[dict[str, Any]] = []
    secret: dict[str, Any] = {}
    changes: list[Change] = []
    for record in back:
        hidden = record.secret.get("changes", {})
        whole = changes_of(record)
        for at in range(len(whole) - 1, -1, -1):
            change = whole[at].reversed()
            changes.append(change)
            if (masked := hidden.get(str(at))) is None:
                shown.append(change.to_json())
            else:
                secret[str(len(shown))] = {"seat": masked["seat"], "value": change.to_json()}
                shown.append(Change.from_json(record.public["changes"][at]).reversed().to_json())
    return shown, secret, changes
