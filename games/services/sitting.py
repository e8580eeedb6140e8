"""One request to play: under the game's lock, answered once for each key, judged against the table as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.actors import Actor
from games.errors import QuestionOpen, StaleVersion
from games.locking import queued, writing
from games.models import ActionRecord, Game, PendingAction
from games.reading import Open, resumed, viewer_of
from games.rules.changes import Change
from games.rules.table import Table
from games.rules.viewpoint import Viewer, as_known
from games.services.idempotency import Stored, keep, recall
from games.services.log import Draft, record_add
from games.services.outcome import Outcome
from games.store import (
    Kept,
    game_now,
    keep_table,
    kept_table,
    pending_of,
    save_changes,
    save_game,
    snapshot_take,
)
from games.telling import entry_told, latest_told, names_for, waiting_told

MOST_MISSED = 50


@dataclass(slots=True)
class Sitting:
    """The game, its table and its open question while one request is answered.

    `after` is the table once something was written; `refusal` is raised once that is committed.
    """

    actor: Actor
    game: Game
    kept: Kept
    is_preview: bool = False
    after: Table | None = None
    refusal: Exception | None = None

    @property
    def table(self) -> Table:
        """The table as it stands; shared, never changed."""
        return self.kept.table

    @property
    def viewer(self) -> Viewer:
        """What the one who asks may see."""
        return viewer_of(self.actor)

    def as_known(self) -> Sitting:
        """The same as a preview, at the table as far as the one who asks knows it."""
        kept = replace(self.kept, table=as_known(self.table, self.viewer))
        return Sitting(self.actor, self.game, kept, is_preview=True)

    @property
    def pending(self) -> PendingAction | None:
        """The row of the open action."""
        return pending_of(self.game)

    def open(self) -> Open | None:
        """The open action, run as far as its answers hold."""
        return resumed(self.table, self.pending)

    def check_nothing_open(self) -> None:
        """Refuse while a question waits.

        Raises:
            QuestionOpen: One does.
        """
        if (waiting := self.open()) is not None:
            question = self.question(waiting, self.pending.logged_by if self.pending else "")
            raise QuestionOpen(question=question, seat=waiting.asking.ask.seat)

    def question(self, waiting: Open, logged_by: str) -> dict[str, Any]:
        """An open question as the one who asks may see it."""
        return waiting_told(self.kept, waiting, self.viewer, logged_by)

    def log(
        self,
        draft: Draft,
        after: Table,
        changes: Sequence[Change],
        *,
        top: int | None,
        redo: int | None,
    ) -> ActionRecord:
        """Write an entry and the rows it changes; `top` and `redo` are the game's after it."""
        seq = self.game.seq + 1
        record = record_add(
            game=self.game, pack=self.table.pack, draft=draft, seq=seq, top_seq=top, redo_seq=redo
        )
        places = {"seq": seq, "top_seq": top, "redo_seq": redo, "digest": record.digest}
        save_changes(self.game, self.kept, after, changes, **places)
        snapshot_take(self.game, after)
        self.after = after
        return record

    def touch(self) -> None:
        """Raise the version: the question has changed, the table has not."""
        save_game(self.game)
        self.after = self.table

    def told(self, record: ActionRecord) -> dict[str, Any]:
        """An entry just made, as the one who asks may see it."""
        names = names_for(self.kept, self.table, self.viewer)
        return entry_told(record, self.table, self.viewer, names)

    def told_again(self, records: Sequence[ActionRecord]) -> list[dict[str, Any]]:
        """Entries made before, in the order logged."""
        return latest_told(records, self.kept, self.viewer)


def sit(
    *,
    actor: Actor,
    key: str | None,
    body_hash: str,
    if_version: int | None,
    dry_run: bool,
    do: Callable[[Sitting], Outcome],
) -> Outcome:
    """Answer one request: a known key as before, a new one by doing it, all in one transaction.

    Raises:
        NotFound: There is no such game.
        KeyReused: The key was sent with another body.
        StaleVersion: The table has moved on since `if_version`.
        Busy: Others were writing for too long.
    """
    if dry_run:
        game, kept = game_now(actor.game_id)
        check_version(actor, game, kept, if_version)
        return do(Sitting(actor, game, kept, is_preview=True))
    with queued():
        with writing(actor.game_id) as game:
            sitting = Sitting(actor, game, kept_table(game))
            if (stored := recall(actor.scope, key, body_hash)) is not None:
                return answered_before(sitting, stored)
            check_version(actor, game, sitting.kept, if_version)
            outcome = do(sitting)
            if sitting.refusal is None:
                remember(outcome, actor, key, body_hash)
        if sitting.after is not None:
            keep_table(game, sitting.kept, sitting.after)
    if sitting.refusal is not None:
        raise sitting.refusal
    return outcome


def check_version(actor: Actor, game: Game, kept: Kept, if_version: int | None) -> None:
    """Refuse what was meant for another version of the table.

    Raises:
        StaleVersion: With the entries missed, fifty at most.
    """
    if if_version is None or if_version == game.version:
        return
    latest = ActionRecord.objects.filter(game=game).order_by("-seq")[:MOST_MISSED]
    missed = [record for record in latest if record.version > if_version][::-1]
    told = latest_told(missed, kept, viewer_of(actor))
    raise StaleVersion(version=game.version, entries=told)


def remember(outcome: Outcome, actor: Actor, key: str | None, body_hash: str) -> None:
    """Keep the answer with its key, as long as the game."""
    entry = outcome.entry
    answer = {
        "state": outcome.state,
        "seq": entry["seq"] if entry else None,
        "question": outcome.question,
    }
    if entry is None:
        answer |= {"changes": outcome.changes, "notes": outcome.notes}
    keep(actor.scope, key, body_hash, status=outcome.status, answer=answer, game_id=actor.game_id)


def answered_before(sitting: Sitting, stored: Stored) -> Outcome:
    """The first answer again, with the table as it is now."""
    answer = stored.answer
    entry = None
    if answer["seq"] is not None:
        record = ActionRecord.objects.get(game=sitting.game, seq=answer["seq"])
        entry = sitting.told_again([record])[0]
    waiting = sitting.open()
    return Outcome(
        version=sitting.game.version,
        game=sitting.game,
        state=answer["state"],
        entry=entry,
        table=waiting.asking.table if waiting else sitting.table,
        changes=entry["changes"] if entry else answer["changes"],
        notes=entry["notes"] if entry else answer["notes"],
        question=answer["question"],
        replayed=True,
        status=stored.status,
    )
