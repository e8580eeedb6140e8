"""The report as a PDF, page by page, with an outline and links.

The font is the one that comes with the charts' library. A sign that it does not have is printed as an
empty square, and what is written from right to left is put in the order in which it is read. The file
says that it was made when the last entry was logged: the same history gives the same bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from games.exports.report import charts
from games.exports.report.blocks import (
    Block,
    Line,
    Lines,
    Pairs,
    Picture,
    Report,
    Rules,
    RuleSaid,
    Section,
    Sheet,
    Text,
)
from games.exports.report.contents import report_of
from games.exports.report.evening import read
from games.exports.source import History, Step

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "DejaVu"
MARGIN = 18.0
# How far texts stand from the number of their entry.
INDENT = 13.0
# How far charts stand from each other.
BESIDE = 6.0
NO_SIGN = "\u25a1"
INK, QUIET, MARK, RULE = (20, 20, 20), (95, 95, 95), (125, 65, 0), (0, 75, 120)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write the PDF of one game."""
    evening = read(history, step)
    made = evening.sittings[-1][1] if evening.sittings else datetime(2000, 1, 1, tzinfo=UTC)
    out.write(document(report_of(evening), made, step))


def document(report: Report, made: datetime, step: Step) -> bytes:
    """The whole file."""
    pictures = [
        block
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Picture)
    ]
    images: dict[int, bytes] = {}
    for done, picture in enumerate(pictures):
        step("drawing", done, len(pictures))
        images[id(picture)] = charts.png(picture.chart)
    step("drawing", len(pictures), len(pictures))
    pdf = _pages(report)
    try:
        layout = _Layout(pdf, report, images, made)
        for done, section in enumerate(report.sections):
            step("writing", done, len(report.sections))
            layout.section(section, step)
        step("writing", len(report.sections), len(report.sections))
        return bytes(pdf.output() or b"")
    finally:
        for font in pdf.fonts.values():
            # Files that the library reads from until the document is written.
            font.ttfont.close()  # type: ignore[union-attr]  # TrueType fonts, all of them


def _pages(report: Report) -> FPDF:
    """An empty document that numbers its pages."""
    import matplotlib as mpl  # noqa: PLC0415 - heavy: only whoever writes a PDF loads it
    from fpdf import FPDF  # noqa: PLC0415

    class Pages(FPDF):
        def footer(self) -> None:
            self.set_y(-14)
            self.set_font(FONT, size=8)
            self.set_text_color(*QUIET)
            text = report.page_word.format(page=self.page_no(), pages="{nb}")
            self.cell(w=0, h=6, text=text, align="C")

    pdf = Pages(format="A4")
    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
    pdf.add_font(FONT, "", fonts / "DejaVuSans.ttf")
    pdf.add_font(FONT, "B", fonts / "DejaVuSans-Bold.ttf")
    return pdf


class _Layout:
    """Lays blocks out on pages."""

    def __init__(self, pdf: FPDF, report: Report, images: dict[int, bytes], made: datetime) -> None:
        self.pdf = pdf
        self.report = report
        self.images = images
        self.widths: dict[tuple[str, str, float], float] = {}
        # Where the half of a page is free beside a chart: its top, and where that chart ends.
        self.left: tuple[float, float] | None = None
        self.has: frozenset[int] = frozenset(self.pdf.fonts[FONT.lower()].cmap)  # type: ignore[union-attr]  # a TrueType font
        pdf.set_margins(MARGIN, MARGIN)
        pdf.set_auto_page_break(True, MARGIN + 2)  # noqa: FBT003 - as the library has it
        pdf.set_title(self.said(report.title))
        pdf.set_subject(self.said(report.subtitle))
        pdf.set_creator("talisman_companion")
        pdf.set_lang(report.language)
        pdf.set_creation_date(made)
        blocks = [block for section in report.sections for block in section.blocks]
        self.rules = {
            rule.id: pdf.add_link(page=1)
            for block in blocks
            if isinstance(block, Rules)
            for rule in block.rules
        }
        self.entries = {
            line.seq: pdf.add_link(page=1)
            for block in blocks
            if isinstance(block, Lines)
            for line in block.lines
            if line.home
        }
        pdf.add_page()
        self._font(20, bold=True)
        self._paragraph(report.title, 9)
        self._font(10.5, QUIET)
        self._paragraph(report.subtitle, 6)

    # ------------------------------------------------------------------ letters

    def said(self, text: str) -> str:
        """A text in the order in which it is read, with the signs that the font has."""
        return _readable(text, self.has)

    def _font(self, size: float, colour: tuple[int, int, int] = INK, *, bold: bool = False) -> None:
        self.pdf.set_font(FONT, "B" if bold else "", size)
        self.pdf.set_text_color(*colour)

    def _paragraph(
        self, text: str, height: float, *, left: float = 0.0, width: float | None = None
    ) -> None:
        pdf = self.pdf
        width = width or pdf.epw - left
        for line in self._wrapped(text, width):
            pdf.set_x(MARGIN + left)
            pdf.cell(w=width, h=height, text=line, new_x="LMARGIN", new_y="NEXT")

    def _wrapped(self, text: str, width: float) -> list[str]:
        """A text on as many lines as it needs; the library's own way measures every letter anew."""
        width -= 2 * self.pdf.c_margin
        return [
            line
            for part in self.said(text).split("\n")
            for line in self._broken(part.split(" "), width)
        ]

    def _broken(self, words: Sequence[str], width: float) -> list[str]:
        space = self._wide(" ")
        lines, line, used = [], "", 0.0
        for word in words:
            wide = self._wide(word)
            if line and used + space + wide <= width:
                line, used = f"{line} {word}", used + space + wide
                continue
            if line:
                lines.append(line)
            line, used = word, wide
            while used > width and len(line) > 1:
                fits = next(
                    n
                    for n in range(len(line) - 1, 0, -1)
                    if n == 1 or self._wide(line[:n]) <= width
                )
                lines.append(line[:fits])
                line = line[fits:]
                used = self._wide(line)
        return [*lines, line]

    def _wide(self, word: str) -> float:
        """How wide a word is in the present font."""
        key = (word, self.pdf.font_style, self.pdf.font_size_pt)
        if (found := self.widths.get(key)) is None:
            found = self.widths[key] = self.pdf.get_string_width(word)
        return found

    def _room(self, height: float) -> None:
        """Go on on the next page unless so much still fits on this one."""
        if self.pdf.will_page_break(height):
            self.pdf.add_page()

    # ------------------------------------------------------------------ blocks

    def section(self, section: Section, step: Step) -> None:
        """A part with its heading, which the outline names."""
        pdf = self.pdf
        first = section.blocks[0] if section.blocks else None
        self._room(40 + (self._size(first)[1] if isinstance(first, Picture) else 0))
        pdf.ln(5)
        pdf.start_section(self.said(section.title))
        self._font(14, bold=True)
        self._paragraph(section.title, 8)
        pdf.set_draw_color(190, 190, 190)
        pdf.line(MARGIN, pdf.get_y(), MARGIN + pdf.epw, pdf.get_y())
        pdf.ln(2)
        for done, block in enumerate(section.blocks):
            if done and done % 200 == 0:
                step("writing", done, len(section.blocks))
            self._block(block)

    def _block(self, block: Block) -> None:
        if not isinstance(block, Picture):
            self.left = None
        match block:
            case Text():
                self._font(9 if block.quiet else 10, QUIET if block.quiet else INK)
                self._paragraph(block.text, 5)
                self.pdf.ln(1.5)
            case Pairs():
                for name, text in block.items:
                    self._pair(name, text)
                self.pdf.ln(2)
            case Picture():
                self._picture(block)
            case Sheet():
                self._sheet(block)
            case Lines():
                self._lines(block)
            case Rules():
                for rule in block.rules:
                    self._rule(rule)

    def _pair(self, name: str, text: str) -> None:
        pdf = self.pdf
        self._room(10)
        top = pdf.get_y()
        self._font(9.5, QUIET)
        for line in self._wrapped(name, 38):
            pdf.cell(w=38, h=5, text=line, new_x="LMARGIN", new_y="NEXT")
        below = pdf.get_y()
        pdf.set_y(top)
        self._font(9.5)
        self._paragraph(text, 5, left=40)
        pdf.set_y(max(below, pdf.get_y()) + 0.5)

    def _size(self, picture: Picture) -> tuple[float, float]:
        """How large a chart is printed: two beside each other, or a square one, which holds more, alone."""
        wide, high = picture.chart.size
        width = (self.pdf.epw - BESIDE) / 2 if wide > high else min(self.pdf.epw, 150.0)
        return width, width * high / wide

    def _picture(self, picture: Picture) -> None:
        pdf = self.pdf
        width, height = self._size(picture)
        half = width < pdf.epw / 2
        if half and self.left is not None:
            # The one before has left the other half of the page to this one.
            (top, below), self.left = self.left, None
            self._drawn(picture, top, pdf.epw - width)
            pdf.set_y(max(below, pdf.get_y()))
            return
        self._room(height + 14)
        top = pdf.get_y()
        self._drawn(picture, top, 0.0 if half else (pdf.epw - width) / 2)
        self.left = (top, pdf.get_y()) if half else None

    def _drawn(self, picture: Picture, top: float, left: float) -> None:
        pdf = self.pdf
        width, height = self._size(picture)
        image, alt = BytesIO(self.images[id(picture)]), self.said(picture.alt)
        pdf.image(image, x=MARGIN + left, y=top, w=width, h=height, alt_text=alt)
        pdf.set_y(top + height + 1)
        self._font(9, QUIET)
        self._paragraph(picture.caption, 4.6, left=left, width=width)
        pdf.ln(3)

    def _sheet(self, sheet: Sheet) -> None:
        pdf = self.pdf
        widths = [pdf.epw * part / sum(sheet.widths) for part in sheet.widths]
        self._room(26)
        if sheet.caption:
            self._font(9, QUIET)
            self._paragraph(sheet.caption, 4.6)
            pdf.ln(0.5)
        self._row(sheet, sheet.head, widths, bold=True)
        for row in sheet.rows:
            if pdf.will_page_break(self._height(row, widths)):
                pdf.add_page()
                self._row(sheet, sheet.head, widths, bold=True)
            self._row(sheet, row, widths)
        pdf.ln(4)

    def _cells(
        self, row: Sequence[str], widths: Sequence[float], *, bold: bool = False
    ) -> list[list[str]]:
        self._font(8.5, bold=bold)
        return [self._wrapped(cell, width - 1.5) for cell, width in zip(row, widths, strict=True)]

    def _height(self, row: Sequence[str], widths: Sequence[float]) -> float:
        return max(len(lines) for lines in self._cells(row, widths)) * 4.3 + 2.0

    def _row(
        self, sheet: Sheet, row: Sequence[str], widths: Sequence[float], *, bold: bool = False
    ) -> None:
        pdf = self.pdf
        top = below = pdf.get_y() + 0.8
        left = MARGIN
        for at, (lines, width) in enumerate(
            zip(self._cells(row, widths, bold=bold), widths, strict=True)
        ):
            link = self.entries.get(int(row[at])) if at == sheet.entry and not bold else None
            self._font(8.5, RULE if link else INK, bold=bold)
            pdf.set_y(top)
            for line in lines:
                pdf.set_x(left)
                pdf.cell(
                    w=width - 1.5,
                    h=4.3,
                    text=line,
                    align="R" if at in sheet.numbers else "L",
                    link=link or "",
                    new_x="LMARGIN",
                    new_y="NEXT",
                )
            below = max(below, pdf.get_y())
            left += width
        pdf.set_draw_color(215, 215, 215)
        pdf.line(MARGIN, below + 0.6, MARGIN + pdf.epw, below + 0.6)
        pdf.set_y(below + 0.8)

    # ------------------------------------------------------------------ entries and rules

    def _lines(self, lines: Lines) -> None:
        if lines.heading:
            self._room(18)
            self.pdf.ln(1.5)
            self._font(10.5, bold=True)
            self._paragraph(lines.heading, 6)
        for line in lines.lines:
            self._line(line)
        self.pdf.ln(1.5)

    def _line(self, line: Line) -> None:
        pdf = self.pdf
        self._room(min(60.0, self._tall(line)))
        home = self.entries.get(line.seq)
        if line.home and home is not None:
            pdf.set_link(home, y=pdf.get_y(), page=pdf.page)
        top = pdf.get_y()
        self._font(8, QUIET if line.home or home is None else RULE)
        pdf.set_xy(MARGIN, top)
        pdf.cell(w=INDENT, h=4.8, text=str(line.seq), link="" if line.home else home)
        pdf.set_y(top)
        if line.mark:
            self._font(9, MARK, bold=True)
            self._paragraph(line.mark, 4.8, left=INDENT)
        self._font(9.5, QUIET if line.gone else INK)
        self._paragraph(f"{line.text} {line.time}".rstrip(), 4.8, left=INDENT)
        for text in line.more:
            self._font(8.5, QUIET)
            self._paragraph(text, 4.4, left=INDENT)
        self._cited(line.rules)
        pdf.ln(1)

    def _tall(self, line: Line) -> float:
        """How much room an entry takes, about."""
        self._font(9.5)
        texts = [line.mark, f"{line.text} {line.time}", *line.more]
        width = self.pdf.epw - INDENT
        lines = sum(len(self._wrapped(text, width)) for text in texts if text)
        return 4.8 * lines + 3.3 * (len(line.rules) // 9 + 1) + 1

    def _cited(self, rules: Sequence[str]) -> None:
        """Rules one after the other, each a link to what it says."""
        if not rules:
            return
        pdf = self.pdf
        self._font(6.5, RULE)
        pdf.set_x(MARGIN + INDENT)
        for rule in rules:
            width = pdf.get_string_width(f"{rule}  ")
            if pdf.get_x() + width > MARGIN + pdf.epw:
                pdf.ln(3.2)
                pdf.set_x(MARGIN + INDENT)
            pdf.cell(w=width, h=3.2, text=rule, link=self.rules.get(rule) or "")
        pdf.ln(3.4)

    def _rule(self, rule: RuleSaid) -> None:
        pdf = self.pdf
        self._room(16)
        pdf.set_link(self.rules[rule.id], y=pdf.get_y(), page=pdf.page)
        self._font(9, bold=True)
        self._paragraph(f"{rule.id} · {rule.title}", 4.8)
        self._font(9)
        self._paragraph(rule.statement.strip(), 4.6)
        self._font(8, QUIET)
        if rule.ruling:
            self._paragraph(rule.ruling.strip(), 4.2)
        self._paragraph(rule.place, 4.2)
        pdf.ln(2)


@lru_cache(maxsize=4096)
def _readable(text: str, has: frozenset[int]) -> str:
    """A text in the order in which it is read, with an empty square for each sign that is missing."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text):
        text = "\n".join(_in_order(line) for line in text.split("\n"))
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign == "\n" else _printed(sign, has) for sign in text)


def _printed(sign: str, has: frozenset[int]) -> str:
    """A sign as the font can show it; what has no shape of its own is left out."""
    kind = unicodedata.category(sign)
    if sign.isspace():
        # Some spaces hold together what stands on both sides.
        return sign if sign == "\u00a0" else " "
    if kind in {"Cf", "Cc"}:
        return ""
    if ord(sign) in has:
        return sign
    return "" if kind in {"Mn", "Me", "Sk"} else NO_SIGN


def _in_order(line: str) -> str:
    from fpdf.bidi import BidiParagraph  # noqa: PLC0415 - see _pages
    from fpdf.enums import TextDirection  # noqa: PLC0415

    return BidiParagraph(line, base_direction=TextDirection.LTR).get_reordered_string()
