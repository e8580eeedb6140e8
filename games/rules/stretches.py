"""Stretches of a rule that are known: odds go along the same way again and again, and need not walk all of it.

A rule marked `stretch` depends on the table and its arguments, as every rule does, and what it returns
holds on to neither. Once it was gone through on a way, what it changed, said and asked is laid down
again at once whenever the way begins the same. A `step` is the same for what asks nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from games.rules.asks import Ask, Rule
from games.rules.changes import Change, Note
from games.rules.table import Placement, Table

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(slots=True)
class Stretch:
    """What a stretch did: `end` and `forks` say how far it leads, counted in stretches and forks.

    `last` are the changes that count in the end, once somebody has asked for them, and `cards` where
    cards then lie.
    """

    end: int
    forks: int
    changes: list[Change]
    notes: list[Note]
    asked: list[Ask]
    value: Any
    last: list[Change] | None = None
    cards: dict[str, Placement] = field(default_factory=dict)


class Way:
    """One way at a time, with the stretches of it that are known; `forks` of it have been passed."""

    def __init__(self) -> None:
        self._known: dict[int, Stretch] = {}
        self.start()

    def start(self) -> None:
        """Go from the beginning."""
        self.forks = self._begun = 0
        self.asked: list[Ask] = []

    def turned(self, fork: int) -> None:
        """From this fork on the way is another one."""
        # The longer a stretch leads, the later it was laid down.
        while self._known:
            at, last = self._known.popitem()
            if last.forks <= fork:
                self._known[at] = last
                break

    def leap(self, t: Table) -> Stretch | None:
        """Go along the stretch that begins here, if it is known."""
        if (known := self._known.get(self._begun)) is None:
            return None
        if known.last is None:
            last = {(change.what, change.id, change.field): change for change in known.changes}
            laid = {
                key: change for key, change in last.items() if key[0] == "card" and change.after
            }
            known.last = [change for key, change in last.items() if key not in laid]
            known.cards = {one.id: Placement.from_json(one.after) for one in laid.values()}
        for change in known.last:
            t.put(change.what, change.id, change.field, change.after)
        t.cards.update(known.cards)
        t.changes += known.changes
        t.notes += known.notes
        self.asked += known.asked
        self._begun, self.forks = known.end, known.forks
        return known

    def walk(self, t: Table) -> Callable[[Any], None]:
        """Begin a stretch that is not known; what is returned is told its result in the end."""
        begun, changes, notes, asked = self._begun, len(t.changes), len(t.notes), len(self.asked)
        self._begun += 1

        def done(value: Any) -> None:
            self._known[begun] = Stretch(
                self._begun,
                self.forks,
                t.changes[changes:],
                t.notes[notes:],
                self.asked[asked:],
                value,
            )

        return done


def stretch(
    rule: Callable[Concatenate[Table, P], Rule[R]],
) -> Callable[Concatenate[Table, P], Rule[R]]:
    """Mark a rule as one that need not be walked again on a way that begins the same."""

    def going(t: Table, /, *args: P.args, **kwargs: P.kwargs) -> Rule[R]:
        if t.way is None:
            return (yield from rule(t, *args, **kwargs))
        if known := t.way.leap(t):
            return known.value  # type: ignore[no-any-return]  # what the same rule returned before
        done = t.way.walk(t)
        value = yield from rule(t, *args, **kwargs)
        done(value)
        return value

    update_wrapper(going, rule)
    return going


def step(done: Callable[Concatenate[Table, P], R]) -> Callable[Concatenate[Table, P], R]:
    """Mark what changes the table without a question as done in one on a way that begins the same."""

    def going(t: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        if t.way is None:
            return done(t, *args, **kwargs)
        if known := t.way.leap(t):
            return known.value  # type: ignore[no-any-return]  # what the same step returned before
        through = t.way.walk(t)
        value = done(t, *args, **kwargs)
        through(value)
        return value

    update_wrapper(going, done)
    return going
