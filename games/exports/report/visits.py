"""Where figures came to stand, entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ARRIVING = frozenset({"moved", "placed", "laid_out"})
# Whoever comes back to the table stands where the figure stood all the time.
_STAYING = frozenset({"come_back"})


def arrivals(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Seats and spaces in the order of arrival; a space that was set by hand is one too."""
    found = [
        (str(note["params"]["seat"]), str(note["params"]["space"]))
        for note in entry["notes"]
        if note["code"] in _ARRIVING
    ]
    last = dict(found)
    for change in entry["changes"]:
        if change["what"] != "figure" or change["field"] != "space" or change["after"] is None:
            continue
        if last.get(change["id"]) != change["after"] and entry["kind"] not in _STAYING:
            found.append((change["id"], change["after"]))
    return found
