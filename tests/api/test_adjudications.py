"""Asking what the rules say: every worked example of the edition over HTTP, and whatever else is sent."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from tests.api.cast import Caller, Room, body_of, refused
from tests.api.recording import example
from tests.cases import over_http

PATH = "adjudications/"
EXAMPLES = dict(over_http.read("star-wars"))


def asking(path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """As a program asks that knows nothing but the description."""
    cache.clear()
    response = Caller().post(path, body)
    return response.status_code, body_of(response)


@pytest.mark.django_db
@pytest.mark.parametrize("topic", sorted({name.partition(":")[0] for name in EXAMPLES}))
def test_the_examples_come_out_over_http_as_they_do_at_the_table(topic: str) -> None:
    """All steps of all of them, by a program that knows no more than tests/cases/README.md."""
    for name, case in EXAMPLES.items():
        if name.partition(":")[0] == topic:
            try:
                over_http.run("star-wars", case, asking)
            except over_http.Otherwise as otherwise:
                raise AssertionError(f"{name}: {otherwise}") from otherwise


def test_an_example_that_says_something_else_is_found_out() -> None:
    case = EXAMPLES["outer_spaces: Lothal, six, one Strength"]

    for other in (
        {"then": {"mace": {"strength": 5}}},
        {"notes": ["nothing_happens"]},
        {"rules": ["SW-KIROS-1"]},
        {"refused": {"code": "must_move"}},
        {"asks": {"kind": "roll"}},
    ):
        with pytest.raises(over_http.Otherwise):
            over_http.run("star-wars", {**case, **other}, asking)


# ---------------------------------------------------------------------- what is told


def question(**more: Any) -> dict[str, Any]:
    """A battle with a Thug on an Open Space."""
    thug = {"id": "thug", "name": "Thug", "type": "enemy", "strength": 4, "number": 2}
    return {
        "edition": "star-wars",
        "situation": {
            "seats": {"mace": {"at": "open-space-1", "strength": 4}, "maul": {}},
            "spaces": {"open-space-1": ["thug"]},
            "cards": {"encounter": [thug]},
        },
        "action": {"kind": "encounter_space"},
        **more,
    }


FIGHT = [{"choose": "fight"}]


def test_an_outcome_is_told_with_its_derivation(nobody: Caller) -> None:
    body = question(answers=[*FIGHT, {"roll": [5]}, {"roll": [2]}])

    response = nobody.post(PATH, body)
    told = body_of(response)

    assert told["state"] == "resolved"
    assert told["ends"] == {
        "battle": {"seat": "mace", "result": "won", "foe": "Thug"},
        "encounter": True,
        "turn": False,
        "game": False,
        "winner": None,
    }
    scores = next(note for note in told["notes"] if note["code"] == "scores")
    assert (scores["params"]["mine"], scores["params"]["theirs"]) == (9, 6)
    assert scores["text"] == "Mace Windu comes to 9, Thug to 6."
    assert "Mace Windu wins against Thug." in told["text"]
    place = next(change for change in told["changes"] if change["what"] == "card")
    assert place["text"]
    assert place["rules"][0] in told["rules"]
    assert told["table"]["seats"][0]["trophies"] == [{"key": "c1", "card": "thug"}]
    example("adjudication_create.a_battle", "A battle in a described situation", response, body)


def test_a_lost_battle_ends_the_turn(nobody: Caller) -> None:
    told = body_of(nobody.post(PATH, question(answers=[*FIGHT, {"roll": [1]}, {"roll": [2]}])))

    assert told["ends"]["battle"] == {"seat": "mace", "result": "lost", "foe": "Thug"}
    assert (told["ends"]["turn"], told["ends"]["game"]) == (True, False)
    life = next(change for change in told["changes"] if change["field"] == "life")
    assert (life["before"], life["after"], life["text"]) == (4, 3, "Health 4 → 3")


def test_the_last_battle_ends_the_game(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "citadel", "craft": 12}}},
        "action": {"kind": "encounter_space"},
        "answers": [*FIGHT, {"roll": [6]}, {"roll": [1]}],
    }

    told = body_of(nobody.post(PATH, body))

    assert told["ends"] == {
        "battle": {"seat": "mace", "result": "won", "foe": "the Emperor"},
        "encounter": True,
        "turn": True,
        "game": True,
        "winner": "mace",
    }


def test_a_death_ends_the_turn_of_who_died(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "mustafar", "life": 1}}},
        "action": {"kind": "encounter_space"},
    }

    told = body_of(nobody.post(PATH, body))

    assert (told["ends"]["encounter"], told["ends"]["turn"]) == (True, True)
    assert told["table"]["seats"][0]["status"] == "dead"


def test_an_ended_turn_is_over(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "lothal"}, "maul": {}}},
        "action": {"kind": "end_turn"},
    }

    told = body_of(nobody.post(PATH, body))

    assert (told["ends"]["encounter"], told["ends"]["turn"]) == (False, True)
    assert told["table"]["turn"]["seat"] == "maul"


def test_between_characters_the_winner_is_named(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "kiros", "strength": 5}, "maul": {"at": "kiros"}}},
        "action": {"kind": "encounter_character", "params": {"other": "maul"}},
        "answers": [*FIGHT, *FIGHT, {"roll": [3]}, {"roll": [3]}, {"choose": "life"}],
    }

    told = body_of(nobody.post(PATH, body))

    assert told["ends"]["battle"] == {"seat": "mace", "result": "won", "foe": "maul"}
    assert told["ends"]["turn"] is False


def test_what_is_needed_to_go_on_is_asked(nobody: Caller) -> None:
    body = question(answers=FIGHT)

    response = nobody.post(PATH, body)
    told = body_of(response)

    assert (told["state"], told["ends"], told["text"]) == (
        "question",
        None,
        "Mace Windu encounters Open Space past Mustafar. Thug is next (Adversary). "
        "Mace Windu goes in with Strength 4.",
    )
    assert (told["question"]["kind"], told["question"]["seat"]) == ("roll", "mace")
    assert (told["question"]["dice"], told["question"]["answered"]) == (1, 1)
    assert told["question"]["action"]["kind"] == "encounter_space"
    example("adjudication_create.a_question", "What is needed to go on", response, body)


def test_what_the_rules_forbid_is_refused_with_its_reasons(nobody: Caller) -> None:
    body = question(action={"kind": "encounter_character", "params": {"other": "maul"}})

    response = nobody.post(PATH, body)
    told = body_of(response)

    assert (told["state"], told["refused_answer"], told["text"]) == ("refused", None, None)
    (problem,) = told["problems"]
    assert problem["code"] == "not_on_your_space"
    assert problem["detail"]
    assert told["rules"] == problem["rules"]
    example("adjudication_create.refused", "The rules forbid it", response, body)


def test_an_answer_that_is_not_allowed_is_refused_by_its_number(nobody: Caller) -> None:
    body = question(answers=[*FIGHT, {"roll": [7]}, {"roll": [1]}])

    told = body_of(nobody.post(PATH, body))

    assert (told["state"], told["refused_answer"]) == ("refused", 1)
    assert told["problems"][0]["code"] == "die_out_of_range"


def test_where_the_rules_refuse_to_go_on_the_last_answer_is_refused(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "lothal"}}, "facts": {"board_confirmed": True}},
        "action": {"kind": "move", "params": {"to": "lothal"}},
        "answers": [{"roll": [2]}],
    }

    told = body_of(nobody.post(PATH, body))

    assert (told["state"], told["refused_answer"]) == ("refused", 0)
    assert told["problems"][0]["code"] == "no_doubling_back"


def test_an_answer_to_another_question_is_a_conflict(nobody: Caller) -> None:
    body = question(answers=[{"choose": "fight", "key": "SW-BATTLE-5:roll_attack:mace"}])

    refused(nobody.post(PATH, body), 409, "replay_diverged")


def test_cards_in_play_are_named_by_their_ids(nobody: Caller) -> None:
    seats = {"mace": {"at": "open-space-1", "objects": ["blaster", "robe"]}}
    body = {
        "edition": "star-wars",
        "situation": {"seats": seats, "phase": "end"},
        "action": {"kind": "ditch", "params": {"cards": ["<robe>"]}},
    }

    told = body_of(nobody.post(PATH, body))

    assert told["table"]["spaces"]["open-space-1"]["cards"] == [{"key": "c2", "card": "robe"}]
    body["action"] = {"kind": "ditch", "params": {"cards": ["<robe#2>"]}}
    problem = refused(nobody.post(PATH, body), 400, "unknown_card")
    assert problem["params"] == {"card": "robe#2"}


def test_a_rule_that_can_be_read_two_ways_says_how_it_is_read(nobody: Caller) -> None:
    told = body_of(nobody.post(PATH, question(answers=[*FIGHT, {"roll": [5]}, {"roll": [2]}])))

    assert {one["reading"] for one in told["rulings"]} <= {"ruling"}
    assert {one["rule"] for one in told["rulings"]} <= set(told["rules"])


# ---------------------------------------------------------------------- what cannot be


def test_everything_that_cannot_be_is_told_at_once(nobody: Caller) -> None:
    body = question(variants=["house"], rulings=["SW-MOVE-1"])
    body["situation"] = {
        "seats": {
            "mace": {"at": "nowhere", "objects": ["nothing", "thug"], "start_space": "x", "gold": 20},
            "maul": {"life": 5, "life_of": 3, "character": "vader", "played": ["x"], "gold": 11},
            "ahsoka": {"dark_fate": 1, "spells": ["blaster"], "strength_start": 5},
        },
        "spaces": {"void": ["robe"], "kiros": ["nothing", {"gold": 1}]},
        "discards": {"void": ["robe"], "encounter": ["robe", "unseen", "nothing"]},
        "deck": {"void": 1, "encounter": 99, "market": 3, "force-skill": 60},
        "piles": {"nothing": 1, "robe": 2, "thug": 1},
        "pieces": {"statue": "kiros"},
        "facts": {
            "dial_ceiling": "high",
            "board_confirmed": True,
            "copies": 3,
            "copies:nothing": 3,
            "copies:thug": 3,
            "draws:void": 1,
            "ring:outer": ["kiros"],
            "ring:void": [],
            "character:rey": {
                "alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 1, "start": "void"
            },
            "weather": "fine",
        },
        "cards": {
            "encounter": [
                {"id": "thug", "name": "Thug", "type": "enemy", "strength": 2},
                {"id": "robe", "name": "Robe", "type": "object"},
                {"id": "trick", "name": "Trick", "type": "spell"},
                {
                    "id": "odd", "name": "Odd", "type": "event",
                    "do": [{"take": "nothing"}, {"rule": "emperor"}],
                },
            ],
            "void": [{"id": "one", "name": "One", "type": "enemy"}],
        },
    }  # fmt: skip

    problem = refused(nobody.post(PATH, body), 422, "unknown_variant")

    assert {(one["params"]["path"], one["code"]) for one in problem["problems"]} == {
        ("variants.0", "unknown_variant"),
        ("rulings.0", "unknown_ruling"),
        ("situation.cards.encounter.1", "card_already_known"),
        ("situation.cards.encounter.2", "not_in_this_deck"),
        ("situation.cards.encounter.3.do", "unknown_card"),
        ("situation.cards.encounter.3.do", "rule_not_told"),
        ("situation.cards.void", "unknown_deck"),
        ("situation.facts.dial_ceiling", "fact_unreadable"),
        ("situation.facts.copies", "unknown_fact"),
        ("situation.facts.copies:nothing", "unknown_card"),
        ("situation.facts.draws:void", "unknown_space"),
        ("situation.facts.ring:outer", "ring_incomplete"),
        ("situation.facts.ring:void", "unknown_region"),
        ("situation.facts.character:rey.start", "unknown_space"),
        ("situation.facts.weather", "unknown_fact"),
        ("situation.seats.mace.at", "unknown_space"),
        ("situation.seats.mace.start_space", "unknown_space"),
        ("situation.seats.mace.objects.0", "unknown_card"),
        ("situation.seats.mace.objects.1", "not_of_this_kind"),
        ("situation.seats.maul.character", "unknown_character"),
        ("situation.seats.maul.played.0", "unknown_character"),
        ("situation.seats.maul.life", "dial_out_of_range"),
        ("situation.seats.ahsoka.dark_fate", "unknown_dial"),
        ("situation.seats.ahsoka.spells.0", "not_of_this_kind"),
        ("situation.seats.ahsoka.strength", "dial_out_of_range"),
        ("situation.spaces.void", "unknown_space"),
        ("situation.spaces.kiros.0", "unknown_card"),
        ("situation.discards.void", "unknown_deck"),
        ("situation.discards.encounter.0", "card_not_in_deck"),
        ("situation.discards.encounter.2", "unknown_card"),
        ("situation.deck.void", "unknown_deck"),
        ("situation.deck.force-skill", "more_than_the_box"),
        ("situation.piles.nothing", "unknown_card"),
        ("situation.piles.thug", "unknown_card"),
        ("situation.pieces.statue", "unknown_piece"),
        ("situation", "more_than_the_box"),
    }
    assert {fault["path"] for fault in problem["faults"]} == {
        one["params"]["path"] for one in problem["problems"]
    }
    assert all(fault["fault"] for fault in problem["faults"])
    assert problem["may_override"] is False


@pytest.mark.parametrize(
    ("situation", "path", "code"),
    [
        ({"seats": {}}, "situation.seats", "too_many_seats"),
        ({"seats": {f"s{n}": {} for n in range(7)}}, "situation.seats", "too_many_seats"),
        ({"seats": {"a": {}}, "order": ["a", "b"]}, "situation.order", "order_incomplete"),
        ({"seats": {"a": {}}, "turn": "b"}, "situation.turn", "unknown_seat"),
        (
            {"seats": {"a": {"character": "rey"}, "b": {"character": "rey"}}},
            "situation",
            "character_twice",
        ),
    ],
)
def test_seats_that_cannot_be_are_refused(
    nobody: Caller, situation: dict[str, Any], path: str, code: str
) -> None:
    problem = refused(nobody.post(PATH, question(situation=situation)), 422, code)

    assert [fault["path"] for fault in problem["faults"]] == [path]


def test_what_is_wrong_is_told_up_to_a_number(nobody: Caller) -> None:
    many = {"seats": {"mace": {"trophies": [f"no-{number}" for number in range(3000)]}}}

    assert (
        len(refused(nobody.post(PATH, question(situation=many)), 422, "unknown_card")["faults"])
        == 50
    )


def test_a_situation_that_is_not_possible_is_shown_in_the_description(nobody: Caller) -> None:
    body = question()
    body["situation"]["seats"]["mace"] |= {"life": 6, "life_of": 4, "gold": 40}

    response = nobody.post(PATH, body)

    refused(response, 422, "dial_out_of_range")
    example("adjudication_create.impossible", "No table can show that", response, body)


def test_seats_sit_in_the_order_that_is_said(nobody: Caller) -> None:
    body = {
        "edition": "star-wars",
        "situation": {
            "seats": {"a": {}, "b": {}, "c": {}},
            "order": ["c", "a", "b"],
            "turn": "a",
            "phase": "end",
        },
        "action": {"kind": "end_turn"},
    }

    told = body_of(nobody.post(PATH, body))

    assert [one["seat"] for one in told["table"]["seats"]] == ["c", "a", "b"]
    assert told["table"]["turn"]["seat"] == "b"


def test_a_lone_seat_has_company(nobody: Caller) -> None:
    for seat, company in (("mace", "other"), ("other", "another")):
        body = question(situation={"seats": {seat: {"at": "lothal"}}}, answers=[{"roll": [1]}])

        told = body_of(nobody.post(PATH, body))

        assert [one["seat"] for one in told["table"]["seats"]] == [seat, company]


# ---------------------------------------------------------------------- what was done before


BOUGHT: dict[str, Any] = {
    "action": {"kind": "encounter_space"},
    "answers": [{"choose": "robe"}, {"choose": "done"}],
}


def after(*before: dict[str, Any], **action: Any) -> dict[str, Any]:
    """A question about Jakku, after what was done there."""
    return {
        "edition": "star-wars",
        "situation": {"seats": {"mace": {"at": "jakku", "gold": 2}, "maul": {}}},
        "before": list(before),
        "action": action or {"kind": "ditch", "params": {"cards": ["<robe>"]}},
    }


def test_an_action_begins_on_the_table_that_those_before_it_led_to(nobody: Caller) -> None:
    response = nobody.post(PATH, after(BOUGHT))
    told = body_of(response)

    assert told["state"] == "resolved"
    assert told["table"]["spaces"]["jakku"]["cards"] == [{"key": "c1", "card": "robe"}]
    assert told["table"]["seats"][0]["gold"] == 1
    # What was done before is not told again.
    assert not [change for change in told["changes"] if change["field"] == "gold"]
    assert "paid" not in [note["code"] for note in told["notes"]]


def test_what_could_not_be_done_before_is_refused_where_it_stands(nobody: Caller) -> None:
    unpaid = {**BOUGHT, "answers": [{"choose": "pauldron"}]}
    problem = refused(nobody.post(PATH, after(BOUGHT, unpaid)), 422, "wrong_part_of_turn")
    assert [fault["path"] for fault in problem["faults"]] == ["before.1.action"]

    problem = refused(nobody.post(PATH, after(unpaid)), 422, "cannot_pay")
    assert [fault["path"] for fault in problem["faults"]] == ["before.0.answers.0"]

    problem = refused(
        nobody.post(PATH, after({"action": {"kind": "encounter_space"}})), 422, "answers_missing"
    )
    assert [fault["path"] for fault in problem["faults"]] == ["before.0.answers"]

    problem = refused(nobody.post(PATH, after({"action": {"kind": "fly"}})), 422, "unknown_action")
    assert [fault["path"] for fault in problem["faults"]] == ["before.0.action"]


def test_no_more_is_done_before_than_can_be_looked_through_at_once(nobody: Caller) -> None:
    many = {"action": {"kind": "encounter_space"}, "answers": [{"roll": [1]}] * 40}
    for before in ([many, many], [{"action": {"kind": "end_turn"}}] * 13):
        refused(nobody.post(PATH, after(*before)), 400, "invalid_body")


def test_what_was_asked_on_the_way_is_told_with_its_answers(nobody: Caller) -> None:
    told = body_of(nobody.post(PATH, question(answers=[*FIGHT, {"roll": [5]}])))

    assert [(one["kind"], one["seat"], one["answer"]) for one in told["asked"]] == [
        ("choose", "mace", {"choose": "fight"}),
        ("roll", "mace", {"roll": [5]}),
    ]
    assert all(one["text"] and one["rules"] for one in told["asked"])


def test_a_preview_at_a_table_says_the_same_as_the_table_described(playing: Room) -> None:
    """What a live table shows with `dry_run` is what its description comes to."""
    seats = {
        "A": {"character": "mace-windu", "at": "kiros", "strength": 3, "craft": 4, "fate": 2, "gold": 2,
              "spells": ["unseen"], "first_turn": True, "start_space": "kiros"},
        "B": {"character": "darth-maul", "at": "dathomir", "strength": 4, "fate": 2, "gold": 2,
              "spells": ["unseen"], "first_turn": True, "start_space": "dathomir"},
    }  # fmt: skip
    for action, answers in (
        ({"kind": "move", "seat": "A", "params": {}}, [{"roll": [2]}, {"choose": "keep"}]),
        (
            {"kind": "move", "seat": "A", "params": {"direction": "clockwise"}},
            [{"roll": [2]}, {"choose": "reroll-1"}, {"roll": [5]}],
        ),
        ({"kind": "encounter_space", "seat": "A", "params": {}}, []),
        ({"kind": "end_turn", "seat": "A", "params": {}}, []),
    ):
        shown = playing.a.post(
            playing.path + "actions/", {**action, "answers": answers, "dry_run": True}
        )
        told = body_of(
            Caller().post(
                PATH,
                {
                    "edition": "star-wars",
                    "variants": ["free-choice"],
                    "situation": {"seats": seats, "turn": "A", "phase": "move"},
                    "action": action,
                    "answers": answers,
                },
            )
        )
        seen = body_of(shown)
        if told["state"] == "refused":
            assert shown.status_code == 422
            assert [one["code"] for one in seen["problems"]] == [
                one["code"] for one in told["problems"]
            ]
            assert (seen["rules"], seen["rules_url"]) == (told["rules"], told["rules_url"])
            continue
        same = ("what", "id", "field", "before", "after", "rules")
        assert [[one[name] for name in same] for one in seen["changes"]] == [
            [one[name] for name in same] for one in told["changes"]
        ]
        assert [(one["code"], one["params"], one["rules"]) for one in seen["notes"]] == [
            (one["code"], one["params"], one["rules"]) for one in told["notes"]
        ]
        assert (seen["question"] and seen["question"]["key"]) == (
            told["question"] and told["question"]["key"]
        )


# ---------------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"edition": None}, "edition"),
        ({"situation": {"seats": {"mace": {"strength": "3"}}}}, "situation.seats.mace.strength"),
        ({"situation": {"seats": {"mace": {"strength": 100}}}}, "situation.seats.mace.strength"),
        ({"situation": {"seats": {"mace": {"gold": True}}}}, "situation.seats.mace.gold"),
        ({"situation": {"seats": {"mace": {"hat": 1}}}}, "situation.seats.mace.hat"),
        ({"situation": {"seats": {"mace": {"status": "ill"}}}}, "situation.seats.mace.status"),
        ({"situation": {"seats": {"a b": {}}}}, "situation.seats.a b.[key]"),
        ({"situation": {"seats": {}, "phase": "noon"}}, "situation.phase"),
        ({"situation": {"seats": {}, "deck": {"encounter": -1}}}, "situation.deck.encounter"),
        ({"situation": []}, "situation"),
        ({"action": {"kind": "Move!"}}, "action.kind"),
        ({"action": {"kind": "move", "params": 3}}, "action.params"),
        ({"answers": [3]}, "answers.0"),
        ({"answers": [{}] * 61}, "answers"),
        ({"rulings": ["x"] * 41}, "rulings"),
        ({"more": 1}, "more"),
    ],
)
def test_what_does_not_fit_is_located(nobody: Caller, change: dict[str, Any], path: str) -> None:
    problem = refused(nobody.post(PATH, question(**change)), 400, "invalid_body")

    assert path in [fault["path"] for fault in problem["faults"]]


@pytest.mark.parametrize("body", [[], 3, "x", None, True, [{}]])
def test_any_other_json_is_refused(nobody: Caller, body: Any) -> None:
    refused(nobody.post(PATH, body), 400, "invalid_body")


def test_an_unknown_edition_is_named(nobody: Caller) -> None:
    problem = refused(nobody.post(PATH, question(edition="dune")), 400, "invalid_option")

    assert problem["params"] == {"option": "edition", "known": ["star-wars"]}


def test_an_unknown_action_and_its_parameters_are_named(nobody: Caller) -> None:
    refused(nobody.post(PATH, question(action={"kind": "fly"})), 400, "unknown_action")
    body = question(action={"kind": "move", "params": {"to": 3, "by": "ship"}})
    problem = refused(nobody.post(PATH, body), 400, "params_unreadable")
    assert {fault["path"] for fault in problem["faults"]} == {"to", "by"}
    refused(
        nobody.post(PATH, question(action={"kind": "move", "seat": "yoda"})), 400, "unknown_seat"
    )


def test_a_body_that_is_too_large_is_refused(nobody: Caller) -> None:
    refused(nobody.post(PATH, question(more="x" * 70_000)), 413, "body_too_large")


def test_nobody_asks_without_end(nobody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.views.asked.MOST_ADJUDICATIONS", 2)

    statuses = [nobody.post(PATH, question()).status_code for _ in range(3)]

    assert statuses == [200, 200, 429]
