"""Every mutant against the tests that come by its line, each in a process of its own.

The code of the changed function is put in the place of the old one in memory, wherever a decorator or
a class keeps it: no file is touched, and rules that are generators, methods, properties or decorated
are changed as all others. A process more for each mutant costs little, as all is loaded already.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.kinds import Mutant, Source
from tests.packs import HERE as PACKS
from tests.packs import pack_named

KILLED, SURVIVED, TIMEOUT, UNSEEN, IMPORTED = "killed", "survived", "timeout", "unseen", "imported"
# Longer tests play whole games at random: they are for what nobody thought of, not for mutants.
LONGEST = 1.5
# All tests of a mutant together may take this long, in seconds of the processor.
MOST = 40.0
MEMORY = 6 << 30


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant; `by` is the test that noticed it, `tests` how many might have."""

    mutant: Mutant
    result: str
    by: str = ""
    tests: int = 0


@dataclass(slots=True)
class Seen:
    """Which tests came by which line, and how long each of them took."""

    by_line: dict[str, dict[int, set[int]]]
    took: list[float]

    def of(self, path: Path, lines: Iterable[int]) -> list[int]:
        """The tests that came by one of the lines."""
        there = self.by_line.get(str(path), {})
        return sorted(set().union(*(there.get(line, ()) for line in lines)))


@dataclass
class Hunt:
    """A pytest plugin that hunts mutants instead of running the tests once."""

    sources: list[Source]
    below: Path
    kept: Path
    stamp: str
    jobs: int
    most: int
    odds: bool
    told: Callable[[Verdict], None]
    wanted: Callable[[Mutant], bool] = lambda _mutant: True
    _items: list[pytest.Item] = field(default_factory=list)
    _running: dict[int, tuple[Mutant, int, int, float]] = field(default_factory=dict)
    _killers: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of the one run of all tests."""
        self._items = session.items
        for pack in sorted(PACKS.glob("*.yaml")):
            if pack.stem != "common":
                pack_named(pack.stem)
        pack_named("star-wars")
        if not self.odds:
            cases = importlib.import_module("tests.rules.cases")
            cases._check_odds = lambda *_: None  # type: ignore[attr-defined]
        for source in self.sources:
            importlib.import_module("games.rules." + source.module.replace("/", "."))
        seen = measured(self._items, self.below, self.kept, self.stamp)
        left_out = [
            item for item, took in zip(self._items, seen.took, strict=True) if took >= LONGEST
        ]
        print(f"{len(self._items)} tests; left out as slow or failing: {len(left_out)}")
        for item in left_out[:20]:
            print(f"    {item.nodeid}")
        functions = _functions()
        gc.freeze()
        for source in self.sources:
            for mutant in filter(self.wanted, source.mutants()):
                self._begin(source, mutant, seen, functions)
        while self._running:
            self._wait()
        return True

    def _begin(
        self,
        source: Source,
        mutant: Mutant,
        seen: Seen,
        functions: dict[tuple[str, str, int], list[FunctionType]],
    ) -> None:
        tests = seen.of(source.path, mutant.lines)
        if not tests:
            self.told(Verdict(mutant, UNSEEN))
            return
        code = source.compiled(mutant)
        swaps = [
            (function, new)
            for new in _codes(code)
            for function in functions.get(_where(new), ())
            if function.__code__ != new
        ]
        if not swaps:
            self.told(Verdict(mutant, IMPORTED, tests=len(tests)))
            return
        tests = self._chosen(mutant, tests, seen)
        while len(self._running) >= self.jobs:
            self._wait()
        self._fork(mutant, tests, swaps, min(MOST, 5 + 3 * sum(seen.took[test] for test in tests)))

    def _chosen(self, mutant: Mutant, tests: list[int], seen: Seen) -> list[int]:
        """At most so many tests, of all topics alike; first those that noticed what is near."""
        near = [test for test, _ in self._killers[mutant.function].most_common(10)]
        first = [test for test in near if test in tests]
        spread = tests[:: -(-len(tests) // self.most)]
        return first + sorted({*spread} - {*first}, key=seen.took.__getitem__)

    def _fork(
        self,
        mutant: Mutant,
        tests: list[int],
        swaps: list[tuple[FunctionType, CodeType]],
        limit: float,
    ) -> None:
        reading, writing = os.pipe()
        if (child := os.fork()) == 0:
            os.close(reading)
            self._die_trying(tests, swaps, limit, writing)
        os.close(writing)
        self._running[child] = (mutant, reading, len(tests), time.monotonic() + 30 * limit)

    def _die_trying(
        self,
        tests: list[int],
        swaps: list[tuple[FunctionType, CodeType]],
        limit: float,
        writing: int,
    ) -> None:
        """In the child: let tests run on the mutant until one of them fails."""
        result = SURVIVED
        try:
            _quiet()
            resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            for function, code in swaps:
                function.__code__ = code
            for test in tests:
                if not _passes(self._items[test]):
                    result = f"{KILLED} {test}"
                    break
        except BaseException:  # noqa: BLE001 - whatever it is, the mutant is noticed
            result = f"{KILLED} {tests[0]}"
        os.write(writing, result.encode())
        os._exit(0)

    def _wait(self) -> None:
        """Take in the next child that is through; one that hangs is ended."""
        child, _ = os.waitpid(-1, os.WNOHANG)
        while not child:
            time.sleep(0.005)
            for late, (_, _, _, until) in self._running.items():
                if time.monotonic() > until:
                    os.kill(late, signal.SIGKILL)
            child, _ = os.waitpid(-1, os.WNOHANG)
        mutant, reading, tests, _ = self._running.pop(child)
        result, _, test = os.read(reading, 100).decode().partition(" ")
        os.close(reading)
        if test:
            self._killers[mutant.function][int(test)] += 1
        by = self._items[int(test)].nodeid if test else ""
        self.told(Verdict(mutant, result or TIMEOUT, by, tests))


def _quiet() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - till the end


def measured(items: list[pytest.Item], below: Path, kept: Path, stamp: str) -> Seen:
    """Where each test came by; found out once for the rules and tests that the stamp stands for.

    It runs in a process of its own, so that nothing is left behind in this one.
    """
    file, took = kept / "mutants.coverage", kept / "mutants-took.json"
    told = json.loads(took.read_text()) if took.exists() else {}
    if told.get("stamp") != stamp:
        if (child := os.fork()) == 0:
            _quiet()
            file.unlink(missing_ok=True)
            took.write_text(json.dumps({"stamp": stamp, "took": _measure(items, below, file)}))
            os._exit(0)
        os.waitpid(child, 0)
        told = json.loads(took.read_text())
    times = told["took"]
    data = coverage.CoverageData(str(file))
    data.read()
    by_line = {
        path: {
            line: {int(test) for test in tests if test and times[int(test)] < LONGEST}
            for line, tests in data.contexts_by_lineno(path).items()
        }
        for path in data.measured_files()
    }
    return Seen(by_line, times)


def _measure(items: list[pytest.Item], below: Path, file: Path) -> list[float]:
    """Run all tests once; how long each took, in seconds of the processor."""
    measuring = coverage.Coverage(
        data_file=str(file), config_file=False, branch=True, source=[str(below)]
    )
    took = []
    measuring.start()
    for number, item in enumerate(items):
        measuring.switch_context(str(number))
        began = time.process_time()
        passes = _passes(item)  # one that fails without any mutant tells nothing
        took.append(time.process_time() - began if passes else LONGEST)
    measuring.stop()
    measuring.save()
    return took


def _passes(item: pytest.Item) -> bool:
    """Whether a test passes; one that wants nothing but its parameters is called as it is."""
    if isinstance(item, pytest.Function):
        params = item.callspec.params if hasattr(item, "callspec") else {}
        if set(item._fixtureinfo.argnames) <= set(params):
            return _returns(item.obj, params)
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _returns(test: Callable[..., object], params: dict[str, object]) -> bool:
    try:
        test(**params)
    except (Exception, pytest.fail.Exception):  # noqa: BLE001 - whatever a mutant leads to
        return False
    return True


def _functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """Every function there is, by where it is written; what the rules remember is forgotten."""
    found: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[_where(thing.__code__)].append(thing)
        elif isinstance(thing, functools._lru_cache_wrapper) and str(
            getattr(thing, "__module__", "")
        ).startswith("games.rules"):
            thing.cache_clear()
    return found


def _where(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)
