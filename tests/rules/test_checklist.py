"""What must still be done: the steps of set-up by seat, and what a turn owes and offers."""

from __future__ import annotations

from typing import Any

from content.schema.ledger import Holds
from games.rules.checklist import checklist, to_do
from games.rules.table import Table
from games.rules.terms import Status
from tests.builders import a_table, act
from tests.played import played

FACTS = {"strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "kiros"}


def setting_up() -> Table:
    out = {"status": "waiting"}
    return a_table("star-wars", phase="setup", ann=out, bob=out)


def waiting(table: Table) -> dict[str, tuple[str, ...]]:
    return {step.id: step.waiting for step in checklist(table) if not step.done}


def test_before_anything_is_done_everything_is_due() -> None:
    table = setting_up()

    assert {step.id for step in checklist(table)} == set(waiting(table))
    assert waiting(table)["board"] == ()
    assert waiting(table)["deal-characters"] == ("ann", "bob")
    assert all(step.cites for step in checklist(table))


def test_each_step_is_done_by_each_seat() -> None:
    table = played(setting_up(), act("prepare_board", "ann"))
    dealt = played(table, act("deal_characters", "ann", characters=["mace-windu", "darth-maul"]))
    facts = {"facts": {**FACTS, "alignment": "good", "spells": 1}}
    chosen = played(dealt, act("choose_character", "ann", character="mace-windu"), [facts])

    assert "board" not in waiting(table)
    assert waiting(dealt)["deal-characters"] == ("bob",)
    assert waiting(dealt)["choose-character"] == ("ann", "bob")
    assert waiting(chosen)["choose-character"] == ("bob",)
    assert waiting(chosen)["force-skills"] == ("ann", "bob")


def test_nothing_of_it_is_due_in_the_middle_of_a_game() -> None:
    assert waiting(a_table("star-wars", ann={}, bob={"status": "dead"})) == {}


def owed(table: Table) -> list[tuple[str, str, str, bool]]:
    return [(due.seat, due.what, due.action, due.optional) for due in to_do(table)]


def test_a_turn_owes_its_move_then_an_encounter_then_its_end() -> None:
    seats: Any = {"ann": {"gold": 1, "life": 3, "life_of": 4}, "bob": {}}

    assert owed(a_table("offers", **seats)) == [("ann", "move", "move", False)]
    assert owed(a_table("offers", phase="encounter", **seats)) == [
        ("ann", "encounter", "encounter_space", False),
        ("ann", "encounter", "encounter_character", True),
    ]
    assert owed(a_table("offers", phase="end", **seats)) == [
        ("ann", "turn", "end_turn", False),
        ("ann", "rest", "use_space", True),
    ]


def reminded(table: Table) -> dict[str, tuple[str, ...]]:
    return {due.action: due.reminds for due in to_do(table)}


def test_before_the_move_people_are_reminded_of_what_comes_first() -> None:
    """SW-FLOW-1: Force Skills and Abilities that work before the move."""
    table = a_table("star-wars", mace={"at": "kiros"}, maul={})

    assert reminded(table) == {"move": ("SW-FLOW-1",)}


def test_in_the_inner_region_and_by_other_ways_too() -> None:
    table = a_table("star-wars", mace={"at": "jedha"}, maul={})
    assert set(reminded(table).values()) == {("SW-FLOW-1",)}
    table = a_table("star-wars", mace={"at": "asteroid-field-naboo"}, maul={})
    assert reminded(table) == {"move": ("SW-FLOW-1",), "cross": ("SW-FLOW-1",)}


def test_a_turned_card_is_remembered_until_it_is_turned_back() -> None:
    """SW-DIS-2: the card lies on its Disoriented side, and is turned back when the effect ends."""
    turned: Any = {"mace": {"at": "kiros", "toad": 1}, "maul": {}}
    assert "SW-DIS-2" in reminded(a_table("star-wars", **turned))["move"]
    table = a_table("star-wars", phase="end", **turned)
    assert reminded(table)["end_turn"] == ("SW-DIS-1", "SW-DIS-2")

    back = played(table, act("end_turn", "mace"))
    assert reminded(back) == {"move": ("SW-FLOW-1",)}


def test_every_reminder_of_set_up_is_a_step_until_it_is_done() -> None:
    """The reminders of the ledger that are about set-up are steps of the checklist, open at first."""
    table = setting_up()
    cited = {rule for step in checklist(table) if not step.done for rule in step.cites}
    reminders = {rule.id for rule in table.pack.ledger.rules if rule.holds is Holds.REMINDS}

    assert reminders - cited == {"SW-DIS-2", "SW-FLOW-1"}
    begun = a_table("star-wars", mace={}, maul={})
    assert all(step.done for step in checklist(begun))


def test_what_a_hand_holds_is_not_told() -> None:
    table = a_table("plain", ann={"spells": ["alchemy"]}, bob={})

    assert [due.action for due in to_do(table)] == ["move"]


def test_before_the_first_turn_every_seat_is_asked() -> None:
    table = setting_up()

    assert owed(table) == [
        ("ann", "prepare_board", "prepare_board", False),
        ("bob", "prepare_board", "prepare_board", False),
    ]


def test_when_all_who_play_are_away_their_coming_back_is_due() -> None:
    seats: Any = {"ann": {"status": "out"}, "bob": {"status": "away"}, "cat": {"status": "away"}}
    table = a_table("star-wars", turn="ann", phase="end", **seats)

    assert owed(table) == [
        ("ann", "come_back", "come_back", False),
        ("bob", "come_back", "come_back", False),
        ("cat", "come_back", "come_back", False),
    ]


def test_a_step_of_set_up_is_done_by_whoever_has_done_it() -> None:
    table = setting_up()
    table.setup = ("prepare_board",)
    ann, bob = table.figures["ann"], table.figures["bob"]
    ann.status, bob.marks = Status.CHOSEN, {"dealt": ["rey", "count-dooku"]}

    left = {step.action: step.waiting for step in checklist(table)}
    assert left["deal_characters"] == ()
    assert left["choose_character"] == ("bob",)
    assert left["deal_spells"] == ("ann", "bob")

    ann.marks = {"spells_dealt": True}
    assert {step.action: step.waiting for step in checklist(table)}["deal_spells"] == ("bob",)
    assert all(step.done for step in checklist(table) if step.action == "prepare_board")


def test_a_step_of_each_seat_is_done_when_all_have_done_it() -> None:
    table = setting_up()
    for figure in table.figures.values():
        figure.status, figure.marks = Status.CHOSEN, {"spells_dealt": True}

    done = {step.action: step.done for step in checklist(table)}
    assert (done["deal_characters"], done["choose_character"], done["deal_spells"]) == (True,) * 3
    assert (done["set_up_character"], done["prepare_board"]) == (False, False)
    assert waiting(table)["mover"] == ("ann", "bob")


def test_where_characters_are_chosen_freely_none_are_dealt() -> None:
    out = {"status": "waiting"}
    table = a_table("star-wars", phase="setup", variants=["free-choice"], ann=out, bob=out)

    assert "deal-characters" not in waiting(table)
    assert waiting(table)["choose-character"] == ("ann", "bob")


def test_a_turned_card_is_no_reminder_where_nothing_turns_it_back() -> None:
    """SW-DIS-1: what is offered before the end of the turn is as it always is."""
    table = a_table(
        "offers", phase="end", ann={"gold": 1, "life": 3, "life_of": 4, "toad": 1}, bob={}
    )

    assert reminded(table) == {"use_space": (), "end_turn": ("TT-TOAD-LENGTH-1",)}


def test_the_seat_whose_turn_it_is_owes_and_nobody_else() -> None:
    table = a_table("offers", turn="bob", ann={}, bob={})

    assert owed(table) == [("bob", "move", "move", False)]
