"""A short evening told whole, and what the log says of entries that are not a rule's."""

from __future__ import annotations

from games.sentences import Names, story
from tests.games.sentences.playing import PACK, PEOPLE, told

EVENING = """
The board is laid out, decks are shuffled and open piles sorted.
The house rule Free choice allows it, whatever the rulebook says. Anna plays Mace Windu.
The house rule Free choice allows it, whatever the rulebook says. Ben plays Darth Maul.
Mace Windu draws 1 Force Skill.
Darth Maul starts without Force Skills.
Mace Windu is set up and starts on Chandrila.
Darth Maul is set up and starts on Dathomir.
The game begins. It is the turn of Mace Windu.
Move first; the turn cannot end before.
Mace Windu rolls 2 to move. Mace Windu moves to Kiros.
This belongs to the move, and the move of this turn is over.
Mace Windu encounters Kiros. Mace Windu rolls 4 and 2, 6 in all. Mace Windu pays 1 Destiny token. \
Mace Windu rolls one die again: now 4 and 5, 9 in all. Mace Windu pays 2 Galactic Credits. \
Mace Windu moves the total by +2 to 11. The row for 11 counts. Mace Windu gains 1 Strength.
It is the turn of Darth Maul.
Darth Maul rolls 3 to move. Darth Maul moves to Serenno.
Darth Maul encounters Serenno. Darth Maul draws Thug. Thug is next (Adversary). \
Darth Maul goes in with Strength 5. Darth Maul rolls 4 in the battle. \
Mace Windu rolls 2 for the Adversary. Darth Maul comes to 9, Thug to 7. \
Darth Maul wins against Thug. Darth Maul keeps Thug as a Medal.
Darth Maul hands in Medals with 5 points of Strength; each 5 of them buy one. \
Darth Maul gains 1 Strength. Thug is discarded.
Set by hand: we forgot a wound. Mace Windu: Health 4 → 3.
It is the turn of Mace Windu.
"""

HAND_MADE = {"code": "set_by_hand", "params": {"seat": "A", "reason": "a mistake."}}


def change(what: str, id_: str, field: str, before: object, after: object) -> dict[str, object]:
    return {"what": what, "id": id_, "field": field, "before": before, "after": after, "rules": []}


def test_an_evening_reads_as_a_story() -> None:
    assert list(told()) == EVENING.strip().split("\n")


def test_what_is_taken_back_is_named_by_its_entries() -> None:
    undo = {"entry": "undo", "undoes": [12], "notes": [], "changes": []}
    assert story(undo, PACK) == "Entry 12 is taken back."
    assert story({**undo, "undoes": [14, 13, 12]}, PACK) == "Entries 14, 13 and 12 are taken back."
    redo = {**undo, "entry": "redo"}
    assert story(redo, PACK) == "Entry 12 counts again."
    assert story({**redo, "undoes": [12, 13]}, PACK) == "Entries 12 and 13 count again."


def test_a_hand_made_change_says_what_it_changed_and_leaves_out_what_only_the_app_needs() -> None:
    changes = [
        change("figure", "A", "gold", 2, 5),
        change("figure", "A", "marks", {}, {"passed": "ilum"}),
        change("space", "kiros", "gold", 0, 1),
    ]
    entry = {"kind": "correct", "notes": [HAND_MADE], "changes": changes}
    names = Names(PEOPLE, {"A": "rey"})
    assert story(entry, PACK, names) == (
        "Set by hand: a mistake. Rey: Galactic Credits 2 → 5. Galactic Credits on Kiros 0 → 1."
    )


def test_an_entry_without_a_word_says_what_was_done() -> None:
    silent = {"kind": "end_turn", "seat": "A", "params": {}, "notes": [], "changes": []}
    assert story(silent, PACK, Names(PEOPLE)) == "Anna: End the turn."
    assert story({"notes": [], "changes": []}, PACK) == "Nothing happens."
    opened = {"entry": "start", "kind": "table_opened", "notes": [], "changes": []}
    assert story(opened, PACK) == "The table is opened."


def test_who_dies_in_an_entry_keeps_the_name_until_its_end() -> None:
    names = Names(PEOPLE, {"A": "rey"})
    changes = [change("figure", "A", "character", "rey", None)]
    lost = {"code": "lost", "params": {"seat": "A", "dial": "life", "points": 1}}
    died = {"code": "died", "params": {"seat": "A", "character": "rey"}}
    entry = {"notes": [lost, died], "changes": changes}
    assert (
        story(entry, PACK, names)
        == "Rey loses 1 Health. Rey has no Health left and is out of play."
    )
    after = names.after(changes)
    assert after.characters == {"A": None}
    assert after.before(changes).characters == {"A": "rey"}
