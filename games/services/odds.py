"""Odds: what can come of an action, exactly, if everybody asked plays for an aim. Nothing is kept."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from content.library import pack_hash
from content.schema.base import Dial, Exact, SeatKey
from content.schema.pack import Pack
from games.actors import Actor
from games.cache import Recent
from games.errors import NoQuestion
from games.models import Game
from games.reading import viewer_of
from games.rules.actions.base import Action
from games.rules.asks import Answer
from games.rules.legality import check_action, rule_of
from games.rules.odds import Odds, odds
from games.rules.plans import Decision
from games.rules.results import Result, results
from games.rules.runner import Resolved
from games.rules.table import Table
from games.rules.viewpoint import as_known
from games.rules.ways import OddsTooLarge, OddsUnknown
from games.selectors import now
from games.services.adjudication import (
    MOST_ANSWERS,
    ActionSaid,
    Described,
    action_of,
    answers_of,
    pack_known,
    table_of,
)
from games.services.aims import Aims, worth

# Nobody waits longer for one question, however its runs are made up.
MOST_SECONDS = 1.0
MOST_RUNS = 20_000


Answers = Annotated[tuple[Answer, ...], Field(max_length=MOST_ANSWERS)]
AimsBySeat = Annotated[dict[SeatKey, Aims], Field(max_length=12)]
Apart = Literal["results", "changes"]


class SituationOdds(Described):
    """What can come of an action in a described situation, after the answers already given.

    `aims` are by seat; a seat that is not named plays to `win`. Outcomes are told `apart` by what came
    of it, or also by what it changed.
    """

    action: ActionSaid
    answers: Answers = ()
    aims: AimsBySeat = {}
    apart: Apart = "results"


class TableOdds(Exact):
    """What can come of an action at a table, as far as whoever asks knows it.

    Without an action it is the one whose question is open.
    """

    game: UUID
    action: ActionSaid | None = None
    answers: Answers = ()
    aims: AimsBySeat = {}
    apart: Apart = "results"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that can come of it, as likely as `chance` says."""

    results: tuple[Result, ...]
    changes: tuple[tuple[str, str, Any], ...]
    chance: Fraction


@dataclass(frozen=True, slots=True)
class OddsFound:
    """What can come of it, likeliest first, and the choices it is reckoned with.

    `worth` is what the seat whose action it is can expect of its aim, `rules` what some way to an
    outcome cites.
    """

    table: Table
    action: Action
    outcomes: tuple[Outcome, ...]
    worth: tuple[Fraction, ...]
    first: Answer | None
    decisions: tuple[Decision, ...]
    aims: Mapping[str, Aims]
    runs: int
    rules: tuple[str, ...] = ()

    @property
    def pack(self) -> Pack:
        """Its edition."""
        return self.table.pack


_FOUND: Recent[str, OddsFound] = Recent(256)


def situation_odds(asked: SituationOdds) -> OddsFound:
    """Count out what can come of an action in a described situation.

    Raises:
        InvalidOption: There is no such edition.
        Impossible: No table of its box can show the situation.
        InvalidAction: The action cannot be read.
        IllegalAction: The rules forbid it.
        WrongAnswer: An answer is not allowed.
        OddsTooLarge: There is too much to count.
    """
    key = _key(asked, pack_hash(pack_known(asked.edition).edition.id))

    def question() -> _Question:
        table = table_of(asked, asked.action.kind)
        action = action_of(table, asked.action)
        check_action(table, action)
        return _Question(table, action, answers_of(table, action, asked.answers))

    return _remembered(key, question, asked)


def table_odds(asked: TableOdds, *, game: Game, actor: Actor) -> OddsFound:
    """Count out what can come of an action at a table; other hands than the asker's stay unseen.

    Raises:
        NotFound: No action is named, and none waits.
        InvalidAction: The action cannot be read.
        IllegalAction: The rules forbid it.
        WrongAnswer: An answer is not allowed.
        OddsTooLarge: There is too much to count.
        OddsUnknown: An answer given so far is not this reader's to know.
    """
    moment, viewer = now(game), viewer_of(actor)
    key = _key(asked, moment.game.version, moment.game.pack_hash, actor.seat)

    def question() -> _Question:
        table = as_known(moment.kept.table, viewer)
        if asked.action is not None:
            action = action_of(table, asked.action)
            check_action(table, action)
            return _Question(table, action, answers_of(table, action, asked.answers))
        if (waiting := moment.waiting) is None:
            raise NoQuestion
        if any(ask.secret and not viewer.sees(ask.seat) for ask in waiting.asking.asked):
            raise OddsUnknown(waiting.asking.ask)
        return _Question(table, waiting.action, [*waiting.answers, *asked.answers])

    return _remembered(key, question, asked)


@dataclass(frozen=True, slots=True)
class _Question:
    """A table, an action that may be done there, and the answers it has so far."""

    table: Table
    action: Action
    given: list[Answer]


def _key(asked: SituationOdds | TableOdds, *of: object) -> str:
    return hashlib.sha256(f"{of}\n{asked.model_dump_json()}".encode()).hexdigest()


def _remembered(
    key: str, question: Callable[[], _Question], asked: SituationOdds | TableOdds
) -> OddsFound:
    if (found := _FOUND.get(key)) is None:
        found = _counted(question(), asked.aims, asked.apart)
        _FOUND.put(key, found)
    return found


def _counted(question: _Question, wanted: Mapping[str, Aims], apart: Apart) -> OddsFound:
    table, action = question.table, question.action
    for seat in wanted:
        table.figure(seat)
    order = (action.seat, *(seat for seat in table.order if seat != action.seat))
    aims = {seat: wanted.get(seat, Aims()) for seat in order}
    cited: set[tuple[str, ...]] = set()
    found = odds(
        table,
        rule_of(action),
        _naming(table, apart, cited),
        {seat: worth(table, seat, aim) for seat, aim in aims.items()},
        given=question.given,
        budget=MOST_RUNS,
        open_ends=True,
        tick=_until(time.monotonic() + MOST_SECONDS),
    )
    return OddsFound(
        table=table,
        action=action,
        outcomes=_outcomes(found),
        worth=found.worth,
        first=found.first,
        decisions=tuple(found.decisions()),
        aims=aims,
        runs=found.runs,
        rules=tuple(sorted({rule for rules in cited for rule in rules})),
    )


def _until(end: float) -> Callable[[], None]:
    def tick() -> None:
        if time.monotonic() > end:
            raise OddsTooLarge

    return tick


def _outcomes(found: Odds) -> tuple[Outcome, ...]:
    named: dict[Any, Fraction] = {**found.outcomes}
    outcomes = [Outcome(came, changed, chance) for (came, changed), chance in named.items()]
    return tuple(
        sorted(outcomes, key=lambda one: (-one.chance, str(one.results), str(one.changes)))
    )


# ---------------------------------------------------------------------- telling outcomes apart


def _naming(before: Table, apart: Apart, cited: set[tuple[str, ...]]) -> Callable[[Resolved], Any]:
    """What an outcome is called: what came of it, and if wanted what changed of whom.

    What every way to it cites is gathered in `cited`.
    """

    def name(resolved: Resolved) -> Any:
        cited.update(note.cites for note in resolved.table.notes)
        cited.update(change.cites for change in resolved.table.changes)
        cited.update(ask.cites for ask in resolved.asked)
        changes = tuple(_changed(before, resolved.table)) if apart == "changes" else ()
        return results(resolved), changes

    return name


def _changed(before: Table, after: Table) -> Iterable[tuple[str, str, Any]]:
    for seat, was in before.figures.items():
        figure = after.figures[seat]
        for dial in Dial:
            if (by := getattr(figure, dial) - getattr(was, dial)) != 0:
                yield seat, dial.value, by
        for name in ("toad", "lost_turns", "extra_turns"):
            if (by := getattr(figure, name) - getattr(was, name)) != 0:
                yield seat, name, by
        for name in ("space", "status"):
            if getattr(figure, name) != getattr(was, name):
                yield seat, name, getattr(figure, name)
        for zone, keys in (("held", after.held(seat)), ("hand", after.hand(seat))):
            if by := len(keys) - len(before.held(seat) if zone == "held" else before.hand(seat)):
                yield seat, zone, by
