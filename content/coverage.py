"""Which rules of a ledger have worked examples, and which examples name no rule of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from content import strict_yaml
from content.schema.ledger import Ledger

_RULE = re.compile(r"\b[A-Z0-9]{2,4}(?:-[A-Z0-9]+)+-\d+\b")


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far worked examples and tests reach over a ledger."""

    total: int
    covered: frozenset[str]
    without: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every rule is covered and every example names rules that exist."""
        return not self.without and not self.unknown


def coverage(ledger: Ledger, cases: Path, tests: Path) -> Coverage:
    """Hold a ledger against its worked examples and tests.

    A rule that is computed or refuses needs an example, or a test that names it where an example
    cannot say it; a reminder or a fact needs either.

    Args:
        cases: The folder of the edition's examples.
        tests: The folder of the tests.
    """
    told: set[str] = set()
    named = {rule for _, rules in examples(cases) for rule in rules}
    for path in sorted(tests.rglob("test_*.py")):
        named_here = _RULE.findall(path.read_text(encoding="utf-8"))
        told |= set(named_here)
    ids = [rule.id for rule in ledger.rules]
    covered = frozenset(id_ for id_ in ids if id_ in named or id_ in told)
    return Coverage(
        len(ids),
        covered,
        tuple(id_ for id_ in ids if id_ not in covered),
        tuple(sorted(named - set(ids))),
    )


def examples(cases: Path) -> Iterator[tuple[str, list[str]]]:
    """The worked examples of a folder: name and rules of each."""
    for path in sorted(cases.glob("*.yaml")):
        found: Any = strict_yaml.read(path.read_text(encoding="utf-8")).data
        for case in found:
            yield f"{path.stem}: {case['name']}", case.get("rules", [])
