"""Adjudication: what the rules say of a described situation. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from content.library import UnknownEdition, editions, pack
from content.schema.base import Exact, SeatKey, Slug, Words
from content.schema.pack import Pack
from games.errors import InvalidOption
from games.rules.actions.base import Action, Cause
from games.rules.asks import Answer, Ask
from games.rules.changes import Change, Note, squeezed
from games.rules.errors import IllegalAction, Problem, RulesError, WrongAnswer
from games.rules.legality import check_action, rule_of
from games.rules.references import names_cards, with_keys
from games.rules.results import battle_of, results_of
from games.rules.runner import Asking, run
from games.rules.situation import Impossible, Situation, laid
from games.rules.table import Table
from games.rules.terms import Phase

MOST_ANSWERS = 60
MOST_OPTIONS = 40
# Of what was done before, however its answers are spread over it.
MOST_BEFORE = 12

Options = Annotated[tuple[Words, ...], Field(max_length=MOST_OPTIONS)]
Answers = Annotated[tuple[Answer, ...], Field(max_length=MOST_ANSWERS)]


class ActionSaid(Exact):
    """An action that is asked about; whose it is if not the seat's whose turn it is, has to be said.

    In its parameters, and in the answers, `<blaster>` stands for the key of that card in play.
    """

    kind: Slug
    seat: SeatKey | None = None
    params: dict[str, Any] = {}
    cause: Cause | None = None
    as_happened: Words | None = None


class Done(Exact):
    """An action done before, with all its answers."""

    action: ActionSaid
    answers: Answers = ()


class Described(Exact):
    """A situation that lies on no table: the edition, what was agreed on, what lies there, what was done since.

    Each action of `before` begins on the table that the one before it led to.
    """

    edition: Slug
    variants: Options = ()
    rulings: Options = ()
    situation: Situation
    before: Annotated[tuple[Done, ...], Field(max_length=MOST_BEFORE)] = ()

    @model_validator(mode="after")
    def _not_too_long(self) -> Described:
        if sum(len(done.answers) for done in self.before) > MOST_ANSWERS:
            raise ValueError(f"`before` has more than {MOST_ANSWERS} answers in all")
        return self


class AdjudicationAsked(Described):
    """What would come of an action there, with the answers known so far."""

    action: ActionSaid
    answers: Answers = ()


@dataclass(frozen=True, slots=True)
class Ends:
    """What has ended: how a battle went, whether the encounter, the turn and the game are over."""

    battle: dict[str, Any] | None
    encounter: bool
    turn: bool
    game: bool
    winner: str | None


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What the rules say.

    `before` is the table as described and led on, `after` as it is then, provisionally while a question is open;
    `refused` is the number of the answer that is refused, None if it is the action itself.
    """

    state: Literal["refused", "question", "resolved"]
    action: Action
    before: Table
    after: Table
    ask: Ask | None = None
    problems: tuple[Problem, ...] = ()
    refused: int | None = None
    ends: Ends | None = None
    answers: list[Answer] = field(default_factory=list)
    asked: tuple[Ask, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """What changes, one entry a field."""
        return squeezed(self.after.changes)

    @property
    def notes(self) -> list[Note]:
        """The derivation step by step."""
        return self.after.notes

    @property
    def rules(self) -> list[str]:
        """Every rule that it stands on, in the order in which they come in."""
        cited = [problem.cites for problem in self.problems]
        cited += [note.cites for note in self.notes]
        cited += [change.cites for change in self.after.changes]
        cited += [self.ask.cites] if self.ask else []
        return list(dict.fromkeys(rule for rules in cited for rule in rules))


def pack_known(edition: str) -> Pack:
    """The pack of an edition.

    Raises:
        InvalidOption: There is no such edition.
    """
    try:
        return pack(edition)
    except UnknownEdition:
        raise InvalidOption(option="edition", known=list(editions())) from None


def adjudicate(asked: AdjudicationAsked) -> Adjudication:
    """Say what the rules make of an action in a described situation.

    Raises:
        InvalidOption: There is no such edition.
        Impossible: No table of its box can show the situation.
        InvalidAction: The action cannot be read.
    """
    table = table_of(asked, asked.action.kind)
    action = action_of(table, asked.action)
    try:
        check_action(table, action)
    except IllegalAction as refused:
        return Adjudication("refused", action, table, table.copy(), problems=refused.problems)
    answers: list[Answer] = []
    try:
        answers = answers_of(table, action, asked.answers)
        found = run(table, rule_of(action), answers)
    except WrongAnswer as wrong:
        return _refused(table, action, answers or list(asked.answers), wrong, wrong.position)
    except IllegalAction as refused:
        return _refused(table, action, answers or list(asked.answers), refused, None)
    if isinstance(found, Asking):
        return Adjudication(
            "question", action, table, found.table, found.ask, answers=answers, asked=found.asked
        )
    ends = _ends(table, found.table)
    return Adjudication(
        "resolved", action, table, found.table, ends=ends, answers=answers, asked=found.asked
    )


def table_of(asked: Described, kind: str) -> Table:
    """The table that is described, as what was done before has left it.

    Raises:
        InvalidOption: There is no such edition.
        Impossible: No table of its box can show that, or something could not be done there.
    """
    table = laid(
        pack_known(asked.edition),
        asked.situation,
        variants=asked.variants,
        rulings=asked.rulings,
        kind=asked.before[0].action.kind if asked.before else kind,
    )
    for number, done in enumerate(asked.before):
        table = _led_on(table, done, f"before.{number}")
    return table


def _led_on(table: Table, done: Done, path: str) -> Table:
    """The table after one more action.

    Raises:
        Impossible: It could not be done, or an answer is missing; with the `path` of what is wrong.
    """
    try:
        action = action_of(table, done.action)
        check_action(table, action)
        found = run(table, rule_of(action), answers_of(table, action, done.answers))
    except WrongAnswer as wrong:
        raise _at(wrong, f"{path}.answers.{wrong.position}") from None
    except RulesError as refused:
        raise _at(refused, f"{path}.action") from None
    if isinstance(found, Asking):
        raise Impossible(Problem("answers_missing", params={"path": f"{path}.answers"}, hard=True))
    return found.table


def _at(error: RulesError, path: str) -> Impossible:
    """What an action done before is refused with, and where it stands."""
    return Impossible(
        *(
            Problem(one.code, one.cites, {**one.params, "path": path}, one.alternatives, hard=True)
            for one in error.problems
        )
    )


def action_of(table: Table, said: ActionSaid) -> Action:
    """The action with the keys of the cards it names, by whoever has the turn if nobody is named."""
    return Action(
        kind=said.kind,
        seat=said.seat or table.turn.seat or table.order[0],
        params=with_keys(table, said.params),
        cause=said.cause,
        as_happened=said.as_happened,
    )


def answers_of(table: Table, action: Action, said: Sequence[Answer]) -> list[Answer]:
    """The answers with the keys that the cards named in them have at that moment.

    Raises:
        WrongAnswer: One before the last is not allowed.
        IllegalAction: The rules refuse to go on.
    """
    answers: list[Answer] = []
    for answer in said:
        named = names_cards(answer)
        now = run(table, rule_of(action), answers).table if named else table
        answers.append(with_keys(now, answer) if named else answer)
    return answers


def _refused(
    table: Table,
    action: Action,
    answers: list[Answer],
    refusal: WrongAnswer | IllegalAction,
    position: int | None,
) -> Adjudication:
    """What is refused on the way: the answer before it, or where the rules refuse to go on, the last one."""
    at = position if position is not None else len(answers) - 1 if answers else None
    return Adjudication(
        "refused",
        action,
        table,
        table.copy(),
        problems=refusal.problems,
        refused=at,
        answers=answers,
    )


def _ends(before: Table, after: Table) -> Ends:
    """What is over: after a lost battle or a death the turn has nothing left but its end."""
    phase, was = after.turn.phase, before.turn.phase
    fought = battle_of(results_of(after.notes))
    is_over = phase is Phase.OVER
    return Ends(
        battle=fought._asdict() if fought else None,
        encounter=is_over or (was is Phase.ENCOUNTER and phase is not Phase.ENCOUNTER),
        turn=is_over
        or after.turn.number != before.turn.number
        or any(note.code == "turn_ends" for note in after.notes)
        or _has_died(before, after),
        game=is_over,
        winner=after.winner,
    )


def _has_died(before: Table, after: Table) -> bool:
    """Whether the figure whose turn it was is out of play."""
    seat = before.turn.seat
    return seat is not None and before.figures[seat].in_play and not after.figures[seat].in_play
