"""The server of `make play` in a process of its own, with a database of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = "127.0.0.1"
READY = "serving"


class Served:
    """A running server; what it says goes to `log`."""

    def __init__(self, var: Path) -> None:
        self.port = free_port()
        self.log = var / "server.log"
        kept = {name: value for name, value in os.environ.items() if name[:9] != "TALISMAN_"}
        self._environ = {
            **kept,
            "TALISMAN_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        }

    def __enter__(self) -> Served:
        self._log = self.log.open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.server", str(self.port)],
            cwd=ROOT,
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )
        said = self._process.stdout.readline() if self._process.stdout else ""
        if said.strip() != READY:
            self._process.wait(timeout=10)
            raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait(timeout=20)
        self._log.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def serve(port: int) -> None:
    """Make the tables, and serve until told to stop."""
    import django  # noqa: PLC0415  (the client of this module needs none of it)
    from django.core.management import call_command  # noqa: PLC0415

    from talisman_companion.embedded import EmbeddedServer  # noqa: PLC0415
    from talisman_companion.management.commands.play import load_application  # noqa: PLC0415

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    EmbeddedServer(
        host=LOOPBACK,
        port=port,
        load_application=load_application,
        when_ready=lambda: print(READY, flush=True),
    ).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
