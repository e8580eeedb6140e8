"""Nothing in the repository may depend on the machine it was written on."""

import re

import pytest

from tests.health.files import ROOT, text_of, tracked_files

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|home|root|Users|opt)/[\w.]+")
REGISTRY = re.compile(
    r"https?://(?:pypi|files\.pythonhosted|registry\.npmjs|registry\.yarnpkg)", re.I
)


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["machine path", "registry"])
def test_no_file_names_a(pattern: re.Pattern[str]) -> None:
    allowed = {ROOT / "tests" / "health" / "test_files.py"}
    found = {
        str(path.relative_to(ROOT)): match.group()
        for path in tracked_files()
        if path not in allowed and (match := pattern.search(text_of(path)))
    }
    assert found == {}


def test_nothing_personal_is_committed() -> None:
    """Databases, keys and environments are made on the spot."""
    kept = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    assert kept.isdisjoint({"var", ".venv", "node_modules"})


def test_the_top_level_is_the_fixed_one() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked_files()}
    visible = {name for name in top if not name.startswith(".")}
    assert visible <= {
        "pyproject.toml", "README.md", "CHANGELOG.md", "Makefile", "manage.py", "docker",
        "talisman_companion", "games", "content", "api", "tests",
    }  # fmt: skip
