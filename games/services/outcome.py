"""What a request to play was answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from content.schema.base import Words
from games.models import Game
from games.rules.actions.base import Action
from games.rules.asks import Answer
from games.rules.table import Table


class ActionBody(Action):
    """An action as a client sends it, with as many answers as it already has.

    An answer may carry the `key` of its question, the `cause` that waives what bars it, and
    `"roll": "server"` instead of dice to have the server roll. `confirm` accepts what an advising
    table has warned of; `reason` is then kept with the entry.
    """

    answers: tuple[Answer, ...] = ()
    confirm: bool = False
    reason: Words | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it, as its reader may see it.

    `game` is its row as it was left, so that nobody needs to read it again. `entry` is the log entry
    it made, none while a question is open or for a preview. `table` is the table as it stands; with a
    question open, as it provisionally stands. `replayed` says that an idempotency key was known and
    the first answer is given again; `undoes` lists the entries that an undo takes back or a redo
    brings back.
    """

    version: int
    game: Game
    state: Literal["resolved", "question", "preview"]
    entry: dict[str, Any] | None
    table: Table
    changes: list[dict[str, Any]] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)
    question: dict[str, Any] | None = None
    undoes: list[dict[str, Any]] = field(default_factory=list)
    replayed: bool = False
    status: int = 201
