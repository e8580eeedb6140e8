"""What only the cardboard knows: spells cast, abilities used, effects told in effect words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from content.schema.base import Name, Slug
from content.schema.effects import Effect
from games.rules.actions.base import IN_TURN, ActionKind, Offer, Params, nothing, register
from games.rules.actions.encounter import encounter_anew
from games.rules.actions.move import end_encounter
from games.rules.asks import Rule
from games.rules.effects import do_effects
from games.rules.errors import Problem, TurnOver
from games.rules.table import Figure, Table
from games.rules.terms import Phase, Status
from games.rules.told import ask_told, problems_told
from games.rules.topics import Topic
from games.rules.verbs.cards import discard_card, name_card
from games.rules.verbs.spells import count_spell, problems_casting


class CastParams(Params):
    """Which card of the hand is played, by its key; its name too, if the app has not seen it."""

    card: Slug
    name: Slug | None = None


def _running(t: Table) -> list[Problem]:
    if t.turn.phase is Phase.SETUP:
        return [Problem("not_started", t.cite(Topic.SETUP_ORDER), hard=True)]
    if t.turn.phase is Phase.OVER:
        return [Problem("game_over", t.cite(Topic.GAME_WON), {"winner": t.winner}, hard=True)]
    return []


def _cast_problems(t: Table, me: Figure, params: CastParams) -> list[Problem]:
    problems = _running(t)
    if me.status is Status.AWAY:
        problems.append(Problem("has_left", t.cite(Topic.PLAYERS), {"seat": me.seat}))
    if params.card not in t.hand(me.seat):
        hand = tuple(t.hand(me.seat))
        return [
            *problems,
            Problem(
                "not_in_hand",
                t.cite(Topic.SPELL_LEAVES),
                {"seat": me.seat, "card": params.card},
                hand,
                hard=True,
            ),
        ]
    return [*problems, *problems_casting(t, me, params.card, params.name)]


def _cast(t: Table, me: Figure, params: CastParams) -> Rule[None]:
    """A spell is played and resolved at once; its player says what it did."""
    cites = t.cite(
        Topic.SPELL_PILE,
        Topic.SPELL_AT_ONCE,
        Topic.SPELL_OWN_TURN if t.turn.seat == me.seat else Topic.SPELL_OTHERS_TURN,
    )
    name = t.cards[params.card].card or params.name
    t.say("cast", cites, seat=me.seat, card=name)
    count_spell(t, me)
    name_card(t, params.card, name, cites)
    yield from discard_card(t, params.card, cites)
    card = t.card_at(params.card)
    if card and not card.told:
        yield from _happens(t, me, card.do)
    else:
        text = t.cite(Topic.SPELL_TEXT)
        told = yield from ask_told(t, me.seat, name or "spell", text, card=name)
        yield from _happens(t, me, told)


def _happens(t: Table, me: Figure, effects: tuple[Effect, ...]) -> Rule[None]:
    active = t.active
    here = active.space if active else None
    try:
        yield from do_effects(t, me, effects, t.cite(Topic.TOLD))
    except TurnOver:
        # Whoever told it: only a battle or the death of whoever has the turn ends that turn.
        end_encounter(t, t.cite(Topic.BATTLE_ENDS_TURN))
        return
    if active and active.space != here and t.turn.phase is not Phase.MOVE:
        encounter_anew(t, active)


def _cast_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for key in t.hand(me.seat):
        if not _cast_problems(t, me, CastParams(card=key)):
            yield Offer({"card": key}, {}, secret=True)


register(ActionKind("cast", CastParams, _cast_problems, _cast, _cast_offers, phases=IN_TURN))


class TellParams(Params):
    """What a card, an ability or a house rule did, in effect words."""

    source: Literal["card", "ability", "house_rule"]
    name: Name
    effects: tuple[Effect, ...]


def _tell_problems(t: Table, _me: Figure, params: TellParams) -> list[Problem]:
    return [*_running(t), *problems_told(t, params.effects)]


def _tell(t: Table, me: Figure, params: TellParams) -> Rule[None]:
    """A card or ability that the app does not know does what its player says; limits still hold."""
    t.say("told_effect", t.cite(Topic.TOLD), seat=me.seat, source=params.source, name=params.name)
    yield from _happens(t, me, params.effects)


register(
    ActionKind(
        "tell", TellParams, _tell_problems, _tell, nothing, told=lambda t, _me: not _running(t)
    )
)
