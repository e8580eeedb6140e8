"""The table: what can be read and set of it, and what there is no such thing of."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import InvalidAction
from games.rules.terms import CardType
from tests.builders import a_table

FROG = {"alignment": "neutral", "strength": 2, "craft": 2, "life": 4, "fate": 1, "start": "inn"}


@pytest.mark.parametrize(
    ("what", "name", "value"),
    [
        ("game", "order", ["bob", "ann"]),
        ("game", "setup", ["prepare_board"]),
        ("game", "winner", "bob"),
        ("game", "serial", 7),
        ("turn", "phase", "end"),
        ("turn", "seat", "bob"),
    ],
)
def test_what_is_set_is_read_as_changes_keep_it(what: str, name: str, value: Any) -> None:
    table = a_table("plain", ann={}, bob={})

    table.put(what, "", name, value)

    assert table.get(what, "", name) == value
    assert type(table.get(what, "", name)) is type(value)


@pytest.mark.parametrize("name", ["status", "alignment", "space", "strength"])
def test_what_a_figure_has_is_read_as_plain_words_and_numbers(name: str) -> None:
    assert type(a_table("plain", ann={}, bob={}).get("figure", "ann", name)) in {str, int}


@pytest.mark.parametrize(
    ("what", "name"),
    [("box", "serial"), ("box", "winner"), ("box", "order"), ("box", "setup"), ("game", "colour")],
)
def test_nothing_else_is_set(what: str, name: str) -> None:
    with pytest.raises(KeyError):
        a_table("plain", ann={}, bob={}).put(what, "", name, [])


def test_seats_stay_in_an_order_that_nobody_can_change_in_place() -> None:
    table = a_table("plain", ann={}, bob={}, cat={})

    table.put("game", "", "order", ["cat", "ann", "bob"])

    assert table.order == ("cat", "ann", "bob")
    assert [figure.seat for figure in table.clockwise_from("cat")] == ["ann", "bob"]


def test_facts_that_are_no_cards_and_no_characters_are_kept_as_they_are() -> None:
    table = a_table("plain", ann={}, bob={})

    table.put("fact", "weather", "value", {"rain": 3})
    table.put("fact", "character:thief", "value", FROG)

    assert table.facts["weather"] == {"rain": 3}
    assert table.facts["character:thief"].strength == 2


def test_a_seat_that_does_not_sit_there_is_named() -> None:
    with pytest.raises(InvalidAction) as unknown:
        a_table("plain", ann={}, bob={}).figure("zoe")

    assert unknown.value.problems[0].params == {"seat": "zoe"}


def test_a_stranger_that_goes_along_counts_as_a_follower() -> None:
    table = a_table("plain", ann={"followers": ["sage", "pixie"], "objects": ["sword"]}, bob={})

    assert [table.cards[key].card for key in table.held("ann", CardType.FOLLOWER)] == ["sage", "pixie"]  # fmt: skip
    assert [table.cards[key].card for key in table.held("ann", CardType.OBJECT)] == ["sword"]
