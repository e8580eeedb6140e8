"""A space at a time: what is said once, what is owed, and by which rules a turn remembers it."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.legality import legal_actions
from games.rules.table import Table
from games.rules.terms import Phase
from tests.builders import a_table, act, codes
from tests.played import ask_of, played


def tower(phase: str = "move", **ann: Any) -> Table:
    return a_table("paths", phase=phase, ann=ann, bob={})


def steps(table: Table, seat: str) -> list[tuple[str, bool, str | None]]:
    """Each way that is offered: whether the turn owes it, and what it closes."""
    return [
        (one.offer.params["way"], one.offer.due, one.offer.closes)
        for one in legal_actions(table, seat)
        if one.kind == "step"
    ]


def test_before_the_encounter_a_step_is_the_move_that_a_turn_owes() -> None:
    assert steps(tower(at="stair"), "ann") == [("stay", True, "move"), ("back", True, "move")]
    assert steps(tower(at="loft", alignment="evil"), "ann") == [("back", True, "move")]


def test_at_the_foot_of_a_test_that_is_passed_the_way_is_open() -> None:
    table = tower(at="stair")
    table.figures["ann"].marks = {"passed": "stair"}

    assert steps(table, "ann") == [("forward", True, "move"), ("back", True, "move")]


def test_a_step_that_may_be_taken_at_once_is_one_way_to_meet_the_space() -> None:
    mace = {"at": "exegol", "objects": ["sith-wayfinder"]}
    rulings = ["SW-EXEGOL-2", "SW-BACK-1"]
    table = a_table("star-wars", phase="encounter", rulings=rulings, mace=mace, maul={})

    assert steps(table, "mace") == [("forward", False, "encounter"), ("declare", False, None)]


def test_who_goes_back_a_second_space_has_turned_back_once() -> None:
    table = a_table("star-wars", mace={"at": "ahch-to"}, maul={"status": "out"})

    once = played(table, act("step", "mace", way="back"))
    assert codes(once.notes) == ["turns_back", "moved"]

    once.turn.phase = table.turn.phase
    assert codes(played(once, act("step", "mace", way="back")).notes) == ["moved"]


def test_who_has_said_so_already_does_not_turn_back_again() -> None:
    table = tower("encounter", at="stair")
    declare = act("step", "ann", way="declare", as_happened="it was said")

    once = played(table, declare)
    assert codes(once.notes) == ["as_happened", "turns_back"]
    assert codes(played(once, declare).notes) == ["as_happened"]


@pytest.mark.parametrize(("at", "rules"), [("stair", "TT-INNER-HELD-1"), ("top", "PA-TOP-1")])
def test_a_test_once_more_is_remembered_by_the_rule_that_asks_for_it(at: str, rules: str) -> None:
    after = played(tower(at=at), act("step", "ann", way="stay"))

    assert [(change.field, change.cites) for change in after.changes] == [
        ("marks", (rules,)),
        ("phase", (rules,)),
    ]


def test_whoever_comes_out_at_a_gate_is_asked_about_that_one() -> None:
    ask = ask_of(tower(at="porch"), act("step", "ann", way="back"))

    assert ask.text.params == {"seat": "ann", "gate": "postern"}


def test_whom_a_card_turns_back_where_one_must_stay_goes_back_from_there() -> None:
    table = a_table("star-wars", rulings=["SW-BACK-1"], mace={"at": "citadel"}, maul={})
    assert steps(table, "mace") == [("stay", True, "move")]

    table.turn.phase = Phase.ENCOUNTER
    turned = played(table, act("step", "mace", way="declare", because=("card", "Escape Pod")))
    turned.turn.phase = Phase.MOVE

    assert steps(turned, "mace") == [("back", True, "move")]
    gone = played(turned, act("step", "mace", way="back"))
    assert gone.figures["mace"].space == "exegol"
