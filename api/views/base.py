"""What every endpoint shares: JSON whatever is asked for, a caller, and at a table the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from api.auth import HostCaller, not_authenticated
from games.actors import Actor
from games.errors import GameDeleted
from games.models import Game, Host

VARY = "Authorization, Cookie, X-Seat, Accept-Language"


class JsonOnly(BaseContentNegotiation):
    """There is one way to answer; asking for another gets it all the same, not a 406."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: Any = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """An address anybody may ask; `game`, `edition` and `rulings` are there for the problem's words."""

    content_negotiation_class = JsonOnly
    metadata_class = None
    game: Game | None = None
    edition: str | None = None
    rulings: Sequence[str] = ()
    names_table_in_body = False


class Open(Endpoint):
    """An address that takes no token, so that a bad one is no reason to refuse."""

    authentication_classes: tuple[type[BaseAuthentication], ...] = ()


class HoldsToken(BasePermission):
    """Whoever asks holds a token of the table in the address."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not isinstance(request.auth, Actor) or view.game is None:
            raise not_authenticated()
        return True


class HoldsHostKey(BasePermission):
    """Whoever asks holds a host key, whatever table."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if not isinstance(request.auth, HostCaller):
            raise not_authenticated()
        return True


class AtTable(Endpoint):
    """An address of one table, for those who hold a token of it."""

    permission_classes = (HoldsToken,)
    takes_deleted = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.table.deleted_at is not None and not self.takes_deleted:
            raise GameDeleted(game=str(self.table.pk))

    @property
    def table(self) -> Game:
        """The table's row as it was when the request came in."""
        if self.game is None:
            raise not_authenticated()
        return self.game

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        # One address, another answer for each who asks.
        response["Vary"] = VARY
        return response


class ForHosts(Endpoint):
    """An address of a host, whatever table; only a host key opens it."""

    permission_classes = (HoldsHostKey,)


def host_of(request: Request) -> Host | None:
    """The host who asks, if one does."""
    return request.auth.host if isinstance(request.auth, HostCaller) else None


def host_needed(request: Request) -> Host:
    """Raises Refused (401) if no host asks."""
    host = host_of(request)
    if host is None:
        raise not_authenticated()
    return host


def actor_of(request: Request) -> Actor:
    """Raises Refused (401) if nobody at a table asks."""
    if not isinstance(request.auth, Actor):
        raise not_authenticated()
    return request.auth
