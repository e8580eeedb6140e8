"""Declared effects: each effect word of a pack or of a player's mouth carried out by verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from content.schema import effects as e
from games.rules.asks import Option, Rule, ask_amount, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem, TurnOver
from games.rules.registry import rule_named
from games.rules.stretches import stretch
from games.rules.table import Figure, Table
from games.rules.terms import CardType, Dial, Zone
from games.rules.topics import Topic
from games.rules.verbs import cards as c
from games.rules.verbs.battle import Foe, Outcome, Terms, battle
from games.rules.verbs.conditions import disorient, grant_turns, place_figure
from games.rules.verbs.dials import gain, lose, pay
from games.rules.verbs.fate import roll
from games.rules.verbs.values import cites_of_total, problems_paying, room, spell_room, total

Success = bool | None
Run = Callable[[Table, Figure, Any, tuple[str, ...]], Rule[Success]]


def do_effects(
    t: Table, me: Figure, effects: tuple[e.Effect, ...], cites: tuple[str, ...]
) -> Rule[Success]:
    """Carry out effects in their order; an effect's own ids count before those of its trigger.

    Returns:
        Whether the last test or battle among them was passed; None if there was none.

    Raises:
        TurnOver: The active figure died, or a battle ended its turn.
    """
    passed: Success = None
    for effect in effects:
        who = t.figure(effect.seat) if effect.seat else me
        if not who.in_play:
            continue
        result = yield from _RUN[type(effect)](t, who, effect, effect.cites or cites)
        passed = result if result is not None else passed
    return passed


def can_give(t: Table, me: Figure, effects: tuple[e.Effect, ...]) -> bool:
    """Whether any part of what the effects give could be received now; what cannot be told, can."""
    return any(_gives(t, me, effect) for effect in effects)


def _gives(t: Table, me: Figure, effect: e.Effect) -> bool:
    match effect:
        case e.Gain():
            return any(room(t, me, dial)[0] > 0 for dial in effect.gain)
        case e.Draw():
            return effect.draw.deck != t.policy.spell_deck or spell_room(t, me) > 0
        case e.Take():
            return not c.problems_pile(t, effect.take.card) and not c.problems_taking(
                t, me, effect.take.card, ()
            )
        case e.Choose():
            return any(can_give(t, me, choice.do) for choice in effect.choose)
        case e.If():
            return can_give(
                t, me, effect.then if effect.if_alignment is me.alignment else effect.otherwise
            )
        case _:
            return True


def _gain(t: Table, me: Figure, effect: e.Gain, cites: tuple[str, ...]) -> Rule[Success]:
    for dial, points in effect.gain.items():
        yield from gain(t, me, dial, points, cites)
    return None


def _lose(t: Table, me: Figure, effect: e.Lose, cites: tuple[str, ...]) -> Rule[Success]:
    for dial, points in effect.lose.items():
        yield from lose(t, me, dial, points, cites)
    return None


def _draw(t: Table, me: Figure, effect: e.Draw, cites: tuple[str, ...]) -> Rule[Success]:
    if effect.draw.deck == t.policy.spell_deck:
        yield from c.draw_spells(t, me, effect.draw.count, cites)
    else:
        yield from c.draw_to_space(t, me, effect.draw.count, cites)
    return None


def _discard(t: Table, me: Figure, effect: e.Discard, cites: tuple[str, ...]) -> Rule[Success]:
    yield from c.discard_some(t, me, effect.discard.kind, effect.discard.count, cites)
    return None


def _take(t: Table, me: Figure, effect: e.Take, cites: tuple[str, ...]) -> Rule[Success]:
    problems = c.problems_pile(t, effect.take.card) + c.problems_taking(
        t, me, effect.take.card, cites
    )
    if problems:
        c.say_not_taken(t, me, effect.take.card, problems[0])
    else:
        yield from c.take_from_pile(t, me, effect.take.card, cites)
    return None


def _roll_table(t: Table, me: Figure, effect: e.RollTable, cites: tuple[str, ...]) -> Rule[Success]:
    """Roll and follow a row, and roll once more for as long as a row says so."""
    while True:
        row, passed = yield from _roll_once(t, me, effect.roll, cites)
        if row not in effect.roll.again or not me.in_play:
            return passed
        t.say("rolls_again", effect.roll.row_cites.get(row, cites), seat=me.seat)


def _roll_once(
    t: Table, me: Figure, table: e.RollWhat, cites: tuple[str, ...]
) -> Rule[tuple[str, Success]]:
    reading = yield from _read(t, me, table, cites)
    if table.minus:
        taken = total(t, me, table.minus)
        reading -= taken
        t.say(
            "difference",
            cites + cites_of_total(t, me),
            seat=me.seat,
            dial=table.minus.value,
            taken=taken,
            difference=reading,
        )
    row = table.row_for(reading)
    row_cites = table.row_cites.get(row, cites)
    t.say("row", row_cites, seat=me.seat, row=row, result=reading)
    if not table.rows[row]:
        t.say("nothing_happens", row_cites, seat=me.seat)
    passed = yield from do_effects(t, me, table.rows[row], row_cites)
    return row, passed


@stretch
def _read(t: Table, me: Figure, table: e.RollWhat, cites: tuple[str, ...]) -> Rule[int]:
    """What the dice come to on a table, with what is paid to move them."""
    faces = yield from roll(t, me, "table", cites, dice=table.dice, again=bool(table.again))
    reading = sum(faces)
    if dial := table.shift_pay:
        reading += yield from _shift(t, me, dial, table, reading, cites)
    return reading


def _shift(
    t: Table, me: Figure, dial: Dial, table: e.RollWhat, reading: int, cites: tuple[str, ...]
) -> Rule[int]:
    """Let the total of a roll be moved, one step for each token paid, within the table."""
    there = getattr(me, dial)
    if not there:
        return 0
    cites = table.shift_cites or cites
    low, high = table.dice, 6 * table.dice
    beyond = Problem(
        "shift_not_possible",
        cites,
        {
            "seat": me.seat,
            "dial": dial.value,
            "has": there,
            "rolled": reading,
            "low": low,
            "high": high,
        },
        hard=True,
    )
    by = yield from ask_amount(
        me.seat,
        "shift",
        cites,
        -there,
        there,
        between=(low - reading, high - reading),
        beyond=beyond,
        rolled=reading,
        dial=dial.value,
    )
    if by:
        yield from pay(t, me, dial, abs(by), cites)
        t.say("shifted", cites, seat=me.seat, by=by, result=reading + by)
    t.explain("reroll", Problem("roll_already_used", t.cite(Topic.FATE_WHEN)))
    return by


def _choose(t: Table, me: Figure, effect: e.Choose, cites: tuple[str, ...]) -> Rule[Success]:
    open_ = [choice for choice in effect.choose if can_give(t, me, choice.do)]
    barred = Problem("nothing_to_gain", t.cite(Topic.GAIN_IMPOSSIBLE), {"seat": me.seat})
    if not open_:
        t.say("gains_nothing", t.cite(Topic.GAIN_IMPOSSIBLE), seat=me.seat)
        return None
    options = [
        Option(
            choice.id,
            Note("option_effect", {"id": choice.id, "effects": choice.do}),
            barred=None if choice in open_ else barred,
        )
        for choice in effect.choose
    ]
    chosen = yield from ask_choose(me.seat, "choose_one", cites, options, lenient=t.lenient)
    picked = next(choice for choice in effect.choose if choice.id == chosen)
    return (yield from do_effects(t, me, picked.do, cites))


def _move(t: Table, me: Figure, effect: e.Move, cites: tuple[str, ...]) -> Rule[Success]:
    space = t.space(effect.move_to).id
    if t.turn.marks.get("resolving") and t.turn.seat == me.seat:
        # A card moves a figure only after what else lies on the space has been met and taken.
        t.say("bound_for", cites, seat=me.seat, space=space)
        t.mark_turn("bound_for", space, cites)
    else:
        yield from place_figure(t, me, space, cites)
    return None


def _turns(t: Table, me: Figure, effect: e.Turn, cites: tuple[str, ...]) -> Rule[Success]:
    yield from grant_turns(t, me, effect.turns, cites)
    return None


def _toad(t: Table, me: Figure, effect: e.Toad, cites: tuple[str, ...]) -> Rule[Success]:
    yield from disorient(t, me, effect.toad, cites)
    return None


def _fight(t: Table, me: Figure, effect: e.Fight, cites: tuple[str, ...]) -> Rule[Success]:
    what = effect.fight
    dial = Dial.STRENGTH if what.strength is not None else Dial.CRAFT
    value = what.strength if what.strength is not None else what.craft or 0
    space = t.space(me.space)
    terms = Terms(
        dial,
        cites,
        evadable=what.evadable,
        life_at_stake=what.life_at_stake,
        enemy_roll_bonus=space.enemy_roll_bonus,
        bonus_cites=space.cites,
        free_rerolls=space.free_battle_rerolls,
    )
    outcome = yield from battle(t, me, [Foe(what.name, value)], terms)
    if outcome in {Outcome.WON, Outcome.EVADED}:
        done = outcome is Outcome.WON or what.evaded_is_won
        if outcome is Outcome.EVADED and done:
            t.say("evaded_is_won", cites, seat=me.seat, foe=what.name)
        if done:
            yield from do_effects(t, me, what.won, cites)
        return done
    yield from do_effects(t, me, what.lost if outcome is Outcome.LOST else what.drawn, cites)
    if t.turn.seat != me.seat:
        return False
    t.say("turn_ends", t.cite(Topic.BATTLE_ENDS_TURN), seat=me.seat)
    raise TurnOver


def _if(t: Table, me: Figure, effect: e.If, cites: tuple[str, ...]) -> Rule[Success]:
    branch = effect.then if effect.if_alignment is me.alignment else effect.otherwise
    if not branch:
        t.say("nothing_happens", cites, seat=me.seat)
    return (yield from do_effects(t, me, branch, cites))


def _shop(t: Table, me: Figure, effect: e.Shop, cites: tuple[str, ...]) -> Rule[Success]:
    """Buy as many different goods as wanted, one question each, until nothing more is bought."""
    while True:
        options = [Option("done", Note("option_done", {}))]
        options += [
            Option(
                card,
                Note("option_buy", {"card": card, "price": price}),
                {Dial.GOLD.value: price},
                barred=next(iter(_problems_buying(t, me, card, price, cites)), None),
            )
            for card, price in effect.shop.items()
        ]
        closed = {option.id: option.barred for option in options if option.barred}
        if len(closed) == len(effect.shop) and not t.lenient:
            t.say("nothing_to_buy", cites, seat=me.seat)
            for good, why in closed.items():
                t.explain(good, why)
            return None
        chosen = yield from ask_choose(
            me.seat, "buy", cites, options, lenient=t.lenient, gold=me.gold
        )
        if chosen == "done":
            return None
        yield from pay(t, me, Dial.GOLD, effect.shop[chosen], cites + t.cite(Topic.GOLD))
        yield from c.take_from_pile(t, me, chosen, cites)


def _problems_buying(
    t: Table, me: Figure, card: str, price: int, cites: tuple[str, ...]
) -> list[Problem]:
    return (
        problems_paying(t, me, Dial.GOLD, price, cites + t.cite(Topic.GOLD))
        + c.problems_pile(t, card)
        + c.problems_taking(t, me, card, cites)
    )


def _place(t: Table, me: Figure, effect: e.Place, cites: tuple[str, ...]) -> Rule[Success]:
    """Say where the card being resolved goes; the encounter reads the mark."""
    key = t.turn.marks.get("resolving")
    if key and effect.place == "discard":
        yield from c.discard_card(t, key, cites)
    elif key and effect.space:
        c.put_card(t, key, t.cite(Topic.CARD_ELSEWHERE), Zone.SPACE, space=t.space(effect.space).id)
        t.say(
            "placed_elsewhere",
            t.cite(Topic.CARD_ELSEWHERE),
            card=t.cards[key].card,
            space=effect.space,
        )
    t.mark_turn("placed", effect.place)
    return None


def _named(t: Table, me: Figure, effect: e.Named, cites: tuple[str, ...]) -> Rule[Success]:
    return (yield from rule_named(effect.rule)(t, me, cites, **effect.with_))  # type: ignore[no-any-return]


_RUN: dict[type[e.Cited], Run] = {
    e.Gain: _gain,
    e.Lose: _lose,
    e.Draw: _draw,
    e.Discard: _discard,
    e.Take: _take,
    e.RollTable: _roll_table,
    e.Choose: _choose,
    e.Move: _move,
    e.Turn: _turns,
    e.Toad: _toad,
    e.Fight: _fight,
    e.If: _if,
    e.Shop: _shop,
    e.Place: _place,
    e.Named: _named,
}

__all__ = ["CardType", "can_give", "do_effects"]
