"""Asking what can come of an action: of a described situation, and at a table as one seat knows it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache

from games.services import odds as service
from tests.api.cast import Caller, Room, body_of, refused
from tests.api.recording import example

PATH = "odds/"


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    service._FOUND.clear()


def at(space: str, **more: Any) -> dict[str, Any]:
    """Mace on a space, about to encounter it."""
    seat = {name: more.pop(name) for name in list(more) if name in SEAT}
    return {
        "edition": "star-wars",
        "situation": {
            "seats": {"mace": {"at": space, **seat}, "maul": {}},
            **more.pop("table", {}),
        },
        "action": {"kind": "encounter_space"},
        **more,
    }


SEAT = {"strength", "craft", "life", "life_of", "fate", "gold", "alignment", "spells", "objects"}


def asked(body: dict[str, Any], caller: Caller | None = None) -> dict[str, Any]:
    response = (caller or Caller()).post(PATH, body)
    told: dict[str, Any] = body_of(response)
    assert response.status_code == 200, told
    assert sum(chances(told).values()) == 1
    return told


def chances(told: dict[str, Any]) -> dict[tuple[Any, ...], Fraction]:
    """The chance of each outcome by its codes, and its row if it has one."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for outcome in told["outcomes"]:
        parts = [(one["code"], one["params"].get("row")) for one in outcome["results"]]
        codes = tuple(part for pair in parts for part in pair if part)
        found[codes] = found.get(codes, Fraction(0)) + Fraction(outcome["chance"]["fraction"])
    return found


def rows(told: dict[str, Any]) -> dict[str, Fraction]:
    return {codes[1]: chance for codes, chance in chances(told).items()}


def worth(told: dict[str, Any]) -> list[str]:
    return [part["fraction"] for part in told["worth"]]


# ---------------------------------------------------------------------- the tables of the issue


@pytest.mark.parametrize(
    ("attribute", "fate", "chance"),
    [(7, 0, "5/12"), (7, 1, "49/72"), (12, 0, "35/36"), (12, 1, "215/216")],
)
def test_crossing_kef_bir(attribute: int, fate: int, chance: str) -> None:
    body = at("endor", strength=attribute, fate=fate)
    body["action"] = {"kind": "move", "params": {"direction": "counterclockwise"}}
    body["answers"] = [{"roll": [1]}, *([{"choose": "keep"}] if fate else [])]
    body["answers"] += [{"choose": "try-kef-bir-to-jedha-counterclockwise"}]

    told = asked(body)

    assert worth(told) == [chance, "0"]
    assert told["first"] == {"choose": "strength"}
    passed = next(one for one in told["outcomes"] if one["results"][0]["code"] == "passed")
    assert passed["results"][0]["params"] == {"seat": "mace"}
    assert passed["text"].startswith("Mace Windu passes the test.")
    assert passed["chance"]["fraction"] == chance


@pytest.mark.parametrize(
    ("gold", "fate", "chance"),
    [
        (0, 0, "1/3"),
        (1, 0, "5/9"),
        (2, 0, "5/6"),
        (3, 0, "1"),
        (0, 1, "7/12"),
        (1, 1, "29/36"),
        (2, 1, "35/36"),
        (3, 1, "1"),
    ],
)
def test_any_result_of_kiros_but_five_to_nine(gold: int, fate: int, chance: str) -> None:
    aim = {"aim": "reach", "rows": ["5-9"], "avoid": True}

    told = asked(at("kiros", gold=gold, fate=fate, aims={"mace": aim}))

    assert worth(told) == [chance]
    assert rows(told).get("5-9", Fraction(0)) == 1 - Fraction(chance)
    assert told["aims"] == {"mace": aim, "maul": {"aim": "win"}}


def test_the_emperor_is_told_with_what_is_best_for_which_dice() -> None:
    body = at("citadel", craft=8, fate=1)

    response = Caller().post(PATH, body)
    told = body_of(response)

    assert [
        (outcome["text"], outcome["chance"]["fraction"], outcome["chance"]["decimal"])
        for outcome in told["outcomes"]
    ] == [
        ("Mace Windu loses against the Emperor. Mace Windu is put on Jedha.", "5/8", 0.625),
        ("Mace Windu wins against the Emperor. Mace Windu has won the game.", "29/108", 0.268519),
        ("It is a stand-off with the Emperor.", "23/216", 0.106481),
    ]
    (choice,) = told["choices"]
    assert choice["after"] == [{"choose": "fight"}, {"roll": None}, {"roll": None}]
    assert [(best["answer"], best["throws"]) for best in choice["best"]] == [
        ({"choose": "keep"}, 19),
        ({"choose": "reroll-1"}, 17),
    ]
    assert [1, 1] in choice["best"][1]["dice"]
    assert choice["dice"] == [
        {"question": "SW-BATTLE-5:roll_attack:mace", "die": 1},
        {"question": "SW-BATTLE-6:roll_enemy:maul", "die": 1},
    ]
    example("odds_create.the_last_battle", "The last battle, with a token", response, body)


def test_every_way_of_discarding_against_the_emperor() -> None:
    cards = [
        {"id": "light", "name": "Light", "type": "spell", "alignment": "good"},
        {"id": "grey", "name": "Grey", "type": "spell"},
        {"id": "dark", "name": "Dark", "type": "spell", "alignment": "evil"},
    ]
    body = at("citadel", craft=6, alignment="good", spells=["light", "grey", "dark"])
    body["situation"]["cards"] = {"force-skill": cards}

    told = asked(body)

    assert worth(told) == ["13/18", "1/9"]
    first = told["choices"][0]
    assert first["text"] == (
        "Does Mace Windu discard a Force Skill to add to Will? So far it adds 0."
    )
    assert first["best"][0]["text"] == "Light"
    assert told["first"] == {"choose": "c1"}


# ---------------------------------------------------------------------- aims


def test_to_gain_something_and_then_as_much_as_possible() -> None:
    told = asked(at("canto-bight", gold=1, aims={"mace": {"aim": "gain", "what": "craft"}}))

    assert worth(told) == ["1/7", "1/7"]


def test_to_gain_a_card_by_its_id_or_its_kind() -> None:
    for what in ("sith-wayfinder", "object"):
        told = asked(at("canto-bight", gold=1, aims={"mace": {"aim": "gain", "what": what}}))
        assert worth(told) == ["2/35", "2/35"]
    told = asked(at("canto-bight", gold=1, aims={"mace": {"aim": "gain", "what": "spell"}}))
    assert worth(told) == ["1/5", "1/5"]


def test_to_save_life_is_to_lose_as_little_as_possible() -> None:
    told = asked(at("citadel", craft=9, life=4, aims={"mace": {"aim": "save_life"}}))

    lost = sum(chance for codes, chance in chances(told).items() if "battle_lost" in codes)
    assert worth(told) == [str(4 - lost)]


def test_the_most_of_a_dial() -> None:
    told = asked(at("lothal", aims={"mace": {"aim": "most", "what": "strength"}}))

    assert worth(told) == ["19/6"]


def test_to_reach_a_result_or_a_space() -> None:
    by_result = {"aim": "reach", "results": ["battle_drawn"]}
    assert worth(asked(at("citadel", craft=10, aims={"mace": by_result}))) == ["1/6"]
    body = at("endor", aims={"mace": {"aim": "reach", "spaces": ["bespin"]}})
    body["action"] = {"kind": "move"}
    assert Fraction(worth(asked(body))[0]) == Fraction(1, 6)


def test_others_play_for_themselves() -> None:
    """Both hold a token; the attacker decides first, and the defender may still turn it round."""
    seats = {
        "mace": {"at": "kiros", "strength": 4, "fate": 1},
        "maul": {"at": "kiros", "strength": 5, "fate": 1},
    }
    body = {
        "edition": "star-wars",
        "situation": {"seats": seats},
        "action": {"kind": "encounter_character", "params": {"other": "maul"}},
    }

    told = asked(body)
    found = {
        outcome["results"][-1]["params"]["seat"]: outcome["chance"]["fraction"]
        for outcome in told["outcomes"]
        if outcome["results"][-1]["code"] == "won_between"
    }
    drawn = [o for o in told["outcomes"] if o["results"][-1]["code"] == "battle_drawn"]

    assert found == {"mace": "121/432", "maul": "203/324"}
    assert [one["chance"]["fraction"] for one in drawn] == ["121/1296"]
    assert worth(told) == ["121/432", "121/1296"]
    assert [choice["question"]["seat"] for choice in told["choices"]][:2] == ["mace", "maul"]


# ---------------------------------------------------------------------- outcomes apart


def test_outcomes_are_told_apart_by_what_they_change_if_wanted() -> None:
    told = asked(at("mustafar", alignment="evil", apart="changes"))

    changes = {
        outcome["results"][0]["params"]["row"]: outcome["changes"] for outcome in told["outcomes"]
    }
    assert changes["3"] == []
    assert changes["4"] == [{"seat": "mace", "field": "strength", "by": 1, "to": None}]
    assert changes["1"] == [{"seat": "mace", "field": "toad", "by": 2, "to": None}]
    assert changes["6"] == [{"seat": "mace", "field": "hand", "by": 1, "to": None}]


def test_where_somebody_goes_is_a_change() -> None:
    body = at("lothal", apart="changes")
    body["action"] = {"kind": "move", "params": {"direction": "clockwise"}}

    told = asked(body)

    assert {outcome["changes"][0]["field"] for outcome in told["outcomes"]} == {"space"}
    assert len(told["outcomes"]) == 6


def test_what_cards_decide_is_left_open() -> None:
    told = asked(at("open-space-1"))

    (outcome,) = told["outcomes"]
    assert outcome["results"] == [{"code": "open", "params": {"kind": "draw", "seat": "mace"}}]
    assert outcome["text"] == "What the cards say decides the rest."


def test_a_roll_that_does_not_lead_there_is_refused_so_often() -> None:
    body = at("lothal", table={"facts": {"board_confirmed": True}})
    body["action"] = {"kind": "move", "params": {"to": "lothal"}}

    told = asked(body)

    assert {codes: str(chance) for codes, chance in chances(told).items()} == {("refused",): "1"}
    assert told["outcomes"][0]["text"] == "The rules allow it no further."


def test_nothing_comes_of_it_in_so_many_words() -> None:
    body = at("lothal")
    body["action"] = {"kind": "end_turn"}
    body["situation"]["phase"] = "end"

    assert [outcome["text"] for outcome in asked(body)["outcomes"]] == ["Nothing else comes of it."]


# ---------------------------------------------------------------------- at a table


def test_a_seat_asks_about_the_table_it_sits_at(playing: Room) -> None:
    body = {"game": str(playing.game_id), "action": {"kind": "move", "seat": "A"}}

    told = asked(body, playing.a)

    moved = {one["params"]["space"] for out in told["outcomes"] for one in out["results"][:1]}
    assert len(moved) > 3
    assert told["choices"][0]["question"]["kind"] == "choose"


def test_the_open_question_is_asked_about_with_the_answers_so_far(playing: Room) -> None:
    sent = {"kind": "move", "seat": "A", "params": {"direction": "clockwise"}}
    assert playing.a.post(f"{playing.path}actions/", sent).status_code == 202

    told = asked({"game": str(playing.game_id)}, playing.b)

    assert sum(chances(told).values()) == 1
    assert len(told["outcomes"]) == 6


def test_without_an_open_question_an_action_is_needed(playing: Room) -> None:
    refused(playing.a.post(PATH, {"game": str(playing.game_id)}), 409, "no_question")


def test_other_hands_stay_unseen(playing: Room) -> None:
    """Ben holds a Mind Trick; only he reckons with it."""
    host, path = playing.host, f"{playing.path}actions/"
    state = {
        "reason": "odds",
        "turn": {"seat": "B", "phase": "encounter"},
        "figures": {"B": {"space": "naboo"}},
        "cards": [
            {"card": "mind-trick", "zone": "hand", "seat": "B"},
            {
                "new": {"id": "thug", "name": "Thug", "type": "enemy", "strength": 9},
                "deck": "encounter",
                "zone": "space",
                "space": "naboo",
            },
        ],
    }
    sent = {"kind": "state_of_table", "seat": "B", "params": state}
    assert playing.b.post(path, {**sent, "kind": "correct"}).status_code == 201, host
    body = {
        "game": str(playing.game_id),
        "action": {"kind": "encounter_space", "seat": "B"},
        "aims": {"B": {"aim": "save_life"}},
    }

    own = asked(body, playing.b)
    seen = asked(body, playing.a)

    assert own["first"]["choose"].startswith("evade-")
    assert seen["first"] == {"choose": "fight"}
    assert "mind-trick" not in str(seen)


@pytest.mark.parametrize("who", ["a", "screen", "host"])
def test_the_odds_are_the_same_whatever_another_holds(playing: Room, who: str) -> None:
    """Ben may hold what evades, what adds to his Strength, or anything: for others it is a card unseen."""
    path, caller = f"{playing.path}actions/", playing.everybody()[who]
    told = []
    for card in ("mind-trick", "force-lightning", None):
        params = {
            "reason": "odds",
            "turn": {"seat": "A", "phase": "encounter"},
            "figures": {"B": {"space": "kiros"}},
            "cards": [{"card": card, "deck": "force-skill", "zone": "hand", "seat": "B"}],
        }
        sent = {"kind": "correct", "seat": "B", "params": params}
        assert playing.b.post(path, sent).status_code == 201
        asks: list[dict[str, Any]] = [
            {"action": {"kind": "encounter_character", "seat": "A", "params": {"other": "B"}}},
            {"action": {"kind": "encounter_space", "seat": "A"}, "apart": "changes"},
        ]
        told.append([asked({"game": str(playing.game_id), **ask}, caller) for ask in asks])
        assert playing.b.post(f"{playing.path}undo/", {}).status_code == 201

    assert told[0] == told[1] == told[2]


def test_a_secret_answer_given_so_far_is_not_reckoned_with_for_others(playing: Room) -> None:
    sent = {
        "kind": "tell",
        "seat": "A",
        "params": {
            "source": "ability",
            "name": "Luck",
            "effects": [{"draw": "force-skill"}, {"roll": {"rows": {"1-6": []}}}],
        },
        "answers": [{"cards": [{"card": None}]}],
    }
    assert playing.a.post(f"{playing.path}actions/", sent).status_code == 202
    body = {"game": str(playing.game_id)}

    assert asked(body, playing.a)["outcomes"]
    refused(playing.b.post(PATH, body), 422, "odds_unknown")


def test_only_who_sits_there_asks_about_a_table(playing: Room) -> None:
    body = {"game": str(playing.game_id), "action": {"kind": "move", "seat": "A"}}

    refused(playing.nobody.post(PATH, body), 401, "not_authenticated")
    refused(Caller("ts_wrong").post(PATH, body), 401, "bad_token")
    refused(playing.stranger.post(PATH, body), 404, "game_not_found")
    for caller in (playing.host, playing.screen, playing.b):
        assert asked(body, caller)["outcomes"]


def test_a_bad_token_does_not_matter_where_no_table_is_named() -> None:
    assert asked(at("lothal"), Caller("ts_wrong"))["outcomes"]


def test_the_table_stays_as_it_was(playing: Room) -> None:
    before = playing.a.get(f"{playing.path}table/")["ETag"]

    asked({"game": str(playing.game_id), "action": {"kind": "move", "seat": "A"}}, playing.a)

    assert playing.a.get(f"{playing.path}table/")["ETag"] == before


# ---------------------------------------------------------------------- asked again


def test_what_was_counted_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked(at("lothal"))
    monkeypatch.setattr(service, "odds", None)

    assert asked(at("lothal")) == first


# ---------------------------------------------------------------------- too much, and what does not fit


def test_a_question_that_takes_too_long_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_SECONDS", -1)

    problem = refused(Caller().post(PATH, at("lothal")), 422, "odds_too_large")

    assert problem["detail"] == "There are too many ways for this to go to count them all."


def test_a_question_with_too_many_ways_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_RUNS", 3)

    refused(Caller().post(PATH, at("lothal")), 422, "odds_too_large")


def test_the_largest_questions_are_refused_by_name() -> None:
    """A card whose text is dice after dice, each with a table of its own."""
    throw = {"roll": {"dice": 3, "rows": {f"{n}": [{"gain": "gold"}] for n in range(3, 19)}}}
    ruin = {"id": "ruin", "name": "Ruin", "type": "place", "told": False, "do": [throw] * 12}
    body = at("open-space-1", table={"spaces": {"open-space-1": ["ruin"]}})
    body["situation"]["cards"] = {"encounter": [ruin]}

    refused(Caller().post(PATH, body), 422, "odds_too_large")


def test_an_action_the_rules_forbid_has_no_odds() -> None:
    body = at("lothal", action={"kind": "encounter_character", "params": {"other": "maul"}})

    problem = refused(Caller().post(PATH, body), 422, "not_on_your_space")

    assert problem["rules"]


def test_answers_and_seats_that_are_not_there_are_refused() -> None:
    refused(Caller().post(PATH, at("citadel", answers=[{"choose": "flee"}])), 422, "not_an_option")
    refused(Caller().post(PATH, at("lothal", aims={"yoda": {}})), 400, "unknown_seat")
    refused(Caller().post(PATH, at("nowhere")), 422, "unknown_space")
    refused(Caller().post(PATH, {**at("lothal"), "edition": "dune"}), 400, "invalid_option")


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"aims": {"mace": {"aim": "reach"}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "win", "rows": ["1"]}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "gain"}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "win", "what": "gold"}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "most", "what": "robe"}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "reach", "results": ["fame"]}}}, "aims.mace"),
        ({"aims": {"mace": {"aim": "fun"}}}, "aims.mace.aim"),
        ({"apart": "hours"}, "apart"),
        ({"game": "x"}, "game"),
        ({"action": None}, "action"),
    ],
)
def test_what_does_not_fit_is_located(change: dict[str, Any], path: str) -> None:
    problem = refused(Caller().post(PATH, {**at("lothal"), **change}), 400, "invalid_body")

    assert path in [fault["path"] for fault in problem["faults"]]


@pytest.mark.parametrize("body", [[], 3, "game", None, [{"game": 1}]])
def test_any_other_json_is_refused(body: Any) -> None:
    refused(Caller().post(PATH, body), 400, "invalid_body")


def test_nobody_asks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.views.asked.MOST_ODDS", 1)
    cache.clear()

    statuses = [Caller().post(PATH, at("lothal")).status_code for _ in range(2)]

    assert statuses == [200, 429]
