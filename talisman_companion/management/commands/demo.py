"""`manage.py demo`: a recorded game, played against a running server and told as a story."""

import os
import sys
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from talisman_companion.demo.phone import Refused
from talisman_companion.demo.player import Player, Unexpected
from talisman_companion.demo.recording import Recording, Unreadable, read_recording, recordings
from talisman_companion.demo.story import Story, nowhere
from talisman_companion.demo.wire import HttpWire, ServerAway

DEFAULT_URL = "http://127.0.0.1:8000"
DEFAULT_GAME = "evening"


class Command(BaseCommand):
    help = (
        "Play a recorded game at a new table of a running server, over HTTP as phones would, "
        "and tell it as a story; the last line is the digest of the table's log."
    )
    # It speaks to a server; this machine may have neither its database nor its settings.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(recordings())
        parser.add_argument("--url", default=DEFAULT_URL, help="the server (%(default)s)")
        parser.add_argument(
            "--game",
            default=DEFAULT_GAME,
            help=f"{known}, or the path of a recording (%(default)s)",
        )
        parser.add_argument("--quiet", action="store_true", help="print the digest only")
        parser.add_argument("--rules", action="store_true", help="name the rules of each sentence")
        parser.add_argument(
            "--pace",
            type=float,
            default=0,
            metavar="SECONDS",
            help="wait after each line, for people who watch phones meanwhile",
        )

    def handle(
        self, *_args: Any, url: str, game: str, quiet: bool, rules: bool, pace: float, **_more: Any
    ) -> None:
        write = nowhere if quiet else self.stdout.write
        story = Story(write=write, pace=0 if quiet else pace, rules=rules)
        try:
            digest = played(url, game, story)
        except (Unreadable, ValueError) as wrong:
            raise CommandError(str(wrong)) from None
        except ServerAway as away:
            raise CommandError(f"{away} Start one with: make play") from None
        except Unexpected as other:
            raise CommandError(f"This server plays otherwise than recorded. {other}") from None
        except Refused as refusal:
            raise CommandError(f"The server refuses: {refusal.detail} ({refusal.code})") from None
        except KeyboardInterrupt:
            raise CommandError("Stopped; the table stays as it is.", returncode=130) from None
        except BrokenPipeError:
            # Whoever read along has seen enough (`| head`).
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if quiet:
            self.stdout.write(digest)


def played(url: str, game: str, story: Story) -> str:
    """Play and tell it; the digest of the log.

    Raises:
        ValueError: The address is none.
        Unreadable: There is no such recording, or it cannot be read.
        ServerAway: No server of ours answers.
        Unexpected: It answers otherwise than recorded.
        Refused: It refuses what has to be done before and after.
    """
    recording = recording_of(game)
    with closing(HttpWire(url)) as wire:
        player = Player(wire=wire, recording=recording, story=story)
        player.play()
        return player.end()


def recording_of(game: str) -> Recording:
    """Raises Unreadable if there is none, or it cannot be read."""
    known = recordings()
    path = known.get(game, Path(game))
    if game not in known and path.suffix not in {".yaml", ".yml"}:
        raise Unreadable(f"there is no recording {game}; there are {', '.join(known)}")
    return read_recording(path)
