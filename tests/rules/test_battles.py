"""Battles where an example has no words: how they end for whoever began them, and in how many ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.asks import Rule
from games.rules.legality import rule_of
from games.rules.odds import odds
from games.rules.runner import Resolved, run
from games.rules.table import Figure, Table
from games.rules.terms import Dial
from games.rules.verbs.battle import Foe, Outcome, Terms, battle, battle_between
from tests.builders import a_table, act
from tests.played import played

Fought = Callable[[Table, Figure, Figure], Rule[Outcome]]


def with_a_wolf(t: Table, me: Figure, _other: Figure) -> Rule[Outcome]:
    return (yield from battle(t, me, [Foe("a wolf", 3)], Terms(Dial.STRENGTH, ("TT-TOLD-1",))))


@pytest.mark.parametrize(("fought", "fights"), [(with_a_wolf, 1), (battle_between, 2)])
@pytest.mark.parametrize(
    ("mine", "theirs", "outcome"),
    [(4, 3, Outcome.WON), (3, 3, Outcome.DRAWN), (3, 4, Outcome.LOST)],
)
def test_how_a_battle_ends_for_whoever_began_it(
    fought: Fought, fights: int, mine: int, theirs: int, outcome: Outcome
) -> None:
    """Three against three, so the dice decide."""
    table = a_table("plain", ann={"strength": 3}, bob={"strength": 3})
    answers: list[dict[str, Any]] = [{"choose": "fight"}] * fights
    answers += [{"roll": [mine]}, {"roll": [theirs]}]

    ended = run(table, lambda t: fought(t, t.figure("ann"), t.figure("bob")), answers)

    assert isinstance(ended, Resolved)
    assert ended.result is outcome


def test_that_a_defeat_takes_the_end_of_the_turn_is_put_down_to_that_reading() -> None:
    """SW-TURN-6, read the other way."""
    mace = {"at": "dagobah", "craft": 4}
    table = a_table("star-wars", phase="encounter", rulings=["SW-TURN-6"], mace=mace, maul={})
    fight: dict[str, Any] = {"choose": "fight"}
    answers = [{"roll": [1]}, fight, {"roll": [2]}, {"roll": [2]}]

    after = played(table, act("encounter_space", "mace"), answers)

    (forfeited,) = [
        change
        for change in after.changes
        if change.field == "marks" and "end_forfeited" in set(change.after) - set(change.before)
    ]
    assert forfeited.cites == ("SW-TURN-6",)


def test_cards_used_in_battle_are_looked_at_in_one_order() -> None:
    """Two spells of six each, for three against fifteen: only with both do the dice decide anything."""

    def runs(*spells: str) -> int:
        giant = {"id": "giant", "name": "Giant", "type": "enemy", "number": 2, "strength": 15}
        table = a_table(
            "plain",
            phase="encounter",
            cards={"adventure": [giant]},
            spaces={"field": ["giant"]},
            ann={"at": "field", "strength": 3, "craft": 6, "spells": spells},
            bob={},
        )
        aims = {"ann": lambda one: (one.table.figure("ann").life,)}
        return odds(table, rule_of(act("encounter_space", "ann")), lambda _one: 0, aims).runs

    # Lost without a spell, with the one, with the other; won, drawn or lost with both.
    assert (runs(), runs("might"), runs("might", "might")) == (1, 1 + 1, 1 + 1 + 1 + 3)
