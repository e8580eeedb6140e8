"""The report of a usual evening beside the drawing of its charts alone.

The evening is a random one of six, so many entries long, logged over the services into a database of
its own, in a process of its own: `python -m tests.bench.report PAIRS ENTRIES` prints what it measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.bench.measuring import Figure, Sampler, ratio_of
from tests.bench.server import ROOT

if TYPE_CHECKING:
    from games.models import Game
    from tests.rules.playing import Player, Step

GOAL = 5.0
SEATS = 6


def figures(pairs: int, entries: int) -> list[Figure]:
    """The page and the PDF, each against its charts."""
    with tempfile.TemporaryDirectory(dir=ROOT / "var", prefix="bench-") as own:
        kept = {name: v for name, v in os.environ.items() if not name.startswith("TALISMAN_")}
        ours = {"TALISMAN_VAR": own, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.report", str(pairs), str(entries)],
            cwd=ROOT,
            env={**kept, **ours},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"The report was not measured:\n{done.stderr}")
    return [Figure(name, ratio, GOAL) for name, ratio in json.loads(done.stdout).items()]


def measured(pairs: int, entries: int) -> dict[str, float]:
    """Each figure by its name."""
    from games.exports.report import charts  # noqa: PLC0415 - needs the apps

    game = an_evening(entries)
    drawn = pictures(game)
    found = {}
    drawings: dict[str, Callable[[Any], bytes]] = {"html": charts.svg, "pdf": charts.png}
    for name, draw in drawings.items():

        def bare(draw: Callable[[Any], bytes] = draw) -> None:
            for chart in drawn:
                draw(chart)

        ours = timed(lambda name=name: written(game, name))  # type: ignore[misc]  # bound at once
        found[f"report_{name}"] = ratio_of(ours, timed(bare), pairs)
    return found


def timed(work: Callable[[], Any]) -> Sampler:
    """How long it takes, in seconds."""

    def sample() -> float:
        began = perf_counter()
        work()
        return perf_counter() - began

    return sample


def written(game: Game, name: str) -> bytes:
    """The report as a file, with nothing reckoned before."""
    from games.exports.formats import FORMATS  # noqa: PLC0415 - needs the apps
    from games.exports.report import battles  # noqa: PLC0415
    from games.exports.source import Source  # noqa: PLC0415

    battles._RECKONED.clear()
    out = BytesIO()
    FORMATS[name].write(out, [Source(game.pk, game.seq)], lambda _phase, _done, _total: None)
    return out.getvalue()


def pictures(game: Game) -> list[Any]:
    """The charts of its report."""
    from games.exports.report.blocks import Picture  # noqa: PLC0415 - needs the apps
    from games.exports.report.contents import report_of  # noqa: PLC0415
    from games.exports.report.evening import read  # noqa: PLC0415
    from games.exports.source import History, Source  # noqa: PLC0415

    history = History(Source(game.pk, game.seq))
    report = report_of(read(history, lambda _phase, _done, _total: None))
    blocks = [block for section in report.sections for block in section.blocks]
    return [block.chart for block in blocks if isinstance(block, Picture)]


class Enough(Exception):
    """As many entries as were wanted."""


def a_player(entries: int) -> Player:
    """Somebody who plays six hands, without variants, and long enough."""
    from tests.rules.playing import Player  # noqa: PLC0415 - needs the apps

    for seed in range(1, 10_000):
        player = Player(seed)
        table = player.game.table
        plain = not table.variants and not table.rulings and not player.by_hand
        if len(table.order) == SEATS and plain and steps_of(seed, entries) >= entries:
            return player
    raise RuntimeError("no game is that long")


def steps_of(seed: int, entries: int) -> int:
    """How many steps a game has, counted no further than wanted."""
    from tests.rules.playing import Player  # noqa: PLC0415 - needs the apps

    player = Player(seed)

    def look(_step: Step) -> None:
        if player.game.steps + 1 >= entries:
            raise Enough

    try:
        return player.play([look], []).steps
    except Enough:
        return entries


def an_evening(entries: int) -> Game:
    """A random game of six, logged entry by entry, until it has so many."""
    from games.models import ActionRecord, Seat  # noqa: PLC0415 - needs the apps
    from games.rules.changes import squeezed  # noqa: PLC0415
    from games.services.log import Draft, as_json  # noqa: PLC0415
    from games.services.sitting import Sitting  # noqa: PLC0415
    from games.store import Kept  # noqa: PLC0415
    from tests.games.stored import host_of, new_game, row_of  # noqa: PLC0415

    player = a_player(entries)
    game = row_of(new_game(*player.game.table.order).pk)
    host = host_of(game)
    rows = Seat.objects.filter(game=game)
    seats, people = ({seat.key: getattr(seat, name) for seat in rows} for name in ("pk", "name"))

    def log(step: Step) -> None:
        action, after = step.action, step.outcome.table
        changes = squeezed(after.changes)
        draft = Draft(
            entry=ActionRecord.Kind.ACTION,
            kind=action.kind,
            seat=action.seat,
            logged_by=host.name,
            params=action.params,
            answers=step.answers,
            asked=step.outcome.asked,
            changes=as_json(changes),
            notes=[note.to_json() for note in after.notes],
        )
        sitting = Sitting(host, game, Kept(step.before, seats, people))
        sitting.log(draft, after, changes, top=game.seq + 1, redo=None)
        if player.game.steps + 1 >= entries:
            raise Enough

    with suppress(Enough):
        player.play([log], [])
    return row_of(game.pk)


def main() -> None:
    """Make the tables, measure, and print."""
    import django  # noqa: PLC0415 - whoever only starts this process needs none of it
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)
    pairs, entries = map(int, sys.argv[1:])
    print(json.dumps(measured(pairs, entries)))


if __name__ == "__main__":
    main()
