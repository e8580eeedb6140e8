"""The embedded server's child, seen from the server: one that hangs is ended."""

from __future__ import annotations

import subprocess
from typing import Any
from uuid import uuid4

import pytest

from talisman_companion.jobs import Child


class Hanging(Child):
    """A child that takes what it is told, and never says a word."""

    def _running(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(
            ["sleep", "600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.started.append(self.process)
        return self.process

    def __init__(self) -> None:
        super().__init__()
        self.started: list[subprocess.Popen[bytes]] = []


@pytest.mark.django_db
def test_one_that_hangs_is_ended_once_nothing_it_writes_lives(settings: Any) -> None:
    settings.EXPORT_LEASE = 0.01
    child = Hanging()

    assert not child.write(uuid4())
    assert child.process is None
    assert [process.returncode for process in child.started] == [-9, -9]
