"""A cause for a whole action opens what is barred in every question of it, without another cause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import a_table, act, look_figure
from tests.played import played

BECAUSE = ("card", "Charter")


def told(effect: dict[str, Any]) -> dict[str, Any]:
    return {"source": "card", "name": "Charter", "effects": [effect]}


CHOICE = {"choose": [{"id": one, "do": [{"gain": one}]} for one in ("craft", "gold")]}


@pytest.mark.parametrize(
    ("effect", "answers", "then"),
    [
        (CHOICE, [{"choose": "craft"}], {"craft": 12, "gold": 1, "objects": []}),
        ({"shop": {"sword": 2}}, [{"choose": "sword"}, {"choose": "done"}], {"craft": 12, "gold": 0, "objects": ["sword"]}),
    ],
)  # fmt: skip
def test_what_gives_nothing_or_cannot_be_paid(
    effect: dict[str, Any], answers: list[dict[str, Any]], then: dict[str, Any]
) -> None:
    table = a_table("plain", ann={"craft": 12, "gold": 1}, bob={})

    after = played(table, act("tell", "ann", because=BECAUSE, **told(effect)), answers)

    assert look_figure(after, "ann", then) == then


def test_what_cannot_fall_may_be_named_in_place_of_a_life() -> None:
    """SW-DAGOBAH-4: a life or a point of Strength; at its start Strength cannot fall."""
    table = a_table("star-wars", phase="encounter", mace={"at": "dagobah", "craft": 4}, maul={})
    dice: list[dict[str, Any]] = [{"roll": [4]}, {"choose": "fight"}, {"roll": [1]}, {"roll": [6]}]

    after = played(
        table,
        act("encounter_space", "mace", because=BECAUSE),
        [*dice, {"choose": "strength"}],
    )

    # One life for the battle, and nothing more.
    assert look_figure(after, "mace", ["life", "strength"]) == {"life": 3, "strength": 3}


def test_a_reward_that_the_winner_may_not_have() -> None:
    """A second sword, though one of a name is all that may be held."""
    sword = {"at": "ford", "objects": ["sword"]}
    table = a_table("plain", phase="encounter", ann={**sword, "strength": 5}, bob=sword)
    theirs = table.held("bob")[0]
    dice: list[dict[str, Any]] = [{"choose": "fight"}, {"choose": "fight"}, {"roll": [6]}, {"roll": [1]}]  # fmt: skip

    after = played(
        table,
        act("encounter_character", "ann", because=BECAUSE, other="bob"),
        [*dice, {"choose": f"object-{theirs}"}],
    )

    assert look_figure(after, "ann", ["objects"]) == {"objects": ["sword", "sword"]}
