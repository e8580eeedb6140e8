"""Whole processes for tests: a server with children that write, or a server, a Redis and a worker."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from django.conf import settings

from games.queue import EXPORT, LARGE
from games.queue import SMALL as SMALL_ONES
from talisman_companion.demo.phone import Phone
from talisman_companion.demo.player import Player
from talisman_companion.demo.recording import HOST, read_recording, recordings
from talisman_companion.demo.story import Story, nowhere
from talisman_companion.demo.wire import HttpWire
from tests.health.files import ROOT

ENDS = {"done", "failed", "cancelled", "expired"}
# Whatever takes longer hangs; nothing here is a measure of speed.
PATIENCE = 240.0
# Longer than any format goes without a sign of life on a slow machine: whoever is killed is found
# out by the process that is gone. What happens when a lease runs out is tested piece by piece.
LEASE = 30
SWEEP = 0.3
# Logs that are longer are large.
SMALL = 500
# The redis that a machine may have anyway, where no binary is found; a database nobody else uses.
SHARED_REDIS = "redis://127.0.0.1:6379/13"

QUEUES = {"worker": f"talisman,{SMALL_ONES}", "large": LARGE}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def opened(url: str) -> Any:
    return urllib.request.urlopen(url, timeout=30)  # noqa: S310  (our own server's)


def waited_for(what: str, look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """What `look` finds, looked for until it finds something."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(0.02)
    pytest.fail(f"waited in vain: {what}")


@dataclass
class Table:
    """A table that was played at, and its host's phone."""

    game_id: str
    host: Phone

    def ask(self, form: str) -> str:
        body = {"format": form}
        return str(self.host.post(f"games/{self.game_id}/exports/", body)["id"])


@dataclass
class Place:
    """Somewhere exports are asked for and written: processes, and the folder they share."""

    var: Path
    redis_url: str | None = None
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    broker: Broker | None = None
    wires: list[HttpWire] = field(default_factory=list)
    database_url: str | None = None

    # ------------------------------------------------------------ processes

    @property
    def gates(self) -> Path:
        return self.var / "gates"

    @property
    def environ(self) -> dict[str, str]:
        ours = {
            k: v for k, v in os.environ.items() if not k.startswith(("TALISMAN", "COV_", "PYTEST"))
        }
        named = {"TALISMAN_REDIS_URL": self.redis_url} if self.redis_url else {}
        if self.database_url:
            named |= {
                "TALISMAN_DATABASE_URL": self.database_url,
                "TALISMAN_DATABASE_POOL": "false",
                "TALISMAN_SECRET_KEY": "only-for-tests-and-never-used-elsewhere",
                "TALISMAN_ALLOWED_HOSTS": "127.0.0.1",
            }
        return {
            **ours,
            "DJANGO_SETTINGS_MODULE": "tests.jobs.settings",
            "PYTHONUTF8": "1",
            "TALISMAN_VAR": str(self.var),
            "TALISMAN_EXPORTS_LEASE": str(LEASE),
            "TALISMAN_EXPORTS_SWEEP": str(SWEEP),
            "TALISMAN_EXPORTS_SMALL": str(SMALL),
            "TALISMAN_EXPORTS_AT_ONCE": "100000",
            "TALISMAN_EXPORTS_KEPT": "100000",
            "TALISMAN_EXPORTS_ENTRIES": "100000000",
            "TALISMAN_LOG_LEVEL": "INFO",
            "JOBS_GATES": str(self.gates),
            **named,
        }

    def start(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        """A process of ours, whose words go to a file: a pipe that nobody reads would hold it up."""
        with (self.var / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                env=self.environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self.processes[name]

    def log(self, name: str) -> str:
        return (self.var / f"{name}.log").read_text(errors="replace")

    def set_up(self) -> None:
        self.gates.mkdir(parents=True, exist_ok=True)
        made = self.start("migrate", "manage.py", "migrate", "--verbosity", "0")
        assert made.wait(PATIENCE) == 0, self.log("migrate")
        self.serve()
        if self.redis_url:
            self.work("worker")
            self.work("large")

    def serve(self) -> None:
        self.start("server", "manage.py", "play", "--host", "127.0.0.1", "--port", str(self.port))
        waited_for("the server", self.is_serving)

    def is_serving(self) -> bool:
        with (
            suppress(OSError),
            closing(opened(self.url + "/api/v1/health/ready")),
        ):
            return True
        return False

    def work(self, name: str) -> None:
        """A worker of one child, so that whatever it is killed over, it was doing; the first schedules too."""
        more = ["--queues", QUEUES[name]]
        if name == "worker":
            more += ["--beat", "--schedule", str(self.var / "schedule")]
        log = self.var / f"{name}.log"
        log.unlink(missing_ok=True)
        self.start(
            name, "-m", "celery", "--app", "talisman_companion", "worker", "--loglevel", "info",
            "--concurrency", "1", "--hostname", f"{name}@%h", "--without-mingle", "--without-gossip",
            *more,
        )  # fmt: skip
        waited_for("the worker", lambda: " ready." in self.log(name))

    def kill(self, name: str, how: signal.Signals = signal.SIGKILL) -> None:
        """End a process and all that it has started."""
        process = self.processes.pop(name)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        process.wait(PATIENCE)

    def kill_alone(self, name: str) -> None:
        """End a process as the system does that is short of memory: what it has started goes by itself."""
        process = self.processes.pop(name)
        process.kill()
        process.wait(PATIENCE)
        if name == "server":
            waited_for("the port", self.is_port_free)

    def is_port_free(self) -> bool:
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", self.port))
            return True
        return False

    def tear_down(self) -> None:
        for name in list(self.processes):
            self.kill(name)
        for wire in self.wires:
            wire.close()

    # ------------------------------------------------------------ over HTTP

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def played(self) -> Table:
        """A table at which an evening was played."""
        player = Player(self.wire(), read_recording(recordings()["evening"]), Story(write=nowhere))
        player.play()
        return Table(str(player.game["id"]), player.phones[HOST])

    def bare(self) -> Table:
        """A table that was only opened: quick to write of."""
        host = Phone(self.wire(), HOST)
        body = {"name": "Bare", "edition": "star-wars", "seat_name": "Ann"}
        game = host.post("games/", body)
        host.token = game["host_key"]
        return Table(str(game["id"]), host)

    def wire(self) -> HttpWire:
        self.wires.append(HttpWire(self.url))
        return self.wires[-1]

    def seen(self, table: Table, export_id: str) -> dict[str, Any]:
        told: dict[str, Any] = table.host.get(f"exports/{export_id}/")
        return told

    def ended(self, table: Table, export_id: str) -> dict[str, Any]:
        """The export once it has ended, in whatever way."""

        def end() -> dict[str, Any] | None:
            told = self.seen(table, export_id)
            return told if told["state"] in ENDS else None

        found: dict[str, Any] = waited_for(f"the end of {export_id}", end)
        return found

    def fetched(self, table: Table, export_id: str) -> bytes:
        """The file, as a phone fetches it."""
        link = table.host.post(f"exports/{export_id}/link/", {})["url"]
        with closing(opened(link)) as response:
            read: bytes = response.read()
            return read

    def files(self, export_id: str) -> list[str]:
        return sorted(path.name for path in (self.var / "exports").glob(f"{export_id}-*"))

    # ------------------------------------------------------------ gates

    def shut(self, table: Table, phase: str) -> None:
        (self.gates / f"{table.game_id}.stop.{phase}").touch()

    def open(self, table: Table, phase: str) -> None:
        (self.gates / f"{table.game_id}.stop.{phase}").unlink()

    @contextmanager
    def full_disk(self, table: Table) -> Iterator[None]:
        """Files of a table are written to a disk without room."""
        full = self.gates / f"{table.game_id}.full"
        full.touch()
        yield
        full.unlink()

    def at(self, export_id: str, phase: str) -> int:
        """The process that waits in a phase, once one does."""

        def pid() -> int:
            for path in self.gates.glob(f"{export_id}.at.{phase}.*"):
                path.unlink()
                return int(path.name.rpartition(".")[2])
            return 0

        found: int = waited_for(f"{export_id} at {phase}", pid)
        return found

    def phases(self, export_id: str) -> list[str]:
        return (self.gates / f"{export_id}.phases").read_text().split()

    def run(self, code: str) -> None:
        """Run a line of ours beside everybody, where the database is theirs."""
        ran = self.start("shell", "manage.py", "shell", "--no-imports", "--command", code)
        assert ran.wait(PATIENCE) == 0, self.log("shell")


# ------------------------------------------------------------------ the two kinds


@contextmanager
def a_database() -> Iterator[str | None]:
    """A database of its own on the server that the tests run on; none where each place has a file."""
    url = settings.ENV.test_database_url
    if url is None:
        yield None
        return
    import psycopg  # noqa: PLC0415  (there is none where SQLite is all there is)

    name = f"talisman_jobs_{os.getpid()}_{free_port()}"
    server, _, _name = str(url).rpartition("/")
    with closing(psycopg.connect(f"{server}/postgres", autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def embedded(var: Path) -> Iterator[Place]:
    """`make play`, and nothing else."""
    with a_database() as database_url, ExitStack() as ending:
        place = Place(var, database_url=database_url)
        ending.callback(place.tear_down)
        place.set_up()
        yield place


@dataclass
class Broker:
    """A Redis of our own, or a database of one that is there."""

    port: int
    folder: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def is_ours(self) -> bool:
        return shutil.which("redis-server") is not None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0" if self.is_ours else SHARED_REDIS

    def client(self) -> Any:
        return redis.Redis.from_url(self.url, socket_connect_timeout=1)

    def answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.exceptions.RedisError:
            return False

    def start(self) -> None:
        if not self.is_ours:
            if not self.answers():
                pytest.skip("there is neither a redis-server nor a Redis on its usual port")
            self.client().flushdb()
            return
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(self.folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        waited_for("redis", self.answers)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process = None
        elif self.answers():
            self.client().flushdb()

    def send(self, export_id: str) -> None:
        """A message as our server sends them."""
        app = Celery(broker=self.url, set_as_current=False)
        app.send_task(EXPORT, args=[export_id], queue=SMALL_ONES, retry=False, ignore_result=True)
        app.close()


@contextmanager
def with_workers(var: Path) -> Iterator[Place]:
    """A server, a Redis, a worker for small exports and one for large ones."""
    broker = Broker(free_port(), var)
    with a_database() as database_url, ExitStack() as ending:
        ending.callback(broker.stop)
        broker.start()
        place = Place(var, redis_url=broker.url, broker=broker, database_url=database_url)
        ending.callback(place.tear_down)
        place.set_up()
        yield place
