import re

import pytest

from tests.health.files import ROOT

REQUIREMENTS = ROOT / "docker" / "requirements"
PACKAGE = re.compile(r"^([a-z0-9][a-z0-9._-]*)(?:\[[a-z0-9,._-]+\])?==(\S+)", re.MULTILINE)


def packages_of(lock: str) -> dict[str, str]:
    return dict(PACKAGE.findall((REQUIREMENTS / f"{lock}.txt").read_text()))


@pytest.mark.parametrize("lock", ["base", "prod", "dev"])
class TestEveryLock:
    def test_names_a_hash_for_every_package(self, lock: str) -> None:
        text = (REQUIREMENTS / f"{lock}.txt").read_text()
        entries = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
        assert len(entries) > 40
        without = [entry for entry in entries if "--hash=sha256:" not in entry]
        assert without == []

    def test_names_no_address(self, lock: str) -> None:
        text = (REQUIREMENTS / f"{lock}.txt").read_text()
        assert not re.search(r"://|--(extra-)?index|--find-links|file:", text)

    def test_holds_what_is_asked_for(self, lock: str) -> None:
        asked = re.findall(r"^([A-Za-z][\w-]*)", (REQUIREMENTS / f"{lock}.in").read_text(), re.M)
        assert {name.lower() for name in asked} <= packages_of(lock).keys()


@pytest.mark.parametrize(("smaller", "larger"), [("base", "prod"), ("prod", "dev")])
def test_one_environment_serves_both(smaller: str, larger: str) -> None:
    assert packages_of(smaller).items() <= packages_of(larger).items()
