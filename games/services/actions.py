"""Playing: an action is judged, run as far as its answers reach, and logged once it is through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.actors import Actor
from games.errors import GameEnded, NoAnswer, NoQuestion, NotYourSeat
from games.lobby import BEGIN
from games.models import ActionRecord, PendingAction
from games.reading import Open, resumed
from games.rules.actions.base import Action
from games.rules.actions.correct import CORRECTIONS
from games.rules.asks import Answer
from games.rules.changes import squeezed
from games.rules.errors import Problem, ReplayDiverged, RulesError, WrongAnswer
from games.rules.legality import check_action
from games.rules.runner import Asking, Resolved
from games.rules.table import Table
from games.rules.terms import Phase
from games.rules.viewpoint import masked, shows_a_hand, view_entry
from games.services.games import check_agreed
from games.services.hands import check_hands, names_hidden
from games.services.judging import (
    Dice,
    Judged,
    answers_taken,
    check_for_host,
    check_may_answer,
    check_may_log,
    check_readable,
    judge,
    play,
    reason_of,
)
from games.services.log import Draft, as_json
from games.services.outcome import ActionBody, Outcome
from games.services.sitting import Sitting, sit
from games.store import pending_drop, pending_put
from games.telling import names_for, notes_told

__all__ = [
    "ActionBody",
    "Outcome",
    "action_submit",
    "answer_submit",
    "answer_take_back",
    "question_cancel",
]


def action_submit(
    *,
    actor: Actor,
    body: ActionBody,
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """Somebody does something at the table: it is logged, or its next question is asked.

    Args:
        actor: Who speaks.
        body: The action, with the answers already known.
        key: The idempotency key; the same again gives the first answer.
        body_hash: What the key belongs to.
        if_version: The version it was meant for.
        dry_run: Show the result and keep nothing; the server rolls no dice.

    Raises:
        NotAllowed: Not this role's to log.
        QuestionOpen: Another action waits for an answer.
        GameEnded: The game is over.
        InvalidAction: It cannot be read.
        IllegalAction: The rules forbid it.
        NeedsConfirmation: The table advises against it.
        WrongAnswer: One of its answers is not allowed.
    """
    check_readable(body.params, body.answers, body.reason, body.as_happened)

    def do(sitting: Sitting) -> Outcome:
        told = [body.params, list(body.answers)]
        return _blindly(sitting, told, lambda known: _start(known, body))

    return sit(
        actor=actor, key=key, body_hash=body_hash, if_version=if_version, dry_run=dry_run, do=do
    )


def answer_submit(
    *,
    actor: Actor,
    answers: Sequence[Answer],
    key: str | None = None,
    body_hash: str = "",
    if_version: int | None = None,
    dry_run: bool = False,
) -> Outcome:
    """The open question is answered, and perhaps the questions after it.

    Raises:
        NoQuestion: None is open.
        NotYourSeat: Somebody else is asked.
        WrongAnswer: It is not among the allowed answers.
        ReplayDiverged: The question is another one by now; it is asked anew.
    """
    check_readable(answers)

    def do(sitting: Sitting) -> Outcome:
        return _blindly(sitting, list(answers), lambda known: _go_on(known, answers))

    return sit(
        actor=actor, key=key, body_hash=body_hash, if_version=if_version, dry_run=dry_run, do=do
    )


def answer_take_back(
    *, actor: Actor, key: str | None = None, body_hash: str = "", if_version: int | None = None
) -> Outcome:
    """The last answer to the open action is taken back by who gave it, or by the host.

    Raises:
        NoQuestion: None is open.
        NoAnswer: It has no answer yet.
        NotYourSeat: Somebody else gave it.
    """
    return sit(
        actor=actor,
        key=key,
        body_hash=body_hash,
        if_version=if_version,
        dry_run=False,
        do=_take_back,
    )


def question_cancel(
    *, actor: Actor, key: str | None = None, body_hash: str = "", if_version: int | None = None
) -> Outcome:
    """The open action is dropped by who asked for it, or by the host; nothing has happened.

    Raises:
        NoQuestion: None is open.
        NotYourSeat: Somebody else asked for it.
    """
    return sit(
        actor=actor, key=key, body_hash=body_hash, if_version=if_version, dry_run=False, do=_cancel
    )


# ---------------------------------------------------------------------- one action


@dataclass(slots=True)
class _Run:
    """An action on its way: what was judged, and the answers and dice it has so far."""

    judged: Judged
    answers: list[Answer]
    dice: Dice
    logged_by: str
    asker_id: int | None = None

    def draft(self, result: Asking | Resolved) -> Draft:
        """What the log would say of it."""
        action = self.judged.action
        return Draft(
            entry=ActionRecord.Kind.ACTION,
            kind=action.kind,
            seat=action.seat,
            logged_by=self.logged_by,
            params=action.params,
            cause=action.cause.model_dump(mode="json") if action.cause else None,
            as_happened=action.as_happened,
            warnings=[_warning(problem) for problem in self.judged.warnings],
            answers=self.answers,
            asked=result.asked,
            changes=as_json(squeezed(result.table.changes)),
            notes=[note.to_json() for note in result.table.notes],
        )


def _warning(problem: Problem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "rules": list(problem.cites),
        "params": problem.params,
        "alternatives": list(problem.alternatives),
    }


def _blindly(sitting: Sitting, told: Any, do: Callable[[Sitting], Outcome]) -> Outcome:
    """Do it; if it names a card that only others know of, first as if there were no such card.

    A refusal, or what a preview shows, must not tell what somebody holds.
    """
    if names_hidden(actor=sitting.actor, game=sitting.game, table=sitting.table, told=told):
        outcome = do(sitting.as_known())
        if sitting.is_preview:
            return outcome
    return do(sitting)


def _start(sitting: Sitting, body: ActionBody) -> Outcome:
    """Judge a new action and run it."""
    actor, game = sitting.actor, sitting.game
    check_for_host(actor, body.kind)
    check_may_log(actor, game, body.seat)
    check_hands(
        actor=actor,
        game=game,
        table=sitting.table,
        kind=body.kind,
        params=body.params,
        is_preview=sitting.is_preview,
    )
    if body.kind not in CORRECTIONS:
        sitting.check_nothing_open()
        if sitting.table.turn.phase is Phase.OVER:
            raise GameEnded(winner=sitting.table.winner)
    if body.kind == BEGIN:
        check_agreed(game, sitting.table)
    action = Action.model_construct(
        kind=body.kind,
        seat=body.seat,
        params=body.params,
        cause=body.cause,
        as_happened=body.as_happened,
    )
    judged = judge(sitting.table, game, action, confirmed=body.confirm, reason=body.reason)
    dice = _dice(sitting, {})
    return _run(sitting, _Run(judged, [], dice, actor.name, actor.token_id), body.answers)


def _go_on(sitting: Sitting, given: Sequence[Answer]) -> Outcome:
    """Run the open action on with more answers."""
    pending, waiting = _waiting(sitting)
    check_may_answer(sitting.actor, sitting.game, waiting.asking.ask)
    if len(waiting.answers) < len(pending.answers):
        return _ask_anew(sitting, waiting)
    judged = Judged(
        waiting.action,
        sitting.game.strictness,
        confirmed=pending.confirmed,
        reason=reason_of(sitting.game, waiting.action.as_happened),
        warnings=[_problem(warning) for warning in pending.warnings],
    )
    dice = _dice(sitting, dict(pending.rolled))
    return _run(
        sitting, _Run(judged, waiting.answers, dice, pending.logged_by, pending.asker_id), given
    )


def _dice(sitting: Sitting, rolled: dict[str, list[int]]) -> Dice:
    moment = f"{sitting.game.id}:{sitting.game.seq}"
    return Dice(rolled, moment, is_preview=sitting.is_preview)


def _problem(warning: dict[str, Any]) -> Problem:
    return Problem(
        warning["code"], tuple(warning["rules"]), warning["params"], tuple(warning["alternatives"])
    )


def _ask_anew(sitting: Sitting, waiting: Open) -> Outcome:
    """Rules or table have changed since the last answer: keep what holds, and refuse the rest."""
    at = len(waiting.answers)
    sitting.refusal = ReplayDiverged(at, expected=waiting.asking.ask.key, found="")
    return _hold(sitting, waiting.answers, waiting)


def _run(sitting: Sitting, going: _Run, given: Sequence[Answer]) -> Outcome:
    held = len(going.answers)
    actor, game = sitting.actor, sitting.game
    try:
        going.answers = answers_taken(
            sitting.table, going.judged, going.answers, given, actor, going.dice
        )
        result = play(sitting.table, going.judged, going.answers)
    except WrongAnswer as wrong:
        if wrong.ask is not None:
            # What is allowed as an answer is told only to who may give it.
            check_may_answer(actor, game, wrong.ask)
        raise
    for ask in result.asked[held:]:
        check_may_answer(actor, game, ask)
    if sitting.is_preview and shows_a_hand(result.table.changes, sitting.viewer):
        # What is only looked at must not lay another's cards open.
        raise NotYourSeat(seat=going.judged.action.seat)
    for answer, ask in zip(going.answers, result.asked, strict=True):
        answer["key"] = ask.key
    if isinstance(result, Asking):
        return _ask(sitting, going, result)
    return _resolve(sitting, going, result)


def _ask(sitting: Sitting, going: _Run, result: Asking) -> Outcome:
    """Keep the action and its answers until the next one; nothing else is written."""
    if not sitting.is_preview:
        if going.judged.action.kind in CORRECTIONS:
            sitting.check_nothing_open()
        _keep_waiting(sitting, going)
        sitting.touch()
    return _outcome(sitting, going.draft(result), result)


def _keep_waiting(sitting: Sitting, going: _Run) -> None:
    judged = going.judged
    values: dict[str, Any] = {
        "action": judged.action.model_dump(mode="json"),
        "answers": going.answers,
        "rolled": going.dice.rolled,
        "confirmed": judged.confirmed,
        "warnings": [_warning(problem) for problem in judged.warnings],
        "logged_by": going.logged_by,
        "asker_id": going.asker_id,
    }
    pending_put(sitting.game, **values)


def _resolve(sitting: Sitting, going: _Run, result: Resolved) -> Outcome:
    """Log what happened, write what changed, and ask an action that waited meanwhile again."""
    draft = going.draft(result)
    if sitting.is_preview:
        return _outcome(sitting, draft, result)
    changes = squeezed(result.table.changes)
    record = sitting.log(draft, result.table, changes, top=sitting.game.seq + 1, redo=None)
    waiting = _settle(sitting, going, result.table)
    entry = sitting.told(record)
    return Outcome(
        version=sitting.game.version,
        game=sitting.game,
        state="resolved",
        entry=entry,
        table=waiting.asking.table if waiting else result.table,
        changes=entry["changes"],
        notes=entry["notes"],
        question=_question(sitting, waiting),
    )


def _question(sitting: Sitting, waiting: Open | None) -> dict[str, Any] | None:
    pending = sitting.pending
    return sitting.question(waiting, pending.logged_by) if waiting and pending else None


def _settle(sitting: Sitting, going: _Run, after: Table) -> Open | None:
    """What becomes of the row of the open action: it was this one, or a correction may have changed it."""
    pending = sitting.pending
    if pending is None:
        return None
    waiting = _still_waiting(after, pending) if going.judged.action.kind in CORRECTIONS else None
    if waiting is None:
        pending_drop(sitting.game)
    elif len(waiting.answers) < len(pending.answers):
        pending_put(sitting.game, answers=waiting.answers)
    return waiting


def _still_waiting(after: Table, pending: PendingAction) -> Open | None:
    """The open action after a correction, unless it can no longer be done at all."""
    waiting = resumed(after, pending)
    try:
        if waiting is not None:
            check_action(after, waiting.action)
    except RulesError:
        return None
    return waiting


def _outcome(sitting: Sitting, draft: Draft, result: Asking | Resolved) -> Outcome:
    """What has happened so far, or would."""
    viewer = sitting.viewer
    public, secret = masked(draft.said(), draft.asked, sitting.table.pack, draft.seat)
    seen = view_entry(public, secret, viewer)
    question = None
    if isinstance(result, Asking):
        waiting = Open(_action_of(draft), draft.answers, result)
        question = sitting.question(waiting, draft.logged_by)
    return Outcome(
        version=sitting.game.version,
        game=sitting.game,
        state="preview" if sitting.is_preview else "question",
        entry=None,
        table=result.table,
        changes=seen["changes"],
        notes=notes_told(
            seen["notes"], sitting.table, names_for(sitting.kept, result.table, viewer)
        ),
        question=question,
        status=200 if sitting.is_preview else 202,
    )


def _action_of(draft: Draft) -> Action:
    """The action that a draft is of, as far as its question names it."""
    return Action.model_construct(kind=draft.kind, seat=draft.seat or "")


# ---------------------------------------------------------------------- the open question


def _waiting(sitting: Sitting) -> tuple[PendingAction, Open]:
    pending, waiting = sitting.pending, sitting.open()
    if pending is None or waiting is None:
        raise NoQuestion
    return pending, waiting


def _take_back(sitting: Sitting) -> Outcome:
    pending, waiting = _waiting(sitting)
    if not waiting.answers:
        raise NoAnswer
    by = waiting.answers[-1]["by"]
    if not sitting.actor.is_host and by != sitting.actor.name:
        raise NotYourSeat(by=by)
    answers = waiting.answers[:-1]
    pending.answers = answers
    return _hold(sitting, answers, resumed(sitting.table, pending))


def _hold(sitting: Sitting, answers: list[Answer], waiting: Open | None) -> Outcome:
    """Keep fewer answers than there were, and ask the question after them."""
    if waiting is None:
        raise NoQuestion
    if not sitting.is_preview:
        pending_put(sitting.game, answers=answers)
        sitting.touch()
    draft = _Run(
        Judged(waiting.action, "", confirmed=False, reason=""), answers, Dice({}), ""
    ).draft(waiting.asking)
    return _outcome(sitting, draft, waiting.asking)


def _cancel(sitting: Sitting) -> Outcome:
    pending = sitting.pending
    if pending is None:
        raise NoQuestion
    if not sitting.actor.is_host and pending.logged_by != sitting.actor.name:
        raise NotYourSeat(by=pending.logged_by)
    pending_drop(sitting.game)
    sitting.touch()
    return Outcome(
        version=sitting.game.version,
        game=sitting.game,
        state="resolved",
        entry=None,
        table=sitting.table,
        status=200,
    )
