import subprocess

import pytest

from tests.health.files import ROOT


@pytest.mark.parametrize("target", ["play", "test", "lint", "bench", "lock", "openapi", "clean"])
def test_the_makefile_has(target: str) -> None:
    planned = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert planned.returncode == 0, planned.stderr
    assert planned.stdout


def test_the_port_can_be_chosen() -> None:
    planned = subprocess.run(
        ["make", "--dry-run", "play", "PORT=8123"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "--port 8123" in planned
