"""Whether somebody may log this, and what the table's strictness makes of what the rules say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.actors import Actor
from games.dice import roll
from games.errors import HostOnly, NeedsConfirmation, NotAllowed, NotYourSeat
from games.lobby import logs_for
from games.models import Game
from games.rules.actions.base import Action, kind_of
from games.rules.asks import Amount, Answer, Ask, Choose, Draw, Roll, Tell
from games.rules.errors import IllegalAction, InvalidAction, Problem, WrongAnswer
from games.rules.legality import check_action, problems_with, rule_of
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table

STRICT, ADVISE, RECORD = Game.Strictness.STRICT, Game.Strictness.ADVISE, Game.Strictness.RECORD
# The reason kept where nobody gave one: the table keeps books only, or was warned and went on.
_REASONS = {STRICT: "as it happened", ADVISE: "after a warning", RECORD: "books only"}
SERVER, TABLE = "server", "table"
_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


def check_may_log(actor: Actor, game: Game, seat: str) -> None:
    """Whether the table lets this role log something for a seat.

    Raises:
        NotAllowed: A screen only shows.
        HostOnly: At this table the host logs everything.
        NotYourSeat: At this table each seat logs for itself.
    """
    if logs_for(actor, game, seat):
        return
    if actor.seat is None:
        raise NotAllowed(role=actor.role)
    raise HostOnly if game.may_log == Game.MayLog.HOST else NotYourSeat(seat=seat)


def check_may_answer(actor: Actor, game: Game, ask: Ask) -> None:
    """Whether this role may answer a question: a secret one only whoever is asked, or the host.

    Raises:
        NotAllowed: A screen only shows.
        HostOnly: At this table the host logs everything.
        NotYourSeat: Somebody else is asked.
    """
    check_may_log(actor, game, ask.seat)
    if ask.secret and not actor.is_host and actor.seat != ask.seat:
        raise NotYourSeat(seat=ask.seat)


@dataclass(slots=True)
class Judged:
    """An action that may be run, with what the table was warned of."""

    action: Action
    strictness: str
    confirmed: bool
    reason: str
    warnings: list[Problem] = field(default_factory=list)

    @property
    def waives(self) -> bool:
        """Whether what is not hard gives way here."""
        return self.strictness == RECORD or (self.strictness == ADVISE and self.confirmed)

    def waive(self, problems: Sequence[Problem]) -> None:
        """Go on all the same, as it happened on the table.

        Raises:
            NeedsConfirmation: The table wants to be asked first.
        """
        if not self.waives:
            raise NeedsConfirmation(problems)
        self.warnings += [problem for problem in problems if problem not in self.warnings]
        if self.action.as_happened is None:
            self.action = self.action.model_copy(update={"as_happened": self.reason})


def reason_of(game: Game, given: str | None) -> str:
    """Why something is logged although the rules forbid it."""
    return given or _REASONS[Game.Strictness(game.strictness)]


def judge(
    table: Table, game: Game, action: Action, *, confirmed: bool, reason: str | None
) -> Judged:
    """Hold an action against the rules: refuse it, warn of it, or let it be done.

    Raises:
        InvalidAction: It cannot be read.
        IllegalAction: The table is strict, or nothing can outrank what stands in the way.
        NeedsConfirmation: The table advises, and nobody has confirmed yet.
    """
    judged = Judged(action, game.strictness, confirmed, reason_of(game, reason))
    if game.strictness == STRICT or action.cause or action.as_happened:
        check_action(table, action)
        return judged
    if soft := problems_with(table, action):
        if any(problem.hard for problem in soft):
            check_action(table, action)
        judged.waive(soft)
    return judged


def play(table: Table, judged: Judged, answers: list[Answer]) -> Asking | Resolved:
    """Run an action as far as its answers reach; what the rules only then refuse is waived as before.

    Answers that an advising or book-keeping table waives get the reason as their cause.
    """
    while True:
        try:
            return run(table, rule_of(judged.action), answers)
        except IllegalAction as refused:
            if not _gives_way(judged, refused.problems) or judged.action.as_happened is not None:
                raise
            judged.waive(refused.problems)
        except WrongAnswer as wrong:
            cause = answers[wrong.position].get("cause") if wrong.position < len(answers) else True
            if not judged.waives or cause or wrong.problems[0].hard:
                raise
            judged.warnings.append(wrong.problems[0])
            answers[wrong.position]["cause"] = {"kind": "house_rule", "name": judged.reason}


def _gives_way(judged: Judged, problems: Sequence[Problem]) -> bool:
    return judged.strictness != STRICT and not any(problem.hard for problem in problems)


@dataclass(slots=True)
class Dice:
    """Dice that the server rolls for one action; asked the same again, it shows the same.

    So it does when the action is cancelled and asked for anew, until something is logged. A preview
    rolls none: it stops where they would be needed.
    """

    rolled: dict[str, list[int]]
    moment: str = ""
    is_preview: bool = False

    def thrown(self, ask: Roll, position: int) -> list[int]:
        """What the dice for a question show."""
        key = f"{position}:{ask.key}"
        if key not in self.rolled:
            self.rolled[key] = roll(ask.dice, ask.faces, throw=f"{self.moment}:{key}")
        return self.rolled[key]


def answers_taken(
    table: Table,
    judged: Judged,
    held: list[Answer],
    given: Sequence[Answer],
    actor: Actor,
    dice: Dice,
) -> list[Answer]:
    """The answers so far and those now given, each with who gave it and who rolled.

    Raises:
        InvalidAction: An answer claims that the server rolled what somebody typed in.
        HostOnly: Somebody else than the host answers for whoever is absent.
    """
    taken = list(held)
    for answer in given:
        if "absent" in answer:
            answer = _for_the_absent(table, judged, taken, answer, actor)  # noqa: PLW2901 - stands for it
        named = {name: value for name, value in answer.items() if name != "rolled_by"}
        named["by"] = actor.name
        wants = SERVER in (answer.get("roll"), answer.get("rolled_by"))
        if wants and isinstance(answer.get("roll"), list):
            raise InvalidAction(Problem("server_rolls_itself", hard=True))
        if wants:
            result = play(table, judged, taken)
            if isinstance(result, Asking) and isinstance(result.ask, Roll):
                if dice.is_preview:
                    return taken
                named["roll"] = dice.thrown(result.ask, len(taken))
                named["rolled_by"] = SERVER
        elif "roll" in answer:
            named["rolled_by"] = TABLE
        taken.append(named)
    return taken


def _for_the_absent(
    table: Table, judged: Judged, taken: list[Answer], answer: Answer, actor: Actor
) -> Answer:
    """What the host says for somebody who is not there, without seeing what that seat sees.

    It is what happens if nothing is done: the first open option, the least, cards unseen, dice that
    the server rolls. What only somebody at the table can know must be told as always.
    """
    if not actor.is_host:
        raise HostOnly
    result = play(table, judged, taken)
    key = {"key": answer["key"]} if "key" in answer else {}
    match result.ask if isinstance(result, Asking) else None:
        case Roll():
            return {**key, "roll": SERVER}
        case Choose() as ask:
            return {**key, "choose": next(one.id for one in ask.options if not one.barred)}
        case Amount() as ask:
            return {**key, "amount": ask.least}
        case Draw() as ask if ask.may_be_unseen:
            return {**key, "cards": [{}] * ask.count}
        case Tell():
            return {**key, "effects": []}
    return key


def check_for_host(actor: Actor, kind: str) -> None:
    """Whether this kind of action is the host's alone.

    Raises:
        InvalidAction: There is no such action.
        HostOnly: It is, and somebody else asks.
    """
    if kind_of(kind).for_host and not actor.is_host:
        raise HostOnly(kind=kind)


def check_readable(*told: Any) -> None:
    """Whether a database can keep the text in it: no NUL, no half of a surrogate pair.

    Raises:
        InvalidAction: It cannot.
    """
    for text in _texts(told):
        if _UNREADABLE.search(text):
            raise InvalidAction(Problem("text_unreadable", hard=True))


def _texts(told: Any) -> list[str]:
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for pair in told.items() for part in pair for text in _texts(part)]
    if isinstance(told, list | tuple):
        return [text for part in told for text in _texts(part)]
    return []
