"""A described situation: only what matters is said, the rest is as plain as can be.

The words are those of the worked examples (`tests/cases/README.md`), so an example can be asked about
as well as tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from content.schema.base import (
    Alignment,
    Exact,
    Points,
    SeatKey,
    Slug,
    Start,
    StartFate,
    ToadTurns,
)
from content.schema.cards import Card
from content.schema.pack import Pack
from content.schema.reading import Unreadable, read
from games.rules.actions.correct import BEFORE, Told
from games.rules.actions.ending import is_here
from games.rules.errors import Problem, RulesError
from games.rules.legality import problems_with_copies, problems_with_table
from games.rules.references import UNSEEN
from games.rules.table import Figure, Placement, Table
from games.rules.terms import CardType, Dial, Phase, Status, Zone
from games.rules.told import problems_character, problems_told
from games.rules.verbs.cards import deck_of, is_sure_of_copies

COMPANY = "other"
# What the first action needs, where nobody says which part of the turn it is.
PHASES: dict[str, Phase] = {
    "encounter_space": Phase.ENCOUNTER,
    "encounter_character": Phase.ENCOUNTER,
    "use_space": Phase.END,
    "exchange_trophies": Phase.END,
    "ditch": Phase.END,
    "end_turn": Phase.END,
}
# So many things that are wrong are told at once.
MOST_TOLD = 50
_DIALS = {"strength": 3, "craft": 3, "life": 4, "fate": 0, "gold": 0}
_STARTS = {
    "strength": "strength_start",
    "craft": "craft_start",
    "life": "life_of",
    "fate": "fate_start",
}
_ZONES = {
    "objects": (Zone.HELD, (CardType.OBJECT, CardType.TALISMAN)),
    "followers": (Zone.HELD, (CardType.FOLLOWER, CardType.STRANGER)),
    "spells": (Zone.HAND, (CardType.SPELL,)),
    "trophies": (Zone.TROPHY, tuple(CardType)),
    "aside": (Zone.ASIDE, tuple(CardType)),
}
# Without a character in play a seat has what is set aside for the next one, and no other cards.
_BEREFT = frozenset({Status.DEAD, Status.OUT, Status.WAITING})
# Where in a character card that is told the fault lies.
_OF_THE_CARD = {"unknown_space": ".start", "alignment_is_printed": ".alignment"}
_NAMED = frozenset({"unknown_space", "unknown_seat", "no_character", "no_alignment"})
# What setting up does once for the whole table; the rest of it shows at the seats, or is over.
_STEPS = frozenset({"prepare_board"})


class SeatSaid(Exact):
    """What matters of a seat: dials, tokens, place, and what lies before it.

    Start values are the dials themselves unless they are said. Cards are named by id; a spell nobody
    told the app of is `unseen`.
    """

    strength: Points | None = None
    craft: Points | None = None
    life: Points | None = None
    fate: Points | None = None
    dark_fate: Points = 0
    gold: Points | None = None
    life_of: Start | None = None
    strength_start: Start | None = None
    craft_start: Start | None = None
    fate_start: StartFate | None = None
    at: Slug | None = None
    character: Slug | None = None
    alignment: Alignment | None = None
    objects: tuple[Slug, ...] = ()
    followers: tuple[Slug, ...] = ()
    spells: tuple[Slug, ...] = ()
    trophies: tuple[Slug, ...] = ()
    aside: tuple[Slug, ...] = ()
    toad: ToadTurns = 0
    lost_turns: Points = 0
    extra_turns: Points = 0
    aside_gold: Points = 0
    status: Status = Status.IN_PLAY
    first_turn: bool = False
    start_space: Slug | None = None
    played: tuple[Slug, ...] = ()


class Coins(Exact):
    """Coins lying on a space."""

    gold: Points


class Situation(Exact):
    """What lies on a table: seats in clockwise order, and what else matters.

    A lone seat gets company. `turn` is the first seat's that has not left, and the part of it what the
    action needs, unless they are said. `deck` and `piles` say how many cards are left; whatever else would
    be there is out of the game. `cards` describes cards that the pack does not know, by deck.
    """

    seats: dict[SeatKey, SeatSaid]
    order: tuple[SeatKey, ...] | None = None
    turn: SeatKey | None = None
    phase: Literal[Phase.SETUP, Phase.MOVE, Phase.ENCOUNTER, Phase.END, Phase.OVER] | None = None
    spaces: dict[Slug, tuple[Slug | Coins, ...]] = {}
    discards: dict[Slug, tuple[Slug, ...]] = {}
    deck: dict[Slug, Points] = {}
    piles: dict[Slug, Points] = {}
    cards: dict[Slug, tuple[Card, ...]] = {}
    facts: dict[str, Any] = {}
    pieces: dict[Slug, Slug] = {}
    setup: tuple[Slug, ...] = ()


class Impossible(RulesError):
    """No table of this box can show what is described; every reason, each with its `path`."""

    code = "impossible_situation"


def laid(
    pack: Pack,
    said: Situation,
    *,
    variants: Sequence[str] = (),
    rulings: Sequence[str] = (),
    kind: str = "",
) -> Table:
    """Lay a table as it is described.

    Args:
        pack: The edition.
        said: What lies on it.
        variants: The variants agreed on.
        rulings: Rules that are read the other way at this table.
        kind: The action that is to be done, which says what part of the turn it is.

    Raises:
        Impossible: No table of this box can show that.
    """
    problems = [*_options_problems(pack, variants, rulings)]
    if seats := [*_seats_problems(pack, said)]:
        raise Impossible(*[*problems, *seats][:MOST_TOLD])
    known = {variant.id for variant in pack.edition.variants}
    variants = [variant for variant in variants if variant in known]
    rulings = [ruling for ruling in rulings if ruling in pack.other_readings]
    laying = _Laying(_empty(pack, said, variants, rulings), said)
    laying.lay(kind)
    problems += laying.problems
    found = [*problems_with_table(laying.table), *problems_with_copies(laying.table)]
    # What is not known has been named where it was said.
    problems += [_placed(one) for one in found if one.code not in _NAMED]
    if problems:
        raise Impossible(*problems[:MOST_TOLD])
    return laying.table


def _problem(path: str, code: str, **params: Any) -> Problem:
    return Problem(code, params={**params, "path": path}, hard=True)


def _placed(problem: Problem) -> Problem:
    """A problem of the whole table, with the place in the description that it comes from."""
    params = problem.params
    path = "situation"
    if "seat" in params:
        path = f"situation.seats.{params['seat']}.{params['dial']}"
    return Problem(problem.code, problem.cites, {**params, "path": path}, hard=True)


def _options_problems(
    pack: Pack, variants: Sequence[str], rulings: Sequence[str]
) -> Iterator[Problem]:
    known = {variant.id for variant in pack.edition.variants}
    for at, variant in enumerate(variants):
        if variant not in known:
            yield _problem(f"variants.{at}", "unknown_variant", variant=variant)
    for at, ruling in enumerate(rulings):
        if ruling not in pack.other_readings:
            yield _problem(f"rulings.{at}", "unknown_ruling", ruling=ruling)


def _seats_problems(pack: Pack, said: Situation) -> Iterator[Problem]:
    most = min(pack.edition.policy.seats_max, len(pack.characters))
    if not 1 <= len(said.seats) <= most:
        yield _problem("situation.seats", "too_many_seats", low=1, high=most, seats=len(said.seats))
    if said.order is not None and sorted(said.order) != sorted(said.seats):
        yield _problem("situation.order", "order_incomplete")
    if said.turn is not None and said.turn not in said.seats:
        yield _problem("situation.turn", "unknown_seat", seat=said.turn)


def _empty(pack: Pack, said: Situation, variants: Sequence[str], rulings: Sequence[str]) -> Table:
    seats = said.order or tuple(said.seats)
    if len(seats) == 1:
        seats = (*seats, COMPANY if seats[0] != COMPANY else "another")
    return Table(pack, seats, tuple(variants), tuple(rulings))


class _Laying:
    """Lays one thing after the other, and notes what cannot be laid."""

    def __init__(self, table: Table, said: Situation) -> None:
        self.table = table
        self.said = said
        self.problems: list[Problem] = []

    def fault(self, path: str, code: str, **params: Any) -> None:
        self.problems.append(_problem(f"situation.{path}", code, **params))

    def told(self, path: str, problem: Problem) -> None:
        """A fault that the rule on what a table tells has found."""
        params = {**problem.params, "path": f"situation.{path}"}
        self.problems.append(replace(problem, params=params))

    def lay(self, kind: str) -> None:
        """Lay everything, what others refer to first."""
        said = self.said
        self._described()
        self._facts()
        for seat in self.table.order:
            self._seat(seat, said.seats.get(seat) or SeatSaid())
        for space, things in said.spaces.items():
            self._space(space, things)
        for deck, ids in said.discards.items():
            self._discards(deck, ids)
        for deck, left in said.deck.items():
            self._left_in(deck, left)
        for card, left in said.piles.items():
            self._left_of(card, left)
        for piece, space in said.pieces.items():
            self._piece(piece, space)
        self._turn(said.phase or PHASES.get(kind, Phase.MOVE))

    # ------------------------------------------------------------ what the box holds

    def _described(self) -> None:
        """Cards that the pack does not know."""
        t = self.table
        for deck_id, cards in self.said.cards.items():
            deck = t.pack.decks_by_id.get(deck_id)
            for at, card in enumerate(cards):
                path = f"cards.{deck_id}.{at}"
                if deck is None:
                    self.fault(f"cards.{deck_id}", "unknown_deck", deck=deck_id)
                    break
                if t.card(card.id) is not None or card.id == UNSEEN:
                    self.fault(path, "card_already_known", card=card.id)
                elif card.type not in deck.holds:
                    self.fault(path, "not_in_this_deck", type=card.type.value, deck=deck_id)
                else:
                    t.put("fact", f"card:{card.id}", "value", card.plain())
                    t.put("fact", f"deck:{card.id}", "value", deck_id)
        for deck_id, cards in self.said.cards.items():
            for at, card in enumerate(cards):
                path = f"cards.{deck_id}.{at}"
                for problem in problems_told(t, card.do):
                    self.told(f"{path}.do", problem)
                for region in (card.crosses.from_, card.crosses.to) if card.crosses else ():
                    if region not in t.pack.regions:
                        self.fault(f"{path}.crosses", "unknown_region", region=region)

    def _facts(self) -> None:
        """Printed facts as the table has them, each by its key."""
        for key, value in self.said.facts.items():
            what, _, id_ = key.partition(":")
            field, one = _FACTS.get(what, ("", ""))
            if not field or bool(id_) is not bool(one):
                self.fault(f"facts.{key}", "unknown_fact", fact=key)
                continue
            try:
                told = read(Told, {field: {id_: value} if one else value})
            except Unreadable as error:
                start = f"{field}.{id_}" if one else field
                faults = [
                    {**fault, "path": f"situation.facts.{key}{fault['path'].removeprefix(start)}"}
                    for fault in error.faults
                ]
                self.fault(f"facts.{key}", "fact_unreadable", fact=key, faults=faults)
                continue
            if what == "character":
                problems = [*problems_character(self.table, id_, told.characters[id_])]
                for problem in problems:
                    self.told(f"facts.{key}{_OF_THE_CARD.get(problem.code, '')}", problem)
                if problems:
                    continue
            elif one and not self._is_there(one, id_):
                self.fault(f"facts.{key}", f"unknown_{one}", **{one: id_})
                continue
            if what == "ring" and sorted(told.rings[id_]) != sorted(
                self.table.pack.regions[id_].ring
            ):
                self.fault(f"facts.{key}", "ring_incomplete", region=id_)
            elif value is not False:
                self.table.put("fact", key, "value", value)

    def _is_there(self, kind: str, id_: str) -> bool:
        """Whether the box has it, or it has been described."""
        if kind == "card":
            return self.table.card(id_) is not None
        pack = self.table.pack
        known: dict[str, Mapping[str, Any]] = {"space": pack.spaces, "region": pack.regions}
        return id_ in known[kind]

    def _left_in(self, deck_id: str, left: int) -> None:
        """Take cards out of the game, unseen, until so many are left in their deck."""
        if deck_id not in self.table.pack.decks_by_id:
            self.fault(f"deck.{deck_id}", "unknown_deck", deck=deck_id)
            return
        there = self.table.deck_count(deck_id)
        if left > there:
            self.fault(f"deck.{deck_id}", "more_than_the_box", deck=deck_id, missing=left - there)
        for _ in range(there - left):
            self._put(None, Zone.OUT, deck_id)

    def _left_of(self, card_id: str, left: int) -> None:
        card = self.table.card(card_id)
        if card is None or not self.table.is_pile(deck_of(self.table, card_id)):
            self.fault(f"piles.{card_id}", "unknown_card", card=card_id)
            return
        there = self.table.pile_count(card_id)
        if there is not None and left > there and is_sure_of_copies(self.table, card_id):
            self.fault(f"piles.{card_id}", "more_than_the_box", card=card_id, missing=left - there)
        out = sum(place.card == card_id for place in self.table.cards.values())
        self.table.put("fact", f"copies:{card_id}", "value", out + left)

    # ------------------------------------------------------------ seats

    def _seat(self, seat: str, said: SeatSaid) -> None:
        t, figure = self.table, self.table.figures[seat]
        figure.status = said.status
        character = said.character
        if figure.in_play:
            character = character or _character_for(t, seat, self.said)
            if character is None:
                self.fault(f"seats.{seat}.character", "no_character_left")
            figure.space = said.at or next(r.ring[0] for r in t.pack.board.regions if r.ring)
        else:
            figure.space = said.at
        figure.alignment = said.alignment
        if character in t.pack.characters_by_id:
            figure.character = character
            # Whose character is only chosen reads its card when it is set up.
            if said.alignment is None and said.status is not Status.CHOSEN:
                figure.alignment = _alignment_of(t, character)
        elif character is not None:
            self.fault(f"seats.{seat}.character", "unknown_character", character=character)
        self._dials(figure, said)
        for at in ("at", "start_space"):
            space = getattr(said, at)
            if space is not None and space not in t.pack.spaces:
                self.fault(f"seats.{seat}.{at}", "unknown_space", space=space)
        for place, played in enumerate(said.played):
            if played not in t.pack.characters_by_id:
                self.fault(f"seats.{seat}.played.{place}", "unknown_character", character=played)
        figure.toad, figure.aside_gold = said.toad, said.aside_gold
        figure.lost_turns, figure.extra_turns = said.lost_turns, said.extra_turns
        figure.first_turn = said.first_turn
        if said.start_space:
            figure.marks = {**figure.marks, "start_space": said.start_space}
        if said.played:
            figure.marks = {**figure.marks, "played": list(said.played)}
        self._cards_of(seat, said)

    def _dials(self, figure: Figure, said: SeatSaid) -> None:
        for dial, usual in _DIALS.items():
            value = getattr(said, dial)
            if value is None:
                value = usual if figure.in_play else 0
            setattr(figure, dial, value)
            if dial in _STARTS:
                start = getattr(said, _STARTS[dial])
                setattr(figure, f"start_{dial}", value if start is None else start)
        figure.dark_fate = said.dark_fate
        if said.dark_fate and Dial.DARK_FATE not in self.table.pack.edition.dials:
            self.fault(f"seats.{figure.seat}.dark_fate", "unknown_dial", dial="dark_fate")

    def _cards_of(self, seat: str, said: SeatSaid) -> None:
        for name, (zone, kinds) in _ZONES.items():
            for at, card in enumerate(getattr(said, name)):
                path = f"seats.{seat}.{name}.{at}"
                unseen = card == UNSEEN and zone is Zone.HAND
                if unseen:
                    deck = self.table.policy.spell_deck
                elif self._is_known(path, card, kinds):
                    deck = deck_of(self.table, card)
                else:
                    continue
                if said.status in _BEREFT and zone is not Zone.ASIDE:
                    self.fault(path, "cannot_lie_there", zone=zone.value, deck=deck, seat=seat)
                self._put(None if unseen else card, zone, deck, seat=seat)

    def _is_known(self, path: str, card_id: str, kinds: Sequence[CardType]) -> bool:
        card = self.table.card(card_id)
        if card is None:
            self.fault(path, "unknown_card", card=card_id)
        elif card.type not in kinds:
            self.fault(path, "not_of_this_kind", card=card_id, kind=card.type.value)
        return card is not None

    # ------------------------------------------------------------ what lies about

    def _space(self, space: str, things: Sequence[str | Coins]) -> None:
        if space not in self.table.pack.spaces:
            self.fault(f"spaces.{space}", "unknown_space", space=space)
            return
        for at, thing in enumerate(things):
            if isinstance(thing, Coins):
                gold = self.table.gold_on.get(space, 0) + thing.gold
                self.table.put("space", space, "gold", gold)
            elif self._is_known(f"spaces.{space}.{at}", thing, tuple(CardType)):
                self._put(thing, Zone.SPACE, deck_of(self.table, thing), space=space)

    def _discards(self, deck: str, ids: Sequence[str]) -> None:
        if deck not in self.table.pack.decks_by_id:
            self.fault(f"discards.{deck}", "unknown_deck", deck=deck)
            return
        for at, card in enumerate(ids):
            path = f"discards.{deck}.{at}"
            if card == UNSEEN:
                self._put(None, Zone.DISCARD, deck)
            elif self._is_known(path, card, tuple(CardType)):
                if deck_of(self.table, card) != deck:
                    self.fault(path, "card_not_in_deck", card=card, deck=deck)
                self._put(card, Zone.DISCARD, deck)

    def _piece(self, piece: str, space: str) -> None:
        if piece not in self.table.pieces:
            self.fault(f"pieces.{piece}", "unknown_piece", piece=piece)
        elif space not in self.table.pack.spaces:
            self.fault(f"pieces.{piece}", "unknown_space", space=space)
        else:
            self.table.put("piece", piece, "space", space)

    def _put(
        self,
        card: str | None,
        zone: Zone,
        deck: str,
        *,
        seat: str | None = None,
        space: str | None = None,
    ) -> None:
        t = self.table
        t.serial += 1
        t.cards[f"c{t.serial}"] = Placement(deck, card, zone, seat, space, t.serial)

    def _turn(self, phase: Phase) -> None:
        t = self.table
        t.setup = self.said.setup
        for at, step in enumerate(self.said.setup):
            if step not in _STEPS:
                self.fault(f"setup.{at}", "unknown_step", step=step)
        if phase is not Phase.SETUP:
            playing = [seat for seat in t.order if is_here(t.figures[seat])]
            # A game that is over stays with whoever ended it; where all are gone, the turn waits.
            seat = self.said.turn or next(iter(playing), t.order[0])
            if seat not in playing and playing and phase is not Phase.OVER:
                self.fault("turn", "has_left", seat=seat)
            t.turn.seat, t.turn.number = seat, 1
            t.turn.phase, t.turn.marks = phase, dict(BEFORE.get(phase, {}))


# Facts by the first part of their key: where they are told, and what the rest of the key names.
_FACTS = {
    "dial_ceiling": ("dial_ceiling", ""),
    "board_confirmed": ("board_confirmed", ""),
    "copies": ("copies", "card"),
    "draws": ("draws", "space"),
    "ring": ("rings", "region"),
    "character": ("characters", "character"),
}


def _character_for(t: Table, seat: str, said: Situation) -> str | None:
    """The character whose name has the seat's in it, or the first that nobody has or has had."""
    taken = {figure.character for figure in t.figures.values()}
    for one in said.seats.values():
        taken |= {one.character, *one.played}
    free = [card.id for card in t.pack.characters if card.id not in taken]
    return next((one for one in free if seat.lower() in one.split("-")), next(iter(free), None))


def _alignment_of(t: Table, character: str) -> Alignment:
    """The side that a character card says, as far as it is known; good where nobody knows."""
    facts = t.facts.get(f"character:{character}")
    printed = t.pack.characters_by_id[character].alignment.value
    return (facts.alignment if facts else printed) or Alignment.GOOD
