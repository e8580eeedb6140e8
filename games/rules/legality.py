"""May this be done, what may be done, and is this table possible: three questions, three functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.actions.base import Action, Offer, kind_of, kinds, params_of
from games.rules.asks import Rule
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.runner import RuleOf
from games.rules.table import Figure, Table
from games.rules.terms import ATTRIBUTES, Dial, Status, Zone
from games.rules.verbs.cards import is_sure_of_copies, known_cards
from games.rules.verbs.values import MOST


def problems_with(table: Table, action: Action) -> list[Problem]:
    """Everything that is wrong with an action; hard problems first.

    Raises:
        InvalidAction: It cannot be read at all.
    """
    kind = kind_of(action.kind)
    me = table.figure(action.seat)
    found = kind.problems(table, me, params_of(action))
    return sorted(found, key=lambda problem: not problem.hard)


def rule_of(action: Action) -> RuleOf:
    """The rule that does an action and trusts that somebody looked for problems before.

    Raises:
        InvalidAction: It cannot be read at all.
    """
    kind = kind_of(action.kind)
    params = params_of(action)

    def rule(table: Table) -> Rule[Any]:
        table.lenient = action.as_happened is not None or action.cause is not None
        if action.cause:
            table.say("cause", (), seat=action.seat, kind=action.cause.kind, name=action.cause.name)
        if action.as_happened is not None:
            table.say("as_happened", (), seat=action.seat, reason=action.as_happened)
        return kind.rule(table, table.figure(action.seat), params)

    return rule


def check_action(table: Table, action: Action) -> None:
    """Refuse an action that the rules forbid and nothing outranks.

    Raises:
        InvalidAction: It cannot be read, or a hard problem stands in its way.
        IllegalAction: The rules forbid it, with every reason.
    """
    problems = problems_with(table, action)
    if hard := [problem for problem in problems if problem.hard]:
        raise (InvalidAction if all(p.code.startswith("unknown") for p in hard) else IllegalAction)(
            *problems
        )
    if problems and action.cause is None and action.as_happened is None:
        raise IllegalAction(*problems)


@dataclass(frozen=True, slots=True)
class Legal:
    """One legal action of a seat, ready to be sent."""

    kind: str
    seat: str
    offer: Offer

    def body(self) -> dict[str, Any]:
        """The body that logs it."""
        return {"kind": self.kind, "seat": self.seat, "params": self.offer.params}


def legal_actions(table: Table, seat: str) -> Iterator[Legal]:
    """What a seat can do now; what the turn needs comes first."""
    me = table.figure(seat)
    phase, own = table.turn.phase, table.turn.seat == seat
    found = [
        Legal(kind.name, seat, offer)
        for kind in kinds().values()
        if phase in kind.phases and (own or not kind.own_turn)
        for offer in kind.offers(table, me)
    ]
    return iter(sorted(found, key=lambda legal: not legal.offer.due))


def told_kinds(table: Table, seat: str) -> list[str]:
    """The kinds that a seat can log now with what only people know; whatever else is legal is listed."""
    me = table.figure(seat)
    return [kind.name for kind in kinds().values() if kind.told(table, me)]


def problems_with_table(t: Table) -> list[Problem]:
    """Everything that is impossible about a table: dials out of range, more pieces than the box holds.

    A table that actions led to has none; a told state may.
    """
    return [*_dial_problems(t), *_piece_problems(t), *_figure_problems(t)]


def _dial_problems(t: Table) -> Iterator[Problem]:
    for figure in t.figures.values():
        for dial in Dial:
            value, (low, high) = getattr(figure, dial), _span(t, figure, dial)
            if low > high:  # A start beyond the end of its dial is itself what is wrong.
                value, low = max(value, low), 0
            if not low <= value <= high:
                yield Problem(
                    "dial_out_of_range",
                    params={
                        "seat": figure.seat,
                        "dial": dial.value,
                        "value": value,
                        "low": low,
                        "high": high,
                    },
                    hard=True,
                )


def _span(t: Table, figure: Figure, dial: Dial) -> tuple[int, int]:
    """From where to where a dial can stand; without a character there is no start to count from.

    One that waits comes back as it stands, unless nothing was told of its dials.
    """
    if dial in ATTRIBUTES:
        start = getattr(figure, f"start_{dial}") if t.policy.dials_floor_is_start else 0
        ceiling = t.facts.get("dial_ceiling") or t.policy.dial_ceiling.value
        return start, ceiling or MOST
    if dial is Dial.LIFE and (figure.in_play or figure.start_life):
        return 1, (t.policy.life_cap_is_start and figure.start_life) or MOST
    return 0, MOST


def _piece_problems(t: Table) -> Iterator[Problem]:
    for dial in (Dial.FATE, Dial.GOLD):
        if (left := t.supply(dial)) < 0:
            yield Problem(
                "more_than_the_box", params={"dial": dial.value, "missing": -left}, hard=True
            )
    for deck in t.pack.decks:
        if (left := t.deck_count(deck.id)) < 0:
            yield Problem(
                "more_than_the_box", params={"deck": deck.id, "missing": -left}, hard=True
            )
    for space, gold in t.gold_on.items():
        if gold < 0 or space not in t.pack.spaces:
            yield Problem("unknown_space", params={"space": space}, hard=True)


def problems_with_copies(t: Table) -> Iterator[Problem]:
    """Cards of which more lie on the table than the box is known to hold; a guess is none.

    Decks whose cards others hold unseen are left out: counting them would tell of hands.
    """
    for deck in t.pack.decks:
        if deck.secret:
            continue
        for card in sorted(known_cards(t, deck.id)):
            if is_sure_of_copies(t, card) and (left := t.pile_count(card)) is not None and left < 0:
                params = {"card": card, "missing": -left}
                yield Problem("more_than_the_box", params=params, hard=True)


def _figure_problems(t: Table) -> Iterator[Problem]:
    characters = [
        character
        for figure in t.figures.values()
        for character in (*figure.marks.get("played", ()), figure.character)
        if character
    ]
    for twice in sorted({c for c in characters if characters.count(c) > 1}):
        yield Problem("character_twice", params={"character": twice}, hard=True)
    for figure in t.figures.values():
        if figure.in_play and figure.space not in t.pack.spaces:
            yield Problem(
                "unknown_space", params={"space": figure.space, "seat": figure.seat}, hard=True
            )
        if figure.in_play and figure.alignment is None:
            yield Problem("no_alignment", params={"seat": figure.seat}, hard=True)
        if figure.status is Status.IN_PLAY and figure.character is None:
            yield Problem("no_character", params={"seat": figure.seat}, hard=True)
    for key, placement in t.cards.items():
        if (
            placement.zone in {Zone.HAND, Zone.HELD, Zone.TROPHY, Zone.ASIDE}
            and placement.seat not in t.figures
        ):
            yield Problem("unknown_seat", params={"card": key, "seat": placement.seat}, hard=True)
        if placement.zone is Zone.SPACE and placement.space not in t.pack.spaces:
            yield Problem(
                "unknown_space", params={"card": key, "space": placement.space}, hard=True
            )


__all__ = [
    "Action",
    "InvalidAction",
    "Legal",
    "check_action",
    "legal_actions",
    "problems_with",
    "problems_with_table",
    "rule_of",
    "told_kinds",
]
