"""Taking back and putting in force again."""

from __future__ import annotations

import pytest

from tests.api.cast import Room, body_of, refused
from tests.api.evening import act, done
from tests.api.recording import example


@pytest.fixture
def counted(playing: Room) -> Room:
    """Two corrections: Ada's of her coins, then Ben's of his."""
    done(act(playing, playing.a, "correct", "A", reason="counted", figures={"A": {"gold": 5}}))
    done(act(playing, playing.b, "correct", "B", reason="counted", figures={"B": {"gold": 6}}))
    return playing


def gold(playing: Room) -> list[int]:
    return [seat["gold"] for seat in body_of(playing.a.get(playing.path + "table/"))["seats"]]


def test_the_last_entry_is_taken_back_in_an_entry_of_its_own(counted: Room) -> None:
    seq = counted.game.seq
    response = counted.b.post(counted.path + "undo/")

    told = done(response)
    assert (told["entry"]["entry"], told["entry"]["undoes"]) == ("undo", [seq])
    assert told["entry"]["seq"] == seq + 1
    assert gold(counted) == [5, 2]
    example("entry_undo.the_last", "The last entry is taken back", response)


def test_redo_puts_it_in_force_again(counted: Room) -> None:
    counted.b.post(counted.path + "undo/")
    told = done(counted.b.post(counted.path + "redo/"))

    assert told["entry"]["entry"] == "redo"
    assert gold(counted) == [5, 6]
    refused(counted.b.post(counted.path + "redo/"), 409, "nothing_to_redo")


def test_something_new_ends_redo(counted: Room) -> None:
    counted.b.post(counted.path + "undo/")
    done(act(counted, counted.b, "correct", "B", reason="counted", figures={"B": {"gold": 3}}))

    refused(counted.b.post(counted.path + "redo/"), 409, "nothing_to_redo")
    assert gold(counted) == [5, 3]


def test_the_last_entry_is_its_loggers_or_the_hosts(counted: Room) -> None:
    for caller in (counted.a, counted.screen):
        refused(caller.post(counted.path + "undo/"), 403, "not_your_seat")
    refused(counted.stranger.post(counted.path + "undo/"), 404, "game_not_found")
    assert gold(counted) == [5, 6]
    assert counted.host.post(counted.path + "undo/").status_code == 201


def test_further_back_is_the_hosts(counted: Room) -> None:
    first = counted.game.seq - 1
    refused(counted.b.post(counted.path + "undo/", {"to": first}), 403, "host_only")
    assert gold(counted) == [5, 6]

    preview = counted.host.post(counted.path + "undo/", {"to": first, "dry_run": True})
    told = body_of(preview)
    assert (preview.status_code, [entry["seq"] for entry in told["undoes"]]) == (
        200,
        [first, first + 1],
    )
    assert gold(counted) == [5, 6]
    done(counted.host.post(counted.path + "undo/", {"to": first}))
    assert gold(counted) == [2, 2]


@pytest.mark.parametrize("to", [999, 10**14])
def test_an_entry_that_does_not_stand_is_not_taken_back(counted: Room, to: int) -> None:
    refused(counted.host.post(counted.path + "undo/", {"to": to}), 409, "nothing_to_undo")
    assert gold(counted) == [5, 6]


@pytest.mark.parametrize("body", [{"to": 0}, {"to": "x"}, {"to": -1}, {"from": 3}, []])
def test_a_body_that_does_not_fit_is_refused(counted: Room, body: object) -> None:
    refused(counted.host.post(counted.path + "undo/", body), 400, "invalid_body")
    assert gold(counted) == [5, 6]


def test_a_stale_undo_takes_nothing_back(counted: Room) -> None:
    response = counted.b.post(counted.path + "undo/", {}, If_Match=str(counted.game.version - 1))

    refused(response, 412, "stale_version")
    assert gold(counted) == [5, 6]


def test_a_repeated_undo_counts_once(counted: Room) -> None:
    seq = counted.game.seq
    for _ in range(2):
        assert (
            counted.host.post(counted.path + "undo/", {}, Idempotency_Key="undo-one").status_code
            == 201
        )

    assert counted.game.seq == seq + 1
    assert gold(counted) == [5, 2]


def test_there_is_nothing_to_take_back_at_the_start(friday: Room) -> None:
    refused(friday.host.post(friday.path + "undo/"), 409, "nothing_to_undo")
    refused(friday.host.post(friday.path + "redo/"), 409, "nothing_to_redo")


def test_a_question_comes_first(playing: Room) -> None:
    act(playing, playing.a, "move")

    refused(playing.host.post(playing.path + "undo/"), 409, "question_open")
