"""What may be done now, ready to be sent; and the checklist."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.cast import Room, body_of, refused
from tests.api.evening import MACE, act
from tests.api.recording import example


def test_every_action_offered_is_accepted_as_it_stands(playing: Room) -> None:
    response = playing.a.get(playing.path + "legal-actions/")
    offered = body_of(response)

    assert offered["seat"] == "A"
    assert "move" in [action["body"]["kind"] for action in offered["actions"]]
    for action in offered["actions"]:
        told = playing.a.post(playing.path + "actions/?dry_run=true", action["body"])
        assert told.status_code == 200, (action, told.content)
    example("legal_action_list.own_turn", "At the start of one's turn", response)


def test_a_seat_asks_for_itself_a_screen_for_whose_turn_it_is(playing: Room) -> None:
    who = {
        name: body_of(caller.get(playing.path + "legal-actions/"))["seat"]
        for name, caller in (("a", playing.a), ("b", playing.b), ("screen", playing.screen))
    }

    assert who == {"a": "A", "b": "B", "screen": "A"}
    assert body_of(playing.b.get(playing.path + "legal-actions/?seat=A"))["seat"] == "A"


def test_what_would_tell_of_a_hand_is_offered_to_its_seat_only(playing: Room) -> None:
    mine = body_of(playing.a.get(playing.path + "legal-actions/"))["actions"]
    seen = body_of(playing.b.get(playing.path + "legal-actions/?seat=A"))["actions"]

    assert "cast" in [action["body"]["kind"] for action in mine]
    assert "cast" not in [action["body"]["kind"] for action in seen]


def test_while_a_question_is_open_it_is_what_may_be_answered(playing: Room) -> None:
    act(playing, playing.a, "move")
    offered = body_of(playing.a.get(playing.path + "legal-actions/"))

    assert offered["actions"] == []
    assert offered["question"]["kind"] == "roll"


def test_what_could_be_taken_back_says_whether_you_may(playing: Room) -> None:
    last = playing.game.seq

    assert body_of(playing.a.get(playing.path + "legal-actions/"))["undo"] == {
        "seq": last,
        "may": True,
    }
    assert body_of(playing.b.get(playing.path + "legal-actions/"))["undo"] == {
        "seq": last,
        "may": False,
    }
    assert body_of(playing.host.get(playing.path + "legal-actions/"))["undo"] == {
        "seq": last,
        "may": True,
    }


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("seat=Q", 404, "not_found"),
        ("seat=1", 400, "invalid_query"),
        ("who=A", 400, "invalid_query"),
    ],
)
def test_a_seat_that_is_not_there_may_do_nothing(
    playing: Room, query: str, status: int, code: str
) -> None:
    refused(playing.a.get(f"{playing.path}legal-actions/?{query}"), status, code)


def filled_in(room: Room, who: str, query: str = "") -> list[str]:
    told = body_of(room.everybody()[who].get(room.path + "legal-actions/" + query))["told"]
    assert all(one["text"] for one in told)
    return [one["kind"] for one in told]


def test_what_only_people_know_is_named_beside_what_can_be_listed(playing: Room) -> None:
    assert filled_in(playing, "a") == ["correct", "leave", "tell"]
    assert filled_in(playing, "host") == ["correct", "leave", "state_of_table", "tell"]
    assert filled_in(playing, "screen") == []
    act(playing, playing.a, "move")
    assert filled_in(playing, "a") == ["correct"]


def test_before_the_game_begins_nothing_is_told_of_cards(friday: Room) -> None:
    assert filled_in(friday, "a") == ["correct", "leave"]
    assert filled_in(friday, "host", "?seat=B") == ["correct", "leave", "state_of_table"]


# --- the checklist -----------------------------------------------------------------------------


def test_set_up_comes_as_a_checklist_with_who_is_waited_for(friday: Room) -> None:
    response = friday.screen.get(friday.path + "checklist/")
    steps = body_of(response)["checklist"]

    assert not any(step["done"] for step in steps)
    assert all(step["title"] and step["rules"] for step in steps)
    waiting = {step["action"]: step["waiting"] for step in steps}
    assert waiting["choose_character"] == ["A", "B"]
    assert waiting["prepare_board"] == []
    example("checklist_get.nothing_done", "Before anything is done", response)
    act(friday, friday.a, "prepare_board")
    after = body_of(friday.screen.get(friday.path + "checklist/"))["checklist"]
    assert [step["done"] for step in after if step["action"] == "prepare_board"] == [True] * 3


def test_once_the_game_has_begun_all_is_done(playing: Room) -> None:
    told = body_of(playing.screen.get(playing.path + "checklist/"))

    assert all(step["done"] for step in told["checklist"])
    assert [(due["seat"], due["action"]) for due in told["dues"]] == [("A", "move")]


def test_what_is_offered_leads_from_an_empty_table_to_the_first_turn(friday: Room) -> None:
    facts = {"facts": MACE}
    for _ in range(20):
        if friday.game.phase != "setup":
            break
        for caller in (friday.a, friday.b):
            offered = body_of(caller.get(friday.path + "legal-actions/"))["actions"]
            if not offered:
                continue
            told = caller.post(friday.path + "actions/", offered[0]["body"])
            while told.status_code == 202:
                asked = body_of(told)["question"]
                told = caller.post(
                    friday.path + "answers/", {"answers": [first_answer(asked, facts)]}
                )
            assert told.status_code == 201, told.content

    assert friday.game.phase == "move"


def first_answer(asked: Any, facts: Any) -> Any:
    if asked["kind"] == "choose":
        return {"choose": asked["options"][0]["id"]}
    return {"cards": [{}] * asked["count"]} if asked["kind"] == "draw" else facts


def test_the_beginning_is_offered_once_everybody_has_agreed(playing: Room) -> None:
    """Optional rules are agreed before the game begins (SW-VAR-1), and nothing listed is refused."""
    playing.host.post(playing.path + "undo/")
    playing.host.patch(playing.path, {"variants": ["seven-points"]})

    def told() -> tuple[list[str], set[str], set[str], set[str]]:
        listed = body_of(playing.a.get(playing.path + "legal-actions/"))
        check = body_of(playing.a.get(playing.path + "checklist/"))
        seen = body_of(playing.a.get(playing.path + "table/"))
        assert check["agreement"] == listed["agreement"]
        return (
            listed["agreement"],
            {one["body"]["kind"] for one in listed["actions"]},
            {due["action"] for due in [*listed["dues"], *check["dues"]]},
            {due["action"] for due in seen["to_do"]},
        )

    missing, offered, dues, to_do = told()
    assert missing == ["A", "B"]
    assert "begin" not in offered | dues | to_do
    playing.b.post(playing.path + "agreement/")
    assert told()[0] == ["A"]
    playing.a.post(playing.path + "agreement/")
    missing, offered, dues, to_do = told()
    assert missing == []
    assert "begin" in offered & dues & to_do


@pytest.mark.parametrize(
    ("rule", "own", "others"),
    [("table", True, True), ("own_seat", True, False), ("host", False, False)],
)
def test_a_list_says_whether_one_may_log_what_it_lists(
    rule: str, own: bool, others: bool, playing: Room
) -> None:
    playing.host.patch(playing.path, {"may_log": rule})
    who = {"own": playing.a, "others": playing.b, "host": playing.host, "screen": playing.screen}
    listed = {
        name: body_of(caller.get(playing.path + "legal-actions/?seat=A"))
        for name, caller in who.items()
    }

    said = {name: one["may_log"] for name, one in listed.items()}
    assert said == {"own": own, "others": others, "host": True, "screen": False}
    for name, caller in who.items():
        body = listed[name]["actions"][0]["body"]
        answer = caller.post(playing.path + "actions/?dry_run=true", body)
        assert (answer.status_code == 200) is said[name], answer.content
