"""The cards of a space, told whole: what comes first, what is taken, and what is not said."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.changes import Note
from games.rules.table import Table
from games.rules.terms import Zone
from games.rules.topics import Topic
from tests.builders import a_table, act, codes
from tests.played import ask_of, played


def met(table: Table, *answers: dict[str, Any]) -> Table:
    return played(table, act("encounter_space", "ann"), answers)


def lying(*cards: Any, pack: str = "plain", at: str = "inn", **said: Any) -> Table:
    ann: dict[str, Any] = {"at": at, **said.pop("ann", {})}
    return a_table(pack, phase="encounter", spaces={at: cards}, ann=ann, bob={}, **said)


SKULL = {"id": "skull", "name": "Skull", "type": "object", "alignment": "evil", "told": False}


@pytest.mark.parametrize(
    ("card", "answers"),
    [
        ("sage", [{"effects": []}]),
        ("lamp", [{"choose": "take"}]),
        ("monk", [{"choose": "take"}]),
        ("skull", [{"choose": "take"}]),
        ("cave", []),
    ],
)
def test_nothing_comes_first_where_nobody_attacks(card: str, answers: list[dict[str, Any]]) -> None:
    ann = {"alignment": "good", "gold": 1, "life_of": 5}
    table = lying(card, pack="offers", at="well", cards={"adventure": [SKULL]}, ann=ann)

    after = met(table, {"roll": [1]}, *answers)

    assert codes(after.notes)[:2] == ["encounters_space", "gained"]


def test_a_spell_laid_by_mistake_is_passed_over() -> None:
    assert codes(met(lying("mist")).notes) == ["encounters_space", "card_next"]


def test_a_place_that_went_away_does_not_stay() -> None:
    pit = {"id": "pit", "name": "Pit", "type": "place", "number": 6}
    table = lying("pit", cards={"adventure": [pit]})

    after = met(table, {"effects": [{"place": "discard"}]})

    assert codes(after.notes) == ["encounters_space", "card_next", "visits", "told", "discarded"]


def test_something_that_happens_is_not_said_to_be_nothing() -> None:
    after = met(lying("omen"), {"effects": [{"gain": {"gold": 1}}]})

    said = ["encounters_space", "card_next", "visits", "told", "gained", "discarded"]
    assert codes(after.notes) == said


def test_what_a_card_did_is_asked_with_the_card() -> None:
    ask = ask_of(lying("omen"), act("encounter_space", "ann"))

    assert ask.text == Note("ask_tell", {"seat": "ann", "subject": "omen", "card": "omen"})


@pytest.mark.parametrize(
    ("taken", "said"), [(0, ["left_gold"]), (1, ["left_gold", "took_gold"]), (2, ["took_gold"])]
)
def test_of_coins_what_is_left_is_told_and_what_is_taken(taken: int, said: list[str]) -> None:
    table = lying({"gold": 2})

    after = met(table, {"amount": taken})

    assert codes(after.notes) == ["encounters_space", *said]


def test_how_many_coins_is_asked_with_the_space() -> None:
    ask = ask_of(lying({"gold": 2}), act("encounter_space", "ann"))

    assert ask.text == Note("ask_take_gold", {"seat": "ann", "low": 0, "high": 2, "space": "inn"})


def test_a_foe_beaten_is_kept_by_the_rules_of_trophies_and_of_battles_won() -> None:
    table = lying("bear", at="field", ann={"strength": 9})

    after = met(table, {"choose": "fight"}, {"roll": [6]}, {"roll": [1]})

    (place,) = [change for change in after.changes if change.what == "card"]
    assert place.after[2] == Zone.TROPHY.value
    assert place.cites == ("TT-TROPHY-KEPT-1", "TT-BATTLE-WON-1")


def test_a_card_that_nobody_knows_may_cost_the_turn_as_any_other() -> None:
    table = lying("unseen", "robe", pack="star-wars", at="bespin", rulings=["SW-LOSE-2"])

    after = met(table, {"effects": [{"turns": -1}]})

    assert codes(after.notes)[-3:] == ["told", "lost_turn", "turn_cut_short"]
    assert after.notes[-1].cites == table.cite(Topic.LOST_TURN)
