"""Games from other servers, sent as files."""

from __future__ import annotations

import gzip
import json
import random
from typing import Any
from unittest.mock import patch

import pytest
from django.http import UnreadablePostError

from api.views import imports
from games.models import Game, Host, Token
from games.services.audit import game_verify
from games.services.tokens import secret_hash
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import act, done
from tests.api.recording import example
from tests.games.exports.files import file_of, resealed, told_in
from tests.games.exports.test_refusals import spoilt

pytestmark = pytest.mark.django_db


@pytest.fixture
def raw(playing: Room) -> bytes:
    """The file of a game in the middle of its evening, as its host gets it."""
    return file_of(playing.game, "host")


def sent(caller: Caller, raw: bytes, **headers: str) -> Any:
    return caller.ask("POST", "imports/", None, raw, **headers)


def test_whoever_sends_a_game_becomes_its_host_and_is_told_the_key_once(
    playing: Room, raw: bytes, nobody: Caller
) -> None:
    response = sent(nobody, raw)
    told = body_of(response)
    assert response.status_code == 201
    assert told["digest"] == playing.game.digest
    assert (told["entries"], told["unseen"]) == (9, 2)
    assert (told["name"], told["phase"], told["seq"]) == ("Friday", "move", 8)
    assert told["id"] != str(playing.game_id)
    assert told["join_code"] != playing.game.join_code
    assert [(seat["key"], seat["name"], seat["is_held"]) for seat in told["seats"]] == [
        ("A", "Ada", False),
        ("B", "Ben", False),
    ]
    game = Game.objects.get(pk=told["id"])
    assert game.host.key_hash == secret_hash(told["host_key"])
    assert not Token.objects.filter(game=game).exists()
    shown = json.loads(raw)
    shown["entries"] = [{**shown["entries"][0], "salt": "0" * 32}]
    shown["game"]["created_at"] = "2026-01-09T19:30:00.000Z"
    example(
        "game_import.a_game", "A game from another server, its log cut short here", response, shown
    )


def test_it_is_played_on_there(playing: Room, raw: bytes, nobody: Caller) -> None:
    told = body_of(sent(nobody, raw))
    host = Caller(told["host_key"])
    ada = Caller(body_of(nobody.post("joins/", {"code": told["join_code"], "seat": "A"}))["token"])
    path = f"games/{told['id']}/"
    seen = body_of(ada.get(path + "table/"))
    assert [card["card"] for card in seen["seats"][0]["hand"]["cards"]] == [None]
    there = Room(
        game_id=told["id"],
        host=host,
        a=ada,
        b=host,
        screen=host,
        stranger=nobody,
        nobody=nobody,
        host_row=playing.host_row,
    )
    answers = [{"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"}]
    done(act(there, ada, "move", answers=answers))
    assert game_verify(game=there.game).faults == []
    for seq in range(10):
        assert host.get(f"{path}table/?at={seq}").status_code == 200
        assert host.get(f"{path}history/{seq}/").status_code == 200
    assert host.get(path + "legal-actions/").status_code == 200


def test_a_host_gets_it_beside_its_other_games(raw: bytes, nobody: Caller) -> None:
    key = body_of(nobody.post("games/", {"name": "Mine", "edition": "star-wars"}))["host_key"]
    told = body_of(sent(Caller(key), raw))
    assert "host_key" not in told
    listed = body_of(Caller(key).get("games/"))["results"]
    assert {game["name"] for game in listed} == {"Mine", "Friday"}


def test_the_same_game_is_taken_in_once_and_where_it_is_is_said(
    playing: Room, raw: bytes, nobody: Caller
) -> None:
    problem = refused(sent(playing.host, raw), 409, "already_here")
    assert problem["params"] == {"game": str(playing.game_id), "name": "Friday"}
    first = body_of(sent(nobody, raw))
    again = refused(sent(Caller(first["host_key"]), raw), 409, "already_here")
    assert again["params"]["game"] == first["id"]
    # Played on, it is still that game; put away, it is not.
    answers = [{"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"}]
    done(act(playing, playing.a, "move", answers=answers))
    refused(sent(playing.host, raw), 409, "already_here")
    playing.host.delete(playing.path)
    assert sent(playing.host, raw).status_code == 201


def test_a_retry_is_answered_as_the_first_time_and_counts_once(raw: bytes, nobody: Caller) -> None:
    headers = {"Idempotency-Key": "import-123", "X-Client-Secret": "s" * 20}
    first, second = (body_of(sent(nobody, raw, **headers)) for _ in range(2))
    assert first["id"] == second["id"]
    assert first["host_key"] != second["host_key"]
    assert Game.objects.filter(name="Friday").count() == 2
    other = json.dumps({**told_in(raw)}, indent=1).encode()
    refused(sent(nobody, other, **headers), 422, "key_reused")


def test_a_seat_takes_no_game_in_as_a_host(playing: Room, raw: bytes) -> None:
    for caller in (playing.a, playing.screen, playing.stranger):
        refused(sent(caller, raw), 403, "host_key_needed")
    refused(sent(Caller("th_" + "x" * 32), raw), 401, "bad_token")
    assert Game.objects.filter(name="Friday").count() == 1


def test_names_with_scripts_stay_text(raw: bytes, nobody: Caller) -> None:
    told = told_in(raw)
    told["game"]["name"] = told["seats"][0]["name"] = "<script>alert(1)</script>"
    response = sent(nobody, resealed(told))
    assert body_of(response)["name"] == "<script>alert(1)</script>"
    assert response["Content-Type"] == "application/json"
    assert (
        "<script>"
        not in nobody.client.get(f"/join/{body_of(response)['join_code']}").content.decode()
    )


# ---------------------------------------------------------------------- refused


def unread(raw: bytes) -> Any:
    """A body that nobody may read."""
    return patch("django.core.handlers.wsgi.WSGIRequest.read", side_effect=AssertionError(len(raw)))


def test_a_file_too_large_is_refused_without_being_read(nobody: Caller) -> None:
    with unread(b""):
        problem = refused(
            nobody.client.generic(
                "POST", "/api/v1/imports/", b"{}", "application/json", CONTENT_LENGTH=str(10**9)
            ),  # type: ignore[arg-type]  # the stubs' own response class
            413,
            "file_too_large",
        )
    assert problem["params"] == {"limit": 16 * 1024 * 1024}


def test_a_packed_file_is_refused(raw: bytes, nobody: Caller) -> None:
    packed = gzip.compress(raw)
    refused(sent(nobody, packed, **{"Content-Encoding": "gzip"}), 415, "unsupported_media_type")
    refused(
        sent(nobody, packed, **{"Content-Type": "application/zip"}), 415, "unsupported_media_type"
    )
    assert refused(sent(nobody, packed), 400, "not_a_game_file")["params"] == {
        "reason": "it is packed: unpack it first"
    }


def test_a_file_that_does_not_arrive_whole_is_refused(raw: bytes, nobody: Caller) -> None:
    for breaks in ({"return_value": b""}, {"side_effect": UnreadablePostError}):
        with patch("django.core.handlers.wsgi.WSGIRequest.read", **breaks):
            refused(sent(nobody, raw), 400, "malformed_body")


def test_what_is_wrong_is_said_with_the_entry(raw: bytes, nobody: Caller) -> None:
    told = told_in(raw)
    told["entries"][5]["public"]["logged_by"] = "seat:Q"
    response = sent(nobody, json.dumps(told).encode())
    problem = refused(response, 422, "entry_broken")
    assert problem["detail"] == (
        "The file breaks at entry 5: its digest is not that of what it says."
    )
    assert problem["params"]["entry"] == 5
    cut = refused(sent(nobody, raw[: len(raw) // 2]), 422, "file_truncated")
    assert cut["detail"].startswith("The file ends after entry ")
    other = told_in(raw) | {"version": 2}
    refused(sent(nobody, json.dumps(other).encode()), 422, "other_format")
    seats = told_in(raw)
    seats["seats"][0]["name"] = ""
    unfit = refused(sent(nobody, resealed(seats)), 422, "head_unfit")
    assert unfit["faults"][0]["path"] == "seats.0.name"
    elsewhere = told_in(raw)
    elsewhere["game"]["edition"] = "monopoly"
    refused(sent(nobody, resealed(elsewhere)), 422, "pack_missing")
    older = told_in(raw)
    older["game"]["pack_hash"] = "0" * 64
    refused(sent(nobody, resealed(older)), 422, "pack_differs")
    assert Game.objects.filter(name="Friday").count() == 1
    assert Host.objects.count() == 2


def test_too_many_files_in_a_minute_are_refused(
    nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "A_MINUTE", 2)
    for _ in range(2):
        refused(sent(nobody, b"[]"), 400, "not_a_game_file")
    refused(sent(nobody, b"[]"), 429, "too_many_attempts")


def test_any_json_is_refused_or_taken_in(
    raw: bytes, nobody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "A_MINUTE", 10_000)
    chance = random.Random(9)  # noqa: S311 - a test, no secret
    bodies = [spoilt(told_in(raw), chance) for _ in range(40)]
    others: list[Any] = [None, 1, "x", [], {}, {"a": 1}, [[[]]]]
    bodies += [json.dumps(other).encode() for other in others]
    for body in bodies:
        response = sent(nobody, body)
        assert response.status_code in {201, 400, 413, 415, 422}, response.content
        if response.status_code != 201:
            assert response["Content-Type"] == "application/problem+json"
