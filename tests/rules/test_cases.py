"""Every worked example of tests/cases."""

from __future__ import annotations

import pytest

from tests.rules.cases import Found, found_cases, run_case

FOUND = list(found_cases())


@pytest.mark.parametrize("found", FOUND, ids=[found.id for found in FOUND])
def test_case(found: Found) -> None:
    run_case(found.pack, found.case)


def test_no_two_cases_have_one_name() -> None:
    ids = [found.id for found in FOUND]

    assert sorted(ids) == sorted(set(ids))
