"""The Star Wars box against its ledger: counts, words, characters, cards, the ledger itself."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from content.library import pack
from content.schema.base import Alignment, Confidence, Dial
from content.schema.cards import DeckKind
from content.schema.ledger import LedgerRule

STAR_WARS = pack("star-wars")


def ledger(rule_id: str) -> LedgerRule:
    return next(rule for rule in STAR_WARS.ledger.rules if rule.id == rule_id)


@pytest.mark.parametrize(
    ("rule_id", "count"),
    [
        ("SW-COMP-1", len(STAR_WARS.characters)),
        ("SW-COMP-2", STAR_WARS.decks_by_id["market"].size),
        ("SW-COMP-3", STAR_WARS.decks_by_id["encounter"].size),
        ("SW-COMP-4", STAR_WARS.decks_by_id["force-skill"].size),
        ("SW-COMP-6", STAR_WARS.edition.components.fate),
        ("SW-COMP-7", STAR_WARS.edition.components.stat_boards),
        ("SW-COMP-8", STAR_WARS.edition.components.gold),
        ("SW-COMP-9", STAR_WARS.edition.components.others["movers"]),
        ("SW-COMP-10", STAR_WARS.edition.components.dice),
        ("SW-COMP-11", STAR_WARS.edition.components.others["boards"]),
    ],
)
def test_counts_are_those_of_the_ledger(rule_id: str, count: int) -> None:
    stated = re.search(r"holds (\d+)", ledger(rule_id).rule)

    assert stated
    assert int(stated[1]) == count


def test_four_wayfinders_lie_open_and_two_hide_among_the_encounter_cards() -> None:
    """SW-COMP-5."""
    copies = {
        deck.id: card.copies.value
        for deck in STAR_WARS.decks
        for card in deck.cards
        if card.name == STAR_WARS.word("talisman")
    }

    assert copies == {"wayfinder": 4, "encounter": 2}
    assert STAR_WARS.decks_by_id["wayfinder"].size == 4


def test_what_is_open_and_what_is_secret() -> None:
    kinds = {deck.id: (deck.kind, deck.secret) for deck in STAR_WARS.decks}

    assert kinds == {
        "encounter": (DeckKind.DECK, False),
        "force-skill": (DeckKind.DECK, True),
        "market": (DeckKind.PILES, False),
        "wayfinder": (DeckKind.PILES, False),
    }


def test_seven_kinds_of_market_cards_fill_the_piles_likely_four_each() -> None:
    cards = STAR_WARS.decks_by_id["market"].cards

    assert len(cards) == 7
    assert sum(card.copies.value or 0 for card in cards) == 28
    assert {card.copies.confidence for card in cards} == {Confidence.LIKELY}


def test_no_encounter_number_is_pretended_to_be_known() -> None:
    cards = STAR_WARS.decks_by_id["encounter"].cards

    assert all(card.number is None and card.opposite_number is None for card in cards)


def test_the_cards_of_the_worked_example_play_as_it_says() -> None:
    cards = STAR_WARS.cards

    assert (cards["x-wing"].attribute, cards["x-wing"].value) == (Dial.STRENGTH, 7)
    assert cards["x-wing"].alignment is Alignment.GOOD
    assert [(b.dial, b.points) for b in cards["blaster"].bonuses] == [(Dial.STRENGTH, 1)]
    assert [(b.dial, b.from_) for b in cards["force-lightning"].bonuses] == [
        (Dial.STRENGTH, Dial.CRAFT)
    ]
    assert cards["mind-trick"].evades


def test_the_twelve_characters_are_those_of_the_ledger() -> None:
    said = ledger("SW-CHAR-1").rule

    assert len(STAR_WARS.characters) == 12
    assert all(character.name in said for character in STAR_WARS.characters)


def test_sides_are_likely_and_numbers_are_unknown() -> None:
    sides = Counter(character.alignment.value for character in STAR_WARS.characters)

    assert sides == {Alignment.GOOD: 6, Alignment.EVIL: 6}
    assert not any(character.alignment.is_printed for character in STAR_WARS.characters)
    assert all(character.facts is None for character in STAR_WARS.characters)


def test_only_the_grand_inquisitor_is_never_disoriented_and_loses_no_turns() -> None:
    immune = [c.id for c in STAR_WARS.characters if c.no_toad or c.no_lost_turns]

    assert immune == ["grand-inquisitor"]
    inquisitor = STAR_WARS.characters_by_id["grand-inquisitor"]
    assert inquisitor.no_toad
    assert inquisitor.no_lost_turns
    assert {"SW-DIS-8", "SW-LOSE-3"} <= set(inquisitor.cites)


def test_the_ledger_is_whole() -> None:
    rules = STAR_WARS.ledger.rules

    assert len(rules) == 330
    assert sum(len(rule.cases) for rule in rules) == 697
    assert sum(rule.alternative is not None for rule in rules) == 20


def test_every_rule_of_an_outer_space_is_cited_by_its_space_or_links() -> None:
    text = STAR_WARS.board.model_dump_json()
    topics = (
        *("MUSTAFAR", "JAKKU", "AST", "CHANDRILA", "DATHOMIR", "KIROS", "SERENNO", "SCARIF"),
        *("TAKOBO", "LOTHAL", "TATOOINE", "MANDALORE", "OPENSPACE", "CORUSCANT"),
    )
    ids = [rule.id for rule in STAR_WARS.ledger.rules if rule.id.split("-")[1] in topics]

    assert len(ids) > 30
    assert [rule_id for rule_id in ids if f'"{rule_id}"' not in text] == []


@pytest.mark.parametrize(("total", "most"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_table_of_force_skills(total: int, most: int) -> None:
    assert STAR_WARS.edition.policy.spell_limit[total] == most


def test_numbers_of_the_policy_are_those_of_the_ledger() -> None:
    policy = STAR_WARS.edition.policy

    assert (policy.seats_min, policy.seats_max) == (2, 6)
    assert (policy.start_gold, policy.trophies_per_point, policy.object_limit) == (2, 5, 4)
    assert (policy.life_lost_in_battle, policy.toad_value, policy.spells_in_others_turn) == (
        1,
        1,
        1,
    )
    assert policy.dial_ceiling.value is None
    assert policy.fate_cap is None
    assert policy.evade_regions == ("outer", "middle")


@pytest.mark.parametrize(
    ("variant", "field", "normal", "changed"),
    [
        ("no-inheritance", "inheritance", True, False),
        ("seven-points", "trophies_per_point", 5, 7),
        ("ditch-before-encounters", "ditch_before_encounter", False, True),
        ("free-choice", "free_choice", False, True),
    ],
)
def test_variants_change_one_thing(
    variant: str, field: str, normal: bool | int, changed: bool | int
) -> None:
    assert getattr(STAR_WARS.policy_with(()), field) == normal
    assert getattr(STAR_WARS.policy_with((variant,)), field) == changed


def test_set_up_closes_by_the_actions_in_the_rulebooks_order() -> None:
    actions = list(dict.fromkeys(step.action for step in STAR_WARS.edition.setup))
    per_seat = {step.action for step in STAR_WARS.edition.setup if step.per_seat}

    assert actions == [
        *("prepare_board", "deal_characters", "choose_character"),
        *("deal_spells", "set_up_character", "begin"),
    ]
    assert per_seat == set(actions) - {"prepare_board", "begin"}


def test_people_read_the_editions_words() -> None:
    assert STAR_WARS.word("gold", 2) == "Galactic Credits"
    assert STAR_WARS.word("craft") == "Will"
    assert STAR_WARS.word("spell", 3) == "Force Skills"
    assert set(STAR_WARS.ledger.terms) <= set(STAR_WARS.edition.terms)
