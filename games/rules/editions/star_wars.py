"""Star Wars: the instructions that effect words cannot say, each under the name its pack uses."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem, TurnOver
from games.rules.registry import named, watcher
from games.rules.stretches import stretch
from games.rules.table import Figure, Table
from games.rules.terms import OPPOSITE, Alignment, CardType, Dial, Phase
from games.rules.topics import Topic
from games.rules.verbs.battle import Foe, Outcome, Terms, battle
from games.rules.verbs.cards import (
    cards_of,
    choose_card,
    discard_card,
    discard_some,
    draw_spells,
    problems_pile,
    problems_taking,
    say_not_taken,
    take_from_pile,
)
from games.rules.verbs.conditions import place_figure
from games.rules.verbs.dials import lose, pay
from games.rules.verbs.fate import cast_dice, offer_reroll, roll
from games.rules.verbs.values import cites_of_total, problems_losing, total

Cite = tuple[str, ...]
Worth = dict[Alignment | None, int]


@named("pass_test")
def pass_test(t: Table, me: Figure, cites: Cite) -> Rule[bool]:
    """The test of the space is passed: the next turn's move leads on.

    Rulebook: Star Wars, Game Board Locations > Inner Region (SW-INNER-4).
    """
    cites += t.cite(Topic.INNER_PASSED)
    t.say("test_passed", cites, seat=me.seat, space=me.space)
    t.mark_figure(me.seat, "passed", me.space, cites)
    return True
    yield


@named("cross_by_attribute")
def cross_by_attribute(
    t: Table, me: Figure, cites: Cite, dice: int, attributes: Sequence[str]
) -> Rule[bool]:
    """Choose an attribute, roll, and stay below it.

    Rulebook: Star Wars, Game Board Locations > Middle Region > Kef Bir (SW-KEFBIR-3).

    Args:
        dice: How many dice, 1..3.
        attributes: The dials to choose from.
    """
    options = [
        Option(dial, Note("option_attribute", {"dial": dial, "total": total(t, me, Dial(dial))}))
        for dial in attributes
    ]
    chosen = Dial((yield from ask_choose(me.seat, "attribute", cites, options)))
    faces = yield from roll(t, me, "test", cites, dice=dice)
    for other in attributes:
        t.explain(other, Problem("choice_is_made", cites, {"dial": chosen.value}))
    mine = total(t, me, chosen)
    passed = sum(faces) < mine
    t.say(
        "test_read",
        cites + cites_of_total(t, me),
        seat=me.seat,
        result=sum(faces),
        dial=chosen.value,
        total=mine,
        passed=passed,
    )
    return passed


@named("test_total")
def test_total(
    t: Table,
    me: Figure,
    cites: Cite,
    dice: int,
    below: Sequence[str],
    passed_draws: str,
    failed_loses: str,
) -> Rule[bool]:
    """Roll below the sum of attributes, or lose something and try again next turn.

    Rulebook: Star Wars, Game Board Locations > Inner Region > Ahch-To (SW-AHCHTO-1 to 3).

    Args:
        dice: How many dice, 1..3.
        below: The dials whose totals are added.
        passed_draws: The deck of spells drawn from for passing.
        failed_loses: The dial that loses one for failing.
    """
    faces = yield from roll(t, me, "test", cites, dice=dice)
    mine = sum(total(t, me, Dial(dial)) for dial in below)
    passed = sum(faces) < mine
    t.say(
        "test_read_sum",
        cites + cites_of_total(t, me),
        seat=me.seat,
        result=sum(faces),
        dials=list(below),
        total=mine,
        passed=passed,
    )
    if not passed:
        yield from lose(t, me, Dial(failed_loses), 1, cites)
        return False
    yield from pass_test(t, me, cites)
    if passed_draws == t.policy.spell_deck:
        yield from draw_spells(t, me, 1, cites)
    return True


@named("base_rolled_by_opponent")
def base_rolled_by_opponent(
    t: Table,
    me: Figure,
    cites: Cite,
    name: str,
    attribute: str,
    dice: int,
    plus: int,
    or_lose: str,
    *,
    even_in_vain: bool = False,
) -> Rule[bool]:
    """Another player rolls for what a place is worth; then it is battled, and a defeat costs more.

    Rulebook: Star Wars, Game Board Locations > Inner Region > Dagobah, Malachor (SW-DAGOBAH-1 to 5, SW-MALACHOR-1 to 5).

    Args:
        dice: Dice for the base, 1..3.
        plus: Added to them, 0..9.
        or_lose: The dial that may be lost instead of the further life.
        even_in_vain: Whether that dial may be named although it cannot fall.

    Raises:
        TurnOver: The battle was not won.
    """
    roller = t.figures[t.left_of(me.seat)]
    others = t.cite(Topic.FATE_NOT_OTHERS)
    faces = yield from cast_dice(t, roller.seat, "base", cites, dice=dice)
    decided = others if roller.fate and roller is not me else ()
    if decided and t.policy.base_rerolled_by_roller:
        faces = yield from offer_reroll(t, roller, faces, "base", cites + decided)
    t.explain("reroll", Problem("not_the_enemys_die", others))
    base = sum(faces) + plus
    t.say("base", cites + decided, name=name, dial=attribute, base=base)
    outcome = yield from battle(
        t, me, [Foe(name, base)], Terms(Dial(attribute), cites, evadable=False)
    )
    if outcome is Outcome.WON:
        return (yield from pass_test(t, me, cites))
    if outcome is Outcome.LOST:
        barred = None if even_in_vain else next(iter(problems_losing(t, me, Dial(or_lose))), None)
        options = [
            Option("life", Note("option_lose", {"dial": "life"})),
            Option(or_lose, Note("option_lose", {"dial": or_lose}), barred=barred),
        ]
        chosen = yield from ask_choose(me.seat, "lose_one", cites, options, lenient=t.lenient)
        yield from lose(t, me, Dial(chosen), 1, cites)
    t.say("turn_ends", t.cite(Topic.BATTLE_ENDS_TURN), seat=me.seat)
    raise TurnOver


@named("buy_off")
def buy_off(t: Table, me: Figure, cites: Cite, dial: str, points: int, kind: str) -> Rule[None]:
    """Lose points, where each may be saved by discarding a card of a kind.

    Rulebook: Star Wars, Game Board Locations > Inner Region > Moraband (SW-MORABAND-2).

    Args:
        points: At stake, 1..3.
        kind: The kind of card that saves one.
    """
    for _ in range(points):
        keys = cards_of(t, me, CardType(kind))
        given_up = yield from choose_card(t, me, keys, "buy_off", cites, optional=True)
        if given_up:
            yield from discard_card(t, given_up, cites)
        else:
            yield from lose(t, me, Dial(dial), 1, cites)


@named("emperor")
def emperor(
    t: Table,
    me: Figure,
    cites: Cite,
    name: str,
    craft: int,
    own: int,
    neutral: int,
    opposite: int,
    back_to: str,
    life_at_stake: int | None = None,
) -> Rule[None]:
    """Spells discarded add to the attribute for this turn; then the last battle decides.

    Rulebook: Star Wars, The Citadel (SW-CITADEL-1 to 7).

    Args:
        craft: What the last enemy is worth.
        own: Added for a spell of one's own side; `neutral` and `opposite` likewise.
        back_to: Where a defeat leads.
        life_at_stake: What a defeat costs; what every lost battle costs, if it is left out.

    Raises:
        TurnOver: The turn ends however it went.
    """
    worth = {
        me.alignment: own,
        Alignment.NEUTRAL: neutral,
        OPPOSITE.get(me.alignment or Alignment.GOOD): opposite,
    }
    added = yield from _added(t, me, worth, cites)
    terms = Terms(Dial.CRAFT, cites, evadable=False, head_start=added, life_at_stake=life_at_stake)
    outcome = yield from battle(t, me, [Foe(name, craft)], terms)
    if outcome is Outcome.WON:
        t.say("game_won", t.cite(Topic.GAME_WON), seat=me.seat)
        t.change("game", "", "winner", me.seat, t.cite(Topic.GAME_WON))
        t.change("turn", "", "phase", Phase.OVER.value, t.cite(Topic.GAME_WON))
    elif outcome is Outcome.LOST:
        yield from place_figure(t, me, back_to, cites)
    raise TurnOver


@stretch
def _added(t: Table, me: Figure, worth: Worth, cites: Cite) -> Rule[int]:
    """What the spells add that are discarded, one after the other."""
    added = 0
    while (points := (yield from _discarded(t, me, worth, added, cites))) is not None:
        added += points
    return added


@stretch
def _discarded(t: Table, me: Figure, worth: Worth, added: int, cites: Cite) -> Rule[int | None]:
    """Discard a spell and say what it adds; None if none is left, or no more are discarded."""
    if not (hand := t.hand(me.seat)):
        return None
    options = [Option("done", Note("option_done", {}))]
    options += [
        Option(
            key,
            Note("option_card", {"card": t.cards[key].card, "key": key}),
            secret=True,
            any_order=True,
            alike=str(t.cards[key].card),
        )
        for key in hand
    ]
    key = yield from ask_choose(me.seat, "discard_for_craft", cites, options, added=added)
    if key == "done":
        return None
    points = yield from _spell_worth(t, me, key, worth, cites)
    yield from discard_card(t, key, cites)
    return points


def _spell_worth(
    t: Table, me: Figure, key: str, worth: dict[Alignment | None, int], cites: Cite
) -> Rule[int]:
    """What a discarded spell adds; its side is asked for if nobody told which card it is."""
    card = t.card_at(key)
    if card is not None:
        side = card.alignment
    else:
        options = [
            Option(alignment.value, Note("option_alignment", {"alignment": alignment.value}))
            for alignment in Alignment
        ]
        side = Alignment(
            (yield from ask_choose(me.seat, "spell_side", cites, options, is_fact=True))
        )
    points = worth[side]
    t.say("spell_adds", cites, seat=me.seat, card=t.cards[key].card, points=points)
    return points


# ---------------------------------------------------------------------- leads


@named("lead")
def lead(
    t: Table, me: Figure, cites: Cite, task: str, kind: str, count: int, reward: str
) -> Rule[None]:
    """A lead is followed: at once if it can be, otherwise until it can.

    Rulebook: Star Wars, Additional Rules > Takodana (SW-TAKODANA-2, SW-TAKODANA-5).

    Args:
        task: `acquire`, `defeat`, `discard` or `pay`.
        kind: The kind of card or the dial it is about.
        count: How many, 1..3.
        reward: The card taken from its pile when it is done.
    """
    given = {"task": task, "kind": kind, "count": count, "reward": reward, "rules": list(cites)}
    t.say("lead_given", cites, seat=me.seat, task=task, kind=kind, count=count)
    t.mark_figure(me.seat, "lead", given, cites)
    yield from _follow_lead(t, me)


@watcher("leads")
def leads(t: Table, me: Figure, what: str, of: str, count: int) -> Rule[None]:
    """An open lead is completed as soon as it can be.

    Rulebook: Star Wars, Additional Rules > Takodana (SW-TAKODANA-4, SW-TAKODANA-5).
    """
    open_lead = me.marks.get("lead")
    if not open_lead or not me.in_play or not count:
        return
    done = {"acquire": what == "took" and of == open_lead["kind"], "defeat": what == "defeated"}
    if done.get(open_lead["task"]):
        yield from _complete_lead(t, me)
    else:
        yield from _follow_lead(t, me)


def _follow_lead(t: Table, me: Figure) -> Rule[None]:
    """Hand over what the lead asks for, if it is there: who can, must."""
    given = me.marks["lead"]
    cites = tuple(given["rules"])
    if given["task"] == "pay" and getattr(me, given["kind"]) >= given["count"]:
        t.mark_figure(me.seat, "lead", {**given, "task": "paying"}, cites)
        yield from pay(t, me, Dial(given["kind"]), given["count"], cites)
        yield from _complete_lead(t, me)
    elif (
        given["task"] == "discard"
        and len(cards_of(t, me, CardType(given["kind"]))) >= given["count"]
    ):
        t.mark_figure(me.seat, "lead", {**given, "task": "discarding"}, cites)
        yield from discard_some(t, me, CardType(given["kind"]), given["count"], cites)
        yield from _complete_lead(t, me)


def _complete_lead(t: Table, me: Figure) -> Rule[None]:
    given = me.marks["lead"]
    cites = tuple(given["rules"])
    t.say("lead_done", cites, seat=me.seat)
    t.mark_figure(me.seat, "lead", None, cites)
    reward = given["reward"]
    if problems := problems_pile(t, reward) + problems_taking(t, me, reward, cites):
        say_not_taken(t, me, reward, problems[0])
    else:
        yield from take_from_pile(t, me, reward, cites)
