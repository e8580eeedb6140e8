"""Veiled numbers do what numbers do, and hang on no die that no longer counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from games.rules.asks import Rule, ask_roll
from games.rules.odds import odds
from games.rules.table import Table
from games.rules.veiled import Terms, Veiled, compared
from tests.builders import a_table

CITES = ("SW-FATE-1",)


@dataclass
class Shown:
    """Dice that lie open, by their numbers."""

    faces: dict[int, int]

    def pinned(self, terms: Terms, plus: int) -> int:
        return plus + sum(self.faces[die] * times for die, times in terms)

    def is_so(self, terms: Terms, plus: int, *, exactly: bool) -> bool:
        value = self.pinned(terms, plus)
        return value == 0 if exactly else value >= 0

    def side(self, terms: Terms, plus: int) -> int:
        value = self.pinned(terms, plus)
        return (value > 0) - (value < 0)


TABLE = Shown({0: 3, 1: 5, 2: 6})
A, B, C = (Veiled(TABLE, ((die, 1),)) for die in TABLE.faces)


@pytest.mark.parametrize(
    ("reckoned", "terms", "plus"),
    [
        (lambda: C + A, ((0, 1), (2, 1)), 0),
        (lambda: A + A, ((0, 2),), 0),
        (lambda: C + C, ((2, 2),), 0),
        (lambda: A + 2 * A, ((0, 3),), 0),
        (lambda: B - 3 * B, ((1, -2),), 0),
        (lambda: A + (B - B + 2), ((0, 1),), 2),
        (lambda: A - (B - B + 2), ((0, 1),), -2),
        (lambda: A - A, (), 0),
        (lambda: (A + B + C) - (A + C), ((1, 1),), 0),
        (lambda: A * 0 + 4, (), 4),
        (lambda: A - (B - 1), ((0, 1), (1, -1)), 1),
    ],
)
def test_dice_are_counted_together_each_once_in_the_order_thrown(
    reckoned: Callable[[], Veiled], terms: Terms, plus: int
) -> None:
    made = reckoned()

    assert (made.terms, made.plus) == (terms, plus)


@pytest.mark.parametrize(
    "does", [lambda a: a + 1.5, lambda a: a - 1.5, lambda a: a * 1.5, lambda a: a + "x"]
)
def test_only_whole_numbers_go_with_dice(does: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        does(A)


def test_a_die_is_no_word() -> None:
    assert (A == "x") is False
    assert (A != "x") is True
    assert (A == 3, A != 3, A == 4, A != 4) == (True, False, False, True)


@pytest.mark.parametrize(("more", "side"), [(1, -1), (0, 0), (-1, 1)])
def test_scores_are_compared_as_numbers_are(more: int, side: int) -> None:
    assert compared(A, A + more) == side  # type: ignore[arg-type]  # it behaves as an int would


def test_an_outcome_of_several_parts_names_what_dice_show() -> None:
    def rule(_t: Table) -> Rule[Any]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        return ("face", (face, face + 1))

    table = a_table("star-wars", mace={}, maul={})
    found = odds(table, rule, lambda one: one.result).outcomes

    assert {repr(name): chance for name, chance in found.items()} == {
        f"('face', ({face}, {face + 1}))": Fraction(1, 6) for face in range(1, 7)
    }
