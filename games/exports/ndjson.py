"""One entry a line, as the API tells it: for whoever reads histories with a program."""

from __future__ import annotations

from typing import BinaryIO

from games.exports.source import History, Step


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write every entry as a line of JSON."""
    for line in history.lines(step):
        out.write(line.encode())
        out.write(b"\n")
