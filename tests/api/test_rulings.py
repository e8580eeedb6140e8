"""Rules that can be read two ways: listed, proposed, agreed on, fixed, and told with what they bring about."""

from __future__ import annotations

from typing import Any

import pytest

from content.library import pack
from tests.api.cast import Caller, Room, body_of, refused, room
from tests.api.evening import act, done, evening

STAR_WARS = pack("star-wars")
OTHER = ["SW-GEN-1", "SW-JAKKU-1"]


def endor(**more: Any) -> dict[str, Any]:
    """Mace on Endor in full health, a spell in hand that could be thrown away for more."""
    return {
        "edition": "star-wars",
        "situation": {
            "seats": {"mace": {"at": "endor", "craft": 4, "spells": ["unseen"]}, "maul": {}}
        },
        "action": {"kind": "encounter_space"},
        **more,
    }


# --- the catalogue -----------------------------------------------------------------------------


def test_an_edition_lists_what_can_be_read_two_ways(nobody: Caller) -> None:
    told = body_of(nobody.get("editions/star-wars/"))["rulings"]

    assert [one["rule"] for one in told] == [
        rule.id for rule in STAR_WARS.ledger.rules if rule.alternative
    ]
    jakku = next(one for one in told if one["rule"] == "SW-JAKKU-1")
    rule = STAR_WARS.rulings["SW-JAKKU-1"]
    assert jakku == {
        "rule": "SW-JAKKU-1",
        "title": rule.title,
        "ruling": rule.ruling,
        "alternative": rule.alternative,
    }


# --- a table's options -------------------------------------------------------------------------


def test_a_table_is_opened_with_other_readings(db: None, nobody: Caller) -> None:
    body = {"name": "Friday", "edition": "star-wars", "rulings": ["SW-JAKKU-1", *OTHER]}

    response = nobody.post("games/", body)

    told = body_of(response)
    assert response.status_code == 201
    assert (told["rulings"], told["variants"]) == (OTHER, [])
    host = Caller(told["host_key"])
    assert body_of(host.get(f"games/{told['id']}/table/"))["rulings"] == OTHER


def test_the_host_proposes_and_agreements_before_lapse(friday: Room) -> None:
    assert body_of(friday.a.get(friday.path))["rulings"] == []
    friday.a.post(friday.path + "agreement/", {})

    told = body_of(friday.host.patch(friday.path, {"rulings": OTHER[::-1]}))

    assert (told["rulings"], told["options_version"], told["is_agreed"]) == (OTHER, 2, False)
    assert [seat["has_agreed"] for seat in told["seats"]] == [False, False]
    for caller in (friday.a, friday.screen):
        assert body_of(caller.get(friday.path))["rulings"] == OTHER
        assert body_of(caller.get(friday.path + "table/"))["rulings"] == OTHER
    again = body_of(friday.host.patch(friday.path, {"name": "Late", "rulings": OTHER}))
    assert (again["rulings"], again["options_version"]) == (OTHER, 2)
    assert body_of(friday.host.patch(friday.path, {"rulings": []}))["is_agreed"] is True


def test_only_the_host_proposes_readings(friday: Room) -> None:
    for caller in (friday.a, friday.screen):
        refused(caller.patch(friday.path, {"rulings": OTHER}), 403, "host_only")
    refused(friday.stranger.patch(friday.path, {"rulings": OTHER}), 404, "game_not_found")
    refused(friday.nobody.patch(friday.path, {"rulings": OTHER}), 401, "not_authenticated")
    assert friday.game.rulings == []


@pytest.mark.parametrize("rule", ["SW-MOVE-1", "SW-GEN-9"])
def test_a_rule_that_has_no_other_reading_is_refused_by_name(friday: Room, rule: str) -> None:
    new = {"name": "Friday", "edition": "star-wars", "rulings": ["SW-GEN-1", rule]}
    for response in (
        friday.host.patch(friday.path, {"rulings": ["SW-GEN-1", rule]}),
        friday.nobody.post("games/", new),
    ):
        problem = refused(response, 400, "invalid_option")
        assert problem["params"] == {
            "option": "rulings",
            "given": rule,
            "known": [reading.id for reading in STAR_WARS.readings],
        }
        assert problem["detail"] == "The ledger names no other reading of this."
    assert friday.game.rulings == []


@pytest.mark.parametrize("rulings", ["SW-GEN-1", ["gen"], [1], ["SW-GEN-1"] * 41])
def test_what_names_no_rules_is_refused(friday: Room, rulings: object) -> None:
    refused(friday.host.patch(friday.path, {"rulings": rulings}), 400, "invalid_body")
    new = {"name": "Friday", "edition": "star-wars", "rulings": rulings}
    refused(friday.nobody.post("games/", new), 400, "invalid_body")
    assert friday.game.rulings == []


def test_a_game_with_other_readings_begins_once_everybody_agreed_and_then_they_are_fixed(
    playing: Room,
) -> None:
    playing.host.post(playing.path + "undo/")
    playing.host.patch(playing.path, {"variants": [], "rulings": OTHER})
    problem = refused(act(playing, playing.a, "begin", first="A"), 409, "not_agreed")
    assert problem["params"] == {"seats": ["A", "B"]}
    for caller in (playing.a, playing.b):
        caller.post(playing.path + "agreement/", {})

    done(act(playing, playing.a, "begin", first="A"))

    problem = refused(playing.host.patch(playing.path, {"rulings": []}), 409, "already_started")
    assert problem["params"] == {"fixed": ["rulings"]}
    assert playing.game.rulings == OTHER


def test_a_rematch_is_read_the_same_way(db: None) -> None:
    friday = room(rulings=("SW-GEN-1",))

    told = body_of(friday.host.post(friday.path + "rematch/"))

    assert (told["rulings"], told["is_agreed"]) == (["SW-GEN-1"], False)


# --- what comes of it --------------------------------------------------------------------------


def on_endor(rulings: tuple[str, ...]) -> Room:
    """Ada on Endor in full health with a Force Skill in hand; the table reads rules so."""
    friday = evening(rulings=rulings)
    state: dict[str, Any] = {
        "figures": {"A": {"space": "endor"}},
        "turn": {"seat": "A", "phase": "encounter"},
    }
    done(act(friday, friday.host, "correct", reason="later that evening", **state))
    return friday


@pytest.mark.parametrize("rulings", [(), ("SW-GEN-1",)])
def test_play_says_how_a_rule_is_read(db: None, rulings: tuple[str, ...]) -> None:
    friday = on_endor(rulings)
    reading = {"rule": "SW-GEN-1", "reading": "alternative" if rulings else "ruling"}
    answers = [{"choose": "take"}] if rulings else []
    body = {"kind": "encounter_space", "seat": "A", "answers": answers}

    preview = body_of(friday.a.post(friday.path + "actions/", {**body, "dry_run": True}))
    told = done(friday.a.post(friday.path + "actions/", body))

    assert reading in preview["rulings"]
    assert reading in told["rulings"]
    assert reading in told["entry"]["rulings"]
    for reader in (friday.a, friday.b, friday.screen):
        entry = body_of(reader.get(f"{friday.path}history/{told['entry']['seq']}/"))
        assert entry["rulings"] == told["entry"]["rulings"]
    held = {seat["seat"]: seat["hand"]["count"] for seat in told["table"]["seats"]}
    assert held == {"A": 0 if rulings else 1, "B": 1}


def test_a_refusal_in_play_says_how_a_rule_is_read(playing: Room) -> None:
    state: dict[str, Any] = {
        "figures": {"A": {"space": "exegol"}},
        "turn": {"seat": "A", "phase": "encounter"},
    }
    done(act(playing, playing.host, "correct", reason="later that evening", **state))

    problem = refused(act(playing, playing.a, "step", way="forward"), 422, "wrong_part_of_turn")

    assert {"rule": "SW-EXEGOL-2", "reading": "ruling"} in problem["rulings"]
    assert {one["rule"] for one in problem["rulings"]} <= set(problem["rules"])


def test_an_open_question_says_how_a_rule_is_read(db: None) -> None:
    friday = evening(rulings=("SW-JAKKU-1",))
    state: dict[str, Any] = {"figures": {"A": {"space": "chandrila"}}}
    done(act(friday, friday.host, "correct", reason="later that evening", **state))

    told = body_of(act(friday, friday.a, "move", answers=[{"roll": [5]}, {"choose": "keep"}]))

    assert told["state"] == "question"
    assert told["rulings"] == [{"rule": "SW-JAKKU-1", "reading": "alternative"}]
    texts = {one["id"]: one["text"] for one in told["question"]["options"]}
    assert texts["counterclockwise-jakku"] == "Counterclockwise, and stop on Jakku in passing"


@pytest.mark.parametrize("rulings", [[], ["SW-GEN-1"]])
def test_a_described_situation_is_read_as_asked(nobody: Caller, rulings: list[str]) -> None:
    take = {"answers": [{"choose": "take"}]} if rulings else {}

    told = body_of(nobody.post("adjudications/", endor(rulings=rulings, **take)))

    reading = "alternative" if rulings else "ruling"
    assert {"rule": "SW-GEN-1", "reading": reading} in told["rulings"]
    assert told["table"]["rulings"] == rulings
    hand = {seat["seat"]: seat["hand"]["count"] for seat in told["table"]["seats"]}["mace"]
    assert hand == (0 if rulings else 1)


def test_odds_and_their_refusals_say_how_a_rule_is_read(nobody: Caller) -> None:
    told = body_of(nobody.post("odds/", endor()))
    other = body_of(nobody.post("odds/", endor(rulings=["SW-GEN-1"])))

    assert {"rule": "SW-GEN-1", "reading": "ruling"} in told["rulings"]
    assert {"rule": "SW-GEN-1", "reading": "alternative"} in other["rulings"]

    trade: dict[str, Any] = {
        "action": {"kind": "use_space", "params": {"trigger": "tatooine-trade"}},
        "situation": {
            "seats": {"mace": {"at": "tatooine", "craft": 5, "spells": ["unseen"]}, "maul": {}},
            "facts": {"dial_ceiling": 5},
            "phase": "end",
        },
    }
    problem = refused(nobody.post("odds/", endor(**trade)), 422, "nothing_to_gain")
    assert problem["rulings"] == [{"rule": "SW-GEN-1", "reading": "ruling"}]
    assert nobody.post("odds/", endor(**trade, rulings=["SW-GEN-1"])).status_code == 200
