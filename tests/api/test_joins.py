"""Joining by code, taking a free seat back, and the limit on guessing."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connections

from api.throttling import ATTEMPTS
from games.models import Seat, Token
from tests.api.cast import Caller, Room, body_of, refused, room
from tests.api.recording import example


def test_a_code_shows_what_it_opens_to_anybody(friday: Room) -> None:
    told = body_of(friday.nobody.get(f"joins/{friday.game.join_code}/"))

    assert (told["game"], told["name"], told["edition"]) == (
        str(friday.game_id),
        "Friday",
        "star-wars",
    )
    assert [(seat["name"], seat["is_held"]) for seat in told["seats"]] == [
        ("Ada", True),
        ("Ben", True),
    ]
    assert set(told) == {"game", "name", "edition", "phase", "joining_locked", "seats"}


def test_joining_gives_the_next_seat_and_its_token(friday: Room) -> None:
    before = friday.game.version
    body = {"code": friday.game.join_code, "name": "Cleo"}
    response = friday.nobody.post("joins/", body)

    told = body_of(response)
    assert response.status_code == 201
    assert (told["seat"]["key"], told["seat"]["position"], told["seat"]["is_held"]) == (
        "C",
        2,
        True,
    )
    assert body_of(Caller(told["token"]).get(friday.path))["you"]["seat"] == "C"
    assert friday.game.version == before + 1
    example("join_create.by_name", "Sit down under a name", response, {**body, "code": "K7QP2X"})


@pytest.mark.parametrize("spell", [str.lower, lambda code: f" {code[:3]}-{code[3:]} "])
def test_a_code_is_read_as_people_type_it(friday: Room, spell: object) -> None:
    code = spell(friday.game.join_code)  # type: ignore[operator]

    assert friday.nobody.post("joins/", {"code": code, "name": "Cleo"}).status_code == 201


@pytest.mark.parametrize("code", ["AAAAAA", "ILOILO", "000000"])
def test_an_unknown_code_opens_nothing(friday: Room, code: str) -> None:
    refused(friday.nobody.get(f"joins/{code}/"), 404, "unknown_code")
    refused(friday.nobody.post("joins/", {"code": code, "name": "Cleo"}), 404, "unknown_code")
    assert Seat.objects.count() == 3


@pytest.mark.parametrize(
    "body",
    [
        {}, {"name": "Cleo", "seat": "A"}, {"name": ""}, {"name": "x" * 41}, {"seat": "1"},
        {"name": "\u200b"}, {"name": "Cl\x07eo"}, {"name": "Cl\neo"}, {"name": "\u202eCleo"},
    ],
)  # fmt: skip
def test_a_body_that_does_not_fit_is_refused(friday: Room, body: dict[str, str]) -> None:
    body = {"code": str(friday.game.join_code), **body}

    refused(friday.nobody.post("joins/", body), 400, "invalid_body")
    assert Seat.objects.count() == 3


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "Ad\u200ba"])
def test_two_seats_have_two_names(friday: Room, name: str) -> None:
    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "name": name})

    refused(response, 409, "seat_taken")
    assert Seat.objects.count() == 3


def test_a_seat_somebody_holds_is_not_given_away(friday: Room) -> None:
    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "seat": "A"})

    refused(response, 409, "seat_taken")
    assert friday.a.get(friday.path).status_code == 200


def test_a_seat_whose_tokens_are_revoked_is_taken_back(friday: Room) -> None:
    Token.objects.filter(seat__key="A", game=friday.game_id).update(revoked_at="2026-01-01T00:00Z")

    told = body_of(friday.nobody.post("joins/", {"code": friday.game.join_code, "seat": "A"}))

    assert told["seat"]["name"] == "Ada"
    assert body_of(Caller(told["token"]).get(friday.path))["you"]["seat"] == "A"


def test_a_seat_that_is_not_there_is_not_found(friday: Room) -> None:
    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "seat": "Q"})

    refused(response, 404, "not_found")


def test_the_edition_seats_only_so_many(friday: Room) -> None:
    """A sixth seat is taken, a seventh is not (SW-PLAYERS-1)."""
    names = ["Cleo", "Dan", "Eve", "Fay"]
    for name in names:
        assert (
            friday.nobody.post("joins/", {"code": friday.game.join_code, "name": name}).status_code
            == 201
        )

    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "name": "Gus"})
    assert refused(response, 409, "table_full")["params"] == {"high": 6}
    assert friday.game.seats.count() == 6


def test_a_repeated_join_takes_one_seat(friday: Room) -> None:
    sent = {"Idempotency_Key": "join-cleo", "X_Client_Secret": "0123456789abcdef"}
    body = {"code": friday.game.join_code, "name": "Cleo"}
    one = body_of(friday.nobody.post("joins/", body, **sent))
    two = body_of(friday.nobody.post("joins/", body, **sent))

    assert one["seat"] == two["seat"]
    assert one["token"] != two["token"]
    assert friday.game.seats.count() == 3
    refused(Caller(one["token"]).get(friday.path), 401, "bad_token")
    assert Caller(two["token"]).get(friday.path).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_phones_that_join_at_once_get_a_seat_each_until_the_table_is_full() -> None:
    game_id, code = (opened := room()).game_id, opened.game.join_code

    def join(number: int) -> int:
        try:
            return Caller().post("joins/", {"code": code, "name": f"Phone {number}"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(join, range(8)))
    assert sorted(statuses) == [201] * 4 + [409] * 4
    seats = Seat.objects.filter(game=game_id).order_by("position")
    assert [seat.key for seat in seats] == ["A", "B", "C", "D", "E", "F"]
    assert [seat.position for seat in seats] == [0, 1, 2, 3, 4, 5]


# --- the host's hand on the door ---------------------------------------------------------------


def test_the_host_locks_joining_and_opens_it_again(friday: Room) -> None:
    told = body_of(friday.host.post(friday.path + "join-code/", {"locked": True}))
    body = {"code": friday.game.join_code, "name": "Cleo"}

    assert told["joining_locked"] is True
    refused(friday.nobody.post("joins/", body), 409, "joining_locked")
    friday.host.post(friday.path + "join-code/", {"locked": False})
    assert friday.nobody.post("joins/", body).status_code == 201


def test_a_new_code_ends_the_old_one(friday: Room) -> None:
    old = friday.game.join_code
    new = body_of(friday.host.post(friday.path + "join-code/", {"new": True}))["join_code"]

    assert new != old
    refused(friday.nobody.get(f"joins/{old}/"), 404, "unknown_code")
    assert friday.nobody.get(f"joins/{new}/").status_code == 200
    assert friday.a.get(friday.path).status_code == 200


def test_only_the_host_changes_the_code(friday: Room) -> None:
    before = friday.game.join_code
    refused(friday.a.post(friday.path + "join-code/", {"new": True}), 403, "host_only")
    refused(friday.screen.post(friday.path + "join-code/", {"new": True}), 403, "host_only")
    refused(friday.stranger.post(friday.path + "join-code/", {"new": True}), 404, "game_not_found")
    assert friday.game.join_code == before


def test_the_code_of_a_deleted_table_opens_nothing(friday: Room) -> None:
    code = friday.game.join_code
    friday.host.delete(friday.path)

    refused(friday.nobody.get(f"joins/{code}/"), 404, "unknown_code")


# --- the code as a picture ---------------------------------------------------------------------


def test_the_join_address_comes_as_a_drawing_and_as_text(friday: Room, settings: object) -> None:
    settings.PUBLIC_URL = "http://192.168.0.10:8000"  # type: ignore[attr-defined]

    drawing = friday.a.get(friday.path + "join-qr/")
    assert drawing["Content-Type"] == "image/svg+xml"
    assert ET.fromstring(drawing.content).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314  (our own)
    text = friday.a.get(friday.path + "join-qr/?format=text")
    assert text["Content-Type"].startswith("text/plain")
    assert "█" in text.content.decode()
    told = body_of(friday.a.get(friday.path))
    assert told["join_url"] == f"http://192.168.0.10:8000/join/{told['join_code']}"


def test_the_picture_has_two_styles(friday: Room) -> None:
    refused(friday.a.get(friday.path + "join-qr/?format=png"), 400, "invalid_query")


# --- guessing ----------------------------------------------------------------------------------


def test_guessing_codes_ends_after_so_many_attempts(friday: Room) -> None:
    for _ in range(ATTEMPTS):
        refused(friday.nobody.get("joins/AAAAAA/"), 404, "unknown_code")

    response = friday.nobody.get(f"joins/{friday.game.join_code}/")
    problem = refused(response, 429, "too_many_attempts")
    assert 1 <= int(response["Retry-After"]) <= 61
    assert problem["params"]["seconds"] == int(response["Retry-After"])
    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "name": "Cleo"})
    refused(response, 429, "too_many_attempts")
    assert friday.game.seats.count() == 2


def test_the_limit_is_each_address_for_itself(friday: Room) -> None:
    for _ in range(ATTEMPTS + 1):
        friday.nobody.client.get("/api/v1/joins/AAAAAA/", REMOTE_ADDR="10.0.0.1")

    assert friday.nobody.get(f"joins/{friday.game.join_code}/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_attempts_at_once_are_counted_one_by_one() -> None:
    code = room().game.join_code

    def attempt(_: int) -> int:
        try:
            return Caller().get(f"joins/{code}/").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(attempt, range(ATTEMPTS + 10)))
    assert statuses.count(200) == ATTEMPTS
    assert statuses.count(429) == 10
    cache.clear()
