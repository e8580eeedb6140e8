"""Seats: added, renamed, put in order, taken away."""

from __future__ import annotations

import pytest

from games.models import Character, Seat
from tests.api.cast import Room, body_of, refused


def seats(friday: Room) -> list[tuple[str, str]]:
    return [
        (seat["key"], seat["name"])
        for seat in body_of(friday.a.get(friday.path + "seats/"))["results"]
    ]


def test_the_seats_come_clockwise(friday: Room) -> None:
    told = body_of(friday.screen.get(friday.path + "seats/"))["results"]

    assert told == [
        {"key": "A", "name": "Ada", "position": 0, "has_agreed": False, "is_held": True},
        {"key": "B", "name": "Ben", "position": 1, "has_agreed": False, "is_held": True},
    ]


def test_the_host_adds_a_seat_that_anybody_may_take(friday: Room) -> None:
    before = friday.game.version
    response = friday.host.post(friday.path + "seats/", {"name": "Cleo"})

    assert response.status_code == 201
    assert body_of(response) == {
        "key": "C", "name": "Cleo", "position": 2, "has_agreed": False, "is_held": False,
    }  # fmt: skip
    assert Character.objects.get(seat__key="C").status == "waiting"
    assert friday.game.version == before + 1
    joined = friday.nobody.post("joins/", {"code": friday.game.join_code, "seat": "C"})
    assert joined.status_code == 201


def test_only_the_host_adds_takes_away_and_orders(friday: Room) -> None:
    for caller in (friday.a, friday.screen):
        refused(caller.post(friday.path + "seats/", {"name": "Cleo"}), 403, "host_only")
        refused(caller.delete(friday.path + "seats/B/"), 403, "host_only")
        refused(caller.put(friday.path + "seats/order/", {"seats": ["B", "A"]}), 403, "host_only")
    refused(friday.stranger.post(friday.path + "seats/", {"name": "Cleo"}), 404, "game_not_found")
    assert seats(friday) == [("A", "Ada"), ("B", "Ben")]


def test_a_seat_is_renamed_by_itself_or_the_host(friday: Room) -> None:
    assert body_of(friday.a.patch(friday.path + "seats/A/", {"name": "Adele"}))["name"] == "Adele"
    assert friday.host.patch(friday.path + "seats/B/", {"name": "Benno"}).status_code == 200
    assert seats(friday) == [("A", "Adele"), ("B", "Benno")]
    refused(friday.a.patch(friday.path + "seats/B/", {"name": "Bob"}), 403, "not_your_seat")
    refused(friday.screen.patch(friday.path + "seats/B/", {"name": "Bob"}), 403, "not_your_seat")
    refused(friday.a.patch(friday.path + "seats/A/", {"name": "benno"}), 409, "seat_taken")
    refused(friday.host.patch(friday.path + "seats/Q/", {"name": "Bob"}), 404, "not_found")
    assert seats(friday) == [("A", "Adele"), ("B", "Benno")]


def test_the_same_name_again_changes_nothing(friday: Room) -> None:
    before = friday.game.version

    assert friday.a.patch(friday.path + "seats/A/", {"name": "Ada"}).status_code == 200
    assert friday.game.version == before


def test_the_seats_are_put_in_the_order_of_the_table(friday: Room) -> None:
    told = body_of(friday.host.put(friday.path + "seats/order/", {"seats": ["B", "A"]}))

    assert [(seat["key"], seat["position"]) for seat in told["results"]] == [("B", 0), ("A", 1)]
    assert [seat["seat"] for seat in body_of(friday.a.get(friday.path + "table/"))["seats"]] == [
        "B",
        "A",
    ]


@pytest.mark.parametrize("order", [[], ["A"], ["A", "A"], ["A", "B", "C"], ["B", "A", "B"]])
def test_an_order_names_every_seat_once(friday: Room, order: list[str]) -> None:
    refused(friday.host.put(friday.path + "seats/order/", {"seats": order}), 400, "invalid_option")
    assert seats(friday) == [("A", "Ada"), ("B", "Ben")]


def test_a_seat_nobody_has_played_on_is_taken_away(friday: Room) -> None:
    assert friday.host.delete(friday.path + "seats/B/").status_code == 204
    assert seats(friday) == [("A", "Ada")]
    refused(friday.b.get(friday.path), 401, "bad_token")
    refused(friday.host.delete(friday.path + "seats/B/"), 404, "not_found")


def test_a_seat_in_the_log_stays(friday: Room) -> None:
    friday.b.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "B"})

    refused(friday.host.delete(friday.path + "seats/B/"), 409, "seat_in_log")
    assert Seat.objects.filter(game=friday.game_id).count() == 2
    assert friday.host.delete(friday.path + "seats/A/").status_code == 204


def test_a_repeated_request_adds_one_seat(friday: Room) -> None:
    one = friday.host.post(friday.path + "seats/", {"name": "Cleo"}, Idempotency_Key="add-cleo")
    two = friday.host.post(friday.path + "seats/", {"name": "Cleo"}, Idempotency_Key="add-cleo")

    assert body_of(one) == body_of(two)
    assert two["Idempotent-Replayed"] == "true"
    assert friday.game.seats.count() == 3
