"""Spreads: throws of some dice as bits, and how likely the ends are that they lead to."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.rules.asks import Option, Rule, ask_amount, ask_choose, ask_roll
from games.rules.changes import Note
from games.rules.odds import odds
from games.rules.spreads import Over, left_of
from games.rules.table import Table
from tests.builders import a_table

CITES = ("SW-FATE-1",)
DICE = ((0, 2), (1, 3), (2, 6))


def set_of(over: Over, throws: set[tuple[int, ...]]) -> int:
    """These throws as bits: the first die counts units, each further one in steps of all before it."""
    steps = [1]
    for _, faces in over:
        steps.append(steps[-1] * faces)
    return sum(
        1 << sum(face * step for face, step in zip(faces, steps, strict=False)) for faces in throws
    )


@pytest.mark.parametrize("kept", [(0, 1), (0, 2), (1, 2), (0,), (1,), (2,), (), (0, 1, 2)])
def test_throws_of_fewer_dice_are_those_that_go_with_any(kept: tuple[int, ...]) -> None:
    """One die has two faces, one three and one six; seven throws of the three, never all lowest."""
    throws: set[tuple[int, ...]] = {(0, 0, 5), (1, 2, 0), (1, 2, 3), (0, 1, 1), (0, 2, 3)}
    throws |= {(1, 0, 5), (1, 1, 4)}
    fewer = tuple(DICE[die] for die in kept)

    left = left_of(set_of(DICE, throws), DICE, fewer)

    assert left == set_of(fewer, {tuple(faces[die] for die in kept) for faces in throws})


def plays(rule: Any, worth: Any = int) -> Any:
    table = a_table("star-wars", mace={}, maul={})
    return odds(table, rule, lambda one: one.result, {"mace": lambda one: (worth(one.result),)})


def test_a_number_of_two_is_named_before_the_die_it_counts_with() -> None:
    """With one added a five will do as well: two faces of six."""

    def rule(_t: Table) -> Rule[bool]:
        added = yield from ask_amount("mace", "shift", CITES, 0, 1)
        (face,) = yield from ask_roll("mace", "test", CITES)
        return face + added >= 6

    assert plays(rule).outcomes == {True: Fraction(1, 3), False: Fraction(2, 3)}


def test_what_never_comes_under_the_best_play_is_not_listed() -> None:
    """It is worth a throw only where nothing can go wrong: after a six, any die makes seven."""

    def rule(_t: Table) -> Rule[str]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        options = [Option(one, Note("option_no", {})) for one in ("stop", "go")]
        if (yield from ask_choose("mace", "go_on", CITES, options)) == "stop":
            return "stopped"
        (second,) = yield from ask_roll("mace", "second", CITES)
        return "won" if first + second > 6 else "lost"

    found = plays(rule, {"won": 10, "stopped": 9, "lost": 0}.__getitem__)

    assert found.outcomes == {"stopped": Fraction(5, 6), "won": Fraction(1, 6)}


def test_throws_that_the_way_has_ruled_out_are_not_counted() -> None:
    """After a four or more, four times the first die and the second are seventeen at least."""

    def rule(_t: Table) -> Rule[str]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        if first < 4:
            return "low"
        (second,) = yield from ask_roll("mace", "second", CITES)
        if 4 * first + second < 17:
            return "never"
        return "much" if first + second > 8 else "little"

    much = sum(a + b > 8 for a, b in product((4, 5, 6), range(1, 7)))
    assert plays(rule, lambda _result: 0).outcomes == {
        "low": Fraction(1, 2),
        "much": Fraction(much, 36),
        "little": Fraction(18 - much, 36),
    }


@pytest.mark.parametrize(("low", "high", "named"), [(1, 3, 1), (-1, 2, 0), (-3, -1, -1)])
def test_a_number_that_makes_no_difference_is_the_one_nearest_to_nothing(
    low: int, high: int, named: int
) -> None:
    def rule(_t: Table) -> Rule[int]:
        yield from ask_amount("mace", "shift", CITES, low, high)
        return 0

    assert plays(rule).first == {"amount": named}
