"""Where the rules stand that an answer names: one address a reader can follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

BASE = "/api/v1"


def rules_url(edition: str, rules: Iterable[str]) -> str | None:
    """The address that lists exactly these rules, in this order; None for none."""
    ids = ",".join(rules)
    return f"{BASE}/editions/{quote(edition)}/rules/?ids={ids}" if ids else None


def linked(entry: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """An entry of a log with the address of its rules."""
    return {**entry, "rules_url": rules_url(edition, entry["rules"])}
