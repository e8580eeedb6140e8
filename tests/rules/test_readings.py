"""Rules that can be read two ways: examples work out both, and no core code asks which was chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from content.library import pack
from games import rules
from games.rules.table import Table
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
