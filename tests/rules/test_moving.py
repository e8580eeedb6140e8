"""Moving, told whole: what is said of each way that may be chosen, and of the one that was."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import Choose
from games.rules.table import Table
from games.rules.topics import Topic
from tests.builders import a_table, act, codes
from tests.played import ask_of, played

WON: list[dict[str, Any]] = [{"choose": "fight"}, {"roll": [6]}, {"roll": [1]}]


def standing(pack: str, space: str, **said: Any) -> Table:
    return a_table(pack, ann={"at": space, "strength": 6}, bob={}, **said)


def moved(table: Table, steps: int, answers: list[dict[str, Any]], **params: Any) -> Table:
    return played(table, act("move", "ann", **params), [{"roll": [steps]}, *answers])


def ways_told(table: Table, steps: int) -> list[tuple[str, dict[str, Any]]]:
    ask = ask_of(table, act("move", "ann"), [{"roll": [steps]}])
    assert isinstance(ask, Choose)
    return [(option.text.code, option.text.params) for option in ask.options]


def way(space: str, direction: str | None, gate: str | None = None, **more: bool) -> dict[str, Any]:
    return {"direction": direction, "space": space, "gate": gate, "printed": True, **more}


def test_a_way_is_told_by_its_direction_and_its_end() -> None:
    assert ways_told(standing("plain", "inn"), 2) == [
        ("option_route", way("wood", "clockwise")),
        ("option_route", way("ford", "counterclockwise")),
    ]


def test_a_gate_on_the_way_is_told_as_one() -> None:
    gate = "mandalore-to-kessel"

    assert ways_told(standing("star-wars", "open-space"), 2) == [
        ("option_gate", way("mandalore", "clockwise", gate, printed=False)),
        ("option_route", way("open-space-5", "clockwise", printed=False)),
        ("option_route", way("open-space-4", "counterclockwise", printed=False)),
    ]


def test_a_stop_in_passing_is_told_as_one() -> None:
    table = standing("streets", "sanctuary-square", rulings=["CT-MOVE-5"])

    assert ways_told(table, 2)[:2] == [
        ("option_stop_over", way("noble-street", None)),
        ("option_route", way("academy", None)),
    ]


@pytest.mark.parametrize(
    ("pack", "space", "end"),
    [
        ("plain", "inn", "field"),
        ("streets", "gate", "town"),
        ("star-wars", "mandalore", "open-space"),
        ("star-wars", "kessel", "mandalore"),
        ("star-wars", "asteroid-field-batuu", "open-space"),
    ],
)
def test_of_a_plain_move_the_roll_is_told_and_the_end(pack: str, space: str, end: str) -> None:
    assert codes(moved(standing(pack, space), 1, [], to=end).notes) == ["rolled", "moved"]


def test_where_no_move_begins_with_the_gate_an_earned_passage_does() -> None:
    table = standing("star-wars", "mandalore", rulings=["SW-MANDALORE-12"])
    table.figures["ann"].marks = {"passage": "mandalore-to-kessel"}

    after = moved(table, 1, [])

    assert codes(after.notes) == ["rolled", "moved"]
    assert (after.figures["ann"].space, after.figures["ann"].marks) == ("kessel", {})


def test_an_end_beyond_the_gate_that_the_points_lead_to_is_where_the_board_has_it() -> None:
    table = standing("star-wars", "mandalore")

    after = moved(table, 2, WON, gate="mandalore-to-kessel", to="crait")

    assert after.figures["ann"].space == "crait"
    assert codes(after.notes)[-3:] == ["battle_won", "gate_open", "moved"]


def test_whoever_dies_of_a_gate_does_not_find_it_shut() -> None:
    table = a_table("corners", ann={"at": "hill", "life": 1}, bob={"at": "dell"})

    after = moved(table, 2, [], gate="chasm")

    assert codes(after.notes) == ["rolled", "tries_gate", "lost", "died"]


def test_an_end_that_only_the_tables_board_has_is_told_with_those_of_the_app() -> None:
    table = standing("star-wars", "open-space")

    after = moved(table, 1, [{"choose": "takobo"}])

    _, differs, at_last = after.notes
    assert differs.params == {
        "space": "takobo",
        "steps": 1,
        "ends": ["mandalore", "asteroid-field-batuu"],
    }
    assert at_last.cites == table.cite(Topic.MOVE_ROLL, Topic.DIRECTION, Topic.BOARD_ORDER)


def test_and_beside_a_gate_it_is_told_without_the_gate() -> None:
    after = moved(standing("star-wars", "open-space"), 2, [{"choose": "takobo"}])

    assert after.notes[1].params["ends"] == ["open-space-5", "open-space-4"]
