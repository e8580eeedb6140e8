"""Long histories out and in, beside the bare reading of their rows and beside the engine.

A recorded game is played once; a stretch of it and the entry that takes it back are repeated until the
log is as long as wanted, each entry chained to the one before. All of it in a process of its own, with a
database of its own: `python -m tests.bench.exports PAIRS LONG IN` prints what it measured.
"""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from io import TextIOWrapper
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any

from tests.bench.measuring import Figure, Sampler, ratio_of, rounded
from tests.bench.server import ROOT

if TYPE_CHECKING:
    from games.models import Game

SPEED, MEMORY, RATE = 0.7, 1.1, 1.0
RECORDED = "full"
# Where the repeated stretch begins, and how many entries it has.
BEGINS, STRETCH = 80, 30
SHORT = 1000
SEAT = "A"
DIALS = frozenset({"strength", "craft", "life", "fate", "dark_fate", "gold"})


def figures(pairs: int, long: int, coming: int) -> list[Figure]:
    """Speed and memory of writing a log of so many entries, and the rate of taking one in."""
    with tempfile.TemporaryDirectory(dir=ROOT / "var", prefix="bench-") as own:
        kept = {name: v for name, v in os.environ.items() if not name.startswith("TALISMAN_")}
        ours = {"TALISMAN_VAR": own, "DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.exports", *map(str, (pairs, long, coming))],
            cwd=ROOT,
            env={**kept, **ours},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"Exports were not measured:\n{done.stderr}")
    return [Figure(*told) for told in json.loads(done.stdout)]


def measured(pairs: int, long: int, coming: int) -> Iterator[tuple[Any, ...]]:
    """Each figure as it is told."""
    told = recorded()
    short, longest = (of_length(told, length) for length in (min(SHORT, long), long))
    for name, bare in (("csv", bare_csv), ("ndjson", bare_ndjson)):
        ours = timed(partial(written, longest, name))
        floor = timed(partial(bare, longest))
        yield f"export_{name}_speed", ratio_of(floor, ours, pairs), SPEED, ">="
        peaks = [peak(partial(written, game, name)) for game in (short, longest)]
        yield f"export_{name}_memory", rounded(peaks[1] / peaks[0]), MEMORY, "<="
    with file_of(told, coming) as file:
        ratio = ratio_of(replaying(came_in(file)), importing(file), pairs)
    yield "import_rate", ratio, RATE, ">="


# --- A long log --------------------------------------------------------------------------------


def recorded() -> dict[str, Any]:
    """A recorded game, played over the API, as its file says."""
    from games.exports.source import source_whole  # noqa: PLC0415 - needs the apps
    from games.models import Game  # noqa: PLC0415
    from talisman_companion.demo.player import Player  # noqa: PLC0415
    from talisman_companion.demo.recording import read_recording, recordings  # noqa: PLC0415
    from talisman_companion.demo.story import Story  # noqa: PLC0415
    from tests.games.exports.files import written as file_written  # noqa: PLC0415
    from tests.playthroughs.wire import ClientWire  # noqa: PLC0415

    recording = read_recording(recordings()[RECORDED])
    player = Player(wire=ClientWire(), recording=recording, story=Story(), step_by_step=False)
    player.play()
    game = Game.objects.get(pk=player.game["id"])
    told: dict[str, Any] = json.loads(file_written("json", source_whole(game)))
    return told


def repeated(told: dict[str, Any], length: int) -> Iterator[dict[str, Any]]:
    """So many entries: those up to the stretch, then the stretch and its undo, again and again."""
    from games.digests import digest_of, secret_hash  # noqa: PLC0415 - needs the apps

    entries = told["entries"]
    stretch = entries[BEGINS : BEGINS + STRETCH]
    assert all(entry["public"]["entry"] == "action" for entry in entries[1 : BEGINS + STRETCH])
    stretch = [*stretch, undo_of(stretch)]
    digest = ""
    for seq in range(length):
        at = seq - BEGINS
        entry = entries[seq] if at < 0 else stretch[at % len(stretch)]
        public = dict(entry["public"])
        if at >= 0:
            first = seq - at % len(stretch)
            shift = first - BEGINS
            moved = {name: public[name] for name in ("parent_seq", "top_seq", "redo_seq")}
            public |= {name: v and (v + shift if v >= BEGINS else v) for name, v in moved.items()}
            public |= {"seq": seq, "undoes": [one + shift for one in public["undoes"]]}
        hidden = secret_hash(entry["secret"], entry["salt"])
        digest = digest_of(digest, public, hidden)
        yield {**entry, "public": public, "digest": digest}


def undo_of(stretch: list[dict[str, Any]]) -> dict[str, Any]:
    """The entry that takes a stretch back."""
    first, last = stretch[0]["public"], stretch[-1]["public"]
    changes: list[dict[str, Any]] = []
    secret: dict[str, Any] = {}
    for entry in reversed(stretch):
        hidden = entry["secret"].get("changes", {})
        for at in range(len(entry["public"]["changes"]) - 1, -1, -1):
            if str(at) in hidden:
                whole = hidden[str(at)]
                secret[str(len(changes))] = {**whole, "value": turned(whole["value"])}
            changes.append(turned(entry["public"]["changes"][at]))
    seq = last["seq"] + 1
    public = {
        **last,
        "entry": "undo",
        "kind": "undo",
        "seq": seq,
        "params": {},
        "cause": None,
        "as_happened": None,
        "warnings": [],
        "answers": [],
        "notes": [],
        "changes": changes,
        "undoes": [entry["public"]["seq"] for entry in stretch],
        "rules": [],
        "parent_seq": last["seq"],
        "top_seq": first["parent_seq"],
        "redo_seq": seq,
    }
    return {"public": public, "secret": {"changes": secret} if secret else {}, "salt": "0" * 32}


def turned(change: dict[str, Any]) -> dict[str, Any]:
    return {**change, "before": change["after"], "after": change["before"]}


def file_of(told: dict[str, Any], length: int) -> IO[bytes]:
    """The file of a log that is so long."""
    from games.exports.portable import HEAD, seal_of  # noqa: PLC0415 - needs the apps

    file = tempfile.TemporaryFile()  # noqa: SIM115 - it goes on to whoever reads it
    head = {**{name: told[name] for name in HEAD}, "facts": {}}
    file.write(json.dumps(head)[:-1].encode() + b', "entries": [')
    digest = ""
    for seq, entry in enumerate(repeated(told, length)):
        file.write((b",\n" if seq else b"\n") + json.dumps(entry).encode())
        digest = entry["digest"]
    end = {"entries": length, "digest": digest, "seal": seal_of(head, digest)}
    file.write(b'], "end": ' + json.dumps(end).encode() + b"}")
    file.seek(0)
    return file


def of_length(told: dict[str, Any], length: int) -> Game:
    """A game whose log is so long."""
    with file_of(told, length) as file:
        return came_in(file)


def came_in(file: IO[bytes]) -> Game:
    """A file looked over and taken in, as the operator's command does."""
    from games.locking import writing_rows  # noqa: PLC0415 - needs the apps
    from games.services.imports import file_verify, game_import  # noqa: PLC0415

    file.seek(0)
    sound = file_verify(file)  # type: ignore[arg-type]  # a file that is read as bytes
    try:
        with writing_rows():
            return game_import(host=None, sound=sound).game
    finally:
        sound.close()


# --- Out ---------------------------------------------------------------------------------------


def written(game: Game, name: str, file: IO[bytes]) -> None:
    """A file as a seat gets it."""
    from games.exports.formats import FORMATS  # noqa: PLC0415 - needs the apps
    from games.exports.source import Source  # noqa: PLC0415

    source = Source(game.pk, game.seq, seat=SEAT)
    FORMATS[name].write(file, [source], lambda _phase, _done, _total: None)  # type: ignore[arg-type]


def bare_ndjson(game: Game, file: IO[bytes]) -> None:
    """The same columns from the database to the file, and nothing else done."""
    from games.models import ActionRecord  # noqa: PLC0415 - needs the apps

    rows = ActionRecord.objects.filter(game=game).order_by("seq")
    for public, digest, previous in rows.values_list("public", "digest", "previous").iterator():
        line = json.dumps({**public, "digest": digest, "previous": previous})
        file.write(line.encode() + b"\n")


def bare_csv(game: Game, file: IO[bytes]) -> None:
    """The columns of all three sheets from the database to one file after the other, and nothing else done.

    Nothing is masked, made harmless, or packed; nobody is asked what was taken back since.
    """
    from games.models import ActionRecord, Seat  # noqa: PLC0415 - needs the apps

    people = dict(Seat.objects.filter(game=game).values_list("key", "name"))
    text = TextIOWrapper(file, "utf-8", newline="")
    with tempfile.TemporaryFile("w+", newline="") as dials, tempfile.TemporaryFile("w+") as battles:
        sheets = [csv.writer(one) for one in (text, dials, battles)]
        rows = ActionRecord.objects.filter(game=game).order_by("seq")
        for public, digest in rows.values_list("public", "digest").iterator():
            bare_rows(public, digest, people, *sheets)
    text.flush()
    text.detach()


def bare_rows(
    public: dict[str, Any],
    digest: str,
    people: dict[str, str],
    entries: Any,
    dials: Any,
    fights: Any,
) -> None:
    """An entry's rows."""
    changes, cause, seat = public["changes"], public["cause"], public["seat"]
    when = (public["seq"], public["at"], public["turn"])
    entries.writerow(
        (
            *when,
            *(public["entry"], public["kind"], seat, people.get(seat), public["logged_by"], ""),
            " ".join(map(str, public["undoes"])),
            f"{cause['kind']}: {cause['name']}" if cause else None,
            public["as_happened"],
            json.dumps(public["params"]),
            json.dumps(public["answers"]),
            json.dumps(
                [[c["what"], c["id"], c["field"], c["before"], c["after"]] for c in changes]
            ),
            " ".join(public["rules"]),
            digest,
        )
    )
    for change in changes:
        if change["what"] == "figure" and change["field"] in DIALS:
            seat = change["id"]
            told = (people.get(seat), "", change["field"], change["field"])
            dials.writerow((*when, seat, *told, change["before"], change["after"]))
    scores = [note["params"] for note in public["notes"] if note["code"] == "scores"]
    for note in public["notes"]:
        if note["code"].startswith("battle_") and scores:
            seat, foe = note["params"]["seat"], note["params"]["foe"]
            came = (scores[-1]["mine"], scores[-1]["theirs"], note["code"])
            fights.writerow((*when, "", seat, people.get(seat), "", foe, *came))


def timed(work: Callable[[IO[bytes]], None]) -> Sampler:
    """How long it takes, in seconds."""

    def sample() -> float:
        with tempfile.TemporaryFile() as file:
            began = perf_counter()
            work(file)
            return perf_counter() - began

    return sample


def peak(work: Callable[[IO[bytes]], None]) -> int:
    """The most memory that Python held at once for it, in bytes, once all it needs is loaded."""
    for is_counted in (False, True):
        with tempfile.TemporaryFile() as file:
            if is_counted:
                tracemalloc.start()
            work(file)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


# --- In ----------------------------------------------------------------------------------------


def importing(file: IO[bytes]) -> Sampler:
    """A file looked over and taken in."""

    def sample() -> float:
        began = perf_counter()
        game = came_in(file)
        took = perf_counter() - began
        game.cards.all().delete()
        game.delete()
        return took

    return sample


def replaying(game: Game) -> Sampler:
    """The same log replayed as `manage.py verify --replay` does: from its rows, judged and run anew."""
    from games.services.audit import game_verify  # noqa: PLC0415 - needs the apps

    def sample() -> float:
        began = perf_counter()
        found = game_verify(game=game, replay=True)
        took = perf_counter() - began
        assert not found.faults
        return took

    return sample


def main() -> None:
    """Make the tables, measure, and print."""
    import django  # noqa: PLC0415 - whoever only starts this process needs none of it
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)
    print(json.dumps(list(measured(*map(int, sys.argv[1:])))))


if __name__ == "__main__":
    main()
