"""Opening tables, and the host's list of them."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Host, Seat, Token
from games.services.tokens import secret_hash
from tests.api.cast import Caller, Room, body_of, refused

NEW = {"name": "Friday", "edition": "star-wars"}
pytestmark = pytest.mark.django_db


def test_opening_a_table_makes_a_host_and_tells_the_key_once(nobody: Caller) -> None:
    response = nobody.post("games/", NEW)

    told = body_of(response)
    assert response.status_code == 201
    assert (told["name"], told["edition"], told["phase"]) == ("Friday", "star-wars", "setup")
    assert told["host_key"].startswith("th_")
    assert len(told["join_code"]) == 6
    assert told["join_url"].endswith(f"/join/{told['join_code']}")
    assert told["version"] == 1
    assert told["seats"] == []
    assert Game.objects.get().host.key_hash == secret_hash(told["host_key"])
    assert "token" not in told


def test_whoever_opens_a_table_may_sit_down_at_once(nobody: Caller) -> None:
    told = body_of(nobody.post("games/", {**NEW, "seat_name": "Ada"}))

    assert told["seat"] == "A"
    assert told["token"].startswith("ts_")
    assert [(seat["key"], seat["name"], seat["is_held"]) for seat in told["seats"]] == [
        ("A", "Ada", True)
    ]
    seen = body_of(Caller(told["token"]).get(f"games/{told['id']}/"))
    assert seen["you"] == {"role": "seat", "seat": "A", "is_host": False}


def test_a_host_opens_the_next_table_with_the_key_of_the_first(friday: Room) -> None:
    told = body_of(friday.host.post("games/", NEW))

    assert "host_key" not in told
    assert Game.objects.get(pk=told["id"]).host == friday.host_row


def test_a_seat_opens_no_table_as_a_host(friday: Room) -> None:
    refused(friday.a.post("games/", NEW), 403, "host_key_needed")
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({}, "name"),
        ({**NEW, "name": ""}, "name"),
        ({**NEW, "name": 7}, "name"),
        ({**NEW, "name": "x" * 81}, "name"),
        ({**NEW, "name": "Fri\u202eday"}, "name"),
        ({**NEW, "seat_name": "\u00ad"}, "seat_name"),
        ({**NEW, "edition": "Star Wars"}, "edition"),
        ({**NEW, "strictness": "lenient"}, "strictness"),
        ({**NEW, "colour": "red"}, "colour"),
        ({**NEW, "variants": "seven-points"}, "variants"),
        ([NEW], ""),
        ("Friday", ""),
    ],
)
def test_a_body_that_does_not_fit_is_refused_with_the_place(
    nobody: Caller, body: object, path: str
) -> None:
    problem = refused(nobody.post("games/", body), 400, "invalid_body")

    assert problem["faults"][0]["path"] == path
    assert not Game.objects.exists()
    assert not Host.objects.exists()


@pytest.mark.parametrize(
    ("change", "option"),
    [({"edition": "klingons"}, "edition"), ({"variants": ["no-dice"]}, "variants")],
)
def test_what_the_edition_does_not_know_is_refused_with_what_it_knows(
    nobody: Caller, change: dict[str, object], option: str
) -> None:
    problem = refused(nobody.post("games/", {**NEW, **change}), 400, "invalid_option")

    assert problem["params"]["option"] == option
    assert problem["params"]["known"]
    assert not Game.objects.exists()


def test_a_repeated_request_opens_one_table_and_issues_secrets_anew(nobody: Caller) -> None:
    secret = {"X_Client_Secret": "a secret of my own".replace(" ", "-")}
    body = {**NEW, "seat_name": "Ada"}
    first = nobody.post("games/", body, Idempotency_Key="create-1", **secret)
    second = nobody.post("games/", body, Idempotency_Key="create-1", **secret)

    one, two = body_of(first), body_of(second)
    assert second.status_code == 201
    assert second["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert (one["id"], one["seat"]) == (two["id"], two["seat"])
    assert one["token"] != two["token"]
    assert one["host_key"] != two["host_key"]
    assert Game.objects.count() == Seat.objects.count() == Host.objects.count() == 1
    refused(Caller(one["token"]).get(f"games/{one['id']}/"), 401, "bad_token")
    assert Caller(two["token"]).get(f"games/{one['id']}/").status_code == 200
    refused(Caller(one["host_key"]).get("games/"), 401, "bad_token")
    assert Caller(two["host_key"]).get("games/").status_code == 200


def test_a_token_in_use_outlives_a_repeated_request(nobody: Caller) -> None:
    sent = {"Idempotency_Key": "create-1", "X_Client_Secret": "0123456789abcdef"}
    one = body_of(nobody.post("games/", {**NEW, "seat_name": "Ada"}, **sent))
    used = Caller(one["token"])
    used.get(f"games/{one['id']}/")
    nobody.post("games/", {**NEW, "seat_name": "Ada"}, **sent)

    assert used.get(f"games/{one['id']}/").status_code == 200
    assert Token.objects.count() == 2


def test_the_same_key_with_another_body_is_refused(nobody: Caller) -> None:
    sent = {"Idempotency_Key": "create-1", "X_Client_Secret": "0123456789abcdef"}
    nobody.post("games/", NEW, **sent)

    refused(nobody.post("games/", {**NEW, "name": "Monday"}, **sent), 422, "key_reused")
    assert Game.objects.count() == 1


def test_a_key_of_somebody_else_gives_nothing_away(nobody: Caller) -> None:
    mine = body_of(
        nobody.post("games/", NEW, Idempotency_Key="create-1", X_Client_Secret="0123456789abcdef")
    )
    theirs = body_of(
        nobody.post("games/", NEW, Idempotency_Key="create-1", X_Client_Secret="fedcba9876543210")
    )

    assert mine["id"] != theirs["id"]


def test_a_key_without_token_needs_a_secret_of_the_client(nobody: Caller) -> None:
    refused(nobody.post("games/", NEW, Idempotency_Key="create-1"), 400, "client_secret_needed")
    assert not Game.objects.exists()


@pytest.mark.parametrize("key", ["short", "x" * 81, "with a space", "ünprintable"])
def test_a_key_that_is_no_key_is_refused(friday: Room, key: str) -> None:
    response = friday.host.post("games/", NEW, Idempotency_Key=key)

    problem = refused(response, 400, "invalid_header")
    assert problem["params"] == {"header": "Idempotency-Key"}
    assert problem["faults"][0]["fault"].startswith("8 to 80 printable ASCII characters")
    assert Game.objects.count() == 2


# --- the list ----------------------------------------------------------------------------------


def test_a_host_lists_its_tables_newest_first(friday: Room) -> None:
    friday.host.post("games/", {**NEW, "name": "Saturday"})

    told = body_of(friday.host.get("games/"))
    assert [game["name"] for game in told["results"]] == ["Saturday", "Friday"]
    assert [seat["name"] for seat in told["results"][1]["seats"]] == ["Ada", "Ben"]
    assert told["next"] is None


def test_the_list_comes_in_pages(friday: Room) -> None:
    for day in ("Saturday", "Sunday", "Monday"):
        friday.host.post("games/", {**NEW, "name": day})

    names = []
    address = "games/?limit=3"
    while address:
        told = body_of(friday.host.get(address))
        names.append([game["name"] for game in told["results"]])
        address = (told["next"] or "").removeprefix("/api/v1/")
    assert names == [["Monday", "Sunday", "Saturday"], ["Friday"]]


def test_the_list_filters(friday: Room) -> None:
    assert len(body_of(friday.host.get("games/?phase=setup&edition=star-wars"))["results"]) == 1
    assert body_of(friday.host.get("games/?phase=over"))["results"] == []
    assert body_of(friday.host.get("games/?edition=batman"))["results"] == []
    assert body_of(friday.host.get("games/?deleted=true"))["results"] == []


@pytest.mark.parametrize(
    "query",
    [
        "phase=lunch", "edition=", "limit=0", "limit=101", "limit=x", "cursor=nonsense",
        "cursor=WyJ4Il0", "colour=red", "phase=setup&phase=over", "edition=%00", "cursor=%C3%BC",
    ],
)  # fmt: skip
def test_a_query_that_does_not_fit_is_refused(friday: Room, query: str) -> None:
    assert refused(friday.host.get(f"games/?{query}"), 400, "invalid_query")["faults"]


def test_only_a_host_has_a_list(friday: Room) -> None:
    refused(friday.nobody.get("games/"), 401, "not_authenticated")
    refused(friday.a.get("games/"), 403, "host_key_needed")
    refused(Caller("th_unknown").get("games/"), 401, "bad_token")


@pytest.mark.parametrize("tables", [1, 6])
def test_the_list_takes_three_queries_however_many_tables(
    friday: Room, tables: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(tables):
        friday.host.post("games/", {**NEW, "name": str(number), "seat_name": "Ada"})

    with django_assert_num_queries(3):
        friday.host.get("games/")
