"""Encounters: the space with its cards, or one other character on it."""

from __future__ import annotations

from collections.abc import Iterable

from content.schema.base import Draws, Name, SeatKey
from content.schema.board import Trigger, When
from content.schema.effects import Effect
from games.rules.actions.base import (
    IN_ENCOUNTER,
    ActionKind,
    Offer,
    Params,
    problems_in_turn,
    register,
)
from games.rules.actions.move import end_encounter
from games.rules.asks import Rule
from games.rules.effects import do_effects
from games.rules.errors import Problem, TurnLost, TurnOver
from games.rules.resolving import attacks, collect_gold, resolve_cards
from games.rules.stretches import step
from games.rules.table import Figure, Table
from games.rules.terms import OPPOSITE, Phase
from games.rules.told import problems_told
from games.rules.topics import Topic
from games.rules.triggers import explain_other_side, follow, triggers_of
from games.rules.verbs.battle import Outcome, battle_between, claim
from games.rules.verbs.cards import draw_to_space
from games.rules.verbs.conditions import check_turn_lost, place_figure


class SpaceParams(Params):
    """How many cards the board on the table calls for here, where the app has only guessed it."""

    draws: Draws | None = None


def _space_problems(t: Table, me: Figure, params: SpaceParams) -> list[Problem]:
    problems = _problems_of_encounter(t, me)
    if problems or params.draws in {None, t.draws(str(me.space))}:
        return problems
    if t.space(me.space).draws.is_printed or t.facts.get("board_confirmed"):
        numbers = {"space": me.space, "draws": params.draws, "printed": t.draws(str(me.space))}
        return [Problem("draw_is_printed", t.cite(Topic.DRAW_SPACE), numbers)]
    return []


def _problems_of_encounter(t: Table, me: Figure) -> list[Problem]:
    """Why there is no encounter now; a turn has one, and one with a character ends it."""
    topics = [Topic.TURN_PARTS]
    if met := t.turn.marks.get("encountered"):
        topics = [Topic.ENCOUNTER_CHOICE]
        if met != "space":
            topics += [Topic.NO_PICK_UP_THEN, Topic.NO_ENEMIES_THEN, Topic.PVP_TURN_ENDS]
    return problems_in_turn(t, me, Phase.ENCOUNTER, topic=t.cite(*topics))


def _encounter_space(t: Table, me: Figure, params: SpaceParams) -> Rule[None]:
    """Follow the space's instructions, draw up to its number, and resolve the cards in order."""
    if params.draws is not None and params.draws != t.draws(str(me.space)):
        cites = t.cite(Topic.DRAW_SPACE)
        t.say(
            "draw_differs",
            cites,
            space=me.space,
            draws=params.draws,
            guessed=t.draws(str(me.space)),
        )
        t.change("fact", f"draws:{me.space}", "value", params.draws, cites)
    space = str(me.space)
    try:
        carried_off = yield from _the_space(t, me, space)
    except TurnLost:
        yield from _carry_off(t, me)
        _forget(t)
        t.say("turn_cut_short", t.cite(Topic.LOST_TURN), seat=me.seat)
        end_encounter(t, t.cite(Topic.LOST_TURN))
    except TurnOver:
        _forget(t)
        end_encounter(t, t.cite(Topic.BATTLE_ENDS_TURN if me.in_play else Topic.DEATH_REMOVED))
    else:
        if carried_off and t.space(space).region == t.policy.moved_ends_turn_in:
            cites = t.cite(Topic.MOVED_BY_ENCOUNTER)
            t.say("move_ends_turn", cites, seat=me.seat, space=me.space)
            end_encounter(t, cites)
        else:
            close_encounter(t, me, space)


def close_encounter(t: Table, me: Figure, space: str) -> None:
    """End the encounter, or begin it anew where it has moved the figure."""
    if me.space == space:
        end_encounter(t, t.cite(Topic.TURN_PARTS))
    else:
        encounter_anew(t, me)


def encounter_anew(t: Table, me: Figure) -> None:
    """A figure that an encounter has moved meets what is on its new space in the same turn."""
    cites = t.cite(Topic.MOVED_BY_ENCOUNTER)
    t.say("encounters_anew", cites, seat=me.seat, space=me.space)
    t.mark_turn("encountered", None, cites)
    if t.turn.marks.get("evaded"):
        t.mark_turn("evaded", None, cites)
    t.mark_turn("arrived", value=True, cites=cites)
    t.change("turn", "", "phase", Phase.ENCOUNTER.value, cites)


def _the_space(t: Table, me: Figure, space: str) -> Rule[bool]:
    """What the space asks for, then its cards; or first the enemies among them, where a book is read so.

    Returns:
        Whether the space itself has moved the figure elsewhere.

    Raises:
        TurnOver: A battle was lost or drawn, or the figure died.
        TurnLost: The encounter has cost a turn, and that ends this one.
    """
    met: set[str] = set()
    if _begin(t, me, space):
        yield from resolve_cards(t, me, met, only_enemies=True)
    yield from _instructions(t, me, space)
    if me.space != space:
        return True
    missing = t.draws(space) - len(t.on_space(space))
    if missing > 0 and not me.marks.get("turned_back"):
        cites = t.cite(Topic.DRAW_UP_TO, Topic.DRAW_SPACE) + _of_the_draw(t, space)
        yield from draw_to_space(t, me, missing, cites)
    yield from resolve_cards(t, me, met)
    yield from collect_gold(t, me)
    yield from _carry_off(t, me)
    return False


@step
def _begin(t: Table, me: Figure, space: str) -> bool:
    """Begin the encounter with a space, and say whether the enemies on it come before what it asks for."""
    t.mark_turn("encountered", "space", t.cite(Topic.ENCOUNTER_CHOICE))
    t.say("encounters_space", t.cite(Topic.SPACE_INSTRUCTIONS), seat=me.seat, space=space)
    if not _has_more_to_do(t, me, space):
        return False
    cites = t.cite(Topic.INSTRUCTIONS_OR_ENEMIES)
    if t.policy.enemies_before_instructions:
        t.say("enemies_first", cites, seat=me.seat, space=space)
        return True
    t.say("instructions_first", cites, seat=me.seat, space=space)
    return False


def _has_more_to_do(t: Table, me: Figure, space: str) -> bool:
    """Whether enemies lie on a space without a draw that has an instruction for whoever arrives."""
    return (
        any(attacks(t, me, key) for key in t.on_space(space))
        and not t.draws(space)
        and not me.marks.get("turned_back")
        and any(triggers_of(t, me, When.ARRIVE))
    )


def _instructions(t: Table, me: Figure, space: str) -> Rule[None]:
    if me.marks.get("turned_back"):
        t.say("ignores_space", t.cite(Topic.TURN_BACK_IGNORES), seat=me.seat, space=space)
    elif t.turn.marks.get("arrived"):
        for trigger in _arrive(t, me):
            if me.space == space:
                yield from follow(t, me, trigger)
                check_turn_lost(t)
        explain_other_side(t, me)


@step
def _arrive(t: Table, me: Figure) -> tuple[Trigger, ...]:
    """What the space tells a figure that has just arrived; it is told once."""
    t.mark_turn("arrived", value=False, cites=t.cite(Topic.ARRIVAL))
    return tuple(triggers_of(t, me, When.ARRIVE))


def _carry_off(t: Table, me: Figure) -> Rule[None]:
    """A card has moved the figure: now that the encounter is over, it goes there."""
    if bound_for := t.turn.marks.get("bound_for"):
        _forget(t)
        yield from place_figure(t, me, bound_for, t.cite(Topic.MOVED_BY_ENCOUNTER))


_OF_A_CARD = ("resolving", "bound_for", "turn_lost")


def _forget(t: Table) -> None:
    """What a card was about to do is over with the encounter."""
    marks = t.turn.marks
    for mark in [mark for mark in _OF_A_CARD if marks.get(mark)]:
        t.mark_turn(mark, None)


def _of_the_draw(t: Table, space_id: str) -> tuple[str, ...]:
    """The rules of a space that has nothing to it but its draw."""
    space = t.space(space_id)
    more = space.triggers or space.enemy_roll_bonus or space.free_battle_rerolls
    return () if more else space.cites


def _space_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _space_problems(t, me, SpaceParams()):
        yield Offer({}, {}, due=True, closes="encounter")


register(
    ActionKind(
        "encounter_space",
        SpaceParams,
        _space_problems,
        _encounter_space,
        _space_offers,
        phases=IN_ENCOUNTER,
        own_turn=True,
    )
)


class CharacterParams(Params):
    """Whom the figure encounters, and what it uses on the other `instead` of battling it, with its effects.

    A spell used so is cast first; its effects are told there.
    """

    other: SeatKey
    instead: Name | None = None
    effects: tuple[Effect, ...] = ()


def _character_problems(t: Table, me: Figure, params: CharacterParams) -> list[Problem]:
    problems = _problems_of_encounter(t, me)
    if not problems and t.turn.marks.get("evaded"):
        problems.append(Problem("attack_evaded", t.cite(Topic.PVP_EVADE), {"seat": me.seat}))
    other = t.figure(params.other)
    if me.in_play and (other is me or not other.in_play):
        cites = t.cite(Topic.ENCOUNTER_CHARACTER)
        told = {"seat": other.seat, "space": me.space}
        near = tuple(figure.seat for figure in t.others_on(me))
        return [*problems, Problem("not_on_your_space", cites, told, near, hard=True)]
    if problems:
        return problems
    here = t.space(me.space)
    if here.must_be_faced:
        return [Problem("space_comes_first", here.cites, {"space": here.id})]
    cites = t.cite(Topic.ENCOUNTER_CHARACTER)
    if other.space != me.space:
        near = tuple(figure.seat for figure in t.others_on(me))
        return [Problem("not_on_your_space", cites, {"seat": other.seat, "space": me.space}, near)]
    opposite = me.alignment is not None and OPPOSITE.get(me.alignment) is other.alignment
    if t.policy.battles_need_opposite_alignment and not opposite:
        return [Problem("same_alignment", t.cite(Topic.PVP_OPPOSITE), {"seat": other.seat})]
    if params.effects and not params.instead:
        return [Problem("nothing_named", cites, hard=True)]
    return list(problems_told(t, params.effects))


def _encounter_character(t: Table, me: Figure, params: CharacterParams) -> Rule[None]:
    """Battle another character on the space, or use something on it, instead of encountering the space."""
    other = t.figure(params.other)
    t.mark_turn(
        "encountered",
        f"character:{other.seat}",
        t.cite(
            Topic.ENCOUNTER_CHOICE,
            Topic.CHARACTER_NOT_SPACE,
            Topic.NO_PICK_UP_THEN,
            Topic.NO_ENEMIES_THEN,
        ),
    )
    space = str(me.space)
    evaded = False
    try:
        if params.instead:
            cites = t.cite(Topic.ENCOUNTER_CHARACTER, Topic.TOLD)
            t.say("used_on", cites, seat=me.seat, other=other.seat, name=params.instead)
            yield from do_effects(t, me, params.effects, cites)
        else:
            evaded = (yield from _battle_with(t, me, other)) is Outcome.EVADED
    except TurnOver:
        space = str(me.space)
    if evaded and not t.policy.evaded_is_encounter:
        _go_on(t, me)
    elif me.space != space and me.in_play:
        close_encounter(t, me, space)
    else:
        end_encounter(t, t.cite(Topic.PVP_TURN_ENDS))


def _go_on(t: Table, me: Figure) -> None:
    """An attack that was evaded was no encounter: the space is due, and nobody else is attacked here."""
    cites = t.cite(Topic.PVP_EVADE)
    t.say("space_still_due", cites, seat=me.seat, space=me.space)
    t.mark_turn("encountered", None, cites)
    t.mark_turn("evaded", value=True, cites=cites)


def _battle_with(t: Table, me: Figure, other: Figure) -> Rule[Outcome]:
    outcome = yield from battle_between(t, me, other)
    if outcome in {Outcome.WON, Outcome.LOST}:
        winner, loser = (me, other) if outcome is Outcome.WON else (other, me)
        yield from _space_reward(t, winner, loser)
        yield from claim(t, winner, loser)
    return outcome


def _space_reward(t: Table, winner: Figure, loser: Figure) -> Rule[None]:
    """What a space gives for defeating a character, where its instruction names characters."""
    for trigger in triggers_of(t, winner, When.DEFEAT):
        if trigger.characters_too and trigger.foe_alignment in {None, loser.alignment}:
            yield from do_effects(t, winner, trigger.do, trigger.cites)


def _character_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for other in t.others_on(me):
        if not _character_problems(t, me, CharacterParams(other=other.seat)):
            yield Offer({"other": other.seat}, {}, closes="encounter")


register(
    ActionKind(
        "encounter_character",
        CharacterParams,
        _character_problems,
        _encounter_character,
        _character_offers,
        phases=IN_ENCOUNTER,
        own_turn=True,
    )
)
