"""Which rules and cases of a ledger are worked out by examples and tests, and which examples name no rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from content import strict_yaml
from content.schema.ledger import Holds, Ledger

_RULE = re.compile(r"\b[A-Z0-9]{2,4}(?:-[A-Z0-9]+)+-\d+\b")
_TEST = "::"


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far worked examples and tests reach over a ledger.

    `without` are rules that nothing reaches, `unknown` ids that examples name and the ledger has not;
    `open` are cases of the ledger that nothing works out, `stray` what the list of workings says amiss;
    `one_sided` are rules with a limit that no example keeps, or none breaks.
    """

    total: int
    covered: frozenset[str]
    without: tuple[str, ...]
    unknown: tuple[str, ...]
    cases: int = 0
    open: tuple[str, ...] = ()
    stray: tuple[str, ...] = ()
    one_sided: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every rule and case is covered and every example names rules that exist."""
        return not (self.without or self.unknown or self.open or self.stray or self.one_sided)


def coverage(ledger: Ledger, cases: Path, tests: Path) -> Coverage:
    """Hold a ledger against its worked examples and tests.

    A rule that is computed or refuses needs an example, or a test that names it where an example
    cannot say it; a reminder or a fact needs either. Each case of the ledger needs an example or a test
    that works it out: `<edition>.yaml` beside the folder of examples lists them.

    Args:
        ledger: The edition's.
        cases: The folder of the edition's examples.
        tests: The folder of the tests.
    """
    told: set[str] = set()
    found = dict(_examples(cases))
    named = {rule for said in found.values() for rule in said.get("rules", ())}
    for path in sorted(tests.rglob("test_*.py")):
        told |= set(_RULE.findall(path.read_text(encoding="utf-8")))
    ids = [rule.id for rule in ledger.rules]
    covered = frozenset(id_ for id_ in ids if id_ in named or id_ in told)
    workings = _workings(cases.with_suffix(".yaml"))
    return Coverage(
        total=len(ids),
        covered=covered,
        without=tuple(id_ for id_ in ids if id_ not in covered),
        unknown=tuple(sorted(named - set(ids))),
        cases=sum(len(rule.cases) for rule in ledger.rules),
        open=tuple(_open(ledger, workings)),
        stray=tuple(_stray(ledger, workings, found, tests)),
        one_sided=tuple(_one_sided(ledger, found, workings)),
    )


def examples(cases: Path) -> Iterator[tuple[str, list[str]]]:
    """The worked examples of a folder: name and rules of each."""
    for name, said in _examples(cases):
        yield name, said.get("rules", [])


def _examples(cases: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(cases.glob("*.yaml")):
        found: Any = strict_yaml.read(path.read_text(encoding="utf-8")).data
        for case in found:
            yield f"{path.stem}: {case['name']}", case


def _workings(path: Path) -> dict[str, list[list[str]]]:
    """By rule, for each of its cases in their order, the examples and tests that work it out."""
    if not path.is_file():
        return {}
    data: Any = strict_yaml.read(path.read_text(encoding="utf-8")).data
    return {
        rule: [[one] if isinstance(one, str) else one for one in said]
        for rule, said in data.items()
    }


def _open(ledger: Ledger, workings: dict[str, list[list[str]]]) -> Iterator[str]:
    for rule in ledger.rules:
        worked = workings.get(rule.id, [])
        for number in range(1, len(rule.cases) + 1):
            if number > len(worked) or not worked[number - 1]:
                yield f"{rule.id}, case {number}"


def _stray(
    ledger: Ledger,
    workings: dict[str, list[list[str]]],
    found: dict[str, dict[str, Any]],
    tests: Path,
) -> Iterator[str]:
    known = {rule.id: len(rule.cases) for rule in ledger.rules}
    for rule, worked in workings.items():
        if len(worked) > known.get(rule, 0):
            yield f"{rule} has {known.get(rule, 0)} cases, {len(worked)} are worked out"
        for one in (one for working in worked for one in working):
            if why := _amiss(rule, one, found, tests):
                yield f"{rule}: {one}: {why}"


def _amiss(rule: str, one: str, found: dict[str, dict[str, Any]], tests: Path) -> str | None:
    """Why an example or test does not work out a case of a rule, if it does not."""
    if _TEST not in one:
        if one not in found:
            return "there is no such example"
        return None if rule in found[one]["rules"] else "it does not name the rule"
    module, _, name = one.partition(_TEST)
    path = tests / module
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if f"\ndef {name}(" not in text:
        return "there is no such test"
    return None if rule in _RULE.findall(text) else "its module does not name the rule"


def _one_sided(
    ledger: Ledger, found: dict[str, dict[str, Any]], workings: dict[str, list[list[str]]]
) -> Iterator[str]:
    """Rules that refuse, and are never kept or never broken in an example; tests count for both."""
    for rule in ledger.rules:
        by_test = any(_TEST in one for working in workings.get(rule.id, ()) for one in working)
        if rule.holds is not Holds.REFUSES or by_test:
            continue
        about = [said for said in found.values() if rule.id in said["rules"]]
        steps = [step for said in about for step in said.get("steps", [said])]
        if not any("refused" in step or "barred" in step.get("asks", {}) for step in steps):
            yield f"{rule.id} is never broken"
        if all("refused" in step for step in steps):
            yield f"{rule.id} is never kept"
