"""Resolving the cards on a space: what each is for this figure, in which order, and what it does."""

from __future__ import annotations

from content.schema.board import When
from content.schema.cards import Card
from content.schema.effects import Effect
from games.rules.asks import Option, Rule, ask_amount, ask_choose
from games.rules.changes import Note
from games.rules.effects import do_effects
from games.rules.errors import Problem, TurnOver
from games.rules.table import Figure, Table
from games.rules.terms import OPPOSITE, Alignment, CardType, Dial, Zone
from games.rules.told import ask_told
from games.rules.topics import Topic
from games.rules.triggers import triggers_of
from games.rules.verbs.battle import Foe, Outcome, Terms, battle, evading_cards, may_evade
from games.rules.verbs.cards import (
    choose_card,
    discard_card,
    problems_taking,
    put_card,
    take_card,
)
from games.rules.verbs.conditions import check_turn_lost
from games.rules.verbs.spells import spend
from games.rules.verbs.watching import watched


def kind_for(card: Card, me: Figure) -> CardType:
    """What a card is for a figure: a card of the opposite side with an attribute is an enemy."""
    if _opposes(card, me) and card.attribute is not None:
        return CardType.ENEMY
    return card.type


def _opposes(card: Card, me: Figure) -> bool:
    """Whether a card is of the side opposite to the figure's."""
    return me.alignment is not None and card.alignment is OPPOSITE.get(me.alignment)


def number_for(t: Table, card: Card, me: Figure) -> int:
    """The encounter number for a figure; where it is not known, the usual order of the kinds."""
    turned = _opposes(card, me) and card.opposite_number is not None
    number = card.opposite_number if turned else card.number
    return number if number is not None else t.policy.usual_order.index(kind_for(card, me)) + 1


def is_enemy(card: Card, me: Figure) -> bool:
    """Whether a card attacks this figure; an enemy of its own side does not, one of no side does."""
    own = card.alignment is me.alignment and card.alignment is not Alignment.NEUTRAL
    return kind_for(card, me) is CardType.ENEMY and not own


def attacks(t: Table, me: Figure, key: str) -> bool:
    """Whether a card is out to fight the figure: as an enemy, or as somebody of the other side."""
    card = t.card_at(key)
    return card is not None and (is_enemy(card, me) or _is_on_the_other_side(card, me))


def _is_on_the_other_side(card: Card, me: Figure) -> bool:
    """Whether it is somebody of the other side whose strength stands on paper only."""
    somebody = kind_for(card, me) in {CardType.STRANGER, CardType.FOLLOWER}
    return somebody and _side_topic(card, me) is Topic.OPPOSITE_ALIGNMENT


def resolve_cards(
    t: Table, me: Figure, done: set[str], *, only_enemies: bool = False
) -> Rule[None]:
    """Resolve the cards on the figure's space, lowest encounter number first, first come first.

    Args:
        done: The cards that were resolved before; those resolved now are added.
        only_enemies: Leave whatever does not attack for later.

    Raises:
        TurnOver: A battle was lost or drawn, or the figure died.
        TurnLost: A card has cost a turn, and that ends this one.
    """
    space = me.space
    while me.space == space and (
        keys := [k for k in t.on_space(str(space)) if k not in done | _left(t)]
    ):
        if only_enemies and not (keys := [key for key in keys if attacks(t, me, key)]):
            return
        keys.sort(key=lambda key: _rank(t, me, key))
        key = keys[0]
        card = t.card_at(key)
        done.add(key)
        if card is None:
            yield from _told(t, me, key, "unknown")
            check_turn_lost(t)
            continue
        _say_next(t, me, card, keys[1:])
        if is_enemy(card, me):
            together = {key: card, **_allies(t, me, card, keys[1:])}
            done.update(together)
            if on_start_space_first_turn(me):
                t.say("first_turn_on_start", t.cite(Topic.DEATH_FIRST_TURN), seat=me.seat)
            else:
                yield from _attacked(t, me, together)
        else:
            yield from _resolve(t, me, key, card)
        check_turn_lost(t)


def _left(t: Table) -> set[str]:
    """Cards that were too many this turn: which to keep has been decided."""
    return set(t.turn.marks.get("left", []))


def _say_next(t: Table, me: Figure, card: Card, later: list[str]) -> None:
    """Say which card comes next, as what, and why it comes before the others."""
    number, kind = number_for(t, card, me), kind_for(card, me)
    topics = [Topic.CARD_ORDER if card.number is not None else Topic.USUAL_ORDER]
    same = [
        other for key in later if (other := t.card_at(key)) and number_for(t, other, me) == number
    ]
    if same:
        topics.append(Topic.EQUAL_NUMBERS)
    if card.opposite_number is not None:
        topics.append(Topic.TWO_NUMBERS)
    if is_enemy(card, me):
        topics.append(Topic.MUST_BATTLE)
        if any(is_enemy(other, me) and other.attribute is not card.attribute for other in same):
            topics.append(Topic.BATTLE_APART)
    topics.append(_side_topic(card, me))
    t.say("card_next", t.cite(*topics), seat=me.seat, card=card.id, kind=kind.value, number=number)


def _side_topic(card: Card, me: Figure) -> Topic:
    if card.alignment is Alignment.NEUTRAL:
        return Topic.NEUTRAL_CARD
    return Topic.OWN_ALIGNMENT if card.alignment is me.alignment else Topic.OPPOSITE_ALIGNMENT


def _rank(t: Table, me: Figure, key: str) -> tuple[int, int]:
    card = t.card_at(key)
    return (number_for(t, card, me) if card else 0, t.cards[key].order)


def _allies(t: Table, me: Figure, card: Card, keys: list[str]) -> dict[str, Card]:
    """The enemies that fight as one with a card: same number, same attribute."""
    number = number_for(t, card, me)
    return {
        key: other
        for key in keys
        if (other := t.card_at(key))
        and is_enemy(other, me)
        and other.attribute is card.attribute
        and number_for(t, other, me) == number
    }


def _attacked(t: Table, me: Figure, cards: dict[str, Card]) -> Rule[None]:
    """Enemies do what their text says before they attack; those still here attack together."""
    for key, card in cards.items():
        if card.attribute is None:
            yield from _told(t, me, key, card.id)
        elif card.do:
            yield from _carry_out(t, me, key, card)
    here = [key for key in cards if t.cards[key].space == me.space]
    (dial,) = {card.attribute for card in cards.values()}
    if here and dial is not None and me.in_play:
        yield from _fight(t, me, here, dial)


def _fight(t: Table, me: Figure, keys: list[str], dial: Dial) -> Rule[None]:
    """Battle enemies that attack together; some of them may be evaded first, the rest fight on."""
    foes = [
        Foe(card.name, card.value, key, card.alignment) for key in keys if (card := t.card_at(key))
    ]
    if len(foes) > 1:
        t.say("fight_as_one", t.cite(Topic.BATTLE_TOGETHER), foes=[foe.name for foe in foes])
        foes = yield from _evaded_singly(t, me, foes)
    space = t.space(me.space)
    terms = Terms(
        dial,
        t.cite(Topic.BATTLE_TYPE, *([Topic.BATTLE_TOGETHER] if len(foes) > 1 else [])),
        enemy_roll_bonus=space.enemy_roll_bonus,
        bonus_cites=space.cites,
        free_rerolls=space.free_battle_rerolls,
    )
    outcome = yield from battle(t, me, foes, terms)
    if outcome is Outcome.WON:
        yield from _defeated(t, me, foes)
    elif outcome is not Outcome.EVADED:
        t.say("turn_ends", t.cite(Topic.BATTLE_ENDS_TURN), seat=me.seat)
        raise TurnOver


def _evaded_singly(t: Table, me: Figure, foes: list[Foe]) -> Rule[list[Foe]]:
    """Ask whether one of several foes is evaded alone; the others still fight, with their own sum."""
    cites = t.cite(Topic.EVADE_EFFECT, Topic.EVADE_WHERE)
    while len(foes) > 1 and may_evade(t, me):
        evading = evading_cards(t, me)
        # Asked whatever the seat holds, or the question itself would tell what is in its hand.
        needs = None if evading else Problem("evade_needs", t.cite(Topic.EVADE_NEEDS))
        options = [Option("none", Note("option_none", {}))]
        options += [
            Option(str(foe.key), Note("option_evade_one", {"foe": foe.name}), barred=needs)
            for foe in foes
        ]
        chosen = yield from ask_choose(
            me.seat, "evade_one", cites, options, secret=True, lenient=t.lenient
        )
        if chosen == "none":
            break
        if key := (yield from choose_card(t, me, evading, "evade_with", cites, secret=True)):
            yield from spend(t, me, key)
        evaded = next(foe.name for foe in foes if foe.key == chosen)
        t.say("evaded", cites, seat=me.seat, foe=evaded)
        foes = [foe for foe in foes if foe.key != chosen]
    return foes


def _defeated(t: Table, me: Figure, foes: list[Foe]) -> Rule[None]:
    """Keep the cards of defeated foes as trophies, and follow what the space says of defeats."""
    for key in [foe.key for foe in foes if foe.key]:
        put_card(t, key, t.cite(Topic.TROPHY_KEPT, Topic.BATTLE_WON), Zone.TROPHY, seat=me.seat)
        t.say("trophy", t.cite(Topic.TROPHY_KEPT), seat=me.seat, card=t.cards[key].card)
    for foe in foes:
        for trigger in triggers_of(t, me, When.DEFEAT):
            if trigger.foe_alignment in {None, foe.alignment}:
                yield from do_effects(t, me, trigger.do, trigger.cites)
        yield from watched(t, me, "defeated", CardType.ENEMY.value)


def _resolve(t: Table, me: Figure, key: str, card: Card) -> Rule[None]:
    kind = kind_for(card, me)
    if kind in {CardType.FOLLOWER, CardType.OBJECT, CardType.TALISMAN}:
        yield from _collect(t, me, key, card, kind)
    elif kind is CardType.STRANGER and _side_topic(card, me) is Topic.OPPOSITE_ALIGNMENT:
        yield from _attacks_somehow(t, me, key, card)
    elif kind is CardType.STRANGER:
        yield from _visit(t, me, key, card, Topic.VISIT_STRANGER)
    elif kind is CardType.PLACE:
        yield from _visit(t, me, key, card, Topic.VISIT_PLACE)
    elif kind is CardType.EVENT:
        yield from _visit(t, me, key, card, Topic.EVENT)
    elif card.alignment is me.alignment:
        t.say("same_side", t.cite(Topic.OWN_ALIGNMENT), seat=me.seat, card=card.id)
        if card.told:
            yield from _told(t, me, key, card.id)


def _visit(t: Table, me: Figure, key: str, card: Card, topic: Topic) -> Rule[None]:
    here = me.space
    t.say("visits", t.cite(topic), seat=me.seat, card=card.id, kind=kind_for(card, me).value)
    yield from _carry_out(t, me, key, card, card.cites or t.cite(topic))
    if topic is Topic.EVENT:
        if t.turn.marks.get("placed") is None:
            yield from discard_card(t, key, t.cite(Topic.EVENT))
    elif key in t.cards and t.cards[key].space == here:
        t.say("stays", t.cite(Topic.CARD_STAYS), card=card.id, space=here)


def _carry_out(
    t: Table, me: Figure, key: str, card: Card, cites: tuple[str, ...] = ()
) -> Rule[None]:
    """Do what a card says, or what its player says it does."""
    if card.told and not card.do:
        yield from _told(t, me, key, card.id)
    else:
        yield from _do(t, me, key, card.do, cites or card.cites or t.cite(Topic.TOLD))


def _do(
    t: Table, me: Figure, key: str, effects: tuple[Effect, ...], cites: tuple[str, ...]
) -> Rule[None]:
    """Carry out what a card does; it may put itself elsewhere."""
    t.mark_turn("resolving", key)
    t.mark_turn("placed", None)
    yield from do_effects(t, me, effects, cites)
    t.mark_turn("resolving", None)


def _told(t: Table, me: Figure, key: str, subject: str) -> Rule[None]:
    """The card's text is on paper: its player says what it did, and limits still hold."""
    cites = t.cite(Topic.TOLD)
    effects = yield from ask_told(t, me.seat, subject, cites, card=t.cards[key].card)
    t.say("told", cites, seat=me.seat, card=t.cards[key].card)
    if not effects:
        t.say("nothing_happens", cites, seat=me.seat)
    yield from _do(t, me, key, effects, cites)


def _attacks_somehow(t: Table, me: Figure, key: str, card: Card) -> Rule[None]:
    """A card of the other side attacks; what it is worth is on paper, so its player says what came of it."""
    cites = t.cite(Topic.OPPOSITE_ALIGNMENT)
    if on_start_space_first_turn(me):
        t.say("first_turn_on_start", t.cite(Topic.DEATH_FIRST_TURN), seat=me.seat)
        return
    t.say("other_side", cites, seat=me.seat, card=card.id)
    t.explain("take", Problem("other_side", cites, {"seat": me.seat, "card": card.id}))
    if card.told:
        yield from _told(t, me, key, card.id)


def _collect(t: Table, me: Figure, key: str, card: Card, kind: CardType) -> Rule[None]:
    cites = t.cite(Topic.COLLECT)
    if kind is CardType.FOLLOWER and _side_topic(card, me) is Topic.OPPOSITE_ALIGNMENT:
        yield from _attacks_somehow(t, me, key, card)
        return
    problems = problems_picking_up(t, me) + problems_taking(t, me, card.id, cites)
    if key in t.turn.marks.get("ditched", []):
        problems.append(
            Problem("ditched_this_turn", t.cite(Topic.DITCH_NO_TAKE_BACK), {"card": card.id})
        )
    if problems and not t.lenient:
        t.say(
            "not_collected",
            problems[0].cites,
            seat=me.seat,
            card=card.id,
            why=problems[0].code,
            because=problems[0].params,
        )
        t.explain("take", problems[0])
        return
    options = [
        Option("take", Note("option_take_card", {"card": card.id})),
        Option("leave", Note("option_leave", {})),
    ]
    chosen = yield from ask_choose(me.seat, "collect", cites, options, card=card.id)
    if chosen == "take":
        yield from take_card(t, me, key, cites)
    else:
        t.say("left_card", cites, seat=me.seat, card=card.id, space=me.space)


def problems_picking_up(t: Table, me: Figure) -> list[Problem]:
    """Why the figure may pick nothing up this turn: it was turned over, or stands where it started."""
    if (me.toad or t.turn.marks.get("was_toad")) and not t.policy.toad_may_pick_up:
        return [Problem("toad_picks_up_nothing", t.cite(Topic.TOAD_NO_PICK_UP))]
    if on_start_space_first_turn(me):
        return [Problem("first_turn_on_start", t.cite(Topic.DEATH_FIRST_TURN))]
    return []


def on_start_space_first_turn(me: Figure) -> bool:
    """Whether this is a new character's first turn and it stands on its start space."""
    return me.first_turn and me.space == me.marks.get("start_space")


def collect_gold(t: Table, me: Figure) -> Rule[None]:
    """Take some or all of the coins lying on the space."""
    there = t.gold_on.get(str(me.space), 0)
    most = there - t.turn.marks.get("ditched_gold", 0)
    if most <= 0:
        return
    if problems := problems_picking_up(t, me):
        t.say(
            "gold_not_collected",
            problems[0].cites,
            seat=me.seat,
            points=most,
            why=problems[0].code,
            because=problems[0].params,
        )
        return
    cites = t.cite(Topic.COLLECT)
    taken = yield from ask_amount(me.seat, "take_gold", cites, 0, most, space=me.space)
    if taken < most:
        t.say("left_gold", cites, seat=me.seat, points=most - taken, space=me.space)
    if taken:
        t.say("took_gold", cites, seat=me.seat, points=taken)
        t.change("space", str(me.space), "gold", there - taken, cites)
        t.change("figure", me.seat, Dial.GOLD.value, me.gold + taken, cites)
        yield from watched(t, me, "gained", Dial.GOLD.value, taken)
