"""The device cookie: what one browser holds, for a phone that is passed round or reloads its page.

HttpOnly, so that no script reads a token; SameSite, signed, and only ever read beside a CSRF check.
"""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from rest_framework.request import Request

from api.errors import Refused

NAME = "talisman_device"
SALT = "device"
YEAR = 365 * 24 * 60 * 60
# A cookie ends at 4 KB; a token and its mark take 36 bytes.
MOST = 60


def secrets_of(request: Request) -> list[str]:
    """The tokens and host keys of the device, none if it has no cookie that we have signed."""
    value = request.get_signed_cookie(NAME, default="", salt=SALT)
    return [secret for secret in (value or "").split(".") if secret]


def is_wanted(request: Request) -> bool:
    """Whether the client asks to keep what it is told in its cookie."""
    asked = request.META.get("HTTP_X_DEVICE"), request.GET.get("cookie")
    return asked[0] == "cookie" or asked[1] in {"1", "true"}


def check_room(request: Request) -> None:
    """Raises Refused (409) before anything is made that would not fit."""
    if is_wanted(request) and len(secrets_of(request)) + 2 > MOST:
        raise Refused(HTTPStatus.CONFLICT, "too_many_devices", most=MOST)


def remember(request: Request, response: HttpResponse, secrets: Sequence[str]) -> None:
    """Keep secrets in the device's cookie, if the client asked for it, with a CSRF token beside."""
    if is_wanted(request) and secrets:
        put(request, response, [*secrets_of(request), *secrets])


def put(request: Request, response: HttpResponse, secrets: Sequence[str]) -> None:
    """Set the cookie to exactly these secrets; none takes it away."""
    kept = list(dict.fromkeys(secrets))
    if not kept:
        response.delete_cookie(NAME, samesite="Lax")
        return
    response.set_signed_cookie(
        NAME,
        ".".join(kept),
        salt=SALT,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.IS_HTTPS,
    )
    get_token(request._request)  # noqa: SLF001  (the middleware reads it off Django's request)
