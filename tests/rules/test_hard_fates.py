"""Hard case 4, in odds, and what is replenished."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.rules.asks import Rule
from games.rules.editions.woodland import replenish
from games.rules.legality import rule_of
from games.rules.odds import Aim, odds
from games.rules.runner import Resolved, run
from games.rules.table import Table
from games.rules.terms import Dial
from tests.builders import a_table, act, codes
from tests.played import prove

CITES = ("WL-FATE-14",)


def wants(*, coin: bool) -> Aim:
    def worth(outcome: Resolved) -> tuple[Fraction, ...]:
        return (Fraction((outcome.table.figure("ann").gold == 1) is coin),)

    return worth


@pytest.mark.parametrize(
    ("light", "dark", "chance"),
    [
        (0, 0, Fraction(21, 36)),
        (1, 0, Fraction(29, 36)),
        (0, 1, Fraction(23, 72)),
    ],
)
def test_what_one_wants_another_may_spoil(light: int, dark: int, chance: Fraction) -> None:
    """A lake gives a coin for seven or more; ann wants it, bob grudges it."""
    table = a_table(
        "fates", phase="encounter", ann={"at": "lake", "fate": light}, bob={"dark_fate": dark}
    )
    aims = {"ann": wants(coin=True), "bob": wants(coin=False)}

    found = odds(
        table,
        rule_of(act("encounter_space", "ann")),
        lambda outcome: outcome.table.figure("ann").gold,
        aims,
    )

    assert found.outcomes[1] == chance
    assert sum(found.outcomes.values()) == 1


@pytest.mark.parametrize(
    ("held", "due", "came"), [([], 3, 1), (["the-cursed"], 3, 2), (["the-blessed"], 1, 1)]
)
def test_replenishing_stops_at_the_fate_value(held: list[str], due: int, came: int) -> None:
    before = a_table(
        "fates",
        ann={"fate": 1, "dark_fate": 1, "fate_start": 3, "objects": held},
        bob={},
    )

    def rule(table: Table) -> Rule[int]:
        return replenish(table, table.figure("ann"), Dial.DARK_FATE, due, CITES)

    after = run(before, rule)

    assert isinstance(after, Resolved)
    assert after.result == came
    assert after.table.figure("ann").dark_fate == 1 + came
    assert ("clipped" in codes(after.table.notes)) is (came < due)
    prove(before, after.table)


def test_at_the_fate_value_nothing_comes() -> None:
    table = a_table("fates", ann={"dark_fate": 2, "fate_start": 2}, bob={})

    after = run(table, lambda t: replenish(t, t.figure("ann"), Dial.FATE, 1, CITES))

    assert isinstance(after, Resolved)
    assert (after.result, after.table.changes) == (0, [])
