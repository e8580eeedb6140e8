import subprocess

import pytest

from tests.health.files import ROOT


@pytest.mark.parametrize(
    "target", ["play", "test", "lint", "bench", "soak", "mutants", "lock", "openapi", "clean"]
)
def test_the_makefile_has(target: str) -> None:
    planned = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert planned.returncode == 0, planned.stderr
    assert planned.stdout


@pytest.mark.parametrize("before", [False, True], ids=["make play PORT=", "PORT= make play"])
def test_the_port_can_be_chosen(before: bool) -> None:
    choice = "PORT=8123"
    command = ["env", choice, "make"] if before else ["make", choice]
    planned = subprocess.run(
        [*command, "--dry-run", "play"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "--port 8123" in planned
