"""The effect words: few, each carried out, each read strictly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from content.schema.effects import EFFECT_WORDS, Effects, RollWhat, row_range
from content.schema.reading import Unreadable, read_as
from games.rules import effects


def test_the_vocabulary_stays_under_thirty_words_and_each_is_carried_out() -> None:
    assert len(EFFECT_WORDS) < 30
    assert len(effects._RUN) == len(EFFECT_WORDS) == len(set(EFFECT_WORDS))


def read(effect: Any) -> Any:
    return read_as(Effects, [effect])[0].model_dump(mode="json", exclude_defaults=True)


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ({"gain": "craft"}, {"gain": {"craft": 1}}),
        ({"lose": "life"}, {"lose": {"life": 1}}),
        ({"draw": "spells"}, {"draw": {"deck": "spells"}}),
        ({"discard": "follower"}, {"discard": {"kind": "follower"}}),
        ({"take": "rope"}, {"take": {"card": "rope"}}),
    ],
)
def test_one_of_a_thing_needs_no_number(short: Any, whole: Any) -> None:
    assert read(short) == whole


@pytest.mark.parametrize(
    "effect",
    [
        "gain",
        {},
        {"win": "the game"},
        {"gain": "joy"},
        {"gain": {"craft": 0}},
        {"gain": {"craft": 100}},
        {"gain": "craft", "lose": "life"},
        {"discard": {"kind": "follower", "count": 0}},
        {"choose": [{"id": "one", "do": []}]},
        {"turns": 10},
        {"toad": 0},
        {"fight": {"name": "A shade"}},
        {"fight": {"name": "A shade", "strength": 1, "craft": 1}},
        {"place": "somewhere"},
        {"place": "elsewhere"},
        {"place": "stays", "space": "ford"},
        {"roll": {"dice": 4, "rows": {"4-24": []}}},
        {"roll": {"rows": {"1-5": []}}},
        {"roll": {"rows": {"1-4": [], "4-6": []}}},
        {"roll": {"rows": {"1-6": []}, "row_cites": {"7": ["SW-KIROS-1"]}}},
        {"roll": {"minus": "craft", "rows": {"1+": []}}},
        {"roll": {"rows": {"one": [], "2-6": []}}},
    ],
)
def test_what_is_no_effect_is_refused(effect: Any) -> None:
    with pytest.raises(Unreadable):
        read_as(Effects, [effect])


# ------------------------------------------------------------ the rows of a table


@pytest.mark.parametrize(
    ("row", "held"),
    [
        ("7", [7]),
        ("5-9", [5, 6, 7, 8, 9]),
        ("11+", [11, 12]),
        ("3-", [2, 3]),
        ("-1", [-1]),
    ],
)
def test_a_row_holds_what_its_name_says(row: str, held: list[int]) -> None:
    assert list(row_range(row, 2, 12)) == held


@pytest.mark.parametrize("row", ["", "a", "1-b", "+", "1,2"])
def test_a_row_is_named_by_its_numbers(row: str) -> None:
    with pytest.raises(ValueError, match="a row is named"):
        row_range(row, 2, 12)


@given(st.integers(1, 3), st.data())
def test_a_table_that_covers_its_dice_has_one_row_for_each_total(
    dice: int, data: st.DataObject
) -> None:
    low, high = dice, 6 * dice
    cuts = sorted(data.draw(st.sets(st.integers(low, high - 1))))
    bounds = list(zip([low, *(cut + 1 for cut in cuts)], [*cuts, high], strict=True))
    rows: dict[str, Any] = {f"{first}-{last}": () for first, last in bounds}
    table = RollWhat(dice=dice, rows=rows)

    for total in range(low, high + 1):
        first, last = (int(part) for part in table.row_for(total).split("-"))
        assert first <= total <= last


def test_a_total_less_an_attribute_may_be_far_below_one() -> None:
    table = RollWhat(dice=1, minus="craft", rows={"0-": (), "1+": ()})  # type: ignore[arg-type]

    assert (table.row_for(-20), table.row_for(0), table.row_for(6)) == ("0-", "0-", "1+")


def test_what_the_dice_cannot_show_has_no_row() -> None:
    with pytest.raises(KeyError):
        RollWhat(dice=1, rows={"1-6": ()}).row_for(7)
