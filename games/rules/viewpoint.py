"""Who may see what: the one place where hands are taken out, for tables, questions and log entries.

Everything that leaves the server passes through a whitelist here; what is not named does not leave.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from content.schema.cards import DeckKind
from content.schema.pack import Pack
from games.rules.asks import Ask, Choose, Draw
from games.rules.changes import Change, Note
from games.rules.table import Figure, Placement, Table
from games.rules.terms import ATTRIBUTES, CardType, Dial, Zone
from games.rules.verbs.cards import is_known_to, object_limit
from games.rules.verbs.values import spells_allowed, total

HIDDEN = "hidden"
_PUBLIC_MARKS = ("dealt", "passage", "start_space", "played", "lead", "passed", "turned_back")
_FIGURE_NUMBERS = (
    "strength",
    "craft",
    "life",
    "fate",
    "gold",
    "start_strength",
    "start_craft",
    "start_life",
    "start_fate",
    "aside_gold",
    "toad",
    "lost_turns",
    "extra_turns",
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a seat, somebody without one, or the operator, who sees everything."""

    seat: str | None = None
    sees_all: bool = False

    def sees(self, seat: str | None) -> bool:
        """Whether what a seat keeps secret is this viewer's to see."""
        return self.sees_all or (seat is not None and seat == self.seat)


# ---------------------------------------------------------------------- the table


def view_table(t: Table, viewer: Viewer) -> dict[str, Any]:
    """The whole table as one viewer may see it, in plain JSON."""
    return {
        "edition": t.pack.edition.id,
        "variants": list(t.variants),
        "rulings": list(t.rulings),
        "phase": t.turn.phase.value,
        "turn": {
            "seat": t.turn.seat,
            "number": t.turn.number,
            "encountered": t.turn.marks.get("encountered"),
            "was_toad": bool(t.turn.marks.get("was_toad")),
        },
        "winner": t.winner,
        "seats": [_figure(t, t.figures[seat], viewer) for seat in t.order],
        "spaces": _spaces(t),
        "decks": [_deck(t, deck.id) for deck in t.pack.decks if deck.kind is DeckKind.DECK],
        "piles": [
            {"deck": deck.id, "card": card.id, "left": _left(t, card.id)}
            for deck in t.pack.decks
            if deck.kind is DeckKind.PILES
            for card in deck.cards
        ],
        "supply": {dial.value: t.supply(dial) for dial in (Dial.FATE, Dial.GOLD)},
        "pieces": dict(t.pieces),
        "facts": _facts(t, viewer),
    }


def _left(t: Table, card: str) -> int | None:
    """What a pile still has; a guess that the table has outdone says none."""
    left = t.pile_count(card)
    return None if left is None else max(0, left)


def _figure(t: Table, figure: Figure, viewer: Viewer) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "seat": figure.seat,
        "status": figure.status.value,
        "character": figure.character,
        "alignment": figure.alignment.value if figure.alignment else None,
        "space": figure.space,
        **{name: getattr(figure, name) for name in _FIGURE_NUMBERS},
        "first_turn": figure.first_turn,
        "marks": {name: figure.marks[name] for name in _PUBLIC_MARKS if name in figure.marks},
        "objects": _cards(t, t.held(figure.seat, CardType.OBJECT)),
        "followers": _cards(t, t.held(figure.seat, CardType.FOLLOWER)),
        "trophies": _cards(t, t.cards_in(Zone.TROPHY, seat=figure.seat)),
        "aside": _cards(t, t.cards_in(Zone.ASIDE, seat=figure.seat)),
        "hand": _hand(t, figure, viewer),
    }
    if Dial.DARK_FATE in t.pack.edition.dials:
        seen["dark_fate"] = figure.dark_fate
    if figure.in_play:
        seen["totals"] = {dial.value: total(t, figure, dial) for dial in ATTRIBUTES}
        seen["spell_limit"] = spells_allowed(t, figure)
        seen["object_limit"] = object_limit(t, figure)
    return seen


def _hand(t: Table, figure: Figure, viewer: Viewer) -> dict[str, Any]:
    keys = t.hand(figure.seat)
    return {"count": len(keys), "cards": _cards(t, keys) if viewer.sees(figure.seat) else None}


def _cards(t: Table, keys: list[str]) -> list[dict[str, Any]]:
    return [{"key": key, "card": t.cards[key].card} for key in keys]


def _spaces(t: Table) -> dict[str, Any]:
    lying: dict[str, list[tuple[int, str]]] = {}
    for key, placement in t.cards.items():
        if placement.zone is Zone.SPACE and placement.space:
            lying.setdefault(placement.space, []).append((placement.order, key))
    spaces = sorted({*lying, *t.gold_on})
    return {
        space: {
            "cards": _cards(t, [key for _, key in sorted(lying.get(space, ()))]),
            "gold": t.gold_on.get(space, 0),
        }
        for space in spaces
    }


def _deck(t: Table, deck_id: str) -> dict[str, Any]:
    return {
        "deck": deck_id,
        "count": t.deck_count(deck_id),
        "discards": _cards(t, t.discards(deck_id)),
    }


def _facts(t: Table, viewer: Viewer) -> dict[str, Any]:
    return {
        key: t.get("fact", key, "value")
        for key in sorted(t.facts)
        if not is_hidden_fact(t, key, viewer)
    }


def is_hidden_fact(t: Table, key: str, viewer: Viewer) -> bool:
    """Whether knowing of a described card would tell what somebody else has in hand.

    A card of a secret deck that the table described is hidden until it lies open or is the viewer's own.
    """
    kind, _, card = key.partition(":")
    if kind not in {"card", "deck"} or viewer.sees_all:
        return False
    return not is_known_to(t, viewer.seat, card)


def as_known(t: Table, viewer: Viewer) -> Table:
    """The table as far as a viewer knows it: what others hold is unseen, and nowhere described."""
    twin = t.copy()
    for fact in t.facts:
        if is_hidden_fact(t, fact, viewer):
            twin.put("fact", fact, "value", None)
    for key, place in t.cards.items():
        if place.zone is Zone.HAND and not viewer.sees(place.seat):
            twin.cards[key] = replace(place, card=None)
    return twin


# ---------------------------------------------------------------------- the open question


def view_ask(t: Table, ask: Ask, viewer: Viewer) -> dict[str, Any]:
    """The open question as one viewer may see it; a secret one shows others only whom it waits for.

    How many cards are drawn from where is seen on the table: the host answers for whoever is absent.
    """
    if ask.secret and not viewer.sees(ask.seat):
        drawn = (
            {"deck": ask.deck, "count": ask.count, "may_be_unseen": ask.may_be_unseen}
            if isinstance(ask, Draw)
            else {}
        )
        return {**Ask.to_json(ask), **drawn, "secret": True}
    seen = ask.to_json()
    if isinstance(ask, Draw):
        seen["known"] = [
            card for card in seen["known"] if not is_hidden_fact(t, f"card:{card}", viewer)
        ]
    if isinstance(ask, Choose):
        seen["options"] = [
            {
                "id": option.id,
                "costs": option.costs,
                "barred": option.barred.code if option.barred else None,
            }
            for option in ask.options
            if not option.secret or viewer.sees(ask.seat)
        ]
    return {**seen, "secret": ask.secret}


# ---------------------------------------------------------------------- the log


def masked(
    entry: dict[str, Any], asked: tuple[Ask, ...], pack: Pack, seat: str | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split an entry into what everybody may read and what was masked in it.

    Args:
        entry: Its `params`, `answers`, `changes` and `notes` in JSON, and anything public besides.
        asked: The questions, in the order of the answers.
        pack: Its decks say which facts are secret.
        seat: Whose action it is.

    Returns:
        The public part, and the secret part: for each list, position to `{seat, value}`.
    """
    secret_decks = {deck.id for deck in pack.decks if deck.secret}
    # Whoever drew it first described it; another copy that comes to somebody else later is no news.
    drawn = {
        change["after"][1]: change["after"][3]
        for change in reversed(entry["changes"])
        if change["what"] == "card" and change["after"] and change["after"][2] == Zone.HAND.value
    }
    hidden_cards = {
        card: drawn.get(card, seat) for card in _described(entry["changes"], secret_decks)
    }
    public = dict(entry)
    secret: dict[str, Any] = {}
    for name, mask in (
        ("changes", lambda change, _at: _masked_change(change, hidden_cards)),
        ("notes", lambda note, _at: _masked_note(note)),
        ("answers", lambda answer, at: _masked_answer(answer, asked[at])),
    ):
        public[name], secret[name] = _masked_list(entry[name], mask)
    public["params"], secret["params"] = _masked_params(entry["params"], seat)
    return public, {name: value for name, value in secret.items() if value}


def _described(changes: list[dict[str, Any]], decks: set[str]) -> Iterator[str]:
    """The cards of some decks that are described for the first time."""
    for change in changes:
        kind, _, card = change["id"].partition(":")
        if kind == "deck" and change["after"] in decks:
            yield card


def _masked_list(items: list[Any], mask: Any) -> tuple[list[Any], dict[str, Any]]:
    public, secret = [], {}
    for at, item in enumerate(items):
        found = mask(item, at)
        if found is None:
            public.append(item)
        else:
            shown, owner = found
            public.append(shown)
            secret[str(at)] = {"seat": owner, "value": item}
    return public, secret


def _masked_change(
    change: dict[str, Any], hidden_cards: dict[str, str | None]
) -> tuple[Any, str | None] | None:
    if change["what"] == "fact":
        card = change["id"].partition(":")[2]
        if card in hidden_cards:
            shown = {**change, "id": HIDDEN, "before": None, "after": None}
            return shown, hidden_cards[card]
        return None
    if change["what"] != "card":
        return None
    before, after = change["before"], change["after"]
    in_hand = [place for place in (before, after) if place and place[2] == Zone.HAND.value]
    if not any(place[1] for place in in_hand):
        return None
    shown = {**change, "before": _masked_place(before), "after": _masked_place(after)}
    return shown, in_hand[0][3]


def _masked_place(place: list[Any] | None) -> list[Any] | None:
    if not place or place[2] != Zone.HAND.value:
        return place
    return [place[0], None, *place[2:]]


def _masked_note(note: dict[str, Any]) -> tuple[Any, str | None] | None:
    if note["secret_to"] is None:
        return None
    return {"code": HIDDEN, "params": {}, "rules": [], "secret_to": note["secret_to"]}, note[
        "secret_to"
    ]


def _masked_answer(answer: dict[str, Any], ask: Ask) -> tuple[Any, str | None] | None:
    if not ask.secret:
        return None
    shown = {name: answer[name] for name in ("key", "by", "rolled_by", "cause") if name in answer}
    return {**shown, HIDDEN: True}, ask.seat


def _masked_params(
    params: dict[str, Any], seat: str | None
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Cards that somebody put into a hand by hand are masked in the parameters too."""
    cards = params["cards"] if isinstance(params.get("cards"), list) else []
    held = [c for c in cards if isinstance(c, dict) and c.get("zone") == Zone.HAND.value]
    if not held:
        return params, None
    shown = [
        {name: told for name, told in card.items() if name not in {"card", "new"}}
        if card in held
        else card
        for card in cards
    ]
    owners = {card.get("seat") for card in held}
    owner = held[0].get("seat") if len(owners) == 1 else seat
    return {**params, "cards": shown}, {"seat": owner, "value": params}


def unmasked(public: dict[str, Any], secret: dict[str, Any]) -> dict[str, Any]:
    """The whole entry again: what `masked` split, put together."""
    return _shown(public, secret, Viewer(sees_all=True))


def sees_whole(secret: dict[str, Any], viewer: Viewer) -> bool:
    """Whether all that was masked in an entry is one viewer's to see."""
    parts = [
        hidden
        for name, told in secret.items()
        for hidden in ([told] if name == "params" else told.values())
    ]
    return all(viewer.sees(hidden["seat"]) for hidden in parts)


def may_be_same(what: str, id_: str, one: Any, other: Any) -> bool:
    """Whether two values of a field may be one, for somebody who was not told all that was secret.

    Which card a hand holds may be known to one and not to the other; so may what a card was described as.
    """
    if what == "fact":
        return id_.partition(":")[0] in {"card", "deck"}
    if what != "card" or not (isinstance(one, list) and isinstance(other, list)):
        return False
    same_place = [*one[:1], *one[2:]] == [*other[:1], *other[2:]]
    return same_place and None in (*one[1:2], *other[1:2]) and Zone.HAND.value in one[2:3]


def view_entry(public: dict[str, Any], secret: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
    """An entry of the log as one viewer may read it; notes meant for others are left out."""
    seen = _shown(public, secret, viewer)
    return {**seen, "notes": [note for note in seen["notes"] if note["code"] != HIDDEN]}


def view_entry_text(public: str, masked_parts: str, viewer: Viewer) -> str:
    """The same for parts that lie as JSON text, which is read only where something is hidden."""
    if masked_parts == "{}" and f'"{HIDDEN}"' not in public:
        return public
    return json.dumps(view_entry(json.loads(public), json.loads(masked_parts), viewer))


def _shown(public: dict[str, Any], secret: dict[str, Any], viewer: Viewer) -> dict[str, Any]:
    seen = dict(public)
    for name in ("changes", "notes", "answers"):
        if name in secret:
            items = list(public[name])
            for at, hidden in secret[name].items():
                if viewer.sees(hidden["seat"]):
                    items[int(at)] = hidden["value"]
            seen[name] = items
    if "params" in secret and viewer.sees(secret["params"]["seat"]):
        seen["params"] = secret["params"]["value"]
    return seen


def view_notes(notes: list[Note], viewer: Viewer) -> list[Note]:
    """The steps of a derivation that a viewer may read."""
    return [note for note in notes if note.secret_to is None or viewer.sees(note.secret_to)]


def shows_a_hand(changes: Iterable[Change], viewer: Viewer) -> bool:
    """Whether changes lay open a known card from a hand that a viewer does not see."""
    for change in changes:
        if change.what != "card" or not change.before or not change.after:
            continue
        before, after = Placement.from_json(change.before), Placement.from_json(change.after)
        if (
            before.zone is Zone.HAND
            and after.zone is not Zone.HAND
            and after.card
            and not viewer.sees(before.seat)
        ):
            return True
    return False
