"""A rule trusts that somebody looked for problems; unlooked for, it refuses or leaves the table as it is.

So odds and replays, which run rules alone, cannot break a table with an action that nobody checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules.about import rules_about
from games.rules.actions.base import Action
from games.rules.asks import Rule
from games.rules.errors import IllegalAction, InvalidAction, RulesError
from games.rules.legality import legal_actions, problems_with, rule_of
from games.rules.references import with_keys
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from games.rules.terms import Dial
from games.rules.verbs.battle import claim
from games.rules.verbs.cards import take_from_pile
from games.rules.verbs.dials import pay
from tests.builders import a_table, act, codes

CITES = ("TT-TOLD-1",)


def run_unchecked(table: Table, action: Action, answers: Any = ()) -> Resolved:
    assert problems_with(table, action), "somebody would have to look"
    outcome = run(table, rule_of(action), answers)
    assert isinstance(outcome, Resolved)
    return outcome


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (act("cross_by_card", "ann", card="<lamp>"), "no_crossing_card"),
        (act("start_again", "ann", character="nobody"), "unknown_character"),
    ],
)
def test_what_cannot_be_done_is_refused(action: Action, code: str) -> None:
    table = a_table("plain", ann={"objects": ["lamp"]}, bob={})
    named = action.model_copy(update={"params": with_keys(table, action.params)})

    with pytest.raises(RulesError) as refusal:
        run_unchecked(table, named)

    assert [problem.code for problem in refusal.value.problems] == [code]


def test_a_passage_that_the_board_does_not_have_leads_nowhere() -> None:
    table = a_table("plain", ann={}, bob={})

    assert run_unchecked(table, act("cross", "ann", link="bridge")).table.changes == []


def alone(rule: Callable[[Table], Rule[Any]]) -> RulesError:
    table = a_table("plain", piles={"sword": 0}, ann={"gold": 1}, bob={"followers": ["pixie"]})
    with pytest.raises((IllegalAction, InvalidAction)) as refusal:
        run(table, rule)
    return refusal.value


def test_nobody_pays_more_than_is_there() -> None:
    refusal = alone(lambda t: pay(t, t.figures["ann"], Dial.GOLD, 2, CITES))

    assert [(one.code, one.params) for one in refusal.problems] == [
        ("cannot_pay", {"seat": "ann", "dial": "gold", "price": 2, "has": 1})
    ]


def test_nothing_is_taken_from_an_empty_pile() -> None:
    refusal = alone(lambda t: take_from_pile(t, t.figures["ann"], "sword", CITES))

    assert [(one.code, one.params) for one in refusal.problems] == [
        ("pile_empty", {"card": "sword"})
    ]


def test_a_card_that_the_box_does_not_count_has_no_pile() -> None:
    table = a_table("plain", ann={}, bob={})

    assert table.pile_count("bear") is None
    assert table.pile_count("nothing") is None
    assert table.pile_count("rope") == 4


def test_whoever_waits_is_offered_no_card_that_another_has() -> None:
    """A character told by hand may be one that was dealt to somebody else."""
    table = a_table(
        "plain", phase="setup", setup=["prepare_board"], ann={"status": "waiting"}, bob={}
    )
    table.figures["bob"].character = "knight"
    table.figures["ann"].marks = {"dealt": ["knight", "ghoul"]}

    offers = [one.offer.params for one in legal_actions(table, "ann")]

    assert {"character": "ghoul"} in offers
    assert {"character": "knight"} not in offers


def test_nobody_dead_is_offered_the_encounter_that_it_did_not_live_to_see() -> None:
    table = a_table("plain", phase="encounter", ann={"status": "dead"}, bob={})

    assert "encounter_space" not in [one.kind for one in legal_actions(table, "ann")]


def test_who_claims_nothing_is_told_what_it_could_have_claimed() -> None:
    table = a_table("plain", ann={}, bob={"followers": ["pixie"]})

    def claiming(t: Table) -> Rule[str]:
        return claim(t, t.figures["ann"], t.figures["bob"])

    waiting = run(table, claiming)
    assert isinstance(waiting, Asking)
    outcome = run(table, claiming, [{"choose": "nothing"}])

    assert isinstance(outcome, Resolved)
    assert outcome.result == "nothing"
    assert codes(outcome.table.notes) == ["won_between"]
    assert sorted(outcome.table.why_not) == ["follower", "gold", "life", "object"]


def test_a_lead_is_offered_to_be_abandoned_where_its_reward_is_held() -> None:
    table = a_table("plain", ann={"objects": ["lamp", "sword"]}, bob={})
    lead = {"task": "pay", "kind": "gold", "count": 3, "reward": "sword", "rules": []}
    table.figures["ann"].marks = {"lead": lead}
    assert ("abandon_lead", {}) in offers_of(table)

    table.figures["ann"].marks = {"lead": {**lead, "reward": "rope"}}
    assert ("abandon_lead", {}) not in offers_of(table)


def offers_of(table: Table) -> list[tuple[str, dict[str, Any]]]:
    return [(one.kind, one.offer.params) for one in legal_actions(table, "ann")]


def test_what_a_kind_of_action_is_about_is_told_once_each() -> None:
    table = a_table("plain", ann={}, bob={})

    assert rules_about(table.pack, "deal_spells") == ("TT-SETUP-SPELLS-1",)
    assert rules_about(table.pack, "tell") == ("TT-TOLD-1", "TT-EVENT-1")
