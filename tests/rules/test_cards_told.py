"""Cards drawn, taken, kept and given up: what is said of it, whole, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import Choose
from games.rules.changes import Note
from games.rules.table import Table
from games.rules.verbs.cards import is_known_to
from tests.builders import a_table, act, codes
from tests.played import ask_of, played


def told(table: Table, *effects: dict[str, Any], answers: tuple[dict[str, Any], ...] = ()) -> Table:
    action = act("tell", "ann", source="card", name="Scroll", effects=list(effects))
    return played(table, action, answers)


def one(notes: list[Note], code: str) -> Note:
    (found,) = [note for note in notes if note.code == code]
    return found


def test_of_a_full_deck_nothing_is_missing() -> None:
    table = a_table("plain", ann={"at": "inn"}, bob={})

    space = told(table, {"draw": "adventure"}, answers=({"cards": [{"card": "lamp"}]},))
    hand = told(table, {"draw": "spells"}, answers=({"cards": [{"card": "mist"}]},))

    assert codes(space.notes)[1:] == ["drew_card"]
    assert codes(hand.notes)[1:] == ["drew_spells"]


def test_who_holds_all_spells_it_may_draws_none() -> None:
    table = a_table("plain", ann={"at": "inn", "spells": ["might"]}, bob={})

    after = told(table, {"draw": "spells"})

    assert codes(after.notes)[1:] == ["hand_full"]
    assert one(after.notes, "hand_full").params == {"seat": "ann", "lost": 1}


def bought(table: Table, card: str, **more: Any) -> Table:
    answers = [{"choose": card, **more}, {"choose": "done"}]
    return played(table, act("encounter_space", "ann"), answers)


def at_the_stall(bob: list[str], **said: Any) -> Table:
    seats: dict[str, Any] = {"ann": {"at": "inn", "gold": 3}, "bob": {"objects": bob}}
    return a_table("copies", phase="encounter", **said, **seats)


@pytest.mark.parametrize("card", ["whistle", "sword", "lantern"])
def test_of_a_card_that_is_there_nothing_is_said_but_that_it_is_taken(card: str) -> None:
    bob = ["sword"] if card == "sword" else []

    after = bought(at_the_stall(bob), card)

    assert codes(after.notes) == ["encounters_space", "paid", "took"]


def test_what_outranks_the_print_says_nothing_of_the_app_s_guess() -> None:
    cause = {"kind": "card", "name": "Smith"}

    after = bought(at_the_stall(["sword", "sword"]), "sword", cause=cause)

    assert "pile_differs" not in codes(after.notes)


def test_a_card_taken_up_that_one_may_use_is_taken_by_the_one_rule() -> None:
    table = a_table("plain", phase="encounter", spaces={"inn": ["lamp"]}, ann={"at": "inn"}, bob={})

    after = played(table, act("encounter_space", "ann"), [{"choose": "take"}])

    assert one(after.notes, "took").cites == ("TT-COLLECT-1",)


@pytest.mark.parametrize(
    ("objects", "followers", "said"),
    [
        (["rope"], [], []),
        (["rope", "rope", "rope"], ["mule"], []),
        (["rope", "rope", "rope", "rope"], ["mule"], ["limit_lifted"]),
        (["rope", "rope", "rope", "rope"], [], ["left_card"]),
    ],
)
def test_a_limit_is_told_where_it_is_passed(
    objects: list[str], followers: list[str], said: list[str]
) -> None:
    ann = {"at": "inn", "objects": objects, "followers": followers}
    table = a_table("plain", phase="encounter", spaces={"inn": ["lamp"]}, ann=ann, bob={})
    answers: list[dict[str, Any]] = [{"choose": "take"}]
    if "left_card" in said:
        answers.append({"choose": table.held("ann")[0]})

    after = played(table, act("encounter_space", "ann"), answers)

    assert codes(after.notes)[-1 - len(said) :] == ["took", *said]


def test_what_must_be_left_is_asked_with_the_limit() -> None:
    ann = {"at": "inn", "objects": ["rope"] * 4}
    table = a_table("plain", phase="encounter", spaces={"inn": ["lamp"]}, ann=ann, bob={})

    ask = ask_of(table, act("encounter_space", "ann"), [{"choose": "take"}])

    assert isinstance(ask, Choose)
    assert ask.text == Note("ask_leave_object", {"seat": "ann", "limit": 4, "held": 5})


@pytest.mark.parametrize(
    ("spells", "said"), [(["might"], ["lost"]), (["might", "mist"], ["lost", "hand_stays"])]
)
def test_a_hand_that_is_now_too_large_stays_and_is_told(spells: list[str], said: list[str]) -> None:
    ann = {"craft": 4, "craft_start": 3, "spells": spells}
    table = a_table("plain", ann=ann, bob={})

    after = told(table, {"lose": "craft"})

    assert codes(after.notes)[1:] == said
    assert [note.cites for note in after.notes[2:]] == [("TT-SPELL-LIMIT-1",)] * (len(said) - 1)


@pytest.mark.parametrize(
    ("spells", "said"),
    [
        (["mind-trick"], ["lost"]),
        (["mind-trick", "mind-trick"], ["lost", "hand_too_large", "discarded_spell"]),
    ],
)
def test_where_the_limit_always_holds_a_hand_is_cut_down_to_it(
    spells: list[str], said: list[str]
) -> None:
    ann = {"craft": 4, "craft_start": 3, "spells": spells}
    table = a_table("star-wars", rulings=["SW-FORCE-12"], ann=ann, bob={})
    answers = ({"choose": table.hand("ann")[0]},) if len(spells) > 1 else ()

    after = told(table, {"lose": "craft"}, answers=answers)

    assert codes(after.notes)[1:] == said


def test_a_follower_that_nobody_held_is_discarded_by_what_says_so() -> None:
    zealot = {"id": "zealot", "name": "Zealot", "type": "follower", "alignment": "good"}
    ann = {"at": "inn", "alignment": "evil"}
    table = a_table(
        "plain",
        phase="encounter",
        cards={"adventure": [zealot]},
        spaces={"inn": ["zealot"]},
        ann=ann,
        bob={},
    )

    after = played(table, act("encounter_space", "ann"), [{"effects": [{"place": "discard"}]}])

    assert one(after.notes, "discarded").cites == ("TT-TOLD-1",)


def test_a_card_given_back_to_its_pile_is_told_by_the_rule_of_piles() -> None:
    table = a_table("plain", ann={"objects": ["rope"]}, bob={})

    after = told(table, {"discard": "object"})

    assert one(after.notes, "returned_to_pile").cites == ("TT-PILE-RETURN-1",)


def test_a_card_described_is_known_unless_only_another_has_it_in_hand() -> None:
    dream: dict[str, Any] = {"id": "dream", "name": "Dream", "type": "spell"}
    imp: dict[str, Any] = {"id": "imp", "name": "Imp", "type": "enemy", "strength": 1}
    cards = {"spells": [dream], "adventure": [imp]}
    table = a_table("plain", cards=cards, ann={"spells": ["dream"]}, bob={})

    assert [is_known_to(table, seat, "dream") for seat in ("ann", "bob")] == [True, False]
    assert is_known_to(table, "bob", "imp")
