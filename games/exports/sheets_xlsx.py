"""The sheets as a workbook: text is text, whatever it begins with, and what a cell cannot hold is cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from games.exports.sheets import HEADS, TOLD_HEAD, VERSION, Cell, Sheet, printable, rows_of
from games.exports.source import History, Step

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

# What the format allows: as Excel counts, whose signs are of two bytes.
MOST_ROWS = 1_048_576
LONGEST = 32_767
CUT = "…"
TITLES: dict[Sheet, str] = {"entries": "Entries", "dials": "Dials", "battles": "Battles"}
WIDTHS = {"at": 25, "text": 80, "person": 16, "character": 20, "foe": 20, "kind": 18}


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write the workbook; rows are put down as they come."""
    import xlsxwriter  # noqa: PLC0415 - a server that only serves phones does without

    workbook = xlsxwriter.Workbook(
        out,
        {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False},
    )
    # The same game gives the same bytes whenever it is written.
    workbook.set_properties({"created": history.game.created_at.replace(tzinfo=None)})
    try:
        sheets = {
            sheet: _Pages(workbook, title, TOLD_HEAD if sheet == "entries" else HEADS[sheet])
            for sheet, title in TITLES.items()
        }
        for sheet, cells in rows_of(history, step, told=True):
            sheets[sheet].add(cells)
        about = _Pages(workbook, "About", ("what", "value"))
        for what, value in _about(history):
            about.add((what, value))
    finally:
        # Closed whatever happens: it has files of its own open.
        workbook.close()


def cell_text(text: str) -> str:
    """A text as a cell can hold it: what is longer is cut, and ends in a sign that says so."""
    text = printable(text)
    if len(text.encode("utf-16-le")) <= 2 * LONGEST:
        return text
    room = text.encode("utf-16-le")[: 2 * (LONGEST - len(CUT))]
    return room.decode("utf-16-le", errors="ignore") + CUT


class _Pages:
    """Rows under a head, on as many sheets as they need."""

    def __init__(self, workbook: Workbook, title: str, head: tuple[str, ...]) -> None:
        self.workbook, self.title, self.head = workbook, title, head
        self.bold = workbook.add_format({"bold": True})
        self.pages = 0
        self._turn_over()

    def add(self, cells: tuple[Cell, ...]) -> None:
        """Put down the next row."""
        if self.row == MOST_ROWS:
            self._turn_over()
        for column, cell in enumerate(cells):
            if isinstance(cell, str):
                self.page.write_string(self.row, column, cell_text(cell))
            elif isinstance(cell, bool):
                self.page.write_boolean(self.row, column, cell)
            elif cell is not None:
                self.page.write_number(self.row, column, cell)
        self.row += 1

    def _turn_over(self) -> None:
        self.pages += 1
        name = self.title if self.pages == 1 else f"{self.title} {self.pages}"
        self.page: Worksheet = self.workbook.add_worksheet(name)
        self.page.freeze_panes(1, 0)
        for column, name in enumerate(self.head):
            self.page.set_column(column, column, WIDTHS.get(name, 12))
            self.page.write_string(0, column, name, self.bold)
        self.row = 1


def _about(history: History) -> Iterator[tuple[str, Cell]]:
    """What the workbook is of, and through whose eyes."""
    game, source = history.game, history.source
    yield "format", VERSION
    yield "game", str(game.pk)
    yield "name", game.name
    yield "edition", history.pack.edition.title
    yield "entries", history.total
    yield "last entry", source.seq
    everybody = "everybody's hands" if history.viewer.sees_all else "nobody's hand"
    yield "tells", f"the hand of seat {source.seat}" if source.seat else everybody
    for seat, person in history.people.items():
        yield f"seat {seat}", person
