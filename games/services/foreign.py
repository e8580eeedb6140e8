"""Whether what an entry from elsewhere says can be at all: of its shape, of this edition, of these seats.

The rules trust what they wrote themselves. What comes in from a file is held against the edition here
before any of it is laid on a table, so that nothing later stumbles over it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from pydantic import TypeAdapter, ValidationError

from content.schema.base import Slug
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from games.exports.incoming import EntryIn, PublicIn, SecretIn, first_fault
from games.models import ActionRecord
from games.rules.actions.base import Action, kinds
from games.rules.changes import Change
from games.rules.table import Table
from games.rules.terms import Alignment, Phase, Status, Zone
from games.rules.viewpoint import HIDDEN, unmasked
from games.states import FIGURE_FIELDS, TURN_FIELDS

Kind = ActionRecord.Kind

MOST_ON_A_DIAL = 99
MOST_COUNTED = 2**31 - 1
MOST_CARDS = 5000
MOST_FACTS = 5000
LONGEST_KEY = 20
LONGEST_ID = 140
_OF_A_CHANGE = frozenset({"what", "id", "field", "before", "after", "rules"})
_TURNS_LOG = frozenset({Kind.UNDO.value, Kind.REDO.value})
_OWN_KINDS = {Kind.START.value: {"table_opened"}, **{kind: {kind} for kind in _TURNS_LOG}}
_WITH_A_SEAT = frozenset({Zone.HAND.value, Zone.HELD.value, Zone.TROPHY.value, Zone.ASIDE.value})
_CHANGED_BY = {
    "figure": frozenset(FIGURE_FIELDS),
    "card": frozenset({"place"}),
    "space": frozenset({"gold"}),
    "piece": frozenset({"space"}),
    "turn": frozenset(TURN_FIELDS),
    "game": frozenset({"serial", "winner", "setup"}),
    "fact": frozenset({"value"}),
}
_PLACE = 6
_STATUSES, _SIDES = frozenset(map(str, Status)), frozenset(map(str, Alignment))
_PHASES, _ZONES = frozenset(map(str, Phase)), frozenset(map(str, Zone))
_SLUG = TypeAdapter(Slug)


class Unfit(Exception):
    """What an entry says cannot be, for the reason given."""


def changes_told(entry: EntryIn, t: Table) -> list[Change]:
    """What an entry changed, once it is known to be one that a table of this edition can have logged.

    Args:
        entry: As it came.
        t: The table before it, of which pack, seats and facts are read.

    Raises:
        Unfit: It cannot be.
    """
    if (entry.secret is None) == (entry.secret_hash is None):
        raise Unfit("it carries its secret part or that part's hash, one of them")
    if (entry.salt is None) != (entry.secret is None):
        raise Unfit("a salt belongs to a secret part")
    try:
        public = PublicIn.model_validate(entry.public)
        whole = entry.public
        if entry.secret:
            SecretIn.model_validate(entry.secret)
            whole = unmasked(entry.public, entry.secret)
            public = PublicIn.model_validate(whole)
        if public.cause is not None or public.as_happened is not None:
            Action.model_validate({name: whole[name] for name in Action.model_fields})
    except ValidationError as error:
        raise Unfit(first_fault(error)) from None
    except IndexError:
        raise Unfit("something is hidden where nothing stands") from None
    _check(public, t)
    changes = []
    for told in whole["changes"]:
        if not _is_change(told):
            raise Unfit("a change has another shape than changes have")
        change = Change.from_json(told)
        if why := why_not(change, t):
            raise Unfit(f"{change.what}.{change.id}.{change.field}: {why}")
        changes.append(change)
    return changes


def _is_change(told: dict[str, Any]) -> bool:
    """Whether a change says what changes say. By hand: most of a log is changes, and this is ten times as quick."""
    return (
        told.keys() == _OF_A_CHANGE
        and isinstance(told["what"], str)
        and told["what"] in _CHANGED_BY
        and isinstance(told["id"], str)
        and len(told["id"]) <= LONGEST_ID
        and isinstance(told["field"], str)
        and isinstance(told["rules"], list)
        and all(isinstance(rule, str) for rule in told["rules"])
    )


def _check(public: PublicIn, t: Table) -> None:
    """Raises Unfit if it is no action of this server's, or names a seat that is none."""
    known = _OWN_KINDS.get(public.entry) or kinds().keys()
    if public.kind not in known:
        raise Unfit(f"there is no action {public.kind!r} here")
    seats = {public.seat, *(note.secret_to for note in public.notes)} - {None}
    if strange := seats - t.figures.keys():
        raise Unfit(f"there is no seat {min(str(seat) for seat in strange)}")
    if public.entry == Kind.ACTION.value and public.seat is None:
        raise Unfit("nobody did it")
    if (public.entry in _TURNS_LOG) != bool(public.undoes):
        raise Unfit("only what takes back or brings back names entries")


def why_not(change: Change, t: Table) -> str | None:
    """Why a table of this edition cannot come to say this, if it cannot."""
    if change.field not in _CHANGED_BY[change.what]:
        return "there is no such field"
    return _READERS[change.what](change.id, change.field, change.after, t)


def why_not_fact(key: str, value: Any, t: Table) -> str | None:
    """Why this cannot be a fact of this edition."""
    if value is None:
        return None
    if key not in t.facts and len(t.facts) >= MOST_FACTS:
        return "there are too many facts"
    kind, _, name = key.partition(":")
    if kind not in _FACTS:
        return "there is no such fact"
    try:
        fits = _FACTS[kind](name, value, t)
    except ValidationError as error:
        return first_fault(error)
    return _unless(fits)


# Less than the rules ask of whoever tells a fact: only what they need to read it again.
_FACTS: dict[str, Callable[[str, Any, Table], bool]] = {
    "card": lambda name, value, _t: Card.model_validate(value).id == name,
    "character": lambda name, value, t: (
        name in t.pack.characters_by_id
        and CharacterFacts.model_validate(value).start in t.pack.spaces
    ),
    "deck": lambda name, value, t: _is_slug(name) and _is_one_of(value, t.pack.decks_by_id),
    "copies": lambda name, value, _t: _is_slug(name) and _is_count(value),
    "draws": lambda name, value, t: name in t.pack.spaces and _is_dial(value),
    "ring": lambda name, value, t: (
        name in t.pack.regions
        and isinstance(value, list)
        and all(_is_one_of(space, t.pack.spaces) for space in value)
        and sorted(value) == sorted(t.pack.regions[name].ring)
    ),
    "dial_ceiling": lambda name, value, _t: not name and _is_count(value),
    "board_confirmed": lambda name, value, _t: not name and isinstance(value, bool),
}


_FIGURES: dict[str, Callable[[Any, Table], bool]] = {
    "status": lambda value, _t: _is_one_of(value, _STATUSES),
    "alignment": lambda value, _t: value is None or _is_one_of(value, _SIDES),
    "character": lambda value, t: value is None or _is_one_of(value, t.pack.characters_by_id),
    "space": lambda value, t: value is None or _is_one_of(value, t.pack.spaces),
    "first_turn": lambda value, _t: isinstance(value, bool),
    "marks": lambda value, _t: isinstance(value, dict),
}
_TURNS: dict[str, Callable[[Any, Table], bool]] = {
    "seat": lambda value, t: value is None or _is_one_of(value, t.figures),
    "number": lambda value, _t: _is_count(value),
    "phase": lambda value, _t: _is_one_of(value, _PHASES),
    "marks": lambda value, _t: isinstance(value, dict),
}
_GAMES: dict[str, Callable[[Any, Table], bool]] = {
    "serial": lambda value, _t: _is_count(value),
    "winner": lambda value, t: value is None or _is_one_of(value, t.figures),
    "setup": lambda value, _t: isinstance(value, list) and all(_is_slug(step) for step in value),
}


def _figure(seat: str, field: str, value: Any, t: Table) -> str | None:
    if seat not in t.figures:
        return "there is no such seat"
    fits = _FIGURES.get(field)
    return _unless(fits(value, t) if fits else _is_dial(value))


def _card(key: str, _field: str, value: Any, t: Table) -> str | None:
    if not 0 < len(key) <= LONGEST_KEY:
        return "no card has such a key"
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != _PLACE:
        return "that is no place"
    if key not in t.cards and len(t.cards) >= MOST_CARDS:
        return "there are too many cards"
    deck, card, zone, seat, space, order = value
    fits = _is_one_of(deck, t.pack.decks_by_id) and (card is None or _is_slug(card))
    fits &= _is_one_of(zone, _ZONES) and _is_count(order)
    has_seat, has_space = _is_one_of(zone, _WITH_A_SEAT), zone == Zone.SPACE.value
    fits &= _is_one_of(seat, t.figures) if has_seat else seat is None
    fits &= _is_one_of(space, t.pack.spaces) if has_space else space is None
    return _unless(fits)


def _space(space: str, _field: str, value: Any, t: Table) -> str | None:
    return _unless(space in t.pack.spaces and _is_dial(value))


def _piece(piece: str, _field: str, value: Any, t: Table) -> str | None:
    return _unless(piece in t.pieces and _is_one_of(value, t.pack.spaces))


def _turn(id_: str, field: str, value: Any, t: Table) -> str | None:
    return _unless(not id_ and _TURNS[field](value, t))


def _game(id_: str, field: str, value: Any, t: Table) -> str | None:
    return _unless(not id_ and _GAMES[field](value, t))


def _fact(key: str, _field: str, value: Any, t: Table) -> str | None:
    if key == HIDDEN:
        return _unless(value is None)
    return why_not_fact(key, value, t)


_READERS: dict[str, Callable[[str, str, Any, Table], str | None]] = {
    "figure": _figure,
    "card": _card,
    "space": _space,
    "piece": _piece,
    "turn": _turn,
    "game": _game,
    "fact": _fact,
}


def _unless(fits: object) -> str | None:
    return None if fits else "that is no value of it"


def _is_one_of(value: Any, known: Collection[str]) -> bool:
    return isinstance(value, str) and value in known


def _is_dial(value: Any) -> bool:
    return _is_count(value) and value <= MOST_ON_A_DIAL


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COUNTED


def _is_slug(value: Any) -> bool:
    try:
        _SLUG.validate_python(value)
    except ValidationError:
        return False
    return True
