"""Encounters, told whole: what is drawn by which rules, where a figure is led, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.table import Table
from tests.builders import a_table, act, codes
from tests.played import played


def met(table: Table, *answers: dict[str, Any]) -> Table:
    return played(table, act("encounter_space", "ann"), answers)


def of_the_phase(after: Table) -> tuple[str, ...]:
    """The rules by which the part of the turn changed."""
    (cites,) = [change.cites for change in after.changes if change.field == "phase"]
    return cites


@pytest.mark.parametrize(
    ("space", "own", "cited"),
    [
        ("dathomir", "SW-DATHOMIR-1", True),
        ("scarif", "SW-SCARIF-1", False),
        ("chandrila", "SW-CHANDRILA-1", False),
        ("coruscant", "SW-CORUSCANT-1", False),
    ],
)
def test_a_draw_is_by_the_rule_of_the_space_where_that_says_nothing_else(
    space: str, own: str, *, cited: bool
) -> None:
    table = a_table("star-wars", phase="encounter", ann={"at": space}, bob={})

    after = met(table, {"cards": [{"card": "x-wing"}]}, {"effects": []})

    (drew,) = [note for note in after.notes if note.code == "drew_card"]
    assert (own in drew.cites) is cited


def test_where_a_space_asks_for_nothing_its_enemies_are_not_said_to_wait() -> None:
    table = a_table("plain", phase="encounter", spaces={"inn": ["bear"]}, ann={}, bob={})

    after = met(table, {"choose": "fight"}, {"roll": [3]}, {"roll": [1]})

    assert codes(after.notes)[:2] == ["encounters_space", "card_next"]


def led_away() -> Table:
    table = a_table("plain", phase="encounter", spaces={"inn": ["omen"]}, ann={}, bob={})
    return met(table, {"effects": [{"move_to": "ford"}]})


def test_who_is_led_away_has_encountered_nothing_there() -> None:
    after = led_away()

    assert after.turn.marks["encountered"] is None
    assert of_what_is_remembered(after) == ("TT-MOVED-BY-ENCOUNTER-1",)


def of_what_is_remembered(after: Table) -> tuple[str, ...]:
    """The rules of the last thing that the turn remembers."""
    return [change.cites for change in after.changes if change.field == "marks"][-1]


def test_and_is_led_there_once() -> None:
    assert codes(met(led_away()).notes) == ["encounters_space"]


@pytest.mark.parametrize(
    ("life", "cites"), [(2, ("TT-BATTLE-ENDS-TURN-1",)), (1, ("TT-DEATH-REMOVED-1",))]
)
def test_a_defeat_and_a_death_end_the_turn_by_rules_of_their_own(
    life: int, cites: tuple[str, ...]
) -> None:
    ann = {"strength": 1, "life": life}
    table = a_table("plain", phase="encounter", spaces={"inn": ["bear"]}, ann=ann, bob={})

    after = met(table, {"choose": "fight"}, {"roll": [1]}, {"roll": [6]})

    assert of_the_phase(after) == cites


def test_a_battle_between_two_ends_the_turn_by_the_rule_of_such_battles() -> None:
    table = a_table("plain", phase="encounter", ann={"strength": 6}, bob={})
    fight: list[dict[str, Any]] = [{"choose": "fight"}, {"choose": "fight"}]
    answers = [*fight, {"roll": [6]}, {"roll": [1]}, {"choose": "nothing"}]

    after = played(table, act("encounter_character", "ann", other="bob"), answers)

    assert of_the_phase(after) == ("TT-PVP-TURN-ENDS-1",)


def test_who_was_evaded_has_encountered_nobody() -> None:
    ann, bob = {"alignment": "good"}, {"alignment": "evil", "spells": ["mind-trick"]}
    table = a_table("star-wars", phase="encounter", rulings=["SW-PVP-3"], ann=ann, bob=bob)
    (trick,) = table.hand("bob")

    after = played(
        table, act("encounter_character", "ann", other="bob"), [{"choose": f"evade-{trick}"}]
    )

    assert (after.turn.marks["encountered"], after.turn.marks["evaded"]) == (None, True)
    assert of_what_is_remembered(after) == ("SW-PVP-3",)
