"""The server of `make play` in a process of its own, with a database of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = "127.0.0.1"
READY = "serving"


@contextmanager
def served() -> Iterator[int]:
    """A server that runs as long as it is needed; gives its port."""
    port = free_port()
    var = ROOT / "var"
    var.mkdir(exist_ok=True)
    # Beside the database of play, since the disk is part of what is measured.
    with tempfile.TemporaryDirectory(dir=var, prefix="bench-") as own:
        log = Path(own) / "server.log"
        with log.open("wb") as said, started(port, own, said) as process:
            try:
                if process.stdout is None or process.stdout.readline().strip() != READY:
                    process.wait(timeout=10)
                    raise RuntimeError(f"The server did not start:\n{log.read_text()}")
                yield port
            finally:
                process.terminate()


def started(port: int, var: str, said: IO[bytes]) -> subprocess.Popen[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TALISMAN_")}
    ours = {"TALISMAN_VAR": var, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    return subprocess.Popen(
        [sys.executable, "-m", "tests.bench.server", str(port)],
        cwd=ROOT,
        env={**kept, **ours},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=said,
        text=True,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def serve(port: int) -> None:
    """Make the tables, and serve until told to stop."""
    import django  # noqa: PLC0415  (the client of this module needs none of it)
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    # Only now, as what they import needs the models.
    from talisman_companion.embedded import EmbeddedServer  # noqa: PLC0415
    from talisman_companion.loading import load_application  # noqa: PLC0415

    call_command("migrate", run_syncdb=True, verbosity=0)
    EmbeddedServer(
        host=LOOPBACK,
        port=port,
        load_application=load_application,
        when_ready=lambda: print(READY, flush=True),
    ).run()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
