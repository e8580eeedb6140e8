"""The server refuses to start well with a pack that is broken: `manage.py check` names the line."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from content.consistency import problems_in
from content.library import editions, pack
from content.loader import PackError


@register("content")
def packs_are_sound(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Read every pack and name what is wrong with it; content.E001 unreadable, E002 inconsistent."""
    found: list[CheckMessage] = []
    for edition_id in editions():
        try:
            problems = problems_in(pack(edition_id))
        except PackError as error:
            found += [Error(str(fault), id="content.E001") for fault in error.faults]
        else:
            found += [Error(f"{edition_id}: {problem}", id="content.E002") for problem in problems]
    return found
