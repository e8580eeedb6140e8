"""One entry a line: what the API tells of a log, without its sentences."""

import json

import pytest

from games.actors import Actor
from games.exports.source import source_for
from games.models import Game
from games.selectors import history
from tests.games.exports.files import written
from tests.games.stored import host_of, new_game, row_of, screen_of, seat_actor, set_up

pytestmark = pytest.mark.django_db


def told_by_the_api(game: Game, actor: Actor) -> list[dict[str, object]]:
    told, more = history(row_of(game.pk), actor, after=-1)
    assert not more
    for entry in told:
        del entry["text"], entry["rulings"]
        entry["notes"] = [
            {name: value for name, value in note.items() if name != "text"}
            for note in entry["notes"]
        ]
    return told


def test_each_line_is_an_entry_as_the_api_tells_it_but_for_its_sentences() -> None:
    game = new_game("A", "B", facts={"dial_ceiling": 12})
    set_up(game).undo()
    by_role = {}
    for actor in (seat_actor(game, "A"), seat_actor(game, "B"), screen_of(game), host_of(game)):
        lines = written("ndjson", source_for(row_of(game.pk), actor)).decode().splitlines()
        by_role[actor.seat or actor.role] = lines
        assert [json.loads(line) for line in lines] == told_by_the_api(game, actor)
    assert {role: len(lines) for role, lines in by_role.items()} == dict.fromkeys(
        ("A", "B", "screen", "host"), 10
    )
    assert {role: "mind-trick" in str(lines) for role, lines in by_role.items()} == {
        "A": True,
        "B": False,
        "screen": False,
        "host": False,
    }
