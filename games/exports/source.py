"""What a file is made of: one game up to one entry, as the one who asked may read it.

A file is asked for at one moment and written at another. `Source` is what was settled at the first:
which entry is the last, and whose eyes read. `History` reads it, page by page, so that the longest
log needs no more memory than a short one; what somebody else holds is left out by
`games.rules.viewpoint` and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from content.schema.pack import Pack
from games.actors import Actor
from games.models import ActionRecord, Game
from games.rules.table import Table
from games.rules.terms import Phase
from games.rules.viewpoint import Viewer, view_entry, view_entry_text
from games.selectors import now, past_table
from games.sentences import Names
from games.store import game_row
from games.telling import in_order_told, names_for

NOTHING_HIDDEN = "{}"
PAGE = 500
STEP_EVERY = 200

Step = Callable[[str, int, int], None]
"""Called with a phase, how much of it is done and how much there is; it may raise to end the work."""


@dataclass(frozen=True, slots=True)
class Source:
    """A game up to an entry, and who reads it.

    `seat` is the reader's own; `whole` is the operator, who reads every hand; `shown` says that the
    game was over and its table lets hands be told then.
    """

    game_id: UUID
    seq: int
    seat: str | None = None
    whole: bool = False
    shown: bool = False

    @property
    def viewer(self) -> Viewer:
        """Whose eyes read."""
        return Viewer(self.seat, sees_all=self.whole or self.shown)

    def to_json(self) -> dict[str, Any]:
        """The source as a job keeps it."""
        return {
            "game_id": str(self.game_id),
            "seq": self.seq,
            "seat": self.seat,
            "whole": self.whole,
            "shown": self.shown,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Source:
        """Read a source back."""
        return cls(**{**data, "game_id": UUID(data["game_id"])})


def source_for(game: Game, actor: Actor) -> Source:
    """What somebody at a table may have a file of, as of now."""
    return Source(game.pk, game.seq, seat=actor.seat, shown=hands_are_told(game))


def hands_are_told(game: Game) -> bool:
    """Whether the game is over and its table lets everybody read every hand then."""
    return game.hands_told_at_end and game.phase == Phase.OVER


def source_whole(game: Game) -> Source:
    """What the operator may have a file of: hands as well."""
    return Source(game.pk, game.seq, whole=True)


class Marked:
    """Which of many numbers are marked: a bit each, as a log may have any length.

    >>> marked = Marked(); marked.mark(9, marked=True); (9 in marked, 8 in marked, 10**6 in marked)
    (True, False, False)
    """

    def __init__(self) -> None:
        """Nothing is marked."""
        self._bits = bytearray()

    def mark(self, number: int, *, marked: bool) -> None:
        """Mark a number, or take its mark off."""
        at, bit = divmod(number, 8)
        if at >= len(self._bits):
            self._bits.extend(bytes(at + 1 - len(self._bits)))
        self._bits[at] = self._bits[at] & ~(1 << bit) | marked << bit

    def __contains__(self, number: int) -> bool:
        at, bit = divmod(number, 8)
        return at < len(self._bits) and bool(self._bits[at] >> bit & 1)


class History:
    """A log read once from its beginning to the source's last entry."""

    def __init__(self, source: Source) -> None:
        """Read the game's row and its table; entries are read when they are asked for.

        Raises:
            NotFound: There is no such game or entry, or it was deleted.
        """
        self.source = source
        self.viewer = source.viewer
        self._moment = now(game_row(source.game_id))
        self.game: Game = self._moment.game
        self.people: dict[str, str] = self._moment.kept.people

    @cached_property
    def table(self) -> Table:
        """The table after the last entry; shared, so change nothing in it."""
        return past_table(self._moment, self.source.seq)

    @cached_property
    def opened(self) -> Table:
        """The table as it was opened."""
        return past_table(self._moment, 0)

    @property
    def pack(self) -> Pack:
        """What the game is played with."""
        return self.table.pack

    @cached_property
    def names(self) -> Names:
        """What seats and cards are called for the reader, before the first entry."""
        return names_for(self._moment.kept, self.opened, self.viewer)

    @cached_property
    def total(self) -> int:
        """How many entries there are."""
        return ActionRecord.objects.filter(game=self.game, seq__lte=self.source.seq).count()

    @cached_property
    def undone(self) -> Marked:
        """The entries that were taken back and not brought back since."""
        turned = ActionRecord.objects.filter(
            game=self.game, seq__lte=self.source.seq, entry__in=("undo", "redo")
        ).order_by("seq")
        undone = Marked()
        for _seq, entry, seqs in self.paged(turned.values_list("seq", "entry", "public__undoes")):
            for seq in seqs:
                undone.mark(seq, marked=entry == "undo")
        return undone

    def entries(self, step: Step | None = None, phase: str = "writing") -> Iterator[dict[str, Any]]:
        """The entries as the reader may see them, in the order logged."""
        for _seq, public, secret, previous, digest in self.written(step, phase):
            hidden = {} if secret == NOTHING_HIDDEN else json.loads(secret)
            seen = view_entry(json.loads(public), hidden, self.viewer)
            yield {**seen, "digest": digest, "previous": previous}

    def told(self, step: Step | None = None, phase: str = "writing") -> Iterator[dict[str, Any]]:
        """The entries with their sentences."""
        records = self.records(step, phase)
        yield from in_order_told(records, self.table, self.viewer, self.names)

    def lines(self, step: Step | None = None, phase: str = "writing") -> Iterator[str]:
        """The entries as JSON of one line each, which is left as it lies where nothing is hidden."""
        for _seq, public, secret, previous, digest in self.written(step, phase):
            seen = view_entry_text(public, secret, self.viewer)
            yield f'{seen[:-1]}, "digest": "{digest}", "previous": "{previous}"}}'

    def written(
        self, step: Step | None = None, phase: str = "writing"
    ) -> Iterator[tuple[int, str, str, str, str]]:
        """Number, public and secret part in JSON, and seal, of every entry as it lies in the database."""
        log = ActionRecord.objects.order_by("seq").values_list(
            "seq", Cast("public", TextField()), Cast("secret", TextField()), "previous", "digest"
        )
        return self.paged(log, step, phase)

    def records(self, step: Step | None = None, phase: str = "writing") -> Iterator[ActionRecord]:
        """The entries as rows, nothing masked: for those who mask, and for the operator."""
        log = ActionRecord.objects.order_by("seq")
        return self.paged(log, step, phase, seq_of=lambda record: int(record.seq))

    def paged(
        self,
        log: Any,
        step: Step | None = None,
        phase: str = "writing",
        *,
        seq_of: Callable[[Any], int] = itemgetter(0),
    ) -> Iterator[Any]:
        """Rows of the log page by page, no statement left open between them: whoever counts along may write.

        SQLite refuses to write on a connection that still reads what others have written over.

        Args:
            log: A queryset of entries in the order logged; of columns, the first is the number.
            step: Told how far it is.
            phase: As what.
            seq_of: The number of an entry.
        """
        done, last = 0, -1
        while True:
            page = list(log.filter(game=self.game, seq__range=(last + 1, self.source.seq))[:PAGE])
            for row in page:
                if step is not None and done % STEP_EVERY == 0:
                    step(phase, done, self.total)
                yield row
                done += 1
            if len(page) < PAGE:
                break
            last = seq_of(page[-1])
        if step is not None:
            step(phase, done, self.total)
