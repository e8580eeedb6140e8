"""Dials and tokens: gaining, losing and paying, clipped or refused as the edition says."""

from __future__ import annotations

from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import IllegalAction
from games.rules.table import Figure, Table
from games.rules.terms import TOKENS, Dial
from games.rules.topics import Topic
from games.rules.verbs.cards import hand_after_fall
from games.rules.verbs.death import die
from games.rules.verbs.values import floor_of, problems_paying, room
from games.rules.verbs.watching import watched


def gain(t: Table, me: Figure, dial: Dial, points: int, cites: tuple[str, ...]) -> Rule[int]:
    """Gain points or tokens, as many as dial, cap and supply allow.

    Args:
        points: What is due, 1..99.

    Returns:
        What was really gained.
    """
    most, stopped_by = room(t, me, dial)
    gained = min(points, most)
    if gained < points:
        t.say(
            "clipped",
            t.cite(stopped_by),
            seat=me.seat,
            dial=dial.value,
            lost=points - gained,
            at=getattr(me, dial) + gained,
            why=_stopped(t, dial, gained, stopped_by),
        )
    if gained:
        t.say("gained", cites, seat=me.seat, dial=dial.value, points=gained)
        t.change("figure", me.seat, dial.value, getattr(me, dial) + gained, cites + _set(t, dial))
        yield from watched(t, me, "gained", dial.value, gained)
    return gained


def _stopped(t: Table, dial: Dial, gained: int, stopped_by: Topic) -> str:
    """What stopped a gain, for its sentence: the supply is told from the cap where one topic is both."""
    if stopped_by is Topic.FATE_LIMITED and t.supply(dial) > gained:
        return "fate_cap"
    return stopped_by.value


def lose(t: Table, me: Figure, dial: Dial, points: int, cites: tuple[str, ...]) -> Rule[int]:
    """Lose points or tokens, as far as floor and possession go; the last life is death at once.

    Args:
        points: What is due, 1..99.

    Returns:
        What was really lost.

    Raises:
        TurnOver: The active figure has died.
    """
    if dial is Dial.LIFE:
        points -= yield from _prevented(t, me, points, cites)
    floor, stopped_by = floor_of(t, me, dial)
    lost = max(0, min(points, getattr(me, dial) - floor))
    if lost < points:
        t.say(
            "not_lost",
            t.cite(stopped_by),
            seat=me.seat,
            dial=dial.value,
            kept=points - lost,
            at=getattr(me, dial) - lost,
            why=stopped_by.value,
        )
    if lost:
        t.say("lost", cites, seat=me.seat, dial=dial.value, points=lost)
        t.change("figure", me.seat, dial.value, getattr(me, dial) - lost, cites + _set(t, dial))
    if dial is Dial.LIFE and lost and me.life == 0:
        yield from die(t, me)
    if dial is t.policy.spell_dial and lost:
        yield from hand_after_fall(t, me)
    return int(lost)


def _set(t: Table, dial: Dial) -> tuple[str, ...]:
    """The rule that a lasting change is set on a dial; tokens are counted."""
    return () if dial in TOKENS else t.cite(Topic.DIAL_CHANGE)


def _prevented(t: Table, me: Figure, points: int, cites: tuple[str, ...]) -> Rule[int]:
    """Let cards that prevent a loss of life do so; each saves one point and is the player's to use."""
    saved = 0
    for key in t.held(me.seat):
        card = t.card_at(key)
        if saved == points or card is None or not card.prevents_life_loss:
            continue
        if card.only is not None and card.only is not me.alignment:
            continue
        use = yield from ask_choose(
            me.seat,
            "prevent_life_loss",
            t.cite(Topic.OBJECT_USE),
            [
                Option("no", Note("option_no", {})),
                Option("use", Note("option_use_card", {"card": key})),
            ],
            card=card.id,
        )
        if use == "use":
            saved += 1
            t.say("life_saved", t.cite(Topic.OBJECT_USE), seat=me.seat, card=card.id)
    return saved


def pay(t: Table, me: Figure, dial: Dial, points: int, cites: tuple[str, ...]) -> Rule[None]:
    """Hand over tokens to the stockpile, or life, as a price; what is there, where that is waived.

    Raises:
        IllegalAction: Too little is there.
    """
    problems = problems_paying(t, me, dial, points, cites)
    if problems and not t.waives:
        raise IllegalAction(*problems)
    points = min(points, getattr(me, dial))
    if dial is Dial.LIFE:
        yield from lose(t, me, dial, points, cites)
        return
    t.say("paid", cites, seat=me.seat, dial=dial.value, points=points)
    t.change(
        "figure", me.seat, dial.value, getattr(me, dial) - points, cites + t.cite(Topic.SUPPLY)
    )
