"""Hard case 1, in odds: two dice, one reroll of one die, then coins shift the total."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.rules.legality import rule_of
from games.rules.odds import Odds, odds
from games.rules.runner import Resolved
from tests.builders import a_table, act


def row(outcome: Resolved) -> str:
    return next(str(note.params["row"]) for note in outcome.table.notes if note.code == "row")


def anything_but_nothing(outcome: Resolved) -> tuple[Fraction, ...]:
    return (Fraction(row(outcome) != "5-9"),)


def odds_at_kiros(*, gold: int, fate: int) -> Odds:
    me = {"at": "kiros", "gold": gold, "fate": fate}
    table = a_table("kiros", phase="encounter", ann=me, bob={})
    encounter = rule_of(act("encounter_space", "ann"))
    return odds(table, encounter, row, {"ann": anything_but_nothing})


@pytest.mark.parametrize(
    ("gold", "fate", "chance"),
    [
        (0, 0, Fraction(1, 3)),
        (1, 0, Fraction(5, 9)),
        (2, 0, Fraction(5, 6)),
        (3, 0, Fraction(1)),
        (0, 1, Fraction(7, 12)),
        (1, 1, Fraction(29, 36)),
        (2, 1, Fraction(35, 36)),
        (3, 1, Fraction(1)),
    ],
)
def test_chance_of_any_result_but_nothing(gold: int, fate: int, chance: Fraction) -> None:
    found = odds_at_kiros(gold=gold, fate=fate)

    assert 1 - found.outcomes.get("5-9", Fraction(0)) == chance
    assert found.worth == (chance,)
    assert sum(found.outcomes.values()) == 1


def test_without_an_aim_nothing_is_paid() -> None:
    table = a_table("kiros", phase="encounter", ann={"at": "kiros", "gold": 3, "fate": 1}, bob={})

    found = odds(table, rule_of(act("encounter_space", "ann")), row)

    assert found.outcomes == {
        "2": Fraction(1, 36),
        "3": Fraction(2, 36),
        "4": Fraction(3, 36),
        "5-9": Fraction(24, 36),
        "10": Fraction(3, 36),
        "11": Fraction(2, 36),
        "12": Fraction(1, 36),
    }
