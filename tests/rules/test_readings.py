"""Rules that can be read two ways: examples work out both, and no core code asks which was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from content.library import pack
from games import rules
from games.rules.checklist import to_do
from games.rules.legality import legal_actions
from games.rules.table import Table
from tests.builders import a_table
from tests.rules.cases import Case, found_cases

STAR_WARS = pack("star-wars")
CASES = [found.case for found in found_cases() if found.pack == "star-wars"]
CORE = Path(str(rules.__file__)).parent


def read_so(case: Case) -> tuple[str, ...]:
    return tuple(case.given.get("table", {}).get("rulings", ()))


@pytest.mark.parametrize("rule", list(STAR_WARS.rulings))
def test_examples_work_out_both_readings(rule: str) -> None:
    mine = [case for case in CASES if rule in case.rules]
    as_decided = [case for case in mine if rule not in read_so(case)]
    otherwise = [case for case in mine if rule in read_so(case)]

    assert [case.name for case in as_decided if not case.uncited]
    assert [case.name for case in otherwise if not case.uncited]
    under_it = [case for case in CASES if rule in read_so(case)]
    assert len(under_it) >= 3, f"{rule}: too little is shown of the other reading"


def test_no_core_code_asks_which_reading_was_chosen() -> None:
    asking = [
        path.relative_to(CORE).as_posix()
        for path in CORE.rglob("*.py")
        if "rulings" in path.read_text()
    ]

    assert sorted(asking) == ["situation.py", "table.py", "viewpoint.py"]


def test_a_table_is_laid_with_the_edition_as_it_reads_it() -> None:
    table = Table(STAR_WARS, ("A", "B"), ("seven-points",), ("SW-CHANDRILA-1", "SW-GEN-1"))

    assert table.pack is STAR_WARS.read_with(["SW-GEN-1", "SW-CHANDRILA-1"])
    assert table.space("chandrila").free_rerolls_between
    assert (table.policy.idle_offers, table.policy.trophies_per_point) == (True, 7)
    twin = table.copy()
    assert (twin.pack, twin.policy, twin.rulings) == (table.pack, table.policy, table.rulings)


def offered(rulings: list[str], passage: str | None = None, **said: Any) -> list[tuple[str, Any]]:
    """What Mace may do, and what of it the turn owes."""
    table = a_table("star-wars", rulings=rulings, **said)
    if passage:
        table.figures["mace"].marks = {"passage": passage}
    listed = [(legal.kind, legal.offer.params) for legal in legal_actions(table, "mace")]
    owed = [(due.action, due.params) for due in to_do(table) if due.seat == "mace"]
    assert owed == [one for one in listed if one[0] not in {"ditch", "cast"}]
    return owed


ON_EXEGOL: dict[str, Any] = {
    "mace": {"at": "exegol", "objects": ["sith-wayfinder"]},
    "maul": {},
    "phase": "encounter",
}
ON_TATOOINE: dict[str, Any] = {
    "mace": {"at": "tatooine", "craft": 5, "spells": ["unseen"]},
    "maul": {},
    "phase": "end",
    "facts": {"dial_ceiling": 5},
}
FORWARD = ("step", {"way": "forward"})


@pytest.mark.parametrize(("rulings", "more"), [([], []), (["SW-EXEGOL-2"], [FORWARD])])
def test_the_step_into_the_citadel_is_offered_on_arrival(
    rulings: list[str], more: list[Any]
) -> None:
    assert offered(rulings, **ON_EXEGOL) == [("encounter_space", {}), *more]


def test_a_crossing_earned_is_all_that_a_turn_owes() -> None:
    at_kef_bir: dict[str, Any] = {"mace": {"at": "kef-bir"}, "maul": {}}

    assert offered(["SW-KEFBIR-4"], "kef-bir-to-jedha", **at_kef_bir) == [FORWARD]
    assert offered(["SW-KEFBIR-4"], **at_kef_bir) == [("move", {})]


@pytest.mark.parametrize(
    ("rulings", "more"), [([], []), (["SW-GEN-1"], [("use_space", {"trigger": "tatooine-trade"})])]
)
def test_an_offer_that_gives_nothing_is_offered_where_it_may_be_taken(
    rulings: list[str], more: list[Any]
) -> None:
    assert offered(rulings, **ON_TATOOINE) == [("end_turn", {}), *more]
