"""Looking a log over: whether it still says what was logged, gives the table there is, and would be judged so today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.digests import canonical, digest_of_written
from games.models import ActionRecord, Game
from games.reading import changes_of, hash_of_secret
from games.rules.actions.base import Action
from games.rules.changes import Change, squeezed
from games.rules.errors import RulesError
from games.rules.legality import check_action, rule_of
from games.rules.runner import Asking, run
from games.rules.table import Table
from games.rules.viewpoint import may_be_same, unmasked
from games.services.log import SAID_IN
from games.states import differences
from games.store import empty_table, table_in_rows

Kind = ActionRecord.Kind


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is not as it was logged; `seq` is the entry, None for the rows of the table."""

    seq: int | None
    what: str

    def __str__(self) -> str:
        return f"entry {self.seq}: {self.what}" if self.seq is not None else f"rows: {self.what}"


@dataclass(frozen=True, slots=True)
class Found:
    """What looking over found: the first fault if any, and what today's rules would judge otherwise.

    `unjudged` counts the entries that cannot be judged again, as the copy does not tell all of them.
    """

    entries: int
    digest: str
    faults: list[Fault]
    otherwise: list[Fault]
    unjudged: int = 0


def game_verify(*, game: Game, replay: bool = False) -> Found:
    """Go through a log from an empty table, entry by entry, and compare what comes of it with the rows.

    It stops at the first broken entry, as everything after it stands on it.

    Args:
        game: Its row.
        replay: Also hold each entry against today's rules.
    """
    t = table_in_rows(game)
    walk = Walk(empty_table(game, t.order))
    otherwise: list[Fault] = []
    entries = unjudged = 0
    for record in ActionRecord.objects.filter(game=game).order_by("seq").iterator(chunk_size=500):
        if replay and record.entry == Kind.ACTION and (why := judged_today(walk.table, record)):
            if walk.is_partial or record.secret_hash:
                unjudged += 1
            else:
                otherwise.append(Fault(record.seq, why))
        if why := walk.step(record):
            return Found(entries, walk.digest, [Fault(record.seq, why)], otherwise, unjudged)
        entries += 1
    faults = list(_rows_against(game, walk, t))
    return Found(entries, walk.digest, faults, otherwise, unjudged)


class Walk:
    """A log gone through from an empty table, as far as it is sound.

    Once an entry came without its secret part, which card a hand holds may be told later as if it had
    been known: then the walk is partial, and what only a hand knew need not fit.
    """

    def __init__(self, table: Table) -> None:
        """Begin before the first entry, at the table given, which the walk changes."""
        self.table = table
        self.is_partial = False
        self.digest = ""
        self.seq: int | None = None
        # Top of the log and what a redo would bring back, after each entry.
        self.after: dict[int, tuple[int | None, int | None]] = {}
        self.parents: dict[int, int | None] = {}

    def step(self, record: ActionRecord) -> str | None:
        """Take one entry in; why it is broken, if it is."""
        previous, hidden = self.digest, hash_of_secret(record)
        return (
            self.chain(record.seq, canonical(record.public), hidden, record.digest)
            or _columns(record, previous)
            or self.follow(record.public, changes_of(record), is_told=not record.secret_hash)
        )

    def chain(self, seq: int, public: bytes, hidden: str, digest: str) -> str | None:
        """Take the seal of the next entry in; why the chain breaks there, if it does.

        Args:
            seq: Its number.
            public: Its public part, written canonically.
            hidden: The hash of its secret part.
            digest: Its digest.
        """
        if self.seq is None and seq not in {0, 1}:
            return "the entries before it are missing"
        if self.seq is not None and seq != self.seq + 1:
            return f"entry {self.seq + 1} is missing"
        if digest != digest_of_written(self.digest, public, hidden):
            return "its digest is not that of what it says"
        self.seq, self.digest = seq, digest
        return None

    def follow(
        self, public: dict[str, Any], changes: Iterable[Change], *, is_told: bool
    ) -> str | None:
        """Take what the entry says in, once its seal is; why it cannot be, if it cannot.

        Args:
            public: Its public part.
            changes: What it changed, with nothing masked that is known.
            is_told: Whether all of it is known.
        """
        self.is_partial |= not is_told
        return self._order(public) or self._apply(changes)

    def _order(self, public: dict[str, Any]) -> str | None:
        seq, entry = public["seq"], public["entry"]
        top, redo = self.after.get(seq - 1, (None, None))
        if public["parent_seq"] != top:
            return "it does not stand on the entry it names"
        if entry == Kind.START:
            if seq != 0:
                return "only the first entry opens a table"
            expected: tuple[int | None, int | None] = (None, None)
        elif entry == Kind.ACTION:
            expected = (seq, None)
            self.parents[seq] = top
        elif entry == Kind.UNDO:
            undone = public["undoes"]
            if not undone or undone != self._standing(top, undone[0]):
                return "it takes back entries that did not stand"
            expected = (self.parents[undone[0]], seq)
        elif redo is None:
            return "there was nothing to bring back"
        else:
            expected = self.after.get(redo - 1, (None, None))
        if (public["top_seq"], public["redo_seq"]) != expected:
            return "it leaves another entry on top than it should"
        self.after[seq] = expected
        return None

    def _standing(self, top: int | None, first: int) -> list[int]:
        """The entries that stand from one on, in the order logged; none if it does not."""
        found: list[int] = []
        while top is not None and top >= first:
            found.append(top)
            top = self.parents[top]
        return found[::-1] if found and found[-1] == first else []

    def _apply(self, changes: Iterable[Change]) -> str | None:
        for change in changes:
            try:
                found = self.table.get(change.what, change.id, change.field)
                if found != change.before and not self._may_be(change, found):
                    return f"{_name(change)} was {found!r}, not {change.before!r}"
                change.apply(self.table)
            except (KeyError, AttributeError, ValueError) as error:
                return f"{_name(change)} cannot be changed: {error}"
        return None

    def _may_be(self, change: Change, found: Any) -> bool:
        return self.is_partial and may_be_same(change.what, change.id, found, change.before)


def _columns(record: ActionRecord, previous: str) -> str | None:
    if record.previous != previous:
        return "it is not chained to the entry before"
    for said, column in SAID_IN.items():
        if record.public[said] != getattr(record, column):
            return f"its {column} is not what it says"
    return None


def _name(change: Change) -> str:
    return ".".join(part for part in (change.what, change.id, change.field) if part)


def _rows_against(game: Game, walk: Walk, t: Table) -> Iterator[Fault]:
    """Where the rows say something else than the log."""
    last = walk.seq or 0
    top, redo = walk.after.get(last, (None, None))
    logged: dict[str, Any] = {"seq": last, "top_seq": top, "redo_seq": redo, "digest": walk.digest}
    for column, value in logged.items():
        if getattr(game, column) != value:
            yield Fault(
                None, f"game.{column}: {value!r} in the log, {getattr(game, column)!r} in the rows"
            )
    for line in differences(walk.table, t):
        yield Fault(None, f"{line} (log, rows)")


def judged_today(t: Table, record: ActionRecord) -> str | None:
    """Why today's rules would judge an entry otherwise, if they would."""
    entry = unmasked(record.public, record.secret)
    action = Action(
        kind=entry["kind"],
        seat=entry["seat"],
        params=entry["params"],
        cause=entry["cause"],
        as_happened=entry["as_happened"],
    )
    try:
        check_action(t, action)
        result = run(t, rule_of(action), entry["answers"])
    except RulesError as error:
        return f"would be refused: {error}"
    if isinstance(result, Asking):
        return f"would ask more: {result.ask.key}"
    today = [_bare(change.to_json()) for change in squeezed(result.table.changes)]
    if today != [_bare(change) for change in entry["changes"]]:
        return "would change something else"
    return None


def _bare(change: dict[str, Any]) -> dict[str, Any]:
    """A change without the rules it cites: a better citation judges nothing otherwise."""
    return {name: value for name, value in change.items() if name != "rules"}
