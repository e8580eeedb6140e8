"""Offers whole: what is sent, what it costs, whether the turn owes it; and every reason against an action."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.actions.base import Offer
from games.rules.changes import Note
from games.rules.legality import legal_actions, problems_with
from games.rules.table import Table
from tests.builders import a_table, act, codes, look_figure
from tests.played import ask_of, played

DEAD = {"status": "dead"}


def offered(table: Table, kind: str, seat: str = "ann") -> list[Offer]:
    return [legal.offer for legal in legal_actions(table, seat) if legal.kind == kind]


def against(table: Table, kind: str, seat: str = "ann", **params: Any) -> list[str]:
    return [problem.code for problem in problems_with(table, act(kind, seat, **params))]


def at_end(pack: str = "plain", **ann: Any) -> Table:
    return a_table(pack, phase="end", ann=ann, bob={})


def test_trophies_of_one_attribute_are_offered_together() -> None:
    table = at_end(trophies=["bear", "ghost", "bear", "wolf"])
    keys = [key for key in table.cards if table.cards[key].card != "ghost"]

    assert offered(table, "exchange_trophies") == [Offer({"cards": keys}, {})]


def test_trophies_of_strength_are_offered_before_those_of_craft() -> None:
    table = at_end(trophies=["ghost", "ghost", "bear", "bear", "bear"])
    keys = sorted(table.cards)

    assert offered(table, "exchange_trophies") == [
        Offer({"cards": keys[2:]}, {}),
        Offer({"cards": keys[:2]}, {}),
    ]


def test_what_is_held_is_offered_to_be_left_and_a_coin_for_a_coin() -> None:
    table = at_end(objects=["lamp"], gold=2)
    (lamp,) = table.held("ann")

    assert offered(table, "ditch") == [
        Offer({"cards": [lamp]}, {}),
        Offer({"gold": 1}, {"gold": 1}),
    ]


def test_of_no_coins_none_is_offered() -> None:
    assert offered(at_end(), "ditch") == []


@pytest.mark.parametrize(
    ("space", "ann", "offers"),
    [
        ("inn", {"gold": 1}, [Offer({"trigger": "rest"}, {"gold": 1}, closes="rest")]),
        ("inn", {"spells": ["might"]}, [Offer({"trigger": "song"}, {"spell": 1}, closes="song")]),
        ("swamp", {}, [Offer({"trigger": "fever"}, {}, due=True, closes="fever")]),
    ],
)
def test_what_a_space_has_for_the_end_is_offered(
    space: str, ann: dict[str, Any], offers: list[Offer]
) -> None:
    table = at_end("offers", at=space, life=2, life_of=4, **ann)

    assert offered(table, "use_space") == offers


@pytest.mark.parametrize(
    ("phase", "ann", "due"), [("end", {}, True), ("end", DEAD, True), ("move", DEAD, False)]
)
def test_a_turn_that_is_over_is_owed_its_end(phase: str, ann: dict[str, Any], *, due: bool) -> None:
    table = a_table("plain", phase=phase, ann=ann, bob={})

    assert offered(table, "end_turn") == [Offer({}, {}, due=due, closes="turn")]


def test_a_card_that_crosses_is_offered_as_the_move_for_itself() -> None:
    table = a_table(
        "star-wars", ann={"at": "mandalore", "objects": ["robe", "coaxium-vial"]}, bob={}
    )
    vial = table.held("ann")[1]

    assert offered(table, "cross_by_card") == [Offer({"card": vial}, {vial: 1}, closes="move")]


def test_what_one_holds_of_which_nobody_knows_is_not_offered_to_cross() -> None:
    table = a_table(
        "star-wars", ann={"at": "kessel", "objects": ["unseen", "coaxium-vial"]}, bob={}
    )

    assert offered(table, "cross_by_card") == []


def test_what_lies_across_is_asked_with_the_space() -> None:
    table = a_table("passes", ann={"at": "field", "objects": ["wings"]}, bob={})

    ask = ask_of(table, act("cross_by_card", "ann", card=table.held("ann")[0]))

    assert ask.text == Note("ask_across", {"seat": "ann", "space": "field"})


@pytest.mark.parametrize(
    ("phase", "bob", "code"),
    [
        ("move", {}, "not_your_turn"),
        ("encounter", {}, "not_your_turn"),
        ("end", {}, "not_your_turn"),
        ("move", {"status": "dead"}, "not_your_turn"),
        ("over", {}, "game_over"),
        ("setup", {"status": "waiting"}, "not_started"),
    ],
)
def test_nobody_ends_the_turn_of_another(phase: str, bob: dict[str, Any], code: str) -> None:
    ann = {"status": "waiting"} if phase == "setup" else {}
    table = a_table("plain", phase=phase, ann=ann, bob=bob)

    assert against(table, "end_turn", "bob") == [code]


def test_nor_where_all_are_away() -> None:
    away = {"status": "away", "character": "ghoul"}
    table = a_table("plain", phase="end", ann={**away, "character": "knight"}, bob=away)

    assert against(table, "end_turn") == ["nobody_here"]
    assert against(table, "end_turn", "bob") == ["not_your_turn"]


def test_a_game_that_is_over_has_no_turn_to_end() -> None:
    assert against(a_table("plain", phase="over", ann={}, bob={}), "end_turn") == ["game_over"]


def test_of_an_end_forfeited_only_its_owner_is_told() -> None:
    marks = {"encountered": "space", "end_forfeited": True}
    table = a_table("offers", phase="end", marks=marks, ann={"gold": 1}, bob={"gold": 1})

    assert against(table, "use_space", trigger="rest") == ["no_end_of_turn"]
    assert against(table, "use_space", "bob", trigger="rest") == ["not_your_turn"]


def test_the_dead_use_no_space() -> None:
    table = a_table("offers", phase="end", ann=DEAD, bob={})

    assert against(table, "use_space", trigger="rest") == ["no_character"]


def test_who_evaded_is_not_named_where_the_encounter_is_over() -> None:
    table = a_table("plain", phase="end", marks={"evaded": True}, ann={}, bob={})

    assert against(table, "encounter_character", other="bob") == ["wrong_part_of_turn"]


def test_the_dead_meet_nobody() -> None:
    table = a_table("plain", phase="encounter", ann=DEAD, bob=DEAD)

    assert against(table, "encounter_character", other="bob") == ["no_character"]


def test_what_was_handed_in_is_told_and_what_is_over_only_where_something_is() -> None:
    table = at_end(trophies=["bear", "bear", "wolf"])

    over = played(table, act("exchange_trophies", "ann", cards=sorted(table.cards)))

    assert codes(over.notes)[:3] == ["exchanged", "gained", "points_lost"]
    assert over.notes[2].params == {"seat": "ann", "points": 1}


def test_where_nothing_is_over_nothing_is_lost() -> None:
    giant = {"id": "giant", "name": "Giant", "type": "enemy", "strength": 7}
    table = a_table(
        "plain", phase="end", cards={"adventure": [giant]}, ann={"trophies": ["giant"]}, bob={}
    )

    after = played(table, act("exchange_trophies", "ann", cards=sorted(table.cards)))

    assert codes(after.notes) == ["exchanged", "gained", "discarded"]


def test_of_cards_left_no_coins_are_told() -> None:
    table = at_end(objects=["lamp"], gold=2)

    after = played(table, act("ditch", "ann", cards=table.held("ann")))

    assert codes(after.notes) == ["left_card"]


@pytest.mark.parametrize(("toad", "said"), [(2, []), (1, ["toad_over"]), (0, [])])
def test_a_card_is_turned_back_when_its_time_is_over(toad: int, said: list[str]) -> None:
    after = played(at_end(toad=toad), act("end_turn", "ann"))

    assert codes(after.notes) == [*said, "turn_begins"]


def test_beside_a_card_that_nobody_knows_the_one_that_is_needed_is_found() -> None:
    ann = {"at": "exegol", "objects": ["unseen", "sith-wayfinder"]}
    table = a_table("star-wars", ann=ann, bob={})

    after = played(table, act("step", "ann", way="forward"))

    assert look_figure(after, "ann", ["at", "objects"]) == {"at": "citadel", "objects": ["unseen"]}
