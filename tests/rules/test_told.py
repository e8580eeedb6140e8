"""What people tell must be about this box: every fault is found, and nothing outranks it."""

from __future__ import annotations

from typing import Any

import pytest

from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.effects import Effects
from games.rules.told import problems_card, problems_character, problems_told
from tests.builders import a_table

TOLD = ("TT-TOLD-1",)
CARD = {"id": "imp", "name": "Imp", "type": "enemy", "strength": 1}
FACTS = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 1, "start": "inn"}


@pytest.mark.parametrize(
    ("effect", "code", "params"),
    [
        ({"gain": "dark_fate"}, "unknown_dial", {"dial": "dark_fate"}),
        ({"lose": "dark_fate"}, "unknown_dial", {"dial": "dark_fate"}),
        ({"roll": {"rows": {"1+": [], "0-": []}, "minus": "dark_fate"}}, "unknown_dial", {"dial": "dark_fate"}),
        ({"draw": "market"}, "unknown_deck", {"deck": "market"}),
        ({"take": "spoon"}, "unknown_card", {"card": "spoon"}),
        ({"shop": {"spoon": 1}}, "unknown_card", {"card": "spoon"}),
        ({"move_to": "moon"}, "unknown_space", {"space": "moon"}),
        ({"place": "elsewhere", "space": "moon"}, "unknown_space", {"space": "moon"}),
        ({"rule": "emperor", "with": {}}, "rule_not_told", {"rule": "emperor"}),
        ({"gain": "gold", "seat": "zoe"}, "unknown_seat", {"seat": "zoe"}),
        ({"roll": {"rows": {"1-5": [], "6": [{"move_to": "moon"}]}}}, "unknown_space", {"space": "moon"}),
        ({"if_alignment": "good", "then": [{"take": "spoon"}]}, "unknown_card", {"card": "spoon"}),
    ],
)  # fmt: skip
def test_what_this_box_does_not_have(
    effect: dict[str, Any], code: str, params: dict[str, Any]
) -> None:
    table = a_table("plain", ann={}, bob={})

    (problem,) = problems_told(table, Effects.validate_python([effect]))

    assert (problem.code, problem.params, problem.cites) == (code, params, TOLD)
    assert problem.hard


@pytest.mark.parametrize(
    "effect",
    [
        {"gain": {"life": 1, "gold": 2}},
        {"draw": "adventure"},
        {"draw": "spells"},
        {"take": "sword"},
        {"place": "stays"},
        {"shop": {"sword": 1, "rope": 1}},
        {"gain": "gold", "seat": "bob"},
    ],
)
def test_what_it_has(effect: dict[str, Any]) -> None:
    table = a_table("plain", ann={}, bob={})

    assert list(problems_told(table, Effects.validate_python([effect]))) == []


@pytest.mark.parametrize(
    ("deck", "more", "codes"),
    [
        ("adventure", {}, []),
        ("market", {}, ["not_in_this_deck"]),
        ("adventure", {"id": "market-imp"}, []),
        ("adventure", {"id": "spells-imp"}, ["id_is_kept"]),
        ("adventure", {"do": [{"move_to": "moon"}]}, ["unknown_space"]),
        ("adventure", {"type": "object", "strength": None, "crosses": {"from": "outer", "to": "moon"}}, ["unknown_region"]),
    ],
)  # fmt: skip
def test_what_is_described_is_about_this_box(
    deck: str, more: dict[str, Any], codes: list[str]
) -> None:
    table = a_table("plain", ann={}, bob={})

    found = list(problems_card(table, deck, Card.model_validate({**CARD, **more})))

    assert [problem.code for problem in found] == codes
    assert all(problem.hard for problem in found)


@pytest.mark.parametrize(
    ("character", "more", "codes"),
    [
        ("knight", {}, []),
        ("nobody", {}, ["unknown_character"]),
        ("knight", {"start": "moon"}, ["unknown_space"]),
        ("knight", {"alignment": "evil"}, ["alignment_is_printed"]),
        ("knight", {"alignment": "evil", "start": "moon"}, ["unknown_space", "alignment_is_printed"]),
    ],
)  # fmt: skip
def test_what_a_character_card_says_is_about_this_box(
    character: str, more: dict[str, Any], codes: list[str]
) -> None:
    table = a_table("plain", ann={}, bob={})

    facts = CharacterFacts.model_validate({**FACTS, **more})
    found = list(problems_character(table, character, facts))

    assert [problem.code for problem in found] == codes
    assert all(problem.hard for problem in found)


CROSSING = {"type": "object", "strength": None, "crosses": {"from": "outer", "to": "moon"}}


@pytest.mark.parametrize(
    ("more", "params"),
    [
        ({"id": "spells-imp"}, {"card": "spells-imp", "deck": "spells"}),
        (CROSSING, {"region": "moon"}),
    ],
)
def test_what_is_wrong_with_a_description_is_named(
    more: dict[str, Any], params: dict[str, Any]
) -> None:
    table = a_table("plain", ann={}, bob={})

    (problem,) = problems_card(table, "adventure", Card.model_validate({**CARD, **more}))

    assert problem.params == params


def test_where_a_character_cannot_start_is_named() -> None:
    table = a_table("plain", ann={}, bob={})

    facts = CharacterFacts.model_validate({**FACTS, "start": "moon"})
    (problem,) = problems_character(table, "knight", facts)

    assert problem.params == {"space": "moon"}
