"""A limit on guessing join codes, counted where two requests at once cannot both be the last."""

from __future__ import annotations

import time
from http import HTTPStatus

from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from api.errors import Refused

ATTEMPTS = 30
SECONDS = 60


def check_attempts(request: Request, *, of: str, most: int = ATTEMPTS) -> None:
    """Count an attempt from this address; DRF's throttles read, then write, and let through more.

    Raises:
        Refused: 429 with Retry-After, once there were too many in this minute.
    """
    now = time.time()
    window = int(now // SECONDS)
    key = f"attempts:{of}:{address_of(request)}:{window}"
    cache.add(key, 0, timeout=2 * SECONDS)
    try:
        count = cache.incr(key)
    except ValueError:
        # Evicted between the two lines, or the cache is down: better lenient than closed.
        return
    if count is not None and count > most:
        seconds = int((window + 1) * SECONDS - now) + 1
        raise Refused(
            HTTPStatus.TOO_MANY_REQUESTS,
            "too_many_attempts",
            headers={"Retry-After": str(seconds)},
            seconds=seconds,
        )


class _Address(SimpleRateThrottle):
    rate = "1/min"


def address_of(request: Request) -> str:
    """Whose request it is, behind as many proxies as the settings say."""
    return _Address().get_ident(request)
