"""What came of it, in a few words: which row, how a battle ended, whether a test was passed, who died."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.rules.changes import Note
from games.rules.errors import IllegalAction
from games.rules.runner import Resolved
from games.rules.ways import Unresolved

# The steps of a derivation that say what came of it, each with what is kept of its numbers and names.
TELLING: dict[str, tuple[str, ...]] = {
    "row": ("seat", "row"),
    "battle_won": ("seat", "foe"),
    "battle_lost": ("seat", "foe"),
    "battle_drawn": ("seat", "foe"),
    "evaded": ("seat", "foe"),
    "won_between": ("seat", "other"),
    "gate_open": ("seat", "gate"),
    "gate_open_next_turn": ("seat", "gate"),
    "gate_shut": ("seat", "gate"),
    "moved": ("seat", "space"),
    "placed": ("seat", "space"),
    "died": ("seat", "character"),
    "game_won": ("seat",),
}
TESTS = frozenset({"test_read", "test_read_sum"})
_KEPT = TELLING | dict.fromkeys(TESTS, ("seat",))
PASSED, FAILED, REFUSED, OPEN = "passed", "failed", "refused", "open"
RESULTS = (*TELLING, PASSED, FAILED, REFUSED, OPEN)
BATTLES = frozenset({"battle_won", "battle_lost", "battle_drawn", "evaded", "won_between"})


class Result(NamedTuple):
    """One thing that came of it."""

    code: str
    params: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        """One of its names or numbers."""
        return dict(self.params).get(name)


def results_of(notes: Iterable[Note]) -> tuple[Result, ...]:
    """What a derivation says came of it, in its order."""
    found = []
    for note in [note for note in notes if note.code in _KEPT]:
        code, params = note.code, note.params
        kept = _KEPT[code]
        if code in TESTS:
            code = PASSED if params["passed"] else FAILED
        found.append(Result(code, tuple([(name, params[name]) for name in kept])))
    return tuple(found)


def results(resolved: Resolved) -> tuple[Result, ...]:
    """What came of a run; what it leaves open, or that the rules refuse to go on, comes last."""
    if (found := resolved.read.get("results")) is None:
        found = resolved.read["results"] = _read(resolved)
    return found


def _read(resolved: Resolved) -> tuple[Result, ...]:
    found = results_of(resolved.table.notes)
    if not isinstance(resolved.result, Unresolved):
        return found
    why = resolved.result.why
    if isinstance(why, IllegalAction):
        return (*found, Result(REFUSED, (("problem", why.problems[0].code),)))
    return (*found, Result(OPEN, (("kind", type(why).__name__.lower()), ("seat", why.seat))))


class Fought(NamedTuple):
    """How a battle ended for a seat: `won`, `drawn`, `lost` or `evaded`, and against whom."""

    seat: str
    result: str
    foe: str


def battle_of(found: Sequence[Result]) -> Fought | None:
    """How the last battle ended, for whoever began it or won it."""
    for one in reversed(found):
        if one.code in BATTLES:
            (_, seat), (_, foe) = one.params
            won = one.code == "won_between"
            return Fought(seat, "won" if won else one.code.removeprefix("battle_"), foe)
    return None


def victory_of(found: Sequence[Result], seat: str) -> tuple[int, int]:
    """What the last battle or test is worth to a seat that plays to win: a victory first, then no defeat.

    Whoever is asked in a battle without having begun it is on the other side, be it only by rolling for it.
    """
    if fought := battle_of(found):
        won = fought.result == ("won" if fought.seat == seat else "lost")
        return int(won), int(fought.result in {"drawn", "evaded"})
    tests = [one.code for one in found if one.code in {PASSED, FAILED} and one.get("seat") == seat]
    return int(tests[-1:] == [PASSED]), 0
