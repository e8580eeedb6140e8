"""What is told of earlier turns: said as it is, and nothing of what was not told."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.actions.earned import leads_of
from games.rules.table import Table
from tests.builders import a_table, act, codes
from tests.packs import pack_named
from tests.played import played


def told(table: Table, **ann: Any) -> Table:
    return played(table, act("state_of_table", "ann", reason="midway", figures={"ann": ann}))


def standing(space: str, pack: str = "star-wars", **said: Any) -> Table:
    return a_table(pack, ann={"at": space, "alignment": "good", **said}, bob={})


@pytest.mark.parametrize(
    ("space", "earned", "said"),
    [
        ("ilum", {"passed": True}, ["test_passed"]),
        ("ilum", {"turned_back": True}, ["turns_back"]),
        ("ilum", {"passed": False, "turned_back": False}, []),
        ("mandalore", {"passage": True}, ["gate_open_next_turn"]),
        ("mandalore", {"passage": False}, []),
        ("jakku", {"first_turn": True}, ["first_turn"]),
        ("jakku", {"first_turn": False}, []),
        ("jakku", {"played": ["luke-skywalker"]}, ["has_played"]),
        ("jakku", {"played": []}, []),
    ],
)
def test_what_was_earned_is_said_and_no_more(
    space: str, earned: dict[str, Any], said: list[str]
) -> None:
    assert codes(told(standing(space), **earned).notes) == ["set_by_hand", *said]


def test_what_is_not_told_stays() -> None:
    table = told(standing("ilum"), passed=True)

    after = told(table, turned_back=True)

    assert after.figures["ann"].marks == {"passed": "ilum", "turned_back": True}


def test_what_was_not_so_is_not_remembered() -> None:
    table = told(standing("ilum"), passed=True, turned_back=True)

    after = told(table, passed=False, turned_back=False)

    assert after.figures["ann"].marks == {}


def test_a_first_turn_is_nothing_where_it_is_not_told() -> None:
    table = standing("ilum", first_turn=True)

    assert told(table, passed=True).figures["ann"].first_turn is True


FACTS = {"alignment": "good", "strength": 4, "craft": 3, "life": 5, "fate": 1, "start": "hill"}


@pytest.mark.parametrize(
    ("earned", "start"),
    [
        ({"first_turn": True}, "hill"),
        ({"first_turn": True, "start_space": "wood"}, "wood"),
        ({"first_turn": False}, None),
    ],
)
def test_a_first_turn_began_where_the_card_says_unless_it_is_told(
    earned: dict[str, Any], start: str | None
) -> None:
    facts = {"character:knight": FACTS}
    table = a_table("plain", facts=facts, ann={"character": "knight"}, bob={})

    assert told(table, **earned).figures["ann"].marks.get("start_space") == start


def test_a_card_that_nobody_has_read_says_nothing_of_a_start() -> None:
    table = a_table("plain", ann={"character": "knight"}, bob={})

    assert "start_space" not in told(table, first_turn=True).figures["ann"].marks


def test_a_lead_has_the_rules_of_its_row() -> None:
    rules = [f"SW-TAKODANA-{number}" for number in (2, 4, 5, 6, 7)]

    assert [lead["rules"] for lead in leads_of(pack_named("star-wars"))] == [rules] * 6


def test_or_those_of_the_space_that_gives_it() -> None:
    (lead,) = leads_of(pack_named("passes"))

    assert lead["rules"] == ["TT-SPACE-INSTRUCTIONS-1"]
