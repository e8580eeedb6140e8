"""A small evening to report of, and what its report says."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from games.exports.formats import FORMATS
from games.exports.report import battles
from games.exports.report.contents import report_of
from games.exports.report.evening import Evening as Gathered
from games.exports.report.evening import read
from games.exports.source import History, Source
from games.models import Game
from tests.games.stored import THUG, Evening, row_of

DATHOMIR = ({"roll": [1]}, {"choose": "keep"}, {"choose": "counterclockwise-dathomir"})
BEFORE_THE_DICE = ({"cards": [{"new": THUG}]}, {"choose": "fight"})


def nothing(_phase: str, _done: int, _total: int) -> None:
    """A step that nobody counts."""


def source_of(game: Game, **reader: Any) -> Source:
    return Source(game.pk, row_of(game.pk).seq, **reader)


def gathered(game: Game, **reader: Any) -> Gathered:
    """What a report of a game finds, reckoned anew."""
    battles._RECKONED.clear()
    return read(History(source_of(game, **reader)), nothing)


def file_of(game: Game, name: str, **reader: Any) -> bytes:
    """The report of a game as a file."""
    out = BytesIO()
    FORMATS[name].write(out, [source_of(game, **reader)], nothing)
    return out.getvalue()


def texts_of(game: Game, **reader: Any) -> str:
    """Everything that the report of a game says, but for charts."""
    return repr(report_of(gathered(game, **reader)).sections)


def fought(evening: Evening, mine: int, theirs: int, *more: dict[str, Any]) -> None:
    """Mace Windu goes to Dathomir and fights a thug of 2 with 3: his dice, and those for the thug."""
    evening.act("move", "A", *DATHOMIR)
    dice = ({"roll": [mine]}, {"roll": [theirs]}, *(more or ({"choose": "keep"},)))
    evening.act("encounter_space", "A", *BEFORE_THE_DICE, *dice)
