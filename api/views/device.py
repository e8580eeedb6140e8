"""The device: what its cookie holds."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.middleware.csrf import get_token
from rest_framework.request import Request

from api import device
from api.answers import answer, nothing
from api.auth import check_csrf
from api.schema import describe
from api.serializers.games import Device
from api.views.base import Open
from games import lobby
from games.services.tokens import HOST, secret_hash


class DeviceView(Open):
    """The device that asks."""

    @describe("device_get", "What this device's cookie holds", tag="device", tells={200: Device})
    def get(self, request: Request) -> HttpResponse:
        """Its seats at all tables, for a page that is opened again; and the CSRF token for its writes."""
        secrets = device.secrets_of(request)
        keys = [secret_hash(secret) for secret in secrets if secret.startswith(HOST)]
        others = [secret_hash(secret) for secret in secrets if not secret.startswith(HOST)]
        found: list[dict[str, Any]] = [
            {
                "game": str(token.game_id),
                "name": token.game.name,
                "role": token.role,
                "seat": token.seat.key if token.seat else None,
                "seat_name": token.seat.name if token.seat else None,
            }
            for token in lobby.tokens_with(others)
        ]
        found += [
            {
                "game": str(game.pk),
                "name": game.name,
                "role": "host",
                "seat": None,
                "seat_name": None,
            }
            for game in (lobby.games_hosted_with(keys) if keys else ())
        ]
        token = get_token(request._request)  # noqa: SLF001  (the middleware reads it off Django's request)
        return answer({"seats": found, "csrf_token": token})

    @describe(
        "device_forget",
        "Forget all this device's cookie holds",
        tag="device",
        tells={204: None},
        refuses=(403,),
    )
    def delete(self, request: Request) -> HttpResponse:
        """The tokens stay in force elsewhere; revoke them to end them."""
        if not device.secrets_of(request):
            return nothing()
        check_csrf(request)
        response = nothing()
        device.put(request, response, [])
        return response
