"""Packs are read strictly: a sample of every way of being wrong, with its faults marked in place.

In `broken/*.yaml` the first line says what the file is read as; a comment `# !! words` stands on
every line that must be named, and no other line may be.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from content.loader import Fault, PackError, load, loads
from content.schema.board import Board
from content.schema.cards import Deck
from content.schema.characters import CharacterCard
from content.schema.edition import Edition
from content.schema.effects import Effects, Gain, RollTable
from content.schema.ledger import Ledger

BROKEN = Path(__file__).parent / "broken"
KINDS: dict[str, TypeAdapter[Any]] = {
    "board": TypeAdapter(Board),
    "deck": TypeAdapter(Deck),
    "edition": TypeAdapter(Edition),
    "characters": TypeAdapter(tuple[CharacterCard, ...]),
    "rules": TypeAdapter(Ledger),
    "effects": Effects,
}


@pytest.mark.parametrize("path", sorted(BROKEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_broken_file_is_refused_with_the_line_of_every_fault(path: Path) -> None:
    lines = path.read_text().splitlines()
    kind = re.match(r"# reads as: (\w+)", lines[0])
    assert kind, f"{path.name} does not say what it is read as"
    expected = {n: text.split("# !! ")[1] for n, text in enumerate(lines, 1) if "# !! " in text}

    with pytest.raises(PackError) as caught:
        load(path, KINDS[kind[1]])

    assert {fault.line for fault in caught.value.faults} == set(expected), str(caught.value)
    for fault in caught.value.faults:
        assert fault.path == path.name
        assert expected[fault.line] in fault.message


def test_every_way_of_being_wrong_marks_its_fault() -> None:
    assert all("# !! " in path.read_text() for path in BROKEN.glob("*.yaml"))


def test_a_pack_error_shows_file_line_and_words_of_each_fault() -> None:
    error = PackError([Fault("a/board.yaml", 3, "this"), Fault("a/rules.yaml", 0, "that")])

    assert str(error) == "a/board.yaml:3: this\na/rules.yaml: that"
    assert (error.path, error.line, error.message) == ("a/board.yaml", 3, "this")


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"^board\.yaml: the file cannot be read$"):
        load(tmp_path / "board.yaml", KINDS["board"])

    (tmp_path / "board.yaml").write_bytes(b"note: \xff\xfe")
    with pytest.raises(PackError, match=r"^tiny/board\.yaml: the file is not UTF-8$"):
        load(tmp_path / "board.yaml", KINDS["board"], "tiny/board.yaml")


def test_a_file_beyond_measure_is_refused_unread() -> None:
    with pytest.raises(PackError, match="longer than"):
        loads("#" * 4_000_001, KINDS["board"], "board.yaml")


def test_a_character_that_yaml_forbids_is_refused() -> None:
    with pytest.raises(PackError, match=r"^board\.yaml:1: "):
        loads("note: \x07", KINDS["board"], "board.yaml")


@pytest.mark.parametrize("text", ["regions: [*a]", "*a : b", "{*a : b}", "[" * 5000, "{a: " * 5000])
def test_nothing_written_can_do_worse_than_be_refused(text: str) -> None:
    with pytest.raises(PackError):
        loads(text, KINDS["board"], "board.yaml")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Lothal", "Lothal"),
        ('"no"', "no"),
        ("'012'", "012"),
        ('"1:30"', "1:30"),
        ("null", None),
        ("Yavin 4", "Yavin 4"),
        (">-\n  one\n  two", "one two"),
    ],
)
def test_what_is_quoted_or_plainly_text_stays_text(written: str, read: str | None) -> None:
    board = loads(f"regions: []\nspaces: []\nnote: {written}", KINDS["board"], "board.yaml")

    assert board.note == read


def test_rows_may_be_named_by_bare_numbers() -> None:
    (table,) = loads("- roll: {rows: {1: [], 2-5: [], 6: [toad: 1]}}", Effects, "effects")

    assert isinstance(table, RollTable)
    assert list(table.roll.rows) == ["1", "2-5", "6"]


def test_a_bare_value_stands_for_one_point_and_for_a_printed_fact() -> None:
    (gain,) = loads("- gain: craft", Effects, "effects")
    deck = loads(
        "{id: d, name: D, kind: piles, size: 4, holds: [object], cites: [SW-COMP-2],"
        " cards: [{id: robe, name: Robe, type: object, copies: 4}]}",
        KINDS["deck"],
        "deck.yaml",
    )

    assert isinstance(gain, Gain)
    assert gain.gain == {"craft": 1}
    assert deck.cards[0].copies.is_printed
