"""What bad input gets: a clear problem and nothing changed."""

from __future__ import annotations

import json
import uuid

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from games.models import Game, Seat
from tests.api.cast import Caller, Room, body_of, refused

DEEP = b'{"name": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
TOO_DEEP_TO_KEEP = (
    b'{"kind": "move", "seat": "A", "params": ' + b'{"a":' * 60 + b"1" + b"}" * 60 + b"}"
)


@pytest.mark.parametrize(
    "raw",
    [
        b"{", b"nonsense", b"{'name': 1}", b"\xff\xfe", b'{"name": NaN}', b'{"name": Infinity}',
        b'{"name": 1e999}', b'{"name": "a\\u0000b"}', b'{"name": "\\ud800"}', b'{"a\\u0000": 1}',
        b'{"name": "a\x00b"}', DEEP, TOO_DEEP_TO_KEEP, b'{"name": ' + b"9" * 5000 + b"}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", ["games/", "actions"])
def test_a_malformed_body_is_refused(friday: Room, where: str, raw: bytes) -> None:
    address = friday.path + "actions/" if where == "actions" else where
    before = friday.game.version

    refused(friday.host.ask("POST", address, raw=raw), 400, "malformed_body")

    assert friday.game.version == before
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("where", "limit"), [("actions/", 64), ("answers/", 64), ("undo/", 64), ("seats/", 256)]
)
def test_an_oversized_body_is_refused_before_it_is_read(
    friday: Room, where: str, limit: int
) -> None:
    raw = json.dumps({"name": "x" * (limit * 1024)}).encode()

    problem = refused(friday.host.ask("POST", friday.path + where, raw=raw), 413, "body_too_large")

    assert problem["params"] == {"limit": limit * 1024}
    assert Seat.objects.filter(game=friday.game_id).count() == 2


def test_a_body_too_large_for_the_server_is_refused_like_any_other(friday: Room) -> None:
    raw = b'"' + b"x" * (3 * 1024 * 1024) + b'"'

    refused(friday.host.ask("POST", friday.path + "actions/", raw=raw), 413, "body_too_large")


def test_a_body_in_chunks_is_refused_not_taken_for_none(friday: Room) -> None:
    response = friday.host.ask(
        "POST", friday.path + "seats/", None, b"", **{"Transfer-Encoding": "chunked"}
    )

    refused(response, 411, "length_required")


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense"]
)
def test_only_json_is_read(friday: Room, media_type: str) -> None:
    response = friday.host.ask(
        "POST", friday.path + "actions/", {"kind": "move"}, None, **{"Content-Type": media_type}
    )

    refused(response, 415, "unsupported_media_type")


def test_json_may_name_its_letters(friday: Room) -> None:
    sent = {"Content-Type": "application/json; charset=utf-8"}

    assert (
        friday.host.ask("POST", friday.path + "seats/", {"name": "Cleo"}, None, **sent).status_code
        == 201
    )


@pytest.mark.parametrize(
    ("method", "where", "allowed"),
    [
        ("PUT", "games/", "GET, POST"),
        ("DELETE", "joins/", "POST"),
        ("POST", "health/live/", "GET"),
        ("OPTIONS", "editions/", "GET"),
        ("PATCH", "{table}table/", "GET"),
        ("GET", "{table}actions/", "POST"),
    ],
)
def test_a_wrong_method_is_refused_with_the_right_ones(
    friday: Room, method: str, where: str, allowed: str
) -> None:
    response = friday.host.ask(method, where.format(table=friday.path))

    refused(response, 405, "method_not_allowed")
    assert set(allowed.split(", ")) <= set(response["Allow"].split(", "))


@pytest.mark.parametrize(
    "where",
    [
        "", "nothing/", "games", "games/17/", "games/not-a-uuid/table/", "games/%00/",
        "games/../games/", "editions/Star%20Wars/", "editions/%00/", "editions/star-wars/rules/x/",
        "games/00000000-0000-4000-8000-00000000000/", "health/",
    ],
)  # fmt: skip
def test_an_address_that_is_not_there_is_a_problem_not_a_page(nobody: Caller, where: str) -> None:
    refused(nobody.get(where), 404, "unknown_address")


def test_addresses_outside_the_api_are_problems_too(db: None) -> None:
    response = Client().get("/nothing")

    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_a_table_that_is_not_there_is_not_there_for_anybody(friday: Room) -> None:
    where = f"games/{uuid.uuid4()}/table/"
    for caller in (friday.host, friday.a, friday.screen):
        refused(caller.get(where), 404, "game_not_found")
    refused(friday.nobody.get(where), 401, "not_authenticated")


@pytest.mark.parametrize("seq", ["999999999999999", "9999999999999999999999999"])
def test_numbers_no_database_holds_are_not_there(friday: Room, seq: str) -> None:
    assert friday.a.get(f"{friday.path}history/{seq}/").status_code == 404


def test_a_foreign_host_name_is_refused_as_a_problem(friday: Room, settings: object) -> None:
    settings.ALLOWED_HOSTS = ["talisman.example"]  # type: ignore[attr-defined]

    response = friday.a.get(friday.path, Host="evil.example")

    refused(response, 400, "bad_request")


def test_a_refusal_never_says_what_was_sent(nobody: Caller) -> None:
    response = nobody.post("games/", {"name": "Friday", "edition": "star-wars", "secret": "th_x"})

    assert b"th_x" not in response.content


def fails(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError("th_secret")


urlpatterns = [path("api/v1/fails/", fails)]
handler500 = "api.errors.server_error"


@pytest.mark.urls("tests.api.test_bodies")
def test_a_fault_of_the_server_is_a_problem_and_says_nothing_of_it() -> None:
    caller = Caller(client=Client(raise_request_exception=False))

    response = caller.get("fails/")

    refused(response, 500, "server_error")
    assert b"th_secret" not in response.content


def test_a_problem_has_every_member(nobody: Caller) -> None:
    problem = body_of(nobody.get("nothing/"))

    assert problem == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "code": "unknown_address",
        "detail": "There is nothing here.",
        "rules": [],
        "rules_url": None,
        "rulings": [],
        "params": {},
        "alternatives": [],
        "problems": [],
        "faults": [],
        "may_override": False,
    }


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"kind": "move", "seat": "A", "cause": "Rope"}, "Input should be a valid object"),
        ({"kind": "move", "seat": "A", "answers": {}}, "Input should be a valid list"),
        (
            {"kind": "correct", "seat": "A", "params": {"reason": "x", "turn": {"seat": "A", "phase": "setup"}}},
            "Input should be 'move', 'encounter', 'end' or 'over'",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_the_words_of_json(friday: Room, body: object, fault: str) -> None:
    response = friday.a.post(friday.path + "actions/", body)

    assert json.loads(response.content)["faults"][0]["fault"] == fault
