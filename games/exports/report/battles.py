"""Battles and tests: how likely each was to be won before the dice, and what came of it.

The odds are those of the rules, on the table as it lay before the entry, after all that was decided
before the first die: what was brought into a battle is in, the dice and what may still be done about
them are open. Everybody asked plays to win. What comes after the battle is left out.

The table is the one that the reader knows: with what the entry itself lays open, and nothing else of
what others hold. Counting is bounded by runs, never by time, so that the same history always gives
the same report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal
from uuid import UUID

from games.cache import Recent
from games.exports.report.rolls import Kind, Thrown
from games.rules.actions.base import Action
from games.rules.asks import Answer, Draw, Rule
from games.rules.changes import Note
from games.rules.errors import ReplayDiverged, RulesError, WrongAnswer
from games.rules.legality import rule_of
from games.rules.odds import OddsTooLarge, odds
from games.rules.results import (
    BATTLES,
    FAILED,
    PASSED,
    TESTS,
    Result,
    battle_of,
    results,
    results_of,
    victory_of,
)
from games.rules.runner import Asking, Resolved, RuleOf, run
from games.rules.table import Table
from games.rules.viewpoint import HIDDEN, Viewer

# A usual battle needs some tens of runs.
MOST_RUNS = 4_000
MOST_RUNS_IN_ALL = 200_000

Came = Literal["won", "drawn", "lost", "evaded", "passed", "failed"]
# Why there are no odds: nobody rolled, it is too much to count, it hangs on somebody's hand, or
# today's rules ask something else than was answered then.
WhyNot = Literal["no_dice", "too_large", "unknown", "otherwise"]

_DECIDED = BATTLES | TESTS
_RESULTS = BATTLES | {PASSED, FAILED}
_GOOD = frozenset({"won", "passed"})


@dataclass(frozen=True, slots=True)
class Reckoned:
    """How likely each way of ending was, or why nobody knows; `runs` is what counting it took."""

    chances: Mapping[str, Fraction] | None
    why_not: WhyNot | None = None
    runs: int = 0

    @property
    def winning(self) -> Fraction:
        """How likely it was to be won or passed."""
        return sum((self.chance(came) for came in sorted(_GOOD)), Fraction(0))

    def chance(self, came: str) -> Fraction:
        """How likely it was to end so."""
        return (self.chances or {}).get(came, Fraction(0))


@dataclass(frozen=True, slots=True)
class Trial:
    """A battle or a test: whose it was, against what, how it ended and how likely that was.

    `foe` is a name that the rules gave, `other` a seat where two figures fought; a test has neither.
    `note` is the place of its result among the entry's notes.
    """

    seq: int
    seat: str
    foe: str | None
    other: str | None
    came: Came
    note: int
    odds: Reckoned

    @property
    def is_test(self) -> bool:
        """Whether it was a test and no battle."""
        return self.came in {PASSED, FAILED}

    @property
    def is_won(self) -> bool:
        """Whether it was won or passed."""
        return self.came in _GOOD

    @property
    def shift(self) -> Fraction:
        """How far what came lies from what was to be expected, 0..1; a stand-off is half a victory."""
        if self.odds.chances is None:
            return Fraction(0)
        half = Fraction(1, 2)
        worth = Fraction(self.is_won) + half * (self.came == "drawn")
        return abs(worth - self.odds.winning - half * self.odds.chance("drawn"))


_RECKONED: Recent[tuple[UUID, int, int, Viewer], Reckoned] = Recent(8192)


@dataclass(slots=True)
class Reckoner:
    """Reckons the trials of a game, entry by entry, as long as its budget lasts.

    `known` is the table in the end, which knows what cards say that lay unseen before.
    """

    game: UUID
    viewer: Viewer
    known: Table
    left: int = MOST_RUNS_IN_ALL

    def trials(
        self, entry: Mapping[str, Any], throws: Sequence[Thrown], before: Table
    ) -> list[Trial]:
        """The battles and tests of an entry.

        Args:
            entry: As the reader may see it.
            throws: Its dice.
            before: The table before it, as the reader knows it.
        """
        found: list[Trial] = []
        since = -1
        for at, note in enumerate(entry["notes"]):
            if note["code"] not in _DECIDED:
                continue
            (result,) = results_of([Note.from_json(note)])
            seat, foe, other = _who(result, str(entry["seat"]))
            wanted = Kind.ATTACK if result.code in BATTLES else Kind.TEST
            dice = [one for one in throws if since < one.note < at and one.kind is wanted]
            reckoned = self._reckoned(entry, len(found), seat, dice, before)
            came = _came(result, seat)
            found.append(Trial(entry["seq"], seat, foe, other, came, at, reckoned))
            since = at
        return found

    def _reckoned(
        self,
        entry: Mapping[str, Any],
        number: int,
        seat: str,
        dice: Sequence[Thrown],
        before: Table,
    ) -> Reckoned:
        if not dice:
            return Reckoned(None, "no_dice")
        if self.left <= 0:
            return Reckoned(None, "too_large")
        key = (self.game, entry["seq"], number, self.viewer)
        if (found := _RECKONED.get(key)) is None:
            table = laid_open(before, entry["changes"], self.known)
            found = reckoned(table, entry, number, seat, dice[0].answer, self.viewer)
            _RECKONED.put(key, found)
        self.left -= found.runs
        return found


def _who(result: Result, acting: str) -> tuple[str, str | None, str | None]:
    """Whose trial it was, and against whom: a name, or a seat."""
    if result.code not in BATTLES:
        return str(result.get("seat")), None, None
    if result.code != "won_between":
        return str(result.get("seat")), str(result.get("foe")), None
    winner, other = str(result.get("seat")), str(result.get("other"))
    return (other, None, winner) if other == acting else (winner, None, other)


def _came(result: Result, seat: str) -> Any:
    """How a battle or test ended for a seat."""
    fought = battle_of([result])
    if fought is None:
        return result.code
    if fought.seat == seat or fought.result in {"drawn", "evaded"}:
        return fought.result
    return "lost" if fought.result == "won" else "won"


def laid_open(before: Table, changes: Iterable[Mapping[str, Any]], known: Table) -> Table:
    """The table with the cards known that an entry turns up, as if they had been known before."""
    found = before
    for change in changes:
        if change["what"] != "card":
            continue
        place = found.cards.get(change["id"])
        shown = next(
            (way[1] for way in (change["before"], change["after"]) if way and way[1]), None
        )
        if place is not None and place.card is None and shown:
            found = found.copy() if found is before else found
            found.cards[change["id"]] = replace(place, card=shown)
            describe(found, shown, known)
    return found


def describe(t: Table, card: str, known: Table) -> None:
    """Let a table know what is known of a card in the end, once somebody sees which one it is."""
    for fact in (f"card:{card}", f"deck:{card}"):
        if fact in known.facts and fact not in t.facts:
            t.put("fact", fact, "value", known.get("fact", fact, "value"))


def reckoned(
    table: Table,
    entry: Mapping[str, Any],
    number: int,
    seat: str,
    answers: int,
    viewer: Viewer,
) -> Reckoned:
    """How likely each end of a battle or test was for a seat, if everybody asked played to win.

    Args:
        table: As it lay before the entry.
        entry: What was done, with its answers.
        number: Which of the entry's battles and tests, from 0.
        seat: Whose chances.
        answers: How many of the answers were given before its dice.
        viewer: Who reads.
    """
    action = Action(
        kind=entry["kind"],
        seat=entry["seat"],
        params=entry["params"],
        cause=entry["cause"],
        as_happened=entry["as_happened"],
    )
    order = (action.seat, *(other for other in table.order if other != action.seat))
    try:
        rule = _cut(rule_of(action), number)
        given = _known(table, rule, entry["answers"][:answers])
        if given is None:
            return Reckoned(None, "unknown")
        found = odds(
            table,
            rule,
            lambda resolved: _came_in(resolved, number, seat),
            {other: _aim(number, other) for other in order},
            given=given,
            budget=MOST_RUNS,
            open_ends=True,
        )
    except OddsTooLarge:
        return Reckoned(None, "too_large", MOST_RUNS)
    except (WrongAnswer, ReplayDiverged):
        # With a hand unseen, the rules may ask something else than they asked then.
        return Reckoned(None, "otherwise" if viewer.sees_all else "unknown")
    except RulesError:
        return Reckoned(None, "otherwise")
    return Reckoned(
        {str(came): chance for came, chance in found.outcomes.items()}, None, found.runs
    )


def _cut(rule: RuleOf, number: int) -> RuleOf:
    """The same rule, ended once so many battles and tests and one more are decided."""

    def shortened(t: Table) -> Rule[None]:
        going = rule(t)
        value: Any = None
        while True:
            try:
                ask = going.send(value)
            except StopIteration:
                return
            if sum(note.code in _DECIDED for note in t.notes) > number:
                going.close()
                return
            value = yield ask

    return shortened


def _known(table: Table, rule: RuleOf, answers: Sequence[Answer]) -> list[Answer] | None:
    """The answers, with what the reader may not see drawn unseen; None if that cannot be."""
    known: list[Answer] = []
    for answer in answers:
        if not answer.get(HIDDEN):
            known.append(answer)
            continue
        asking = run(table, rule, known)
        if not isinstance(asking, Asking) or not isinstance(asking.ask, Draw):
            return None
        if not asking.ask.may_be_unseen:
            return None
        known.append({"cards": [{} for _ in range(asking.ask.count)]})
    return known


def _decided(resolved: Resolved, number: int) -> tuple[Result, ...]:
    """The result of one of the battles and tests of a run, if it came to that."""
    found = [result for result in results(resolved) if result.code in _RESULTS]
    return tuple(found[number : number + 1])


def _came_in(resolved: Resolved, number: int, seat: str) -> str:
    found = _decided(resolved, number)
    return str(_came(found[0], seat)) if found else "open"


def _aim(number: int, seat: str) -> Any:
    return lambda resolved: victory_of(_decided(resolved, number), seat)
