"""Core code names no edition, and the rules depend on the table and its answers alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from content.library import editions
from games.rules.registry import load_editions
from games.rules.topics import Topic
from tests.packs import HERE as TEST_PACKS
from tests.packs import pack_named

ROOT = Path(__file__).parents[2]
RULES = ROOT / "games" / "rules"
EDITIONS = RULES / "editions"
CORE = sorted(
    path
    for folder in ("games", "api", "content")
    for path in (ROOT / folder).rglob("*.py")
    if EDITIONS not in path.parents and "migrations" not in path.parts
)
FAMILY = ("star-wars", "batman", "revised-4e", "woodland", "city")
PREFIXES = ("SW", "BM", "WL", "CT", "R4")
NAMED = re.compile(
    rf"\b(?:{'|'.join({*FAMILY, *editions()} - {'city'})}|star wars|the city|revised 4th)\b"
    rf"|\b(?:{'|'.join(PREFIXES)})-[A-Z]+",
    re.IGNORECASE,
)
IDENTIFIERS = re.compile(r"star_?wars|batman|woodland|revised_?4e", re.IGNORECASE)
FORBIDDEN = {
    "django", "rest_framework", "celery", "redis", "yaml", "random", "secrets", "uuid",
    "time", "datetime", "os", "io", "pathlib", "socket", "threading", "asyncio", "logging",
}  # fmt: skip


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.Module) -> set[int]:
    """The places of docstrings, which may cite; what stands alone as text is one, too."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    skipped = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in skipped:
            yield node.lineno, str(node.value)


def identifiers(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.arg | ast.alias | ast.keyword):
            yield getattr(node, "lineno", 0), str(getattr(node, "name", getattr(node, "arg", "")))


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_core_names_no_edition(path: Path) -> None:
    tree = tree_of(path)

    named = [(line, text) for line, text in strings(tree) if NAMED.search(text) or text == "city"]
    named += [(line, name) for line, name in identifiers(tree) if IDENTIFIERS.search(name)]

    assert named == []


def is_edition(node: ast.expr) -> bool:
    """Whether an expression is an edition's id: `edition.id`, `edition_id`, `pack.edition`."""
    if isinstance(node, ast.Attribute) and node.attr == "id":
        return is_edition(node.value)
    name = getattr(node, "attr", getattr(node, "id", ""))
    return name in {"edition", "edition_id"}


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=name_of)
def test_rules_compare_no_edition(path: Path) -> None:
    compared = [
        node.lineno
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Compare) and any(map(is_edition, [node.left, *node.comparators]))
    ]

    assert compared == []


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=name_of)
def test_rules_import_no_framework_clock_or_chance(path: Path) -> None:
    found = FORBIDDEN.intersection(imports(tree_of(path)))

    assert found == ({"django"} if path.name == "apps.py" else set())


def calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=name_of)
def test_rules_read_no_input_and_write_no_output(path: Path) -> None:
    found = [call for call in calls(tree_of(path)) if call[1] in {"print", "input", "open"}]

    assert found == []


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=name_of)
def test_only_asks_yields_bare(path: Path) -> None:
    """Rule code asks through helpers; a bare `yield` after `return` only makes a verb a generator."""
    if path.name == "asks.py":
        return
    bare = [
        node.lineno
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Assign | ast.Expr | ast.Return)
        and isinstance(node.value, ast.Yield)
        and isinstance(node.value.value, ast.Call)
        and getattr(node.value.value.func, "id", "") in {"Roll", "Choose", "Amount", "Draw", "Tell"}
    ]

    assert bare == []


def topics_named(path: Path) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Topic"
    }


def test_every_topic_is_cited_somewhere_and_every_one_cited_exists() -> None:
    named = set[str]().union(*(topics_named(path) for path in RULES.rglob("*.py")))

    assert named == {topic.name for topic in Topic}


@pytest.mark.parametrize("edition", editions())
def test_an_edition_says_where_it_treats_every_topic(edition: str) -> None:
    cites = pack_named(edition).edition.cites

    assert set(cites) == {topic.value for topic in Topic}
    assert all(cites.values())


@pytest.mark.parametrize("name", sorted(path.stem for path in TEST_PACKS.glob("*.yaml")))
def test_test_packs_do_so_too_and_keep_to_their_ledger(name: str) -> None:
    pack = pack_named(name)

    assert {topic.value for topic in Topic} <= set(pack.edition.cites)
    cited = {rule for rules in pack.edition.cites.values() for rule in rules}
    assert cited <= set(pack.rules)


def test_editions_register_each_name_once() -> None:
    load_editions.cache_clear()

    load_editions()  # a second registration of a name raises
