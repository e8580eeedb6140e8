"""Who asks: a Bearer token, or a seat picked from the cookie of a device, becomes an Actor."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.middleware.csrf import CsrfViewMiddleware
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from api.device import secrets_of
from api.errors import Refused
from games.actors import Actor
from games.holders import Held, host_at, tokens_at
from games.models import Game, Host, Token
from games.services.tokens import HOST, secret_hash, token_mark_used

if TYPE_CHECKING:
    from django.db.models import QuerySet

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_SECRET = 80


@dataclass(frozen=True, slots=True)
class HostCaller:
    """The holder of a host key where no table is named."""

    host: Host

    @property
    def scope(self) -> str:
        return f"host:{self.host.pk}"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer`, else the device cookie with `X-Seat` and, for writes, the CSRF token.

    At a table the caller becomes an `Actor`, and the view's `game` is the table's row: one query for
    token, seat and table. Elsewhere only a host key means anything. Where the body may name a table,
    who asks is of no interest before it is read (`actor_asking`).
    """

    def authenticate(self, request: Request) -> tuple[None, Actor | HostCaller] | None:
        view: Any = request.parser_context["view"]
        if view.names_table_in_body:
            return None
        header = request.META.get("HTTP_AUTHORIZATION")
        secrets = [bearer(header)] if header else secrets_of(request)
        if not secrets:
            return None
        if not header and request.method not in SAFE_METHODS:
            check_csrf(request)
        game_id: UUID | None = view.kwargs.get("game_id")
        if game_id is None:
            return None, host_of(secrets)
        wanted = None if header else request.META.get("HTTP_X_SEAT")
        actor, view.game = actor_at(game_id, secrets, wanted)
        return None, actor

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="talisman"'


def actor_asking(request: Request, game_id: UUID) -> tuple[Actor, Game]:
    """Who asks at a table that the address does not name, and the table.

    Raises:
        Refused: 401 no token or a bad one, 403 the device holds no such seat, 404 another table's.
    """
    secrets, wanted = asking(request)
    return actor_at(game_id, secrets, wanted)


def host_asking(request: Request) -> Host | None:
    """Which host asks, where it may be one of a table as well; None for a token of a table.

    Raises:
        Refused: 401 no token or a bad one.
    """
    secrets, _wanted = asking(request)
    keys = [secret_hash(secret) for secret in secrets if secret.startswith(HOST)]
    host = Host.objects.filter(key_hash__in=keys).first() if keys else None
    if host is None and not is_known([secret_hash(secret) for secret in secrets], keys):
        raise bad_token()
    return host


def asking(request: Request) -> tuple[list[str], str | None]:
    """The secrets that come with a request, and which of them is meant.

    Raises:
        Refused: 401 none, 403 a write by cookie without its CSRF token.
    """
    header = request.META.get("HTTP_AUTHORIZATION")
    secrets = [bearer(header)] if header else secrets_of(request)
    if not secrets:
        raise not_authenticated()
    if not header and request.method not in SAFE_METHODS:
        check_csrf(request)
    return secrets, None if header else request.META.get("HTTP_X_SEAT")


def not_authenticated() -> Refused:
    headers = {"WWW-Authenticate": 'Bearer realm="talisman"'}
    return Refused(HTTPStatus.UNAUTHORIZED, "not_authenticated", headers=headers)


def bearer(header: str) -> str:
    """Raises Refused (401) if the header is not `Bearer` and one secret."""
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not 0 < len(secret) <= LONGEST_SECRET:
        raise bad_token()
    return secret


def bad_token() -> Refused:
    headers = {"WWW-Authenticate": 'Bearer realm="talisman", error="invalid_token"'}
    return Refused(HTTPStatus.UNAUTHORIZED, "bad_token", headers=headers)


def not_here() -> Refused:
    """A table of others is answered like a table that is not there."""
    return Refused(HTTPStatus.NOT_FOUND, "game_not_found")


# --- Without a table ---------------------------------------------------------------------------


def host_of(secrets: list[str]) -> HostCaller:
    """Raises Refused: 401 for an unknown key, 403 for a token of a seat."""
    keys = [secret_hash(secret) for secret in secrets if secret.startswith(HOST)]
    host = Host.objects.filter(key_hash__in=keys).first() if keys else None
    if host:
        return HostCaller(host)
    if keys or not live_tokens().filter(hash__in=map(secret_hash, secrets)).exists():
        raise bad_token()
    raise Refused(HTTPStatus.FORBIDDEN, "host_key_needed")


# --- At a table --------------------------------------------------------------------------------


def live_tokens() -> QuerySet[Token]:
    return Token.objects.filter(revoked_at=None, is_link=False)


def actor_at(game_id: UUID, secrets: list[str], wanted: str | None) -> tuple[Actor, Game]:
    """Who the secrets make their holder at a table, and the table.

    Args:
        game_id: The table.
        secrets: One Bearer token, or all that a device holds.
        wanted: A seat's key, `host` or `screen`, where a device holds several.

    Raises:
        Refused: 401 unknown or revoked, 404 of another table, 403 the device holds no such seat.
    """
    found: list[tuple[Actor, Game]] = []
    hashes = [secret_hash(secret) for secret in secrets if not secret.startswith(HOST)]
    if hashes:
        found += seats_among(game_id, hashes)
    keys = [secret_hash(secret) for secret in secrets if secret.startswith(HOST)]
    if keys and (wanted == "host" or not found):
        found += hosts_among(game_id, keys)
    if wanted is not None:
        found = [pair for pair in found if wanted == (pair[0].seat or pair[0].role)]
        if not found:
            raise Refused(HTTPStatus.FORBIDDEN, "not_your_seat", seat=wanted[:40])
    if not found:
        raise not_here() if is_known(hashes, keys) else bad_token()
    if len(found) > 1:
        seats = sorted(pair[0].seat or pair[0].role for pair in found)
        raise Refused(HTTPStatus.FORBIDDEN, "seat_unclear", seats=seats)
    return found[0]


def seats_among(game_id: UUID, hashes: list[str]) -> list[tuple[Actor, Game]]:
    found = []
    for held in tokens_at(game_id, hashes):
        if held.is_new:
            token_mark_used(held.token_id)
        found.append((actor_of(game_id, held), held.game))
    return found


def actor_of(game_id: UUID, held: Held) -> Actor:
    return Actor(
        game_id=game_id,
        token_id=held.token_id,
        seat=held.seat,
        role="seat" if held.seat else "screen",
        is_host=False,
        name=f"seat:{held.seat}" if held.seat else "screen",
        scope=f"token:{held.token_id}",
    )


def hosts_among(game_id: UUID, keys: list[str]) -> list[tuple[Actor, Game]]:
    held = host_at(game_id, keys)
    if held is None:
        return []
    host_id, game = held
    actor = Actor(
        game_id=game_id,
        token_id=None,
        seat=None,
        role="host",
        is_host=True,
        name="host",
        scope=f"host:{host_id}",
    )
    return [(actor, game)]


def is_known(hashes: list[str], keys: list[str]) -> bool:
    """Whether any secret is good somewhere: then this table is another's, else the secret is bad."""
    if hashes and live_tokens().filter(hash__in=hashes).exists():
        return True
    return bool(keys) and Host.objects.filter(key_hash__in=keys).exists()


# --- Writes by cookie --------------------------------------------------------------------------


class CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: Any, reason: str) -> Any:
        return reason


def check_csrf(request: Request) -> None:
    """Raises Refused (403) unless the CSRF token comes in a header too; a foreign page cannot."""
    check = CsrfCheck(lambda _request: None)  # type: ignore[arg-type]  # never called
    plain: Any = request._request  # noqa: SLF001  (as DRF's own session authentication does)
    check.process_request(plain)
    if check.process_view(plain, lambda: None, (), {}):  # type: ignore[arg-type, return-value]
        raise Refused(HTTPStatus.FORBIDDEN, "csrf_failed")
