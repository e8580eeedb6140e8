"""Whatever the description allows, and what it does not: no fault, and an answer as described.

A few examples an operation, always the same; `CONTRACT_EXAMPLES=200` looks longer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache as attempts
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, checks
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks as openapi_checks

from tests.api.cast import Room, body_of, room
from tests.api.described import description
from tests.api.evening import evening

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "3"))
TAGS = [
    "catalogue",
    "device",
    "exports",
    "health",
    "history",
    "house",
    "joining",
    "play",
    "questions",
    "seats",
    "tables",
]


def refuses_what_does_not_fit(context: Any, response: Any, case: Any) -> bool | None:
    """As schemathesis checks it, where the misfit is one that we sent on: not a token, not a stray header."""
    misfits = {
        place
        for place, part in case.meta.components.items()
        if part.mode is GenerationMode.NEGATIVE
    }
    if misfits <= {ParameterLocation.HEADER, ParameterLocation.COOKIE}:
        return None
    return openapi_checks.negative_data_rejection(context, response, case)


CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
    refuses_what_does_not_fit,
]
# Headers that are read; what else is generated as a header says nothing about us.
TAKEN = {"Idempotency-Key", "X-Client-Secret", "If-Match", "If-None-Match", "Accept-Language"}
KNOWN = {
    "seat": "A",
    "edition": "star-wars",
    "space": "kiros",
    "character": "mace-windu",
    "card": "blaster",
    "rule": "SW-MOVE-1",
    "key": "draws:kiros",
    "seq": 1,
    # No link that was issued: a file is not JSON that could be held to a description.
    "secret": "td_" + "x" * 32,
}


@cache
def described() -> Any:
    """The description, to be called in this process and transaction."""
    schema = schemathesis.openapi.from_dict(description())
    schema.app = get_wsgi_application()
    return schema


@contextmanager
def one_connection() -> Iterator[None]:
    """A real server lets go of a connection after a request; ours holds the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


def operations_of(tag: str) -> list[Any]:
    found = [result.ok() for result in described().get_all_operations()]
    return [operation for operation in found if tag in operation.tags]


def test_every_operation_has_a_tag_that_is_tried() -> None:
    assert {tag for result in described().get_all_operations() for tag in result.ok().tags} == set(
        TAGS
    )


@pytest.mark.django_db
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
@pytest.mark.parametrize("tag", TAGS)
def test_every_operation_answers_as_described(tag: str, mode: GenerationMode) -> None:
    friday = evening() if tag in {"play", "history", "exports"} else room()
    for operation in operations_of(tag):
        with suppress(Unsatisfiable) if mode is GenerationMode.NEGATIVE else nullcontext():
            # An operation that takes nothing cannot be asked wrongly.
            tried(operation, mode, friday)()


def tried(operation: Any, mode: GenerationMode, friday: Room) -> Callable[[], None]:
    """Examples of one operation, asked by somebody who may."""
    host_asks = "{game_id}" not in operation.path or operation.method in {"patch", "put"}
    secret = friday.host.secret if host_asks else friday.a.secret

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def examples(case: Any) -> None:
        attempts.clear()
        put_what_is_there(case, friday)
        sent = {name: value for name, value in (case.headers or {}).items() if name in TAKEN}
        with one_connection():
            response = case.call(headers={**sent, "Authorization": f"Bearer {secret}"})
        case.validate_response(response, checks=CHECKS)

    return examples


def export_of(friday: Room) -> str:
    """An export that waits, asked for by the host, who asks for all that names no table."""
    path, body = friday.path + "exports/", {"format": "ndjson"}
    return str(body_of(friday.host.post(path, body, Idempotency_Key="the-only-one"))["id"])


def put_what_is_there(case: Any, friday: Room) -> None:
    """Ask for what is there, unless the example is about asking for what cannot be."""
    known = {**KNOWN, "game_id": str(friday.game_id), "code": friday.game.join_code}
    if "export_id" in (case.path_parameters or {}):
        known["export_id"] = export_of(friday)
    place = case.meta.components.get(ParameterLocation.PATH)
    if place is not None and place.mode is GenerationMode.NEGATIVE:
        return
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = known[name]
