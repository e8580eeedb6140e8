"""The standing cast of the API's tests: everybody who may ask for something at a table."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.urls import Resolver404

from games.models import Game, Host, Seat
from games.services.games import Options, game_create
from games.services.hosts import host_create
from games.services.seats import seat_make
from games.services.tokens import token_issue
from tests.api.described import faults_in

BASE = "/api/v1/"


@cache
def middleware() -> Any:
    """The server's middleware, loaded once for all callers."""
    handler: Any = ClientHandler()
    handler.load_middleware()
    return handler._middleware_chain


@dataclass
class Caller:
    """Somebody with a token, or nobody in particular without one; asks in JSON."""

    secret: str | None = None
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        # A chain for each client would look through all static files each time.
        handler: Any = self.client.handler
        handler._middleware_chain = middleware()

    def ask(
        self, method: str, path: str, body: Any = None, raw: bytes | None = None, **headers: str
    ) -> HttpResponse:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            sent = {"Authorization": f"Bearer {self.secret}", **sent}
        content_type = sent.pop("Content-Type", "application/json")
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        response = self.client.generic(
            method, BASE + path, data, content_type=content_type if data else "", headers=sent
        )
        check_as_described(method, BASE + path, response)
        return response  # type: ignore[return-value]  # the stubs' own response class

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.ask("GET", path, None, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.ask("POST", path, body, None, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.ask("PATCH", path, body, None, **headers)

    def put(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.ask("PUT", path, body, None, **headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.ask("DELETE", path, body, None, **headers)


@dataclass
class Room:
    """A table with seats A and B, its host, a screen, and somebody from another table."""

    game_id: UUID
    host: Caller
    a: Caller
    b: Caller
    screen: Caller
    stranger: Caller
    nobody: Caller
    host_row: Host

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    @property
    def path(self) -> str:
        return f"games/{self.game_id}/"

    def everybody(self) -> dict[str, Caller]:
        names = ("host", "a", "b", "screen", "stranger", "nobody")
        return {name: getattr(self, name) for name in names}


def sit_down(game: Game, name: str) -> tuple[Seat, Caller]:
    """A seat of this name with a device that holds its token and has shown it before."""
    seat = seat_make(game=game, name=name)
    return seat, shown(token_issue(game=game, seat=seat))


def shown(issued: Any) -> Caller:
    issued.token.used_at = issued.token.created_at
    issued.token.save(update_fields=["used_at"])
    return Caller(issued.secret)


def room(**options: Any) -> Room:
    """Open the room."""
    with transaction.atomic():
        host = host_create()
        opened = game_create(
            host=host.host, edition="star-wars", name="Friday", options=Options(**options)
        )
        _, a = sit_down(opened.game, "Ada")
        _, b = sit_down(opened.game, "Ben")
        other = game_create(host=None, edition="star-wars", name="Elsewhere", options=Options())
        _, stranger = sit_down(other.game, "Zoe")
        return Room(
            game_id=opened.game.pk,
            host=Caller(host.secret),
            a=a,
            b=b,
            screen=shown(token_issue(game=opened.game, seat=None)),
            stranger=stranger,
            nobody=Caller(),
            host_row=host.host,
        )


def check_as_described(method: str, address: str, response: Any) -> None:
    """Every answer of every test is what the description says of it."""
    media_type = response.get("Content-Type", "").partition(";")[0]
    if not media_type.endswith("json") or response.streaming or method == "HEAD":
        return
    try:
        faults = faults_in(
            method, address, response.status_code, media_type, json.loads(response.content)
        )
    except Resolver404:
        return
    assert not faults, "\n".join(faults)


def body_of(response: HttpResponse) -> Any:
    return json.loads(response.content)


def refused(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem, once it is one: never a page, never empty, and the code as expected."""
    assert response["Content-Type"] == "application/problem+json", response.content[:300]
    problem: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert problem["detail"]
    return problem
