"""The open question: answered, taken back, cancelled; and what wrong answers get."""

from __future__ import annotations

import pytest

from games.models import PendingAction
from tests.api.cast import Room, body_of, refused
from tests.api.evening import SPELL_OF_A, act, done, new_spell
from tests.api.recording import example

ROLLED = {"answers": [{"roll": [2]}]}


@pytest.fixture
def moving(playing: Room) -> Room:
    """Ada has said that she moves; her die is asked for."""
    assert act(playing, playing.a, "move").status_code == 202
    return playing


def answer(friday: Room, *answers: object, **headers: str) -> object:
    return friday.a.post(friday.path + "answers/", {"answers": list(answers)}, **headers)


def given() -> list[object]:
    return list(PendingAction.objects.get().answers)


def test_an_answer_leads_to_the_next_question_or_to_the_log(moving: Room) -> None:
    response = moving.a.post(moving.path + "answers/", ROLLED)
    second = body_of(response)

    assert (response.status_code, second["question"]["kind"]) == (202, "choose")
    assert [option["id"] for option in second["question"]["options"]] == ["keep", "reroll-1"]
    assert second["question"]["answered"] == 1
    example("answer_submit.next_question", "The die, and the question after it", response, ROLLED)
    third = body_of(moving.a.post(moving.path + "answers/", {"answers": [{"choose": "keep"}]}))
    way = third["question"]["options"][0]["id"]
    told = done(moving.a.post(moving.path + "answers/", {"answers": [{"choose": way}]}))
    assert told["entry"]["kind"] == "move"
    assert [found["by"] for found in told["entry"]["answers"]] == ["seat:A"] * 3
    assert told["entry"]["answers"][0]["rolled_by"] == "table"
    assert not PendingAction.objects.exists()


def test_the_question_is_read_by_everybody(moving: Room) -> None:
    for caller in (moving.a, moving.b, moving.screen, moving.host):
        told = body_of(caller.get(moving.path + "question/"))
        assert (told["question"]["kind"], told["question"]["seat"]) == ("roll", "A")
    assert body_of(moving.a.get(moving.path + "question/"))["version"] == moving.game.version
    refused(moving.stranger.get(moving.path + "question/"), 404, "game_not_found")


def test_the_server_rolls_on_request(moving: Room) -> None:
    told = body_of(moving.a.post(moving.path + "answers/", {"answers": [{"roll": "server"}]}))

    assert told["question"]["kind"] == "choose"
    assert given()[0]["rolled_by"] == "server"  # type: ignore[index]
    assert 1 <= given()[0]["roll"][0] <= 6  # type: ignore[index]


def test_a_dry_run_keeps_no_answer(moving: Room) -> None:
    version = moving.game.version
    response = moving.a.post(moving.path + "answers/", {**ROLLED, "dry_run": True})

    assert (response.status_code, body_of(response)["state"]) == (200, "preview")
    assert (given(), moving.game.version) == ([], version)


@pytest.mark.parametrize(
    ("answers", "status", "code"),
    [
        ([{"roll": [0]}], 422, "die_out_of_range"),
        ([{"roll": [7]}], 422, "die_out_of_range"),
        ([{"roll": [1, 2]}], 422, "wrong_number_of_dice"),
        ([{"choose": "keep"}], 422, "roll_expected"),
        ([{"roll": [2], "key": "SW-FATE-1:reroll_move:A"}], 409, "replay_diverged"),
        ([{"roll": [2]}, {"choose": "nothing"}], 422, "not_an_option"),
        ([], 400, "invalid_body"),
        (["roll"], 400, "invalid_body"),
        ([{"roll": [2]}] * 61, 400, "invalid_body"),
    ],
)
def test_a_wrong_answer_is_refused_and_the_question_stays(
    moving: Room, answers: list[object], status: int, code: str
) -> None:
    version = moving.game.version

    refused(moving.a.post(moving.path + "answers/", {"answers": answers}), status, code)
    assert (given(), moving.game.version) == ([], version)


def test_a_question_that_is_not_open_takes_no_answer(playing: Room) -> None:
    version = playing.game.version
    refused(playing.a.post(playing.path + "answers/", ROLLED), 409, "no_question")
    refused(playing.a.delete(playing.path + "answers/last/"), 409, "no_question")
    refused(playing.a.delete(playing.path + "question/"), 409, "no_question")
    assert playing.game.version == version
    assert body_of(playing.a.get(playing.path + "question/"))["question"] is None


def test_whoever_may_log_for_a_seat_may_answer_for_it(moving: Room) -> None:
    moving.host.patch(moving.path, {"may_log": "own_seat"})

    refused(moving.b.post(moving.path + "answers/", ROLLED), 403, "not_your_seat")
    refused(moving.screen.post(moving.path + "answers/", ROLLED), 403, "not_allowed")
    refused(moving.stranger.post(moving.path + "answers/", ROLLED), 404, "game_not_found")
    assert given() == []
    assert moving.host.post(moving.path + "answers/", ROLLED).status_code == 202
    assert given()[0]["by"] == "host"  # type: ignore[index]


def test_a_stale_answer_is_refused(moving: Room) -> None:
    seen = moving.game.version
    moving.a.post(moving.path + "answers/", ROLLED)
    response = moving.a.post(moving.path + "answers/", ROLLED, If_Match=str(seen))

    refused(response, 412, "stale_version")
    assert len(given()) == 1


def test_a_repeated_answer_counts_once(moving: Room) -> None:
    one = moving.a.post(moving.path + "answers/", ROLLED, Idempotency_Key="first-die")
    two = moving.a.post(moving.path + "answers/", ROLLED, Idempotency_Key="first-die")

    assert (one.status_code, two.status_code, two["Idempotent-Replayed"]) == (202, 202, "true")
    assert len(given()) == 1
    response = moving.a.post(
        moving.path + "answers/", {"answers": [{"roll": [3]}]}, Idempotency_Key="first-die"
    )
    refused(response, 422, "key_reused")


# --- taking back and cancelling ----------------------------------------------------------------


def test_the_last_answer_is_taken_back_by_who_gave_it_or_the_host(moving: Room) -> None:
    moving.a.post(moving.path + "answers/", ROLLED)

    refused(moving.b.delete(moving.path + "answers/last/"), 403, "not_your_seat")
    refused(moving.screen.delete(moving.path + "answers/last/"), 403, "not_your_seat")
    response = moving.a.delete(moving.path + "answers/last/")
    assert body_of(response)["question"]["kind"] == "roll"
    assert given() == []
    refused(moving.a.delete(moving.path + "answers/last/"), 409, "no_answer")
    moving.a.post(moving.path + "answers/", ROLLED)
    assert moving.host.delete(moving.path + "answers/last/").status_code == 202


def test_taking_back_is_safe_to_repeat(moving: Room) -> None:
    moving.a.post(moving.path + "answers/", {"answers": [{"roll": [2]}, {"choose": "keep"}]})
    for _ in range(2):
        moving.a.delete(moving.path + "answers/last/", Idempotency_Key="take-back")

    assert len(given()) == 1


def test_the_question_is_cancelled_by_who_asked_or_the_host(moving: Room) -> None:
    seq = moving.game.seq
    refused(moving.b.delete(moving.path + "question/"), 403, "not_your_seat")
    response = moving.a.delete(moving.path + "question/")

    assert body_of(response)["table"]["is_provisional"] is False
    assert moving.game.seq == seq
    assert not PendingAction.objects.exists()
    act(moving, moving.a, "move")
    assert moving.host.delete(moving.path + "question/").status_code in {200, 201}


# --- secret questions --------------------------------------------------------------------------


def test_a_secret_question_tells_others_only_whom_it_waits_for(friday: Room) -> None:
    friday.host.patch(friday.path, {"variants": ["free-choice"]})
    facts = {
        "alignment": "good", "strength": 3, "craft": 4, "life": 4, "fate": 2, "start": "kiros", "spells": 1,
    }  # fmt: skip
    for caller, kind, seat, more in (
        (friday.a, "prepare_board", "A", {}),
        (friday.a, "choose_character", "A", {"character": "mace-windu"}),
        (friday.b, "choose_character", "B", {"character": "luke-skywalker"}),
    ):
        answers = [{"facts": facts}] if more else []
        done(act(friday, caller, kind, seat, answers=answers, **more))
    act(friday, friday.a, "deal_spells")

    mine = body_of(friday.a.get(friday.path + "question/"))["question"]
    assert (mine["kind"], mine["secret"]) == ("draw", True)
    assert "known" in mine
    for caller in (friday.b, friday.screen, friday.host):
        seen = body_of(caller.get(friday.path + "question/"))["question"]
        assert (seen["seat"], seen["secret"], seen["text"]) == ("A", True, None)
        assert (seen["deck"], seen["count"], seen["may_be_unseen"]) == ("force-skill", 1, True)
        assert "known" not in seen
    refused(
        friday.b.post(friday.path + "answers/", {"answers": [{"cards": [{}]}]}),
        403,
        "not_your_seat",
    )
    done(friday.a.post(friday.path + "answers/", {"answers": [new_spell(SPELL_OF_A, "good")]}))
    assert SPELL_OF_A not in friday.b.get(friday.path + "table/").content.decode()
