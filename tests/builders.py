"""Tables for tests, described in a few words: seats by name in clockwise order, cards by their ids.

>>> table = a_table("plain", ann={"life": 2, "objects": ["sword"]}, bob={"at": "ford"})
>>> look_figure(table, "ann", {"life", "objects", "at"})
{'at': 'inn', 'life': 2, 'objects': ['sword']}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from content.schema.pack import Pack
from games.rules.actions.base import Action, Cause
from games.rules.changes import Note
from games.rules.legality import problems_with_table
from games.rules.references import UNSEEN
from games.rules.table import Figure, Placement, Table
from games.rules.terms import CardType, Dial, Phase, Status, Zone
from games.rules.verbs.cards import deck_of
from tests.packs import pack_named

DEFAULTS = {"strength": 3, "craft": 3, "life": 4, "fate": 0, "gold": 0}
ZONES = {
    "objects": Zone.HELD,
    "followers": Zone.HELD,
    "spells": Zone.HAND,
    "trophies": Zone.TROPHY,
    "aside": Zone.ASIDE,
}
KEPT = ("start_space", "played")
RENAMED = {
    "at": "space",
    "life_of": "start_life",
    "strength_start": "start_strength",
    "craft_start": "start_craft",
    "fate_start": "start_fate",
}
MARKS: dict[Phase, dict[str, Any]] = {
    Phase.ENCOUNTER: {"arrived": True},
    Phase.END: {"encountered": "space"},
}
_FIELDS = {field.name for field in fields(Figure)} - {"seat"}

Said = Mapping[str, Any]


def a_table(
    pack: str | Pack = "plain",
    *,
    turn: str | None = None,
    phase: str = "move",
    marks: Mapping[str, Any] | None = None,
    spaces: Mapping[str, Iterable[Any]] | None = None,
    discards: Mapping[str, Iterable[str]] | None = None,
    deck: Mapping[str, int] | None = None,
    piles: Mapping[str, int] | None = None,
    cards: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    facts: Mapping[str, Any] | None = None,
    pieces: Mapping[str, str] | None = None,
    variants: Iterable[str] = (),
    rulings: Iterable[str] = (),
    setup: Iterable[str] = (),
    **figures: Said,
) -> Table:
    """A table with what lies on it; whatever is not said has a plain default.

    Args:
        turn: Whose turn it is; the first seat's if not said.
        phase: Which part of it; an encounter follows an arrival, an end an encounter of the space.
        marks: What the turn remembers instead of that.
        spaces: What lies face up on spaces: card ids, and `{"gold": 2}` for coins.
        discards: Discard piles by deck, the oldest card first.
        deck: Cards left in face-down decks; whatever else would be there is out of the game.
        piles: Cards left on open piles.
        cards: Cards by deck that the pack does not know but the table has described.
        facts: Printed facts as the table corrected them, by key.
        pieces: Where pieces stand that belong to nobody, by piece.
        figures: Seats by name, clockwise; see `_seat`.
    """
    pack = pack_named(pack) if isinstance(pack, str) else pack
    table = Table(pack, tuple(figures), tuple(variants), tuple(rulings))
    for deck_id, described in (cards or {}).items():
        for card in described:
            table.put("fact", f"card:{card['id']}", "value", dict(card))
            table.put("fact", f"deck:{card['id']}", "value", deck_id)
    for key, value in (facts or {}).items():
        table.put("fact", key, "value", value)
    for piece, space in (pieces or {}).items():
        table.put("piece", piece, "space", space)
    for seat, said in figures.items():
        _seat(table, seat, said)
    for space, things in (spaces or {}).items():
        _fill(table, space, things)
    for deck_id, ids in (discards or {}).items():
        for card_id in ids:
            _lay(table, card_id, Zone.DISCARD, deck=deck_id)
    for deck_id, left in (deck or {}).items():
        _leave(table, deck_id, left)
    for card_id, left in (piles or {}).items():
        out = sum(place.card == card_id for place in table.cards.values())
        table.put("fact", f"copies:{card_id}", "value", out + left)
    table.setup = tuple(setup)
    _begin(table, turn or next(iter(figures)), Phase(phase), marks)
    if table.turn.phase is not Phase.SETUP:
        assert problems_with_table(table) == []
    return table


def act(
    kind: str,
    seat: str,
    *,
    because: tuple[str, str] | None = None,
    as_happened: str | None = None,
    **params: Any,
) -> Action:
    """An action; `because` is the kind and name of what outranks the rules."""
    cause = Cause.model_validate({"kind": because[0], "name": because[1]}) if because else None
    return Action(kind=kind, seat=seat, params=params, cause=cause, as_happened=as_happened)


def _begin(table: Table, seat: str, phase: Phase, marks: Mapping[str, Any] | None) -> None:
    if phase is Phase.SETUP:
        return
    table.turn.seat, table.turn.number, table.turn.phase = seat, 1, phase
    table.turn.marks = dict(MARKS.get(phase, {}) if marks is None else marks)


def _seat(table: Table, seat: str, said: Said) -> None:
    """Fill one seat.

    Dials and tokens by their names; the start values are the values unless `life_of` or
    `strength_start` and the like say otherwise. `at`, `alignment`, `character`, `status`; cards by
    id under `objects`, `followers`, `spells`, `trophies`, `aside` (in the hand also `unseen`);
    `start_space` and `played`, the characters the seat has had.
    """
    figure = table.figures[seat]
    told = {RENAMED.get(name, name): value for name, value in said.items()}
    figure.status = Status(told.pop("status", "in_play"))
    cards = {name: told.pop(name) for name in ZONES if name in told}
    kept = {name: told.pop(name) for name in KEPT if name in told}
    if figure.in_play:
        told = {**_defaults(table, seat, told), **told}
    for name, value in told.items():
        assert name in _FIELDS, f"a figure has no {name}"
        table.put("figure", seat, name, value)
    figure.marks = {**figure.marks, **kept}
    for name, ids in cards.items():
        for card in ids:
            _lay(table, card, ZONES[name], seat=seat)


def _defaults(table: Table, seat: str, told: Said) -> dict[str, Any]:
    found: dict[str, Any] = {name: told.get(name, value) for name, value in DEFAULTS.items()}
    found |= {f"start_{name}": found[name] for name in ("strength", "craft", "life", "fate")}
    found["character"] = told.get("character") or _character_for(table, seat)
    printed = table.pack.characters_by_id[found["character"]].alignment.value
    found["alignment"] = printed.value if printed else "good"
    found["space"] = next(region.ring[0] for region in table.pack.board.regions if region.ring)
    return found


def _character_for(table: Table, seat: str) -> str:
    """The character whose name has the seat's in it, or the first that nobody has."""
    taken = {figure.character for figure in table.figures.values()}
    free = [card.id for card in table.pack.characters if card.id not in taken]
    return next((one for one in free if seat.lower() in one.split("-")), free[0])


def _fill(table: Table, space: str, things: Iterable[Any]) -> None:
    for thing in things:
        if isinstance(thing, Mapping):
            table.put("space", space, "gold", thing["gold"])
        else:
            _lay(table, thing, Zone.SPACE, space=space)


def _lay(
    table: Table,
    card: str,
    zone: Zone,
    *,
    seat: str | None = None,
    space: str | None = None,
    deck: str | None = None,
) -> None:
    table.serial += 1
    known = None if card == UNSEEN else card
    deck = deck or (table.policy.spell_deck if known is None else deck_of(table, known))
    place = Placement(deck, known, zone, seat, space, table.serial)
    table.put("card", f"c{table.serial}", "place", place.to_json())


def _leave(table: Table, deck: str, left: int) -> None:
    """Take cards out of the game, unseen, until so many are left in their deck."""
    while table.deck_count(deck) > left:
        _lay(table, UNSEEN, Zone.OUT, deck=deck)


# ------------------------------------------------------------ looking


def ids_of(table: Table, keys: Iterable[str]) -> list[str]:
    """The ids of cards by their keys."""
    return [table.cards[key].card or UNSEEN for key in keys]


def look_figure(table: Table, seat: str, names: Iterable[str]) -> dict[str, Any]:
    """What a figure has, in the words of `a_table`."""
    return {name: _look(table, table.figures[seat], name) for name in sorted(names)}


def _look(table: Table, figure: Figure, name: str) -> Any:
    if name in {"objects", "followers"}:
        kind = CardType.OBJECT if name == "objects" else CardType.FOLLOWER
        return ids_of(table, table.held(figure.seat, kind))
    if name in ZONES:
        return ids_of(table, table.cards_in(ZONES[name], seat=figure.seat))
    if name in KEPT:
        return figure.marks.get(name)
    if name == "lead":
        lead = figure.marks.get("lead")
        return lead and {word: lead[word] for word in ("task", "kind", "count")}
    return table.get("figure", figure.seat, RENAMED.get(name, name))


def look_table(table: Table, said: Mapping[str, Any]) -> dict[str, Any]:
    """What lies on the table beside the figures, as far as `said` asks for it."""
    return {name: _look_at(table, name, value) for name, value in said.items()}


def _look_at(table: Table, name: str, said: Any) -> Any:
    if name in {"turn", "phase", "winner", "number"}:
        return table.winner if name == "winner" else table.get("turn", "", _turn_field(name))
    if name == "spaces":
        return {space: look_space(table, space) for space in said}
    if name == "discards":
        return {deck: ids_of(table, table.discards(deck)) for deck in said}
    if name == "deck":
        return {deck: table.deck_count(deck) for deck in said}
    if name == "piles":
        return {card: table.pile_count(card) for card in said}
    if name == "supply":
        return {dial: table.supply(Dial(dial)) for dial in said}
    if name == "pieces":
        return {piece: table.pieces[piece] for piece in said}
    assert name == "facts", f"a table has no {name}"
    return {key: table.get("fact", key, "value") for key in said}


def _turn_field(name: str) -> str:
    return "seat" if name == "turn" else name


def look_space(table: Table, space: str) -> list[Any]:
    """The cards on a space in the order they came there, then its coins."""
    gold = table.gold_on.get(space, 0)
    return [*ids_of(table, table.on_space(space)), *([{"gold": gold}] if gold else [])]


def codes(notes: Iterable[Note]) -> list[str]:
    """The codes of a derivation, in order."""
    return [note.code for note in notes]


def snapshot(table: Table) -> dict[str, Any]:
    """Everything a table is, as plain data: two tables are the same if their snapshots are equal."""
    what: dict[str, Any] = {
        "figures": {
            seat: {name: table.get("figure", seat, name) for name in sorted(_FIELDS)}
            for seat in table.figures
        },
        "cards": {key: table.get("card", key, "place") for key in sorted(table.cards)},
        "gold_on": dict(sorted(table.gold_on.items())),
        "pieces": dict(sorted(table.pieces.items())),
        "facts": {key: table.get("fact", key, "value") for key in sorted(table.facts)},
        "turn": {
            name: table.get("turn", "", name) for name in ("seat", "number", "phase", "marks")
        },
    }
    for name in ("order", "setup", "serial", "winner"):
        what[name] = table.get("game", "", name)
    return what
