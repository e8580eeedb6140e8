"""Luck in exact numbers, held against sums that are worked out here."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from content.library import pack
from games.exports.report.luck import Chances, chances_of, share_below
from games.exports.report.rolls import Kind
from tests.games.report.reporting import DATHOMIR, fought, gathered
from tests.games.stored import new_game, set_up

HALF = Fraction(1, 2)
DIE: Chances = {face: Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.django_db
def test_every_die_counts_against_what_it_could_be_expected_to_show() -> None:
    evening = set_up(new_game("A", "B"))
    fought(evening, 5, 3)

    luck = gathered(evening.game).luck["A"]

    move, attack, against = (luck.kinds[kind] for kind in (Kind.MOVE, Kind.ATTACK, Kind.AGAINST))
    assert (move.rolls, move.pips, move.expected, move.luck) == (1, 1, 7 * HALF, -5 * HALF)
    assert (attack.rolls, attack.pips, attack.luck) == (1, 5, 3 * HALF)
    # Ben rolled for the thug: that is Mace Windu's bad or good luck, and nobody's own dice.
    assert (against.rolls, against.pips, against.luck) == (1, 3, -HALF)
    # 1 and 5 make 6, of which 7 was to be expected; of 36 throws 10 come to less, and 5 to the same.
    assert (luck.own.dice, luck.own.pips, luck.own.luck) == (2, 6, Fraction(-1))
    assert luck.own.variance == 2 * Fraction(35, 12)
    assert luck.better == Fraction(2 * 10 + 5, 2 * 36)


@pytest.mark.django_db
def test_a_die_thrown_again_counts_as_it_fell_first_and_as_it_fell_then() -> None:
    evening = set_up(new_game("A", "B"))
    fought(evening, 1, 3, {"choose": "reroll-1"}, {"roll": [6]})

    luck = gathered(evening.game).luck["A"]

    attack = luck.kinds[Kind.ATTACK]
    assert (attack.rolls, attack.again, attack.dice, attack.pips) == (2, 1, 2, 7)
    assert (attack.expected, attack.luck) == (Fraction(7), Fraction(0))
    assert luck.own.pips == 1 + 1 + 6


@pytest.mark.django_db
def test_one_of_two_dice_thrown_again_is_one_die() -> None:
    evening = set_up(new_game("A", "B"))
    evening.act("move", "A", {"roll": [2]}, {"choose": "reroll-1"}, {"roll": [1]}, DATHOMIR[2])
    evening.undo()
    evening.act("move", "A", *DATHOMIR)
    evening.act("correct", "A", reason="set back", figures={"A": {"space": "kiros"}})
    evening.act(
        "encounter_space",
        "A",
        {"roll": [3, 3]},
        {"choose": "reroll-2"},
        {"roll": [5]},
        {"amount": 0},
    )

    luck = gathered(evening.game).luck["A"]

    # What was taken back has not been rolled: one move is left of two.
    assert luck.kinds[Kind.MOVE].rolls == 1
    table = luck.kinds[Kind.TABLE]
    assert (table.rolls, table.again, table.dice, table.pips) == (2, 1, 3, 11)
    assert table.expected == 7 + 7 * HALF
    assert table.variance == 3 * Fraction(35, 12)


def test_expectations_come_from_the_enumeration_of_the_odds() -> None:
    chances = chances_of(3, pack("star-wars"))
    assert sum(chances.values()) == 1
    for total in range(3, 19):
        ways = sum(sum(faces) == total for faces in product(range(1, 7), repeat=3))
        assert chances[total] == Fraction(ways, 216)


@pytest.mark.parametrize("total", [2, 3, 10, 15, 18, 19])
def test_the_share_of_throws_that_come_to_less_is_that_of_all_of_them(total: int) -> None:
    throws = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    below, same = sum(t < total for t in throws), throws.count(total)
    two = chances_of(2, pack("star-wars"))

    assert share_below([(DIE, 3)], total) == Fraction(2 * below + same, 2 * 216)
    assert share_below([(two, 1), (DIE, 1)], total) == share_below([(DIE, 3)], total)


def test_chances_that_differ_are_added_up_exactly() -> None:
    parts = [
        ({0: Fraction(1, 3), 1: Fraction(2, 3)}, 1),
        ({0: Fraction(3, 4), 1: Fraction(1, 4)}, 1),
    ]
    # None 1/4, one 2/3 * 3/4 + 1/3 * 1/4 = 7/12, both 1/6.
    assert share_below(parts, 1) == Fraction(1, 4) + Fraction(7, 24)
    assert share_below(parts, 2) == Fraction(5, 6) + Fraction(1, 12)


def test_many_dice_are_counted_too() -> None:
    assert share_below([(DIE, 400)], 1400) == HALF
