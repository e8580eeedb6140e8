"""What may be done under other readings is offered, and what may not is not: actions, and what is still to do."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.checklist import to_do
from games.rules.legality import legal_actions, rule_of
from games.rules.runner import Asking, run
from games.rules.table import Table
from games.rules.viewpoint import Viewer, view_ask
from tests.builders import a_table, act
from tests.played import played

TROOPER = {"id": "trooper", "name": "Trooper", "type": "enemy", "strength": 5}
WALKER = {"id": "walker", "name": "Walker", "type": "enemy", "strength": 6}


def offered(table: Table, seat: str) -> list[tuple[str, dict[str, Any]]]:
    return [(legal.kind, legal.offer.params) for legal in legal_actions(table, seat)]


def due(table: Table) -> list[str]:
    return [one.what for one in to_do(table) if not one.optional]


@pytest.mark.parametrize(("rulings", "more"), [((), []), (("SW-BACK-1",), [{"way": "declare"}])])
def test_turning_back_on_arrival_is_offered_where_it_may_be(
    rulings: tuple[str, ...], more: list[Any]
) -> None:
    table = a_table("star-wars", phase="encounter", rulings=rulings, mace={"at": "ilum"}, maul={})

    assert [params for kind, params in offered(table, "mace") if kind == "step"] == more
    assert due(table) == ["encounter"]


@pytest.mark.parametrize("at", ["jedha", "citadel", "kiros"])
def test_turning_back_is_not_offered_where_nothing_leads_back(at: str) -> None:
    table = a_table("star-wars", phase="encounter", rulings=["SW-BACK-1"], mace={"at": at}, maul={})

    assert all(kind != "step" for kind, _ in offered(table, "mace"))


def after_a_lost_battle(*rulings: str) -> Table:
    table = a_table(
        "star-wars",
        phase="encounter",
        rulings=rulings,
        cards={"encounter": [TROOPER, WALKER]},
        spaces={"dathomir": ["trooper"]},
        mace={"at": "dathomir", "gold": 1, "objects": ["robe"], "trophies": ["walker"]},
        maul={},
    )
    answers: list[dict[str, Any]] = [{"choose": "fight"}, {"roll": [1]}, {"roll": [6]}]
    return played(table, act("encounter_space", "mace"), answers)


def test_after_a_lost_battle_the_end_of_the_turn_is_offered_or_only_its_end() -> None:
    assert {kind for kind, _ in offered(after_a_lost_battle(), "mace")} == {
        "ditch",
        "end_turn",
        "exchange_trophies",
    }
    assert offered(after_a_lost_battle("SW-TURN-6"), "mace") == [("end_turn", {})]


def test_an_attacker_evaded_is_offered_the_space_and_nobody() -> None:
    table = a_table(
        "star-wars",
        phase="encounter",
        rulings=["SW-PVP-3"],
        vader={"at": "lothal"},
        rey={"at": "lothal", "spells": ["mind-trick"]},
        luke={"at": "lothal"},
    )
    (key,) = table.hand("rey")
    evaded = played(
        table, act("encounter_character", "vader", other="rey"), [{"choose": f"evade-{key}"}]
    )

    assert offered(evaded, "vader") == [("encounter_space", {})]
    assert due(evaded) == ["encounter"]


def test_which_force_skill_is_discarded_is_for_its_owner_to_see() -> None:
    table = a_table(
        "star-wars",
        phase="end",
        rulings=["SW-FORCE-12"],
        mace={},
        maul={"craft": 5, "start_craft": 3, "spells": ["mind-trick", "force-lightning"]},
    )
    effects = [{"lose": {"craft": 2}, "seat": "maul"}]
    action = act("tell", "mace", source="card", name="Doubt", effects=effects)

    waiting = run(table, rule_of(action))

    assert isinstance(waiting, Asking)
    assert waiting.ask.seat == "maul"
    mine, others = (view_ask(waiting.table, waiting.ask, Viewer(one)) for one in ("maul", "mace"))
    assert [option["id"] for option in mine["options"]] == table.hand("maul")
    assert others == {
        "kind": "choose",
        "key": "SW-FORCE-1:discard_spell:maul",
        "seat": "maul",
        "rules": ["SW-FORCE-1", "SW-FORCE-2", "SW-FORCE-12"],
        "secret": True,
    }
