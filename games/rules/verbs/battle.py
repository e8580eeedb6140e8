"""Battle: against what attacks a figure, and between two figures, in the printed order of decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from games.rules.asks import Option, Rule, ask_amount, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.stretches import stretch
from games.rules.table import Figure, Table
from games.rules.terms import Alignment, CardType, Dial, Zone
from games.rules.topics import Topic
from games.rules.veiled import compared
from games.rules.verbs.cards import keep_within_limit, put_card, take_card
from games.rules.verbs.dials import gain, lose
from games.rules.verbs.fate import cast_dice, offer_reroll
from games.rules.verbs.spells import problems_using, spend
from games.rules.verbs.values import bonuses, cites_of_total, takes_bonuses, total
from games.rules.verbs.watching import watched

_FIGHT, _EVADE, _BONUS = "fight", "evade", "bonus"
_TO_FIGHT = Option(_FIGHT, Note("option_fight", {}))
_TO_ADD = Option(_BONUS, Note("option_bonus", {}))
MOST_TOLD = 20


class Outcome(StrEnum):
    """How a battle ended for the figure that is asked about."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    EVADED = "evaded"


@dataclass(slots=True)
class Foe:
    """What attacks: a card on a space or with a figure (`key`), or something a text names."""

    name: str
    value: int
    key: str | None = None
    alignment: Alignment | None = None


@dataclass(slots=True)
class Terms:
    """How a battle is fought: by which attribute, at what stake, and what the space adds.

    `before` are the rules of what comes before the dice, where they are not those for enemies.
    """

    dial: Dial
    cites: tuple[str, ...]
    evadable: bool = True
    life_at_stake: int | None = None
    enemy_roll_bonus: int = 0
    bonus_cites: tuple[str, ...] = ()
    free_rerolls: bool = False
    head_start: int = 0
    before: tuple[str, ...] = ()


@dataclass(slots=True)
class Muster:
    """What a side has brought in before the dice: its total so far and the cards it used."""

    value: int
    used: list[str] = field(default_factory=list)
    evaded: bool = False


def _name_of(t: Table, figure: Figure) -> str:
    """What a figure is called as a foe: by its character card."""
    card = t.pack.characters_by_id.get(figure.character or "")
    return card.name if card else figure.seat


def may_evade(t: Table, me: Figure) -> bool:
    """Whether the figure stands in a region where evading is possible at all."""
    return t.space(me.space).region in t.policy.evade_regions


def battle(t: Table, me: Figure, foes: list[Foe], terms: Terms) -> Rule[Outcome]:
    """A figure battles what attacks it; several foes fight as one, with one roll.

    A win is not rewarded and a loss costs life here; what else follows is the caller's.

    Returns:
        How it ended for the figure.

    Raises:
        TurnOver: The figure lost its last life.
    """
    name = " + ".join([foe.name for foe in foes])
    scores = yield from _fought(t, me, foes, name, terms)
    if scores is None:
        cites = t.cite(Topic.EVADE_EFFECT, Topic.EVADE_WHERE)
        t.say("evaded", cites, seat=me.seat, foe=name)
        return Outcome.EVADED
    return (yield from _settle(t, me, name, *scores, terms))


@stretch
def _fought(
    t: Table, me: Figure, foes: list[Foe], name: str, terms: Terms
) -> Rule[tuple[int, int] | None]:
    """The scores that the figure and what attacks it come to; None if it evades."""
    muster = yield from _prepare(t, me, terms, name, evadable=terms.evadable)
    if muster.evaded:
        return None
    rolled, theirs = yield from _rolled(t, me, foes, name, terms, muster.value)
    t.explain("reroll-enemy", Problem("not_the_enemys_die", t.cite(Topic.FATE_NOT_ENEMY)))
    often = terms.bonus_cites if terms.free_rerolls else ()
    faces = yield from offer_reroll(
        t, me, rolled, "attack", t.cite(Topic.BATTLE_FATE) + often, unlimited=terms.free_rerolls
    )
    mine = muster.value + faces[0]
    if faces is not rolled:
        t.say("scores", terms.cites, seat=me.seat, mine=mine, foe=name, theirs=theirs)
    return mine, theirs


@stretch
def _rolled(
    t: Table, me: Figure, foes: list[Foe], name: str, terms: Terms, value: int
) -> Rule[tuple[tuple[int, ...], int]]:
    """What the figure's die shows, and the score of what attacks it."""
    faces = yield from cast_dice(t, me.seat, "attack", t.cite(Topic.BATTLE_ATTACK))
    _explain_too_late(t)
    roller = t.left_of(me.seat)
    enemy = yield from cast_dice(t, roller, "enemy", t.cite(Topic.BATTLE_ENEMY_ROLL))
    theirs = sum(foe.value for foe in foes) + enemy[0] + terms.enemy_roll_bonus
    if terms.enemy_roll_bonus:
        t.say("enemy_roll_bonus", terms.bonus_cites, points=terms.enemy_roll_bonus)
    t.say("scores", terms.cites, seat=me.seat, mine=value + faces[0], foe=name, theirs=theirs)
    _explain_too_late(t)
    return faces, theirs


def _settle(t: Table, me: Figure, name: str, mine: int, theirs: int, terms: Terms) -> Rule[Outcome]:
    side = compared(mine, theirs)
    if side > 0:
        t.say("battle_won", t.cite(Topic.BATTLE_WON), seat=me.seat, foe=name)
        return Outcome.WON
    if side == 0:
        t.say("battle_drawn", t.cite(Topic.BATTLE_DRAWN), seat=me.seat, foe=name)
        _forfeit_end(t, me)
        return Outcome.DRAWN
    t.say("battle_lost", t.cite(Topic.BATTLE_LOST), seat=me.seat, foe=name)
    stake = t.policy.life_lost_in_battle if terms.life_at_stake is None else terms.life_at_stake
    yield from lose(t, me, Dial.LIFE, stake, t.cite(Topic.BATTLE_LOST))
    _forfeit_end(t, me)
    return Outcome.LOST


def _forfeit_end(t: Table, me: Figure) -> None:
    """A battle that the active figure has not won takes the end of its turn too, where a book is read so."""
    if t.turn.seat == me.seat and not t.policy.end_after_defeat:
        cites = t.cite(Topic.TURN_END)
        t.say("end_forfeited", cites, seat=me.seat)
        t.mark_turn("end_forfeited", value=True, cites=cites)


@stretch
def _prepare(t: Table, me: Figure, terms: Terms, foe: str, *, evadable: bool) -> Rule[Muster]:
    """Before the dice: evade or fight, and bring in whatever changes the attribute, as often as wanted."""
    adds = takes_bonuses(t, me)
    muster = Muster(total(t, me, terms.dial) + (terms.head_start if adds else 0))
    counted = cites_of_total(t, me)
    t.say("attribute", counted, seat=me.seat, dial=terms.dial.value, total=muster.value)
    cites = terms.before or t.cite(Topic.BATTLE_MODIFIERS, Topic.BATTLE_EVADE)
    while True:
        options = _preparations(t, me, terms, muster, evadable=evadable)
        chosen = yield from ask_choose(
            me.seat,
            "before_battle",
            cites,
            options,
            lenient=t.lenient,
            foe=foe,
            dial=terms.dial.value,
            total=muster.value,
        )
        if chosen == _FIGHT:
            _explain_too_late(t)
            return muster
        if chosen == _EVADE or chosen.startswith("evade-"):
            if chosen != _EVADE:
                yield from spend(t, me, chosen.removeprefix("evade-"))
            muster.evaded = True
            return muster
        if chosen == _BONUS:
            points = yield from ask_amount(me.seat, "bonus", cites, -MOST_TOLD, MOST_TOLD)
            t.say(
                "bonus_told",
                t.cite(Topic.BATTLE_MODIFIERS, Topic.TOLD),
                seat=me.seat,
                points=points,
            )
        else:
            points = yield from _use(t, me, terms.dial, muster, chosen.removeprefix("use-"))
        if adds:
            muster.value += points
        else:
            t.say("bonus_idle", t.cite(Topic.TOAD_VALUES), seat=me.seat)


def _explain_too_late(t: Table) -> None:
    """Evading and bringing in what changes an attribute come before the dice."""
    evading, others = _too_late(t.cite(Topic.BATTLE_EVADE), t.cite(Topic.BATTLE_MODIFIERS))
    t.explain(_EVADE, evading)
    t.explain("use", others)
    t.explain(_BONUS, others)


@cache
def _too_late(evading: tuple[str, ...], others: tuple[str, ...]) -> tuple[Problem, Problem]:
    return Problem("too_late_to_evade", evading), Problem("too_late_for_modifiers", others)


def _preparations(
    t: Table, me: Figure, terms: Terms, muster: Muster, *, evadable: bool
) -> list[Option]:
    options = [_TO_FIGHT]
    barred = None
    if not may_evade(t, me):
        barred = Problem("no_evading_here", t.cite(Topic.EVADE_WHERE))
    elif not evadable:
        barred = Problem("not_evadable", terms.cites)
    for key in t.held(me.seat) + t.hand(me.seat):
        card = t.card_at(key)
        if card is None or key in muster.used:
            continue
        unusable = next(iter(problems_using(t, me, key)), None)
        secret = t.cards[key].zone is Zone.HAND
        if card.evades:
            note = Note("option_evade_with", {"card": key})
            options.append(Option(f"evade-{key}", note, barred=barred or unusable, secret=secret))
        if points := _battle_bonus(t, me, key, terms.dial):
            note = Note("option_use_bonus", {"card": key, "points": points})
            options.append(
                Option(f"use-{key}", note, barred=unusable, secret=secret, any_order=True)
            )
    needs = Problem("evade_needs", t.cite(Topic.EVADE_NEEDS))
    options.append(Option(_EVADE, Note("option_evade", {}), barred=barred or needs))
    options.append(_TO_ADD)
    return options


def _battle_bonus(t: Table, me: Figure, key: str, dial: Dial) -> int:
    """What a card adds in battle if it is used; 0 if it has no such bonus."""
    return sum(points for when, points in bonuses(t, me, key, dial) if when == "battle")


def evading_cards(t: Table, me: Figure) -> list[str]:
    """The cards with which the figure may evade."""
    return [
        key
        for key in t.held(me.seat) + t.hand(me.seat)
        if (card := t.card_at(key)) and card.evades and not problems_using(t, me, key)
    ]


def _use(t: Table, me: Figure, dial: Dial, muster: Muster, key: str) -> Rule[int]:
    points = _battle_bonus(t, me, key, dial)
    muster.used.append(key)
    cites = t.cite(Topic.BATTLE_MODIFIERS, Topic.OBJECT_USE)
    t.say("bonus_used", cites, seat=me.seat, card=t.cards[key].card, points=points)
    yield from spend(t, me, key)
    return points


def battle_between(t: Table, me: Figure, other: Figure) -> Rule[Outcome]:
    """The active figure attacks another one: both prepare, both roll, the attacker decides first.

    Returns:
        How it ended for the attacker.
    """
    scores = yield from _fought_between(t, me, other)
    if scores is None:
        t.say(
            "evaded",
            t.cite(Topic.PVP_EVADE, Topic.EVADE_EFFECT, Topic.EVADE_WHERE),
            seat=other.seat,
            foe=_name_of(t, me),
        )
        return Outcome.EVADED
    side = compared(*scores)
    if side == 0:
        t.say("battle_drawn", t.cite(Topic.PVP_COMPARE), seat=me.seat, foe=_name_of(t, other))
        _forfeit_end(t, me)
        return Outcome.DRAWN
    if side > 0:
        return Outcome.WON
    _forfeit_end(t, me)
    return Outcome.LOST


@stretch
def _fought_between(t: Table, me: Figure, other: Figure) -> Rule[tuple[int, int] | None]:
    """The scores that the attacker and the other come to; None if the other evades."""
    terms = Terms(
        t.policy.battle_between,
        t.cite(Topic.PVP_COMPARE, Topic.PVP_ATTRIBUTE),
        before=t.cite(Topic.PVP_MODIFIERS, Topic.PVP_EVADE),
    )
    here = t.space(me.space)
    often = here.cites if here.free_rerolls_between else ()
    t.say("attacks", t.cite(Topic.PVP_OPPOSITE), seat=me.seat, other=other.seat)
    theirs = yield from _prepare(t, other, terms, _name_of(t, me), evadable=True)
    if theirs.evaded:
        return None
    mine = yield from _prepare(t, me, terms, _name_of(t, other), evadable=False)
    my_faces = yield from cast_dice(t, me.seat, "attack", t.cite(Topic.PVP_ROLL))
    _explain_too_late(t)
    their_faces = yield from cast_dice(t, other.seat, "attack", t.cite(Topic.PVP_ROLL))
    _explain_too_late(t)
    cites = t.cite(Topic.PVP_ATTACKER_FIRST) + often
    my_faces = yield from offer_reroll(t, me, my_faces, "attack", cites, unlimited=bool(often))
    their_faces = yield from offer_reroll(
        t, other, their_faces, "attack", cites, unlimited=bool(often)
    )
    t.explain("reroll", Problem("no_second_thoughts", t.cite(Topic.PVP_NO_SECOND_THOUGHTS)))
    my_score, their_score = mine.value + my_faces[0], theirs.value + their_faces[0]
    t.say(
        "scores_between",
        terms.cites,
        seat=me.seat,
        mine=my_score,
        other=other.seat,
        theirs=their_score,
    )
    return my_score, their_score


def claim(t: Table, winner: Figure, loser: Figure) -> Rule[str]:
    """The winner between two figures takes its reward: a life, an object, a coin, or a battle with a follower.

    Returns:
        What was chosen: `nothing`, `life`, `gold`, `object` or `follower`.
    """
    cites = t.cite(Topic.PVP_REWARD)
    t.say("won_between", cites, seat=winner.seat, other=loser.seat)
    options = [Option("life", Note("option_life", {"other": loser.seat}))]
    for key in t.held(loser.seat, CardType.OBJECT):
        card = t.card_at(key)
        same = t.policy.one_of_a_name and any(
            (mine := t.card_at(own)) and card and mine.name == card.name
            for own in t.held(winner.seat)
        )
        barred = (
            Problem(
                "one_of_a_name", t.cite(Topic.ONE_OF_A_NAME), {"seat": winner.seat, "card": card.id}
            )
            if same and card
            else None
        )
        options.append(
            Option(
                f"object-{key}",
                Note("option_take_card", {"card": t.cards[key].card}),
                barred=barred,
            )
        )
    broke = (
        None
        if loser.gold
        else Problem("nothing_to_take", cites, {"seat": loser.seat, "dial": Dial.GOLD.value})
    )
    options.append(Option("gold", Note("option_take_gold", {}), barred=broke))
    options += [
        Option(
            f"follower-{key}",
            Note("option_attack_follower", {"card": t.cards[key].card}),
            barred=_follower_barred(t, winner, key),
        )
        for key in t.held(loser.seat, CardType.FOLLOWER)
    ]
    options.append(Option("nothing", Note("option_nothing", {})))
    chosen = yield from ask_choose(
        winner.seat, "reward", cites, options, lenient=t.lenient, other=loser.seat
    )
    what, _, key = chosen.partition("-")
    if what == "life":
        yield from lose(t, loser, Dial.LIFE, 1, cites)
    elif what == "gold":
        if (yield from lose(t, loser, Dial.GOLD, 1, cites)):
            yield from gain(t, winner, Dial.GOLD, 1, cites)
    elif what == "object":
        yield from take_card(t, winner, key, cites)
        yield from keep_within_limit(t, loser)
    elif what == "follower":
        yield from _attack_follower(t, winner, loser, key)
    for more in ("life", "object", "gold", "follower"):
        t.explain(more, Problem("one_reward", t.cite(Topic.PVP_REWARD, Topic.PVP_FOLLOWER)))
    return what


def _follower_barred(t: Table, winner: Figure, key: str) -> Problem | None:
    card = t.card_at(key)
    if t.turn.seat != winner.seat:
        return Problem("only_the_active_may", t.cite(Topic.PVP_FOLLOWER))
    if card is None or card.attribute is None:
        return Problem("follower_cannot_fight", t.cite(Topic.PVP_FOLLOWER))
    return None


def _attack_follower(t: Table, winner: Figure, loser: Figure, key: str) -> Rule[None]:
    """One follower of the loser fights like a single enemy and becomes a trophy if it is beaten."""
    card = t.card_at(key)
    if card is None or card.attribute is None:
        return
    t.say("attacks_follower", t.cite(Topic.PVP_FOLLOWER), seat=winner.seat, card=card.id)
    here = t.space(winner.space)
    terms = Terms(
        card.attribute,
        t.cite(Topic.PVP_FOLLOWER, Topic.BATTLE_TYPE),
        evadable=False,
        bonus_cites=here.cites,
        free_rerolls=here.free_rerolls_between,
    )
    outcome = yield from battle(t, winner, [Foe(card.name, card.value, key, card.alignment)], terms)
    if outcome is Outcome.WON:
        cites = t.cite(Topic.PVP_FOLLOWER_TROPHY)
        put_card(t, key, cites, Zone.TROPHY, seat=winner.seat)
        t.say("trophy", cites, seat=winner.seat, card=card.id)
        yield from keep_within_limit(t, loser)
        yield from watched(t, winner, "defeated", CardType.ENEMY.value)
