"""People come and go, say what only they know and give up what binds them: what is offered and when."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.legality import legal_actions, rule_of, told_kinds
from games.rules.runner import Resolved, run
from games.rules.table import Table
from tests.builders import a_table, act, codes
from tests.played import ask_of, played, refused

SETUP: dict[str, Any] = {"phase": "setup", "setup": ["prepare_board"]}
LEAD = {"task": "pay", "kind": "gold", "count": 3, "reward": "lamp", "rules": ["TT-TOLD-1"]}


def backs(table: Table, seat: str) -> list[tuple[bool, str | None]]:
    """Each way to come back that is offered: whether it is owed, and what it closes."""
    return [
        (one.offer.due, one.offer.closes)
        for one in legal_actions(table, seat)
        if one.kind == "come_back"
    ]


def test_whoever_left_may_come_back_and_owes_it_to_nobody() -> None:
    assert backs(a_table("plain", ann={}, bob={"status": "away"}), "bob") == [(False, None)]


def test_with_nobody_left_the_turn_waits_for_somebody_to_come_back() -> None:
    away = {"status": "away"}
    table = a_table("plain", ann=away | {"character": "knight"}, bob=away | {"character": "ghoul"})

    assert backs(table, "bob") == [(True, "come_back")]


def test_before_the_first_turn_nothing_waits_for_anybody() -> None:
    out = {"status": "out"}

    assert backs(a_table("plain", **SETUP, ann=out, bob=out), "bob") == [(False, None)]


def test_what_only_people_know_can_be_said_as_long_as_it_can_be_true() -> None:
    running = a_table("plain", ann={}, bob={})
    over = a_table("plain", phase="over", ann={}, bob={})
    alone = a_table("plain", ann={}, bob={"status": "away"})

    told = {"correct", "leave", "state_of_table", "tell"}
    assert told <= set(told_kinds(running, "ann"))
    assert told & set(told_kinds(alone, "ann")) == told - {"leave"}
    assert told & set(told_kinds(over, "ann")) == {"correct", "state_of_table"}


def test_when_a_game_is_over_a_correction_does_not_end_it_again() -> None:
    table = a_table("plain", phase="over", ann={}, bob={})
    figures = {"ann": {"out": True}, "bob": {"out": True}}

    after = played(table, act("correct", "ann", reason="all went home", figures=figures))

    assert codes(after.notes) == ["set_by_hand"]
    assert after.changes


def test_a_game_that_all_have_given_up_ends_once() -> None:
    table = a_table("plain", ann={}, bob={})
    figures = {"ann": {"out": True}, "bob": {"out": True}}

    after = played(table, act("correct", "ann", reason="we stop here", figures=figures))

    assert codes(after.notes) == ["set_by_hand", "nobody_left"]


# ------------------------------------------------------------ leads


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_nobody_gives_up_a_lead_before_the_game_or_after_it(phase: str) -> None:
    table = a_table("plain", phase=phase, ann={"objects": ["lamp"]}, bob={})
    table.figures["ann"].marks = {"lead": LEAD}

    (problem,) = refused(table, act("abandon_lead", "ann")).problems

    assert (problem.code, problem.hard) == ("no_lead", True)


def test_in_a_turn_it_is_offered_and_not_owed() -> None:
    table = a_table("plain", ann={"objects": ["lamp"]}, bob={})
    table.figures["ann"].marks = {"lead": LEAD}

    (offer,) = [one.offer for one in legal_actions(table, "ann") if one.kind == "abandon_lead"]

    assert (offer.due, offer.closes) == (False, "lead")


def test_a_lead_that_is_not_there_ends_without_a_change() -> None:
    """Odds and replays run a rule that nobody has looked for problems of."""
    table = a_table("plain", ann={}, bob={})

    outcome = run(table, rule_of(act("abandon_lead", "ann")))

    assert isinstance(outcome, Resolved)
    assert outcome.table.changes == []


# ------------------------------------------------------------ spells


def test_what_can_be_cast_is_for_its_holder_to_see() -> None:
    table = a_table("plain", ann={"spells": ["alchemy"]}, bob={})

    assert [one.offer.secret for one in legal_actions(table, "ann") if one.kind == "cast"] == [True]


def test_what_a_spell_did_is_asked_by_its_name() -> None:
    table = a_table("plain", ann={"alignment": "evil", "spells": ["unseen"]}, bob={})
    (key,) = table.hand("ann")

    ask = ask_of(table, act("cast", "ann", card=key, name="curse"))

    assert ask.text.params == {"seat": "ann", "subject": "curse", "card": "curse"}
