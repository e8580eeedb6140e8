"""Somebody is not there, and is asked: the host answers without seeing what that seat sees."""

from __future__ import annotations

from typing import Any

from tests.api.cast import Room, body_of, refused
from tests.api.evening import SPELL_OF_B, act, done

ABSENT = {"answers": [{"absent": True}]}


def loses_a_spell(playing: Room) -> None:
    """Ben holds a second Force Skill, and a card makes him discard one of the two: his choice, unseen."""
    unseen = [{"deck": "force-skill", "zone": "hand", "seat": "B"}]
    done(act(playing, playing.b, "correct", "B", reason="x", cards=unseen))
    effects = [{"discard": "spell", "seat": "B"}]
    told = act(playing, playing.a, "tell", source="card", name="Theft", effects=effects)
    assert body_of(told)["question"]["secret"] is True


def hand_of_b(playing: Room) -> list[Any]:
    cards = body_of(playing.b.get(playing.path + "table/"))["seats"][1]["hand"]["cards"]
    return [card["card"] for card in cards]


def test_a_choice_that_only_the_absent_can_see_is_made_for_them(playing: Room) -> None:
    loses_a_spell(playing)
    asked = body_of(playing.host.get(playing.path + "question/"))["question"]
    assert "options" not in asked
    assert SPELL_OF_B not in str(asked)

    entry = done(playing.host.post(playing.path + "answers/", ABSENT))["entry"]

    assert entry["answers"][0]["by"] == "host"
    assert hand_of_b(playing) == [None]


def test_only_the_host_does_so(playing: Room) -> None:
    loses_a_spell(playing)

    refused(playing.a.post(playing.path + "answers/", ABSENT), 403, "not_your_seat")
    refused(playing.b.post(playing.path + "answers/", ABSENT), 403, "host_only")
    assert len(hand_of_b(playing)) == 2


def test_nothing_is_kept_of_a_preview(playing: Room) -> None:
    loses_a_spell(playing)

    told = playing.host.post(playing.path + "answers/", {**ABSENT, "dry_run": True})

    assert SPELL_OF_B not in told.content.decode()
    assert len(hand_of_b(playing)) == 2


def test_the_server_rolls_for_them_and_nothing_more_is_done(playing: Room) -> None:
    act(playing, playing.a, "move")
    told = body_of(playing.host.post(playing.path + "answers/", ABSENT))
    while told["question"]:
        told = body_of(playing.host.post(playing.path + "answers/", ABSENT))

    assert told["entry"]["answers"][0]["rolled_by"] == "server"
    assert {answer["by"] for answer in told["entry"]["answers"]} == {"host"}


def test_cards_drawn_into_a_hand_stay_unseen(playing: Room) -> None:
    done(playing.host.post(playing.path + "undo/", {"to": 5}))
    act(playing, playing.b, "deal_spells", "B")

    done(playing.host.post(playing.path + "answers/", ABSENT))

    assert hand_of_b(playing) == [None]


def test_what_only_the_table_knows_must_be_told(friday: Room) -> None:
    friday.host.post(friday.path + "agreement/", {"for_all": True})
    done(act(friday, friday.a, "prepare_board"))
    characters = ["mace-windu", "darth-maul"]
    done(act(friday, friday.a, "deal_characters", characters=characters))
    act(friday, friday.a, "choose_character", character="mace-windu")

    refused(friday.host.post(friday.path + "answers/", ABSENT), 422, "facts_unreadable")
