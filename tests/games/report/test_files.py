"""The page and the PDF as files: whole, self-contained, harmless, and the same every time."""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from datetime import UTC, datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.core.management import CommandError, call_command
from PIL import Image
from pypdf import PdfReader

from games.exports.formats import FORMATS
from games.exports.report import charts
from games.exports.report.blocks import Section, Text
from games.exports.report.contents import report_of
from games.exports.report.pdf import _readable, document
from games.models import Game, Seat
from tests.games.report.page import page_of
from tests.games.report.reporting import file_of, fought, gathered, nothing, source_of
from tests.games.stored import Evening, new_game, set_up

pytestmark = pytest.mark.django_db

SECTIONS = [
    "The evening",
    "Turning points",
    "Dials over time",
    "Where they went",
    "What was fought and tested",
    "Luck",
    "The story",
    "The rules cited",
    "How this was reckoned",
]


@pytest.fixture
def evening() -> Evening:
    evening = set_up(new_game("A", "B"))
    fought(evening, 5, 3)
    evening.act("end_turn", "A")
    return evening


@pytest.fixture
def same_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts have no names of people on them: one picture for all of them will do."""
    tiny = BytesIO()
    Image.new("RGB", (2, 2)).save(tiny, "png")
    monkeypatch.setattr(charts, "png", lambda _chart: tiny.getvalue())
    monkeypatch.setattr(charts, "svg", lambda _chart: b"<svg></svg>")


def pages_of(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def outline_of(data: bytes) -> list[str]:
    return [str(entry.title) for entry in PdfReader(BytesIO(data)).outline]  # type: ignore[union-attr]  # no nesting


def test_the_page_is_well_formed_and_links_lead_somewhere(evening: Evening) -> None:
    page = page_of(file_of(evening.game, "html"))

    assert len(set(page.ids)) == len(page.ids)
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert {"entry-10", "SW-BATTLE-7", "luck"} <= set(page.ids)
    assert "Mace Windu wins against Thug." in page.text
    assert "161/216" in page.text
    for title in SECTIONS:
        assert title in page.text


def test_the_page_needs_nothing_from_elsewhere(evening: Evening) -> None:
    data = file_of(evening.game, "html")
    page = page_of(data)

    assert page.tags.isdisjoint({"script", "link", "iframe", "object", "embed", "form", "base"})
    assert all(image.startswith("data:image/svg+xml;base64,") for image in page.images)
    assert re.findall(rb"(?:src|href)=\"(?!#|data:)", data) == []
    assert b"url(" not in data
    assert b"@import" not in data
    (policy,) = [meta["content"] for meta in page.metas if "http-equiv" in meta]
    style = re.search(rb"<style>(.*?)</style>", data, re.DOTALL)
    assert style is not None
    known = base64.b64encode(hashlib.sha256(style[1]).digest()).decode()
    assert policy == (
        f"default-src 'none'; img-src data:; style-src 'sha256-{known}'; base-uri 'none'; "
        "form-action 'none'"
    )


def test_charts_are_images_that_follow_the_page_and_load_nothing(evening: Evening) -> None:
    page = page_of(file_of(evening.game, "html"))

    assert len(page.images) == 3  # two seats and the board
    for image in page.images:
        drawn = base64.b64decode(image.partition(",")[2]).decode()
        root = ET.fromstring(drawn)  # noqa: S314 - our own
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "prefers-color-scheme:dark" in drawn
        assert "currentColor" in drawn
        assert "<script" not in drawn
        assert not re.findall(r"href=\"(?!#)", drawn)
    dials = base64.b64decode(page.images[0].partition(",")[2]).decode()
    for label in ("Strength 3", "Will 3", "Health 4", "Destiny tokens 2", "Galactic Credits 2"):
        assert f">{label}</text>" in dials
    board = base64.b64decode(page.images[-1].partition(",")[2]).decode()
    assert ">Mandalore</text>" in board
    assert ">2</text>" in board


def test_the_pdf_says_the_same_with_an_outline_and_page_numbers(evening: Evening) -> None:
    data = file_of(evening.game, "pdf")
    pages = pages_of(data)
    text = " ".join(" ".join(pages).split())

    assert outline_of(data) == SECTIONS
    assert [f"Page {at} of {len(pages)}" in page for at, page in enumerate(pages, 1)] == [
        True
    ] * len(pages)
    assert "Mace Windu wins against Thug." in text
    assert "Mace Windu against Thug: won 161/216 75 %" in text
    assert "SW-BATTLE-7 · " in text
    reader = PdfReader(BytesIO(data))
    assert reader.metadata is not None
    assert reader.metadata.title == "Tonight"
    assert sum(len(page.images) for page in reader.pages) == 3
    links = [one for page in reader.pages for one in page.get("/Annots", [])]
    assert len(links) > 20


@pytest.mark.parametrize("name", ["html", "pdf"])
def test_the_same_history_gives_the_same_bytes(evening: Evening, name: str) -> None:
    assert file_of(evening.game, name) == file_of(evening.game, name)


@pytest.mark.usefixtures("same_charts")
def test_a_report_says_how_far_it_has_come(evening: Evening) -> None:
    steps: list[tuple[str, int, int]] = []

    def step(phase: str, done: int, total: int) -> None:
        steps.append((phase, done, total))

    FORMATS["pdf"].write(BytesIO(), [source_of(evening.game)], step)

    assert list(dict.fromkeys(phase for phase, _, _ in steps)) == ["reading", "drawing", "writing"]
    for phase, total in (("reading", 12), ("drawing", 3), ("writing", len(SECTIONS))):
        told = [(done, of) for name, done, of in steps if name == phase]
        assert (told[0], told[-1]) == ((0, total), (total, total))


class Cancelled(Exception):
    pass


@pytest.mark.usefixtures("same_charts")
@pytest.mark.parametrize("phase", ["reading", "drawing", "writing"])
@pytest.mark.parametrize("name", ["html", "pdf"])
def test_a_report_ends_where_it_is_told_to(evening: Evening, name: str, phase: str) -> None:
    def step(now: str, _done: int, _total: int) -> None:
        if now == phase:
            raise Cancelled

    with pytest.raises(Cancelled):
        FORMATS[name].write(BytesIO(), [source_of(evening.game)], step)


@pytest.mark.usefixtures("same_charts")
def test_several_games_are_a_file_each(evening: Evening) -> None:
    other = set_up(new_game("A", "B", name="Another"))
    out = BytesIO()
    FORMATS["html"].write(out, [source_of(evening.game), source_of(other.game)], nothing)

    with zipfile.ZipFile(out) as packed:
        names = packed.namelist()
        assert names == [f"{game.pk}.html" for game in (evening.game, other.game)]
        assert "Another" in page_of(packed.read(names[1])).text


# --- names ------------------------------------------------------------------------------------

NAMES = {
    "script": "<script>alert('x')</script>",
    "attribute": '"><img src=x onerror=alert(1)>',
    "formula": "=1+1",
    "lines": "Ann\nBob\tCarl",
    "emoji": "Zoë 🧙‍♀️🎲",
    "hebrew": "דנה כהן",
    "arabic": "ليلى",
    "turned": "Ann\u202e\u2066Bob",
    "chinese": "王小明",
    "braces": "{who} %s **bold** [a](b)",
    "long": "W" * 40,
}


def called(game: Game, name: str, **people: str) -> None:
    """Give a table and its people other names."""
    for seat, person in people.items():
        Seat.objects.filter(game=game, key=seat).update(name=person)
    row = Game.objects.get(pk=game.pk)
    Game.objects.filter(pk=game.pk).update(name=name[:80], version=row.version + 1)


@pytest.mark.usefixtures("same_charts")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_any_name_is_told_and_does_nothing(evening: Evening, name: str) -> None:
    called(evening.game, f"Table of {name}", A=name)

    page = page_of(file_of(evening.game, "html"))

    assert page.text.replace("\u2068", "").replace("\u2069", "").count(name) > 3
    assert "script" not in page.tags
    assert len(page.images) == 3


@pytest.mark.usefixtures("same_charts")
def test_any_name_is_printed_and_does_nothing(evening: Evening) -> None:
    called(evening.game, "; ".join(NAMES.values()), A=NAMES["chinese"], B=NAMES["hebrew"])

    report = report_of(gathered(evening.game))
    named = [Text(f"Here sits {name}!") for name in NAMES.values()]
    report.sections.append(Section("names", NAMES["braces"], named))
    data = document(report, datetime(2026, 11, 27, tzinfo=UTC), nothing)

    text = " ".join(" ".join(pages_of(data)).split())
    assert outline_of(data)[-1] == NAMES["braces"]
    assert "Mace Windu wins against Thug." in text
    assert "Mace Windu (\u25a1\u25a1\u25a1)" in text
    for name in ("script", "attribute", "formula", "braces", "long"):
        assert f"Here sits {NAMES[name]}!" in text
    # The font has these; what it lacks and what joins signs is left out or shown as a square.
    assert "Zoë" in text
    # Whoever reads the letters off the page puts them back in the order in which they are spoken.
    assert NAMES["hebrew"] in text


def test_a_name_from_right_to_left_turns_nothing_around_it() -> None:
    has = frozenset(map(ord, "דנהABC :1 wins\u25a1"))
    assert _readable("A: \u2068דנה\u2069 wins 1", has) == "A: הנד wins 1"
    assert _readable("A \u2068\u202eBC\u2069 1", has) == "A CB 1"


def test_signs_that_the_font_lacks_are_empty_squares() -> None:
    has = frozenset(map(ord, "Zoë \u25a1"))
    assert _readable("Zoë 王 \U0001f9d9\u200d\ufe0f", has) == "Zoë \u25a1 \u25a1"


# --- the command ------------------------------------------------------------------------------


@pytest.mark.usefixtures("same_charts")
def test_the_command_writes_both_files(evening: Evening, tmp_path: Path) -> None:
    page, pdf, out = tmp_path / "a.html", tmp_path / "a.pdf", StringIO()

    call_command("report", str(evening.game.pk), html=page, pdf=pdf, stdout=out)

    assert page.read_bytes() == file_of(evening.game, "html")
    assert pdf.read_bytes() == file_of(evening.game, "pdf")
    assert out.getvalue().splitlines() == [
        f"{path}: {path.stat().st_size} bytes" for path in (page, pdf)
    ]


@pytest.mark.usefixtures("same_charts")
def test_the_command_tells_for_whom(evening: Evening, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    for reader, told in (
        ({}, "anybody: hands stay hidden"),
        ({"seat": "B"}, "Seat B: hands of others stay hidden"),
        ({"full": True}, "everybody: all hands are shown"),
    ):
        call_command("report", str(evening.game.pk), html=page, stdout=StringIO(), **reader)
        assert told in page_of(page.read_bytes()).text


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "say where to"),
        ({"html": Path("x.html"), "seat": "Z"}, "there is no seat Z; there are A, B"),
        ({"html": Path("no/such/folder/x.html")}, "cannot be written"),
    ],
)
def test_the_command_says_what_is_wrong(
    evening: Evening, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("report", str(evening.game.pk), **options)


def test_the_command_says_that_a_game_is_deleted(evening: Evening, tmp_path: Path) -> None:
    Game.objects.filter(pk=evening.game.pk).update(deleted_at=datetime(2026, 11, 27, tzinfo=UTC))
    with pytest.raises(CommandError, match="the game was deleted"):
        call_command("report", str(evening.game.pk), html=tmp_path / "x.html")
    assert not (tmp_path / "x.html").exists()
