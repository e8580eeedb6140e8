"""Cards on the move: drawn, taken, held, left, discarded, always in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from content.schema.cards import Card
from games.rules.asks import Drawn, Option, Rule, ask_choose, ask_draw
from games.rules.changes import Note
from games.rules.errors import IllegalAction, InvalidAction, Problem
from games.rules.table import Figure, Placement, Table
from games.rules.terms import CardType, Zone
from games.rules.told import problems_card
from games.rules.topics import Topic
from games.rules.verbs.values import may_use, spell_room, spells_allowed
from games.rules.verbs.watching import watched

# As long as an id can be.
MOST_ID = 60


def put_card(
    t: Table,
    key: str | None,
    cites: tuple[str, ...],
    zone: Zone,
    *,
    seat: str | None = None,
    space: str | None = None,
    deck: str = "",
    card: str | None = None,
) -> str:
    """Lay a card somewhere: one already out under its key, or a new one from its deck or pile."""
    t.change("game", "", "serial", t.serial + 1, cites)
    if key is None:
        key = f"c{t.serial}"
        placement = Placement(deck, card, zone, seat, space, t.serial)
    else:
        lay = t.cards[key]
        placement = Placement(lay.deck, lay.card, zone, seat, space, t.serial)
    t.change("card", key, "place", placement.to_json(), cites)
    return key


def name_card(t: Table, key: str, card: str | None, cites: tuple[str, ...]) -> None:
    """Say which card it is that nobody told the app of; a name it does not know changes nothing."""
    placement = t.cards[key]
    if placement.card is None and may_be(t, key, card):
        t.change("card", key, "place", replace(placement, card=card).to_json(), cites)


def known_cards(t: Table, deck_id: str) -> frozenset[str]:
    """The cards of a deck that may be named: those of the pack and those the table described."""
    ids = {card.id for card in t.pack.decks_by_id[deck_id].cards}
    told = (fact.removeprefix("card:") for fact in t.facts)
    return frozenset(ids.union(card for card in told if t.facts.get(f"deck:{card}") == deck_id))


def may_be(t: Table, key: str, card: str | None) -> bool:
    """Whether a card may be the one its holder names: of its deck, and known to its holder."""
    placement = t.cards[key]
    return card in known_cards(t, placement.deck) and is_known_to(t, placement.seat, str(card))


def is_known_to(t: Table, seat: str | None, card_id: str) -> bool:
    """Whether a seat may know of a card: not of one that the table described and only others have in hand."""
    deck = t.pack.decks_by_id.get(t.facts.get(f"deck:{card_id}", ""))
    if deck is None or not deck.secret:
        return True
    return any(
        place.card == card_id and (place.zone is not Zone.HAND or place.seat == seat)
        for place in t.cards.values()
    )


def named_anew(t: Table, deck_id: str, seat: str, card: Card) -> Card:
    """A card described, under the id it is kept by.

    Where hands are secret, the id says of which deck it is and who told of it: so nobody learns, by
    choosing an id, whether somebody else has told of such a card.

    Raises:
        InvalidAction: The id is too long.
    """
    if not t.pack.decks_by_id[deck_id].secret:
        return card
    name = re.sub("[^a-z0-9]+", "-", seat.lower()).strip("-")
    prefix = f"{deck_id}-{name}-"
    if card.id.startswith(prefix):
        return card
    if len(prefix + card.id) > MOST_ID:
        told = {"most": MOST_ID - len(prefix)}
        raise InvalidAction(Problem("id_too_long", params=told, hard=True))
    return card.model_copy(update={"id": prefix + card.id})


def remember_card(t: Table, deck_id: str, seat: str, card: Card, cites: tuple[str, ...]) -> str:
    """Keep what a seat says of a card met for the first time; later it is known by its id."""
    if card.id in t.pack.cards:
        raise InvalidAction(Problem("card_already_known", params={"card": card.id}, hard=True))
    card = named_anew(t, deck_id, seat, card)
    if t.pack.decks_by_id[deck_id].secret and t.facts.get(f"deck:{card.id}") == deck_id:
        return card.id
    if f"card:{card.id}" in t.facts:
        raise InvalidAction(Problem("card_already_known", params={"card": card.id}, hard=True))
    if problems := list(problems_card(t, deck_id, card)):
        raise InvalidAction(*problems)
    t.change("fact", f"card:{card.id}", "value", card.plain(), cites)
    t.change("fact", f"deck:{card.id}", "value", deck_id, cites)
    return card.id


def _make_room(t: Table, deck_id: str, wanted: int, cites: tuple[str, ...]) -> int:
    """Shuffle the discards into an empty deck as often as the draw needs it; how many can be drawn."""
    topic = Topic.SPELL_DECK_EMPTY if deck_id == t.policy.spell_deck else Topic.DECK_EMPTY
    if t.deck_count(deck_id) < wanted and (pile := t.discards(deck_id)):
        t.say("reshuffled", t.cite(topic), deck=deck_id, count=len(pile))
        for key in pile:
            t.change("card", key, "place", None, t.cite(topic))
    there = min(wanted, t.deck_count(deck_id))
    if there < wanted:
        t.say("deck_empty", t.cite(topic), deck=deck_id, missing=wanted - there)
    return there


def _cards_of(
    t: Table, deck_id: str, seat: str, drawn: Sequence[Drawn], cites: tuple[str, ...]
) -> Iterator[str | None]:
    """Which cards were drawn, by the ids they are kept by; of those described just now too."""
    met: dict[str | None, str] = {}
    for one in drawn:
        if one.new is not None:
            met[one.new.id] = remember_card(t, deck_id, seat, one.new, cites)
            yield met[one.new.id]
        else:
            yield met.get(one.card, one.card)


def _left(t: Table, deck_id: str) -> dict[str, int]:
    """How many of each card can still be in a deck, where the box's number is printed.

    What others hold is theirs to know: where hands are secret, nothing is said.
    """
    if t.pack.decks_by_id[deck_id].secret:
        return {}
    return {
        card.id: card.copies.value - sum(p.card == card.id for p in t.cards.values())
        for card in t.pack.decks_by_id[deck_id].cards
        if card.copies.value is not None and card.copies.is_printed
    }


def draw_spells(
    t: Table, me: Figure, count: int, cites: tuple[str, ...], *, beyond_limit: bool = False
) -> Rule[None]:
    """Draw spells into the hand, as many as hand limit and deck allow; only their owner sees them.

    Args:
        count: What is due, 1..6.
        beyond_limit: Set-up deals the printed number whatever the limit says.
    """
    deck_id = t.policy.spell_deck
    due = count if beyond_limit else min(count, spell_room(t, me))
    if due < count:
        t.say("hand_full", t.cite(Topic.SPELL_LIMIT), seat=me.seat, lost=count - due)
    due = _make_room(t, deck_id, due, cites)
    if not due:
        return
    drawn = yield from ask_draw(
        me.seat,
        deck_id,
        due,
        cites,
        known_cards(t, deck_id),
        left=_left(t, deck_id),
        secret=True,
        may_be_unseen=True,
    )
    for card in _cards_of(t, deck_id, me.seat, drawn, cites):
        put_card(t, None, cites, Zone.HAND, seat=me.seat, deck=deck_id, card=card)
    t.say("drew_spells", cites + t.cite(Topic.SPELL_SECRET), seat=me.seat, count=due)


def draw_to_space(t: Table, me: Figure, count: int, cites: tuple[str, ...]) -> Rule[None]:
    """Draw adventure cards and lay them face up on the figure's space, in the order drawn."""
    deck_id = t.policy.adventure_deck
    due = _make_room(t, deck_id, count, cites)
    if not due:
        return
    known, left = known_cards(t, deck_id), _left(t, deck_id)
    drawn = yield from ask_draw(me.seat, deck_id, due, cites, known, left=left)
    lies = t.cite(Topic.CARD_LIES)
    for card in _cards_of(t, deck_id, me.seat, drawn, cites):
        put_card(t, None, lies, Zone.SPACE, space=me.space, deck=deck_id, card=card)
        t.say("drew_card", cites, seat=me.seat, card=card, space=me.space)


def discard_card(t: Table, key: str, cites: tuple[str, ...]) -> Rule[None]:
    """Put a card where discarded cards of its kind go: its discard pile, or back on its open pile.

    Whoever has held it leaves the objects that it alone allowed.
    """
    placement = t.cards[key]
    if placement.zone is Zone.HELD and t.kind_held(key) is CardType.FOLLOWER:
        cites += t.cite(Topic.FOLLOWER_DISCARD)
    if t.is_pile(placement.deck):
        t.say("returned_to_pile", t.cite(Topic.PILE_RETURN), card=placement.card)
        t.change("card", key, "place", None, cites + t.cite(Topic.PILE_RETURN))
    else:
        if placement.zone is not Zone.HAND:
            t.say("discarded", cites, card=placement.card, deck=placement.deck)
        else:
            t.say("discarded_spell", cites, seat=placement.seat, card=placement.card)
        put_card(t, key, cites, Zone.DISCARD)
    if placement.zone is Zone.HELD:
        yield from keep_within_limit(t, t.figures[str(placement.seat)])


def problems_taking(t: Table, me: Figure, card_id: str, cites: tuple[str, ...]) -> list[Problem]:
    """Why a card may not be added to what the figure holds: a second one of its name."""
    card = t.card(card_id)
    if card is None or not t.policy.one_of_a_name or card.type is CardType.FOLLOWER:
        return []
    if any((held := t.card_at(key)) and held.name == card.name for key in t.held(me.seat)):
        return [
            Problem(
                "one_of_a_name", t.cite(Topic.ONE_OF_A_NAME), {"seat": me.seat, "card": card.id}
            )
        ]
    return []


def problems_pile(t: Table, card_id: str) -> list[Problem]:
    """Why a card cannot be taken from its open pile: none is left there, or in any pile of its deck."""
    left = t.pile_count(card_id)
    gone = left is not None and left <= 0 and is_sure_of_copies(t, card_id)
    if gone or t.deck_count(deck_of(t, card_id)) <= 0:
        return [Problem("pile_empty", t.cite(Topic.PILE_LIMITED), {"card": card_id})]
    return []


def is_sure_of_copies(t: Table, card_id: str) -> bool:
    """Whether the box's number of a card is printed, or told by the table."""
    card = t.card(card_id)
    return f"copies:{card_id}" in t.facts or (card is not None and card.copies.is_printed)


def say_not_taken(t: Table, me: Figure, card_id: str, problem: Problem) -> None:
    """Say that a card due to the figure stays where it is, and why."""
    t.say(
        "not_taken",
        problem.cites,
        seat=me.seat,
        card=card_id,
        why=problem.code,
        because=problem.params,
    )


def deck_of(t: Table, card_id: str) -> str:
    """The deck or pile that a card belongs to."""
    return t.facts.get(f"deck:{card_id}") or t.pack.deck_of[card_id]


def take_from_pile(t: Table, me: Figure, card_id: str, cites: tuple[str, ...]) -> Rule[None]:
    """Take a card from its open pile, and leave what is then too much.

    Raises:
        IllegalAction: None is left, or one of its name is held.
    """
    problems = problems_pile(t, card_id) + problems_taking(t, me, card_id, cites)
    if problems and not (t.waives and t.deck_count(deck_of(t, card_id)) > 0):
        raise IllegalAction(*problems)
    key = put_card(t, None, cites, Zone.HELD, seat=me.seat, deck=deck_of(t, card_id), card=card_id)
    t.say("took", cites + t.cite(Topic.PILE_OPEN), seat=me.seat, card=card_id)
    if (left := t.pile_count(card_id)) is not None and left < 0 and not problems:
        t.say("pile_differs", t.cite(Topic.PILE_LIMITED), card=card_id)
    yield from keep_within_limit(t, me)
    yield from watched(t, me, "took", t.kind_held(key).value)


def held_by_name(t: Table, me: Figure, card_id: str) -> str | None:
    """The key of a held card that bears the name of a card; where it came from does not matter."""
    wanted = t.card(card_id)
    for key in t.held(me.seat):
        card = t.card_at(key)
        if card and wanted and card.name == wanted.name:
            return key
    return None


def take_card(t: Table, me: Figure, key: str, cites: tuple[str, ...]) -> Rule[None]:
    """Add a card that lies somewhere to what the figure holds, and leave what is then too much."""
    if not may_use(t, me, key):
        cites += t.cite(Topic.OBJECT_UNUSABLE)
    t.say("took", cites, seat=me.seat, card=t.cards[key].card)
    put_card(t, key, cites, Zone.HELD, seat=me.seat)
    yield from keep_within_limit(t, me)
    yield from watched(t, me, "took", t.kind_held(key).value)


def object_limit(t: Table, me: Figure) -> int | None:
    """How many objects the figure may hold; None where a card lifts the limit."""
    if any((card := t.card_at(key)) and card.lifts_object_limit for key in t.held(me.seat)):
        return None
    return t.policy.object_limit


def keep_within_limit(t: Table, me: Figure) -> Rule[None]:
    """Leave objects beyond the limit face up on the space, of the player's choice, one at a time."""
    cites = t.cite(Topic.OBJECT_EXCESS, Topic.OBJECT_LIMIT)
    held = t.held(me.seat, CardType.OBJECT)
    if object_limit(t, me) is None and len(held) > t.policy.object_limit:
        t.say("limit_lifted", t.cite(Topic.OBJECT_LIMIT_LIFTED), seat=me.seat, held=len(held))
    while (limit := object_limit(t, me)) is not None and len(
        held := t.held(me.seat, CardType.OBJECT)
    ) > limit:
        options = [
            Option(key, Note("option_leave_card", {"card": t.cards[key].card}))
            for key in reversed(held)
        ]
        key = yield from ask_choose(
            me.seat, "leave_object", cites, options, limit=limit, held=len(held)
        )
        t.say("left_card", cites, seat=me.seat, card=t.cards[key].card, space=me.space)
        put_card(t, key, cites, Zone.SPACE, space=me.space)
        t.mark_turn("left", [*t.turn.marks.get("left", []), key], cites)
    yield from keep_hand_within_limit(t, me)


def keep_hand_within_limit(t: Table, me: Figure) -> Rule[None]:
    """Where the limit holds at every moment, discard what the hand has beyond it, of its owner's choice."""
    if not t.policy.spell_limit_always:
        return
    cites, most = t.cite(Topic.SPELL_LIMIT), spells_allowed(t, me)
    hand = t.hand(me.seat)
    if len(hand) > most:
        t.say("hand_too_large", cites, seat=me.seat, held=len(hand), limit=most)
        if most:
            yield from discard_some(t, me, CardType.SPELL, len(hand) - most, cites)
        else:  # Nothing may be kept, so there is nothing to choose.
            for key in hand:
                yield from discard_card(t, key, cites)


def hand_after_fall(t: Table, me: Figure) -> Rule[None]:
    """What counts for the limit has fallen: the hand stays all the same, or is cut down, as the book is read."""
    held, most = len(t.hand(me.seat)), spells_allowed(t, me)
    if held > most and not t.policy.spell_limit_always:
        t.say("hand_stays", t.cite(Topic.SPELL_LIMIT), seat=me.seat, held=held, limit=most)
    yield from keep_hand_within_limit(t, me)


def choose_card(
    t: Table,
    me: Figure,
    keys: list[str],
    purpose: str,
    cites: tuple[str, ...],
    *,
    optional: bool = False,
    secret: bool = False,
) -> Rule[str | None]:
    """The figure's player picks one of some cards; None for none of them, or if there are none."""
    if not keys:
        return None
    if len(keys) == 1 and not optional:
        return keys[0]
    options = [Option("none", Note("option_none", {}))] if optional else []
    options += [
        Option(key, Note("option_card", {"card": t.cards[key].card, "key": key})) for key in keys
    ]
    chosen = yield from ask_choose(me.seat, purpose, cites, options, secret=secret)
    return None if chosen == "none" else chosen


def discard_some(
    t: Table, me: Figure, kind: CardType, count: int, cites: tuple[str, ...]
) -> Rule[None]:
    """Discard cards of a kind that the figure has, of its player's choice; all if it has fewer."""
    for _ in range(count):
        keys = cards_of(t, me, kind)
        key = yield from choose_card(
            t, me, keys, f"discard_{kind.value}", cites, secret=kind is CardType.SPELL
        )
        if key is None:
            t.say("nothing_to_discard", cites, seat=me.seat, kind=kind.value)
            return
        yield from discard_card(t, key, cites)


def cards_of(t: Table, me: Figure, kind: CardType) -> list[str]:
    """The cards of a kind that the figure has: spells in hand, or what it holds."""
    return t.hand(me.seat) if kind is CardType.SPELL else t.held(me.seat, kind)
