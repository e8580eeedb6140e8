"""Files of what was played: asked for, followed, called off, fetched; each by those who may."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings as django_settings
from django.db.models import F
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from api.serializers.exports import ExportFormat
from api.views import downloads as views
from games.exports.formats import FORMATS
from games.models import Export, Game
from games.services import export_files
from games.services.export_runs import export_run
from games.services.export_upkeep import exports_sweep
from tests.api.cast import BASE, Caller, Room, body_of, refused, room
from tests.api.evening import SPELL_OF_A, SPELL_OF_B, act, done
from tests.api.recording import example

KEY = "a-key-of-the-phone"


@pytest.fixture(autouse=True)
def _files_in_a_folder_of_their_own(settings: Any, tmp_path: Path) -> None:
    location = {"location": tmp_path / "exports", "base_url": None}
    settings.STORAGES = {
        **settings.STORAGES,
        "exports": {**settings.STORAGES["exports"], "OPTIONS": location},
    }


def ask(who: Caller, path: str = "", form: str = "ndjson", **more: Any) -> dict[str, Any]:
    response = who.post(path + "exports/", {"format": form, **more})
    assert response.status_code == 202, response.content
    told: dict[str, Any] = body_of(response)
    return told


def made(who: Caller, path: str = "", form: str = "ndjson", **more: Any) -> dict[str, Any]:
    """An export asked for and written."""
    told = ask(who, path, form, **more)
    assert export_run(UUID(told["id"]))
    return seen(who, told["id"])


def seen(who: Caller, export_id: str) -> dict[str, Any]:
    response = who.get(f"exports/{export_id}/")
    assert response.status_code == 200, response.content
    told: dict[str, Any] = body_of(response)
    return told


def link_of(who: Caller, export_id: str) -> str:
    response = who.post(f"exports/{export_id}/link/")
    assert response.status_code == 201, response.content
    return str(body_of(response)["url"]).partition(BASE)[2]


def content(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def fetched(who: Caller, export_id: str) -> bytes:
    return content(Caller().get(link_of(who, export_id)))


# --- from asking to fetching -------------------------------------------------------------------


def test_a_file_is_asked_for_followed_and_fetched(playing: Room) -> None:
    response = playing.a.post(playing.path + "exports/", {"format": "ndjson"})

    told = body_of(response)
    assert response["Location"] == f"/api/v1/exports/{told['id']}/"
    assert told["state"] == "queued"
    assert told["progress"] == {"phase": None, "done": 0, "total": 0, "percent": 0}
    assert (told["asked_by"], told["is_yours"], told["file"]) == ("seat:A", True, None)
    assert told["games"] == [str(playing.game_id)]
    assert told["entries"] == playing.game.seq + 1
    example("game_export_create.a_line_an_entry", "Ask for a file", response, {"format": "ndjson"})

    assert export_run(UUID(told["id"]))
    told = seen(playing.a, told["id"])
    assert (told["state"], told["attempts"], told["progress"]["percent"]) == ("done", 1, 100)
    read = fetched(playing.a, told["id"])
    assert told["file"]["size"] == len(read)
    assert told["file"]["digest"] == hashlib.sha256(read).hexdigest()
    assert told["file"]["name"] == f"Friday {timezone.now():%Y-%m-%d}.ndjson"
    lines = [json.loads(line) for line in read.decode().splitlines()]
    assert [line["seq"] for line in lines] == list(range(playing.game.seq + 1))


def test_what_is_logged_afterwards_is_not_in_it(playing: Room) -> None:
    told = ask(playing.a, playing.path)
    done(playing.host.post(playing.path + "undo/"))
    export_run(UUID(told["id"]))

    assert fetched(playing.a, told["id"]).count(b"\n") == told["entries"] == playing.game.seq


def test_polling_is_cheap(playing: Room, django_assert_num_queries: Any) -> None:
    told = ask(playing.a, playing.path)
    first = playing.a.get(f"exports/{told['id']}/")
    assert first["Retry-After"] == "1"
    with django_assert_num_queries(2):
        again = playing.a.get(f"exports/{told['id']}/", If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")

    export_run(UUID(told["id"]))
    response = playing.a.get(f"exports/{told['id']}/", If_None_Match=first["ETag"])
    assert body_of(response)["state"] == "done"
    assert "Retry-After" not in response


def test_the_same_key_asks_once(playing: Room) -> None:
    both = [
        playing.a.post(playing.path + "exports/", {"format": "ndjson"}, Idempotency_Key=KEY)
        for _ in range(2)
    ]

    assert body_of(both[0]) == body_of(both[1])
    assert both[1]["Idempotent-Replayed"] == "true"
    assert both[0]["Location"] == both[1]["Location"]
    assert Export.objects.count() == 1
    other = playing.a.post(playing.path + "exports/", {"format": "csv"}, Idempotency_Key=KEY)
    refused(other, 422, "key_reused")


def test_every_format_is_offered_with_its_version_and_how_long_files_are_kept(
    nobody: Caller,
) -> None:
    told = body_of(nobody.get("exports/formats/"))

    assert {form["format"] for form in told["formats"]} == set(FORMATS)
    assert set(FORMATS) <= set(ExportFormat)
    assert told["limits"]["kept_seconds"] == 7 * 24 * 60 * 60
    assert told["limits"]["link_seconds"] == 60 * 60


def test_a_body_that_does_not_fit_is_refused(playing: Room) -> None:
    bodies: list[Any] = [
        {},
        {"format": "docx"},
        {"format": "csv", "whose": "seat:B"},
        {"format": "csv", "seat": "B"},
    ]
    for body in bodies:
        refused(playing.a.post(playing.path + "exports/", body), 400, "invalid_body")
    for body in ({"format": "csv", "games": []}, {"format": "csv", "games": ["x"]}):
        refused(playing.host.post("exports/", body), 400, "invalid_body")
    assert not Export.objects.exists()


# --- whose eyes read ---------------------------------------------------------------------------


def test_a_hand_is_in_the_file_of_its_seat_only(playing: Room) -> None:
    files = {
        name: fetched(who, made(who, playing.path)["id"]).decode()
        for name, who in (("a", playing.a), ("b", playing.b), ("host", playing.host))
    }
    passed_on = fetched(playing.a, made(playing.a, playing.path, whose="everybody")["id"]).decode()

    assert {name: SPELL_OF_A in text for name, text in files.items()} == {
        "a": True,
        "b": False,
        "host": False,
    }
    assert SPELL_OF_B in files["b"]
    assert SPELL_OF_B not in files["a"]
    assert files["host"] == passed_on


def test_who_asks_decides_when_it_is_asked_for(playing: Room) -> None:
    told = ask(playing.b, playing.path)
    row = Export.objects.get(pk=told["id"])

    assert [(source["seat"], source["whole"]) for source in row.sources] == [("B", False)]


@pytest.mark.parametrize("is_told", [True, False])
def test_hands_are_told_once_the_game_is_over_where_the_table_lets_them(
    playing: Room, is_told: bool
) -> None:
    Game.objects.filter(pk=playing.game_id).update(hands_told_at_end=is_told)
    too_early = ask(playing.b, playing.path)
    Game.objects.filter(pk=playing.game_id).update(phase="over", version=F("version") + 1)
    in_time = made(playing.b, playing.path)
    export_run(UUID(too_early["id"]))

    assert (SPELL_OF_A in fetched(playing.b, in_time["id"]).decode()) is is_told
    assert SPELL_OF_A not in fetched(playing.b, too_early["id"]).decode()


def test_an_export_is_its_askers(playing: Room) -> None:
    told = made(playing.a, playing.path)
    path = f"exports/{told['id']}/"

    for who in (playing.b, playing.screen):
        for response in (who.get(path), who.post(path + "cancel/"), who.post(path + "link/")):
            refused(response, 404, "not_found")
        refused(who.delete(path), 404, "not_found")
        assert body_of(who.get(playing.path + "exports/"))["results"] == []
    refused(playing.stranger.get(path), 404, "game_not_found")
    refused(
        playing.stranger.post(playing.path + "exports/", {"format": "csv"}), 404, "game_not_found"
    )
    refused(playing.stranger.get(playing.path + "exports/"), 404, "game_not_found")
    for address in (path, playing.path + "exports/", "exports/"):
        refused(playing.nobody.get(address), 401, "not_authenticated")
        refused(Caller("ts_" + "x" * 32).get(address), 401, "bad_token")
    refused(
        playing.nobody.post(playing.path + "exports/", {"format": "csv"}), 401, "not_authenticated"
    )


def test_a_host_sees_a_seats_export_and_does_not_fetch_it(playing: Room) -> None:
    told = made(playing.a, playing.path)

    assert seen(playing.host, told["id"])["is_yours"] is False
    refused(playing.host.post(f"exports/{told['id']}/link/"), 404, "not_found")
    (listed,) = body_of(playing.host.get(playing.path + "exports/"))["results"]
    assert (listed["asked_by"], listed["is_yours"]) == ("seat:A", False)
    (listed,) = body_of(playing.host.get("exports/"))["results"]
    assert (listed["asked_by"], listed["is_yours"]) == ("seat:A", False)
    assert playing.host.delete(f"exports/{told['id']}/").status_code == 204
    assert seen(playing.a, told["id"])["state"] == "expired"


def test_a_screen_keeps_nothing(playing: Room) -> None:
    refused(
        playing.screen.post(playing.path + "exports/", {"format": "ndjson"}), 403, "not_allowed"
    )


def test_another_host_has_nothing_of_it(playing: Room) -> None:
    told = made(playing.host, playing.path)
    other = room()

    refused(other.host.get(f"exports/{told['id']}/"), 404, "game_not_found")
    refused(
        other.host.post("exports/", {"format": "csv", "games": [str(playing.game_id)]}),
        404,
        "not_found",
    )
    assert body_of(other.host.get("exports/"))["results"] == []
    several = made(playing.host)
    refused(other.host.get(f"exports/{several['id']}/"), 404, "not_found")
    refused(playing.a.get(f"exports/{several['id']}/"), 404, "not_found")
    refused(other.host.post(f"exports/{several['id']}/cancel/"), 404, "not_found")


def test_an_export_that_is_not_there_is_said_to_those_who_may_ask(playing: Room) -> None:
    path = "exports/00000000-0000-4000-8000-000000000000/"

    refused(playing.nobody.get(path), 401, "not_authenticated")
    refused(Caller("th_" + "x" * 32).get(path), 401, "bad_token")
    refused(playing.a.get(path), 404, "not_found")
    refused(playing.host.get(path), 404, "not_found")


def test_a_table_that_was_deleted_tells_nothing_more(playing: Room) -> None:
    told = made(playing.a, playing.path)
    playing.host.delete(playing.path)

    refused(playing.a.get(f"exports/{told['id']}/"), 404, "game_deleted")
    refused(playing.a.get(playing.path + "exports/"), 404, "game_deleted")


def test_several_tables_come_in_one_file(playing: Room) -> None:
    body = {"name": "Again", "edition": "star-wars"}
    second = body_of(playing.host.post("games/", body))["id"]
    refused(playing.a.post("exports/", {"format": "ndjson"}), 403, "host_key_needed")

    every = made(playing.host)
    assert every["games"] == [str(playing.game_id), second]
    assert every["game"] is None
    assert (every["file"]["media_type"], every["file"]["name"][:8]) == (
        "application/zip",
        "2 tables",
    )
    one = made(playing.host, games=[second])
    assert one["games"] == [second]
    assert one["file"]["name"].startswith("Again ")


def test_a_host_without_tables_has_nothing_to_write_of(playing: Room) -> None:
    Game.objects.filter(pk=playing.game_id).update(deleted_at=timezone.now())

    problem = refused(playing.host.post("exports/", {"format": "ndjson"}), 400, "invalid_option")
    assert problem["detail"] == "There is no table to write of, or there are too many for one file."


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "setting", "most"),
    [
        ("unfinished", "EXPORTS_AT_ONCE", 2),
        ("kept", "EXPORTS_KEPT", 1),
        ("entries", "EXPORTS_ENTRIES", 20),
    ],
)
def test_a_hosts_tables_have_so_many_and_no_more(
    playing: Room, settings: Any, limit: str, setting: str, most: int
) -> None:
    setattr(settings, setting, most)
    first = made(playing.a, playing.path) if limit == "kept" else ask(playing.a, playing.path)
    if limit != "kept":
        ask(playing.b, playing.path)

    problem = refused(playing.host.post("exports/", {"format": "ndjson"}), 409, "too_many_exports")
    assert problem["params"] == {"limit": limit, "most": most}
    assert room().a.secret is not None
    other = room()
    ask(other.a, other.path)
    playing.host.delete(f"exports/{first['id']}/")
    ask(playing.host)


# --- calling off, ending -----------------------------------------------------------------------


def test_one_that_waits_is_called_off_and_stays_so(playing: Room) -> None:
    told = ask(playing.a, playing.path)
    response = playing.a.post(f"exports/{told['id']}/cancel/", Idempotency_Key=KEY)
    assert body_of(response)["state"] == "cancelled"
    again = playing.a.post(f"exports/{told['id']}/cancel/", Idempotency_Key=KEY)

    assert body_of(again) == body_of(response)
    assert not export_run(UUID(told["id"]))
    assert seen(playing.a, told["id"])["state"] == "cancelled"
    problem = refused(playing.a.post(f"exports/{told['id']}/link/"), 409, "no_file")
    assert problem["detail"] == "There is no file any more: ask for it again."


def test_one_that_is_done_is_not_called_off(playing: Room) -> None:
    told = made(playing.a, playing.path)

    assert body_of(playing.a.post(f"exports/{told['id']}/cancel/"))["state"] == "done"
    assert fetched(playing.a, told["id"])


def test_a_reason_is_told_in_a_sentence(playing: Room) -> None:
    told = ask(playing.a, playing.path)
    Export.objects.filter(pk=told["id"]).update(
        sources=[{**Export.objects.get(pk=told["id"]).sources[0], "game_id": str(uuid4())}]
    )
    export_run(UUID(told["id"]))

    response = playing.a.get(f"exports/{told['id']}/")
    assert body_of(response)["state"] == "failed"
    assert body_of(response)["error"] == {
        "code": "game_gone",
        "detail": "A table it was to tell of is not there any more.",
    }
    example("export_get.failed", "An export that came to nothing", response)


def test_reading_ends_what_nobody_came_for(playing: Room) -> None:
    """The broker and every worker are away, and so is whoever would sweep."""
    told = ask(playing.a, playing.path)
    Export.objects.update(ends_by=timezone.now() - timedelta(seconds=1))

    assert seen(playing.a, told["id"])["error"]["code"] == "not_started"


def test_a_file_is_thrown_away_when_its_time_is_up(playing: Room) -> None:
    told = made(playing.a, playing.path)
    link = link_of(playing.a, told["id"])
    Export.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    refused(playing.nobody.get(link), 404, "unknown_link")
    now = seen(playing.a, told["id"])
    assert (now["state"], now["file"]) == ("expired", None)
    assert export_files.lying() == {}
    assert exports_sweep()["expired"] == 0
    refused(playing.a.post(f"exports/{told['id']}/link/"), 409, "no_file")


# --- fetching ----------------------------------------------------------------------------------


@pytest.fixture
def link(playing: Room) -> str:
    return link_of(playing.a, made(playing.a, playing.path)["id"])


def test_a_link_needs_no_token_and_says_what_to_save(playing: Room, link: str) -> None:
    response: Any = playing.nobody.get(link)
    read = content(response)

    assert response["Content-Type"] == "application/x-ndjson"
    assert response["Content-Length"] == str(len(read))
    assert response["ETag"] == f'"{hashlib.sha256(read).hexdigest()}"'
    assert response["Accept-Ranges"] == "bytes"
    assert response["Content-Disposition"].startswith('attachment; filename="Friday 20')
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Referrer-Policy"] == "no-referrer"
    same = playing.nobody.get(link, If_None_Match=response["ETag"])
    assert (same.status_code, same.content) == (304, b"")


def test_head_says_how_much_there_is(playing: Room, link: str) -> None:
    whole: Any = playing.nobody.get(link)
    response = playing.nobody.ask("HEAD", link)

    assert response.content == b""
    assert response["Content-Length"] == str(len(content(whole)))
    assert response["ETag"] == whole["ETag"]


def test_a_download_that_broke_off_goes_on(playing: Room, link: str) -> None:
    whole: Any = playing.nobody.get(link)
    read = content(whole)
    size = len(read)
    for asked, (start, end) in {
        "bytes=0-99": (0, 100),
        "bytes=100-": (100, size),
        "bytes=-50": (size - 50, size),
        f"bytes=10-{size * 2}": (10, size),
        f"bytes={size - 1}-": (size - 1, size),
    }.items():
        part: Any = playing.nobody.get(link, Range=asked, If_Range=whole["ETag"])
        assert (part.status_code, part["Content-Length"]) == (206, str(end - start)), asked
        assert part["Content-Range"] == f"bytes {start}-{end - 1}/{size}"
        assert content(part) == read[start:end]


@pytest.mark.parametrize(
    "asked", ["bytes=5-1", "bytes=-", "lines=1-2", "bytes=0-1,4-5", "bytes=0-"]
)
def test_what_is_no_part_gets_all_of_it(playing: Room, link: str, asked: str) -> None:
    whole: Any = playing.nobody.get(link, Range=asked)
    assert whole.status_code == 200
    assert len(content(whole)) == int(whole["Content-Length"])


def test_a_part_of_another_file_gets_all_of_it(playing: Room, link: str) -> None:
    whole: Any = playing.nobody.get(link, Range="bytes=10-", If_Range='"another"')
    assert whole.status_code == 200
    content(whole)


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=-0"])
def test_a_part_there_is_not_is_refused(playing: Room, link: str, asked: str) -> None:
    size = playing.nobody.ask("HEAD", link)["Content-Length"]
    response = playing.nobody.get(link, Range=asked)

    refused(response, 416, "no_such_part")
    assert response["Content-Range"] == f"bytes */{size}"


def test_a_fresh_link_ends_the_one_before(playing: Room) -> None:
    told = made(playing.a, playing.path)
    first, second = link_of(playing.a, told["id"]), link_of(playing.a, told["id"])

    assert first != second
    refused(playing.nobody.get(first), 404, "unknown_link")
    assert content(playing.nobody.get(second))
    assert first not in json.dumps(list(Export.objects.values("link_hash", "name")), default=str)


def test_a_link_asked_for_again_is_told_anew(playing: Room) -> None:
    told = made(playing.a, playing.path)
    both = [playing.a.post(f"exports/{told['id']}/link/", Idempotency_Key=KEY) for _ in range(2)]

    assert [response.status_code for response in both] == [201, 201]
    assert content(playing.nobody.get(body_of(both[1])["url"].partition(BASE)[2]))


def test_a_link_runs_out(playing: Room, link: str) -> None:
    Export.objects.update(link_until=timezone.now() - timedelta(seconds=1))
    refused(playing.nobody.get(link), 404, "unknown_link")


def test_a_link_is_not_guessed(playing: Room, link: str) -> None:
    refused(
        playing.nobody.get(link[:-2] + ("A/" if link[-2] != "A" else "B/")), 404, "unknown_link"
    )
    refused(playing.nobody.get("exports/files/td_short/"), 404, "unknown_address")


def test_a_file_that_somebody_took_away_is_not_promised(playing: Room, link: str) -> None:
    export = Export.objects.get()
    export_files.clear(export.pk)

    refused(playing.nobody.get(link), 404, "unknown_link")
    refused(playing.a.post(f"exports/{export.pk}/link/"), 409, "no_file")


def test_a_file_asked_for_too_soon_is_not_there_yet(playing: Room) -> None:
    told = ask(playing.a, playing.path)
    problem = refused(playing.a.post(f"exports/{told['id']}/link/"), 409, "no_file")
    assert problem["detail"] == "The file is not there yet."


def test_slow_phones_leave_room_for_those_who_play(playing: Room, link: str) -> None:
    fetching: list[Any] = [playing.nobody.get(link) for _ in range(views.AT_ONCE)]
    response = playing.nobody.get(link)

    refused(response, 503, "too_many_downloads")
    assert response["Retry-After"] == "5"
    for one in fetching:
        content(one)
    assert content(playing.nobody.get(link))


@pytest.mark.parametrize(
    ("name", "plain", "encoded"),
    [
        ('a"b; filename=x', "a-b- filename-x", "a-b-%20filename%3Dx"),
        ("..\\..\\etc/passwd", "etc-passwd", "etc-passwd"),
        ("Ünïcode 🎲", "-n-code -", "%C3%9Cn%C3%AFcode%20%F0%9F%8E%B2"),
        ("\u202egpj.exe", "gpj.exe", "gpj.exe"),
        ("=HYPERLINK(1)", "-HYPERLINK(1)", "%3DHYPERLINK%281%29"),
        ("🎲" * 80, "-" * 37, "%F0%9F%8E%B2" * 37),
    ],
    ids=["quotes", "paths", "letters", "direction", "formula", "long"],
)
def test_whatever_a_table_is_called_its_file_has_a_harmless_name(
    playing: Room, name: str, plain: str, encoded: str
) -> None:
    Game.objects.filter(pk=playing.game_id).update(name=name, version=F("version") + 1)
    told = made(playing.a, playing.path)
    response: HttpResponse = playing.nobody.ask("HEAD", link_of(playing.a, told["id"]))
    day = f"{timezone.now():%Y-%m-%d}"

    assert response["Content-Disposition"] == (
        f"attachment; filename=\"{plain} {day}.ndjson\"; filename*=UTF-8''{encoded}%20{day}.ndjson"
    )


# --- pages and the operator --------------------------------------------------------------------


def test_the_list_comes_in_pages(playing: Room) -> None:
    asked = [ask(playing.a, playing.path)["id"] for _ in range(3)]
    first = body_of(playing.a.get(playing.path + "exports/?limit=2"))
    second = body_of(playing.a.get(first["next"].removeprefix(BASE)))

    assert [told["id"] for told in first["results"] + second["results"]] == asked[::-1]
    assert second["next"] is None
    refused(playing.a.get(playing.path + "exports/?cursor=x"), 400, "invalid_query")


def test_a_device_asks_for_its_seat_by_its_cookie(friday: Room) -> None:
    phone = Caller(client=Client(enforce_csrf_checks=True))
    joined = phone.post(
        "joins/", {"code": friday.game.join_code, "name": "Cleo"}, X_Device="cookie"
    )
    assert joined.status_code == 201
    refused(phone.post(friday.path + "exports/", {"format": "ndjson"}), 403, "csrf_failed")
    token = body_of(phone.get("device/"))["csrf_token"]
    response = phone.post(friday.path + "exports/", {"format": "ndjson"}, X_CSRFToken=token)
    told = body_of(response)

    assert seen(phone, told["id"])["asked_by"] == "seat:" + body_of(joined)["seat"]["key"]
    refused(phone.post(f"exports/{told['id']}/cancel/"), 403, "csrf_failed")
    assert (
        body_of(phone.post(f"exports/{told['id']}/cancel/", X_CSRFToken=token))["state"]
        == "cancelled"
    )


def test_the_folder_is_no_address(playing: Room) -> None:
    assert django_settings.STORAGES["exports"]["OPTIONS"]["base_url"] is None
    assert "MEDIA_URL" not in str(django_settings.STATIC_URL)
    export = made(playing.a, playing.path)
    name = Export.objects.get(pk=export["id"]).file
    for address in (f"/exports/{name}", f"/static/{name}", f"/media/{name}"):
        assert Caller().client.get(address).status_code == 404


def test_an_act_between_asking_and_writing_is_nothing_to_it(playing: Room) -> None:
    before = made(playing.a, playing.path)
    told = ask(playing.a, playing.path)
    act(playing, playing.a, "move", answers=[{"roll": [2]}])
    export_run(UUID(told["id"]))

    assert seen(playing.a, told["id"])["file"]["digest"] == before["file"]["digest"]
