"""What counts now: totals with their bonuses, room for gains, floors, prices, hand limits. Nothing changes here."""

from __future__ import annotations

from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import ATTRIBUTES, TOKENS, Dial, Zone
from games.rules.topics import Topic

_LIMITED = {
    Dial.GOLD: Topic.GOLD_LIMITED,
    Dial.FATE: Topic.FATE_LIMITED,
    Dial.DARK_FATE: Topic.FATE_LIMITED,
}


# No dial of the family counts so far; what is told must still have an end.
MOST = 99


def total(t: Table, me: Figure, dial: Dial) -> int:
    """What counts as an attribute now: the dial and every bonus that always applies.

    Bonuses for battles only are the player's to use; the battle adds them.
    """
    if not takes_bonuses(t, me) and dial in ATTRIBUTES:
        return t.policy.toad_value
    bonus = sum(
        points
        for key in t.held(me.seat)
        for when, points in bonuses(t, me, key, dial)
        if may_use(t, me, key) and when == "always"
    )
    return _shown(t, me, dial) + bonus


def takes_bonuses(t: Table, me: Figure) -> bool:
    """Whether anything is added to the figure's attributes; where it is turned over, the edition says."""
    return not me.toad or t.policy.toad_takes_bonuses


def _shown(t: Table, me: Figure, dial: Dial) -> int:
    """What a dial counts by itself; who is turned over has the one value, whatever the dial shows."""
    turned = me.toad and dial in ATTRIBUTES
    return t.policy.toad_value if turned else int(getattr(me, dial))


def bonuses(t: Table, me: Figure, key: str, dial: Dial) -> list[tuple[str, int]]:
    """What a card would add to an attribute, and when; `from` adds the other attribute as it counts now."""
    card = t.card_at(key)
    return [
        (
            bonus.when,
            _counts(t, me, bonus.from_ or dial) if bonus.points is None else bonus.points,
        )
        for bonus in (card.bonuses if card else ())
        if bonus.dial is dial
    ]


def may_use(t: Table, me: Figure, key: str) -> bool:
    """Whether a held card is of use to the figure's side."""
    card = t.card_at(key)
    return card is not None and card.only in {None, me.alignment}


def _counts(t: Table, me: Figure, dial: Dial) -> int:
    """An attribute with the bonuses that always apply and have points of their own."""
    if not takes_bonuses(t, me) and dial in ATTRIBUTES:
        return t.policy.toad_value
    return _shown(t, me, dial) + sum(
        bonus.points or 0
        for key in t.held(me.seat)
        if may_use(t, me, key) and (card := t.card_at(key))
        for bonus in card.bonuses
        if bonus.dial is dial and bonus.when == "always"
    )


def room(t: Table, me: Figure, dial: Dial) -> tuple[int, Topic]:
    """How much of a dial could be gained at most, and the rule that stops more."""
    if dial in ATTRIBUTES:
        if me.toad:
            return 0, Topic.TOAD_NO_CHANGE
        ceiling = t.facts.get("dial_ceiling") or t.policy.dial_ceiling.value
        return max(
            0, (MOST if ceiling is None else ceiling) - getattr(me, dial)
        ), Topic.DIAL_CEILING
    if dial is Dial.LIFE:
        if not t.policy.life_cap_is_start:
            return max(0, MOST - me.life), Topic.LIFE_CAP
        return max(0, me.start_life - me.life), Topic.LIFE_CAP
    left = t.supply(dial)
    if dial is not Dial.GOLD and t.policy.fate_cap is not None:
        return min(
            left, max(0, me.start_fate + t.policy.fate_cap - me.fate - me.dark_fate)
        ), Topic.FATE_LIMITED
    return left, _LIMITED[dial]


def floor_of(t: Table, me: Figure, dial: Dial) -> tuple[int, Topic]:
    """How low a dial can go, and the rule that stops it there."""
    if dial in ATTRIBUTES:
        if me.toad:
            return getattr(me, dial), Topic.TOAD_NO_CHANGE
        if t.policy.dials_floor_is_start:
            return min(getattr(me, dial), getattr(me, f"start_{dial}")), Topic.START_FLOOR
    return 0, Topic.DIAL_CHANGE if dial not in TOKENS else Topic.SUPPLY


def problems_losing(t: Table, me: Figure, dial: Dial) -> list[Problem]:
    """Why a loss of this dial would take nothing: its floor is reached, or the figure is turned over."""
    floor, stopped_by = floor_of(t, me, dial)
    if getattr(me, dial) > floor:
        return []
    return [Problem("nothing_to_lose", t.cite(stopped_by), {"seat": me.seat, "dial": dial.value})]


def cites_of_total(t: Table, me: Figure) -> tuple[str, ...]:
    """The rules by which a figure's attribute counts now."""
    if not me.toad:
        return t.cite(Topic.TOTAL)
    return t.cite(Topic.TOAD_VALUES, *([Topic.TOTAL] if takes_bonuses(t, me) else []))


def problems_paying(
    t: Table, me: Figure, dial: Dial, points: int, cites: tuple[str, ...]
) -> list[Problem]:
    """Why a price cannot be paid: nothing, or that too little is there."""
    there = getattr(me, dial)
    if there >= points:
        return []
    return [
        Problem(
            "cannot_pay",
            cites,
            {"seat": me.seat, "dial": dial.value, "price": points, "has": there},
        )
    ]


def spells_allowed(t: Table, me: Figure) -> int:
    """How many spells the figure may hold by its total of the dial the edition reads."""
    limits = t.policy.spell_limit
    value = total(t, me, t.policy.spell_dial)
    return limits[max((key for key in limits if key <= value), default=min(limits))]


def spell_room(t: Table, me: Figure) -> int:
    """How many spells could be gained now."""
    return max(0, spells_allowed(t, me) - len(t.cards_in(Zone.HAND, seat=me.seat)))
