"""By hand: a dial, token, card or turn set as it lies on the table, and a whole table taken in at once."""

from __future__ import annotations

from typing import Any, Literal

from content.schema.base import (
    Alignment,
    Draws,
    Frozen,
    Many,
    Points,
    SeatKey,
    Slug,
    Start,
    StartFate,
    Switch,
    ToadTurns,
    Words,
)
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from games.rules.actions.base import ActionKind, Params, nothing, register
from games.rules.actions.earned import Earned, take_earned
from games.rules.actions.ending import end_for_nobody, pass_on
from games.rules.actions.leaving import give_up
from games.rules.asks import Rule
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.legality import problems_with_copies, problems_with_table
from games.rules.table import Figure, Placement, Table
from games.rules.terms import Phase, Status, Zone
from games.rules.told import problems_card, problems_character
from games.rules.topics import Topic
from games.rules.verbs.cards import deck_of, known_cards, named_anew, put_card
from games.rules.verbs.conditions import leave_behind


class FigureState(Earned):
    """What is set of one seat; what is not named stays as it is.

    A character that comes in is told with where it stands and, unless its card is known, with its
    numbers; they are its start values too, if those are not told. `out` puts the player out of the game,
    what it had aside. Of earlier turns: `lead` is the one followed, or `none`; `passed` says that the test of
    the space it stands on is passed, `passage` that the gate it stands at is open to its next move,
    `turned_back` that it is on its way out of the region; `first_turn` that its next or present turn is a
    new character's first, begun on `start_space`; `played` are the characters that this player has lost.
    """

    character: Slug | None = None
    alignment: Alignment | None = None
    space: Slug | None = None
    strength: Points | None = None
    craft: Points | None = None
    life: Points | None = None
    fate: Points | None = None
    dark_fate: Points | None = None
    gold: Points | None = None
    start_strength: Start | None = None
    start_craft: Start | None = None
    start_life: Start | None = None
    start_fate: StartFate | None = None
    aside_gold: Points | None = None
    toad: ToadTurns | None = None
    lost_turns: Points | None = None
    extra_turns: Points | None = None
    out: Switch | None = None


class CardState(Frozen):
    """Where one card lies: one already out by its `key`, or one named by `card` and `deck`.

    Without a zone it is back in its deck or pile.
    """

    key: Slug | None = None
    card: Slug | None = None
    deck: Slug | None = None
    new: Card | None = None
    zone: Zone | None = None
    seat: SeatKey | None = None
    space: Slug | None = None


class TurnState(Frozen):
    """Whose turn it is and how far it has come."""

    seat: SeatKey
    phase: Literal[Phase.MOVE, Phase.ENCOUNTER, Phase.END, Phase.OVER] = Phase.MOVE


class Told(Frozen):
    """Printed facts as this table's box has them."""

    draws: dict[Slug, Draws] = {}
    rings: dict[Slug, tuple[Slug, ...]] = {}
    copies: dict[Slug, Many] = {}
    characters: dict[Slug, CharacterFacts] = {}
    dial_ceiling: Many | None = None
    board_confirmed: Switch | None = None


class StateParams(Params):
    """What lies on the table, as far as it differs from what the app thinks, and why."""

    reason: Words
    figures: dict[SeatKey, FigureState] = {}
    cards: tuple[CardState, ...] = ()
    gold_on: dict[Slug, Points] = {}
    turn: TurnState | None = None
    facts: Told | None = None


# What has come before a part of the turn, as far as that part asks for it.
BEFORE: dict[Phase, dict[str, Any]] = {
    Phase.ENCOUNTER: {"arrived": True},
    Phase.END: {"encountered": "space"},
}


def _problems(t: Table, _me: Figure, params: StateParams) -> list[Problem]:
    for seat, state in params.figures.items():
        figure = t.figure(seat)
        bereft = not (figure.in_play or figure.status is Status.AWAY or state.character)
        if bereft and _says_dials(state):
            return [Problem("no_character", t.cite(Topic.DEATH_REMOVED), {"seat": seat}, hard=True)]
        if state.space:
            t.space(state.space)
        if state.character and state.character not in t.pack.characters_by_id:
            return [
                Problem(
                    "unknown_character",
                    t.cite(Topic.CHARACTERS),
                    {"character": state.character},
                    hard=True,
                )
            ]
    for space in params.gold_on:
        t.space(space)
    for told in params.cards:
        if told.seat:
            t.figure(told.seat)
        if told.space:
            t.space(told.space)
    if params.turn:
        t.figure(params.turn.seat)
    if not _names_something(params):
        return [Problem("nothing_named", hard=True)]
    return _fact_problems(t, params.facts) if params.facts else []


def _names_something(params: StateParams) -> bool:
    """Whether anything is told besides the reason; a seat of which nothing is told is none."""
    told = (*params.figures.values(), params.facts)
    return bool(params.cards or params.gold_on or params.turn) or any(
        one.plain() for one in told if one
    )


def _says_dials(state: FigureState) -> bool:
    """Whether something is told that only a character in play has."""
    return bool(state.model_fields_set - _OF_A_SEAT)


# What a seat has without a character too.
_OF_A_SEAT = frozenset({"out", "lost_turns", "extra_turns", "aside_gold", "played"})


def _fact_problems(t: Table, told: Told) -> list[Problem]:
    problems = []
    for region_id, ring in told.rings.items():
        region = t.pack.regions.get(region_id)
        if region is None or sorted(ring) != sorted(region.ring):
            problems.append(
                Problem(
                    "ring_incomplete", t.cite(Topic.BOARD_ORDER), {"region": region_id}, hard=True
                )
            )
    for space in told.draws:
        t.space(space)
    for character, facts in told.characters.items():
        problems += problems_character(t, character, facts)
    problems += [
        Problem("unknown_card", params={"card": c}, hard=True)
        for c in told.copies
        if t.card(c) is None
    ]
    return problems


def _set_right(t: Table, me: Figure, params: StateParams) -> Rule[None]:
    """Where the app is wrong, set dials, cards or the turn as they lie on the table; anybody may, and says why.

    Raises:
        IllegalAction: A dial out of its range, or more pieces than the box holds.
    """
    yield from _take_in(t, me, params)


def _take_over(t: Table, me: Figure, params: StateParams) -> Rule[None]:
    """A game that began without the app, or went on without it, is taken in as it lies there; the host's.

    Raises:
        IllegalAction: A dial out of its range, or more pieces than the box holds.
    """
    yield from _take_in(t, me, params)


def _take_in(t: Table, me: Figure, params: StateParams) -> Rule[None]:
    had = {(problem.code, str(problem.params)) for problem in _impossible(t)}
    t.say("set_by_hand", (), seat=me.seat, reason=params.reason)
    if params.facts:
        _take_facts(t, params.facts)
    for seat, state in params.figures.items():
        yield from _take_figure(t, seat, state)
    for space, gold in params.gold_on.items():
        t.change("space", space, "gold", gold, ())
    for told in params.cards:
        _take_card(t, me, told)
    if params.turn:
        t.change("turn", "", "seat", params.turn.seat, ())
        t.change("turn", "", "phase", params.turn.phase.value, ())
        t.change("turn", "", "marks", BEFORE.get(params.turn.phase, {}), ())
        if t.turn.number == 0:
            t.change("turn", "", "number", 1, ())
    if t.turn.phase not in {Phase.SETUP, Phase.OVER}:
        _go_on(t, params)
    new = [problem for problem in _impossible(t) if (problem.code, str(problem.params)) not in had]
    if new:
        raise IllegalAction(*new)


def _go_on(t: Table, params: StateParams) -> None:
    """The game ends if all are out; the turn of one who was put out just now goes to the next."""
    end_for_nobody(t)
    put_out = {seat for seat, state in params.figures.items() if state.out}
    if t.turn.seat in put_out and t.turn.phase is not Phase.OVER:
        pass_on(t, t.figures[t.turn.seat])


def _impossible(t: Table) -> list[Problem]:
    """What no table of this box can show, as far as the box is known."""
    return [*problems_with_table(t), *problems_with_copies(t)]


def _take_facts(t: Table, told: Told) -> None:
    for space, draws in told.draws.items():
        t.change("fact", f"draws:{space}", "value", draws, ())
    for region, ring in told.rings.items():
        t.change("fact", f"ring:{region}", "value", list(ring), ())
    for card, copies in told.copies.items():
        t.change("fact", f"copies:{card}", "value", copies, ())
    for character, facts in told.characters.items():
        value = facts.plain()
        t.change("fact", f"character:{character}", "value", value, ())
    if told.dial_ceiling is not None:
        t.change("fact", "dial_ceiling", "value", told.dial_ceiling, ())
    if told.board_confirmed is not None:
        t.change("fact", "board_confirmed", "value", told.board_confirmed or None, ())


def _take_figure(t: Table, seat: str, state: FigureState) -> Rule[None]:
    figure = t.figures[seat]
    told: dict[str, Any] = {
        name: value
        for name, value in state.model_dump(mode="json", exclude=_NO_FIELDS).items()
        if value is not None
    }
    if state.character and not figure.in_play:
        if (figure.status, figure.character) != (Status.AWAY, state.character):
            told |= _start_values(t, state, told)
            _check_whole(t, seat, told)
        told["status"] = Status.IN_PLAY.value
    stood = figure.space
    for name, value in told.items():
        t.change("figure", seat, name, value, ())
    if stood and figure.space != stood:
        leave_behind(t, figure, (), stood)
    take_earned(t, figure, state)
    if state.out:
        yield from give_up(t, figure, "aside", ())


# What is told of a figure and is none of its numbers.
_NO_FIELDS = {"out", *Earned.model_fields}
# Without these no character stands on the board.
_NEEDED = ("alignment", "space", "strength", "craft", "life")


def _check_whole(t: Table, seat: str, told: dict[str, Any]) -> None:
    """A character comes into play whole: what its card does not tell, the table does.

    Raises:
        IllegalAction: Something of it is not told.
    """
    if lacking := [name for name in _NEEDED if not told.get(name)]:
        params = {"seat": seat, "character": told["character"], "lacking": lacking}
        cites = t.cite(Topic.CHARACTER_CARD)
        raise IllegalAction(Problem("state_incomplete", cites, params, hard=True))


def _start_values(t: Table, state: FigureState, told: dict[str, Any]) -> dict[str, Any]:
    """A character taken in without its card being read starts at the values told, or at those of its card."""
    card = t.pack.characters_by_id[str(state.character)]
    facts = t.facts.get(f"character:{state.character}") or card.facts
    alignment = facts.alignment if facts else card.alignment.value
    found: dict[str, Any] = (
        {"alignment": alignment.value} if alignment and not state.alignment else {}
    )
    for name in ("strength", "craft", "life", "fate"):
        if f"start_{name}" not in told:
            found[f"start_{name}"] = getattr(facts, name) if facts else told.get(name, 0)
        if name not in told and facts:
            found[name] = getattr(facts, name)
    return found


def _take_card(t: Table, me: Figure, told: CardState) -> None:
    if told.key is not None:
        if told.key not in t.cards:
            raise InvalidAction(Problem("unknown_card", params={"card": told.key}, hard=True))
        if told.zone is None:
            t.change("card", told.key, "place", None, ())
            return
        _fits_zone(t, t.cards[told.key].deck, told)
        put_card(t, told.key, (), told.zone, seat=_owner(told), space=_space(told))
        if told.card:
            at = t.cards[told.key]
            _known_card(t, at.deck, told.card)
            named = Placement(at.deck, told.card, at.zone, at.seat, at.space, at.order)
            t.change("card", told.key, "place", named.to_json(), ())
        return
    if told.new:
        deck = told.deck or ""
        _known_deck(t, deck)
        _fits_deck(t, deck, told.new)
        new = named_anew(t, deck, _holder(told) or me.seat, told.new)
        _describe(t, deck, new)
        card: str | None = new.id
    else:
        card = told.card
        deck = _deck_told(t, told)
        _known_deck(t, deck)
        if card is not None:
            _known_card(t, deck, card)
    if told.zone is None:
        raise InvalidAction(Problem("zone_missing", params={"card": card}, hard=True))
    _fits_zone(t, deck, told)
    seat, space = _owner(told), _space(told)
    put_card(t, None, (), told.zone, seat=seat, space=space, deck=deck, card=card)


def _deck_told(t: Table, told: CardState) -> str:
    """The deck that is named, or else that of the card."""
    if told.deck or told.card is None:
        return told.deck or ""
    if t.card(told.card) is None:
        raise InvalidAction(Problem("unknown_card", params={"card": told.card}, hard=True))
    return deck_of(t, told.card)


def _describe(t: Table, deck: str, card: Card) -> None:
    """Keep what is told of a card; what a hand alone knows stays as its holder described it."""
    known = t.pack.decks_by_id[deck].secret and t.facts.get(f"deck:{card.id}") == deck
    if known and all(at.zone is Zone.HAND for at in t.cards.values() if at.card == card.id):
        return
    t.change("fact", f"card:{card.id}", "value", card.plain(), ())
    t.change("fact", f"deck:{card.id}", "value", deck, ())


def _holder(told: CardState) -> str | None:
    """Who alone sees it, where it is in a hand."""
    return told.seat if told.zone is Zone.HAND else None


def _owner(told: CardState) -> str | None:
    """Whose it is, where its zone is somebody's."""
    return told.seat if told.zone in {Zone.HAND, Zone.HELD, Zone.TROPHY, Zone.ASIDE} else None


def _space(told: CardState) -> str | None:
    """The space it lies on, if it lies on one."""
    return told.space if told.zone is Zone.SPACE else None


def _fits_zone(t: Table, deck: str, told: CardState) -> None:
    """A hand holds spells only; the living hold cards, and for the dead they are set aside."""
    seat = _owner(told)
    fits = told.zone is not Zone.HAND or deck == t.policy.spell_deck
    if seat is not None:
        bereft = t.figures[seat].status in {Status.DEAD, Status.OUT, Status.WAITING}
        fits &= bereft is (told.zone is Zone.ASIDE)
    if not fits:
        zone = told.zone.value if told.zone else None
        params = {"zone": zone, "deck": deck, "seat": seat}
        raise IllegalAction(Problem("cannot_lie_there", params=params, hard=True))


def _known_card(t: Table, deck: str, card: str) -> None:
    if card not in known_cards(t, deck):
        raise InvalidAction(Problem("unknown_card", params={"card": card, "deck": deck}, hard=True))


def _fits_deck(t: Table, deck: str, card: Card) -> None:
    """A card described is of a kind that its deck holds, stays in its deck, and is about this box."""
    elsewhere = t.card(card.id) is not None and deck_of(t, card.id) != deck
    if elsewhere:
        params = {"type": card.type.value, "deck": deck}
        raise InvalidAction(Problem("not_in_this_deck", params=params, hard=True))
    if problems := list(problems_card(t, deck, card)):
        raise InvalidAction(*problems)


def _known_deck(t: Table, deck: str) -> None:
    if deck not in t.pack.decks_by_id:
        raise InvalidAction(Problem("unknown_deck", params={"deck": deck}, hard=True))


# What sets the table right: it may be logged while a question is open, and when the game is over.
CORRECTIONS = frozenset({"correct", "state_of_table"})


def _always(_t: Table, _me: Figure) -> bool:
    return True


register(ActionKind("correct", StateParams, _problems, _set_right, nothing, told=_always))
register(
    ActionKind(
        "state_of_table", StateParams, _problems, _take_over, nothing, for_host=True, told=_always
    )
)
