"""Health: whether the process answers, and whether it can serve a table."""

from __future__ import annotations

from http import HTTPStatus
from typing import Literal

from django.db import DatabaseError, connection
from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer
from api.errors import problem
from api.schema import describe
from api.serializers.base import Answer
from api.views.base import Open
from content.library import editions, pack
from content.loader import PackError


class Live(Answer):
    """The process answers."""

    status: Literal["live"]


class Ready(Answer):
    """Tables can be served."""

    status: Literal["ready"]
    editions: list[str]


class LiveView(Open):
    """Whether to restart the process."""

    @describe("health_live", "The process answers", tag="health", tells={200: Live})
    def get(self, request: Request) -> HttpResponse:
        """Touches neither database nor packs."""
        return answer({"status": "live"})


class ReadyView(Open):
    """Whether to send requests to the process."""

    @describe(
        "health_ready", "Tables can be served", tag="health", tells={200: Ready}, refuses=(503,)
    )
    def get(self, request: Request) -> HttpResponse:
        """The database answers and every pack can be read."""
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            known = [pack(edition).edition.id for edition in editions()]
        except (DatabaseError, PackError):
            return problem(
                HTTPStatus.SERVICE_UNAVAILABLE, "not_ready", headers={"Retry-After": "5"}
            )
        return answer({"status": "ready", "editions": known})
