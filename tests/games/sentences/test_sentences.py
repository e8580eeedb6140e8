"""What people read, word for word, at a Star Wars table."""

from __future__ import annotations

from typing import Any

import pytest

from games.errors import GameDeleted, InvalidOption, NotYourSeat, StaleVersion
from games.rules.asks import Choose, Option
from games.rules.changes import Note
from games.rules.errors import Problem
from games.sentences import Names, names_of, refusal, sentence, sentence_of
from tests.builders import a_table
from tests.games.sentences.playing import PACK

NAMES = Names(
    {"A": "Anna", "B": "Ben", "C": "Cleo"},
    {"A": "mace-windu", "B": "darth-maul", "C": None},
    {"c1": "x-wing", "c2": "thug"},
    {"thug": "Thug"},
)


def of(code: str, params: dict[str, Any]) -> str:
    return sentence_of(code, params, pack=PACK, names=NAMES)


STEPS: list[tuple[str, dict[str, Any], str]] = [
    ("gained", {"seat": "A", "dial": "craft", "points": 1}, "Mace Windu gains 1 Will."),
    ("gained", {"seat": "A", "dial": "fate", "points": 2}, "Mace Windu gains 2 Destiny tokens."),
    ("lost", {"seat": "B", "dial": "life", "points": 1}, "Darth Maul loses 1 Health."),
    ("paid", {"seat": "A", "dial": "gold", "points": 1}, "Mace Windu pays 1 Galactic Credit."),
    ("paid", {"seat": "A", "dial": "gold", "points": 3}, "Mace Windu pays 3 Galactic Credits."),
    (
        "clipped",
        {"seat": "A", "dial": "life", "lost": 1, "at": 4, "why": "life_cap"},
        "Mace Windu is at the starting value of 4, so 1 Health cannot be gained.",
    ),
    (
        "clipped",
        {"seat": "A", "dial": "gold", "lost": 2, "at": 4, "why": "gold_limited"},
        "2 Galactic Credits cannot be taken: the supply has no more.",
    ),
    (
        "not_lost",
        {"seat": "A", "dial": "strength", "kept": 1, "at": 3, "why": "start_floor"},
        "Mace Windu keeps 1 Strength: Strength never falls below the starting value, here 3.",
    ),
    (
        "not_lost",
        {"seat": "A", "dial": "fate", "kept": 1, "at": 0, "why": "supply"},
        "Mace Windu has no more Destiny tokens to lose.",
    ),
    ("rolled", {"seat": "A", "purpose": "move", "faces": [4], "total": 4}, "Mace Windu rolls 4 to move."),
    (
        "rolled",
        {"seat": "A", "purpose": "table", "faces": [4, 5], "total": 9},
        "Mace Windu rolls 4 and 5, 9 in all.",
    ),
    (
        "rolled",
        {"seat": "B", "purpose": "enemy", "faces": [6], "total": 6},
        "Darth Maul rolls 6 for the Adversary.",
    ),
    ("row", {"seat": "A", "row": "5-9", "result": 9}, "The row for 5 to 9 counts."),
    ("row", {"seat": "A", "row": "3+", "result": 4}, "The row for 3 or more counts."),
    ("row", {"seat": "A", "row": "0-", "result": -2}, "The row for 0 or less counts."),
    ("shifted", {"seat": "A", "by": -2, "result": 4}, "Mace Windu moves the total by −2 to 4."),
    (
        "difference",
        {"seat": "A", "dial": "strength", "taken": 3, "difference": -1},
        "Less 3 for Strength, that makes −1.",
    ),
    ("moved", {"seat": "A", "space": "asteroid-field-naboo"}, "Mace Windu moves to Asteroid Field (Naboo)."),
    ("drew_card", {"seat": "A", "card": "thug", "space": "kiros"}, "Mace Windu draws Thug."),
    ("drew_spells", {"seat": "A", "count": 1}, "Mace Windu draws 1 Force Skill."),
    ("drew_spells", {"seat": "A", "count": 2}, "Mace Windu draws 2 Force Skills."),
    ("hand_full", {"seat": "A", "lost": 1}, "1 Force Skill is not drawn: Mace Windu may hold no more."),
    ("hand_full", {"seat": "A", "lost": 2}, "2 Force Skills are not drawn: Mace Windu may hold no more."),
    (
        "reshuffled",
        {"deck": "encounter", "count": 3},
        "The deck is used up: 3 discarded cards are shuffled into a new one (Encounter cards).",
    ),
    ("trophy", {"seat": "B", "card": "x-wing"}, "Darth Maul keeps X-Wing as a Medal."),
    ("cast", {"seat": "B", "card": None}, "Darth Maul plays a Force Skill."),
    ("cast", {"seat": "B", "card": "mind-trick"}, "Darth Maul plays Mind Trick."),
    ("scores", {"seat": "A", "mine": 7, "foe": "Thug", "theirs": 9}, "Mace Windu comes to 7, Thug to 9."),
    ("battle_drawn", {"seat": "A", "foe": "Thug"}, "It is a stand-off with Thug."),
    ("toad", {"seat": "A", "turns": 1}, "Mace Windu is Disoriented for 1 turn."),
    ("toad", {"seat": "A", "turns": 2}, "Mace Windu is Disoriented for 2 turns."),
    ("lost_turn", {"seat": "A", "turns": 1}, "Mace Windu will miss a turn."),
    ("lost_turn", {"seat": "A", "turns": 2}, "Mace Windu will miss 2 turns."),
    ("extra_turn", {"seat": "A", "turns": 1}, "Mace Windu has another turn after this one."),
    (
        "offer_not_open",
        {
            "seat": "A",
            "trigger": "tatooine-trade",
            "why": "nothing_to_discard",
            "because": {"seat": "A", "kind": "spell"},
        },
        "The offer of Tatooine is not open: Mace Windu has no Force Skill to discard.",
    ),
    ("gate_open", {"seat": "A", "gate": "mandalore-to-kessel"}, "The way to Kessel is open."),
    ("turn_begins", {"seat": "C"}, "It is the turn of Cleo."),
    ("turn_begins", {"seat": "D"}, "It is the turn of Seat D."),
    ("start_card_unknown", {"seat": "A", "card": "lucky-coin"},
     "Mace Windu starts with Lucky Coin, which the app does not know yet: log it by hand."),
]  # fmt: skip

PROBLEMS: list[tuple[str, dict[str, Any], tuple[str, ...], str]] = [
    (
        "cannot_pay",
        {"seat": "A", "dial": "gold", "price": 3, "has": 1},
        (),
        "Mace Windu has 1 Galactic Credit; this costs 3.",
    ),
    (
        "wrong_part_of_turn",
        {"phase": "move", "needs": ["encounter"]},
        (),
        "Encounters come after the move: move first.",
    ),
    (
        "wrong_part_of_turn",
        {"phase": "move", "needs": ["encounter", "end"]},
        (),
        "This comes after the move: move first.",
    ),
    (
        "wrong_part_of_turn",
        {"phase": "encounter", "needs": ["end"]},
        (),
        "This belongs to the end of the turn: have the encounter first.",
    ),
    (
        "wrong_part_of_turn",
        {"phase": "end", "needs": ["encounter"]},
        (),
        "The encounter of this turn is over; end the turn when you are done.",
    ),
    ("not_your_turn", {"active": "B"}, (), "It is the turn of Darth Maul."),
    (
        "must_encounter",
        {"space": "kiros"},
        (),
        "Encounter Kiros or a Character there first; the turn cannot end before.",
    ),
    (
        "wrong_end",
        {"space": "kiros", "steps": 3},
        ("scarif", "jakku"),
        "3 spaces do not lead to Kiros, only to Scarif or Jakku.",
    ),
    ("wrong_end", {"space": "kiros", "steps": 1}, ("scarif",), "1 space does not lead to Kiros, only to Scarif."),
    (
        "character_taken",
        {"character": "rey"},
        ("mace-windu", "darth-vader"),
        "Rey is taken or has been played. Free: Mace Windu or Darth Vader.",
    ),
    ("not_dealt", {"seat": "C", "character": "rey"}, ("mace-windu", "darth-maul"),
     "Cleo was not dealt Rey: choose Mace Windu or Darth Maul."),
    ("not_held", {"seat": "A", "cards": ["c9"]}, ("c1", "c2"), "Mace Windu does not hold this, only X-Wing or Thug."),
    ("not_held", {"seat": "A", "cards": ["c9"]}, (), "Mace Windu holds no cards."),
    (
        "no_such_instruction",
        {"space": "coruscant"},
        ("coruscant-rest",),
        "Coruscant has no such instruction; it has: gain 1 Health or draw a Force Skill.",
    ),
    (
        "setup_step_first",
        {"step": "choose_character", "seats": ["A", "C"]},
        (),
        "Anna and Cleo must choose a Character first.",
    ),
    ("one_of_a_name", {"seat": "A", "card": "robe"}, (), "Nobody may hold two cards of one name, and Mace Windu has Robe."),
    ("not_in_this_deck", {"type": "spell", "deck": "encounter"}, (),
     "There are no Force Skills among the Encounter cards."),
    ("more_than_the_box", {"dial": "gold", "missing": 1}, (), "That is 1 Galactic Credit more than the box holds."),
    ("more_than_the_box", {"card": "blaster", "missing": 1}, (), "That is 1 Blaster more than the box holds."),
    ("more_than_the_box", {"deck": "encounter", "missing": 2}, (),
     "That is 2 cards more than the box holds (Encounter cards)."),
    ("wrong_number_of_dice", {"question": "k", "dice": 2, "given": 1}, (), "2 dice are rolled, not 1."),
    ("die_out_of_range", {"question": "k", "faces": 6, "given": [7]}, (), "A die shows 1 to 6."),
    (
        "params_unreadable",
        {"faults": [{"path": "to", "fault": "Input should be a valid string"}, {"path": "", "fault": "no"}]},
        (),
        "The action cannot be read (to: Input should be a valid string; no).",
    ),
    ("game_over", {"winner": "A"}, (), "The game is over: Mace Windu has won."),
    ("game_over", {"winner": None}, (), "The game is over."),
]  # fmt: skip

LABELS: list[tuple[str, dict[str, Any], str]] = [
    ("option_reroll", {"face": 4, "place": 1}, "Reroll the 4"),
    ("option_keep_roll", {"faces": [4]}, "Keep the roll"),
    ("option_route", {"direction": "clockwise", "space": "serenno", "gate": None, "printed": True}, "Clockwise to Serenno"),
    ("option_route", {"direction": "counterclockwise", "space": "serenno", "gate": None, "printed": True},
     "Counterclockwise to Serenno"),
    ("option_gate", {"direction": None, "space": None, "gate": "mandalore-to-kessel"}, "Try the task on Mandalore"),
    ("option_stop_over", {"direction": "clockwise", "space": "jakku"}, "Clockwise, and stop on Jakku in passing"),
    ("option_stop_over", {"direction": "counterclockwise", "space": "jakku"},
     "Counterclockwise, and stop on Jakku in passing"),
    ("option_stop_over", {"direction": None, "space": "jakku"}, "Stop on Jakku in passing"),
    ("option_use_bonus", {"card": "blaster", "points": 1}, "Use Blaster (+1)"),
    ("option_evade_with", {"card": "mind-trick"}, "Evade with Mind Trick"),
    ("option_buy", {"card": "robe", "price": 1}, "Buy a Robe (1 Galactic Credit)"),
    ("option_buy", {"card": "pauldron", "price": 3}, "Buy a Pauldron (3 Galactic Credits)"),
    ("option_take_offer", {"trigger": "open-space-offer"}, "Pay 1 Destiny token to draw a Force Skill"),
    ("option_card", {"card": None, "key": "c9"}, "A card"),
    ("option_take_gold", {}, "Take 1 Galactic Credit"),
]  # fmt: skip

QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("ask_roll_move", {"seat": "A", "dice": 1}, "Mace Windu rolls a die to move."),
    ("ask_roll_table", {"seat": "A", "dice": 2}, "Mace Windu rolls 2 dice."),
    ("ask_roll_again_attack", {"seat": "A", "dice": 1}, "Mace Windu rolls one die again."),
    (
        "ask_reroll_move",
        {"seat": "A", "faces": [3], "dial": "fate"},
        "The roll is 3. Does Mace Windu pay 1 Destiny token to have it rolled again?",
    ),
    ("ask_way", {"seat": "A", "steps": 1}, "Which way does Mace Windu go, 1 space on?"),
    ("ask_way", {"seat": "A", "steps": 4}, "Which way does Mace Windu go, 4 spaces on?"),
    (
        "ask_offer_open-space-offer",
        {"seat": "A", "trigger": "open-space-offer"},
        "On Open Space Mace Windu may pay 1 Destiny token to draw a Force Skill.",
    ),
    ("ask_discard_spell", {"seat": "A"}, "Which Force Skill does Mace Windu discard?"),
    ("ask_draw", {"seat": "A", "deck": "encounter", "count": 1}, "Which card has Mace Windu drawn (Encounter cards)?"),
    ("ask_draw", {"seat": "A", "deck": "encounter", "count": 2}, "Which 2 cards has Mace Windu drawn (Encounter cards)?"),
    ("ask_tell", {"seat": "A", "subject": "thug", "card": "thug"}, "What does Thug do?"),
    ("ask_tell", {"seat": "A", "subject": "spell", "card": None}, "What does the card do?"),
    ("ask_buy", {"seat": "A", "gold": 2}, "What does Mace Windu buy with 2 Galactic Credits?"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "params", "text"), STEPS)
def test_a_step_says(code: str, params: dict[str, Any], text: str) -> None:
    assert sentence(Note(code, params), PACK, NAMES) == text


@pytest.mark.parametrize(("code", "params", "alternatives", "text"), PROBLEMS)
def test_a_problem_says(
    code: str, params: dict[str, Any], alternatives: tuple[str, ...], text: str
) -> None:
    assert sentence(Problem(code, (), params, alternatives), PACK, NAMES) == text


@pytest.mark.parametrize(("code", "params", "text"), LABELS)
def test_a_button_says(code: str, params: dict[str, Any], text: str) -> None:
    assert sentence(Option("x", Note(code, params)), PACK, NAMES) == text


@pytest.mark.parametrize(("code", "params", "text"), QUESTIONS)
def test_a_question_says(code: str, params: dict[str, Any], text: str) -> None:
    ask = Choose(key="k", seat="A", text=Note(code, params))
    assert sentence(ask, PACK, NAMES) == text


def test_a_note_of_the_log_is_read_as_it_is_kept() -> None:
    note = Note("gained", {"seat": "A", "dial": "craft", "points": 1})
    assert sentence(note.to_json(), PACK, NAMES) == "Mace Windu gains 1 Will."


def test_without_names_a_seat_is_called_by_its_key() -> None:
    assert of("moved", {"seat": "B", "space": "kiros"}) == "Darth Maul moves to Kiros."
    plain = sentence_of("moved", {"seat": "B", "space": "kiros"}, pack=PACK)
    assert plain == "Seat B moves to Kiros."


def test_a_refusal_of_the_services_says() -> None:
    assert refusal(NotYourSeat(seat="B"), PACK) == "This is another seat's, and not yours to do."
    assert refusal(NotYourSeat(by="host"), PACK) == (
        "Somebody else did this: only they or the host may take it back."
    )
    assert refusal(GameDeleted(), PACK) == (
        "This table has been deleted; its host can bring it back for 30 days."
    )
    assert refusal(StaleVersion(version=3, entries=[]), PACK) == (
        "The table has moved on since you looked: see what happened, then try again."
    )


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("edition", "There is no such edition."),
        ("variants", "The edition has no such variant."),
        ("seats", "An order names every seat of the table once."),
        ("facts", "These are more facts than are taken at once."),
        ("card:imp", "The edition has no such fact, or this value does not fit it."),
    ],
)
def test_an_option_that_does_not_fit_is_called_by_what_it_is(option: str, said: str) -> None:
    assert refusal(InvalidOption(option=option), PACK) == said


def test_names_hold_no_card_of_another_hand() -> None:
    table = a_table(
        PACK,
        ann={"spells": ["mind-trick"], "objects": ["blaster"]},
        bob={"spells": ["force-lightning"]},
    )

    def seen(reader: str | None) -> set[str]:
        return set(names_of(table, {}, reader=reader).cards.values())

    assert seen(None) == {"blaster"}
    assert seen("ann") == {"blaster", "mind-trick"}
    assert seen("bob") == {"blaster", "force-lightning"}


def test_names_know_what_the_table_described() -> None:
    thug = {"id": "thug", "name": "Thug", "type": "enemy", "strength": 2}
    table = a_table(PACK, cards={"encounter": [thug]}, ann={"at": "kiros"}, bob={})
    names = names_of(table, {"ann": "Anna"})
    assert names.house == {"thug": "Thug"}
    assert sentence_of(
        "drew_card", {"seat": "ann", "card": "thug"}, pack=PACK, names=names
    ).endswith(" draws Thug.")
