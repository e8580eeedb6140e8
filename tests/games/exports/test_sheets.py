"""The sheets as CSV and as a workbook: the same rows, and nothing in them that does anything."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from itertools import product
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import pytest

from games.exports import sheets_xlsx, source
from games.exports.formats import FORMATS
from games.exports.sheets import HEADS, TOLD_HEAD, harmless, printable
from games.exports.sheets_xlsx import LONGEST, cell_text
from games.models import ActionRecord, Seat
from tests.games.exports.files import file_of, source_of, taken_in, told_in, written
from tests.games.stored import THUG, Evening, new_game, row_of, set_up

pytestmark = pytest.mark.django_db

WRITTEN = ("json", "ndjson", "csv", "xlsx")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
NAMES = ['=HYPERLINK("http://x")', "+1", "-1", "@sum", "Zoë 🎲", "أحمد\u200f", "<script>x</script>"]


def csv_of(raw: bytes) -> dict[str, list[list[str]]]:
    """Every file of a zip of text files, read as a spreadsheet would."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        return {
            name: list(csv.reader(io.StringIO(packed.read(name).decode("utf-8-sig"), newline="")))
            for name in packed.namelist()
        }


def book_of(raw: bytes) -> dict[str, list[list[Any]]]:
    """Every sheet of a workbook by its title: text as text, numbers as numbers."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        book = ET.fromstring(packed.read("xl/workbook.xml"))  # noqa: S314 - written here
        titles = [sheet.attrib["name"] for sheet in book.iter(f"{MAIN}sheet")]
        return {
            title: list(_rows(packed.read(f"xl/worksheets/sheet{number}.xml")))
            for number, title in enumerate(titles, 1)
        }


def _rows(raw: bytes) -> Any:
    for row in ET.fromstring(raw).iter(f"{MAIN}row"):  # noqa: S314 - written here
        assert row.find(f".//{MAIN}f") is None, "a formula"
        yield [
            "".join(text.text or "" for text in cell.iter(f"{MAIN}t"))
            if cell.attrib.get("t") == "inlineStr"
            else float(cell.findtext(f"{MAIN}v", ""))
            for cell in row.iter(f"{MAIN}c")
        ]


@pytest.fixture
def evening() -> Evening:
    """A battle won, a dial set and set back, and something said that looks like a formula."""
    evening = set_up(new_game("A", "B"))
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    drawn = {"cards": [{"new": {**THUG, "name": "=Thug()"}}]}
    dice: list[dict[str, Any]] = [{"roll": [6]}, {"roll": [1]}]
    fought = evening.act("encounter_space", "A", drawn, {"choose": "fight"}, *dice)
    while fought.question is not None:
        fought = evening.answer({"choose": "keep"})
    evening.act("correct", "A", reason="=1+1\nor so", figures={"A": {"gold": 7}})
    evening.undo()
    return evening


def lines_of(evening: Evening, sheet: str) -> list[dict[str, str]]:
    head, *lines = csv_of(written("csv", source_of(evening.game, "A")))[f"{sheet}.csv"]
    return [dict(zip(head, line, strict=True)) for line in lines]


def test_csv_has_a_line_for_each_entry(evening: Evening) -> None:
    files = csv_of(written("csv", source_of(evening.game, "A")))
    assert {name: lines[0] for name, lines in files.items()} == {
        f"{sheet}.csv": list(head) for sheet, head in HEADS.items()
    }
    lines = lines_of(evening, "entries")
    assert [line["seq"] for line in lines] == [str(seq) for seq in range(13)]
    told = lines[11]
    assert told.pop("at").endswith("Z")
    assert told.pop("digest") == ActionRecord.objects.get(game=evening.game, seq=11).digest
    assert told == {
        "seq": "11",
        "turn": "1",
        "entry": "action",
        "kind": "correct",
        "seat": "A",
        "person": "Seat A",
        "logged_by": "host",
        "stands": "no",
        "undoes": "",
        "cause": "",
        "as_happened": "",
        "params": json.dumps({"reason": "=1+1\nor so", "figures": {"A": {"gold": 7}}}),
        "answers": "",
        "changes": '[["figure", "A", "gold", 2, 7]]',
        "rules": "",
    }
    assert (lines[12]["entry"], lines[12]["undoes"], lines[12]["stands"]) == ("undo", "11", "yes")
    assert lines[2]["cause"] == "house_rule: ours"


def test_dials_are_told_as_they_come_and_go(evening: Evening) -> None:
    gold = [
        list(line.values())[3:]
        for line in lines_of(evening, "dials")
        if (line["dial"], line["seat"]) == ("gold", "A")
    ]
    mine = ["A", "Seat A", "Mace Windu", "gold", "Galactic Credit"]
    assert gold == [[*mine, "0", "2"], [*mine, "2", "7"], [*mine, "7", "2"]]


def test_a_battle_is_told_with_what_both_came_to(evening: Evening) -> None:
    (line,) = lines_of(evening, "battles")
    assert list(line.values())[2:] == [
        *("1", "yes", "A", "Seat A", "Mace Windu"),
        *("'=Thug()", "9", "5", "won"),
    ]
    evening.undo(9)
    assert [line["stands"] for line in lines_of(evening, "battles")] == ["no"]


def test_the_workbook_says_the_same_and_each_entry_in_words(evening: Evening) -> None:
    book = book_of(written("xlsx", source_of(evening.game, "A")))
    assert list(book) == ["Entries", "Dials", "Battles", "About"]
    assert book["Entries"][0] == list(TOLD_HEAD)
    assert book["Entries"][12][3] == (
        "Set by hand: =1+1\nor so. Mace Windu: Galactic Credits 2 → 7."
    )
    assert [row[0] for row in book["Entries"][1:]] == list(range(13))
    assert book["Battles"][1][7:] == ["=Thug()", 9, 5, "won"]
    assert dict(row for row in book["About"][1:]) == {
        "format": 1,
        "game": str(evening.game.pk),
        "name": "Tonight",
        "edition": "Talisman: Star Wars Edition",
        "entries": 13,
        "last entry": 12,
        "tells": "the hand of seat A",
        "seat A": "Seat A",
        "seat B": "Seat B",
    }


def test_whatever_somebody_is_called_it_is_a_name_and_nothing_more(evening: Evening) -> None:
    for name in NAMES:
        check_is_a_name(evening, name)


def check_is_a_name(evening: Evening, name: str) -> None:
    Seat.objects.filter(game=evening.game, key="A").update(name=name)
    game = row_of(evening.game.pk)
    game.version += 1
    game.name = name
    game.save()
    people = {line["person"] for line in lines_of(evening, "entries") if line["seat"] == "A"}
    assert people == {f"'{name}" if name[0] in "=+-@" else name}
    book = book_of(written("xlsx", source_of(evening.game, "A")))
    assert {row[7] for row in book["Entries"][1:] if row[6] == "A"} == {name}
    assert ["name", name] in book["About"]
    assert told_in(file_of(evening.game))["seats"][0]["name"] == name
    assert taken_in(file_of(evening.game)).game.name == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("=1", "'=1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\x00=1", "\ufffd=1"),
        ("a=1", "a=1"),
        ("a\nb", "a\nb"),
        ("\u200f=1", "'\u200f=1"),
        ("", ""),
    ],
)
def test_what_looks_like_a_formula_is_made_text(text: str, told: str) -> None:
    assert harmless(text) == told


def test_what_no_file_can_hold_is_replaced() -> None:
    assert printable("a\x00b\x07c\ud800d\te\nf\uffff🎲") == "a\ufffdb\ufffdc\ufffdd\te\nf\ufffd🎲"


def test_what_a_cell_cannot_hold_is_cut_and_says_so() -> None:
    assert cell_text("x" * LONGEST) == "x" * LONGEST
    assert cell_text("x" * (LONGEST + 1)) == "x" * (LONGEST - 1) + "…"
    # Excel counts two for each of these; none is cut in half.
    cut = cell_text("🎲" * LONGEST)
    assert cut == "🎲" * ((LONGEST - 1) // 2) + "…"


def test_rows_that_a_sheet_cannot_hold_go_on_to_the_next(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets_xlsx, "MOST_ROWS", 6)
    book = book_of(written("xlsx", source_of(evening.game, "A")))
    pages = ["Entries", "Entries 2", "Entries 3"]
    assert [len(book[page]) for page in pages] == [6, 6, 4]
    assert [row[0] for page in pages for row in book[page][1:]] == list(range(13))


def test_the_same_game_gives_the_same_bytes(evening: Evening) -> None:
    asked = source_of(evening.game, "A")
    for name in WRITTEN:
        assert written(name, asked) == written(name, asked), name


def test_several_games_are_packed_a_file_each(evening: Evening) -> None:
    other = new_game("A")
    both = [source_of(game, "host") for game in (evening.game, other)]
    for name in WRITTEN:
        form = FORMATS[name]
        with zipfile.ZipFile(io.BytesIO(written(name, *both))) as packed:
            names = [f"{game.pk}{form.suffix}" for game in (evening.game, other)]
            assert packed.namelist() == names
            read: Callable[[bytes], Any] = {"csv": csv_of, "xlsx": book_of}.get(name, bytes)
            assert [read(packed.read(member)) for member in names] == [
                read(written(name, one)) for one in both
            ]
        assert (form.suffix_of(2), form.media_type_of(2)) == (".zip", "application/zip")
        assert (form.suffix_of(1), form.media_type_of(1)) == (form.suffix, form.media_type)


class Enough(Exception):
    pass


def test_whoever_counts_along_may_end_the_work(evening: Evening) -> None:
    asked = source_of(evening.game, "A")
    for name, games, before in product(WRITTEN, (1, 2), (0, 1)):
        step = Mock(side_effect=[*[None] * before, Enough()])
        with pytest.raises(Enough):
            FORMATS[name].write(io.BytesIO(), [asked] * games, step)
        assert step.call_count == before + 1


def test_how_far_it_is_is_told_every_so_many_entries(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert source.STEP_EVERY == 200
    monkeypatch.setattr(source, "STEP_EVERY", 5)
    monkeypatch.setattr(source, "PAGE", 3)
    for name in WRITTEN:
        seen = Mock()
        FORMATS[name].write(io.BytesIO(), [source_of(evening.game, "A")], seen)
        assert [call.args for call in seen.call_args_list] == [
            ("writing", done, 13) for done in (0, 5, 10, 13)
        ]
