"""May this be done, what may be done, is this table possible; and what is registered under which name."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.actions.base import Offer, kind_of, kinds, register
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.legality import (
    check_action,
    legal_actions,
    problems_with,
    problems_with_copies,
    problems_with_table,
)
from games.rules.registry import (
    after_move_roll_named,
    named,
    names,
    reroll_named,
    rule_named,
    watcher_named,
)
from games.rules.table import Placement, Table
from games.rules.terms import Status, Zone
from tests.builders import a_table, act, codes
from tests.played import played


def test_every_action_has_one_kind() -> None:
    assert list(kinds()) == sorted(kinds())
    with pytest.raises(ValueError, match="two actions are named move"):
        register(kind_of("move"))


@pytest.mark.parametrize(
    ("kind", "seat", "params", "code"),
    [
        ("fly", "ann", {}, "unknown_action"),
        ("move", "zoe", {}, "unknown_seat"),
        ("move", "ann", {"to": "Not A Slug"}, "params_unreadable"),
        ("move", "ann", {"speed": 3}, "params_unreadable"),
        ("encounter_character", "ann", {}, "params_unreadable"),
        ("cross", "ann", {"link": "bridge"}, "unknown_link"),
    ],
)
def test_what_cannot_be_read_is_invalid(
    kind: str, seat: str, params: dict[str, Any], code: str
) -> None:
    table = a_table("plain", ann={}, bob={})

    with pytest.raises(InvalidAction) as refusal:
        check_action(table, act(kind, seat, **params))

    assert refusal.value.problems[0].code == code
    assert refusal.value.problems[0].hard


def test_what_is_forbidden_is_illegal_with_every_reason_and_its_rules() -> None:
    table = a_table("plain", phase="encounter", ann={}, bob={})

    with pytest.raises(IllegalAction) as refusal:
        check_action(table, act("move", "ann"))

    assert [problem.code for problem in refusal.value.problems] == ["wrong_part_of_turn"]
    assert all(problem.cites for problem in refusal.value.problems)
    assert str(refusal.value) == "wrong_part_of_turn"


def test_a_card_or_a_reason_outranks_what_is_not_hard() -> None:
    table = a_table("plain", phase="encounter", ann={}, bob={})

    check_action(table, act("move", "ann", because=("card", "Winged boots")))
    check_action(table, act("move", "ann", as_happened="nobody noticed"))


def test_nothing_outranks_what_is_hard() -> None:
    table = a_table("plain", ann={"status": "dead"}, bob={}, turn="bob")
    start = act("start_again", "bob", because=("house_rule", "Anybody"), character="thief")

    with pytest.raises(IllegalAction) as refusal:
        check_action(table, start)

    assert refusal.value.problems[0].code == "not_dead"


def test_hard_problems_come_first() -> None:
    table = a_table("plain", ann={"spells": ["curse"]}, bob={}, phase="over")

    found = problems_with(table, act("cast", "ann", card="c1"))

    assert [problem.code for problem in found] == ["game_over", "spell_of_other_side"]


def test_what_outranked_the_rules_is_said_first() -> None:
    table = a_table("plain", phase="end", ann={"at": "inn"}, bob={})
    move = act("move", "ann", because=("card", "Winged boots"), as_happened="we saw it", to="field")

    after = played(table, move, [{"roll": [1]}])

    assert codes(after.notes)[:2] == ["cause", "as_happened"]
    assert after.notes[0].params == {"seat": "ann", "kind": "card", "name": "Winged boots"}


# ------------------------------------------------------------ what may be done


def offered(table: Table, seat: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for legal in legal_actions(table, seat):
        found.setdefault(legal.kind, []).append(legal.offer.params)
    return found


def test_at_the_start_of_a_turn_one_moves_or_casts() -> None:
    table = a_table("plain", ann={"spells": ["might", "curse"]}, bob={"spells": ["mist"]})

    assert offered(table, "ann") == {"move": [{}], "cast": [{"card": "c1"}]}
    assert offered(table, "bob") == {"cast": [{"card": "c3"}]}


def test_what_the_turn_needs_comes_first_and_is_ready_to_be_sent() -> None:
    table = a_table("plain", ann={"spells": ["might"]}, bob={})

    first = next(iter(legal_actions(table, "ann")))

    assert first.body() == {"kind": "move", "seat": "ann", "params": {}}
    assert first.offer == Offer({}, {}, due=True, closes="move")


def test_on_arrival_one_meets_the_space_or_somebody() -> None:
    table = a_table("plain", phase="encounter", ann={}, bob={}, cat={"at": "ford"})

    assert offered(table, "ann") == {
        "encounter_space": [{}],
        "encounter_character": [{"other": "bob"}],
    }


def test_at_the_end_one_ditches_exchanges_and_ends() -> None:
    me = {"objects": ["rope"], "gold": 2, "trophies": ["bear", "guard", "ghost"]}
    table = a_table("plain", phase="end", ann=me, bob={})

    assert offered(table, "ann") == {
        "ditch": [{"cards": ["c1"]}, {"gold": 1}],
        "exchange_trophies": [{"cards": ["c2", "c3"]}],
        "end_turn": [{}],
    }


def test_what_an_offer_costs_is_said_with_it() -> None:
    me = {"gold": 1, "life": 1, "life_of": 4, "spells": ["unseen"]}
    table = a_table("offers", phase="end", ann=me, bob={})

    found = {
        legal.offer.params["trigger"]: legal.offer.costs
        for legal in legal_actions(table, "ann")
        if legal.kind == "use_space"
    }

    assert found == {"rest": {"gold": 1}, "song": {"spell": 1}}


def test_a_character_that_was_chosen_is_set_up_and_anybody_may_begin() -> None:
    seats: dict[str, Any] = {"ann": {"status": "waiting"}, "bob": {"status": "waiting"}}
    table = a_table("loose", phase="setup", setup=["prepare_board"], **seats)
    for seat, character in (("ann", "knight"), ("bob", "frog")):
        facts = {"alignment": "neutral", "strength": 2, "craft": 2, "life": 4, "fate": 2}
        told = [] if seat == "ann" else [{"facts": {**facts, "start": "moor"}}]
        table = played(table, act("choose_character", seat, character=character), told)
    for seat in ("ann", "bob"):
        table = played(table, act("deal_spells", seat))

    assert offered(table, "ann") == {"set_up_character": [{}]}
    for seat in ("ann", "bob"):
        table = played(table, act("set_up_character", seat))
    assert offered(table, "bob") == {"begin": [{"first": "ann"}, {"first": "bob"}]}


def test_the_dead_start_again_with_whom_nobody_has_played() -> None:
    table = a_table("plain", ann={"status": "dead", "played": ["ghoul"]}, bob={})

    assert offered(table, "ann")["start_again"] == [
        {"character": character} for character in ("wizard", "priest", "thief")
    ]


def test_nothing_is_offered_when_it_is_over() -> None:
    table = a_table("plain", phase="over", ann={"spells": ["might"]}, bob={})

    assert offered(table, "ann") == offered(table, "bob") == {}


# ------------------------------------------------------------ is this table possible


def test_a_plain_table_is_possible() -> None:
    assert problems_with_table(a_table("plain", ann={}, bob={})) == []


@pytest.mark.parametrize(
    ("field", "value", "params"),
    [
        ("strength", 13, {"dial": "strength", "value": 13, "low": 3, "high": 12}),
        ("strength", 2, {"dial": "strength", "value": 2, "low": 3, "high": 12}),
        ("craft", -1, {"dial": "craft", "value": -1, "low": 3, "high": 12}),
        ("life", 5, {"dial": "life", "value": 5, "low": 1, "high": 4}),
        ("life", 0, {"dial": "life", "value": 0, "low": 1, "high": 4}),
        ("gold", -1, {"dial": "gold", "value": -1, "low": 0, "high": 99}),
    ],
)
def test_a_dial_out_of_its_range_is_not(field: str, value: int, params: dict[str, Any]) -> None:
    table = a_table("plain", ann={}, bob={})
    setattr(table.figures["ann"], field, value)

    assert problems_with_table(table) == [
        Problem("dial_out_of_range", params={"seat": "ann", **params}, hard=True)
    ]


def test_a_character_that_waits_keeps_to_its_dials() -> None:
    table = a_table("plain", ann={"character": "knight"}, bob={})
    ann = table.figures["ann"]
    ann.status, ann.life = Status.AWAY, 8

    numbers = {"seat": "ann", "dial": "life", "value": 8, "low": 1, "high": 4}
    assert problems_with_table(table) == [Problem("dial_out_of_range", params=numbers, hard=True)]
    ann.life = 0
    assert [found.params["value"] for found in problems_with_table(table)] == [0]
    ann.start_life = 0
    assert problems_with_table(table) == []


def test_a_dial_that_can_show_one_value_only_shows_that() -> None:
    table = a_table("star-wars", facts={"dial_ceiling": 5}, mace={}, maul={})
    mace = table.figures["mace"]
    mace.start_strength, mace.strength = 5, 5
    assert problems_with_table(table) == []

    mace.strength = 4
    numbers = {"seat": "mace", "dial": "strength", "value": 4, "low": 5, "high": 5}
    assert problems_with_table(table) == [Problem("dial_out_of_range", params=numbers, hard=True)]


def test_nor_more_pieces_than_the_box_holds_nor_pieces_nowhere() -> None:
    table = a_table("plain", ann={}, bob={})
    table.figures["ann"].fate = 21
    table.gold_on = {"moon": 31}
    for number in range(21):
        table.cards[f"x{number}"] = Placement("adventure", None, Zone.DISCARD, order=number)
    table.cards["y1"] = Placement("spells", None, Zone.HAND, seat="zoe")
    table.cards["y2"] = Placement("spells", None, Zone.SPACE, space="moon")
    table.cards["y3"] = Placement("market", None, Zone.TROPHY, seat="zoe")
    table.cards["y4"] = Placement("market", None, Zone.ASIDE, seat="zoe")
    table.gold_on["inn"] = 0
    table.gold_on["field"] = -1

    problems = problems_with_table(table)
    found = [(problem.code, problem.params) for problem in problems]

    assert all(problem.hard for problem in problems)
    assert found == [
        ("more_than_the_box", {"dial": "fate", "missing": 1}),
        ("more_than_the_box", {"deck": "adventure", "missing": 1}),
        ("unknown_space", {"space": "moon"}),
        ("unknown_space", {"space": "field"}),
        ("unknown_seat", {"card": "y1", "seat": "zoe"}),
        ("unknown_space", {"card": "y2", "space": "moon"}),
        ("unknown_seat", {"card": "y3", "seat": "zoe"}),
        ("unknown_seat", {"card": "y4", "seat": "zoe"}),
    ]


def test_nor_a_character_twice_nowhere_or_none() -> None:
    table = a_table("plain", ann={"character": "knight"}, bob={"character": "ghoul"}, cat={})
    table.figures["bob"].character = "knight"
    table.figures["ann"].space = "moon"
    table.figures["cat"].character = None

    problems = problems_with_table(table)
    found = [(problem.code, problem.params) for problem in problems]

    assert all(problem.hard for problem in problems)
    assert found == [
        ("character_twice", {"character": "knight"}),
        ("unknown_space", {"space": "moon", "seat": "ann"}),
        ("no_character", {"seat": "cat"}),
    ]


def test_where_nobody_knows_the_end_of_the_dials_they_end_at_ninety_nine() -> None:
    table = a_table("loose", ann={}, bob={})
    table.figures["ann"].strength = 99
    assert problems_with_table(table) == []

    table.figures["ann"].strength = 100
    assert [problem.params for problem in problems_with_table(table)] == [
        {"seat": "ann", "dial": "strength", "value": 100, "low": 0, "high": 99}
    ]


def test_no_more_cards_of_a_name_than_the_box_is_known_to_hold() -> None:
    table = a_table("plain", ann={"objects": ["helmet"]}, bob={}, piles={"helmet": 0})
    assert list(problems_with_copies(table)) == []

    table.put("fact", "copies:helmet", "value", 0)
    (problem,) = problems_with_copies(table)

    assert (problem.code, problem.params, problem.hard) == (
        "more_than_the_box",
        {"card": "helmet", "missing": 1},
        True,
    )


def test_cards_that_hands_hold_are_not_counted_for_anybody_to_see() -> None:
    table = a_table("plain", ann={"spells": ["mist"]}, bob={})
    table.put("fact", "copies:mist", "value", 0)

    assert list(problems_with_copies(table)) == []


def test_who_is_out_of_play_has_no_dials_to_be_wrong() -> None:
    table = a_table("plain", ann={}, bob={"status": "dead"})

    assert table.figures["bob"].status is Status.DEAD
    assert problems_with_table(table) == []


# ------------------------------------------------------------ names


def test_what_a_pack_names_is_found_by_its_name() -> None:
    assert "buy_off" in names()
    assert rule_named("buy_off").__name__ == "buy_off"
    assert reroll_named("own-die").__name__ == "own_die"
    assert reroll_named("light-and-dark").__name__ == "light_and_dark"
    assert after_move_roll_named("batman-moves").__name__ == "batman_moves"
    assert watcher_named("leads").__name__ == "leads"


@pytest.mark.parametrize("find", [rule_named, reroll_named, after_move_roll_named, watcher_named])
def test_a_name_nobody_registered_is_not_found(find: Any) -> None:
    with pytest.raises(KeyError):
        find("no-such-rule")


def test_two_rules_cannot_have_one_name() -> None:
    assert "buy_off" in names()
    with pytest.raises(ValueError, match="two rules are named buy_off"):
        named("buy_off")(lambda: None)
