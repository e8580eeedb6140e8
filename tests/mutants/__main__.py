"""Changes the rules one small thing at a time and tells which changes no test notices.

`python -m tests.mutants verbs/fate effects` hunts in these modules of `games/rules`, without a name in
all; `--survivors` only what survived last time. Verdicts are kept in `var/mutants.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.kinds import Mutant, Source
from tests.mutants.running import IMPORTED, KILLED, SURVIVED, TIMEOUT, UNSEEN, Hunt, Verdict

ROOT = Path(__file__).parents[2]
RULES = ROOT / "games" / "rules"
KEPT = ROOT / "var" / "mutants.json"
RESULTS = (KILLED, TIMEOUT, SURVIVED, UNSEEN, IMPORTED)
TESTS = ["tests/rules"]
# Whole games at random, and what reads the text of the rules: of no use here.
LEFT_OUT = ["test_random_games", "test_random_play", "test_odds_against_naive", "test_purity"]


class Record:
    """The verdicts, told as they come and kept by module; a module that was changed begins anew."""

    def __init__(self, sources: list[Source]) -> None:
        self._kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
        self._told = 0
        for source in sources:
            text = hashlib.sha256(source.path.read_bytes()).hexdigest()
            if self._kept.get(source.module, {}).get("text") != text:
                self._kept[source.module] = {"text": text, "verdicts": {}}

    def survived(self, mutant: Mutant) -> bool:
        """Whether it did last time."""
        kept = self._kept[mutant.module]["verdicts"].get(str(mutant.number))
        return kept is None or kept["result"] in {SURVIVED, UNSEEN}

    def tell(self, verdict: Verdict) -> None:
        """Keep a verdict, and say so where nobody noticed the mutant."""
        mutant = verdict.mutant
        self._kept[mutant.module]["verdicts"][str(mutant.number)] = {
            "result": verdict.result,
            "function": mutant.function,
            "line": mutant.line,
            "kind": mutant.kind,
            "before": mutant.before,
            "after": mutant.after,
            "by": verdict.by,
            "tests": verdict.tests,
        }
        self._told += 1
        if self._told % 100 == 0:
            self.keep()
        if verdict.result in {SURVIVED, UNSEEN}:
            print(
                f"{verdict.result} {mutant.name} {mutant.function}, line {mutant.line}, {mutant.kind} "
                f"({verdict.tests} tests)\n    - {mutant.before}\n    + {mutant.after}",
                flush=True,
            )

    def keep(self) -> None:
        """Write all verdicts down."""
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(self._kept, indent=1))

    def figures(self, modules: list[str]) -> str:
        """A line for each module."""
        lines = [f"{'module':<22}" + "".join(f"{kind:>10}" for kind in ("mutants", *RESULTS))]
        total: Counter[str] = Counter()
        for module in modules:
            count = Counter(one["result"] for one in self._kept[module]["verdicts"].values())
            total.update(count)
            lines.append(_line(module, count))
        return "\n".join([*lines, _line("all", total)])


def _line(name: str, count: Counter[str]) -> str:
    numbers = (count.total(), *(count[kind] for kind in RESULTS))
    return f"{name:<22}" + "".join(f"{number:>10}" for number in numbers)


def main() -> int:
    asked = parsed()
    found = {str(path.relative_to(RULES).with_suffix("")): path for path in RULES.rglob("*.py")}
    modules = asked.modules or sorted(found)
    if unknown := [module for module in modules if module not in found]:
        sys.exit(f"no such module of games/rules: {', '.join(unknown)}")
    sources = [Source(module, found[module]) for module in modules]
    record = Record(sources)
    tests = asked.tests or TESTS
    hunt = Hunt(
        sources,
        RULES,
        KEPT.parent,
        stamp_of(tests),
        asked.jobs,
        asked.most,
        asked.odds,
        record.tell,
    )
    if asked.survivors:
        hunt.wanted = record.survived
    os.chdir(ROOT)
    plain = ["-n0", "-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-header"]
    try:
        left_out = [f"--ignore-glob=*/{name}.py" for name in LEFT_OUT]
        code = pytest.main([*plain, *left_out, *tests], plugins=[hunt])
    finally:
        record.keep()
    print(record.figures(modules))
    return int(code)


def stamp_of(tests: list[str]) -> str:
    """What stands for everything on which depends where the tests come by."""
    told = hashlib.sha256(repr(tests).encode())
    for folder in ("content", "games/rules", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".yaml"} and path.parent != Path(__file__).parent:
                told.update(path.read_bytes())
    return told.hexdigest()


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", help="as verbs/fate; without any, all")
    parser.add_argument("--survivors", action="store_true", help="only what survived last time")
    parser.add_argument("--tests", action="append", help="in place of tests/rules, for pytest")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="1.. at once")
    parser.add_argument("--most", type=int, default=5000, help="tests for each mutant, 1..")
    parser.add_argument("--odds", action="store_true", help="enumerate the odds of cases, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
