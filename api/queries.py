"""Reading what stands behind the question mark, and pages of lists."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from pydantic import ValidationError
from rest_framework.request import Request

from api.bodies import faults_of
from api.errors import Refused
from api.serializers.base import Query

Q_ = TypeVar("Q_", bound=Query)
Row = TypeVar("Row")


def read_query(request: Request, model: type[Q_]) -> Q_:
    """The query as its model; a name that is not known is refused, as it would be a filter unheard.

    Raises:
        Refused: 400, with each parameter that does not fit.
    """
    given: dict[str, Any] = {}
    for name, values in request.GET.lists():
        if len(values) > 1 or "\x00" in values[0]:
            fault = {"path": name[:40], "fault": "give it once, without control characters"}
            raise Refused(HTTPStatus.BAD_REQUEST, "invalid_query", faults=[fault])
        given[name] = values[0]
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid_query", faults=faults_of(error)) from None


def encoded(values: Sequence[Any]) -> str:
    """A cursor: the place after which the next page begins."""
    return base64.urlsafe_b64encode(json.dumps(values, default=str).encode()).decode().rstrip("=")


def decoded(cursor: str, kinds: Sequence[Callable[[Any], Any]]) -> list[Any]:
    """The values of a cursor, each read as what it was.

    Raises:
        Refused: 400, it is none of ours.
    """
    try:
        values = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        return [kind(value) for kind, value in zip(kinds, values, strict=True)]
    except (ValueError, TypeError, OverflowError, RecursionError, binascii.Error):
        fault = {"path": "cursor", "fault": "it is no cursor of this list"}
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid_query", faults=[fault]) from None


def page_of(rows: Sequence[Row], limit: int) -> tuple[list[Row], bool]:
    """At most `limit` rows of one more than that, and whether there was one more."""
    return list(rows[:limit]), len(rows) > limit


def newest_first(rows: QuerySet[Any], after: tuple[Any, Any] | None) -> QuerySet[Any]:
    """Rows by creation, newest first, from behind a place on."""
    if after is not None:
        created, pk = after
        rows = rows.filter(Q(created_at__lt=created) | Q(created_at=created, pk__gt=pk))
    return rows.order_by("-created_at", "pk")


def next_address(request: Request, cursor: str | None, name: str = "cursor") -> str | None:
    """The address of the next page, relative to the server: whoever asks knows by which name."""
    if cursor is None:
        return None
    kept = {key: value for key, value in request.GET.items() if key != name}
    return f"{request.path}?{urlencode({**kept, name: cursor})}"
