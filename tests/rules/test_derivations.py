"""What a derivation says, whole: every step with its numbers, and none that was not taken."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import Choose
from games.rules.legality import rule_of
from games.rules.runner import Asking, run
from games.rules.table import Table
from tests.builders import a_table, act, codes
from tests.played import played


def told(table: Table, *effects: dict[str, Any]) -> Table:
    return played(table, act("tell", "ann", source="card", name="Scroll", effects=list(effects)))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"gain": {"strength": 2}}, ["used", "gained"]),
        ({"gain": {"craft": 2}}, ["used", "clipped"]),
        ({"gain": {"gold": 1}}, ["used", "gained"]),
        ({"lose": {"strength": 1}}, ["used", "lost"]),
        ({"lose": {"craft": 1}}, ["used", "lost"]),
        ({"lose": {"craft": 9}}, ["used", "not_lost", "lost"]),
        ({"lose": {"fate": 1}}, ["used", "not_lost"]),
        ({"lose": {"gold": 2}}, ["used", "lost"]),
        ({"lose": {"life": 1}}, ["used", "lost"]),
    ],
)
def test_what_is_gained_or_lost_is_said_and_no_more(
    effect: dict[str, Any], said: list[str]
) -> None:
    table = a_table(
        "plain",
        ann={"strength": 5, "strength_start": 4, "craft": 12, "craft_start": 6, "gold": 2},
        bob={},
    )

    after = told(table, effect)

    assert codes(after.notes)[1:] == said[1:]


def test_a_gain_of_which_nothing_comes_changes_nothing() -> None:
    table = a_table("plain", ann={"craft": 12}, bob={})

    assert told(table, {"gain": {"craft": 2}}).changes == []


def test_a_spell_in_ones_own_turn_is_not_counted() -> None:
    table = a_table("plain", ann={"spells": ["alchemy"]}, bob={"spells": ["alchemy"]})
    (mine,), (theirs,) = table.hand("ann"), table.hand("bob")

    assert "spells" not in played(table, act("cast", "ann", card=mine)).turn.marks
    assert played(table, act("cast", "bob", card=theirs)).turn.marks["spells"] == {"bob": 1}


def test_cards_are_numbered_one_after_the_other() -> None:
    table = a_table("plain", phase="encounter", ann={"at": "hill"}, bob={})
    cards: list[dict[str, Any]] = [{"cards": [{"card": "sage"}, {"card": "cave"}]}, {"effects": []}]

    after = played(table, act("encounter_space", "ann"), cards)

    assert sorted(after.cards) == ["c1", "c2"]
    assert (table.serial, after.serial) == (0, 2)


def fought(**ann: Any) -> Table:
    said = {"at": "field", "strength": 3, "life": 2, **ann}
    return a_table("plain", phase="encounter", spaces={"field": ["bear"]}, ann=said, bob={})


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ((3, 1), ["scores", "battle_won", "trophy"]),
        ((3, 3), ["scores", "battle_drawn", "turn_ends"]),
        ((1, 3), ["scores", "battle_lost", "lost", "turn_ends"]),
    ],
)
def test_a_battle_is_told_from_the_card_to_its_end(dice: tuple[int, int], said: list[str]) -> None:
    mine, theirs = dice
    answers: list[dict[str, Any]] = [{"choose": "fight"}, {"roll": [mine]}, {"roll": [theirs]}]

    after = played(fought(), act("encounter_space", "ann"), answers)

    before = ["encounters_space", "card_next", "attribute", "rolled", "rolled"]
    assert codes(after.notes) == [*before, *said]


def test_the_scores_are_told_again_where_a_die_was_rolled_again() -> None:
    answers: list[dict[str, Any]] = [
        {"choose": "fight"},
        {"roll": [1]},
        {"roll": [3]},
        {"choose": "reroll-1"},
        {"roll": [6]},
    ]

    after = played(fought(fate=1), act("encounter_space", "ann"), answers)

    scores = [note.params["mine"] for note in after.notes if note.code == "scores"]
    assert scores == [4, 9]
    assert codes(after.notes)[5:8] == ["scores", "paid", "rerolled"]


def test_a_battle_that_costs_nothing_takes_nothing() -> None:
    table = a_table("plain", ann={"life": 2}, bob={})
    fight = {"fight": {"name": "a shadow", "strength": 9, "life_at_stake": 0}}
    answers: list[dict[str, Any]] = [{"choose": "fight"}, {"roll": [1]}, {"roll": [6]}]

    after = played(
        table, act("tell", "ann", source="card", name="Scroll", effects=[fight]), answers
    )

    assert codes(after.notes)[-2:] == ["battle_lost", "turn_ends"]
    assert after.figures["ann"].life == 2


def test_what_a_hand_holds_is_offered_in_secret() -> None:
    table = fought(craft=6, spells=["might", "mist"], objects=["cloak"])
    might, mist = table.hand("ann")
    (cloak,) = table.held("ann")

    waiting = run(table, rule_of(act("encounter_space", "ann")))

    assert isinstance(waiting, Asking)
    assert isinstance(waiting.ask, Choose)
    assert {option.id: option.secret for option in waiting.ask.options} == {
        "fight": False,
        f"evade-{cloak}": False,
        f"use-{might}": True,
        f"evade-{mist}": True,
        "evade": False,
        "bonus": False,
    }


def test_only_whose_turn_it_is_remembers_to_have_been_turned_over_in_it() -> None:
    table = a_table("plain", ann={}, bob={})

    assert told(table, {"toad": 2}).turn.marks["was_toad"] is True
    assert "was_toad" not in told(table, {"toad": 2, "seat": "bob"}).turn.marks


def test_a_turn_begins_with_nothing_remembered_but_that_one_is_turned_over() -> None:
    table = a_table("plain", phase="end", ann={}, bob={"toad": 2})

    assert played(table, act("end_turn", "ann")).turn.marks == {"was_toad": True}

    table.figures["bob"].toad = 0
    assert played(table, act("end_turn", "ann")).turn.marks == {}


def test_whoever_has_nothing_leaves_nothing_behind() -> None:
    after = told(a_table("plain", ann={"life": 1, "at": "ford"}, bob={}), {"lose": "life"})

    assert codes(after.notes)[1:] == ["lost", "died"]


@pytest.mark.parametrize(
    ("effect", "what", "cites"),
    [
        ({"gain": "gold"}, "gold", ("TT-TOLD-1",)),
        ({"gain": "strength"}, "strength", ("TT-TOLD-1", "TT-DIAL-CHANGE-1")),
        ({"turns": 1}, "extra_turns", ("TT-TOLD-1", "TT-EXTRA-TURN-1")),
        ({"turns": -1}, "lost_turns", ("TT-TOLD-1", "TT-LOST-TURN-1")),
        ({"toad": 1}, "toad", ("TT-TOLD-1", "TT-TOAD-LENGTH-1")),
    ],
)
def test_a_change_cites_what_brought_it_about(
    effect: dict[str, Any], what: str, cites: tuple[str, ...]
) -> None:
    after = told(a_table("plain", ann={}, bob={}), effect)

    assert [change.cites for change in after.changes if change.field == what] == [cites]


def test_an_encounter_with_a_character_cites_all_that_it_excludes() -> None:
    table = a_table("plain", phase="encounter", ann={}, bob={})
    answers: list[dict[str, Any]] = [
        {"choose": "fight"},
        {"choose": "fight"},
        {"roll": [3]},
        {"roll": [3]},
    ]

    after = played(table, act("encounter_character", "ann", other="bob"), answers)

    assert after.changes[0].cites == (
        "TT-ENCOUNTER-CHOICE-1",
        "TT-CHARACTER-NOT-SPACE-1",
        "TT-NO-PICK-UP-THEN-1",
        "TT-NO-ENEMIES-THEN-1",
    )


@pytest.mark.parametrize(
    ("at", "to", "left"),
    [("inn", "moor", {"turned_back": True}), ("inn", "glen", {})],
)
def test_whoever_is_put_elsewhere_has_earned_nothing_there(
    at: str, to: str, left: dict[str, Any]
) -> None:
    table = a_table("corners", ann={"at": at}, bob={"at": "dell"})
    table.figures["ann"].marks = {"turned_back": True, "passed": at, "passage": "arch"}

    assert told(table, {"move_to": to}).figures["ann"].marks == left


def test_coins_left_lying_are_remembered_by_the_rule_against_taking_them_back() -> None:
    table = a_table("star-wars", phase="end", mace={"at": "takobo", "gold": 2}, maul={})
    after = played(table, act("ditch", "mace", gold=1))

    assert {change.cites for change in after.changes if "ditched_gold" in str(change.after)} == {
        ("SW-DITCH-2",)
    }


def test_a_card_that_carries_across_goes_back_by_its_own_rules_and_that_of_its_pile() -> None:
    seat = {"at": "mandalore", "objects": ["coaxium-vial"]}
    table = a_table("star-wars", mace=seat, maul={})
    after = played(table, act("cross_by_card", "mace", card="c1"))

    (back,) = [change for change in after.changes if change.what == "card"]
    assert back.cites == ("SW-VIAL-1", "SW-VIAL-4", "SW-SUPPLY-5")
    (told,) = [note for note in after.notes if note.code == "returned_to_pile"]
    assert told.cites == ("SW-SUPPLY-5",)
