"""House content: told at tables, corrected, exported, taken in by another host."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import HouseFact
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import MACE, act, done

FACTS = "house/star-wars/facts/"


@pytest.fixture
def other(db: None, nobody: Caller) -> Caller:
    """Another host."""
    told = body_of(nobody.post("games/", {"name": "Elsewhere", "edition": "star-wars"}))
    return Caller(told["host_key"])


def facts(host: Caller, query: str = "") -> dict[str, Any]:
    return {fact["key"]: fact["value"] for fact in body_of(host.get("house/" + query))["results"]}


def test_what_a_table_has_told_is_its_hosts(playing: Room, other: Caller) -> None:
    assert facts(playing.host)["character:mace-windu"] == MACE
    assert facts(playing.host, "?edition=star-wars").keys() == facts(playing.host).keys()
    assert facts(playing.host, "?edition=batman") == {}
    assert facts(other) == {}


def test_a_card_in_a_hand_is_not_told_by_its_absence_or_presence(playing: Room) -> None:
    assert not any(key.startswith("card:") for key in facts(playing.host))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("draws:kiros", 2),
        ("copies:blaster", 4),
        ("character:mace-windu", MACE),
        ("card:thug", {"id": "thug", "name": "Thug", "type": "enemy", "strength": 2}),
        ("deck:thug", "encounter"),
        ("dial_ceiling", 12),
        ("board_confirmed", True),
    ],
)
def test_a_fact_is_added_corrected_and_forgotten(other: Caller, key: str, value: object) -> None:
    response = other.patch(f"{FACTS}{key}/", {"value": value})

    assert response.status_code == 200, response.content
    assert facts(other) == {key: value}
    assert other.delete(f"{FACTS}{key}/").status_code == 204
    assert facts(other) == {}
    refused(other.delete(f"{FACTS}{key}/"), 404, "not_found")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("draws:nowhere", 1),
        ("draws:kiros", -1),
        ("draws:kiros", 4),
        ("copies:blaster", 0),
        ("dial_ceiling", 0),
        ("deck:blaster", "encounter"),
        ("draws:kiros", "many"),
        ("copies:nothing", 1),
        ("ring:outer", ["kiros"]),
        ("ring:outer", "kiros"),
        ("ring:outer", [{}]),
        ("character:nobody", MACE),
        ("character:mace-windu", {**MACE, "start": "nowhere"}),
        ("character:mace-windu", {"strength": 3}),
        ("card:thug", {"id": "other", "name": "Thug", "type": "enemy"}),
        ("card:thug", {"id": "thug", "name": "Thug", "type": "hat"}),
        ("deck:thug", "nowhere"),
        ("deck:thug", ["encounter"]),
        ("deck:thug", {}),
        ("dial_ceiling", 100),
        ("board_confirmed", "yes"),
        ("colour:kiros", "red"),
    ],
)
def test_a_fact_that_does_not_fit_is_refused(other: Caller, key: str, value: object) -> None:
    problem = refused(other.patch(f"{FACTS}{key}/", {"value": value}), 400, "invalid_option")

    assert problem["params"]["option"] == key
    assert not HouseFact.objects.exists()


def test_the_next_table_knows_what_was_told(other: Caller) -> None:
    other.patch(FACTS + "draws:kiros/", {"value": 2})
    game = body_of(other.post("games/", {"name": "Next", "edition": "star-wars"}))["id"]

    table = body_of(other.get(f"games/{game}/table/"))
    assert table["facts"] == {"draws:kiros": 2}


def test_an_open_table_keeps_what_it_was_told(playing: Room) -> None:
    playing.host.patch(FACTS + "character:mace-windu/", {"value": {**MACE, "strength": 5}})

    table = body_of(playing.a.get(playing.path + "table/"))
    assert table["facts"]["character:mace-windu"]["strength"] == 3


def test_what_one_host_told_another_takes_in(playing: Room, other: Caller) -> None:
    done(act(playing, playing.a, "correct", reason="box", facts={"draws": {"kiros": 1}}))
    response = playing.host.get("house/star-wars/export/")
    file = body_of(response)

    assert response["Content-Disposition"] == 'attachment; filename="house-star-wars.json"'
    assert (file["format"], file["edition"], len(file["pack_hash"])) == (1, "star-wars", 64)
    taken = other.post("house/star-wars/import/", file)
    assert body_of(taken) == {"facts": len(file["facts"])}
    assert facts(other) == facts(playing.host) == file["facts"]


def test_a_file_is_taken_in_whole_or_not_at_all(other: Caller) -> None:
    told = {"facts": {"draws:kiros": 1, "draws:nowhere": 1}}

    problem = refused(other.post("house/star-wars/import/", told), 400, "invalid_option")
    assert problem["params"]["option"] == "draws:nowhere"
    assert facts(other) == {}


def test_a_file_may_bring_the_cards_its_facts_are_about(other: Caller) -> None:
    card = {"id": "thug", "name": "Thug", "type": "enemy"}
    told = {"facts": {"copies:thug": 2, "deck:thug": "encounter", "card:thug": card}}

    assert body_of(other.post("house/star-wars/import/", told)) == {"facts": 3}
    assert facts(other) == told["facts"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_body"),
        ({"facts": []}, "invalid_body"),
        ({"facts": {}, "format": 2}, "invalid_body"),
        ({"facts": {"x" * 141: 1}}, "invalid_body"),
        ({"facts": {}, "edition": "batman"}, "invalid_option"),
        ({"facts": {f"draws:kiros{n}": 1 for n in range(2001)}}, "invalid_option"),
    ],
)
def test_a_file_that_is_none_is_refused(other: Caller, body: object, code: str) -> None:
    refused(other.post("house/star-wars/import/", body), 400, code)
    assert facts(other) == {}


def test_house_content_is_a_hosts(playing: Room) -> None:
    for address in ("house/", "house/star-wars/export/"):
        refused(playing.nobody.get(address), 401, "not_authenticated")
        refused(playing.a.get(address), 403, "host_key_needed")
        refused(Caller("th_unknown").get(address), 401, "bad_token")
    refused(playing.a.patch(FACTS + "draws:kiros/", {"value": 1}), 403, "host_key_needed")
    refused(playing.host.get("house/klingons/export/"), 404, "unknown_edition")
    refused(
        playing.host.patch("house/klingons/facts/draws:kiros/", {"value": 1}),
        404,
        "unknown_edition",
    )
