"""`manage.py export GAME [--full] [--format NAME] [--out PATH]`: a file of a game, hands and all if wanted."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.exports.formats import FORMATS
from games.management.commands.report import source_of
from games.management.commands.verify import find


class Command(BaseCommand):
    help = (
        "Write a file of a game: json is the portable one, which `import` takes in. Without --full"
        " or --seat it tells of no hand."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="its id or its join code")
        parser.add_argument("--format", choices=sorted(FORMATS), default="json")
        parser.add_argument("--out", type=Path, help="where to; its id in this folder otherwise")
        eyes = parser.add_mutually_exclusive_group()
        eyes.add_argument("--seat", help="as this seat may read it, by the seat's letter")
        eyes.add_argument("--full", action="store_true", help="with every hand, for the operator")

    def handle(self, *_args: Any, game: str, **options: Any) -> None:
        form = FORMATS[options["format"]]
        row = find(game)
        source = source_of(row, options["seat"], whole=options["full"])
        path: Path = options["out"] or Path(f"{row.pk}{form.suffix}")
        # Whoever looks into the folder finds a whole file or none.
        partly = path.with_name(f".{path.name}.part")
        try:
            try:
                with partly.open("wb") as out:
                    form.write(out, [source], lambda _phase, _done, _total: None)
                partly.replace(path)
            finally:
                partly.unlink(missing_ok=True)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{path}: {path.stat().st_size} bytes")
