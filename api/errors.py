"""Every refusal as a problem (RFC 9457): the one place where an exception becomes an answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions

from api.links import linked
from api.sayings import detail_of
from api.voice import Voice, voice_of
from games.errors import NeedsConfirmation, QuestionOpen, ServiceError, StaleVersion
from games.rules.errors import (
    IllegalAction,
    InvalidAction,
    Problem,
    ReplayDiverged,
    RulesError,
    WrongAnswer,
)

PROBLEM_JSON = "application/problem+json"


class Refused(Exception):
    """The API itself refuses: the request cannot be read, or nobody may make it.

    `faults` are places in a body, each `{path, fault}`; `params` the names and numbers that the
    sentence needs.
    """

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        *,
        faults: Iterable[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        **params: Any,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.faults = [dict(fault) for fault in faults]
        self.headers = dict(headers or {})
        self.params = params


def problem(
    status: int,
    code: str,
    *,
    detail: str | None = None,
    headers: Mapping[str, str] | None = None,
    **members: Any,
) -> HttpResponse:
    """A problem as an answer; members that are not given are empty, never absent."""
    params = members.get("params", {})
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail if detail is not None else detail_of(code, params),
        "rules": [],
        "rules_url": None,
        "rulings": [],
        "params": params,
        "alternatives": [],
        "problems": [],
        "faults": [],
        "may_override": False,
        **members,
    }
    return HttpResponse(
        json.dumps(body, ensure_ascii=False, default=str),
        status=int(status),
        content_type=PROBLEM_JSON,
        headers=headers,
    )


def problem_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """What Django REST framework asks for an answer to an exception; None leaves it a fault."""
    if isinstance(error, RulesError):
        return rules_problem(error, voice_of(context))
    if isinstance(error, ServiceError):
        return service_problem(error, voice_of(context))
    if isinstance(error, Refused):
        return problem(
            error.status,
            error.code,
            params=error.params,
            faults=error.faults,
            headers=error.headers,
        )
    return framework_problem(error)


# --- What the rules refuse ---------------------------------------------------------------------

STATUS_OF: tuple[tuple[type[RulesError], HTTPStatus], ...] = (
    (InvalidAction, HTTPStatus.BAD_REQUEST),
    (IllegalAction, HTTPStatus.UNPROCESSABLE_ENTITY),
    (WrongAnswer, HTTPStatus.UNPROCESSABLE_ENTITY),
    (ReplayDiverged, HTTPStatus.CONFLICT),
    # What is described cannot be, or is too much to count.
    (RulesError, HTTPStatus.UNPROCESSABLE_ENTITY),
)


def rules_problem(error: RulesError, voice: Voice) -> HttpResponse:
    """All reasons, the first in front; nothing found possible to override once one is hard."""
    told = [reason(found, voice) for found in error.problems]
    first = told[0] if told else {"code": error.code, "detail": detail_of(error.code, {})}
    over = any(found.code == "game_over" for found in error.problems)
    status = next(status for kind, status in STATUS_OF if isinstance(error, kind))
    faults = [fault for found in told for fault in faults_told(found)]
    return problem(
        HTTPStatus.CONFLICT if over else status,
        first["code"],
        detail=first["detail"],
        rules=rules_cited(error.problems),
        rules_url=voice.rules_url(rules_cited(error.problems)),
        rulings=voice.readings(rules_cited(error.problems)),
        params=first.get("params", {}),
        alternatives=first.get("alternatives", []),
        problems=told,
        faults=faults,
        may_override=bool(told) and not any(found.hard for found in error.problems),
    )


def faults_told(found: Mapping[str, Any]) -> list[dict[str, str]]:
    """The places in the body that a reason is about."""
    if "path" in found["params"]:
        return [{"path": found["params"]["path"], "fault": found["detail"]}]
    return list(found["params"].get("faults", ()))


def reason(found: Problem, voice: Voice) -> dict[str, Any]:
    """One reason of a refusal in the edition's words."""
    return {
        "code": found.code,
        "detail": voice.says(found),
        "rules": list(found.cites),
        "params": found.params,
        "alternatives": list(found.alternatives),
        "hard": found.hard,
    }


def rules_cited(problems: Iterable[Problem]) -> list[str]:
    return list(dict.fromkeys(rule for found in problems for rule in found.cites))


# --- What the services refuse ------------------------------------------------------------------


def service_problem(error: ServiceError, voice: Voice) -> HttpResponse:
    """Who may, when, and in which order, with what is needed to try again."""
    members: dict[str, Any] = {"params": error.params}
    if error.rules:
        members["rules"] = list(error.rules)
        members["rules_url"] = voice.rules_url(members["rules"])
    if "faults" in error.params:
        members["faults"] = error.params["faults"]
    if isinstance(error, StaleVersion):
        members |= {
            "version": error.params["version"],
            "entries": [linked(entry, voice.pack.edition.id) for entry in error.entries],
        }
    if isinstance(error, QuestionOpen):
        members["question"] = error.question
    if isinstance(error, NeedsConfirmation):
        members["problems"] = [reason(found, voice) for found in error.problems]
        members["rules"] = rules_cited(error.problems)
        members["rules_url"] = voice.rules_url(members["rules"])
        members["rulings"] = voice.readings(members["rules"])
        members["may_override"] = True
    headers = {"Retry-After": "1"} if error.status == HTTPStatus.SERVICE_UNAVAILABLE else None
    return problem(
        error.status, error.code, detail=voice.refuses(error), headers=headers, **members
    )


# --- What the framework refuses ----------------------------------------------------------------

CODES_OF_FRAMEWORK: dict[type[Exception], tuple[HTTPStatus, str]] = {
    Http404: (HTTPStatus.NOT_FOUND, "not_found"),
    exceptions.NotFound: (HTTPStatus.NOT_FOUND, "not_found"),
    PermissionDenied: (HTTPStatus.FORBIDDEN, "permission_denied"),
    exceptions.PermissionDenied: (HTTPStatus.FORBIDDEN, "permission_denied"),
    exceptions.NotAuthenticated: (HTTPStatus.UNAUTHORIZED, "not_authenticated"),
    exceptions.MethodNotAllowed: (HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed"),
    exceptions.ParseError: (HTTPStatus.BAD_REQUEST, "malformed_body"),
    exceptions.UnsupportedMediaType: (HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
    RequestDataTooBig: (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large"),
    SuspiciousOperation: (HTTPStatus.BAD_REQUEST, "bad_request"),
}


def framework_problem(error: Exception) -> HttpResponse | None:
    for kind, (status, code) in CODES_OF_FRAMEWORK.items():
        if isinstance(error, kind):
            headers = {"WWW-Authenticate": 'Bearer realm="talisman"'} if status == 401 else None
            return problem(status, code, headers=headers)
    return None


def not_found(_request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(HTTPStatus.NOT_FOUND, "unknown_address", detail=_("There is nothing here."))


def bad_request(_request: HttpRequest, exception: Exception) -> HttpResponse:
    return framework_problem(exception) or problem(HTTPStatus.BAD_REQUEST, "bad_request")


def permission_denied(_request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(HTTPStatus.FORBIDDEN, "permission_denied")


def csrf_failure(_request: HttpRequest, reason: str = "") -> HttpResponse:
    return problem(HTTPStatus.FORBIDDEN, "csrf_failed")


def server_error(_request: HttpRequest) -> HttpResponse:
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "server_error")
