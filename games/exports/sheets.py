"""The tables that spreadsheets get of a game: its entries, its dials over time, its battles.

One pass over the history gives the rows of all three, so whoever writes them takes each as it comes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from games.exports.source import History, Step
from games.rules.results import BATTLES
from games.rules.terms import Dial
from games.sentences.words import Words

VERSION = 1

Cell = str | int | bool | None
Sheet = Literal["entries", "dials", "battles"]

HEADS: dict[Sheet, tuple[str, ...]] = {
    "entries": (
        "seq", "at", "turn", "entry", "kind", "seat", "person", "logged_by", "stands", "undoes",
        "cause", "as_happened", "params", "answers", "changes", "rules", "digest",
    ),
    "dials": ("seq", "at", "turn", "seat", "person", "character", "dial", "called", "before", "after"),
    "battles": (
        "seq", "at", "turn", "stands", "seat", "person", "character", "foe", "mine", "theirs",
        "result",
    ),
}  # fmt: skip

# Where there are words as well, they stand where one looks first.
TOLD_HEAD = (*HEADS["entries"][:3], "text", *HEADS["entries"][3:])
_TEXT_AT = TOLD_HEAD.index("text")

# Made once: `json.dumps` makes one anew for everything it is not asked for by default.
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_DIALS = frozenset(dial.value for dial in Dial)
_RESULTS = {
    "battle_won": "won",
    "battle_lost": "lost",
    "battle_drawn": "drawn",
    "evaded": "evaded",
    "won_between": "won",
}
# What some spreadsheet takes for the beginning of a formula, wide letters and what does not show before it too.
_FORMULA = re.compile(r"[\s\u200b-\u200f\u2060]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_SUSPECT_FIRST = " =+-@|%\u3000\uff1d\uff0b\uff0d\uff20"
# What no sheet and hardly any reader of text files bears.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Row(NamedTuple):
    """A row, and the sheet it belongs to."""

    sheet: Sheet
    cells: tuple[Cell, ...]


def printable(text: str) -> str:
    """A text without what files cannot hold, each replaced by the sign for it."""
    return _UNPRINTABLE.sub("\ufffd", text)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula when it opens a text file.

    >>> harmless("=1+1"), harmless("Ann"), harmless(" @sum")
    ("'=1+1", 'Ann', "' @sum")
    """
    # Nearly every cell: told apart without looking for anything.
    if text.isprintable() and text[:1] not in _SUSPECT_FIRST:
        return text
    text = printable(text)
    return f"'{text}" if _FORMULA.match(text) else text


def rows_of(history: History, step: Step, *, told: bool = False) -> Iterator[Row]:
    """The rows of all sheets, in the order logged.

    Args:
        history: Whose.
        step: Told how far it is.
        told: Each entry in words as well.
    """
    reading = _Reading(history)
    for entry in history.told(step) if told else history.entries(step):
        yield from reading.rows(entry)


@dataclass(slots=True)
class _When:
    """What every row says of its entry."""

    seq: int
    at: str
    turn: int


class _Reading:
    """A log gone through, with who plays whom as far as it has come."""

    def __init__(self, history: History) -> None:
        self.people = history.people
        self.undone = history.undone
        self.words = Words(history.pack, history.names)
        self.characters: dict[str, str] = {}
        self.called = {dial: self.words.one(dial) for dial in _DIALS}

    def rows(self, entry: dict[str, Any]) -> Iterator[Row]:
        when = _When(entry["seq"], entry["at"], entry["turn"])
        stands = entry["seq"] not in self.undone
        cells = self._entry(entry, when, stands=stands)
        if "text" in entry:
            cells = (*cells[:_TEXT_AT], entry["text"], *cells[_TEXT_AT:])
        yield Row("entries", cells)
        for change in entry["changes"]:
            if change["what"] == "figure":
                yield from self._figure(change, when)
        if entry["notes"]:
            yield from self._battles(entry["notes"], when, stands=stands)

    def _entry(self, entry: dict[str, Any], when: _When, *, stands: bool) -> tuple[Cell, ...]:
        cause, seat = entry["cause"], entry["seat"]
        return (
            when.seq,
            when.at,
            when.turn,
            entry["entry"],
            entry["kind"],
            seat,
            self.people.get(seat) if seat else None,
            entry["logged_by"],
            stands,
            " ".join(map(str, entry["undoes"])) or None,
            f"{cause['kind']}: {cause['name']}" if cause else None,
            entry["as_happened"],
            _json(entry["params"]),
            _json(entry["answers"]),
            _json(
                [
                    [c["what"], c["id"], c["field"], c["before"], c["after"]]
                    for c in entry["changes"]
                ]
            ),
            " ".join(entry["rules"]) or None,
            entry["digest"],
        )

    def _figure(self, change: dict[str, Any], when: _When) -> Iterator[Row]:
        seat, field = change["id"], change["field"]
        if field == "character":
            if change["after"]:
                self.characters[seat] = self.words.character(change["after"])
            else:
                self.characters.pop(seat, None)
        elif field in _DIALS:
            yield Row(
                "dials",
                (
                    *(when.seq, when.at, when.turn, seat, self.people.get(seat)),
                    self.characters.get(seat),
                    *(field, self.called[field], change["before"], change["after"]),
                ),
            )

    def _battles(self, notes: list[dict[str, Any]], when: _When, *, stands: bool) -> Iterator[Row]:
        mine = theirs = attacker = None
        for note in notes:
            code, params = note["code"], note["params"]
            if code in {"scores", "scores_between"}:
                mine, theirs, attacker = params["mine"], params["theirs"], params["seat"]
            elif code in BATTLES:
                seat = params["seat"]
                if attacker not in {None, seat}:
                    mine, theirs = theirs, mine
                other = params.get("other")
                foe = params["foe"] if other is None else self._named(other)
                yield Row(
                    "battles",
                    (
                        *(when.seq, when.at, when.turn, stands),
                        *(seat, self.people.get(seat), self.characters.get(seat)),
                        *(foe, mine, theirs, _RESULTS[code]),
                    ),
                )
                mine = theirs = attacker = None

    def _named(self, seat: str) -> str:
        return self.characters.get(seat) or self.people.get(seat) or seat


def _json(value: Any) -> str | None:
    return _ENCODE(value) if value else None
