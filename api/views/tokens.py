"""Tokens: who holds what, given anew, passed to a second device, ended."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer, nothing
from api.bodies import read_body
from api.retries import told_once
from api.schema import SEAT_OF_DEVICE, describe
from api.serializers.games import Link, TokenIssue, TokenIssued, TokenList
from api.views.base import AtTable, actor_of
from api.views.joins import qr_svg, token_told
from api.views.telling import public_url, time_of
from games import lobby
from games.actors import Actor
from games.models import Token
from games.services import tokens
from games.services.once import Told


def token_json(token: Token, actor: Actor) -> dict[str, Any]:
    return {
        "id": token.pk,
        "role": token.role,
        "seat": token.seat.key if token.seat else None,
        "is_link": token.is_link,
        "is_yours": token.pk == actor.token_id,
        "created_at": time_of(token.created_at),
        "used_at": time_of(token.used_at),
        "expires_at": time_of(token.expires_at),
        "revoked_at": time_of(token.revoked_at),
    }


class TokensView(AtTable):
    """The tokens of a table."""

    @describe(
        "token_list",
        "Tokens of the own seat, or of the table",
        tag="seats",
        tells={200: TokenList},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """A seat reads its own, a host all; secrets are never told again."""
        actor = actor_of(request)
        found = [token_json(token, actor) for token in lobby.tokens_of(actor)]
        return answer({"results": found})

    @describe(
        "token_issue",
        "A token for a screen",
        tag="seats",
        body=TokenIssue,
        tells={201: TokenIssued},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host: a screen reads what is public and writes nothing."""
        body = read_body(request, TokenIssue)

        def made() -> Told:
            issued = tokens.screen_token_issue(actor=actor_of(request))
            return Told(201, token_told(issued.token), issued)

        return told_once(request, body, made)


class TokenView(AtTable):
    """One token."""

    @describe(
        "token_revoke",
        "Revoke a token",
        tag="seats",
        tells={204: None},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def delete(self, request: Request, game_id: UUID, token_id: int) -> HttpResponse:
        """One of the own seat's, or any for the host; the device that held it is out at once."""
        tokens.token_revoke(actor=actor_of(request), token_id=token_id)
        return nothing()


class SeatTokensView(AtTable):
    """A seat's token."""

    @describe(
        "seat_token_reissue",
        "Give a seat a new token",
        tag="seats",
        tells={201: TokenIssued},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID, seat: str) -> HttpResponse:
        """For the host, when a phone is lost: every earlier token of the seat ends."""

        def made() -> Told:
            issued = tokens.seat_token_reissue(actor=actor_of(request), seat_key=seat)
            return Told(201, token_told(issued.token), issued)

        return told_once(request, None, made)


class SeatLinkView(AtTable):
    """A link for a second device."""

    @describe(
        "seat_link",
        "A one-time link for a second device",
        tag="seats",
        tells={201: Link},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID, seat: str) -> HttpResponse:
        """For the seat or the host; good for ten minutes and one device."""

        def made() -> Told:
            issued = tokens.link_issue(actor=actor_of(request), seat_key=seat)
            told = {"seat": seat, "expires_at": time_of(issued.token.expires_at)}
            return Told(201, told, issued)

        def with_address(told: dict[str, Any]) -> dict[str, Any]:
            url = public_url(request, f"/link/#{told['link']}")
            return {**told, "url": url, "qr": qr_svg(url)}

        return told_once(request, None, made, finish=with_address, named="link")
