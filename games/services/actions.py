"""Playing: an action is judged, run as far as its answers reach, and logged once it is through."""

from __future__ import annotations

from collections.abc import Sequence

from games.actors import Actor
from games.rules.asks import Answer
from games.services.outcome import ActionBody, Outcome

__all__ = ["ActionBody", "Outcome", "action_submit", "answer_submit", "answer_take_back", "question_cancel"]


def action_submit(
    *,
    actor: Actor,
    body: ActionBody,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Somebody does something at the table: it is logged, or its next question is asked."""
    raise NotImplementedError


def answer_submit(
    *,
    actor: Actor,
    answers: Sequence[Answer],
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """The open question is answered, and perhaps the questions after it."""
    raise NotImplementedError


def answer_take_back(
    *, actor: Actor, key: str | None = None, body_hash: str = "", if_version: int | None = None
) -> Outcome:
    """The last answer to the open action is taken back by who gave it, or by the host."""
    raise NotImplementedError


def question_cancel(
    *, actor: Actor, key: str | None = None, body_hash: str = "", if_version: int | None = None
) -> Outcome:
    """The open action is dropped by who asked for it, or by the host; nothing has happened."""
    raise NotImplementedError
