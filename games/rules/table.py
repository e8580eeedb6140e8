"""The table: figures, cards, tokens and turn as the app knows them, and the one way to change them.

Decks and supplies are never counted twice: what is in a deck, a pile or a supply is what the box
holds less what lies elsewhere, so no piece can be lost or made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from content.schema.base import Frozen
from content.schema.cards import Card, DeckKind
from content.schema.characters import CharacterFacts
from content.schema.pack import Pack
from games.rules.changes import Change, Note
from games.rules.errors import InvalidAction, Problem
from games.rules.terms import Alignment, CardType, Dial, Phase, Status, Zone
from games.rules.topics import Topic

if TYPE_CHECKING:
    from content.schema.board import Space
    from content.schema.edition import Policy
    from games.rules.stretches import Way


@dataclass(slots=True)
class Figure:
    """A seat's character in play: dials, tokens, place, and what lasts beyond a turn.

    `toad` counts the own turn ends until the card is turned back; `marks` keeps what only one
    edition knows (a lead, a passed test). Marks are replaced, never changed in place.
    """

    seat: str
    status: Status = Status.WAITING
    character: str | None = None
    alignment: Alignment | None = None
    space: str | None = None
    strength: int = 0
    craft: int = 0
    life: int = 0
    fate: int = 0
    dark_fate: int = 0
    gold: int = 0
    start_strength: int = 0
    start_craft: int = 0
    start_life: int = 0
    start_fate: int = 0
    aside_gold: int = 0
    toad: int = 0
    lost_turns: int = 0
    extra_turns: int = 0
    first_turn: bool = False
    marks: dict[str, Any] = field(default_factory=dict)

    @property
    def in_play(self) -> bool:
        """Whether the character stands on the board."""
        return self.status is Status.IN_PLAY


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one card lies. `card` is None while nobody told the app which card it is."""

    deck: str
    card: str | None
    zone: Zone
    seat: str | None = None
    space: str | None = None
    order: int = 0

    def to_json(self) -> list[Any]:
        """The placement as changes keep it."""
        return [self.deck, self.card, self.zone.value, self.seat, self.space, self.order]

    @classmethod
    def from_json(cls, data: list[Any]) -> Placement:
        """Read a placement from a change."""
        deck, card, zone, seat, space, order = data
        return cls(deck, card, Zone(zone), seat, space, order)


@dataclass(slots=True)
class Turn:
    """Whose turn it is and how far it has come; `marks` is emptied when a turn begins."""

    seat: str | None = None
    number: int = 0
    phase: Phase = Phase.SETUP
    marks: dict[str, Any] = field(default_factory=dict)


_ENUMS: dict[str, dict[str, Any]] = {
    name: {member.value: member for member in kind}
    for name, kind in (("status", Status), ("alignment", Alignment), ("phase", Phase))
}
_FIGURE_FIELDS = frozenset(f.name for f in fields(Figure)) - {"seat"}
_TURN_FIELDS = frozenset(f.name for f in fields(Turn))
_all_of_figure = attrgetter(*(f.name for f in fields(Figure)))
_FACT_MODELS: dict[str, Any] = {"character": CharacterFacts, "card": Card}


class Table:
    """Everything the app knows of one table, and the log of what the running rule has changed."""

    __slots__ = (
        "_cites",
        "_topics",
        "cards",
        "changes",
        "facts",
        "figures",
        "gold_on",
        "lenient",
        "notes",
        "order",
        "pack",
        "pieces",
        "policy",
        "rulings",
        "serial",
        "setup",
        "turn",
        "variants",
        "waived",
        "way",
        "why_not",
        "winner",
    )

    def __init__(
        self,
        pack: Pack,
        seats: tuple[str, ...],
        variants: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
    ) -> None:
        """Lay the board of an edition for seats in clockwise order; nothing else is on it.

        Args:
            pack: The edition as printed, or as a table has it already.
            seats: Who plays.
            variants: What was agreed on.
            rulings: Rules that are read the other way; `pack` is then the edition so read.
        """
        self.pack = pack = pack.read_with(rulings)
        self.variants = variants
        self.rulings = rulings
        self.policy: Policy = pack.policy_with(variants)
        self._topics = {k: v for name in variants for k, v in pack.variant(name).topics.items()}
        self._cites: dict[tuple[Topic, ...], tuple[str, ...]] = {}
        self.order = seats
        self.figures = {seat: Figure(seat) for seat in seats}
        self.cards: dict[str, Placement] = {}
        self.gold_on: dict[str, int] = {}
        self.pieces = {piece.id: piece.start for piece in pack.board.pieces}
        self.facts: dict[str, Any] = {}
        self.turn = Turn()
        self.setup: tuple[str, ...] = ()
        self.serial = 0
        self.winner: str | None = None
        self.lenient = False
        self.waived = False
        self.changes: list[Change] = []
        self.notes: list[Note] = []
        self.why_not: dict[str, Problem] = {}
        self.way: Way | None = None

    # ------------------------------------------------------------ copying

    def copy(self) -> Table:
        """A table that can be changed without touching this one, with empty changes and notes."""
        twin = object.__new__(Table)
        twin._topics, twin._cites = self._topics, self._cites
        twin.pack, twin.variants, twin.rulings, twin.policy = (
            self.pack,
            self.variants,
            self.rulings,
            self.policy,
        )
        twin.order, twin.setup, twin.serial, twin.winner = (
            self.order,
            self.setup,
            self.serial,
            self.winner,
        )
        twin.figures = {seat: Figure(*_all_of_figure(f)) for seat, f in self.figures.items()}
        twin.cards, twin.gold_on = self.cards.copy(), self.gold_on.copy()
        twin.pieces, twin.facts = self.pieces.copy(), self.facts.copy()
        turn = self.turn
        twin.turn = Turn(turn.seat, turn.number, turn.phase, turn.marks)
        twin.lenient, twin.waived = self.lenient, False
        twin.changes, twin.notes, twin.why_not, twin.way = [], [], {}, None
        return twin

    # ------------------------------------------------------------ reading and writing one field

    def get(self, what: str, id_: str, name: str) -> Any:
        """One field as JSON keeps it."""
        if what == "figure":
            value = getattr(self.figures[id_], name)
            return value.value if name in _ENUMS and value is not None else value
        if what == "card":
            placement = self.cards.get(id_)
            return placement.to_json() if placement else None
        if what == "space":
            return self.gold_on.get(id_, 0)
        if what == "turn":
            value = getattr(self.turn, name)
            return value.value if name in _ENUMS else value
        if what == "fact":
            fact = self.facts.get(id_)
            return fact.plain() if isinstance(fact, Frozen) else fact
        if what == "piece":
            return self.pieces[id_]
        value = getattr(self, name)
        return list(value) if name in {"setup", "order"} else value

    def put(self, what: str, id_: str, name: str, value: Any) -> None:
        """Set one field from JSON; only changes and the store call this.

        Raises:
            KeyError: No such thing or field, or no such value of it.
        """
        if what == "figure" and name in _FIGURE_FIELDS:
            setattr(
                self.figures[id_],
                name,
                _ENUMS[name][value] if name in _ENUMS and value is not None else value,
            )
        elif what == "card":
            if value is None:
                self.cards.pop(id_, None)
            else:
                self.cards[id_] = Placement.from_json(value)
        elif what == "space":
            if value:
                self.gold_on[id_] = value
            else:
                self.gold_on.pop(id_, None)
        elif what == "turn" and name in _TURN_FIELDS:
            setattr(self.turn, name, _ENUMS[name][value] if name in _ENUMS else value)
        elif what == "fact":
            self._put_fact(id_, value)
        elif what == "piece":
            self.pieces[id_] = value
        elif what == "game" and name in {"serial", "winner"}:
            setattr(self, name, value)
        elif what == "game" and name in {"setup", "order"}:
            setattr(self, name, tuple(value))
        else:
            raise KeyError(f"{what}.{name}")

    def _put_fact(self, id_: str, value: Any) -> None:
        if value is None:
            self.facts.pop(id_, None)
            return
        model = _FACT_MODELS.get(id_.partition(":")[0])
        self.facts[id_] = (
            model.model_validate(value) if model and isinstance(value, dict) else value
        )

    def change(self, what: str, id_: str, name: str, after: Any, cites: tuple[str, ...]) -> None:
        """Change one field and remember before, after and the rules; no change, no record."""
        before = self.get(what, id_, name)
        if before != after:
            self.put(what, id_, name, after)
            self.changes.append(Change(what, id_, name, before, after, cites))

    def mark_turn(self, name: str, value: Any, cites: tuple[str, ...] = ()) -> None:
        """Remember something until the next turn begins."""
        cites = cites or self.cite(Topic.TURN_PARTS)
        self.change("turn", "", "marks", {**self.turn.marks, name: value}, cites)

    def mark_figure(self, seat: str, name: str, value: Any, cites: tuple[str, ...]) -> None:
        """Remember something about a figure; None forgets it."""
        marks = {k: v for k, v in self.figures[seat].marks.items() if k != name}
        self.change(
            "figure", seat, "marks", marks if value is None else {**marks, name: value}, cites
        )

    def say(
        self, code: str, cites: tuple[str, ...] = (), *, secret_to: str | None = None, **params: Any
    ) -> None:
        """Add one step to the derivation."""
        self.notes.append(Note(code, params, cites, secret_to))

    @property
    def waives(self) -> bool:
        """Whether something outranks the rules here: for the whole action, or the choice just made."""
        return self.lenient or self.waived

    def explain(self, option: str, problem: Problem) -> None:
        """Say why an option is not offered, should somebody ask for it before the next question."""
        self.why_not[option] = problem

    # ------------------------------------------------------------ looking things up

    def cite(self, *topics: Topic) -> tuple[str, ...]:
        """Where this edition's rulebook treats the topics."""
        if (found := self._cites.get(topics)) is None:
            rules = (self._topics.get(topic) or self.pack.cites(topic) for topic in topics)
            found = self._cites[topics] = tuple(dict.fromkeys(chain.from_iterable(rules)))
        return found

    def figure(self, seat: str) -> Figure:
        """The figure of a seat.

        Raises:
            InvalidAction: No such seat at this table.
        """
        try:
            return self.figures[seat]
        except KeyError:
            raise InvalidAction(Problem("unknown_seat", params={"seat": seat}, hard=True)) from None

    @property
    def active(self) -> Figure | None:
        """The figure whose turn it is."""
        return self.figures[self.turn.seat] if self.turn.seat else None

    def space(self, space_id: str | None) -> Space:
        """A space of the board.

        Raises:
            InvalidAction: The board has no such space.
        """
        try:
            return self.pack.spaces[space_id]  # type: ignore[index]  # None is no key either
        except KeyError:
            raise InvalidAction(
                Problem("unknown_space", params={"space": space_id}, hard=True)
            ) from None

    def card(self, card_id: str | None) -> Card | None:
        """What is known of a card: house content first, then the pack."""
        if card_id is None:
            return None
        return self.facts.get(f"card:{card_id}") or self.pack.cards.get(card_id)

    def card_at(self, key: str) -> Card | None:
        """What is known of the card under a key."""
        placement = self.cards.get(key)
        return self.card(placement.card) if placement else None

    def draws(self, space_id: str) -> int:
        """How many cards a space calls for, as printed or as the table corrected it."""
        corrected = self.facts.get(f"draws:{space_id}")
        return corrected if corrected is not None else (self.space(space_id).draws.value or 0)

    def cards_in(
        self, zone: Zone, *, seat: str | None = None, space: str | None = None
    ) -> list[str]:
        """The keys of the cards in a zone, in the order they came there."""
        if not self.cards:
            return []
        found = [
            (placement.order, key)
            for key, placement in self.cards.items()
            if placement.zone is zone and placement.seat == seat and placement.space == space
        ]
        return [key for _, key in sorted(found)]

    def hand(self, seat: str) -> list[str]:
        """The spells in a seat's hand."""
        return self.cards_in(Zone.HAND, seat=seat)

    def held(self, seat: str, kind: CardType | None = None) -> list[str]:
        """What a figure carries: all, or its objects (talismans among them), or its followers."""
        keys = self.cards_in(Zone.HELD, seat=seat)
        return keys if kind is None else [key for key in keys if self.kind_held(key) is kind]

    def kind_held(self, key: str) -> CardType:
        """Whether a held card counts as a follower or as an object."""
        card = self.card_at(key)
        return (
            CardType.FOLLOWER
            if card and card.type in {CardType.FOLLOWER, CardType.STRANGER}
            else CardType.OBJECT
        )

    def on_space(self, space_id: str) -> list[str]:
        """The face-up cards on a space, first come first."""
        return self.cards_in(Zone.SPACE, space=space_id)

    def others_on(self, figure: Figure) -> list[Figure]:
        """The other figures on a figure's space, clockwise from its seat."""
        return [
            other
            for other in self.clockwise_from(figure.seat)
            if other.in_play and other.space == figure.space
        ]

    def clockwise_from(self, seat: str) -> list[Figure]:
        """The other figures, starting on the left of a seat."""
        at = self.order.index(seat)
        return [self.figures[other] for other in self.order[at + 1 :] + self.order[:at]]

    def left_of(self, seat: str) -> str:
        """The seat on the left that still plays; the seat itself if there is none."""
        return next(
            (
                f.seat
                for f in self.clockwise_from(seat)
                if f.status not in {Status.OUT, Status.AWAY}
            ),
            seat,
        )

    # ------------------------------------------------------------ what is left in the box

    def supply(self, dial: Dial) -> int:
        """Tokens in the stockpile: what the box holds less what is held, lies on spaces or aside."""
        box = self.pack.edition.components
        if dial is Dial.GOLD:
            out = sum(f.gold + f.aside_gold for f in self.figures.values()) + sum(
                self.gold_on.values()
            )
            return box.gold - out
        return box.fate - sum(f.fate + f.dark_fate for f in self.figures.values())

    def deck_count(self, deck_id: str) -> int:
        """Cards left in a face-down deck, or in all piles together."""
        return self.pack.decks_by_id[deck_id].size - sum(
            p.deck == deck_id for p in self.cards.values()
        )

    def discards(self, deck_id: str) -> list[str]:
        """The discard pile of a deck."""
        found = [
            (p.order, key)
            for key, p in self.cards.items()
            if p.deck == deck_id and p.zone is Zone.DISCARD
        ]
        return [key for _, key in sorted(found)]

    def pile_count(self, card_id: str) -> int | None:
        """Cards left of one type in its open pile; None while nobody knows how many the box holds."""
        card = self.card(card_id)
        known = self.facts.get(f"copies:{card_id}")
        copies = known if known is not None else (card.copies.value if card else None)
        if copies is None:
            return None
        return int(copies) - sum(p.card == card_id for p in self.cards.values())

    def is_pile(self, deck_id: str) -> bool:
        """Whether cards of this deck lie in open piles."""
        return self.pack.decks_by_id[deck_id].kind is DeckKind.PILES
