"""The server refuses to start well with a pack that names rules nobody wrote."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from content.consistency.parts import rule_names_in
from content.library import editions, pack
from content.loader import PackError
from games.rules.registry import names


@register("games")
def packs_can_be_played(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Every rule that a pack calls by name is there (games.E001); content checks all else."""
    found: list[CheckMessage] = []
    for edition_id in editions():
        try:
            missing = sorted(rule_names_in(pack(edition_id)) - names())
        except PackError:
            continue
        found += [
            Error(f"{edition_id}: no rule is named {name!r}", id="games.E001") for name in missing
        ]
    return found
