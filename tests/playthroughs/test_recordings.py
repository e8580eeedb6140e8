"""Recorded games are played over the API and compared whole with what was logged and said before."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command

from content.library import pack
from talisman_companion.demo.player import Player
from talisman_companion.demo.recording import HOST, read_recording, recordings
from talisman_companion.demo.story import Story
from tests.playthroughs.transcript import transcript
from tests.playthroughs.wire import ClientWire

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
RECORDINGS = {**recordings(), **{path.stem: path for path in sorted(HERE.glob("*.yaml"))}}


def played(name: str, *, step_by_step: bool, write: list[str] | None = None) -> Player:
    cache.clear()
    story = Story(write=write.append) if write is not None else Story()
    player = Player(
        wire=ClientWire(),
        recording=read_recording(RECORDINGS[name]),
        story=story,
        step_by_step=step_by_step,
    )
    player.play()
    return player


def verified(player: Player) -> list[str]:
    """What the operator reads of the log: whether it is whole, and what today's rules judge otherwise."""
    out = StringIO()
    call_command("verify", player.game["id"], "--replay", stdout=out)
    return out.getvalue().splitlines()


def compare(request: pytest.FixtureRequest, path: Path, found: str) -> None:
    """Hold a text against the one that is kept, or keep it if that is asked for."""
    if request.config.getoption("--rerecord", default=False):
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert found.splitlines() == kept.splitlines(), f"{path.name}; if it is meant: --rerecord"


@pytest.mark.django_db
@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_game_is_logged_and_told_as_before(
    name: str, request: pytest.FixtureRequest
) -> None:
    player = played(name, step_by_step=False)

    compare(request, EXPECTED / f"{name}.log", transcript(player))
    entries = player.log(player.phones[HOST])
    whole = f"{len(entries)} entries are whole; digest {entries[-1]['digest']}"
    assert verified(player) == [whole]


@pytest.mark.django_db
def test_the_evening_told_step_by_step_is_the_story_kept_and_leaves_the_same_log(
    request: pytest.FixtureRequest,
) -> None:
    lines: list[str] = []
    player = played("evening", step_by_step=True, write=lines)
    code, digest = player.game["join_code"], player.end()

    told = "\n".join(lines).replace(code, "CODE23").replace(digest, "0" * 64)
    compare(request, EXPECTED / "evening.story", f"{told}\n")
    compare(request, EXPECTED / "evening.log", transcript(player))


# --- what the recordings are there to hold -----------------------------------------------------


def test_the_recordings_seat_two_to_six_and_play_every_variant() -> None:
    read = [read_recording(path) for path in RECORDINGS.values()]
    variants = {variant for one in read for variant in one.options.get("variants", ())}

    assert {len(one.seats) for one in read} == {2, 3, 4, 5, 6}
    assert variants == {variant.id for variant in pack("star-wars").edition.variants}


@pytest.mark.parametrize(
    "line",
    [
        "note attacks ",
        "note evaded ",
        "note toad ",
        "note died ",
        "note set_aside ",
        "note inherits ",
        "note lead_done ",
        "note exchanged ",
        "action cross ",
        "action cross_by_card ",
        '"gate": "mandalore-to-kessel"',
        '"gate": "kef-bir-to-jedha"',
        "Luke Skywalker moves to Dagobah.",
        "Darth Vader moves to Stygeon Prime.",
        "It is a stand-off with the Emperor.",
        "Luke Skywalker wins against the Emperor.",
        "note game_won ",
    ],
)
def test_the_game_of_six_that_the_demo_tells_has_it_all(line: str) -> None:
    assert line in (EXPECTED / "full.log").read_text(encoding="utf-8")
