"""The command that serves a table, as a process, since signals and forks are what can fail."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from talisman_companion.lan import lan_addresses
from talisman_companion.management.commands.play import greeting
from tests.health.files import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """A running `manage.py play`."""

    def __init__(self, var: Path) -> None:
        self.port = free_port()
        ours = {
            name: value for name, value in os.environ.items() if not name.startswith("TALISMAN")
        }
        self.environ = {
            **ours,
            "TALISMAN_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "talisman_companion.settings",
        }
        self.manage("migrate", "--verbosity", "0").communicate(timeout=60)
        self.process = self.manage("play", "--host", "127.0.0.1", "--port", str(self.port))

    def manage(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def status(self, path: str) -> int:
        """The status of a GET, asked again until the server listens."""
        for _ in range(1200):
            try:
                with urllib.request.urlopen(
                    f"http://127.0.0.1:{self.port}{path}", timeout=5
                ) as answer:
                    code: int = answer.status
                    return code
            except urllib.error.HTTPError as error:
                with error:
                    return error.code
            except OSError:
                time.sleep(0.05)
        pytest.fail("the server did not start")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    if served.process.poll() is None:
        served.process.kill()
    served.process.communicate()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_greets_serves_and_ends_quietly(served: Served, stop: signal.Signals) -> None:
    assert served.status("/api/v1/no-such-page") == 404
    served.process.send_signal(stop)
    output, _ = served.process.communicate(timeout=60)
    assert served.process.returncode == 0
    assert f"http://127.0.0.1:{served.port}/api/v1/docs/" in output
    assert not re.search(r"Traceback|Error|GET /", output)


def test_it_keeps_a_key_and_a_database(served: Served, tmp_path: Path) -> None:
    served.status("/api/v1/no-such-page")
    assert {"secret_key", "talisman.sqlite3"} <= {path.name for path in tmp_path.iterdir()}


def test_a_port_in_use_is_said_in_one_sentence(served: Served) -> None:
    served.status("/api/v1/no-such-page")
    second = served.manage("play", "--host", "127.0.0.1", "--port", str(served.port))
    output, _ = second.communicate(timeout=20)
    assert second.returncode == 1
    assert f"Cannot listen on port {served.port}" in output
    assert "Traceback" not in output


class TestGreeting:
    def test_it_shows_a_code_and_every_address(self) -> None:
        text = greeting("http://10.0.0.7:8000", ["10.0.0.7", "10.0.1.7"], 8000)
        assert "█" in text
        for url in (
            "10.0.0.7:8000/",
            "10.0.1.7:8000/",
            "127.0.0.1:8000/",
            "127.0.0.1:8000/api/v1/docs/",
        ):
            assert f"http://{url}" in text

    def test_a_configured_address_comes_first(self) -> None:
        text = greeting("https://table.example.org", ["10.0.0.7"], 8000)
        assert text.index("https://table.example.org/") < text.index("http://10.0.0.7:8000/")

    def test_no_code_leads_a_phone_to_itself(self) -> None:
        text = greeting("http://127.0.0.1:8000", [], 8000)
        assert "█" not in text
        assert "Phones cannot reach this server" in text


def test_addresses_for_phones_are_not_this_machine_only() -> None:
    assert not any(address.startswith("127.") for address in lan_addresses())
