"""Playing: actions, answers to open questions, taking back and putting in force again."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import JSON, rendered
from api.bodies import KIB, hash_of, read_body
from api.links import linked
from api.queries import read_query
from api.retries import REPLAYED, key_of, version_wanted
from api.schema import DRY_RUN, IF_MATCH, LANGUAGE, SEAT_OF_DEVICE, describe
from api.serializers import table
from api.serializers.actions import (
    ActionRequest,
    Answers,
    AnswersRequest,
    AnyAction,
    DryRun,
    RedoRequest,
    UndoRequest,
)
from api.views.base import AtTable, actor_of
from games import selectors
from games.actors import Actor
from games.models import Game
from games.services import actions, undo
from games.services.outcome import Outcome
from games.telling import rulings_told

LIMIT = 64 * KIB
STATUS = {"resolved": 201, "question": 202, "preview": 200}
TELLS = {200: table.Outcome, 201: table.Outcome, 202: table.Outcome}
REFUSES = (401, 403, 404, 409, 412, 422)
TAKES = (SEAT_OF_DEVICE, IF_MATCH, LANGUAGE)


def is_dry(request: Request, *, said: bool) -> bool:
    """Whether the result is only shown, by body or address."""
    return said or (bool(request.GET) and read_query(request, DryRun).dry_run == "true")


def rules_of(outcome: Outcome) -> Iterator[str]:
    """Every rule that what is told cites."""
    parts = [*outcome.notes, *outcome.changes, outcome.question or {}, outcome.entry or {}]
    for part in parts:
        yield from part.get("rules", ())


def told(outcome: Outcome, actor: Actor, game: Game) -> HttpResponse:
    """What came of it, and the table as it is now; the table's own JSON is spliced in as it is kept."""
    head = rendered(
        {
            "version": outcome.version,
            "state": outcome.state,
            "entry": linked(outcome.entry, game.edition) if outcome.entry else None,
            "changes": outcome.changes,
            "notes": outcome.notes,
            "rulings": rulings_told(rules_of(outcome), outcome.table.pack, outcome.table.rulings),
            "question": outcome.question,
            "undoes": [linked(entry, game.edition) for entry in outcome.undoes],
        }
    )
    if outcome.state == "preview":
        seen = rendered(selectors.table_previewed(game, actor, outcome.table))
    else:
        seen = selectors.table_json(outcome.game, actor)
    response = HttpResponse(
        head[:-1] + b',"table":' + seen + b"}",
        status=STATUS[outcome.state],
        content_type=JSON,
        headers={"Cache-Control": "no-store"},
    )
    if outcome.replayed:
        response[REPLAYED] = "true"
    return response


class ActionsView(AtTable):
    """Actions of a table."""

    @describe(
        "action_submit",
        "Log what happens",
        tag="play",
        body=AnyAction,
        tells=TELLS,
        refuses=REFUSES,
        takes=(*TAKES, DRY_RUN),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """201 once it is in the log, 202 with the question it needs answered, 200 for a dry run.

        Answers that are known already may be sent along: all at once is as good as step by step.
        """
        body = read_body(request, ActionRequest, limit=LIMIT)
        outcome = actions.action_submit(
            actor=actor_of(request),
            body=body,
            key=key_of(request),
            body_hash=hash_of(request, body),
            if_version=version_wanted(request),
            dry_run=is_dry(request, said=body.dry_run),
        )
        return told(outcome, actor_of(request), self.table)


class AnswersView(AtTable):
    """Answers to the open question."""

    @describe(
        "answer_submit",
        "Answer the open question",
        tag="play",
        body=Answers,
        tells=TELLS,
        refuses=REFUSES,
        takes=(*TAKES, DRY_RUN),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """201 once the action is in the log, 202 with the next question, 200 for a dry run."""
        body = read_body(request, AnswersRequest, limit=LIMIT)
        outcome = actions.answer_submit(
            actor=actor_of(request),
            answers=body.answers,
            key=key_of(request),
            body_hash=hash_of(request, body),
            if_version=version_wanted(request),
            dry_run=is_dry(request, said=body.dry_run),
        )
        return told(outcome, actor_of(request), self.table)


class LastAnswerView(AtTable):
    """The last answer given."""

    @describe(
        "answer_take_back",
        "Take the last answer back",
        tag="play",
        tells={200: table.Outcome, 202: table.Outcome},
        refuses=REFUSES,
        takes=TAKES,
        retried=True,
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """By whoever gave it, or the host; the question is then asked again."""
        outcome = actions.answer_take_back(
            actor=actor_of(request),
            key=key_of(request),
            body_hash=hash_of(request, None),
            if_version=version_wanted(request),
        )
        return told(outcome, actor_of(request), self.table)


class QuestionView(AtTable):
    """The open question."""

    @describe(
        "question_get",
        "The open question",
        tag="play",
        tells={200: table.OpenQuestion},
        refuses=(401, 403, 404, 503),
        takes=(SEAT_OF_DEVICE, LANGUAGE),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Who is asked, what, and which answers are legal; null if nothing waits."""
        seen = selectors.table_view(self.table, actor_of(request))
        asked = {"version": seen["version"], "question": seen["question"]}
        return HttpResponse(rendered(asked), content_type=JSON)

    @describe(
        "question_cancel",
        "Cancel the open question",
        tag="play",
        tells={200: table.Outcome, 201: table.Outcome},
        refuses=REFUSES,
        takes=TAKES,
        retried=True,
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """By whoever asked for the action, or the host; nothing has happened then."""
        outcome = actions.question_cancel(
            actor=actor_of(request),
            key=key_of(request),
            body_hash=hash_of(request, None),
            if_version=version_wanted(request),
        )
        return told(outcome, actor_of(request), self.table)


class UndoView(AtTable):
    """Taking back."""

    @describe(
        "entry_undo",
        "Take back the last entry, or everything from one on",
        tag="play",
        body=UndoRequest,
        tells={200: table.Outcome, 201: table.Outcome},
        refuses=REFUSES,
        takes=(*TAKES, DRY_RUN),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """The last entry by whoever logged it or the host; further back by the host. It is an entry itself."""
        body = read_body(request, UndoRequest, limit=LIMIT)
        outcome = undo.undo(
            actor=actor_of(request),
            to=body.to,
            key=key_of(request),
            body_hash=hash_of(request, body),
            if_version=version_wanted(request),
            dry_run=is_dry(request, said=body.dry_run),
        )
        return told(outcome, actor_of(request), self.table)


class RedoView(AtTable):
    """Putting in force again."""

    @describe(
        "entry_redo",
        "Put in force again what was taken back last",
        tag="play",
        body=RedoRequest,
        tells={200: table.Outcome, 201: table.Outcome},
        refuses=REFUSES,
        takes=(*TAKES, DRY_RUN),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Until something new is logged."""
        body = read_body(request, RedoRequest, limit=LIMIT)
        outcome = undo.redo(
            actor=actor_of(request),
            key=key_of(request),
            body_hash=hash_of(request, body),
            if_version=version_wanted(request),
            dry_run=is_dry(request, said=body.dry_run),
        )
        return told(outcome, actor_of(request), self.table)
