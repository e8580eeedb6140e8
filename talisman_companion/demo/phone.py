"""One device at the table: what it holds, what it sends, and what it is told."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from talisman_companion.demo.wire import Reply, Wire

Json = dict[str, Any]
FIRST_REFUSAL = 400


class Refused(Exception):
    """The server refuses, and says why; nothing has changed."""

    def __init__(self, problem: Json) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.problem = problem


@dataclass(slots=True)
class Phone:
    """A device with the token it was given; `name` is who holds it."""

    wire: Wire
    name: str
    seat: str | None = None
    token: str | None = None
    client_secret: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def get(self, path: str) -> Json:
        """Read something."""
        return self._ask("GET", path, None, {})

    def delete(self, path: str, version: int) -> Json:
        """Take something back that is still open; sent twice, the second is for a version gone by."""
        return self._ask("DELETE", path, None, {"If-Match": str(version)})

    def post(self, path: str, body: Json) -> Json:
        """Send something under a key of its own, so that it counts once however often it is sent."""
        headers = {"Idempotency-Key": secrets.token_urlsafe(18)}
        if self.token is None:
            headers["X-Client-Secret"] = self.client_secret
        return self._ask("POST", path, body, headers)

    def _ask(self, method: str, path: str, body: Json | None, headers: dict[str, str]) -> Json:
        headers = {"Accept": "application/json", "Accept-Language": "en", **headers}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        return told(self.wire.send(method, path, data, headers))


def told(reply: Reply) -> Json:
    """The answer.

    Raises:
        Refused: It is a problem.
    """
    if reply.status < FIRST_REFUSAL:
        return reply.body or {}
    problem = reply.body if isinstance(reply.body, dict) else {}
    general = {"code": str(reply.status), "detail": f"The server answers {reply.status}."}
    raise Refused({**general, **problem})
