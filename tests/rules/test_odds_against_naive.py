"""The same odds as counted the plain way, for every worked example that it can be counted for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import pytest

from games.rules.errors import RulesError
from games.rules.legality import check_action, rule_of
from games.rules.odds import odds
from games.rules.results import results
from games.rules.runner import Resolved
from games.rules.table import Table
from tests.rules.cases import Case, Found, found_cases, given_table
from tests.rules.naive import Naive, NotEnumerable, TooMany

MOST = 300
DIALS = ("life", "strength", "craft", "gold", "fate")
FOUND = list(found_cases())


def outcome(run: Resolved) -> Hashable:
    figures = run.table.figures.values()
    return (
        results(run),
        tuple(tuple(getattr(figure, dial) for dial in DIALS) for figure in figures),
        tuple((figure.space, len(run.table.held(figure.seat))) for figure in figures),
    )


def wants(seat: str, *dials: str) -> Callable[[Resolved], tuple[int, ...]]:
    return lambda run: tuple(getattr(run.table.figures[seat], dial) for dial in dials)


def aims_of(table: Table) -> list[dict[str, Any]]:
    active, *others = table.order
    return [
        {},
        {active: wants(active, "strength", "gold")},
        {active: wants(active, "life", "craft"), **{o: wants(o, "life", "fate") for o in others}},
    ]


def topic_of(found: Found) -> str:
    return found.id.partition(":")[0]


@pytest.mark.parametrize("topic", sorted({topic_of(found) for found in FOUND}))
def test_every_example_has_the_odds_that_plain_counting_finds(topic: str) -> None:
    for number, found in enumerate(one for one in FOUND if topic_of(one) == topic):
        compare(given_table(found.pack, found.case), found.case, number)


def compare(table: Table, case: Case, number: int) -> None:
    """By turns for nobody's aim, the active seat's and everybody's."""
    action = case.all_steps[0].action(table)
    aims = aims_of(table)[number % 3]
    try:
        check_action(table, action)
        naive = Naive(table, rule_of(action), outcome, aims, MOST)
        chances, worths = naive.solve([])
    except (TooMany, NotEnumerable, RulesError):
        return
    found = odds(table, rule_of(action), outcome, aims)
    assert found.outcomes == chances, case.name
    assert found.worth == next(iter(worths.values()), ()), case.name
    assert sum(found.outcomes.values()) == Fraction(1)
