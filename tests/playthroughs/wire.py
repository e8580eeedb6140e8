"""The demo's requests carried to the API in this process, without a socket."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.test import Client

from talisman_companion.demo.wire import BASE, Reply


class ClientWire:
    """The same as HTTP, as far as the API can tell."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=True)
        self.requests = 0

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        self.requests += 1
        sent = {name: value for name, value in headers.items() if name != "Content-Type"}
        response = self.client.generic(
            method, BASE + path, body or b"", content_type="application/json", headers=sent
        )
        return Reply(response.status_code, json.loads(response.content or b"null"))
