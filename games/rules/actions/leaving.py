"""People come and go: a seat leaves the table, stands away for a while, or sits down again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.rules.actions.base import ActionKind, Offer, Params, nothing, register
from games.rules.actions.ending import begin_turn, is_here, pass_on
from games.rules.asks import Rule
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Dial, Phase, Status, Zone
from games.rules.topics import Topic
from games.rules.verbs.cards import discard_card, put_card
from games.rules.verbs.death import unused_characters


class LeaveParams(Params):
    """What becomes of the character: it waits, or it goes and its goods lie on the space or aside."""

    goods: Literal["waits", "dropped", "aside"]


class NoParams(Params):
    """Nothing needs to be told before."""


def _leave_problems(t: Table, me: Figure, _params: LeaveParams) -> list[Problem]:
    if t.turn.phase is Phase.OVER:
        return [Problem("game_over", t.cite(Topic.GAME_WON), {"winner": t.winner}, hard=True)]
    if not is_here(me):
        return [Problem("has_left", params={"seat": me.seat}, hard=True)]
    others = [f for f in t.figures.values() if f is not me and is_here(f)]
    if t.turn.phase is not Phase.SETUP and not others:
        return [Problem("last_at_the_table", params={"seat": me.seat}, hard=True)]
    return []


def _leave(t: Table, me: Figure, params: LeaveParams) -> Rule[None]:
    """A seat leaves; if it was its turn, the next player begins."""
    cites = t.cite(Topic.PLAYERS)
    t.say("left_table", cites, seat=me.seat, goods=params.goods)
    if params.goods == "waits" and me.in_play:
        t.change("figure", me.seat, "status", Status.AWAY.value, cites)
    else:
        yield from give_up(t, me, params.goods, cites)
    if t.turn.seat == me.seat:
        pass_on(t, me)


def give_up(t: Table, me: Figure, goods: str, cites: tuple[str, ...]) -> Rule[None]:
    """The character leaves the game: hand and trophies are discarded, goods lie where the table says."""
    for key in t.hand(me.seat) + t.cards_in(Zone.TROPHY, seat=me.seat):
        yield from discard_card(t, key, cites)
    dropped = goods == "dropped"
    for key in t.held(me.seat):
        if dropped:
            put_card(t, key, cites, Zone.SPACE, space=me.space)
        else:
            put_card(t, key, cites, Zone.ASIDE, seat=me.seat)
    if dropped:
        t.change(
            "space",
            str(me.space),
            Dial.GOLD.value,
            t.gold_on.get(str(me.space), 0) + me.gold,
            cites,
        )
    else:
        t.change("figure", me.seat, "aside_gold", me.aside_gold + me.gold, cites)
    played = list(me.marks.get("played", []))
    if me.character and me.status is not Status.CHOSEN:
        played.append(me.character)
    t.change("figure", me.seat, "status", Status.OUT.value, cites)
    fresh = Figure(me.seat, marks={"played": played} if played else {})
    for name in ("character", "alignment", "space", "first_turn", "marks", *_NUMBERS):
        t.change("figure", me.seat, name, getattr(fresh, name), cites)


_NUMBERS = (
    "strength",
    "craft",
    "life",
    "fate",
    "dark_fate",
    "gold",
    "start_strength",
    "start_craft",
    "start_life",
    "start_fate",
    "toad",
    "lost_turns",
    "extra_turns",
)


def _may_leave(t: Table, me: Figure) -> bool:
    return not _leave_problems(t, me, LeaveParams(goods="waits"))


register(ActionKind("leave", LeaveParams, _leave_problems, _leave, nothing, told=_may_leave))


def _back_problems(t: Table, me: Figure, _params: NoParams) -> list[Problem]:
    if t.turn.phase is Phase.OVER:
        return [Problem("game_over", t.cite(Topic.GAME_WON), {"winner": t.winner}, hard=True)]
    if is_here(me):
        return [Problem("has_not_left", params={"seat": me.seat}, hard=True)]
    if me.status is Status.OUT and not unused_characters(t):
        return [Problem("no_character_left", t.cite(Topic.DEATH_UNUSED), hard=True)]
    return []


def _back(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """A seat is back: with the character that waited, or with a new one in its next turn."""
    cites = t.cite(Topic.PLAYERS)
    status = Status.IN_PLAY if me.status is Status.AWAY else Status.WAITING
    t.say("came_back", cites, seat=me.seat)
    t.change("figure", me.seat, "status", status.value, cites)
    if t.active and not is_here(t.active):
        # The last one at the table is out: the turn has waited for somebody to come back.
        begin_turn(t, me, t.cite(Topic.TURN_ORDER))
    return
    yield


def _back_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _back_problems(t, me, NoParams()):
        due = bool(t.active) and not any(map(is_here, t.figures.values()))
        yield Offer({}, {}, due=due, closes="come_back" if due else None)


register(ActionKind("come_back", NoParams, _back_problems, _back, _back_offers))
