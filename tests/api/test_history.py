"""The log: after an entry, backwards from the last, one by one; masked for each reader."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import SPELL_OF_A, act, done
from tests.api.recording import example


def seqs(caller: Caller, address: str) -> list[int]:
    return [entry["seq"] for entry in body_of(caller.get(address))["results"]]


def test_the_log_comes_from_the_last_backwards(playing: Room) -> None:
    assert seqs(playing.a, playing.path + "history/") == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert seqs(playing.a, playing.path + "history/?before=4") == [3, 2, 1, 0]


def test_what_came_after_an_entry_comes_in_order(playing: Room) -> None:
    assert seqs(playing.a, playing.path + "history/?after=5") == [6, 7, 8]
    assert seqs(playing.a, playing.path + "history/?after=8") == []


@pytest.mark.parametrize(
    ("start", "pages"),
    [
        ("?limit=4", [[8, 7, 6, 5], [4, 3, 2, 1], [0]]),
        ("?after=0&limit=4", [[1, 2, 3, 4], [5, 6, 7, 8]]),
    ],
)
def test_the_log_comes_in_pages(playing: Room, start: str, pages: list[list[int]]) -> None:
    found, address = [], playing.path + "history/" + start
    while address:
        told = body_of(playing.a.get(address))
        found.append([entry["seq"] for entry in told["results"]])
        address = (told["next"] or "").removeprefix("/api/v1/")
    assert found == pages


def test_the_log_filters(playing: Room) -> None:
    assert seqs(playing.a, playing.path + "history/?seat=B") == [7, 5, 3]
    assert seqs(playing.a, playing.path + "history/?kind=deal_spells") == [5, 4]
    assert seqs(playing.a, playing.path + "history/?kind=deal_spells&seat=B") == [5]


@pytest.mark.parametrize(
    "query",
    [
        "after=-1",
        "after=x",
        "after=1&before=3",
        "limit=0",
        "limit=101",
        "seat=1",
        "kind=A",
        "page=2",
    ],
)
def test_a_query_that_does_not_fit_is_refused(playing: Room, query: str) -> None:
    refused(playing.a.get(f"{playing.path}history/?{query}"), 400, "invalid_query")


def test_an_entry_says_what_was_asked_answered_and_changed(playing: Room) -> None:
    response = playing.b.get(playing.path + "history/8/")
    entry = body_of(response)

    assert (entry["kind"], entry["seat"], entry["logged_by"]) == ("begin", "A", "seat:A")
    assert entry["text"] == "The game begins. It is the turn of Mace Windu."
    assert len(entry["digest"]) == 64
    assert entry["previous"] == body_of(playing.b.get(playing.path + "history/7/"))["digest"]
    example("history_get.the_beginning", "The entry with which a game begins", response)


def test_an_entry_that_is_not_there_is_not_found(playing: Room) -> None:
    refused(playing.a.get(playing.path + "history/99/"), 404, "not_found")
    refused(playing.a.get(playing.path + "history/x/"), 404, "unknown_address")


def test_a_hand_is_read_by_its_seat_only(playing: Room) -> None:
    assert SPELL_OF_A in playing.a.get(playing.path + "history/4/").content.decode()
    for caller in (playing.b, playing.host, playing.screen):
        assert SPELL_OF_A not in caller.get(playing.path + "history/4/").content.decode()
        assert SPELL_OF_A not in caller.get(playing.path + "history/").content.decode()


def test_reading_costs_the_same_however_long_the_log(playing: Room) -> None:
    found = []
    for gold in range(3, 8):
        done(act(playing, playing.a, "correct", reason="counted", figures={"A": {"gold": gold}}))
        playing.b.get(playing.path + "table/")
        with CaptureQueriesContext(connection) as queries:
            playing.b.get(playing.path + "history/?limit=3")
        found.append(len(queries))
    assert len(set(found)) == 1
    assert found[0] <= 6
