"""The sheets as text files that every program reads: a zip of three CSV files.

They begin with a byte order mark, without which spreadsheets take UTF-8 for something else.
"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable
from contextlib import ExitStack
from io import TextIOWrapper
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from games.exports.packing import member
from games.exports.sheets import HEADS, Cell, Sheet, harmless, rows_of
from games.exports.source import History, Step

ENCODING = "utf-8-sig"
PIECE = 1 << 18
_SAID = {True: "yes", False: "no"}


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write the entries as they come; the other sheets wait in files of their own, as a zip takes one at a time."""
    with ExitStack() as stack:
        packed = stack.enter_context(zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED))
        waiting: dict[Sheet, Any] = {
            sheet: stack.enter_context(TemporaryFile()) for sheet in HEADS if sheet != "entries"
        }
        with member(packed, "entries.csv") as first:
            _fill(history, step, {**waiting, "entries": first})
        for sheet, file in waiting.items():
            file.seek(0)
            with member(packed, f"{sheet}.csv") as packed_file:
                copyfileobj(file, packed_file, PIECE)


def _fill(history: History, step: Step, files: dict[Sheet, Any]) -> None:
    texts = {sheet: TextIOWrapper(file, ENCODING, newline="") for sheet, file in files.items()}
    writers = {sheet: csv.writer(text) for sheet, text in texts.items()}
    for sheet, head in HEADS.items():
        writers[sheet].writerow(head)
    for sheet, cells in rows_of(history, step):
        writers[sheet].writerow(_told(cells))
    for text in texts.values():
        text.flush()
        text.detach()


def _told(cells: Iterable[Cell]) -> list[Cell]:
    return [
        harmless(cell) if isinstance(cell, str) else _SAID[cell] if isinstance(cell, bool) else cell
        for cell in cells
    ]
