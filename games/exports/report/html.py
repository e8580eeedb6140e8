"""The report as one page that needs nothing else: no script, no font, no request.

Everything that people wrote is escaped, and the page forbids itself whatever it does not hold. Charts
are images in it, which follow the page from light to dark.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO

from django.utils.html import escape

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

# What stands on a chart in the colour of the text, in the dark as well.
_SCHEME = "<style>svg{color:#1b1b1b}@media(prefers-color-scheme:dark){svg{color:#e8e6e3}}</style>"


def write(out: BinaryIO, history: History, step: Step) -> None:
    """Write the page of one game."""
    report = report_of(read(history, step))
    for part in page(report, step):
        out.write(part.encode())


def page(report: Report, step: Step) -> Iterator[str]:
    """The page, part by part."""
    pictures = [
        block
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Picture)
    ]
    images: dict[int, str] = {}
    for done, picture in enumerate(pictures):
        step("drawing", done, len(pictures))
        images[id(picture)] = image(picture)
    step("drawing", len(pictures), len(pictures))
    yield from _head(report)
    laying = _Layout(report, images)
    for done, section in enumerate(report.sections):
        step("writing", done, len(report.sections))
        yield from laying.section(section)
    yield "</main>\n</body>\n</html>\n"
    step("writing", len(report.sections), len(report.sections))


def image(picture: Picture) -> str:
    """A chart as the address of an image that lies in the page itself."""
    drawn = charts.svg(picture.chart).decode()
    drawn = drawn[drawn.index("<svg") :].replace(charts.INK, "currentColor")
    opening = drawn.index(">") + 1
    drawn = drawn[:opening] + _SCHEME + drawn[opening:]
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"


@cache
def style() -> str:
    """The page's style."""
    return Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def policy() -> str:
    """What the page may load: its one style and the images in it."""
    found = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{found}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _head(report: Report) -> Iterator[str]:
    title = escape(report.title)
    yield f'<!DOCTYPE html>\n<html lang="{escape(report.language)}" dir="{report.direction}">\n'
    yield '<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(policy())}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield '<meta name="referrer" content="no-referrer">\n'
    yield '<meta name="color-scheme" content="light dark">\n'
    yield f"<title>{title}</title>\n<style>{style()}</style>\n</head>\n<body>\n"
    yield f'<header>\n<h1 dir="auto">{title}</h1>\n'
    yield f'<p class="subtitle">{escape(report.subtitle)}</p>\n'
    yield f'<nav aria-label="{escape(report.contents_word)}"><ul>'
    for section in report.sections:
        yield f'<li><a href="#{section.name}">{escape(section.title)}</a></li>'
    yield "</ul></nav>\n</header>\n<main>\n"


class _Layout:
    """Lays blocks out as HTML."""

    def __init__(self, report: Report, images: dict[int, str]) -> None:
        self.report = report
        self.images = images
        blocks = [block for section in report.sections for block in section.blocks]
        # A link leads only to what stands on the page.
        self.rules = {
            rule.id for block in blocks if isinstance(block, Rules) for rule in block.rules
        }
        self.entries = {
            line.seq
            for block in blocks
            if isinstance(block, Lines)
            for line in block.lines
            if line.home
        }

    def section(self, section: Section) -> Iterator[str]:
        """A part with its heading."""
        yield f'<section id="{section.name}" aria-labelledby="{section.name}-title">\n'
        yield f'<h2 id="{section.name}-title">{escape(section.title)}</h2>\n'
        for block in section.blocks:
            yield from self.block(block)
        yield "</section>\n"

    def block(self, block: Block) -> Iterator[str]:
        """One block."""
        match block:
            case Text():
                kind = ' class="quiet"' if block.quiet else ""
                yield f"<p{kind}>{escape(block.text)}</p>\n"
            case Pairs():
                yield "<dl>\n"
                for name, text in block.items:
                    yield f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>\n"
                yield "</dl>\n"
            case Picture():
                yield f'<figure><img src="{self.images[id(block)]}" alt="{escape(block.alt)}">'
                yield f"<figcaption>{escape(block.caption)}</figcaption></figure>\n"
            case Sheet():
                yield from self._sheet(block)
            case Lines():
                yield from self._lines(block)
            case Rules():
                yield '<dl class="rules">\n'
                for rule in block.rules:
                    yield self._rule(rule)
                yield "</dl>\n"

    def _sheet(self, sheet: Sheet) -> Iterator[str]:
        yield '<div class="sheet"><table>\n'
        if sheet.caption:
            yield f"<caption>{escape(sheet.caption)}</caption>\n"
        yield "<thead><tr>"
        for at, name in enumerate(sheet.head):
            yield f'<th scope="col"{_number(sheet, at)}>{escape(name)}</th>'
        yield "</tr></thead>\n<tbody>\n"
        for row in sheet.rows:
            cells = (
                f"<td{_number(sheet, at)}>{self._cell(sheet, at, cell)}</td>"
                for at, cell in enumerate(row)
            )
            yield f"<tr>{''.join(cells)}</tr>\n"
        yield "</tbody>\n</table></div>\n"

    def _cell(self, sheet: Sheet, at: int, cell: str) -> str:
        if at == sheet.entry and int(cell) in self.entries:
            return f'<a href="#entry-{cell}">{cell}</a>'
        return "<br>".join(escape(part) for part in cell.split("\n"))

    def _lines(self, lines: Lines) -> Iterator[str]:
        if lines.heading:
            yield f"<h3>{escape(lines.heading)}</h3>\n"
        yield '<ol class="lines">\n'
        for line in lines.lines:
            yield self._line(line)
        yield "</ol>\n"

    def _line(self, line: Line) -> str:
        kinds = ' class="gone"' if line.gone else ""
        named = f' id="entry-{line.seq}"' if line.home else ""
        number = str(line.seq)
        if not line.home and line.seq in self.entries:
            number = f'<a href="#entry-{line.seq}">{line.seq}</a>'
        mark = f'<b class="mark">{escape(line.mark)}</b> ' if line.mark else ""
        time = f' <small class="time">{escape(line.time)}</small>' if line.time else ""
        more = "".join(f'<small class="more">{escape(text)}</small>' for text in line.more)
        return (
            f'<li{named}{kinds}><span class="seq">{number}</span>'
            f"<div>{mark}<span>{escape(line.text)}</span>{time}{more}{self._cited(line.rules)}</div>"
            "</li>\n"
        )

    def _cited(self, rules: Sequence[str]) -> str:
        if not rules:
            return ""
        links = ", ".join(
            f'<a href="#{escape(rule)}">{escape(rule)}</a>' if rule in self.rules else escape(rule)
            for rule in rules
        )
        word = escape(self.report.rules_word)
        return f"<details><summary>{word} ({len(rules)})</summary>{links}</details>"

    @staticmethod
    def _rule(rule: RuleSaid) -> str:
        ruling = f'<dd class="quiet">{escape(rule.ruling)}</dd>' if rule.ruling else ""
        return (
            f'<dt id="{escape(rule.id)}">{escape(rule.id)} · {escape(rule.title)}</dt>'
            f"<dd>{escape(rule.statement)}</dd>{ruling}"
            f'<dd class="quiet">{escape(rule.place)}</dd>\n'
        )


def _number(sheet: Sheet, at: int) -> str:
    return ' class="number"' if at in sheet.numbers else ""
