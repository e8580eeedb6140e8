"""Effects as spaces and cards bring them about: what is said of them, and whether they were passed."""

from __future__ import annotations

from typing import Any

import pytest

from content.schema.effects import Effects
from games.rules.effects import do_effects
from games.rules.runner import Resolved, run
from games.rules.table import Table
from tests.builders import a_table, codes

CITES = ("TT-TOLD-1",)
CLIMB = {"rule": "pass_test"}
WON = [{"choose": "fight"}, {"roll": [6]}, {"roll": [1]}]
LOST = [{"choose": "fight"}, {"roll": [1]}, {"roll": [6]}]
WOLF = {"name": "a wolf", "strength": 3}


def done(
    *effects: dict[str, Any], seat: str = "ann", answers: Any = (), table: Table | None = None
) -> Resolved:
    """Let the effects happen to a seat in ann's turn."""
    table = table or a_table("plain", ann={"gold": 2, "strength": 3}, bob={"strength": 3})
    parsed = Effects.validate_python(list(effects))
    outcome = run(table, lambda t: do_effects(t, t.figure(seat), parsed, CITES), answers)
    assert isinstance(outcome, Resolved)
    return outcome


@pytest.mark.parametrize(
    ("effects", "answers", "passed"),
    [
        ([{"gain": "gold"}], [], None),
        ([CLIMB, {"gain": "gold"}], [], True),
        ([{"roll": {"rows": {"1-6": [CLIMB]}}}], [{"roll": [3]}], True),
        ([{"fight": WOLF}], WON, True),
        ([{"fight": WOLF}], LOST, False),
        ([CLIMB, {"fight": WOLF}], LOST, False),
    ],
)
def test_the_last_test_or_battle_says_whether_it_was_passed(
    effects: list[dict[str, Any]], answers: list[dict[str, Any]], *, passed: bool | None
) -> None:
    """It befalls bob, whose turn it is not: a lost battle ends nobody's turn."""
    assert done(*effects, seat="bob", answers=answers).result is passed


def test_a_test_that_is_failed_is_not_passed() -> None:
    test = {
        "rule": "test_total",
        "with": {
            "dice": 1,
            "below": ["strength"],
            "passed_draws": "spells",
            "failed_loses": "life",
        },
    }

    assert done(test, answers=[{"roll": [3]}]).result is False
    assert done(CLIMB, test, answers=[{"roll": [6]}]).result is False


EVADABLE = {"fight": {**WOLF, "evaded_is_won": True}}


@pytest.mark.parametrize(
    ("effect", "answers", "said"),
    [
        ({"if_alignment": "good", "then": [{"gain": "gold"}]}, [], ["gained"]),
        ({"if_alignment": "evil", "then": [{"gain": "gold"}]}, [], ["nothing_happens"]),
        ({"roll": {"rows": {"1-6": [{"gain": "gold"}]}}}, [{"roll": [2]}], ["rolled", "row", "gained"]),
        ({"roll": {"rows": {"1-6": []}}}, [{"roll": [2]}], ["rolled", "row", "nothing_happens"]),
        (
            {"roll": {"shift_pay": "gold", "rows": {"1-6": [{"gain": "life"}]}}},
            [{"roll": [2]}, {"amount": 0}],
            ["rolled", "row", "clipped"],
        ),
        (EVADABLE, WON, ["attribute", "rolled", "rolled", "scores", "battle_won"]),
        (EVADABLE, [{"choose": "evade", "cause": {"kind": "card", "name": "Wings"}}], ["attribute", "evaded", "evaded_is_won"]),
        ({"fight": WOLF}, [{"choose": "evade", "cause": {"kind": "card", "name": "Wings"}}], ["attribute", "evaded"]),
        ({"shop": {"sword": 2}}, [{"choose": "done"}], []),
        ({"shop": {"sword": 3}}, [], ["nothing_to_buy"]),
    ],
)  # fmt: skip
def test_what_happens_is_said_and_no_more(
    effect: dict[str, Any], answers: list[dict[str, Any]], said: list[str]
) -> None:
    assert codes(done(effect, answers=answers).table.notes) == said


@pytest.mark.parametrize("effect", [{"lose": "gold"}, {"lose": "craft"}, {"lose": "strength"}])
def test_of_a_hand_nothing_is_said_unless_what_it_counts_by_has_fallen(
    effect: dict[str, Any],
) -> None:
    """Two spells with a limit of one: dealt by a card, and kept. Craft and Strength are at their start."""
    table = a_table("plain", ann={"gold": 1, "craft": 3, "spells": ["mist", "mist"]}, bob={})

    said = codes(done(effect, table=table).table.notes)

    assert said == (["lost"] if effect["lose"] == "gold" else ["not_lost"])


def test_of_a_hand_that_is_now_too_large_it_is() -> None:
    spells = ["mist", "mist", "might"]
    table = a_table("plain", ann={"craft": 4, "craft_start": 3, "spells": spells}, bob={})

    assert codes(done({"lose": "craft"}, table=table).table.notes) == ["lost", "hand_stays"]


@pytest.mark.parametrize(
    ("effect", "mark", "cites"),
    [
        ({"toad": 2}, "was_toad", ("TT-TOAD-NO-PICK-UP-1",)),
        ({"place": "stays"}, "placed", ("TT-TURN-PARTS-1",)),
    ],
)
def test_what_the_turn_remembers_is_put_down_to_its_rule(
    effect: dict[str, Any], mark: str, cites: tuple[str, ...]
) -> None:
    changes = done(effect).table.changes

    (marked,) = [change for change in changes if change.field == "marks"]
    assert (list(marked.after), marked.cites) == ([mark], cites)


def test_tokens_go_back_by_the_rules_that_took_them() -> None:
    """One spent on a die, and all of whoever dies."""
    fate = {"fate": 2, "life": 1}
    table = a_table("plain", ann=fate, bob=fate)
    rolls: list[dict[str, Any]] = [{"roll": [2]}, {"choose": "reroll-1"}, {"roll": [3]}]

    spent = done({"roll": {"rows": {"1-6": []}}}, answers=rolls, table=table).table
    died = done({"lose": "life"}, seat="bob", table=table).table

    def cites(after: Table) -> list[tuple[str, ...]]:
        return [change.cites for change in after.changes if change.field == "fate"]

    assert cites(spent) == [("TT-FATE-ROLLS-1", "TT-FATE-RETURNS-1", "TT-SUPPLY-1")]
    assert cites(died) == [("TT-DEATH-DISCARDED-1", "TT-SUPPLY-1")]


def rulings(*rules: str, phase: str, marks: dict[str, Any] | None = None) -> Table:
    mace = {"at": "dagobah", "craft": 3, "strength": 5, "strength_start": 3}
    return a_table(
        "star-wars", phase=phase, rulings=rules, marks=marks, mace=mace, maul={"at": "lothal"}
    )


@pytest.mark.parametrize(
    ("phase", "marks", "ends"),
    [
        ("encounter", {"encountered": "space"}, ["encountered", "turn_lost"]),
        ("encounter", {"arrived": True}, None),
        ("end", {"encountered": "space"}, None),
    ],
)
def test_a_turn_lost_ends_the_encounter_that_it_befalls_and_no_other_part(
    phase: str, marks: dict[str, Any], ends: list[str] | None
) -> None:
    """SW-LOSE-2, read the other way: whoever is encountering its space stops at once."""
    table = rulings("SW-LOSE-2", phase=phase, marks=marks)

    after = done({"turns": -1}, seat="mace", table=table).table

    marked = [change for change in after.changes if change.what == "turn"]
    assert [(list(one.after), one.cites) for one in marked] == (
        [(ends, ("SW-LOSE-1", "SW-LOSE-2"))] if ends else []
    )


def test_no_turns_lost_are_none() -> None:
    table = rulings("SW-LOSE-2", phase="encounter", marks={"encountered": "space"})

    after = done({"turns": 0}, seat="mace", table=table).table

    assert (after.changes, after.notes) == ([], [])
