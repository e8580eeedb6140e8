"""What lies face up before a Star Wars seat, and what only its owner sees."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.table import Table
from games.rules.viewpoint import Viewer, view_ask, view_table
from tests.builders import a_table, act
from tests.played import ask_of

MIND_TRICK = "mind-trick"


@pytest.fixture
def table() -> Table:
    return a_table(
        "star-wars",
        mace={"objects": ["blaster"], "followers": ["service-droid"], "spells": [MIND_TRICK]},
        maul={},
    )


def seen_of(table: Table, seat: str, by: str) -> dict[str, Any]:
    view = view_table(table, Viewer(by))
    return next(one for one in view["seats"] if one["seat"] == seat)


@pytest.mark.parametrize("viewer", ["mace", "maul"])
def test_everybody_sees_objects_and_confidants(table: Table, viewer: str) -> None:
    """SW-OBJ-1, SW-CONF-1."""
    seen = seen_of(table, "mace", by=viewer)

    assert [card["card"] for card in seen["objects"]] == ["blaster"]
    assert [card["card"] for card in seen["followers"]] == ["service-droid"]


def test_another_player_sees_how_many_force_skills_but_not_which(table: Table) -> None:
    """SW-FORCE-8."""
    seen = seen_of(table, "mace", by="maul")

    assert seen["hand"] == {"count": 1, "cards": None}
    assert MIND_TRICK not in str(view_table(table, Viewer("maul"))["seats"])


def test_the_owner_sees_its_force_skills(table: Table) -> None:
    """SW-FORCE-8."""
    seen = seen_of(table, "mace", by="mace")

    assert [card["card"] for card in seen["hand"]["cards"]] == [MIND_TRICK]


def test_a_pile_guessed_too_small_has_none_left_and_no_fewer() -> None:
    """SW-SUPPLY-3."""
    table = a_table("star-wars", spaces={"jakku": ["blaster"] * 5}, mace={}, maul={})
    piles = {pile["card"]: pile["left"] for pile in view_table(table, Viewer())["piles"]}

    assert (piles["blaster"], piles["robe"]) == (0, 4)


@pytest.mark.parametrize(("viewer", "seen"), [("mace", ["done", "c1"]), ("maul", ["done"])])
def test_what_may_be_discarded_against_the_emperor_only_its_owner_sees(
    viewer: str, seen: list[str]
) -> None:
    """SW-CITADEL-3, SW-FORCE-8."""
    seat = {"at": "citadel", "spells": [MIND_TRICK]}
    table = a_table("star-wars", phase="encounter", mace=seat, maul={})
    ask = ask_of(table, act("encounter_space", "mace"))

    told = view_ask(table, ask, Viewer(viewer))
    assert [option["id"] for option in told["options"]] == seen
