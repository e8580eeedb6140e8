"""Installed in the processes that tests start: says which phase a format is in, and holds it there if told to.

Tests speak to it by files in one folder. `<table>.stop.<phase>` holds files of a table in that phase
until it is gone, and `<export>.at.<phase>.<pid>` then says in which process; `<table>.full` gives them
a full disk to write to. `<export>.phases` lists the phases a file has been through.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from games.exports.formats import FORMATS, Format
from games.exports.source import Source, Step

FOLDER = Path(os.environ.get("JOBS_GATES", "."))
PATIENCE = 3600.0
LOOK_EVERY = 0.005


class Gated(Format):
    """A format that tests look into."""

    def write(self, out: BinaryIO, sources: Sequence[Source], step: Step) -> None:
        export_id, table = Path(str(out.name)).name[:36], str(sources[0].game_id)

        def watched(phase: str, done: int, total: int) -> None:
            step(phase, done, total)
            # Whoever is held up lives, and says so.
            pass_by(export_id, table, phase, lambda: step(phase, done, total))

        if (FOLDER / f"{table}.full").exists():
            with open("/dev/full", "r+b", buffering=0) as disk:  # noqa: PTH123
                super().write(disk, sources, watched)
        else:
            super().write(out, sources, watched)


def pass_by(export_id: str, table: str, phase: str, say: Callable[[], None]) -> None:
    """Say so, and wait as long as the gate is shut."""
    known = FOLDER / f"{export_id}.phases"
    if not known.exists() or phase not in known.read_text().split():
        with known.open("a") as file:
            file.write(f"{phase}\n")
    gate = FOLDER / f"{table}.stop.{phase}"
    until = time.monotonic() + PATIENCE
    if gate.exists():
        # Once: whoever has read it may kill us, and must not find it again.
        (FOLDER / f"{export_id}.at.{phase}.{os.getpid()}").touch()
    while gate.exists() and time.monotonic() < until:
        say()
        time.sleep(LOOK_EVERY)


def put_up() -> None:
    """Put gates in front of every format of this process."""
    for name, form in FORMATS.items():
        fields: dict[str, Any] = {
            field: getattr(form, field) for field in Format.__dataclass_fields__
        }
        FORMATS[name] = Gated(**fields)
