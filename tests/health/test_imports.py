"""What the pure parts may import: lists of what is allowed, where the contracts say what is not."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.health.files import ROOT

# Chance, clocks and the outside world; a rule depends on the table and its answers alone.
IMPURE = {
    "random", "secrets", "uuid", "time", "datetime", "calendar", "zoneinfo", "os", "io", "pathlib",
    "shutil", "tempfile", "glob", "socket", "ssl", "http", "urllib", "asyncio", "threading",
    "multiprocessing", "concurrent", "subprocess", "signal", "logging", "sqlite3", "pickle",
    "shelve", "ctypes", "locale", "platform",
}  # fmt: skip
PURE = sys.stdlib_module_names - IMPURE
FILES = {"pathlib", "os", "io"}


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_within(name: str, packages: set[str] | frozenset[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def strangers(folder: Path, allowed: set[str] | frozenset[str], exempt: str = "") -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted(folder.rglob("*.py"))
        if path.name != exempt
        for name in imported_by(path)
        if not is_within(name, allowed)
    ]


def test_rules_import_the_pure_standard_library_and_the_schema_of_packs() -> None:
    allowed = PURE | {"games.rules", "content.schema"}
    assert strangers(ROOT / "games" / "rules", allowed, exempt="apps.py") == []


def test_the_schema_of_packs_imports_pydantic_only() -> None:
    allowed = PURE | {"content.schema", "pydantic", "pydantic_core"}
    assert strangers(ROOT / "content" / "schema", allowed) == []


def test_the_loader_imports_pydantic_and_yaml_only() -> None:
    allowed = PURE | FILES | {"content.schema", "content.loader", "content.strict_yaml"}
    allowed |= {"pydantic", "pydantic_core", "yaml"}
    for name in ("loader.py", "strict_yaml.py"):
        path = ROOT / "content" / name
        assert [name for name in imported_by(path) if not is_within(name, allowed)] == []
