"""Joining: a code becomes a seat, a one-time link another device of one."""

from __future__ import annotations

import io
from http import HTTPStatus
from typing import Literal
from uuid import UUID

import segno
from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer
from api.bodies import read_body
from api.errors import Refused
from api.queries import read_query
from api.retries import told_once
from api.schema import CLIENT_SECRET, DEVICE_WANTED, SEAT_OF_DEVICE, describe
from api.serializers.base import Query
from api.serializers.games import Join, Joined, JoinPreview, LinkRedeem, TokenIssued
from api.throttling import check_attempts
from api.views.base import AtTable, Open
from api.views.telling import join_url, seat_json
from games import lobby
from games.models import Token
from games.services import seats, tokens
from games.services.once import Told


class JoinPreviewView(Open):
    """What a join code opens."""

    @describe(
        "join_preview",
        "Look at a table before joining",
        tag="joining",
        tells={200: JoinPreview},
        refuses=(404, 429),
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """What anybody with the code may know: the table's name, edition and seats."""
        check_attempts(request, of="join")
        game = lobby.game_with_code(code)
        return answer(
            {
                "game": str(game.pk),
                "name": game.name,
                "edition": game.edition,
                "phase": game.phase,
                "joining_locked": game.joining_locked,
                "seats": [seat_json(seat, game) for seat in lobby.seats_of(game)],
            }
        )


class JoinsView(Open):
    """Sitting down."""

    @describe(
        "join_create",
        "Sit down",
        tag="joining",
        body=Join,
        tells={201: Joined},
        refuses=(404, 409, 429),
        takes=(CLIENT_SECRET, DEVICE_WANTED),
        retried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Takes a new seat by `name`, or by `seat` one that no device holds. The token is told this once."""
        check_attempts(request, of="join")
        body = read_body(request, Join)
        if (body.name is None) == (body.seat is None):
            fault = {"path": "name", "fault": "send either a name or a seat"}
            raise Refused(HTTPStatus.BAD_REQUEST, "invalid_body", faults=[fault])

        def sat_down() -> Told:
            joined = seats.seat_join(code=body.code, name=body.name, seat_key=body.seat)
            seat = {**seat_json(joined.seat, joined.game), "is_held": True}
            told = {"game": str(joined.game.pk), "seat": seat}
            return Told(201, told, joined.issued)

        return told_once(request, body, sat_down, for_device=True)


class LinksView(Open):
    """One-time links."""

    @describe(
        "link_redeem",
        "Exchange a one-time link for a token",
        tag="joining",
        body=LinkRedeem,
        tells={201: TokenIssued},
        refuses=(404, 429),
        takes=(CLIENT_SECRET, DEVICE_WANTED),
        retried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """The link is gone afterwards; the token is the device's own."""
        check_attempts(request, of="link")
        body = read_body(request, LinkRedeem)

        def redeemed() -> Told:
            issued = tokens.link_redeem(secret=body.link)
            return Told(201, token_told(issued.token), issued)

        return told_once(request, body, redeemed, for_device=True)


def token_told(token: Token) -> dict[str, object]:
    seat = token.seat.key if token.seat else None
    return {"id": token.pk, "game": str(token.game_id), "role": token.role, "seat": seat}


class QrStyle(Query):
    """How the code is drawn."""

    format: Literal["svg", "text"] = "svg"


class JoinQrView(AtTable):
    """The join address as a QR code."""

    @describe(
        "join_qr",
        "The join address as a QR code",
        tag="joining",
        query=QrStyle,
        tells={200: str},
        media_types=("image/svg+xml", "text/plain"),
        refuses=(400, 401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """SVG for a screen, or `format=text` for a terminal. Phones open it with their camera."""
        style = read_query(request, QrStyle)
        url = join_url(request, self.table)
        if url is None:
            raise Refused(HTTPStatus.CONFLICT, "joining_locked")
        if style.format == "text":
            return HttpResponse(qr_text(url), content_type="text/plain; charset=utf-8")
        return HttpResponse(qr_svg(url), content_type="image/svg+xml")


def qr_svg(url: str) -> str:
    """A QR code as an SVG drawing, black on white with its quiet zone."""
    drawing = segno.make(url, micro=False).svg_inline(scale=8, light="white", border=4)
    return str(drawing).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def qr_text(url: str) -> str:
    """A QR code in characters, two modules a character high."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
