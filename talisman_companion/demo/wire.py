"""Requests and answers: over a socket, with retries that are safe because each POST carries a key of its own."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

BASE = "/api/v1/"
PATIENCE = 15.0
PAUSES = (0.2, 1.0, 3.0)
BUSY = frozenset({429, 502, 503, 504})
LONGEST_WAIT = 65.0


class ServerAway(Exception):
    """No server of this app answers at the address."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the status and the JSON, or None where there was none."""

    status: int
    body: Any
    retry_after: float | None = None


class Wire(Protocol):
    """Whatever carries a request to the API and its answer back."""

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Reply: ...


class HttpWire:
    """One kept connection to a server; what gets lost on the way is sent again."""

    def __init__(self, url: str) -> None:
        """Raises ValueError if the address is none."""
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{url} is no address of a server: http://127.0.0.1:8000 would be one")
        kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        self.url = url.rstrip("/")
        self.prefix = parts.path.rstrip("/") + BASE
        self.connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=PATIENCE)

    def close(self) -> None:
        """Hang up."""
        self.connection.close()

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        """Send it until it is answered, a few times at most.

        Raises:
            ServerAway: Nobody answers, or not in JSON.
        """
        for pause in (*PAUSES, None):
            try:
                reply = self._send(method, self.prefix + path, body, headers)
            except (OSError, http.client.HTTPException) as error:
                self.connection.close()
                if pause is None or isinstance(error, ConnectionRefusedError):
                    raise ServerAway(
                        f"No server answers at {self.url} ({reason(error)})."
                    ) from None
                time.sleep(pause)
                continue
            if reply.status not in BUSY or pause is None:
                return reply
            time.sleep(min(reply.retry_after or pause, LONGEST_WAIT))
        raise AssertionError("the last attempt returns or raises")

    def _send(
        self, method: str, target: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Reply:
        self.connection.request(method, target, body=body, headers=dict(headers))
        response = self.connection.getresponse()
        data = response.read()
        try:
            told = json.loads(data) if data else None
        except ValueError:
            raise ServerAway(
                f"Something else than this app answers at {self.url} (status {response.status})."
            ) from None
        wait = response.headers.get("Retry-After", "")
        return Reply(response.status, told, float(wait) if wait.isdigit() else None)


def reason(error: Exception) -> str:
    """What went wrong, in a few words."""
    return (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
