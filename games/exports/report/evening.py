"""Everything a report tells of a game, gathered in one pass over its history.

The table goes forward with the changes that the reader may see, so that what is reckoned on it can
tell nothing that the reader does not know. Entries that were taken back are told, and count for
nothing else.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.dateparse import parse_datetime

from content.schema.pack import Pack
from games.exports.report.battles import Reckoner, Trial, describe
from games.exports.report.luck import Luck, luck_of
from games.exports.report.rolls import Thrown, thrown
from games.exports.report.turning import Reason, Weigher, heaviest
from games.exports.report.visits import arrivals
from games.exports.source import History, Step
from games.models import ActionRecord
from games.rules.changes import Change
from games.rules.terms import Dial, Phase
from games.rules.viewpoint import HIDDEN, as_known
from games.sentences import Names
from games.sentences.words import Words
from games.telling import in_order_told

# A longer game's report tells its first entries, and counts all.
MOST_TOLD = 5_000
# Whoever pauses longer than this goes on another time.
PAUSE = timedelta(hours=4)

_TURNS_ON = frozenset({"turn_begins"})
Dials = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of the story; `text` is empty where it only passes the turn on."""

    seq: int
    at: datetime | None
    turn: int
    text: str
    rules: tuple[str, ...]
    taken_back_by: int | None


@dataclass(slots=True)
class Turn:
    """A turn of the story and whose it is; number 0 is all that came before the first one."""

    number: int
    who: str | None
    person: str | None
    entries: list[Told] = field(default_factory=list)


@dataclass(slots=True)
class Life:
    """One character of a seat: from which turn on it was played, and in which it died if it did."""

    character: str
    name: str
    since: int
    died: int | None = None


@dataclass(slots=True)
class SeatSeen:
    """A seat: its person, the characters it played, and their dials at the end of each turn."""

    key: str
    person: str
    lives: list[Life] = field(default_factory=list)
    dials: dict[int, Dials] = field(default_factory=dict)

    @property
    def played(self) -> str:
        """The character it plays or played last."""
        return self.lives[-1].name if self.lives else ""


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle or test with the words for it, as they were at the time."""

    trial: Trial
    turn: int
    who: str
    foe: str | None
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A turning point: the entry, what is told of it, by which rules, and why it is one."""

    seq: int
    turn: int
    text: str
    rules: tuple[str, ...]
    reasons: tuple[Reason, ...]
    who: Mapping[str, str]


@dataclass(slots=True)
class Evening:
    """What was found in a history."""

    history: History
    seats: dict[str, SeatSeen]
    turns: list[Turn] = field(default_factory=list)
    entries: int = 0
    standing: int = 0
    told: int = 0
    digest: str = ""
    sittings: list[tuple[datetime, datetime]] = field(default_factory=list)
    visits: dict[str, Counter[str]] = field(default_factory=dict)
    fights: list[Fight] = field(default_factory=list)
    luck: dict[str, Luck] = field(default_factory=dict)
    points: list[Point] = field(default_factory=list)
    rules: dict[str, None] = field(default_factory=dict)

    @property
    def pack(self) -> Pack:
        """What was played with."""
        return self.history.pack

    @property
    def dials(self) -> tuple[Dial, ...]:
        """The dials of the edition, in its order."""
        return self.pack.edition.dials

    @property
    def last_turn(self) -> int:
        """The number of the turn that the game has come to."""
        return self.history.table.turn.number

    @property
    def phase(self) -> Phase:
        """How far the game has come."""
        return self.history.table.turn.phase

    @property
    def winner(self) -> str | None:
        """The seat that has won."""
        return self.history.table.winner

    @property
    def played_for(self) -> timedelta:
        """How long people sat at the table, pauses between evenings left out."""
        return sum((end - begin for begin, end in self.sittings), timedelta())


def read(history: History, step: Step) -> Evening:
    """Read a history from its beginning to its end."""
    return _Reading(history, step).read()


def isolated(name: str) -> str:
    """A name that cannot turn the direction of what stands around it.

    >>> isolated("Ann"), isolated("\\u202eAnn") == "\\u2068\\u202eAnn\\u2069"
    ('Ann', True)
    """
    turning = {"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "RLI", "LRI", "FSI", "PDF", "PDI"}
    if any(unicodedata.bidirectional(sign) in turning for sign in name):
        return f"\u2068{name}\u2069"
    return name


class _Reading:
    """One pass over a history."""

    def __init__(self, history: History, step: Step) -> None:
        self.history = history
        self.step = step
        people = {seat: isolated(name) for seat, name in history.people.items()}
        self.names: Names = replace(history.names, people=people)
        self.table = as_known(history.opened, history.viewer)
        self.known = as_known(history.table, history.viewer)
        order = [
            *history.table.order,
            *(seat for seat in people if seat not in history.table.order),
        ]
        seats = {seat: SeatSeen(seat, people.get(seat, seat)) for seat in order}
        self.evening = Evening(history, seats)
        self.reckoner = Reckoner(history.game.pk, history.viewer, self.known)
        self.weigher = Weigher()
        self.throws: list[Thrown] = []
        self.weighed: dict[int, list[Reason]] = {}
        self.points: dict[int, Point] = {}
        self.standing, self.taken_back = self._order()

    def _order(self) -> tuple[set[int], dict[int, int]]:
        """The entries that stand, and which entry took back the others."""
        log = ActionRecord.objects.filter(
            game=self.history.game, seq__lte=self.history.source.seq
        ).order_by("seq")
        parents: dict[int, int | None] = {}
        undoing: list[tuple[int, int | None]] = []
        top: int | None = None
        for seq, entry, parent, top_seq in log.values_list(
            "seq", "entry", "parent_seq", "top_seq"
        ).iterator(chunk_size=2000):
            if entry == ActionRecord.Kind.ACTION:
                parents[seq] = parent
            elif entry == ActionRecord.Kind.UNDO:
                undoing.append((seq, parent))
            top = top_seq
        standing: set[int] = set()
        while top is not None:
            standing.add(top)
            top = parents.get(top)
        taken_back: dict[int, int] = {}
        for seq, parent in undoing:
            gone = parent
            while gone is not None and gone not in standing:
                taken_back[gone] = seq
                gone = parents.get(gone)
        return standing, taken_back

    def read(self) -> Evening:
        """Take in every entry."""
        history, evening = self.history, self.evening
        records = history.records(self.step, "reading")
        for entry in in_order_told(records, history.table, history.viewer, self.names):
            self._entry(entry)
        evening.luck = luck_of(self.throws, evening.pack)
        evening.points = [self.points[seq] for seq in heaviest(self.weighed)]
        for point in evening.points:
            evening.rules |= dict.fromkeys(point.rules)
        for fight in evening.fights:
            evening.rules |= dict.fromkeys(fight.rules)
        return evening

    def _entry(self, entry: Mapping[str, Any]) -> None:
        evening, seq = self.evening, entry["seq"]
        during = self.names.during(entry["changes"])
        stands = seq in self.standing
        evening.entries += 1
        evening.standing += stands
        evening.digest = entry["digest"]
        self._clock(entry)
        self._tell(entry)
        throws = thrown(entry)
        trials = self.reckoner.trials(entry, throws, self.table) if stands else []
        self._apply(entry["changes"])
        self.names = self.names.after(entry["changes"])
        self._dials(entry)
        if not stands:
            return
        words = Words(evening.pack, during)
        arrived = arrivals(entry)
        for seat, space in arrived:
            evening.visits.setdefault(space, Counter())[seat] += 1
        self.throws += throws
        self._lives(entry, words)
        self._fights(entry, trials, words)
        reasons = self.weigher.weigh(entry, trials, arrived, self.table)
        if reasons and entry["turn"]:
            self.weighed[seq] = reasons
            self.points[seq] = _point(entry, reasons, words)

    def _clock(self, entry: Mapping[str, Any]) -> None:
        at = parse_datetime(entry["at"])
        if at is None:
            return
        sittings = self.evening.sittings
        if sittings and at - sittings[-1][1] <= PAUSE:
            sittings[-1] = (sittings[-1][0], max(at, sittings[-1][1]))
        else:
            sittings.append((at, at))

    def _tell(self, entry: Mapping[str, Any]) -> None:
        evening = self.evening
        if evening.told >= MOST_TOLD:
            return
        evening.told += 1
        number = entry["turn"] if self.table.turn.phase is not Phase.SETUP else 0
        if not evening.turns or evening.turns[-1].number != number:
            words = Words(evening.pack, self.names)
            seat = self.table.turn.seat if number else None
            evening.turns.append(
                Turn(
                    number,
                    words.who(seat) if seat else None,
                    words.person(seat) if seat else None,
                )
            )
        passes = {note["code"] for note in entry["notes"]} == _TURNS_ON
        text = "" if passes and entry["kind"] == "end_turn" else entry["text"]
        told = Told(
            seq=entry["seq"],
            at=parse_datetime(entry["at"]),
            turn=number,
            text=text,
            rules=tuple(entry["rules"]) if text else (),
            taken_back_by=self.taken_back.get(entry["seq"]),
        )
        evening.turns[-1].entries.append(told)
        evening.rules |= dict.fromkeys(told.rules)

    def _apply(self, changes: Sequence[Mapping[str, Any]]) -> None:
        t = self.table
        for change in changes:
            if change["id"] == HIDDEN:
                continue
            Change.from_json(dict(change)).apply(t)
            place = t.cards.get(change["id"]) if change["what"] == "card" else None
            if place is not None and place.card is not None:
                describe(t, place.card, self.known)

    def _dials(self, entry: Mapping[str, Any]) -> None:
        """How every figure stands at the end of each turn; a turn that is taken back is forgotten."""
        t, dials = self.table, self.evening.dials
        turn = t.turn.number
        if t.turn.phase is Phase.SETUP:
            for seen in self.evening.seats.values():
                seen.dials.clear()
            return
        reverses = entry["entry"] in {ActionRecord.Kind.UNDO, ActionRecord.Kind.REDO}
        died = {note["params"]["seat"] for note in entry["notes"] if note["code"] == "died"}
        for seat, seen in self.evening.seats.items():
            if reverses:
                seen.dials = {at: values for at, values in seen.dials.items() if at < turn}
            figure = t.figures.get(seat)
            if figure is not None and figure.in_play:
                seen.dials[turn] = tuple(getattr(figure, dial) for dial in dials)
            elif seat in died and seen.dials:
                # What a dead character has left on its dials is gone from the table at once.
                last = seen.dials[max(seen.dials)]
                values = zip(dials, last, strict=True)
                seen.dials[turn] = tuple(
                    0 if dial is Dial.LIFE else value for dial, value in values
                )

    def _lives(self, entry: Mapping[str, Any], words: Words) -> None:
        """Who plays whom from when, and who died."""
        for change in entry["changes"]:
            if change["what"] != "figure" or change["field"] != "character":
                continue
            seen = self.evening.seats.get(change["id"])
            if seen is not None and change["after"] is not None:
                name = words.character(change["after"])
                seen.lives.append(Life(change["after"], name, entry["turn"]))
        for note in entry["notes"]:
            if note["code"] != "died":
                continue
            seen = self.evening.seats.get(note["params"]["seat"])
            for life in seen.lives if seen else ():
                if life.character == note["params"]["character"] and life.died is None:
                    life.died = entry["turn"]

    def _fights(self, entry: Mapping[str, Any], trials: Sequence[Trial], words: Words) -> None:
        for trial in trials:
            note = entry["notes"][trial.note]
            self.evening.fights.append(
                Fight(
                    trial=trial,
                    turn=entry["turn"],
                    who=words.who(trial.seat),
                    foe=words.who(trial.other) if trial.other else trial.foe,
                    text=note["text"],
                    rules=tuple(note["rules"]),
                )
            )


def _point(entry: Mapping[str, Any], reasons: Sequence[Reason], words: Words) -> Point:
    places = sorted({why.note for why in reasons if why.note is not None})
    notes = [entry["notes"][at] for at in places]
    rules = [rule for note in notes for rule in note["rules"]] or entry["rules"]
    return Point(
        seq=entry["seq"],
        turn=entry["turn"],
        text=" ".join(note["text"] for note in notes) or entry["text"],
        rules=tuple(dict.fromkeys(rules)),
        reasons=tuple(reasons),
        who={why.seat: words.who(why.seat) for why in reasons},
    )
