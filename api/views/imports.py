"""Games from elsewhere: a file is received, looked over, and taken in whole or not at all."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from tempfile import TemporaryFile
from typing import IO, Any

from django.http import HttpResponse, UnreadablePostError
from pydantic import BaseModel
from rest_framework.request import Request

from api.answers import JSON
from api.bodies import content_length, malformed
from api.errors import Refused
from api.retries import told_once
from api.schema import CLIENT_SECRET, DEVICE_WANTED, describe
from api.serializers.imports import GameFile, GameImported
from api.throttling import check_attempts
from api.views.base import Endpoint, host_of
from api.views.telling import game_json
from games import lobby
from games.errors import FileTooLarge
from games.services.imports import Sound, file_verify, game_import
from games.services.once import Told

# Some 8,000 entries. Larger files are taken in by whoever runs the server, with `manage.py import`.
LIMIT = 16 * 1024 * 1024
PIECE = 1 << 16
A_MINUTE = 20


class Received(BaseModel):
    """What makes two files the same."""

    sha256: str


class ImportsView(Endpoint):
    """Games from other servers."""

    @describe(
        "game_import",
        "Take in a game from another server",
        tag="exports",
        body=GameFile,
        tells={201: GameImported},
        refuses=(401, 403, 409, 422, 429),
        takes=(CLIENT_SECRET, DEVICE_WANTED),
        retried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Whoever sends it becomes its host; without a host key one is made and told this once.
        The log is looked over entry by entry: what was changed, left out or put in another order is
        refused with the entry. Nobody holds a seat: people sit down with the join code. 16 MiB at
        most; larger files are taken in by whoever runs the server."""
        check_attempts(request, of="imports", most=A_MINUTE)
        with TemporaryFile() as file:
            received = receive(request, file)
            sound = file_verify(file)
        try:
            return told_once(request, received, lambda: taken_in(request, sound), for_device=True)
        finally:
            sound.close()


def receive(request: Request, file: IO[bytes]) -> Received:
    """Write a request's body to a file, a piece at a time.

    Raises:
        FileTooLarge: By what its sender says; nothing of it is read then.
        Refused: 400, 411 or 415, as for every body.
    """
    length = content_length(request)
    if length > LIMIT:
        raise FileTooLarge(limit=LIMIT)
    media_type = request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    packing = request.META.get("HTTP_CONTENT_ENCODING", "identity").strip().lower()
    if media_type != JSON or packing not in {"", "identity"}:
        given = media_type if media_type != JSON else packing
        raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", given=given[:80])
    seen = hashlib.sha256()
    left = length
    plain: Any = request._request  # noqa: SLF001 - DRF's own would read all of it at once
    while left > 0:
        try:
            piece = plain.read(min(PIECE, left))
        except UnreadablePostError:
            malformed("it did not arrive whole")
        if not piece:
            malformed("it did not arrive whole")
        seen.update(piece)
        file.write(piece)
        left -= len(piece)
    file.seek(0)
    return Received(sha256=seen.hexdigest())


def taken_in(request: Request, sound: Sound) -> Told:
    """Take the game in, in the transaction that this is called in."""
    made = game_import(host=host_of(request), sound=sound)
    told = game_json(request, made.game, lobby.seats_of(made.game), None)
    counted = {"entries": made.entries, "unseen": made.unseen, "digest": made.game.digest}
    return Told(201, {**told, **counted}, host_key=made.host_key)
