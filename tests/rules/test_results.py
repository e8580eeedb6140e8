"""What came of a run, in a few words: how it ended, and what that is worth to whom."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from games.rules.changes import Note
from games.rules.legality import rule_of
from games.rules.odds import odds
from games.rules.results import Result, battle_of, results, results_of, victory_of
from games.rules.runner import Resolved
from games.rules.table import Table
from tests.builders import a_table, act


def won(code: str, seat: str = "ann", foe: str = "Bear") -> Result:
    return Result(code, (("seat", seat), ("foe", foe)))


def one_test(code: str) -> Result:
    return Result(code, (("seat", "ann"),))


MOVED = Result("moved", (("seat", "ann"), ("space", "inn")))


@pytest.mark.parametrize(
    ("found", "worth"),
    [
        ([won("battle_won")], {"ann": (1, 0), "bob": (0, 0)}),
        ([won("battle_lost")], {"ann": (0, 0), "bob": (1, 0)}),
        ([won("battle_drawn")], {"ann": (0, 1), "bob": (0, 1)}),
        ([won("evaded")], {"ann": (0, 1), "bob": (0, 1)}),
        ([won("won_between", "bob", "ann")], {"ann": (0, 0), "bob": (1, 0)}),
        ([won("battle_lost"), won("battle_won")], {"ann": (1, 0), "bob": (0, 0)}),
        ([one_test("passed")], {"ann": (1, 0), "bob": (0, 0)}),
        ([one_test("failed")], {"ann": (0, 0), "bob": (0, 0)}),
        ([one_test("passed"), one_test("failed")], {"ann": (0, 0), "bob": (0, 0)}),
        ([one_test("passed"), one_test("passed")], {"ann": (1, 0), "bob": (0, 0)}),
        ([one_test("failed"), one_test("passed"), MOVED], {"ann": (1, 0), "bob": (0, 0)}),
        ([], {"ann": (0, 0), "bob": (0, 0)}),
    ],
)
def test_what_the_last_battle_or_test_is_worth(
    found: list[Result], worth: dict[str, tuple[int, int]]
) -> None:
    assert {seat: victory_of(found, seat) for seat in ("ann", "bob")} == worth


def test_where_nothing_was_fought_no_battle_has_ended() -> None:
    assert battle_of([MOVED]) is None


@pytest.mark.parametrize("code", ["test_read", "test_read_sum"])
@pytest.mark.parametrize(("passed", "read"), [(True, "passed"), (False, "failed")])
def test_a_test_is_read_as_passed_or_failed(code: str, passed: bool, read: str) -> None:
    notes = [
        Note("row", {"seat": "ann", "row": 2}),
        Note(code, {"seat": "ann", "passed": passed, "total": 4}),
        Note("rolled", {"seat": "ann"}),
    ]

    assert results_of(notes) == (Result("row", (("seat", "ann"), ("row", 2))), one_test(read))


def ends_of(table: Table, kind: str, **params: Any) -> set[Hashable]:
    found = odds(table, rule_of(act(kind, "ann", **params)), results, open_ends=True)
    return set(found.outcomes)


def test_what_dice_do_not_decide_is_left_open() -> None:
    table = a_table("plain", phase="encounter", ann={"at": "field"}, bob={})

    assert ends_of(table, "encounter_space") == {
        (Result("open", (("kind", "draw"), ("seat", "ann"))),)
    }


def test_what_the_rules_refuse_is_an_end_as_well() -> None:
    table = a_table("plain", ann={"at": "inn"}, bob={})

    ends = ends_of(table, "move", to="wood")

    assert (Result("refused", (("problem", "wrong_end"),)),) in ends
    assert (Result("moved", (("seat", "ann"), ("space", "wood"))),) in ends
    assert len(ends) == 2


def test_what_was_read_off_a_run_is_read_once() -> None:
    resolved = Resolved(a_table("plain", ann={}, bob={}), ())

    assert results(resolved) == ()
    resolved.table.say("moved", (), seat="ann", space="inn")
    assert results(resolved) == ()
