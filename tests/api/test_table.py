"""The table as each reader may see it, polled cheaply, and as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import SPELL_OF_A, SPELL_OF_B, act, done, evening
from tests.api.recording import example


def hands(caller: Caller, playing: Room) -> dict[str, object]:
    seats = body_of(caller.get(playing.path + "table/"))["seats"]
    return {
        seat["seat"]: [card["card"] for card in seat["hand"]["cards"]]
        if seat["hand"]["cards"] is not None
        else seat["hand"]["count"]
        for seat in seats
    }


def test_each_reader_sees_its_own_hand_and_counts_of_others(playing: Room) -> None:
    assert hands(playing.a, playing) == {"A": [f"force-skill-a-{SPELL_OF_A}"], "B": 1}
    assert hands(playing.b, playing) == {"A": 1, "B": [f"force-skill-b-{SPELL_OF_B}"]}
    assert hands(playing.host, playing) == {"A": 1, "B": 1}
    assert hands(playing.screen, playing) == {"A": 1, "B": 1}


def test_the_table_says_whose_turn_it_is_and_where_everybody_stands(playing: Room) -> None:
    response = playing.screen.get(playing.path + "table/")
    table = body_of(response)

    assert (table["phase"], table["turn"]["seat"], table["turn"]["number"]) == ("move", "A", 1)
    assert [(seat["character"], seat["space"]) for seat in table["seats"]] == [
        ("mace-windu", "kiros"),
        ("darth-maul", "dathomir"),
    ]
    assert (table["version"], table["seq"]) == (playing.game.version, playing.game.seq)
    example("table_get.for_a_screen", "As a screen sees it", response)


# --- polling -----------------------------------------------------------------------------------


def test_an_unchanged_table_is_not_sent_again(playing: Room) -> None:
    tag = playing.a.get(playing.path + "table/")["ETag"]
    response = playing.a.get(playing.path + "table/", If_None_Match=tag)

    assert (response.status_code, response.content, response["ETag"]) == (304, b"", tag)
    for known in (f"W/{tag}", f'"x", {tag}', "*"):
        assert playing.a.get(playing.path + "table/", If_None_Match=known).status_code == 304
    assert playing.a.get(playing.path + "table/", If_None_Match='"other"').status_code == 200


def test_every_change_gives_another_tag(playing: Room) -> None:
    tags = [playing.a.get(playing.path + "table/")["ETag"]]
    writes: list[Callable[[], Any]] = [
        lambda: act(playing, playing.a, "move"),
        lambda: playing.a.post(playing.path + "answers/", {"answers": [{"roll": [2]}]}),
        lambda: playing.a.delete(playing.path + "answers/last/"),
        lambda: playing.a.delete(playing.path + "question/"),
        lambda: playing.host.patch(playing.path, {"strictness": "advise"}),
        lambda: playing.host.post(playing.path + "seats/", {"name": "Cleo"}),
        lambda: playing.host.post(playing.path + "undo/"),
    ]
    for write in writes:
        assert write().status_code < 300
        tags.append(playing.a.get(playing.path + "table/")["ETag"])
    assert len(set(tags)) == len(tags)


def test_each_reader_has_a_tag_of_its_own(playing: Room) -> None:
    tags = [
        caller.get(playing.path + "table/")["ETag"]
        for caller in (playing.a, playing.b, playing.host, playing.screen)
    ]

    assert len(set(tags)) == 4
    assert playing.b.get(playing.path + "table/", If_None_Match=tags[0]).status_code == 200


def test_caches_are_told_what_it_depends_on(playing: Room) -> None:
    response = playing.a.get(playing.path + "table/")

    assert {"Authorization", "Accept-Language", "Cookie", "X-Seat"} <= set(
        response["Vary"].split(", ")
    )
    assert response["Cache-Control"] == "private, no-cache"


def test_nobody_polls_who_may_not_read(playing: Room) -> None:
    tag = playing.a.get(playing.path + "table/")["ETag"]

    refused(playing.stranger.get(playing.path + "table/", If_None_Match=tag), 404, "game_not_found")
    refused(
        playing.nobody.get(playing.path + "table/", If_None_Match=tag), 401, "not_authenticated"
    )


# --- as it was ---------------------------------------------------------------------------------


def test_the_table_is_read_as_it_was_after_any_entry(playing: Room) -> None:
    before = body_of(playing.b.get(playing.path + "table/"))
    done(act(playing, playing.a, "correct", "A", reason="counted", figures={"A": {"gold": 9}}))

    then = body_of(playing.b.get(f"{playing.path}table/?at={before['seq']}"))
    now_only = {"version", "to_do"}
    assert {k: v for k, v in then.items() if k not in now_only} == {
        k: v for k, v in before.items() if k not in now_only
    }
    opened = body_of(playing.b.get(f"{playing.path}table/?at=0"))
    assert (opened["phase"], opened["seats"][0]["character"]) == ("setup", None)


def test_each_moment_has_a_tag_of_its_own(playing: Room) -> None:
    tag = playing.a.get(playing.path + "table/?at=1")["ETag"]

    assert tag != playing.a.get(playing.path + "table/")["ETag"]
    assert playing.a.get(playing.path + "table/?at=1", If_None_Match=tag).status_code == 304


@pytest.mark.parametrize("at", ["-1", "x", "", "1.5", "9" * 20])
def test_a_moment_is_a_number(playing: Room, at: str) -> None:
    refused(playing.a.get(f"{playing.path}table/?at={at}"), 400, "invalid_query")


def test_a_moment_that_has_not_come_is_not_there(playing: Room) -> None:
    refused(playing.a.get(f"{playing.path}table/?at=999"), 404, "not_found")


# --- what it costs -----------------------------------------------------------------------------


def test_an_unchanged_table_costs_one_query(
    playing: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tag = playing.a.get(playing.path + "table/")["ETag"]

    with django_assert_num_queries(1):
        playing.a.get(playing.path + "table/", If_None_Match=tag)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [0, 4])
def test_the_table_takes_at_most_eight_queries_with_nothing_in_memory(seats: int) -> None:
    playing = evening()
    for name in ["Cleo", "Dan", "Eve", "Fay"][:seats]:
        playing.host.post(playing.path + "seats/", {"name": name})
    with CaptureQueriesContext(connection) as cold:
        playing.a.get(playing.path + "table/")
    with CaptureQueriesContext(connection) as warm:
        playing.b.get(playing.path + "table/")
    assert len(cold) <= 8
    assert len(warm) <= 2
