"""What a report is made of, before anybody lays it out: the same blocks become a page and a PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from games.exports.report.charts import Chart


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; a quiet one explains."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Things with their names, one under the other."""

    items: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. The cells of `numbers` are set flush right; `entry` is the column that names entries.

    `widths` says how wide the columns are beside each other.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[int]
    numbers: frozenset[int] = frozenset()
    caption: str = ""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart, what it shows in words, and what stands below it."""

    chart: Chart
    alt: str
    caption: str


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: its number, when it was logged, its text, what else is said of it, and its rules.

    `mark` is set apart: that it was taken back, say. A line that is `home` is where others link to.
    """

    seq: int
    text: str
    rules: Sequence[str] = ()
    mark: str = ""
    more: Sequence[str] = ()
    time: str = ""
    gone: bool = False
    home: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """Entries under a heading of their own, if it has one."""

    heading: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class RuleSaid:
    """A rule of the reference: what it says, and where the rulebook says it."""

    id: str
    title: str
    place: str
    statement: str
    ruling: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that are cited, in the order of the ledger."""

    rules: Sequence[RuleSaid]


Block = Text | Pairs | Sheet | Picture | Lines | Rules
Direction = Literal["ltr", "rtl"]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under a heading; `name` is how it is linked to."""

    name: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report: its title, what stands under it, its language, and its parts."""

    title: str
    subtitle: str
    language: str
    direction: Direction
    sections: list[Section] = field(default_factory=list)
    entry_word: str = ""
    rules_word: str = ""
    contents_word: str = ""
    page_word: str = ""
