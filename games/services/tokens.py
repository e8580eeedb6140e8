"""Secrets that devices hold: made once, told once, kept as a hash."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from django.utils import timezone

from games.actors import Actor
from games.errors import HostOnly, NotFound, NotYourSeat, UnknownLink
from games.locking import writing
from games.models import Game, Seat, Token

Prefix = Literal["th_", "ts_", "tv_", "tl_", "td_"]
HOST, SEAT, SCREEN, LINK, DOWNLOAD = "th_", "ts_", "tv_", "tl_", "td_"
LINK_LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Issued:
    """A token and its secret, which nobody can be told again."""

    token: Token
    secret: str


def secret_make(prefix: str) -> str:
    """A secret of 192 random bits; its prefix says what it is for."""
    return prefix + secrets.token_urlsafe(24)


def secret_hash(secret: str) -> str:
    """What is kept of a secret: its sha256 in hex. It is random, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def token_issue(*, game: Game, seat: Seat | None) -> Issued:
    """Make a token for a seat, or for a screen without one; call it under the game's lock."""
    secret = secret_make(SEAT if seat else SCREEN)
    role = Token.Role.SEAT if seat else Token.Role.SCREEN
    token = Token.objects.create(game=game, seat=seat, role=role, hash=secret_hash(secret))
    return Issued(token, secret)


def token_mark_used(token_id: int) -> None:
    """Note that a device has shown its token; from then on a repeated join leaves it alone."""
    Token.objects.filter(pk=token_id, used_at=None).update(used_at=timezone.now())


def seat_token_reissue(*, actor: Actor, seat_key: str) -> Issued:
    """The host gives a seat a new token; devices that held an old one are out.

    Raises:
        HostOnly: Somebody else asks.
        NotFound: There is no such seat.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        seat = seat_of(game, seat_key)
        tokens_revoke(game=game, seat=seat)
        return token_issue(game=game, seat=seat)


def screen_token_issue(*, actor: Actor) -> Issued:
    """The host lets a screen look at what is public.

    Raises:
        HostOnly: Somebody else asks.
    """
    check_host(actor)
    with writing(actor.game_id) as game:
        return token_issue(game=game, seat=None)


def tokens_revoke(*, game: Game, seat: Seat) -> int:
    """Every token and link of a seat ends; call it under the game's lock."""
    return Token.objects.filter(game=game, seat=seat, revoked_at=None).update(
        revoked_at=timezone.now()
    )


def token_revoke(*, actor: Actor, token_id: int) -> None:
    """A token ends: one of the own seat's, or any if the host says so. Doing it again changes nothing.

    Raises:
        NotFound: There is no such token, or it is another seat's.
    """
    with writing(actor.game_id) as game:
        token = Token.objects.filter(game=game, pk=token_id).select_related("seat").first()
        mine = token is not None and token.seat is not None and token.seat.key == actor.seat
        if token is None or not (actor.is_host or mine or token.pk == actor.token_id):
            raise NotFound
        if token.revoked_at is None:
            token.revoked_at = timezone.now()
            token.save(update_fields=["revoked_at"])


def link_issue(*, actor: Actor, seat_key: str) -> Issued:
    """A one-time link for a second device of a seat, good for ten minutes.

    Raises:
        NotYourSeat: Another seat asks.
        NotFound: There is no such seat.
    """
    if not actor.is_host and actor.seat != seat_key:
        raise NotYourSeat
    with writing(actor.game_id) as game:
        return link_make(game=game, seat=seat_of(game, seat_key))


def link_make(*, game: Game, seat: Seat) -> Issued:
    """A one-time link for a seat; call it under the game's lock."""
    secret = secret_make(LINK)
    token = Token.objects.create(
        game=game,
        seat=seat,
        role=Token.Role.SEAT,
        hash=secret_hash(secret),
        is_link=True,
        expires_at=timezone.now() + LINK_LASTS,
    )
    return Issued(token, secret)


def link_redeem(*, secret: str) -> Issued:
    """A second device shows a link and gets a token of its own; the link is gone.

    Raises:
        UnknownLink: It was never issued, has been used, or has run out.
    """
    link = (
        Token.objects.filter(hash=secret_hash(secret), is_link=True, game__deleted_at=None)
        .values_list("game_id", flat=True)
        .first()
    )
    if link is None:
        raise UnknownLink
    with writing(link) as game:
        open_links = Token.objects.select_related("seat").filter(
            hash=secret_hash(secret), used_at=None, revoked_at=None, expires_at__gt=timezone.now()
        )
        token = open_links.first()
        if token is None:
            raise UnknownLink
        token.used_at = token.revoked_at = timezone.now()
        token.save(update_fields=["used_at", "revoked_at"])
        return token_issue(game=game, seat=token.seat)


def check_host(actor: Actor) -> None:
    """Raises HostOnly if somebody else than a host speaks."""
    if not actor.is_host:
        raise HostOnly


def seat_of(game: Game, key: str) -> Seat:
    """Raises NotFound if the table has no such seat."""
    seat = Seat.objects.filter(game=game, key=key).first()
    if seat is None:
        raise NotFound
    return seat
