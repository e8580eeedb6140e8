"""ETags of what a client polls: cheap to compare, before anything is loaded."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request

from games.actors import Actor
from games.models import Game

REVALIDATE = "private, no-cache"


def table_tag(game: Game, actor: Actor, at: int | None = None) -> str:
    """Of a table's view: its version, the moment asked for, who reads, and in which language."""
    moment = "" if at is None else f"{at}."
    return f'"{game.version}.{moment}{actor.seat or actor.role}.{get_language()}"'


def is_known(request: Request, tag: str) -> bool:
    """Whether If-None-Match names the tag, weakly or not."""
    asked = request.META.get("HTTP_IF_NONE_MATCH")
    if asked is None:
        return False
    return asked.strip() == "*" or tag in {
        one.strip().removeprefix("W/") for one in asked.split(",")
    }


def unchanged(tag: str, kept: str = REVALIDATE) -> HttpResponse:
    """304: what the client has is what there is."""
    return HttpResponse(status=304, headers={"ETag": tag, "Cache-Control": kept})


def tagged(content: bytes, tag: str, kept: str = REVALIDATE) -> HttpResponse:
    """An answer that may be kept, and asked about again."""
    return HttpResponse(
        content,
        content_type="application/json",
        headers={"ETag": tag, "Cache-Control": kept},
    )
