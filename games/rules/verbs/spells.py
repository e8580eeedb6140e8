"""Spells and other cards at hand: what keeps a figure from using one, and what using one costs."""

from __future__ import annotations

from games.rules.asks import Rule
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Alignment, Zone
from games.rules.topics import Topic
from games.rules.verbs.cards import discard_card, may_be


def problems_casting(t: Table, me: Figure, key: str, name: str | None = None) -> list[Problem]:
    """Why a spell of the hand may not be played: for the other side, at the wrong time, or one too many.

    Args:
        name: What its player says it is, if the app has not seen it.
    """
    problems = []
    card = t.card(t.cards[key].card or (name if may_be(t, key, name) else None))
    if card and card.alignment not in {me.alignment, Alignment.NEUTRAL}:
        problems.append(
            Problem("spell_of_other_side", t.cite(Topic.SPELL_ALIGNMENT), {"card": key})
        )
    if card and card.parts and t.turn.phase not in card.parts:
        params = {"phase": t.turn.phase.value, "needs": list(card.parts)}
        problems.append(Problem("wrong_part_of_turn", t.cite(Topic.SPELL_TEXT), params))
    most = t.policy.spells_in_others_turn
    if t.turn.seat != me.seat and t.turn.marks.get("spells", {}).get(me.seat, 0) >= most:
        problems.append(
            Problem(
                "one_spell_in_others_turn",
                t.cite(Topic.SPELL_OTHERS_TURN),
                {"seat": me.seat, "most": most},
            )
        )
    return problems


def problems_using(t: Table, me: Figure, key: str) -> list[Problem]:
    """Why a card that the figure has may not be used: as with a spell, or it is only for the other side."""
    if t.cards[key].zone is Zone.HAND:
        return problems_casting(t, me, key)
    card = t.card_at(key)
    if card and card.only is not None and card.only is not me.alignment:
        params = {"alignment": card.only.value}
        return [Problem("not_for_your_side", t.cite(Topic.OBJECT_UNUSABLE), params)]
    return []


def count_spell(t: Table, me: Figure) -> None:
    """Count a spell played in somebody else's turn, where their number is limited."""
    if t.turn.seat != me.seat:
        played = t.turn.marks.get("spells", {})
        t.mark_turn(
            "spells",
            {**played, me.seat: played.get(me.seat, 0) + 1},
            t.cite(Topic.SPELL_OTHERS_TURN),
        )


def spend(t: Table, me: Figure, key: str) -> Rule[None]:
    """A spell used is played and discarded at once; an object stays, and is only used."""
    if t.cards[key].zone is Zone.HAND:
        count_spell(t, me)
        yield from discard_card(t, key, t.cite(Topic.SPELL_PILE, Topic.SPELL_AT_ONCE))
