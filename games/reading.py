"""What the log says to one reader, and the open question of a table: shared by services and reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.actors import Actor
from games.digests import secret_hash
from games.models import ActionRecord, PendingAction
from games.rules.actions.base import Action
from games.rules.asks import Answer
from games.rules.changes import Change
from games.rules.errors import ReplayDiverged, RulesError, WrongAnswer
from games.rules.legality import rule_of
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from games.rules.viewpoint import Viewer, unmasked, view_entry


def viewer_of(actor: Actor) -> Viewer:
    """What this role may see: its own seat's secrets, and nobody else's."""
    return Viewer(actor.seat)


def entry_seen(record: ActionRecord, viewer: Viewer) -> dict[str, Any]:
    """An entry as its reader may see it, with its seal."""
    seen = view_entry(record.public, record.secret, viewer)
    return {**seen, "digest": record.digest, "previous": record.previous}


def hash_of_secret(record: ActionRecord) -> str:
    """What stands for an entry's secret part in its seal."""
    return record.secret_hash or secret_hash(record.secret, record.salt)


def changes_of(record: ActionRecord) -> list[Change]:
    """What an entry changed, with nothing masked."""
    whole = unmasked(record.public, record.secret)
    return [Change.from_json(change) for change in whole["changes"]]


@dataclass(frozen=True, slots=True)
class Open:
    """The action that waits, run as far as its answers reach.

    `answers` are those that still hold; fewer than were given if rules or table have changed since.
    """

    action: Action
    answers: list[Answer]
    asking: Asking


def resumed(table: Table, pending: PendingAction | None) -> Open | None:
    """The open action of a table, asked anew from where its answers no longer hold.

    None if nothing waits, or if the table has changed so that the action can no longer be done.
    """
    if pending is None:
        return None
    action = Action.model_validate(pending.action)
    answers = list(pending.answers)
    while True:
        try:
            result = run(table, rule_of(action), answers)
        except (ReplayDiverged, WrongAnswer) as error:
            answers = answers[: error.position]
            continue
        except RulesError:
            return None
        if isinstance(result, Resolved):
            if not answers:
                return None
            answers.pop()
            continue
        return Open(action, answers, result)
