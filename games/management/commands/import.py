"""`manage.py import FILE`: a game from another server, looked over whole and then taken in whole."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from content.library import editions, pack
from games.errors import FileRefused, FileTooLarge
from games.locking import writing_rows
from games.management.commands.verify import find
from games.sentences import refusal
from games.services.imports import Imported, file_verify, game_import

# About 300,000 entries; what is larger is no game of anybody.
LARGEST = 500_000_000


class Command(BaseCommand):
    help = (
        "Take in a portable game file, of any size up to 500 MB. A host is made for it, whose key"
        " is told once, unless --host-of names a game whose host gets it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--host-of", metavar="GAME", help="its host gets the game: an id or a join code"
        )
        parser.add_argument(
            "--with-pack",
            action="store_true",
            help="take the edition's content from the file where this server has other",
        )

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        host = find(options["host_of"]).host if options["host_of"] else None
        try:
            with file.open("rb") as opened:
                if file.stat().st_size > LARGEST:
                    raise FileTooLarge(limit=LARGEST)
                sound = file_verify(opened, with_pack=options["with_pack"])
            try:
                with writing_rows():
                    made = game_import(host=host, sound=sound)
            finally:
                sound.close()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except FileRefused as error:
            raise CommandError(told(error)) from error
        self._tell(made)

    def _tell(self, made: Imported) -> None:
        game = made.game
        self.stdout.write(f"{made.entries} entries are whole; digest {game.digest}")
        if made.unseen:
            self.stdout.write(f"{made.unseen} of them hide something that the file does not tell")
        self.stdout.write(f"game {game.pk}")
        self.stdout.write(f"join code {game.join_code}")
        if made.host_key:
            self.stdout.write(f"host key {made.host_key.secret}")


def told(error: FileRefused) -> str:
    """Why a file is refused, with what of it does not fit."""
    faults = [f"{fault['path']}: {fault['fault']}" for fault in error.params.get("faults", ())]
    return "\n".join([refusal(error, pack(editions()[0])), *faults])
