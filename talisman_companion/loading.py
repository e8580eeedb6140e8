"""What a process that serves does before its first request: load all it needs, and set apart what stays."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.urls import get_resolver

from content.library import editions, pack
from content.loader import PackError

# Objects made since the last look before the collector looks again: a request makes some thousands,
# nearly all of which go without it.
YOUNG = 20_000


def load_application() -> Any:
    """Import everything a request needs, once; a server that forks does it before."""
    application = get_wsgi_application()
    get_resolver().url_patterns  # noqa: B018  (imports the views)
    # A SQLite connection must not be carried over a fork.
    connections.close_all()
    settle()
    return application


def settle() -> None:
    """Read the packs, and let the garbage collector pass over all there is by now.

    A full collection walks through everything that lives: for some 150,000 objects of modules and packs
    it takes nearly 80 ms, in which no phone is answered.
    """
    for edition in editions():
        # Whoever asks for a pack that cannot be read is told so then.
        with suppress(PackError):
            pack(edition)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
