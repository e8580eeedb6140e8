"""Rows, log and memory tell one table, through a whole evening of play, undo and redo."""

from __future__ import annotations

import pytest

from games.rules.terms import Phase, Zone
from games.states import differences
from tests.games.stored import THUG, Evening, new_game, set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def test_set_up_is_kept(evening: Evening) -> None:
    table = evening.table
    assert table.turn.phase is Phase.MOVE
    assert table.turn.seat == "A"
    assert [table.figures[seat].space for seat in "AB"] == ["kiros", "dathomir"]
    assert [table.cards[key].card for key in table.hand("A")] == ["mind-trick"]


def test_an_evening_is_kept_entry_by_entry(evening: Evening) -> None:
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    fought = evening.act(
        "encounter_space",
        "A",
        {"cards": [{"new": THUG}]},
        {"choose": "fight"},
        {"roll": [6]},
        {"roll": [1]},
    )
    while fought.question is not None:
        fought = evening.answer({"choose": "keep"})
    assert fought.state == "resolved"
    table = evening.table
    assert [table.cards[key].card for key in table.cards_in(Zone.TROPHY, seat="A")] == ["thug"]
    evening.act("end_turn", "A")
    evening.act(
        "correct", "B", reason="miscounted", figures={"B": {"gold": 5}}, gold_on={"kiros": 2}
    )
    evening.act("correct", "B", reason="picked up", gold_on={"kiros": 0})
    assert evening.table.figures["B"].gold == 5


def test_undo_then_redo_gives_the_same_tables(evening: Evening) -> None:
    tables = [evening.table]
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    tables.append(evening.table)
    evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    tables.append(evening.table)
    for before in tables[-2::-1]:
        evening.undo()
        assert differences(evening.table, before) == []
    for after in tables[1:]:
        evening.redo()
        assert differences(evening.table, after) == []
    evening.undo(to=9)
    assert differences(evening.table, tables[0]) == []
    evening.redo()
    assert differences(evening.table, tables[-1]) == []


def test_a_whole_evening_can_be_taken_back(evening: Evening) -> None:
    evening.undo(to=1)
    table = evening.table
    assert table.turn.phase is Phase.SETUP
    assert table.cards == {}
    assert table.facts == {}
    evening.redo()
    assert evening.table.turn.phase is Phase.MOVE
