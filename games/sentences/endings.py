"""Why an export came to nothing, for whoever asked for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ENDINGS: dict[str, str] = {
    "no_space": _("The server's disk is full. Ask again once there is room."),
    "cannot_write": _("The server could not write the file. Whoever runs it finds out why."),
    "game_gone": _("A table it was to tell of is not there any more."),
    "too_long": _("It took longer than any file may. Ask for fewer tables, or a plainer format."),
    "not_started": _("Nobody came to write it in time. Ask again later."),
    "worker_lost": _(
        "Whoever wrote it was stopped in the middle, %(attempts)s times. Ask again later."
    ),
    "failed": _("Something broke while it was written. Whoever runs the server finds out what."),
}


def ending(code: str, params: Mapping[str, Any]) -> str:
    """The reason in the reader's language."""
    return gettext(ENDINGS[code]) % params
