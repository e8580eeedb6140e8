"""What makes a table impossible, where the box is known and where it is guessed; what only people know."""

from __future__ import annotations

from typing import Any

from games.rules.legality import problems_with_copies, problems_with_table, told_kinds
from games.rules.table import Table
from tests.builders import a_table


def dials(table: Table) -> list[dict[str, Any]]:
    return [problem.params for problem in problems_with_table(table)]


def test_the_dials_end_where_the_table_says_they_do() -> None:
    table = a_table("plain", ann={}, bob={}, facts={"dial_ceiling": 14})
    table.figures["ann"].strength = 14
    assert dials(table) == []

    table.facts["dial_ceiling"] = 5
    told = {"seat": "ann", "dial": "strength", "value": 14, "low": 3, "high": 5}
    assert dials(table) == [told]


def test_both_dials_end_there_and_nothing_else() -> None:
    table = a_table("plain", ann={"gold": 20}, bob={})
    table.figures["ann"].craft = 13

    assert dials(table) == [{"seat": "ann", "dial": "craft", "value": 13, "low": 3, "high": 12}]


def test_below_its_start_a_dial_has_ninety_nine_above_it_where_nobody_knows_its_end() -> None:
    table = a_table("loose", variants=["strict-dials"], ann={}, bob={})
    table.figures["ann"].strength = 2

    assert dials(table) == [{"seat": "ann", "dial": "strength", "value": 2, "low": 3, "high": 99}]


def test_every_seat_is_looked_at_whoever_sits_there_without_a_character() -> None:
    table = a_table("plain", ann={"status": "dead"}, bob={})
    table.figures["bob"].life = 5

    assert dials(table) == [{"seat": "bob", "dial": "life", "value": 5, "low": 1, "high": 4}]


def test_a_figure_in_play_has_a_side() -> None:
    table = a_table("plain", ann={}, bob={"status": "dead"})
    table.figures["ann"].alignment = None

    (problem,) = problems_with_table(table)
    assert (problem.code, problem.params, problem.hard) == ("no_alignment", {"seat": "ann"}, True)


def test_a_figure_that_stands_nowhere_on_no_side_is_told_both() -> None:
    table = a_table("plain", ann={}, bob={})
    table.figures["ann"].alignment, table.figures["ann"].space = None, "moon"

    assert [(one.code, one.params) for one in problems_with_table(table)] == [
        ("unknown_space", {"space": "moon", "seat": "ann"}),
        ("no_alignment", {"seat": "ann"}),
    ]


def test_a_start_beyond_the_end_of_its_dial_is_told_as_such() -> None:
    table = a_table("plain", ann={}, bob={})
    table.figures["ann"].strength, table.figures["ann"].start_strength = 12, 12
    assert dials(table) == []

    table.figures["ann"].start_strength = 13
    assert dials(table) == [{"seat": "ann", "dial": "strength", "value": 13, "low": 0, "high": 12}]


def test_a_life_ends_at_its_start_only_where_the_book_says_so() -> None:
    capped, free = a_table("plain", ann={}, bob={}), a_table("loose", ann={}, bob={})
    capped.figures["ann"].life = free.figures["ann"].life = 0

    assert [problem["high"] for problem in dials(capped) + dials(free)] == [4, 99]


def test_fate_and_gold_end_with_the_box_and_not_with_the_dials() -> None:
    table = a_table("plain", ann={}, bob={})
    table.figures["ann"].fate, table.figures["ann"].gold = -1, -2

    assert dials(table) == [
        {"seat": "ann", "dial": "fate", "value": -1, "low": 0, "high": 99},
        {"seat": "ann", "dial": "gold", "value": -2, "low": 0, "high": 99},
    ]


def test_one_dial_is_told_once() -> None:
    """Below nought it is below its start besides."""
    table = a_table("plain", ann={}, bob={})
    table.figures["ann"].strength = -1

    assert dials(table) == [{"seat": "ann", "dial": "strength", "value": -1, "low": 3, "high": 12}]


def test_more_cards_than_a_guess_are_no_fault_and_more_than_a_table_counted_are() -> None:
    """SW-SUPPLY-3: how many copies of each card the box holds is told by no document."""
    table = a_table("star-wars", spaces={"jakku": ["blaster"] * 5}, mace={}, maul={})
    assert list(problems_with_copies(table)) == []

    table.put("fact", "copies:blaster", "value", 4)
    (problem,) = problems_with_copies(table)
    assert problem.params == {"card": "blaster", "missing": 1}


def test_what_the_app_lists_itself_is_not_among_what_only_people_can_tell() -> None:
    told = told_kinds(a_table("plain", ann={}, bob={}), "ann")

    assert {"correct", "state_of_table"} <= set(told)
    assert not {"move", "encounter_space", "begin", "come_back"} & set(told)
