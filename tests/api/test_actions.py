"""Logging what happens: 201 with the entry, 202 with the question, 200 for a dry run, or a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import ActionRecord, PendingAction
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.evening import MACE, act, done, evening
from tests.api.recording import example


def unchanged(playing: Room) -> tuple[int, int, int]:
    return playing.game.version, playing.game.seq, ActionRecord.objects.count()


# --- what it answers ---------------------------------------------------------------------------


def test_what_happened_is_logged_and_told_with_the_table(friday: Room) -> None:
    body = {"kind": "prepare_board", "seat": "A"}
    response = friday.a.post(friday.path + "actions/", body)

    told = done(response)
    assert (told["state"], told["version"], told["question"]) == (
        "resolved",
        friday.game.version,
        None,
    )
    assert told["entry"]["seq"] == told["table"]["seq"] == friday.game.seq == 1
    assert (told["entry"]["kind"], told["entry"]["logged_by"]) == ("prepare_board", "seat:A")
    assert told["entry"]["text"] == told["notes"][0]["text"]
    assert told["table"] == body_of(friday.a.get(friday.path + "table/"))
    example("action_submit.set_up", "The first step of set-up", response, body)


def test_what_is_needed_besides_is_asked(playing: Room) -> None:
    body = {"kind": "move", "seat": "A"}
    response = playing.a.post(playing.path + "actions/", body)

    told = body_of(response)
    assert (response.status_code, told["state"], told["entry"]) == (202, "question", None)
    assert (told["question"]["kind"], told["question"]["seat"], told["question"]["dice"]) == (
        "roll", "A", 1,
    )  # fmt: skip
    assert told["question"]["text"]
    assert (told["table"]["is_provisional"], told["table"]["question"]) == (True, told["question"])
    assert PendingAction.objects.get().game_id == playing.game_id
    example("action_submit.asks_for_the_die", "A move, which needs the die", response, body)


def test_all_answers_at_once_are_as_good_as_step_by_step(playing: Room) -> None:
    answers = [{"roll": [2]}, {"choose": "keep"}]
    first = body_of(act(playing, playing.a, "move", answers=answers))
    way = first["question"]["options"][0]["id"]
    playing.a.delete(playing.path + "question/")
    body = {"kind": "move", "seat": "A", "answers": [*answers, {"choose": way}]}
    response = playing.a.post(playing.path + "actions/", body)

    told = done(response)
    assert told["table"]["phase"] == "encounter"
    assert {change["field"] for change in told["changes"] if change["what"] == "figure"} == {
        "space"
    }
    assert all(change["rules"] for change in told["changes"] if change["what"] == "figure")
    example("action_submit.all_at_once", "A move with all its answers", response, body)


@pytest.mark.parametrize("how", ["body", "address"])
def test_a_dry_run_shows_the_result_and_keeps_nothing(playing: Room, how: str) -> None:
    before = unchanged(playing)
    body = {"kind": "move", "seat": "A", "answers": [{"roll": [2]}]}
    response = (
        playing.a.post(playing.path + "actions/", {**body, "dry_run": True})
        if how == "body"
        else playing.a.post(playing.path + "actions/?dry_run=true", body)
    )

    told = body_of(response)
    assert (response.status_code, told["state"]) == (200, "preview")
    assert told["question"]["kind"] == "choose"
    assert unchanged(playing) == before
    assert not PendingAction.objects.exists()


# --- who may -----------------------------------------------------------------------------------


def test_another_seat_may_log_where_the_table_lets_it(playing: Room) -> None:
    told = done(
        act(playing, playing.b, "correct", "A", reason="miscounted", figures={"A": {"gold": 3}})
    )

    assert told["entry"]["logged_by"] == "seat:B"


@pytest.mark.parametrize(
    ("may_log", "code"), [("own_seat", "not_your_seat"), ("host", "host_only")]
)
def test_another_seats_action_is_refused_where_it_does_not(
    playing: Room, may_log: str, code: str
) -> None:
    playing.host.patch(playing.path, {"may_log": may_log})
    before = unchanged(playing)

    refused(act(playing, playing.b, "move", "A"), 403, code)
    assert unchanged(playing) == before
    assert act(playing, playing.host, "move", "A").status_code == 202


def test_strangers_and_screens_log_nothing(playing: Room) -> None:
    before = unchanged(playing)
    refused(act(playing, playing.stranger, "move"), 404, "game_not_found")
    refused(act(playing, playing.nobody, "move"), 401, "not_authenticated")
    refused(act(playing, playing.screen, "move"), 403, "not_allowed")
    assert unchanged(playing) == before


def test_a_state_of_the_table_is_the_hosts(playing: Room) -> None:
    body = {"reason": "we began without the app", "figures": {"A": {"gold": 4}}}

    refused(act(playing, playing.a, "state_of_table", "A", **body), 403, "host_only")
    told = done(act(playing, playing.host, "state_of_table", "A", **body))
    assert told["table"]["seats"][0]["gold"] == 4


UNDER_WAY: dict[str, Any] = {
    "reason": "we began without the app",
    "figures": {
        "A": {
            "character": "mace-windu", "alignment": "good", "space": "ilum", "passed": True,
            "strength": 4, "craft": 5, "life": 3, "start_life": 4, "fate": 1, "gold": 2,
        },
        "B": {
            "character": "darth-maul", "alignment": "evil", "space": "takodana",
            "strength": 4, "craft": 3, "life": 4, "gold": 1, "lead": {"task": "pay", "kind": "gold"},
            "played": ["kylo-ren"],
        },
    },
    "cards": [
        {"card": "sith-wayfinder", "zone": "held", "seat": "A"},
        {"deck": "force-skill", "zone": "hand", "seat": "B"},
        {
            "deck": "encounter", "zone": "space", "space": "kiros",
            "new": {"id": "thug", "name": "Thug", "type": "enemy", "strength": 2},
        },
    ],
    "turn": {"seat": "A"},
}  # fmt: skip


def test_a_game_under_way_is_taken_in_by_one_entry_and_goes_on(friday: Room) -> None:
    response = act(friday, friday.host, "state_of_table", "A", **UNDER_WAY)
    entry = done(response)["entry"]
    body = {"kind": "state_of_table", "seat": "A", "params": UNDER_WAY}
    example("action_submit.under_way", "A game that began without the app", response, body)

    assert "Darth Maul follows a lead: pay 3 Galactic Credits." in entry["text"]
    assert "Darth Maul" in entry["text"]
    offered = body_of(friday.a.get(friday.path + "legal-actions/"))["actions"]
    assert [one["body"]["params"] for one in offered if one["body"]["kind"] == "step"] == [
        {"way": "forward"},
        {"way": "back"},
    ]
    gained = act(
        friday, friday.b, "tell", "B", source="card", name="Luck", effects=[{"gain": {"gold": 2}}]
    )
    assert done(gained)["table"]["seats"][1]["marks"] == {"played": ["kylo-ren"]}
    undone = body_of(friday.host.post(friday.path + "undo/", {"to": 1}))
    assert undone["table"]["phase"] == "setup"


# --- what the rules refuse ---------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_rule_numbers_and_a_way_out(playing: Room) -> None:
    before = unchanged(playing)
    body = {"kind": "end_turn", "seat": "A"}
    response = playing.a.post(playing.path + "actions/", body)

    problem = refused(response, 422, "must_move")
    assert problem["rules"]
    assert all(rule.startswith("SW-") for rule in problem["rules"])
    assert problem["may_override"] is True
    assert problem["problems"][0]["code"] == "must_move"
    assert unchanged(playing) == before
    example("action_submit.against_the_rules", "Refused, with the rule", response, body)


def test_it_is_accepted_as_it_happened(playing: Room) -> None:
    body = {"kind": "end_turn", "seat": "A", "as_happened": "we forgot the move"}

    told = done(playing.a.post(playing.path + "actions/", body))
    assert told["entry"]["as_happened"] == "we forgot the move"


def test_it_is_accepted_where_a_card_says_so(playing: Room) -> None:
    cause = {"kind": "card", "name": "Hyperdrive"}

    told = done(
        playing.a.post(playing.path + "actions/", {"kind": "end_turn", "seat": "A", "cause": cause})
    )
    assert told["entry"]["cause"] == cause


def test_an_advising_table_asks_first(playing: Room) -> None:
    playing.host.patch(playing.path, {"strictness": "advise"})
    before = unchanged(playing)
    problem = refused(act(playing, playing.a, "end_turn"), 409, "needs_confirmation")

    assert problem["problems"][0]["code"] == "must_move"
    assert unchanged(playing) == before
    told = done(
        playing.a.post(
            playing.path + "actions/", {"kind": "end_turn", "seat": "A", "confirm": True}
        )
    )
    assert [warning["code"] for warning in told["entry"]["warnings"]] == ["must_move"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"kind": "fly"}, 400, "unknown_action"),
        ({"seat": "Q"}, 400, "unknown_seat"),
        ({"seat": "1"}, 400, "invalid_body"),
        ({"kind": ""}, 400, "invalid_body"),
        ({"kind": None}, 400, "invalid_body"),
        ({"params": []}, 400, "invalid_body"),
        ({"params": {"speed": 3}}, 400, "params_unreadable"),
        ({"params": {"direction": "up"}}, 400, "params_unreadable"),
        ({"params": {"to": "nowhere"}, "answers": [{"roll": [1]}, {"choose": "keep"}]}, 400, "unknown_space"),
        ({"cause": {"kind": "mood", "name": "x"}}, 400, "invalid_body"),
        ({"as_happened": ""}, 400, "invalid_body"),
        ({"colour": "red"}, 400, "invalid_body"),
        ({"answers": [1]}, 400, "invalid_body"),
        ({"answers": [{"roll": [1]}] * 61}, 400, "invalid_body"),
        ({"answers": [{"roll": [0]}]}, 422, "die_out_of_range"),
        ({"answers": [{"roll": [7]}]}, 422, "die_out_of_range"),
        ({"answers": [{"roll": [10**30]}]}, 422, "die_out_of_range"),
        ({"answers": [{"roll": [1, 2]}]}, 422, "wrong_number_of_dice"),
        ({"answers": [{"roll": []}]}, 422, "wrong_number_of_dice"),
        ({"answers": [{"roll": [1.5]}]}, 422, "roll_expected"),
        ({"answers": [{"roll": "1"}]}, 422, "roll_expected"),
        ({"answers": [{"choose": "keep"}]}, 422, "roll_expected"),
        ({"answers": [{}]}, 422, "roll_expected"),
        ({"answers": [{"roll": [2]}, {"choose": "cheat"}]}, 422, "not_an_option"),
        ({"answers": [{"roll": [2]}, {"amount": 1}]}, 422, "choice_expected"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_and_nothing_changes(
    playing: Room, change: dict[str, object], status: int, code: str
) -> None:
    before = unchanged(playing)
    body = {"kind": "move", "seat": "A", **change}

    refused(playing.a.post(playing.path + "actions/", body), status, code)
    assert unchanged(playing) == before
    assert not PendingAction.objects.exists()


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ({"A": {"life": 5}}, "dial_out_of_range"),
        ({"A": {"life": 0}}, "dial_out_of_range"),
        ({"A": {"strength": 2}}, "dial_out_of_range"),
        ({"A": {"gold": 98}, "B": {"gold": 98}}, "more_than_the_box"),
        ({"A": {"fate": 99}}, "more_than_the_box"),
        ({"A": {"character": "darth-maul"}}, "character_twice"),
    ],
)
def test_a_direct_change_out_of_range_is_refused_whatever_the_reason(
    playing: Room, figures: dict[str, object], code: str
) -> None:
    before = unchanged(playing)
    params = {"reason": "because", "figures": figures}

    for more in ({}, {"as_happened": "it was so"}):
        body = {"kind": "correct", "seat": "A", "params": params, **more}
        refused(playing.a.post(playing.path + "actions/", body), 422, code)
    assert unchanged(playing) == before


@pytest.mark.parametrize("value", [-1, 100, 2.5, "lots", [1]])
def test_a_dial_is_a_number_from_0_to_99(playing: Room, value: object) -> None:
    before = unchanged(playing)
    figures = {"A": {"gold": value}}
    response = act(playing, playing.a, "correct", reason="because", figures=figures)

    problem = refused(response, 400, "params_unreadable")
    assert problem["faults"][0]["path"] == "figures.A.gold"
    assert unchanged(playing) == before


def test_a_second_action_waits_for_the_first(playing: Room) -> None:
    act(playing, playing.a, "move")
    problem = refused(act(playing, playing.a, "move"), 409, "question_open")

    assert problem["question"]["kind"] == "roll"
    assert PendingAction.objects.count() == 1


def test_nothing_happens_after_the_end(playing: Room) -> None:
    done(
        act(
            playing, playing.host, "state_of_table", "A",
            reason="it is late", turn={"seat": "A", "phase": "over"},
        )
    )  # fmt: skip
    before = unchanged(playing)

    refused(act(playing, playing.a, "move"), 409, "game_over")
    assert unchanged(playing) == before


# --- versions and keys -------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["{}", '"{}"', 'W/"{}"', '"{}.A.en"'])
def test_a_stale_action_is_refused_with_what_was_missed(playing: Room, form: str) -> None:
    seen = playing.game.version
    done(act(playing, playing.b, "correct", "B", reason="miscounted", figures={"B": {"gold": 3}}))
    before = unchanged(playing)
    response = playing.a.post(
        playing.path + "actions/", {"kind": "move", "seat": "A"}, If_Match=form.format(seen)
    )

    problem = refused(response, 412, "stale_version")
    assert problem["version"] == seen + 1
    assert [entry["kind"] for entry in problem["entries"]] == ["correct"]
    assert problem["entries"][0]["text"]
    assert unchanged(playing) == before


def test_an_action_on_the_table_as_it_is_passes(playing: Room) -> None:
    tag = playing.a.get(playing.path + "table/")["ETag"]
    body = {"kind": "move", "seat": "A"}

    assert playing.a.post(playing.path + "actions/", body, If_Match=tag).status_code == 202


@pytest.mark.parametrize("value", ["yesterday", '"', "-1", "9" * 30])
def test_a_version_that_is_none_is_refused(playing: Room, value: str) -> None:
    response = playing.a.post(
        playing.path + "actions/", {"kind": "move", "seat": "A"}, If_Match=value
    )

    fault = refused(response, 400, "invalid_header")["faults"][0]
    assert fault == {
        "path": "If-Match",
        "fault": "a table's ETag, its version or * must stand here",
    }


def test_a_repeated_action_counts_once(friday: Room) -> None:
    body = {"kind": "prepare_board", "seat": "A"}
    one = friday.a.post(friday.path + "actions/", body, Idempotency_Key="prepare-1")
    two = friday.a.post(friday.path + "actions/", body, Idempotency_Key="prepare-1")

    assert (two.status_code, two["Idempotent-Replayed"]) == (201, "true")
    assert body_of(one) == body_of(two)
    assert friday.game.seq == 1


def test_a_repeated_question_is_asked_once(playing: Room) -> None:
    body = {"kind": "move", "seat": "A"}
    one = playing.a.post(playing.path + "actions/", body, Idempotency_Key="move-one")
    version = playing.game.version
    two = playing.a.post(playing.path + "actions/", body, Idempotency_Key="move-one")

    assert (one.status_code, two.status_code) == (202, 202)
    assert body_of(two)["question"]["key"] == body_of(one)["question"]["key"]
    assert playing.game.version == version


def test_a_key_with_another_body_is_refused(friday: Room) -> None:
    key = {"Idempotency_Key": "prepare-1"}
    friday.a.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "A"}, **key)
    response = friday.a.post(
        friday.path + "actions/", {"kind": "prepare_board", "seat": "B"}, **key
    )

    refused(response, 422, "key_reused")
    assert friday.game.seq == 1


def test_a_key_is_each_tokens_own(friday: Room) -> None:
    key = {"Idempotency_Key": "prepare-1"}
    friday.a.post(friday.path + "actions/", {"kind": "prepare_board", "seat": "A"}, **key)
    response = friday.b.post(
        friday.path + "actions/", {"kind": "prepare_board", "seat": "A"}, **key
    )

    refused(response, 422, "already_done")


# --- what is no number ------------------------------------------------------------------------


ENEMY = {"id": "imp", "name": "Imp", "type": "enemy"}
NO_NUMBERS: list[tuple[str, Any]] = [
    ("correct", {"figures": {"A": {"fate": True}}}),
    ("correct", {"figures": {"A": {"fate": "2"}}}),
    ("correct", {"figures": {"A": {"fate": 2.0}}}),
    ("correct", {"figures": {"A": {"out": 1}}}),
    ("correct", {"gold_on": {"kiros": "1"}}),
    ("correct", {"facts": {"board_confirmed": "yes"}}),
    ("correct", {"cards": [{"deck": "encounter", "new": {**ENEMY, "strength": "2"}, "zone": "discard"}]}),
    ("correct", {"facts": {"characters": {"rey": {**MACE, "life": True}}}}),
    ("tell", {"effects": [{"gain": {"craft": True}}]}),
    ("tell", {"effects": [{"turns": "1"}]}),
    ("tell", {"effects": [{"draw": {"deck": "encounter", "count": 1.0}}]}),
    ("tell", {"effects": [{"fight": {"name": "Imp", "strength": 2, "evadable": "no"}}]}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "params"), NO_NUMBERS, ids=str)
def test_what_is_no_number_is_not_taken_for_one(playing: Room, kind: str, params: Any) -> None:
    before = unchanged(playing)
    said = {"reason": "counted"} if kind == "correct" else {"source": "card", "name": "Imp"}

    refused(act(playing, playing.a, kind, **said, **params), 400, "params_unreadable")
    assert unchanged(playing) == before


@pytest.mark.parametrize("text", ["a\x07b", "\u202ea", "\u200b"])
def test_what_cannot_be_read_is_no_name_and_no_reason(playing: Room, text: str) -> None:
    card = {"deck": "encounter", "new": {**ENEMY, "name": text}, "zone": "discard"}

    for params in ({"reason": text, "gold_on": {"kiros": 1}}, {"reason": "found", "cards": [card]}):
        refused(act(playing, playing.a, "correct", **params), 400, "params_unreadable")
    for said in ({"as_happened": text}, {"cause": {"kind": "card", "name": text}}):
        body = {"kind": "move", "seat": "A", **said}
        refused(playing.a.post(playing.path + "actions/", body), 400, "invalid_body")


@pytest.mark.parametrize("to", [True, "1", 1.0])
def test_nor_how_far_to_take_back(playing: Room, to: Any) -> None:
    refused(playing.host.post(playing.path + "undo/", {"to": to}), 400, "invalid_body")


# --- what it costs -----------------------------------------------------------------------------


def queries(playing: Room, who: Caller, body: Mapping[str, object], key: str) -> int:
    with CaptureQueriesContext(connection) as found:
        response = who.post(playing.path + "actions/", body, Idempotency_Key=key)
    assert response.status_code == 201, response.content
    return len(found)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [0, 4])
def test_an_action_takes_at_most_fourteen_queries_however_long_the_log(seats: int) -> None:
    playing = evening()
    for name in ["Cleo", "Dan", "Eve", "Fay"][:seats]:
        playing.host.post(playing.path + "seats/", {"name": name})
    found = []
    for gold in (1, 2, 3, 4, 5, 6, 7, 8):
        params = {"reason": "counted", "figures": {"A": {"gold": gold}}}
        body = {"kind": "correct", "seat": "A", "params": params}
        found.append(queries(playing, playing.a, body, f"gold-of-{gold}"))
    # The first one finds nothing in memory where the seats have changed.
    assert found[0] <= 14
    assert len(set(found[1:])) == 1
