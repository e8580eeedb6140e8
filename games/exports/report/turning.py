"""Turning points: the entries after which the game stood otherwise than before.

Each entry is weighed by what came of it:

- 4 for the victory, 3 for each character that dies;
- one half, 1 or 1 1/2 where a character comes into a region for the first time, by how far in it lies;
- for each battle or test, how far what came lies from what was to be expected: what it is worth (a
  victory 1, a stand-off one half, a defeat 0) less what it was worth on average, as exact odds. Nothing
  is added where no odds are known;
- 1 where another character takes the lead: the highest two attributes together, alone.

The heaviest are told, in the order played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.exports.report.battles import Trial
from games.rules.table import Table
from games.rules.terms import Phase

MOST = 12
LEAST = Fraction(1, 4)
VICTORY, DEATH, LEAD = Fraction(4), Fraction(3), Fraction(1)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that makes an entry a turning point, with what is told of it."""

    kind: str
    weight: Fraction
    seat: str
    note: int | None = None
    trial: Trial | None = None
    region: str | None = None


@dataclass(slots=True)
class Weigher:
    """Weighs entries one after the other; it knows who has been where, and who leads."""

    leader: str | None = None
    been: dict[str, set[str]] = field(default_factory=dict)

    def weigh(
        self,
        entry: Mapping[str, Any],
        trials: Sequence[Trial],
        arrived: Iterable[tuple[str, str]],
        after: Table,
    ) -> list[Reason]:
        """Why an entry matters; `after` is the table after it."""
        found = [*self._ends(entry), *self._regions(entry, arrived, after)]
        found += [
            Reason("trial", trial.shift, trial.seat, trial.note, trial)
            for trial in trials
            if trial.shift
        ]
        leader = leader_of(after) if after.turn.phase is not Phase.SETUP else None
        if leader is not None and leader != self.leader:
            if self.leader is not None:
                found.append(Reason("lead", LEAD, leader))
            self.leader = leader
        return found

    def _ends(self, entry: Mapping[str, Any]) -> Iterable[Reason]:
        for at, note in enumerate(entry["notes"]):
            if note["code"] == "game_won":
                yield Reason("victory", VICTORY, note["params"]["seat"], at)
            elif note["code"] == "died":
                self.been.pop(note["params"]["seat"], None)
                yield Reason("death", DEATH, note["params"]["seat"], at)

    def _regions(
        self, entry: Mapping[str, Any], arrived: Iterable[tuple[str, str]], after: Table
    ) -> Iterable[Reason]:
        order = [region.id for region in after.pack.board.regions]
        for seat, space in arrived:
            known = after.pack.spaces.get(space)
            if known is None:
                continue
            been = self.been.setdefault(seat, set())
            if known.region not in been and been:
                depth = Fraction(order.index(known.region), 2)
                at = next(
                    (
                        at
                        for at, note in enumerate(entry["notes"])
                        if note["params"].get("seat") == seat
                        and note["params"].get("space") == space
                    ),
                    None,
                )
                if depth:
                    yield Reason("region", depth, seat, at, region=known.region)
            been.add(known.region)


def leader_of(t: Table) -> str | None:
    """The seat whose two attributes come to most, if it is one alone."""
    sums = {
        seat: figure.strength + figure.craft for seat, figure in t.figures.items() if figure.in_play
    }
    most = max(sums.values(), default=0)
    first = [seat for seat, value in sums.items() if value == most]
    return first[0] if len(first) == 1 else None


def heaviest(weighed: Mapping[int, Sequence[Reason]]) -> list[int]:
    """The entries that matter most, by their numbers, in the order played."""
    weights = {
        seq: sum((why.weight for why in reasons), Fraction(0)) for seq, reasons in weighed.items()
    }
    order = sorted(weights, key=lambda seq: (-weights[seq], seq))
    return sorted(seq for seq in order[:MOST] if weights[seq] >= LEAST)
