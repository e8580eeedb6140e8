"""Tokens: listed, issued again, passed to a second device, revoked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Token
from tests.api.cast import Caller, Room, body_of, refused


def test_a_seat_lists_its_own_tokens_and_a_host_all(friday: Room) -> None:
    mine = body_of(friday.a.get(friday.path + "tokens/"))["results"]
    every = body_of(friday.host.get(friday.path + "tokens/"))["results"]
    screens = body_of(friday.screen.get(friday.path + "tokens/"))["results"]

    assert [(token["seat"], token["role"], token["is_yours"]) for token in mine] == [
        ("A", "seat", True)
    ]
    assert [token["seat"] for token in every] == ["A", "B", None]
    assert [(token["seat"], token["role"]) for token in screens] == [(None, "screen")]


def test_no_list_tells_a_secret(friday: Room) -> None:
    for path in ("tokens/", ""):
        content = friday.host.get(friday.path + path).content.decode()
        for caller in (friday.host, friday.a, friday.b, friday.screen):
            assert str(caller.secret) not in content
        for token in Token.objects.all():
            assert token.hash not in content


def test_the_host_gives_a_seat_a_new_token_and_the_old_ones_end(friday: Room) -> None:
    response = friday.host.post(friday.path + "seats/A/tokens/")

    told = body_of(response)
    assert (response.status_code, told["seat"], told["role"]) == (201, "A", "seat")
    refused(friday.a.get(friday.path), 401, "bad_token")
    assert body_of(Caller(told["token"]).get(friday.path))["you"]["seat"] == "A"
    assert friday.b.get(friday.path).status_code == 200


def test_only_the_host_gives_tokens_out(friday: Room) -> None:
    before = Token.objects.count()
    for caller in (friday.a, friday.b, friday.screen):
        refused(caller.post(friday.path + "seats/A/tokens/"), 403, "host_only")
        refused(caller.post(friday.path + "tokens/", {"role": "screen"}), 403, "host_only")
    refused(friday.stranger.post(friday.path + "seats/A/tokens/"), 404, "game_not_found")
    refused(friday.host.post(friday.path + "seats/Q/tokens/"), 404, "not_found")
    assert Token.objects.count() == before
    assert friday.a.get(friday.path).status_code == 200


def test_a_screen_looks_and_writes_nothing(friday: Room) -> None:
    told = body_of(friday.host.post(friday.path + "tokens/", {"role": "screen"}))
    screen = Caller(told["token"])

    assert screen.get(friday.path + "table/").status_code == 200
    response = screen.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "A"})
    refused(response, 403, "not_allowed")
    refused(screen.post(friday.path + "undo/"), 409, "nothing_to_undo")
    assert friday.game.seq == 0


def test_a_token_is_revoked_by_its_seat_or_the_host(friday: Room) -> None:
    tokens = {
        token.seat.key if token.seat else "": token.pk
        for token in Token.objects.filter(game=friday.game_id)
    }

    refused(friday.a.delete(f"{friday.path}tokens/{tokens['B']}/"), 404, "not_found")
    refused(friday.screen.delete(f"{friday.path}tokens/{tokens['B']}/"), 404, "not_found")
    assert friday.b.get(friday.path).status_code == 200
    assert friday.host.delete(f"{friday.path}tokens/{tokens['B']}/").status_code == 204
    refused(friday.b.get(friday.path), 401, "bad_token")
    assert friday.host.delete(f"{friday.path}tokens/{tokens['B']}/").status_code == 204
    assert friday.a.delete(f"{friday.path}tokens/{tokens['A']}/").status_code == 204
    assert friday.screen.delete(f"{friday.path}tokens/{tokens['']}/").status_code == 204


def test_a_token_of_another_table_is_not_there(friday: Room) -> None:
    other = Token.objects.exclude(game=friday.game_id).get()

    refused(friday.host.delete(f"{friday.path}tokens/{other.pk}/"), 404, "not_found")
    assert friday.stranger.get(f"games/{other.game_id}/").status_code == 200


# --- a second device ---------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["a", "host"])
def test_a_link_gives_a_second_device_a_token_once(friday: Room, who: str) -> None:
    response = friday.everybody()[who].post(friday.path + "seats/A/link/")
    link = body_of(response)

    assert response.status_code == 201
    assert link["link"].startswith("tl_")
    assert link["url"].endswith(f"/link/#{link['link']}")
    assert link["qr"].startswith("<svg ")
    told = body_of(friday.nobody.post("links/", {"link": link["link"]}))
    assert (told["seat"], told["game"]) == ("A", str(friday.game_id))
    assert body_of(Caller(told["token"]).get(friday.path))["you"]["seat"] == "A"
    assert friday.a.get(friday.path).status_code == 200
    refused(friday.nobody.post("links/", {"link": link["link"]}), 404, "unknown_link")


def test_a_link_runs_out(friday: Room) -> None:
    link = body_of(friday.a.post(friday.path + "seats/A/link/"))["link"]
    Token.objects.filter(is_link=True).update(expires_at=timezone.now() - timedelta(seconds=1))

    refused(friday.nobody.post("links/", {"link": link}), 404, "unknown_link")


def test_a_token_is_no_link(friday: Room) -> None:
    refused(friday.nobody.post("links/", {"link": friday.a.secret}), 404, "unknown_link")


def test_another_seat_makes_no_link(friday: Room) -> None:
    refused(friday.b.post(friday.path + "seats/A/link/"), 403, "not_your_seat")
    refused(friday.screen.post(friday.path + "seats/A/link/"), 403, "not_your_seat")
    assert not Token.objects.filter(is_link=True).exists()


def test_a_link_ends_with_the_tokens_of_its_seat(friday: Room) -> None:
    link = body_of(friday.a.post(friday.path + "seats/A/link/"))["link"]
    friday.host.post(friday.path + "seats/A/tokens/")

    refused(friday.nobody.post("links/", {"link": link}), 404, "unknown_link")


def test_a_repeated_request_gives_a_fresh_link_and_ends_the_first(friday: Room) -> None:
    sent = {"Idempotency_Key": "link-for-a"}
    one = body_of(friday.a.post(friday.path + "seats/A/link/", **sent))
    two = body_of(friday.a.post(friday.path + "seats/A/link/", **sent))

    assert one["link"] != two["link"]
    assert two["url"].endswith(two["link"])
    refused(friday.nobody.post("links/", {"link": one["link"]}), 404, "unknown_link")
    assert friday.nobody.post("links/", {"link": two["link"]}).status_code == 201
