"""Effects and instructions in words."""

from __future__ import annotations

from typing import Any

import pytest

from content.library import pack
from content.schema.effects import EFFECT_WORDS, Effects, RollTable
from games.sentences import Names, effects_in_words, offer_in_words, rows_in_words

PACK = pack("star-wars")

IN_WORDS: list[tuple[dict[str, Any], str]] = [
    ({"gain": "craft"}, "gain 1 Will"),
    ({"gain": {"craft": 1, "fate": 2}}, "gain 1 Will and 2 Destiny tokens"),
    ({"lose": {"gold": 2}}, "lose 2 Galactic Credits"),
    ({"draw": "force-skill"}, "draw a Force Skill"),
    ({"draw": {"deck": "force-skill", "count": 2}}, "draw 2 Force Skills"),
    ({"draw": "encounter"}, "draw an Encounter card"),
    ({"draw": {"deck": "market", "count": 2}}, "draw 2 cards (Market cards)"),
    ({"discard": "object"}, "discard an Object"),
    ({"discard": {"kind": "follower", "count": 2}}, "discard 2 Confidants"),
    ({"take": "sith-wayfinder"}, "take a Sith Wayfinder"),
    ({"take": {"card": "robe", "unless_held": True}}, "take a Robe, if none is held"),
    ({"roll": {"dice": 1, "rows": {"1-6": []}}}, "roll a die"),
    ({"roll": {"dice": 2, "minus": "strength", "rows": {"0-": [], "1+": []}}}, "roll 2 dice less Strength"),
    (
        {"choose": [{"id": "a", "do": [{"gain": "life"}]}, {"id": "b", "do": [{"draw": "force-skill"}]}]},
        "gain 1 Health or draw a Force Skill",
    ),
    ({"move_to": "kef-bir"}, "go to Kef Bir"),
    ({"turns": 1}, "have another turn"),
    ({"turns": 2}, "have 2 more turns"),
    ({"turns": -1}, "miss a turn"),
    ({"turns": -2}, "miss 2 turns"),
    ({"toad": 1}, "be Disoriented for a turn"),
    ({"toad": 3}, "be Disoriented for 3 turns"),
    ({"fight": {"name": "Cave of Evil", "craft": 5}}, "fight Cave of Evil (Will 5)"),
    ({"fight": {"name": "Thug", "strength": 2}}, "fight Thug (Strength 2)"),
    ({"if_alignment": "good", "then": [{"gain": "life"}]}, "gain 1 Health if Light"),
    (
        {"if_alignment": "evil", "then": [{"gain": "life"}], "otherwise": [{"lose": "life"}]},
        "gain 1 Health if Dark, otherwise lose 1 Health",
    ),
    ({"shop": {"blaster": 1, "pauldron": 3}}, "buy for Galactic Credits: Blaster (1), Pauldron (3)"),
    ({"place": "stays"}, "leave this card here"),
    ({"place": "discard"}, "discard this card"),
    ({"place": "elsewhere", "space": "kiros"}, "put this card on Kiros"),
    ({"rule": "buy_off", "with": {"dial": "life", "points": 2, "kind": "follower"}},
     "lose 2 Health, 1 less for each Confidant discarded"),
    ({"rule": "test_total", "with": {"dice": 3, "below": ["strength", "craft"]}},
     "roll less than Strength and Will together with 3 dice"),
    ({"rule": "cross_by_attribute", "with": {"dice": 2, "attributes": ["strength", "craft"]}},
     "roll less than Strength or Will with 2 dice"),
    ({"gain": "life", "seat": "B"}, "Darth Maul: gain 1 Health"),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "words"), IN_WORDS, ids=[words for _, words in IN_WORDS])
def test_an_effect_in_words(effect: dict[str, Any], words: str) -> None:
    effects = Effects.validate_python([effect])
    assert effects_in_words(effects, PACK, Names({}, {"B": "darth-maul"})) == words


def test_every_effect_word_is_in_the_table_above() -> None:
    assert {word for effect, _ in IN_WORDS for word in effect} >= {*EFFECT_WORDS}


def test_several_effects_are_one_clause_and_none_is_nothing() -> None:
    two = Effects.validate_python([{"gain": {"gold": 2}}, {"toad": 1}])
    assert effects_in_words(two, PACK) == "gain 2 Galactic Credits and be Disoriented for a turn"
    assert effects_in_words((), PACK) == "nothing"


@pytest.mark.parametrize(
    ("trigger", "words"),
    [
        ("open-space-offer", "pay 1 Destiny token to draw a Force Skill"),
        ("tatooine-trade", "discard a Force Skill to gain 1 Will"),
        ("batuu-trade", "discard an Object to gain 2 Health or gain 2 Galactic Credits"),
        ("bespin-trade", "pay 3 Galactic Credits to gain 1 Will"),
        ("coruscant-rest", "gain 1 Health or draw a Force Skill"),
        ("mustafar-light", "lose 1 Health"),
    ],
)
def test_an_instruction_in_words(trigger: str, words: str) -> None:
    assert offer_in_words(PACK.triggers[trigger][1], PACK) == words


def test_every_instruction_of_every_space_has_words() -> None:
    said = {name: offer_in_words(trigger, PACK) for name, (_, trigger) in PACK.triggers.items()}
    assert [
        name for name, words in said.items() if not words or "_" in words or "None" in words
    ] == []


def test_the_rows_of_a_table_in_words() -> None:
    (kiros,) = PACK.triggers["kiros-roll"][1].do
    assert isinstance(kiros, RollTable)
    assert rows_in_words(kiros.roll, PACK) == {
        "2": "gain 1 Will and have another turn",
        "3": "gain 1 Will",
        "4": "draw a Force Skill",
        "5 to 9": "nothing",
        "10": "gain 1 Health",
        "11": "gain 1 Strength",
        "12": "gain 1 Strength and have another turn",
    }
