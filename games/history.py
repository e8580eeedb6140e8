"""The table at an earlier entry, reached from whichever known table is nearest."""

from __future__ import annotations

from games.errors import NotFound
from games.models import ActionRecord, Game, Snapshot
from games.reading import changes_of
from games.rules.changes import Change
from games.rules.table import Table
from games.states import lay_state
from games.store import Kept, empty_table


def table_at(game: Game, kept: Kept, seq: int) -> Table:
    """The table as it was after an entry; 0 is the table as it was opened.

    At most half of the entries between two snapshots are read.

    Raises:
        NotFound: There is no such entry.
    """
    if not 0 <= seq <= game.seq:
        raise NotFound(seq=seq)
    if seq == game.seq:
        return kept.table
    later = Snapshot.objects.filter(game=game, seq__gte=seq).order_by("seq").first()
    ahead = (later.seq if later else game.seq) - seq
    earlier = (
        Snapshot.objects.filter(game=game, seq__range=(max(0, seq - ahead), seq))
        .order_by("-seq")
        .first()
    )
    if earlier is not None or seq < ahead:
        return _onwards(game, kept, earlier, seq)
    t = lay_state(_bare(game, kept), later.state) if later else kept.table.copy()
    for change in reversed(_changes(game, seq + 1, seq + ahead)):
        change.revert(t)
    return t


def _onwards(game: Game, kept: Kept, earlier: Snapshot | None, seq: int) -> Table:
    t = _bare(game, kept)
    if earlier is not None:
        lay_state(t, earlier.state)
    for change in _changes(game, earlier.seq + 1 if earlier else 0, seq):
        change.apply(t)
    return t


def _bare(game: Game, kept: Kept) -> Table:
    return empty_table(game, kept.table.order)


def _changes(game: Game, first: int, last: int) -> list[Change]:
    records = ActionRecord.objects.filter(game=game, seq__range=(first, last)).order_by("seq")
    return [change for record in records for change in changes_of(record)]
