"""`manage.py export` and `manage.py import`: out of this database, into a fresh one, and on from there."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from tests.games.exports.files import told_in, with_secrets
from tests.games.stored import row_of
from tests.health.files import ROOT

pytestmark = pytest.mark.django_db

PLAYED_ON = """
from games.models import Game
from games.actors import Actor
from games.services.actions import ActionBody, action_submit
game = Game.objects.get()
host = Actor(game.pk, None, None, "host", is_host=True, name="host", scope="host:x")
answers = ({"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
body = ActionBody(kind="move", seat="A", answers=answers)
print(action_submit(actor=host, body=body).entry["text"])
"""


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


class FreshServer:
    """Another server: the same code with a folder and a database of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *arguments: str) -> str:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**kept, "TALISMAN_VAR": str(self.var), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.mark.timeout(180)
def test_a_game_goes_to_another_server_verifies_there_and_is_played_on(tmp_path: Path) -> None:
    game = row_of(with_secrets().game.pk)
    file = tmp_path / "game.json"
    run("export", str(game.pk), "--full", "--out", str(file))
    there = FreshServer(tmp_path / "there")

    whole, unseen, code, key = there.manage("import", str(file)).splitlines()
    assert whole == f"14 entries are whole; digest {game.digest}"
    assert unseen.startswith("game ")
    assert code.startswith("join code ")
    assert key.startswith("host key th_")
    name = code.removeprefix("join code ")
    assert there.manage("verify", name, "--replay") == f"{whole}\n"

    told = there.manage("shell", "--no-imports", "--command", PLAYED_ON)
    assert "Scarif" in told
    assert there.manage("verify", name).startswith("15 entries are whole; digest ")


@pytest.mark.parametrize(
    ("eyes", "hands"),
    [((), (False, False)), (("--seat", "A"), (True, False)), (("--full",), (True, True))],
)
def test_a_file_is_written_through_whose_eyes_one_says(
    tmp_path: Path, eyes: tuple[str, ...], hands: tuple[bool, bool]
) -> None:
    game = with_secrets().game
    file = tmp_path / "game.json"
    told = run("export", str(game.pk), *eyes, "--out", str(file))
    raw = file.read_bytes()
    assert told == f"{file}: {len(raw)} bytes\n"
    entries = told_in(raw)["entries"]
    assert ("Shatterpoint" in str(entries), all("secret" in one for one in entries)) == hands
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_without_a_place_it_is_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_secrets().game
    monkeypatch.chdir(tmp_path)
    run("export", str(game.pk), "--format", "csv")
    assert [path.name for path in tmp_path.iterdir()] == [f"{game.pk}.zip"]


def test_what_cannot_be_written_or_read_is_said(tmp_path: Path) -> None:
    game = with_secrets().game
    with pytest.raises(CommandError, match="cannot be written: No such file or directory"):
        run("export", str(game.pk), "--out", str(tmp_path / "nowhere" / "game.json"))
    with pytest.raises(CommandError, match="there is no seat Q; there are A, B"):
        run("export", str(game.pk), "--seat", "Q")
    with pytest.raises(CommandError, match="cannot be read: No such file or directory"):
        run("import", str(tmp_path / "nowhere.json"))


def test_the_host_of_a_game_may_get_it_once(tmp_path: Path) -> None:
    game = row_of(with_secrets().game.pk)
    file = tmp_path / "game.json"
    run("export", str(game.pk), "--out", str(file))
    with pytest.raises(CommandError, match=r"^You have this game here already: Tonight\.$"):
        run("import", str(file), "--host-of", str(game.pk))
    other = with_secrets().game
    lines = run("import", str(file), "--host-of", str(other.pk)).splitlines()
    assert lines[1] == "6 of them hide something that the file does not tell"
    assert len(lines) == 4, "no key is made"
    assert Game.objects.filter(host=other.host).count() == 2


def test_a_file_of_a_gigabyte_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(10**9)
    with pytest.raises(CommandError, match=r"^The file is larger than 500000000 bytes"):
        run("import", str(file))


def test_what_does_not_fit_is_said_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"format": "talisman-companion/game", "version": 1, "entries": [')
    with pytest.raises(CommandError) as refused:
        run("import", str(file))
    assert str(refused.value).splitlines()[1] == "game: Field required"
