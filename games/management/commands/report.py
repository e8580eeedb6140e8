"""`manage.py report GAME --html PATH --pdf PATH`: the evening as a page and as a PDF."""

from __future__ import annotations

from argparse import ArgumentParser
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.errors import NotFound
from games.exports.formats import FORMATS
from games.exports.source import Source
from games.management.commands.verify import find
from games.models import Game, Seat


class Command(BaseCommand):
    help = (
        "Write the report of a game: who played, what happened, how the dice fell, when it turned."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="its id or its join code")
        parser.add_argument("--html", type=Path, help="where to write the page")
        parser.add_argument("--pdf", type=Path, help="where to write the PDF")
        parser.add_argument("--seat", help="as this seat may read it, by the seat's letter")
        parser.add_argument("--full", action="store_true", help="with every hand, for the operator")

    def handle(self, *_args: Any, game: str, **options: Any) -> None:
        wanted = {name: options[name] for name in ("html", "pdf") if options[name] is not None}
        if not wanted:
            raise CommandError("say where to: --html PATH, --pdf PATH, or both")
        source = source_of(find(game), options["seat"], whole=options["full"])
        for name, path in wanted.items():
            out = BytesIO()
            try:
                FORMATS[name].write(out, [source], lambda _phase, _done, _total: None)
                path.write_bytes(out.getvalue())
            except NotFound as error:
                raise CommandError("the game was deleted") from error
            except OSError as error:
                raise CommandError(f"{path} cannot be written: {error.strerror}") from error
            self.stdout.write(f"{path}: {path.stat().st_size} bytes")


def source_of(game: Game, seat: str | None, *, whole: bool) -> Source:
    """Raises CommandError if there is no such seat."""
    if seat is not None and not Seat.objects.filter(game=game, key=seat).exists():
        known = ", ".join(Seat.objects.filter(game=game).values_list("key", flat=True))
        raise CommandError(f"there is no seat {seat}; there are {known}")
    return Source(game.pk, game.seq, seat=seat, whole=whole)
