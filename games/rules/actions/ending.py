"""The end of a turn: offers of the space, trophies, ditching, and who comes next."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from content.schema.base import Points, Slug
from content.schema.board import Trigger, When
from games.rules.actions.base import (
    IN_ENCOUNTER,
    IN_END,
    IN_TURN,
    ActionKind,
    Offer,
    Params,
    problems_in_turn,
    register,
)
from games.rules.asks import Rule
from games.rules.errors import Problem, TurnOver
from games.rules.table import Figure, Table
from games.rules.terms import ATTRIBUTES, Dial, Phase, Status, Zone
from games.rules.topics import Topic
from games.rules.triggers import problems_with_trigger, triggers_of, use
from games.rules.verbs.cards import discard_card, keep_within_limit, put_card
from games.rules.verbs.death import leave_bereft, unused_characters
from games.rules.verbs.dials import gain
from games.rules.verbs.values import room


class NoParams(Params):
    """Nothing needs to be told before."""


# ------------------------------------------------------------------ what the space offers at the end


def problems_at_end(t: Table, me: Figure, topic: tuple[str, ...]) -> list[Problem]:
    """Why the figure can do nothing that belongs to the end of its turn: it is not there, or is forfeited."""
    problems = problems_in_turn(t, me, Phase.END, topic=topic)
    if not problems and t.turn.marks.get("end_forfeited"):
        problems.append(Problem("no_end_of_turn", t.cite(Topic.TURN_END), {"seat": me.seat}))
    return problems


class UseSpaceParams(Params):
    """Which instruction of the space is used."""

    trigger: Slug


def _end_triggers(t: Table, me: Figure) -> list[Trigger]:
    """The instructions for the end of the turn; only whoever encountered the space has them."""
    if t.turn.marks.get("encountered") != "space" or t.turn.marks.get("end_forfeited"):
        return []
    used = t.turn.marks.get("used", [])
    return [trigger for trigger in triggers_of(t, me, When.TURN_END) if trigger.id not in used]


def _use_problems(t: Table, me: Figure, params: UseSpaceParams) -> list[Problem]:
    problems = problems_at_end(t, me, t.cite(Topic.TURN_END))
    if not me.in_play:
        return problems
    all_here = {
        trigger.id: trigger
        for trigger in t.space(me.space).triggers
        if trigger.when is When.TURN_END
    }
    if params.trigger not in all_here:
        return [
            *problems,
            Problem(
                "no_such_instruction",
                t.cite(Topic.SPACE_INSTRUCTIONS),
                {"space": me.space},
                tuple(all_here),
                hard=True,
            ),
        ]
    if problems:
        return problems
    trigger = all_here[params.trigger]
    if t.turn.marks.get("encountered") != "space":
        return [
            Problem("space_not_encountered", t.cite(Topic.CHARACTER_NOT_SPACE), {"space": me.space})
        ]
    if trigger.id in t.turn.marks.get("used", []):
        return [Problem("already_used", trigger.cites)]
    if trigger.alignment not in {None, me.alignment}:
        return [Problem("not_for_your_side", trigger.cites, {"alignment": str(trigger.alignment)})]
    return problems_with_trigger(t, me, trigger)


def _use_space(t: Table, me: Figure, params: UseSpaceParams) -> Rule[None]:
    """Use an instruction that the space has for the end of the turn, once."""
    trigger = next(
        trigger for trigger in t.space(me.space).triggers if trigger.id == params.trigger
    )
    t.mark_turn("used", [*t.turn.marks.get("used", []), trigger.id], trigger.cites)
    with suppress(TurnOver):  # it is the end of the turn already
        yield from use(t, me, trigger)


def _use_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for trigger in _end_triggers(t, me) if me.in_play else ():
        if not _use_problems(t, me, UseSpaceParams(trigger=trigger.id)):
            costs = {dial.value: price for dial, price in trigger.pay.items()}
            if trigger.discard:
                costs[trigger.discard.value] = 1
            yield Offer({"trigger": trigger.id}, costs, due=not trigger.may, closes=trigger.id)


register(
    ActionKind(
        "use_space",
        UseSpaceParams,
        _use_problems,
        _use_space,
        _use_offers,
        phases=IN_END,
        own_turn=True,
    )
)


# ------------------------------------------------------------------ trophies


class ExchangeParams(Params):
    """Which trophies are handed in, by their keys."""

    cards: tuple[Slug, ...]


def _points(t: Table, keys: Iterable[str]) -> dict[Dial, int]:
    points = dict.fromkeys(ATTRIBUTES, 0)
    for key in keys:
        card = t.card_at(key)
        if card and card.attribute:
            points[card.attribute] += card.value
    return points


def _exchange_problems(t: Table, me: Figure, params: ExchangeParams) -> list[Problem]:
    problems = problems_at_end(t, me, t.cite(Topic.TROPHY_WHEN))
    mine = t.cards_in(Zone.TROPHY, seat=me.seat)
    unknown = [key for key in params.cards if key not in mine]
    if unknown or len(set(params.cards)) != len(params.cards):
        return [
            *problems,
            Problem(
                "not_your_trophy",
                t.cite(Topic.TROPHY_WHEN),
                {"seat": me.seat, "cards": unknown},
                tuple(mine),
                hard=True,
            ),
        ]
    if problems:
        return problems
    rate = t.policy.trophies_per_point
    points = _points(t, params.cards)
    if all(n < rate for n in points.values()):
        numbers: dict[str, Any] = {"rate": rate, **{dial.value: n for dial, n in points.items()}}
        topics = (Topic.TROPHY_RATE, Topic.TROPHY_APART)
        return [Problem("too_few_trophy_points", t.cite(*topics), numbers)]
    idle = [dial for dial, n in points.items() if 0 < n < rate]
    if idle:
        numbers = {"rate": rate, "dial": idle[0].value, "points": points[idle[0]]}
        return [Problem("too_few_trophy_points", t.cite(Topic.TROPHY_RATE), numbers)]
    for dial, n in points.items():
        most, stopped_by = room(t, me, dial)
        if n >= rate and not most:
            problems.append(
                Problem(
                    "nothing_to_gain", t.cite(stopped_by), {"seat": me.seat, "dial": dial.value}
                )
            )
    return problems


def _exchange(t: Table, me: Figure, params: ExchangeParams) -> Rule[None]:
    """Hand in trophies for points of their attribute; what is above a multiple of the rate is lost."""
    rate = t.policy.trophies_per_point
    for dial, points in _points(t, params.cards).items():
        if points >= rate:
            t.say(
                "exchanged",
                t.cite(Topic.TROPHY_RATE),
                seat=me.seat,
                dial=dial.value,
                points=points,
                rate=rate,
            )
            yield from gain(
                t, me, dial, points // rate, t.cite(Topic.TROPHY_RATE, Topic.TROPHY_DIAL)
            )
            if points % rate:
                t.say(
                    "points_lost", t.cite(Topic.TROPHY_EXCESS), seat=me.seat, points=points % rate
                )
    for key in params.cards:
        yield from discard_card(t, key, t.cite(Topic.TROPHY_DISCARD))


def _exchange_offers(t: Table, me: Figure) -> Iterable[Offer]:
    """Everything of one attribute at once; any other set may be sent as well."""
    mine = t.cards_in(Zone.TROPHY, seat=me.seat)
    for dial in ATTRIBUTES:
        keys = tuple(key for key in mine if (card := t.card_at(key)) and card.attribute is dial)
        if not _exchange_problems(t, me, ExchangeParams(cards=keys)):
            yield Offer({"cards": list(keys)}, {})


register(
    ActionKind(
        "exchange_trophies",
        ExchangeParams,
        _exchange_problems,
        _exchange,
        _exchange_offers,
        phases=IN_END,
        own_turn=True,
    )
)


# ------------------------------------------------------------------ ditching


class DitchParams(Params):
    """What is left on the space: cards by their keys, and coins."""

    cards: tuple[Slug, ...] = ()
    gold: Points = 0


def _ditch_problems(t: Table, me: Figure, params: DitchParams) -> list[Problem]:
    if t.policy.ditch_before_encounter and t.turn.phase is not Phase.END:
        problems = problems_in_turn(t, me, Phase.ENCOUNTER, Phase.END, topic=t.cite(Topic.DITCH))
    else:
        problems = problems_at_end(t, me, t.cite(Topic.DITCH))
    if missing := _not_to_ditch(t, me, params):
        return [*problems, missing]
    if problems:
        return problems
    if params.gold and t.turn.phase is Phase.ENCOUNTER:
        return [Problem("only_cards_early", t.cite(Topic.DITCH_EARLY))]
    return []


def _not_to_ditch(t: Table, me: Figure, params: DitchParams) -> Problem | None:
    """What is named and not there to be left, whatever outranks the rules."""
    if spells := [key for key in params.cards if key in t.hand(me.seat)]:
        told = {"seat": me.seat, "cards": spells}
        return Problem("spell_stays", t.cite(Topic.SPELL_LEAVES), told)
    held = t.held(me.seat)
    if unknown := [key for key in params.cards if key not in held]:
        told = {"seat": me.seat, "cards": unknown}
        return Problem("not_held", t.cite(Topic.DITCH), told, tuple(held), hard=True)
    if params.gold > me.gold:
        numbers = {"seat": me.seat, "gold": params.gold, "has": me.gold}
        return Problem("cannot_leave", t.cite(Topic.DITCH), numbers, hard=True)
    if not params.cards and not params.gold:
        return Problem("nothing_named", t.cite(Topic.DITCH), hard=True)
    return None


def _ditch(t: Table, me: Figure, params: DitchParams) -> Rule[None]:
    """Leave objects, followers and coins face up on the space; not to be taken back this turn."""
    cites = t.cite(Topic.DITCH_EARLY if t.turn.phase is Phase.ENCOUNTER else Topic.DITCH)
    for key in dict.fromkeys(params.cards):
        t.say("left_card", cites, seat=me.seat, card=t.cards[key].card, space=me.space)
        put_card(t, key, cites, Zone.SPACE, space=me.space)
    t.mark_turn(
        "ditched",
        [*t.turn.marks.get("ditched", []), *params.cards],
        t.cite(Topic.DITCH_NO_TAKE_BACK),
    )
    if params.gold:
        t.say("left_gold", cites, seat=me.seat, points=params.gold, space=me.space)
        t.change("figure", me.seat, "gold", me.gold - params.gold, cites)
        t.change(
            "space", str(me.space), "gold", t.gold_on.get(str(me.space), 0) + params.gold, cites
        )
        left = t.turn.marks.get("ditched_gold", 0) + params.gold
        t.mark_turn("ditched_gold", left, t.cite(Topic.DITCH_NO_TAKE_BACK))
    yield from keep_within_limit(t, me)


def _ditch_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for key in t.held(me.seat):
        if not _ditch_problems(t, me, DitchParams(cards=(key,))):
            yield Offer({"cards": [key]}, {})
    if not _ditch_problems(t, me, DitchParams(gold=1)):
        yield Offer({"gold": 1}, {Dial.GOLD.value: 1})


register(
    ActionKind(
        "ditch",
        DitchParams,
        _ditch_problems,
        _ditch,
        _ditch_offers,
        phases=IN_ENCOUNTER | IN_END,
        own_turn=True,
    )
)


# ------------------------------------------------------------------ ending the turn


def _end_problems(t: Table, me: Figure, _params: NoParams) -> list[Problem]:
    if t.turn.seat == me.seat and t.turn.phase is Phase.END and _all_wait(t):
        return [Problem("nobody_here", t.cite(Topic.TURN_ORDER), hard=True)]
    if t.turn.seat == me.seat and not me.in_play and t.turn.phase in {Phase.MOVE, Phase.ENCOUNTER}:
        # Whoever has no character may start with a new one, and need not.
        return []
    if t.turn.phase is Phase.ENCOUNTER and t.turn.seat == me.seat:
        here = t.space(me.space)
        cites = t.cite(Topic.MUST_ENCOUNTER) + (here.cites if here.must_be_faced else ())
        return [Problem("must_encounter", cites, {"space": me.space})]
    if t.turn.phase is Phase.MOVE and t.turn.seat == me.seat:
        return [Problem("must_move", t.cite(Topic.MUST_MOVE))]
    return problems_in_turn(t, me, Phase.END, bereft_too=True)


def _all_wait(t: Table) -> bool:
    """Whether those who still play are all away, so that the turn cannot be passed on."""
    seats = t.figures.values()
    return not any(map(is_here, seats)) and any(f.status is Status.AWAY for f in seats)


def _end_turn(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """Follow what the space still demands, then let the next player begin."""
    with suppress(TurnOver):
        for trigger in _end_triggers(t, me) if me.in_play else ():
            if not trigger.may and not problems_with_trigger(t, me, trigger):
                yield from use(t, me, trigger)
    finish_turn(t, me)
    pass_on(t, me)


def finish_turn(t: Table, me: Figure) -> None:
    """Count down what lasts for a figure's own turns."""
    cites = t.cite(Topic.TOAD_LENGTH)
    if me.toad:
        t.change("figure", me.seat, "toad", me.toad - 1, cites)
        if not me.toad:
            t.say("toad_over", cites, seat=me.seat)
    t.change("figure", me.seat, "first_turn", after=False, cites=t.cite(Topic.DEATH_FIRST_TURN))


def is_here(figure: Figure) -> bool:
    """Whether turns come to a seat: its player is in the game and at the table."""
    return figure.status not in {Status.OUT, Status.AWAY}


def pass_on(t: Table, me: Figure) -> None:
    """Give the turn to whoever comes next: the same seat for another turn, or the left, less lost turns."""
    order = t.cite(Topic.TURN_ORDER)
    if me.in_play and me.extra_turns:
        t.change("figure", me.seat, "extra_turns", me.extra_turns - 1, t.cite(Topic.EXTRA_TURN))
        begin_turn(t, me, t.cite(Topic.EXTRA_TURN))
        return
    following = [f for f in (*t.clockwise_from(me.seat), me) if is_here(f)]
    while following:
        figure = following.pop(0)
        if not figure.in_play and not unused_characters(t):
            leave_bereft(t, figure)
            continue
        if not figure.lost_turns:
            begin_turn(t, figure, order)
            return
        t.say("misses_turn", t.cite(Topic.LOST_TURN), seat=figure.seat)
        t.change(
            "figure", figure.seat, "lost_turns", figure.lost_turns - 1, t.cite(Topic.LOST_TURN)
        )
        finish_turn(t, figure)
        following.append(figure)
    end_for_nobody(t)


def end_for_nobody(t: Table) -> None:
    """A game in which nobody plays any more is over, and nobody has won."""
    if all(figure.status is Status.OUT for figure in t.figures.values()):
        t.say("nobody_left", t.cite(Topic.DEATH_UNUSED))
        t.change("turn", "", "phase", Phase.OVER.value, t.cite(Topic.DEATH_UNUSED))


def begin_turn(t: Table, figure: Figure, cites: tuple[str, ...]) -> None:
    """Start a seat's turn, with nothing remembered of the one before."""
    t.say("turn_begins", cites, seat=figure.seat)
    t.change("turn", "", "seat", figure.seat, cites)
    t.change("turn", "", "number", t.turn.number + 1, cites)
    t.change("turn", "", "phase", Phase.MOVE.value, cites)
    t.change("turn", "", "marks", {"was_toad": True} if figure.toad else {}, cites)


def _end_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _end_problems(t, me, NoParams()):
        yield Offer({}, {}, due=t.turn.phase is Phase.END, closes="turn")


register(
    ActionKind(
        "end_turn", NoParams, _end_problems, _end_turn, _end_offers, phases=IN_TURN, own_turn=True
    )
)
