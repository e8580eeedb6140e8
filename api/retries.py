"""Retries and stale clients: Idempotency-Key, whose it is, and If-Match."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from pydantic import BaseModel
from rest_framework.request import Request

from api import device
from api.answers import answer
from api.auth import HostCaller
from api.bodies import hash_of
from api.errors import Refused
from games.actors import Actor
from games.services.once import Told, once
from games.services.tokens import secret_hash

KEY = (8, 80)
CLIENT_SECRET = (16, 80)
PRINTABLE = re.compile(r"[\x21-\x7e]*")
VERSION = re.compile(r'(?:W/)?"?(\d{1,15})(?:\.[^"]*)?"?')
REPLAYED = "Idempotent-Replayed"


def key_of(request: Request) -> str | None:
    """The Idempotency-Key: 8 to 80 printable characters.

    Raises:
        Refused: 400, it is not that.
    """
    return header_of(request, "Idempotency-Key", *KEY)


def header_of(request: Request, name: str, low: int, high: int) -> str | None:
    value = request.headers.get(name)
    if value is None or (low <= len(value) <= high and PRINTABLE.fullmatch(value)):
        return value
    raise unfit(name, f"{low} to {high} printable ASCII characters without spaces must stand here")


def unfit(header: str, why: str) -> Refused:
    """A header that cannot be used, and what would be."""
    faults = [{"path": header, "fault": why}]
    return Refused(HTTPStatus.BAD_REQUEST, "invalid_header", faults=faults, header=header)


def scope_of(request: Request, key: str | None) -> str:
    """Whose key it is: the token's, or that of a client who has none yet and brings a secret.

    Raises:
        Refused: 400, a key without either; somebody else might guess it.
    """
    if isinstance(request.auth, Actor | HostCaller):
        return request.auth.scope
    secret = header_of(request, "X-Client-Secret", *CLIENT_SECRET)
    if secret is not None:
        return f"client:{secret_hash(secret)}"
    if key is None:
        return "nobody"
    raise Refused(HTTPStatus.BAD_REQUEST, "client_secret_needed")


def told_once(
    request: Request,
    body: BaseModel | None,
    do: Callable[[], Told],
    *,
    finish: Callable[[dict[str, Any]], dict[str, Any]] = lambda told: told,
    for_device: bool = False,
    named: str = "token",
) -> HttpResponse:
    """Answer with what `do` makes, once for each key, and put its secrets in.

    Args:
        request: Its key, caller and device.
        body: What was read of it.
        do: Makes it; what it returns is kept for retries, without the secrets.
        finish: Adds to the answer what is made of its secrets.
        for_device: Whether the secrets are for the device that asks, which may keep them in its cookie.
        named: Under which name the token is told.
    """
    key = key_of(request)
    if for_device:
        device.check_room(request)
    told = once(scope=scope_of(request, key), key=key, body_hash=hash_of(request, body), do=do)
    secrets: dict[str, str] = {}
    if told.token:
        secrets[named] = told.token.secret
    if told.host_key:
        secrets["host_key"] = told.host_key.secret
    response = answer(finish({**told.body, **secrets}), told.status)
    if told.replayed:
        response[REPLAYED] = "true"
    if for_device:
        device.remember(request, response, list(secrets.values()))
    return response


def version_wanted(request: Request) -> int | None:
    """If-Match: the version a client acts on, bare or as the ETag it got; `*` asks for none.

    Raises:
        Refused: 400, it is neither.
    """
    value = request.headers.get("If-Match")
    if value is None or value.strip() == "*":
        return None
    found = VERSION.fullmatch(value.strip())
    if found is None:
        raise unfit("If-Match", "a table's ETag, its version or * must stand here")
    return int(found.group(1))
