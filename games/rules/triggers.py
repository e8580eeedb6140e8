"""What the instructions of a space do: on arrival, for a defeated foe, at the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from content.schema.board import Trigger, When
from content.schema.effects import Shop
from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.effects import can_give, do_effects
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import CardType
from games.rules.topics import Topic
from games.rules.verbs.cards import cards_of, choose_card, discard_card
from games.rules.verbs.dials import pay
from games.rules.verbs.values import problems_paying


def triggers_of(t: Table, me: Figure, when: When) -> Iterator[Trigger]:
    """The instructions of the figure's space that speak at a moment and are for its side."""
    for trigger in t.space(me.space).triggers:
        if trigger.when is when and trigger.alignment in {None, me.alignment}:
            yield trigger


def problems_with_trigger(t: Table, me: Figure, trigger: Trigger) -> list[Problem]:
    """Why an instruction cannot be followed now: cards there, a price not at hand, nothing to gain."""
    problems: list[Problem] = []
    if trigger.unless_mark and me.marks.get(trigger.unless_mark):
        problems.append(
            Problem(
                "mark_in_the_way", trigger.cites, {"seat": me.seat, "mark": trigger.unless_mark}
            )
        )
    if trigger.no_cards and t.on_space(me.space or ""):
        problems.append(Problem("cards_on_space", trigger.cites, {"space": me.space}))
    for dial, price in trigger.pay.items():
        problems += problems_paying(t, me, dial, price, trigger.cites)
    if trigger.discard and not cards_of(t, me, trigger.discard):
        problems.append(
            Problem(
                "nothing_to_discard",
                trigger.cites,
                {"seat": me.seat, "kind": trigger.discard.value},
            )
        )
    if not _may_be_idle(t, trigger) and not can_give(t, me, trigger.do):
        problems.append(
            Problem("nothing_to_gain", t.cite(Topic.GAIN_IMPOSSIBLE), {"seat": me.seat})
        )
    return problems


def _may_be_idle(t: Table, trigger: Trigger) -> bool:
    """Whether an offer may be taken although nothing of its gain could be received."""
    return trigger.may and t.policy.idle_offers


def explain_other_side(t: Table, me: Figure) -> None:
    """Say whose an offer of the space is, should somebody of the other side ask for it."""
    for trigger in t.space(me.space).triggers:
        if trigger.may and trigger.alignment not in {None, me.alignment}:
            side = {"alignment": str(trigger.alignment)}
            t.explain("take", Problem("not_for_your_side", trigger.cites, side))


def follow(t: Table, me: Figure, trigger: Trigger) -> Rule[None]:
    """Follow one instruction: ask if it is an offer, take its price, do what it says.

    Raises:
        TurnOver: It ended the turn.
    """
    if trigger.may and not _asks_itself(trigger):
        if (yield from _declined(t, me, trigger)):
            return
    elif problems := problems_with_trigger(t, me, trigger):
        t.say(
            "instruction_idle",
            problems[0].cites,
            seat=me.seat,
            trigger=trigger.id,
            why=problems[0].code,
            because=problems[0].params,
        )
        return
    yield from use(t, me, trigger)


def _asks_itself(trigger: Trigger) -> bool:
    """Whether following the instruction is an offer already: a shop asks what is bought, if anything."""
    return all(isinstance(effect, Shop) for effect in trigger.do)


def _declined(t: Table, me: Figure, trigger: Trigger) -> Rule[bool]:
    problems = problems_with_trigger(t, me, trigger)
    if problems and not t.lenient:
        t.say(
            "offer_not_open",
            problems[0].cites,
            seat=me.seat,
            trigger=trigger.id,
            why=problems[0].code,
            because=problems[0].params,
        )
        t.explain("take", problems[0])
        return True
    costs = {dial.value: price for dial, price in trigger.pay.items()}
    if trigger.discard:
        costs[trigger.discard.value] = 1
    options = [
        Option("decline", Note("option_decline", {})),
        Option("take", Note("option_take_offer", {"trigger": trigger.id}), costs),
    ]
    chosen = yield from ask_choose(
        me.seat, f"offer_{trigger.id}", trigger.cites, options, trigger=trigger.id
    )
    if chosen == "decline":
        t.say("declined", trigger.cites, seat=me.seat, trigger=trigger.id)
    return chosen == "decline"


def use(t: Table, me: Figure, trigger: Trigger) -> Rule[None]:
    """Pay what an instruction costs and carry it out."""
    if _may_be_idle(t, trigger) and not can_give(t, me, trigger.do):
        t.say("paid_for_nothing", t.cite(Topic.GAIN_IMPOSSIBLE), seat=me.seat)
    for dial, price in trigger.pay.items():
        yield from pay(t, me, dial, price, trigger.cites)
    if trigger.discard:
        keys = cards_of(t, me, trigger.discard)
        secret = trigger.discard is CardType.SPELL
        key = yield from choose_card(
            t, me, keys, f"discard_{trigger.discard.value}", trigger.cites, secret=secret
        )
        if key:
            cites = trigger.cites + (t.cite(Topic.SPELL_DISCARD_ANY) if secret else ())
            yield from discard_card(t, key, cites)
    yield from do_effects(t, me, trigger.do, trigger.cites)
