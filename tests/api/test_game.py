"""One table: its options, agreement to them, putting it away, playing again, a second host."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Token
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import act
from tests.api.recording import example


def test_those_at_the_table_read_what_was_agreed(friday: Room) -> None:
    told = body_of(friday.a.get(friday.path))

    assert (told["strictness"], told["may_log"], told["variants"]) == ("strict", "table", [])
    assert (told["is_agreed"], told["version"], told["seq"]) == (True, friday.game.version, 0)
    assert [seat["key"] for seat in told["seats"]] == ["A", "B"]
    assert told["has_second_host"] is False


# --- options -----------------------------------------------------------------------------------


def test_the_host_proposes_other_options_and_agreements_lapse(friday: Room) -> None:
    friday.a.post(friday.path + "agreement/", {})
    before = friday.game.version
    change = {
        "name": "Late",
        "strictness": "advise",
        "may_log": "own_seat",
        "variants": ["seven-points"],
    }
    told = body_of(friday.host.patch(friday.path, change))

    assert {name: told[name] for name in change} == change
    assert (told["version"], told["options_version"], told["is_agreed"]) == (before + 1, 2, False)
    assert [seat["has_agreed"] for seat in told["seats"]] == [False, False]


def test_what_is_left_out_stays(friday: Room) -> None:
    friday.host.patch(friday.path, {"variants": ["seven-points"]})
    told = body_of(friday.host.patch(friday.path, {"name": "Late"}))

    assert (told["variants"], told["options_version"]) == (["seven-points"], 2)


def test_the_same_options_again_change_nothing(friday: Room) -> None:
    before = friday.game.version
    told = body_of(friday.host.patch(friday.path, {"strictness": "strict", "name": "Friday"}))

    assert (told["version"], told["options_version"]) == (before, 1)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"strictness": "soft"}, "invalid_body"),
        ({"may_log": ["host"]}, "invalid_body"),
        ({"edition": "batman"}, "invalid_body"),
        ({"variants": ["no-dice"]}, "invalid_option"),
    ],
)
def test_options_that_do_not_fit_are_refused(friday: Room, body: object, code: str) -> None:
    before = body_of(friday.a.get(friday.path))

    refused(friday.host.patch(friday.path, body), 400, code)
    assert body_of(friday.a.get(friday.path)) == before


def test_only_the_host_proposes(friday: Room) -> None:
    before = friday.game.version
    for caller in (friday.a, friday.screen):
        refused(caller.patch(friday.path, {"name": "Mine"}), 403, "host_only")
    refused(friday.stranger.patch(friday.path, {"name": "Mine"}), 404, "game_not_found")
    refused(friday.nobody.patch(friday.path, {"name": "Mine"}), 401, "not_authenticated")
    assert (friday.game.version, friday.game.name) == (before, "Friday")


def test_variants_are_fixed_once_the_game_has_begun(playing: Room) -> None:
    refused(playing.host.patch(playing.path, {"variants": []}), 409, "already_started")
    assert playing.game.variants == ["free-choice"]
    told = body_of(playing.host.patch(playing.path, {"strictness": "record"}))
    assert told["strictness"] == "record"


# --- agreement ---------------------------------------------------------------------------------


def begun(playing: Room) -> int:
    """Take the beginning back and try to begin again."""
    return act(playing, playing.a, "begin", first="A").status_code


def test_a_game_with_variants_begins_once_everybody_agreed(playing: Room) -> None:
    """Optional rules are agreed before the game begins (SW-VAR-1)."""
    playing.host.post(playing.path + "undo/")
    playing.host.patch(playing.path, {"strictness": "advise"})
    problem = refused(act(playing, playing.a, "begin", first="A"), 409, "not_agreed")
    assert problem["params"] == {"seats": ["A", "B"]}
    assert problem["rules"] == ["SW-VAR-1"]

    told = body_of(playing.a.post(playing.path + "agreement/", {"options_version": 2}))
    assert [seat["has_agreed"] for seat in told["seats"]] == [True, False]
    refused(act(playing, playing.a, "begin", first="A"), 409, "not_agreed")
    assert body_of(playing.b.post(playing.path + "agreement/"))["is_agreed"] is True
    assert begun(playing) == 201


def test_the_host_states_that_all_agreed(friday: Room) -> None:
    friday.host.patch(friday.path, {"variants": ["seven-points"]})
    told = body_of(friday.host.post(friday.path + "agreement/", {"for_all": True}))

    assert told["is_agreed"] is True
    assert [seat["has_agreed"] for seat in told["seats"]] == [True, True]


def test_agreement_is_to_what_was_read(friday: Room) -> None:
    friday.host.patch(friday.path, {"variants": ["seven-points"]})

    problem = refused(
        friday.a.post(friday.path + "agreement/", {"options_version": 1}), 412, "options_changed"
    )
    assert problem["params"] == {"version": 2}
    assert [seat["has_agreed"] for seat in body_of(friday.a.get(friday.path))["seats"]] == [
        False,
        False,
    ]


def test_a_seat_speaks_for_itself_and_a_screen_for_nobody(friday: Room) -> None:
    friday.host.patch(friday.path, {"variants": ["seven-points"]})
    refused(friday.a.post(friday.path + "agreement/", {"for_all": True}), 403, "host_only")
    refused(friday.screen.post(friday.path + "agreement/", {}), 403, "host_only")
    refused(friday.stranger.post(friday.path + "agreement/", {}), 404, "game_not_found")
    assert body_of(friday.a.get(friday.path))["is_agreed"] is False


def test_there_is_nothing_to_agree_to_once_the_game_has_begun(playing: Room) -> None:
    refused(playing.a.post(playing.path + "agreement/", {}), 409, "already_started")


# --- putting away ------------------------------------------------------------------------------


def test_a_deleted_table_is_gone_for_everybody_but_its_host(friday: Room) -> None:
    assert friday.host.delete(friday.path).status_code == 204

    for caller in (friday.a, friday.screen, friday.host):
        refused(caller.get(friday.path + "table/"), 404, "game_deleted")
    refused(friday.a.get(friday.path), 404, "game_deleted")
    assert body_of(friday.host.get(friday.path))["deleted_at"] is not None
    assert body_of(friday.host.get("games/"))["results"] == []
    assert len(body_of(friday.host.get("games/?deleted=true"))["results"]) == 1
    refused(act(friday, friday.a, "prepare_board"), 404, "game_deleted")


def test_a_deleted_table_is_brought_back_whole(friday: Room) -> None:
    act(friday, friday.a, "prepare_board")
    code = friday.game.join_code
    friday.host.delete(friday.path)
    told = body_of(friday.host.post(friday.path + "restore/"))

    assert told["deleted_at"] is None
    assert told["join_code"] not in {None, code}
    assert body_of(friday.a.get(friday.path + "table/"))["seq"] == 1


def test_after_thirty_days_it_stays_away(friday: Room) -> None:
    friday.host.delete(friday.path)
    Game.objects.filter(pk=friday.game_id).update(deleted_at=timezone.now() - timedelta(days=31))

    refused(friday.host.post(friday.path + "restore/"), 404, "game_deleted")
    assert friday.game.deleted_at is not None


def test_only_what_was_deleted_is_brought_back(friday: Room) -> None:
    refused(friday.host.post(friday.path + "restore/"), 409, "not_deleted")


def test_only_the_host_deletes_and_restores(friday: Room) -> None:
    for caller in (friday.a, friday.screen):
        refused(caller.delete(friday.path), 403, "host_only")
    refused(friday.stranger.delete(friday.path), 404, "game_not_found")
    assert friday.game.deleted_at is None
    friday.host.delete(friday.path)
    refused(friday.a.post(friday.path + "restore/"), 403, "host_only")
    assert friday.game.deleted_at is not None


def test_a_table_already_deleted_is_not_there_to_delete(friday: Room) -> None:
    friday.host.delete(friday.path)

    refused(friday.host.delete(friday.path), 404, "game_deleted")


# --- playing again -----------------------------------------------------------------------------


def test_a_rematch_copies_seats_and_options(playing: Room) -> None:
    playing.host.patch(playing.path, {"strictness": "advise", "may_log": "own_seat"})
    response = playing.host.post(playing.path + "rematch/", {"name": "Revenge"})

    told = body_of(response)
    assert response.status_code == 201
    assert told["id"] != str(playing.game_id)
    assert (told["name"], told["strictness"], told["may_log"], told["variants"]) == (
        "Revenge", "advise", "own_seat", ["free-choice"],
    )  # fmt: skip
    assert [(seat["key"], seat["name"], seat["is_held"]) for seat in told["seats"]] == [
        ("A", "Ada", False),
        ("B", "Ben", False),
    ]
    assert (told["phase"], told["seq"], told["is_agreed"]) == ("setup", 0, False)
    refused(playing.a.get(f"games/{told['id']}/"), 404, "game_not_found")
    joined = playing.nobody.post("joins/", {"code": told["join_code"], "seat": "A"})
    assert joined.status_code == 201


def test_a_rematch_knows_what_was_told_of_the_box(playing: Room) -> None:
    told = body_of(playing.host.post(playing.path + "rematch/"))
    table = body_of(playing.host.get(f"games/{told['id']}/table/"))

    assert table["facts"]["character:mace-windu"]["strength"] == 3


def test_a_repeated_request_opens_one_rematch(friday: Room) -> None:
    one = body_of(friday.host.post(friday.path + "rematch/", {}, Idempotency_Key="rematch-1"))
    two = body_of(friday.host.post(friday.path + "rematch/", {}, Idempotency_Key="rematch-1"))

    assert one["id"] == two["id"]
    assert Game.objects.count() == 3


def test_only_the_host_plays_again(friday: Room) -> None:
    refused(friday.a.post(friday.path + "rematch/", {}), 403, "host_only")
    refused(friday.stranger.post(friday.path + "rematch/", {}), 404, "game_not_found")
    assert Game.objects.count() == 2


# --- a second host -----------------------------------------------------------------------------


def test_a_second_host_may_do_what_the_first_may(friday: Room) -> None:
    response = friday.host.post(friday.path + "second-host/")
    second = Caller(body_of(response)["host_key"])

    assert response.status_code == 201
    assert body_of(second.get(friday.path))["you"] == {
        "role": "host",
        "seat": None,
        "is_host": True,
    }
    assert len(body_of(second.get("games/"))["results"]) == 1
    assert second.patch(friday.path, {"name": "Ours"}).status_code == 200
    assert friday.host.get(friday.path).status_code == 200
    assert friday.game.host == friday.host_row


def test_a_second_host_is_replaced_and_dismissed(friday: Room) -> None:
    first = Caller(body_of(friday.host.post(friday.path + "second-host/"))["host_key"])
    second = Caller(body_of(friday.host.post(friday.path + "second-host/"))["host_key"])

    refused(first.get(friday.path), 404, "game_not_found")
    assert second.get(friday.path).status_code == 200
    assert friday.host.delete(friday.path + "second-host/").status_code == 204
    refused(second.get(friday.path), 404, "game_not_found")
    refused(friday.host.delete(friday.path + "second-host/"), 404, "not_found")


def test_only_a_host_appoints(friday: Room) -> None:
    refused(friday.a.post(friday.path + "second-host/"), 403, "host_only")
    refused(friday.a.delete(friday.path + "second-host/"), 403, "host_only")
    refused(friday.stranger.post(friday.path + "second-host/"), 404, "game_not_found")
    assert friday.game.second_host is None


def test_a_repeated_appointment_gives_a_fresh_key(friday: Room) -> None:
    sent = {"Idempotency_Key": "second-host"}
    one = Caller(body_of(friday.host.post(friday.path + "second-host/", **sent))["host_key"])
    two = Caller(body_of(friday.host.post(friday.path + "second-host/", **sent))["host_key"])

    refused(one.get(friday.path), 401, "bad_token")
    assert two.get(friday.path).status_code == 200


def test_the_shape_of_a_table(friday: Room) -> None:
    example("game_get.at_the_table", "As a seat reads it", friday.a.get(friday.path))
    assert Token.objects.filter(game=friday.game_id).count() == 3
