"""Who may ask: tokens of this table, of another, unknown, revoked; by header and by cookie."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from api import device
from games.models import Token
from games.services.tokens import token_issue
from tests.api.cast import Caller, Room, body_of, refused

TABLE_READS = (
    "",
    "table/",
    "seats/",
    "tokens/",
    "legal-actions/",
    "question/",
    "checklist/",
    "history/",
    "join-qr/",
)


@pytest.mark.parametrize("where", TABLE_READS)
def test_those_at_the_table_read_it_and_nobody_else(friday: Room, where: str) -> None:
    for caller in (friday.host, friday.a, friday.b, friday.screen):
        assert caller.get(friday.path + where).status_code == 200
    refused(friday.stranger.get(friday.path + where), 404, "game_not_found")
    refused(friday.nobody.get(friday.path + where), 401, "not_authenticated")
    refused(Caller("ts_" + "x" * 32).get(friday.path + where), 401, "bad_token")
    refused(Caller("th_" + "x" * 32).get(friday.path + where), 401, "bad_token")


def test_a_refusal_for_want_of_a_token_says_which_kind(friday: Room) -> None:
    assert friday.nobody.get(friday.path)["WWW-Authenticate"].startswith("Bearer")
    assert 'error="invalid_token"' in Caller("ts_x").get(friday.path)["WWW-Authenticate"]


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic dTpw", "ts_secret", "Bearer " + "x" * 81, "Bearer ü"]
)
def test_a_header_that_is_no_token_is_a_bad_one(friday: Room, header: str) -> None:
    refused(friday.nobody.get(friday.path, Authorization=header), 401, "bad_token")


def test_a_revoked_token_is_a_bad_one_at_once(friday: Room) -> None:
    Token.objects.filter(seat__key="A", game=friday.game_id).update(revoked_at="2026-01-01T00:00Z")

    refused(friday.a.get(friday.path + "table/"), 401, "bad_token")
    refused(
        friday.a.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "A"}),
        401,
        "bad_token",
    )
    assert friday.game.seq == 0


def test_a_link_is_no_token(friday: Room) -> None:
    link = body_of(friday.a.post(friday.path + "seats/A/link/"))["link"]

    refused(Caller(link).get(friday.path), 401, "bad_token")


def test_the_first_showing_of_a_token_is_noted_once(
    friday: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    issued = token_issue(game=friday.game, seat=None)
    fresh = Caller(issued.secret)
    fresh.get(friday.path + "table/")

    noted = Token.objects.get(pk=issued.token.pk).used_at
    assert noted is not None
    fresh.get(friday.path + "table/")
    assert Token.objects.get(pk=issued.token.pk).used_at == noted


def test_everybody_learns_who_they_are(friday: Room) -> None:
    who = {name: body_of(caller.get(friday.path))["you"] for name, caller in (
        ("host", friday.host), ("a", friday.a), ("screen", friday.screen)
    )}  # fmt: skip

    assert who == {
        "host": {"role": "host", "seat": None, "is_host": True},
        "a": {"role": "seat", "seat": "A", "is_host": False},
        "screen": {"role": "screen", "seat": None, "is_host": False},
    }


# --- by cookie ---------------------------------------------------------------------------------


def on_a_device(friday: Room, *names: str) -> Caller:
    """A browser that has joined under these names, and sends no header."""
    browser = Caller(client=Client(enforce_csrf_checks=True))
    for name in names:
        browser.post("joins/", {"code": friday.game.join_code, "name": name}, X_Device="cookie")
    return browser


def csrf(browser: Caller) -> dict[str, str]:
    return {"X_CSRFToken": body_of(browser.get("device/"))["csrf_token"]}


def test_a_device_keeps_its_token_in_a_cookie_no_script_reads(friday: Room) -> None:
    browser = on_a_device(friday, "Cleo")

    cookie = browser.client.cookies[device.NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["secure"]
    assert body_of(browser.get(friday.path))["you"]["seat"] == "C"


def test_over_https_the_cookie_stays_there(friday: Room, settings: object) -> None:
    settings.IS_HTTPS = True  # type: ignore[attr-defined]

    assert on_a_device(friday, "Cleo").client.cookies[device.NAME]["secure"]


def test_secrets_for_other_devices_do_not_go_into_ones_own_cookie(friday: Room) -> None:
    for where in ("second-host/", "seats/A/tokens/", "seats/A/link/", "tokens/"):
        response = friday.host.post(friday.path + where, {}, X_Device="cookie")
        assert response.status_code == 201
        assert not response.cookies


def test_a_second_device_keeps_its_token_too(friday: Room) -> None:
    link = body_of(friday.a.post(friday.path + "seats/A/link/"))["link"]
    browser = Caller()
    browser.post("links/?cookie=1", {"link": link})

    assert body_of(browser.get(friday.path))["you"]["seat"] == "A"


def test_no_cookie_is_set_unless_asked_for(friday: Room) -> None:
    response = friday.nobody.post("joins/", {"code": friday.game.join_code, "name": "Cleo"})

    assert response.status_code == 201
    assert not response.cookies


def test_a_device_with_several_seats_names_one(friday: Room) -> None:
    browser = on_a_device(friday, "Cleo", "Dan")

    problem = refused(browser.get(friday.path), 403, "seat_unclear")
    assert problem["params"]["seats"] == ["C", "D"]
    assert body_of(browser.get(friday.path, X_Seat="D"))["you"]["seat"] == "D"
    refused(browser.get(friday.path, X_Seat="A"), 403, "not_your_seat")
    refused(browser.get(friday.path, X_Seat="host"), 403, "not_your_seat")


def test_a_host_device_is_host_when_it_says_so(db: None) -> None:
    browser = Caller(client=Client(enforce_csrf_checks=True))
    body = {"name": "Friday", "edition": "star-wars", "seat_name": "Ada"}
    told = body_of(browser.post("games/", body, X_Device="cookie"))
    path = f"games/{told['id']}/"

    assert body_of(browser.get(path))["you"]["role"] == "seat"
    assert body_of(browser.get(path, X_Seat="host"))["you"]["role"] == "host"
    assert len(body_of(browser.get("games/"))["results"]) == 1


def test_writes_by_cookie_need_the_csrf_token(friday: Room) -> None:
    browser = on_a_device(friday, "Cleo")
    action = {"kind": "prepare_board", "seat": "C"}

    refused(browser.post(friday.path + "actions/", action), 403, "csrf_failed")
    refused(
        browser.post(friday.path + "actions/", action, X_CSRFToken="x" * 64), 403, "csrf_failed"
    )
    assert friday.game.seq == 0
    done = browser.post(friday.path + "actions/", action, **csrf(browser))
    assert done.status_code == 201


def test_writes_by_token_need_none(friday: Room) -> None:
    caller = Caller(friday.a.secret, Client(enforce_csrf_checks=True))

    done = caller.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "A"})
    assert done.status_code == 201


def test_a_cookie_that_was_tampered_with_holds_nothing(friday: Room) -> None:
    browser = Caller()
    browser.client.cookies[device.NAME] = str(friday.a.secret)

    refused(browser.get(friday.path), 401, "not_authenticated")


def test_a_device_reads_what_it_holds_and_forgets_it(friday: Room) -> None:
    browser = on_a_device(friday, "Cleo")

    told = body_of(browser.get("device/"))
    assert told["seats"] == [
        {
            "game": str(friday.game_id),
            "name": "Friday",
            "role": "seat",
            "seat": "C",
            "seat_name": "Cleo",
        }
    ]
    refused(browser.delete("device/"), 403, "csrf_failed")
    assert browser.delete("device/", **csrf(browser)).status_code == 204
    assert body_of(browser.get("device/"))["seats"] == []
    refused(browser.get(friday.path), 401, "not_authenticated")


def test_a_device_without_a_cookie_holds_nothing(nobody: Caller, db: None) -> None:
    assert body_of(nobody.get("device/"))["seats"] == []
    assert nobody.delete("device/").status_code == 204


def test_a_full_device_joins_nothing_more(friday: Room) -> None:
    browser = on_a_device(friday, "Cleo")
    browser.client.cookies[device.NAME] = filled(device.MOST)

    response = browser.post(
        "joins/", {"code": friday.game.join_code, "name": "Dan"}, X_Device="cookie"
    )
    refused(response, 409, "too_many_devices")
    assert friday.game.seats.count() == 3


def filled(many: int) -> str:

    response = HttpResponse()
    secrets = ".".join(f"ts_{number:032d}" for number in range(many))
    response.set_signed_cookie(device.NAME, secrets, salt=device.SALT)
    assert len(response.cookies[device.NAME].value) < 4000
    return response.cookies[device.NAME].value
