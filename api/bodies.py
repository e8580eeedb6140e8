"""Reading a request's body: small, JSON, in its model's shape, or a problem that says where not."""

from __future__ import annotations

import hashlib
import json
import math
from http import HTTPStatus
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError
from rest_framework.request import Request

from api.errors import Refused
from content.schema.reading import in_words

KIB = 1024
LIMIT = 256 * KIB
DEEPEST = 40
MOST_FAULTS = 20

M = TypeVar("M", bound=BaseModel)


def read_body(request: Request, model: type[M], *, limit: int = LIMIT) -> M:
    """The body as its model.

    Raises:
        Refused: 400, 413 or 415, with each place that does not fit.
    """
    return read_as(model, json_of(request, limit=limit))


def read_as(model: type[M], data: Any) -> M:
    """Raises Refused (400) with each place that does not fit."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid_body", faults=faults_of(error)) from None


def read_exactly(model: type[M], data: Any) -> M:
    """The same for models that are exact about what is a number and what is text.

    Raises:
        Refused: 400, with each place that does not fit.
    """
    try:
        return model.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "invalid_body", faults=faults_of(error)) from None


def faults_of(error: ValidationError) -> list[dict[str, str]]:
    """Where and why, without what was sent: it may be a secret."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [
        {
            "path": ".".join(str(part) for part in fault["loc"]),
            "fault": in_words(fault["msg"]),
        }
        for fault in found[:MOST_FAULTS]
    ]


def json_of(request: Request, *, limit: int = LIMIT) -> Any:
    """The body as JSON; an empty one is an empty object.

    Raises:
        Refused: 413 too large, 415 not JSON, 400 malformed.
    """
    length = content_length(request)
    if length > limit:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", limit=limit)
    raw = request.body if length else b""
    if not raw:
        return {}
    media_type = request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", given=media_type[:80]
        )
    return parsed(raw)


def content_length(request: Request) -> int:
    """What the sender says, 0 without a body. A server hands over no more than that.

    Raises:
        Refused: 411, it does not say; 400, it is no number.
    """
    if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
        raise Refused(HTTPStatus.LENGTH_REQUIRED, "length_required")
    try:
        return max(int(request.META.get("CONTENT_LENGTH") or 0), 0)
    except ValueError:
        malformed("the content length is not a number")


def parsed(raw: bytes) -> Any:
    """Strict JSON: no NaN, no number too large for a float, no NUL or half character, not too deep."""
    try:
        data = json.loads(raw.decode(), parse_constant=not_a_number, parse_float=finite)
    except RecursionError:
        malformed("it is nested too deeply")
    except ValueError as error:
        malformed(str(error).partition(":")[0])
    check_storable(data, DEEPEST)
    return data


def not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def check_storable(data: Any, depth: int) -> None:
    """Databases refuse NUL and halves of characters; JSON can spell both."""
    if isinstance(data, str):
        if "\x00" in data:
            malformed("text must not hold NUL")
        try:
            data.encode()
        except UnicodeEncodeError:
            malformed("text holds half a character")
    elif isinstance(data, dict | list):
        if depth == 0:
            malformed("it is nested too deeply")
        for item in data if isinstance(data, list) else [*data, *data.values()]:
            check_storable(item, depth - 1)


def malformed(why: str) -> NoReturn:
    raise Refused(HTTPStatus.BAD_REQUEST, "malformed_body", why=why)


def hash_of(request: Request, body: BaseModel | None) -> str:
    """What makes two requests the same: method, address and what was read of the body."""
    text = body.model_dump_json() if body else ""
    target = f"{request.method} {request.get_full_path()}\n{text}"
    return hashlib.sha256(target.encode()).hexdigest()
