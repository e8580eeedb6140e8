"""Answers: plain JSON from plain dicts, without a serializer on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse

JSON = "application/json"


def rendered(data: Any) -> bytes:
    """JSON as it is sent: compact, with times in UTC."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=plain).encode()


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple | frozenset | set):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An answer nobody else may keep; what may be kept says so in its headers."""
    response = HttpResponse(rendered(data), status=status, content_type=JSON)
    response["Cache-Control"] = "no-store"
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def nothing() -> HttpResponse:
    """Done, with nothing to say."""
    return HttpResponse(status=204)
