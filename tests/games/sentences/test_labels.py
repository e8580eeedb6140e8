"""Labels of actions, changes, phases, zones and states."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.terms import Phase, Status, Zone
from games.sentences import action_label, change_label, phase_label, status_label, zone_label
from tests.games.sentences.playing import PACK
from tests.games.sentences.test_sentences import NAMES

ACTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("prepare_board", {}, "Lay out the board"),
    ("deal_characters", {"characters": ["rey", "kylo-ren"]}, "Deal Rey and Kylo Ren"),
    ("deal_characters", {}, "Deal Character cards"),
    ("choose_character", {"character": "rey"}, "Play Rey"),
    ("deal_spells", {}, "Deal Force Skills"),
    ("set_up_character", {}, "Set up the Character"),
    ("begin", {"first": "B"}, "Darth Maul begins"),
    ("start_again", {"character": "rey"}, "Start again as Rey"),
    ("move", {}, "Roll and move"),
    ("move", {"to": "kiros"}, "Roll and move to Kiros"),
    (
        "cross",
        {"link": "through-the-asteroids-to-naboo"},
        "Cross from Asteroid Field (Naboo) to Naboo",
    ),
    ("cross_by_card", {"card": "coaxium-vial"}, "Cross with Coaxium Vial"),
    ("cross_by_card", {"card": "coaxium-vial", "to": "naboo"}, "Cross to Naboo with Coaxium Vial"),
    ("step", {"way": "forward"}, "Go on"),
    ("step", {"way": "back"}, "Go back"),
    ("step", {"way": "stay"}, "Take the test again"),
    ("encounter_space", {}, "Encounter Kiros"),
    ("encounter_character", {"other": "B"}, "Encounter Darth Maul"),
    ("use_space", {"trigger": "tatooine-trade"}, "Discard a Force Skill to gain 1 Will"),
    ("exchange_trophies", {"cards": ["c1", "c2"]}, "Exchange Medals: X-Wing and Thug"),
    ("ditch", {"cards": ["c1"]}, "Leave X-Wing here"),
    ("ditch", {"gold": 1}, "Leave 1 Galactic Credit here"),
    ("ditch", {"cards": ["c1"], "gold": 2}, "Leave X-Wing and 2 Galactic Credits here"),
    ("end_turn", {}, "End the turn"),
    ("cast", {"card": "mind-trick"}, "Play Mind Trick"),
    ("tell", {"source": "card", "name": "Trap", "effects": []}, "Trap"),
    ("abandon_lead", {}, "Give up the lead"),
    ("leave", {"goods": "aside"}, "Leave the table"),
    ("come_back", {}, "Come back to the table"),
    ("correct", {"reason": "x"}, "Set right by hand"),
    ("state_of_table", {"reason": "x"}, "Take in the state of the table"),
]


@pytest.mark.parametrize(("kind", "params", "label"), ACTIONS)
def test_an_action_is_called(kind: str, params: dict[str, Any], label: str) -> None:
    assert action_label(kind, params, PACK, NAMES, space="kiros") == label


def test_a_logged_encounter_need_not_say_where() -> None:
    assert action_label("encounter_space", {}, PACK, NAMES) == "Encounter the space"


HAND, HELD = ["force-skill", None, "hand", "A", None, 3], ["market", "robe", "held", "A", None, 4]
LYING = ["market", "robe", "space", None, "kiros", 5]

CHANGES: list[tuple[tuple[str, str, str, Any, Any], str | None]] = [
    (("figure", "A", "strength", 3, 4), "Strength 3 → 4"),
    (("figure", "A", "gold", 2, 1), "Galactic Credits 2 → 1"),
    (("figure", "A", "fate", 1, 0), "Destiny tokens 1 → 0"),
    (("figure", "A", "space", "kiros", "scarif"), "Space Kiros → Scarif"),
    (("figure", "A", "space", None, "scarif"), "Space – → Scarif"),
    (("figure", "A", "character", None, "rey"), "Character – → Rey"),
    (("figure", "A", "alignment", None, "good"), "Alignment – → Light"),
    (("figure", "A", "status", "chosen", "in_play"), "Seat Character chosen → In play"),
    (("figure", "A", "toad", 0, 2), "Turns Disoriented 0 → 2"),
    (("figure", "A", "lost_turns", 0, 1), "Turns to miss 0 → 1"),
    (("figure", "A", "start_craft", 0, 3), "Will at the start 0 → 3"),
    (("figure", "A", "marks", {}, {"passed": "ilum"}), None),
    (("card", "c3", "place", None, HAND), "A card: Force Skill cards → Mace Windu (Hand)"),
    (("card", "c4", "place", HELD, LYING), "Robe: Mace Windu (Carried) → Kiros"),
    (("card", "c4", "place", LYING, None), "Robe: Kiros → Market cards"),
    (
        ("card", "c1", "place", None, ["encounter", "x-wing", "discard", None, None, 6]),
        "X-Wing: Encounter cards → Discard pile",
    ),
    (("space", "kiros", "gold", 0, 2), "Galactic Credits on Kiros 0 → 2"),
    (("turn", "", "seat", "A", "B"), "Turn: Mace Windu → Darth Maul"),
    (("turn", "", "number", 3, 4), "Turn 3 → 4"),
    (("turn", "", "phase", "move", "encounter"), "Part of the turn: Move → Encounter"),
    (("turn", "", "marks", {}, {}), None),
    (("game", "", "serial", 3, 4), None),
    (("game", "", "winner", None, "A"), "Winner: – → Mace Windu"),
    (("game", "", "order", ["A", "B"], ["B", "A"]), "Seats: Mace Windu and Darth Maul → Darth Maul and Mace Windu"),
    (("piece", "guard", "space", "kiros", "scarif"), "Guard: Kiros → Scarif"),
    (("fact", "draws:kiros", "value", None, 1), "Cards drawn on Kiros – → 1"),
    (("fact", "copies:robe", "value", None, 3), "Copies of Robe – → 3"),
    (("fact", "dial_ceiling", "value", None, 12), "End of the dials – → 12"),
    (("fact", "ring:outer", "value", None, ["kiros"]), "Order of the Outer Region: – → as told"),
    (("fact", "character:rey", "value", {"life": 4}, {"life": 5}), "Card of Rey: as told → as told"),
    (("fact", "board_confirmed", "value", None, True), "The board: not confirmed → as in the box"),
    (("fact", "card:thug", "value", None, {"id": "thug", "name": "Thug"}), None),
    (("fact", "hidden", "value", None, None), None),
]  # fmt: skip


@pytest.mark.parametrize(("change", "label"), CHANGES)
def test_a_change_is_called(change: tuple[str, str, str, Any, Any], label: str | None) -> None:
    what, id_, field, before, after = change
    told = {"what": what, "id": id_, "field": field, "before": before, "after": after, "rules": []}
    assert change_label(told, PACK, NAMES) == label


def test_parts_of_the_turn_places_and_states_are_called() -> None:
    assert [phase_label(phase) for phase in Phase] == [
        "Setting up",
        "Move",
        "Encounter",
        "End of the turn",
        "The game is over",
    ]
    assert {zone.value: zone_label(zone, PACK) for zone in Zone} == {
        "hand": "Hand",
        "held": "Carried",
        "trophy": "Medal",
        "space": "On the board",
        "discard": "Discard pile",
        "aside": "Set aside",
        "out": "Out of the game",
    }
    assert status_label(Status.DEAD, PACK) == "Character lost"
