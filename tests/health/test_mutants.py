"""The mutants that `make mutants` lets loose on the rules: what is changed, and what it does then."""

from __future__ import annotations

from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutants.kinds import Source

RULES = '''"""A module."""

MOST = 3


def decorated(rule):
    return rule


class Dial:
    @property
    def is_high(self, most: int = 2) -> bool:
        """Whether it is."""
        return self.points > most


@decorated
def going(points, *, low=0):
    for point in range(points):
        if point in {1, 2} and not low:
            yield from (point,)
    return f"{points} of {MOST}"
'''


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "rule.py"
    path.write_text(RULES, encoding="utf-8")
    return Source("rule", path)


def test_what_runs_is_changed_in_every_small_way(source: Source) -> None:
    assert [(one.function, one.kind, one.after) for one in source.mutants()] == [
        ("decorated", "nothing returned", "return None"),
        ("Dial.is_high", "nothing returned", "return None"),
        ("Dial.is_high", "comparison", "self.points >= most"),
        ("going", "always", "if True"),
        ("going", "never", "if False"),
        ("going", "condition dropped", "not low"),
        ("going", "condition dropped", "point in {1, 2}"),
        ("going", "comparison", "point not in {1, 2}"),
        ("going", "one of several dropped", "point in {2}"),
        ("going", "one of several dropped", "point in {1}"),
        ("going", "number", "2"),
        ("going", "number", "3"),
        ("going", "not dropped", "low"),
        ("going", "statement left out", "yield from ()"),
        ("going", "nothing returned", "return None"),
    ]


def test_a_mutant_takes_the_place_of_the_rule_that_is_loaded(source: Source) -> None:
    loaded: dict[str, FunctionType] = {}
    exec(compile(RULES, "rule.py", "exec"), loaded)  # noqa: S102 - the rules above
    going = loaded["going"]
    assert list(going(4)) == [1, 2]

    heard = {}
    for mutant in source.mutants():
        if mutant.function == "going":
            code = source.compiled(mutant).co_consts
            going.__code__ = next(
                one for one in code if isinstance(one, CodeType) and one.co_name == "going"
            )
            heard[mutant.after] = list(going(4))

    assert heard == {
        "if True": [0, 1, 2, 3],
        "if False": [],
        "not low": [0, 1, 2, 3],
        "point in {1, 2}": [1, 2],
        "point not in {1, 2}": [0, 3],
        "point in {2}": [2],
        "point in {1}": [1],
        "2": [2],
        "3": [1, 3],
        "low": [],
        "yield from ()": [],
        "return None": [1, 2],
    }
