"""`manage.py verify GAME`: is this log whole, and does it give the table there is?"""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.services.audit import game_verify


class Command(BaseCommand):
    help = "Apply a game's recorded changes from an empty table, check every digest, compare with the rows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="its id or its join code")
        parser.add_argument(
            "--replay",
            action="store_true",
            help="also list entries that today's rules would judge otherwise; they are no failure",
        )

    def handle(self, *_args: Any, game: str, replay: bool, **_options: Any) -> None:
        found = game_verify(game=find(game), replay=replay)
        for other in found.otherwise:
            self.stdout.write(f"judged otherwise today: {other}")
        if found.unjudged:
            self.stdout.write(
                f"{found.unjudged} entries cannot be judged again: this copy does not tell all of them"
            )
        if found.faults:
            raise CommandError("\n".join(map(str, found.faults)))
        self.stdout.write(f"{found.entries} entries are whole; digest {found.digest}")


def find(name: str) -> Game:
    """Raises CommandError if there is no such game."""
    try:
        found = Game.objects.filter(pk=UUID(name)).first()
    except ValueError:
        found = Game.objects.filter(join_code=name.upper()).first()
    if found is None:
        raise CommandError(f"there is no game {name}")
    return found
