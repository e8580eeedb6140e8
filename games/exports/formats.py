"""The formats a history can be had in, by name; each says its version and how its file is called."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from games.exports import ndjson, portable, sheets, sheets_csv, sheets_xlsx
from games.exports.packing import member
from games.exports.report import html, pdf
from games.exports.source import History, Source, Step

WriteOne = Callable[[BinaryIO, History, Step], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: `version` rises when a file of it could be misread by who reads the version before.

    `one` writes one game to one file. Several games are packed in a zip, one file a game.
    """

    name: str
    version: int
    suffix: str
    media_type: str
    one: WriteOne

    def suffix_of(self, games: int) -> str:
        """How the name of a file with so many games ends."""
        return self.suffix if games == 1 else ".zip"

    def media_type_of(self, games: int) -> str:
        """What a file with so many games is sent as."""
        return self.media_type if games == 1 else "application/zip"

    def write(self, out: BinaryIO, sources: Sequence[Source], step: Step) -> None:
        """Write the file of some games.

        Raises:
            NotFound: A game or an entry is not there any more.
            Exception: Whatever `step` raises.
        """
        if len(sources) == 1:
            self.one(out, History(sources[0]), step)
            return
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
            for done, source in enumerate(sources):
                step("packing", done, len(sources))
                history = History(source)
                with member(packed, f"{history.game.pk}{self.suffix}") as file:
                    self.one(file, history, step)
            step("packing", len(sources), len(sources))


FORMATS: dict[str, Format] = {
    found.name: found
    for found in (
        Format(
            name="json",
            version=portable.VERSION,
            suffix=".json",
            media_type="application/json",
            one=portable.write,
        ),
        Format(
            name="ndjson",
            version=1,
            suffix=".ndjson",
            media_type="application/x-ndjson",
            one=ndjson.write,
        ),
        Format(
            name="csv",
            version=sheets.VERSION,
            suffix=".zip",
            media_type="application/zip",
            one=sheets_csv.write,
        ),
        Format(
            name="xlsx",
            version=sheets.VERSION,
            suffix=".xlsx",
            media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            one=sheets_xlsx.write,
        ),
        Format(name="html", version=1, suffix=".html", media_type="text/html", one=html.write),
        Format(name="pdf", version=1, suffix=".pdf", media_type="application/pdf", one=pdf.write),
    )
}
