"""Plays two recorded games in this process, writes their reports, and makes pictures of them.

`python -m tests.screens` leaves in var/screens for a game of two and one of six: the page and the PDF,
the page as a phone shows it (one long picture) and the pages of the PDF. `--keep` also puts two small
pictures where the README shows them. Pictures need Debian's chromium and poppler-utils; without them
the page and the PDF are written all the same.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
import time_machine

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings_test")
django.setup()

from django.core.cache import cache  # noqa: E402 - the settings come first
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment, teardown_test_environment  # noqa: E402
from PIL import Image  # noqa: E402

from talisman_companion.demo.player import Player  # noqa: E402
from talisman_companion.demo.recording import read_recording, recordings  # noqa: E402
from talisman_companion.demo.story import Story  # noqa: E402
from talisman_companion.demo.wire import Reply  # noqa: E402
from tests.playthroughs.wire import ClientWire  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "var" / "screens"
KEPT = ROOT / "talisman_companion" / "web" / "screens"
GAMES = {
    "two": ROOT / "tests" / "playthroughs" / "two.yaml",
    "six": recordings()["full"],
}
BEGIN = datetime(2026, 11, 27, 19, 0, tzinfo=UTC)
# What people at a table take from one entry to the next, about.
A_WHILE = timedelta(seconds=24)
PHONE = 390
# The browser makes no window narrower than this.
WINDOW = 500
TALL = 16_000
GAP = 12
# What the README shows: the page's top, and two of its sections.
PARTS = ("", "#dials", "#board")
CHROMIUM = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


class SlowWire(ClientWire):
    """The API in this process, with some time going by at every request."""

    def __init__(self, clock: time_machine.Traveller) -> None:
        super().__init__()
        self.clock = clock

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        if method != "GET":
            self.clock.shift(A_WHILE)
        return super().send(method, path, body, headers)


def main() -> int:
    arguments = parsed()
    OUT.mkdir(parents=True, exist_ok=True)
    with database():
        for name, recording in GAMES.items():
            page, pdf = OUT / f"report-{name}.html", OUT / f"report-{name}.pdf"
            game = played(recording)
            call_command("report", game, html=page, pdf=pdf, stdout=sys.stdout)
    chromium, pdftoppm = shutil.which("chromium"), shutil.which("pdftoppm")
    if chromium is None or pdftoppm is None:
        print("No pictures: install chromium and poppler-utils for them.", file=sys.stderr)
        return 0
    for name in GAMES:
        for scheme in ("light", "dark"):
            on_a_phone(chromium, name, scheme)
        for old in OUT.glob(f"report-{name}-page-*.png"):
            old.unlink()
        paths = [str(OUT / f"report-{name}{end}") for end in (".pdf", "-page")]
        subprocess.run([pdftoppm, "-r", "70", "-png", *paths], check=True)
    if arguments.keep:
        keep(chromium)
    print(f"The pictures are in {OUT.relative_to(ROOT)}.")
    return 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="renew what the README shows")
    return parser.parse_args()


@contextmanager
def database() -> Iterator[None]:
    """An empty database that is gone afterwards."""
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)
        teardown_test_environment()


def played(recording: Path) -> str:
    """The id of a game that was played as recorded, on a Friday evening."""
    cache.clear()
    with time_machine.travel(BEGIN, tick=False) as clock:
        player = Player(
            wire=SlowWire(clock),
            recording=read_recording(recording),
            story=Story(),
            step_by_step=False,
        )
        player.play()
    return str(player.game["id"])


def on_a_phone(chromium: str, name: str, scheme: str) -> None:
    """The page as a phone shows it, from its top to its end or as far as a picture reaches."""
    end = "" if scheme == "light" else "-dark"
    page = (OUT / f"report-{name}.html").as_uri()
    shown(chromium, [page], TALL, scheme).save(OUT / f"report-{name}-phone{end}.png")


def shown(chromium: str, pages: Sequence[str], tall: int, scheme: str = "light") -> Image.Image:
    """Pages beside each other, each in a frame as wide as a phone: the browser's window is wider."""
    wide = len(pages) * (PHONE + GAP) - GAP
    style = f"width:{PHONE}px;height:{tall}px;border:0;color-scheme:{scheme}"
    frames = "".join(f'<iframe src="{page}" style="{style}"></iframe>' for page in pages)
    row = f"margin:0;display:flex;gap:{GAP}px;background:#8a8a8a"
    with tempfile.TemporaryDirectory() as folder:
        frame, shot = Path(folder) / "frame.html", Path(folder) / "shot.png"
        frame.write_text(f'<body style="{row}">{frames}', encoding="utf-8")
        dark = ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else []
        subprocess.run(
            [
                chromium,
                *CHROMIUM,
                *dark,
                f"--user-data-dir={folder}/profile",
                f"--window-size={max(wide, WINDOW)},{tall}",
                f"--screenshot={shot}",
                frame.as_uri(),
            ],
            check=True,
            capture_output=True,
        )
        with Image.open(shot) as picture:
            return small(picture.crop((0, 0, wide, tall)))


def small(picture: Image.Image) -> Image.Image:
    """The same in few colours, which is all it has."""
    return picture.convert("RGB").quantize(
        160, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )


def keep(chromium: str) -> None:
    """Three parts of the page on phones, and the first pages of the PDF."""
    KEPT.mkdir(exist_ok=True)
    page = (OUT / "report-six.html").as_uri()
    phones = shown(chromium, [f"{page}{part}" for part in PARTS], 1000)
    phones.save(KEPT / "report-phone.png", optimize=True)
    opened = [Image.open(path) for path in sorted(OUT.glob("report-six-page-*.png"))[:4]]
    beside(opened).save(KEPT / "report-pages.png", optimize=True)
    for picture in opened:
        picture.close()


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures in a row, with a little between them."""
    wide = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    row = Image.new("RGB", (wide, max(picture.height for picture in pictures)), "#8a8a8a")
    left = 0
    for picture in pictures:
        row.paste(picture.convert("RGB"), (left, 0))
        left += picture.width + GAP
    return small(row)


if __name__ == "__main__":
    sys.exit(main())
