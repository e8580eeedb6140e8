"""A phone: one connection that is kept, one request at a time, as little as can be on this side."""

from __future__ import annotations

import http.client
import json
import secrets
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from tests.bench.server import LOOPBACK

# The server lets go of a connection that was idle for 30 seconds.
IDLE = 20.0


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back, and after how many seconds."""

    status: int
    content: bytes
    etag: str | None
    seconds: float

    @property
    def told(self) -> Any:
        return json.loads(self.content)


@dataclass(slots=True)
class Faults:
    """What must never reach a client, counted over the whole run."""

    failed: int = 0
    locked: int = 0

    def look(self, status: int, content: bytes) -> None:
        self.failed += status >= 500
        self.locked += b"database is locked" in content


@dataclass(slots=True)
class Phone:
    """Whoever holds a token; nobody in particular without one."""

    port: int
    token: str | None = None
    faults: Faults = field(default_factory=Faults)
    _connection: http.client.HTTPConnection | None = None
    _used: float = 0.0

    def another(self, token: str | None = None) -> Phone:
        """A phone with a connection of its own."""
        return Phone(self.port, token, self.faults)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answered:
        """Ask, and wait for the whole answer."""
        connection = self.connected()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        began = perf_counter()
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        content = response.read()
        self._used = perf_counter()
        seconds = self._used - began
        self.faults.look(response.status, content)
        return Answered(response.status, content, response.headers.get("ETag"), seconds)

    def connected(self) -> http.client.HTTPConnection:
        """The connection, opened anew if the server may have closed it."""
        if self._connection is None or perf_counter() - self._used > IDLE:
            self._connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=60)
            self._connection.connect()
        return self._connection

    def get(self, path: str, **headers: str) -> Answered:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, body: bytes) -> Answered:
        """As a careful client does: with a key that makes a retry safe."""
        return self.ask("POST", path, body, Idempotency_Key=secrets.token_hex(8))

    def must(self, method: str, path: str, body: Any = None) -> Any:
        """What an answer tells, where nothing but success will do."""
        data = None if body is None else json.dumps(body).encode()
        answered = self.ask(method, path, data)
        if answered.status not in {200, 201, 202}:
            raise RuntimeError(f"{method} {path} {body}: {answered.status} {answered.content!r}")
        return answered.told
