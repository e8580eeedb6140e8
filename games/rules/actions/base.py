"""What every action is made of: who does it, its parameters, its checks, its rule, when it is offered."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Literal, TypeVar

from content.schema.base import Frozen, Name, SeatKey, Slug, Words
from content.schema.reading import Unreadable, read
from games.rules.asks import Rule
from games.rules.errors import InvalidAction, Problem
from games.rules.table import Figure, Table
from games.rules.terms import Phase

P = TypeVar("P", bound="Params")


class Params(Frozen):
    """What an action needs to be told before it starts; most need nothing."""


class Cause(Frozen):
    """What outranks the rulebook here: a card, an ability or a house rule, by name."""

    kind: Literal["card", "ability", "house_rule"]
    name: Name


class Action(Frozen):
    """An action as it is asked for.

    `as_happened` logs it whatever the rules say, for the reason given.
    """

    kind: Slug
    seat: SeatKey
    params: dict[str, Any] = {}
    cause: Cause | None = None
    as_happened: Words | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action, ready to send: its parameters, what it costs, whether the turn needs it.

    A secret one is for its own seat to see: it would tell what the seat has in hand.
    """

    params: dict[str, Any]
    costs: dict[str, int]
    due: bool = False
    closes: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class ActionKind(Generic[P]):
    """One kind of action.

    `problems` says everything that is wrong with it, `rule` does it and trusts its caller, `offers`
    lists how the seat could do it now; outside `phases`, and where it is for whoever has the turn in
    anybody else's, it need not be asked. `told` says whether it can be logged now with what only
    people know, which nobody can list.
    """

    name: str
    params: type[P]
    problems: Callable[[Table, Figure, P], list[Problem]]
    rule: Callable[[Table, Figure, P], Rule[Any]]
    offers: Callable[[Table, Figure], Iterable[Offer]]
    for_host: bool = False
    phases: frozenset[Phase] = frozenset(Phase)
    own_turn: bool = False
    told: Callable[[Table, Figure], bool] = lambda _t, _me: False


IN_SETUP = frozenset({Phase.SETUP})
IN_MOVE = frozenset({Phase.MOVE})
IN_ENCOUNTER = frozenset({Phase.ENCOUNTER})
IN_END = frozenset({Phase.END})
IN_TURN = IN_MOVE | IN_ENCOUNTER | IN_END

_KINDS: dict[str, ActionKind[Any]] = {}


def register(kind: ActionKind[P]) -> None:
    """Make a kind of action known by its name."""
    if kind.name in _KINDS:
        raise ValueError(f"two actions are named {kind.name}")
    _KINDS[kind.name] = kind


@cache
def kinds() -> dict[str, ActionKind[Any]]:
    """Every kind of action by name, in the order of their names."""
    package = importlib.import_module("games.rules.actions")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"games.rules.actions.{module.name}")
    return dict(sorted(_KINDS.items()))


def kind_of(name: str) -> ActionKind[Any]:
    """The kind of a name.

    Raises:
        InvalidAction: There is no such action.
    """
    try:
        return kinds()[name]
    except KeyError:
        raise InvalidAction(Problem("unknown_action", params={"kind": name}, hard=True)) from None


def params_of(action: Action) -> Any:
    """The parameters of an action, read.

    Raises:
        InvalidAction: They do not fit, with every fault located.
    """
    try:
        return read(kind_of(action.kind).params, action.params)
    except Unreadable as error:
        raise InvalidAction(
            Problem("params_unreadable", params={"faults": error.faults}, hard=True)
        ) from None


def problems_in_turn(
    t: Table, me: Figure, *phases: Phase, topic: tuple[str, ...] = (), bereft_too: bool = False
) -> list[Problem]:
    """Why the figure cannot act in this part of the turn: another's turn, or another part of it.

    `topic` are the rules that say when the action belongs; `bereft_too` lets a seat without a
    character act. Whatever outranks the rules, nothing can be done with a character that is not there.
    """
    from games.rules.topics import Topic  # noqa: PLC0415 - keeps this module's imports to its nouns

    if t.turn.phase is Phase.OVER:
        return [Problem("game_over", t.cite(Topic.GAME_WON), {"winner": t.winner}, hard=True)]
    if t.turn.phase is Phase.SETUP:
        return [Problem("not_started", t.cite(Topic.SETUP_ORDER), hard=True)]
    gone = [Problem("no_character", t.cite(Topic.DEATH_REMOVED), {"seat": me.seat}, hard=True)]
    missing = [] if me.in_play or bereft_too else gone
    if t.turn.seat != me.seat:
        turn = Problem("not_your_turn", t.cite(Topic.TURN_ORDER), {"active": t.turn.seat})
        return [turn, *missing]
    if t.turn.phase not in phases:
        return [
            Problem(
                "wrong_part_of_turn",
                topic or t.cite(Topic.TURN_PARTS),
                {"phase": t.turn.phase.value, "needs": [phase.value for phase in phases]},
            ),
            *missing,
        ]
    return missing


def nothing(_t: Table, _me: Figure) -> Iterable[Offer]:
    """For actions that are never offered by themselves."""
    return ()
