"""What a described table cannot be, where questions over HTTP do not come by."""

from __future__ import annotations

from typing import Any

import pytest

from content.schema.reading import read
from games.rules.situation import Impossible, Situation, laid
from games.rules.table import Table
from games.rules.terms import Status
from tests.packs import pack_named

TWO: dict[str, Any] = {"ann": {}, "bob": {}}


def lay(pack: str = "plain", **said: Any) -> Table:
    return laid(pack_named(pack), read(Situation, {"seats": TWO, **said}))


def faults(pack: str = "plain", **said: Any) -> list[tuple[str, Any]]:
    with pytest.raises(Impossible) as impossible:
        lay(pack, **said)
    return [(one.code, one.params["path"]) for one in impossible.value.problems]


def test_pieces_stand_where_they_are_said_to_and_on_the_board() -> None:
    assert lay("bat", pieces={"batman": "roof"}).pieces == {"batman": "roof"}
    assert faults("bat", pieces={"robin": "roof"}) == [("unknown_piece", "situation.pieces.robin")]
    assert faults("bat", pieces={"batman": "moon"}) == [
        ("unknown_space", "situation.pieces.batman")
    ]


def test_a_fact_that_says_nothing_is_none() -> None:
    assert "board_confirmed" not in lay(facts={"board_confirmed": False}).facts
    assert lay(facts={"board_confirmed": True}).facts["board_confirmed"] is True


def test_whoever_is_away_stands_where_it_is_said_to() -> None:
    away = {"status": Status.AWAY, "character": "knight", "at": "moor"}

    assert lay(seats={"ann": {}, "bob": away}).figures["bob"].space == "moor"
