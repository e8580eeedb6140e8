"""What a derivation says, whole: every step with its numbers, and none that was not taken."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.table import Table
from tests.builders import a_table, act, codes
from tests.played import played


def told(table: Table, *effects: dict[str, Any]) -> Table:
    return played(table, act("tell", "ann", source="card", name="Scroll", effects=list(effects)))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"gain": {"strength": 2}}, ["used", "gained"]),
        ({"gain": {"craft": 2}}, ["used", "clipped"]),
        ({"gain": {"gold": 1}}, ["used", "gained"]),
        ({"lose": {"strength": 1}}, ["used", "lost"]),
        ({"lose": {"craft": 1}}, ["used", "lost"]),
        ({"lose": {"craft": 9}}, ["used", "not_lost", "lost"]),
        ({"lose": {"fate": 1}}, ["used", "not_lost"]),
        ({"lose": {"gold": 2}}, ["used", "lost"]),
        ({"lose": {"life": 1}}, ["used", "lost"]),
    ],
)
def test_what_is_gained_or_lost_is_said_and_no_more(
    effect: dict[str, Any], said: list[str]
) -> None:
    table = a_table(
        "plain",
        ann={"strength": 5, "strength_start": 4, "craft": 12, "craft_start": 6, "gold": 2},
        bob={},
    )

    after = told(table, effect)

    assert codes(after.notes)[1:] == said[1:]


def test_a_gain_of_which_nothing_comes_changes_nothing() -> None:
    table = a_table("plain", ann={"craft": 12}, bob={})

    assert told(table, {"gain": {"craft": 2}}).changes == []


def test_a_spell_in_ones_own_turn_is_not_counted() -> None:
    table = a_table("plain", ann={"spells": ["alchemy"]}, bob={"spells": ["alchemy"]})
    (mine,), (theirs,) = table.hand("ann"), table.hand("bob")

    assert "spells" not in played(table, act("cast", "ann", card=mine)).turn.marks
    assert played(table, act("cast", "bob", card=theirs)).turn.marks["spells"] == {"bob": 1}


def test_cards_are_numbered_one_after_the_other() -> None:
    table = a_table("plain", phase="encounter", ann={"at": "hill"}, bob={})
    cards: list[dict[str, Any]] = [{"cards": [{"card": "sage"}, {"card": "cave"}]}, {"effects": []}]

    after = played(table, act("encounter_space", "ann"), cards)

    assert sorted(after.cards) == ["c1", "c2"]
    assert (table.serial, after.serial) == (0, 2)
