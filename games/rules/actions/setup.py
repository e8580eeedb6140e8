"""Set-up, in its numbered order, and the new character of a player whose last one died."""

from __future__ import annotations

from collections.abc import Iterable

from content.schema.base import SeatKey, Slug
from games.rules.actions.base import (
    IN_MOVE,
    IN_SETUP,
    ActionKind,
    Offer,
    Params,
    problems_in_turn,
    register,
)
from games.rules.actions.ending import begin_turn, is_here
from games.rules.asks import Option, Rule, ask_choose
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.table import Figure, Table
from games.rules.terms import Phase, Status
from games.rules.topics import Topic
from games.rules.verbs.cards import keep_hand_within_limit
from games.rules.verbs.death import unused_characters
from games.rules.verbs.entering import (
    choose_character,
    deal_spells,
    inherit,
    lay_out,
    read_character,
)

# How many character cards a seat is dealt to choose from.
DEALT = 2


class NoParams(Params):
    """Nothing needs to be told before."""


class CharacterParams(Params):
    """Which character."""

    character: Slug


class DealParams(Params):
    """Which two character cards a seat was dealt; left out, they are asked for one by one."""

    characters: tuple[Slug, Slug] | None = None


class BeginParams(Params):
    """Who has the first turn."""

    first: SeatKey


def _in_setup(
    t: Table, me: Figure, *, needs: Status | None = None, after: str = ""
) -> list[Problem]:
    order = t.cite(Topic.SETUP_ORDER)
    if t.turn.phase is not Phase.SETUP:
        return [Problem("already_started", order, hard=True)]
    if "prepare_board" not in t.setup:
        return [Problem("setup_step_first", order, {"step": "prepare_board"})]
    if needs and me.status is not needs:
        return [
            Problem(
                "setup_step_first",
                order,
                {"seat": me.seat, "step": after, "status": me.status.value},
            )
        ]
    return []


def _waiting(t: Table) -> list[str]:
    return [figure.seat for figure in t.figures.values() if figure.status is Status.WAITING]


# ------------------------------------------------------------------ steps 1 to 3


def _prepare_problems(t: Table, _me: Figure, _params: NoParams) -> list[Problem]:
    if t.turn.phase is not Phase.SETUP or "prepare_board" in t.setup:
        return [
            Problem("already_done", t.cite(Topic.SETUP_ORDER), {"step": "prepare_board"}, hard=True)
        ]
    return []


def _prepare(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """The board is laid, decks are shuffled, open piles are sorted."""
    cites = t.cite(Topic.SETUP_BOARD, Topic.SETUP_ORDER)
    t.say("board_prepared", cites, seat=me.seat)
    t.change("game", "", "setup", [*t.setup, "prepare_board"], cites)
    return
    yield


def _prepare_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _prepare_problems(t, me, NoParams()):
        yield Offer({}, {}, due=True, closes="prepare_board")


register(
    ActionKind(
        "prepare_board", NoParams, _prepare_problems, _prepare, _prepare_offers, phases=IN_SETUP
    )
)


# ------------------------------------------------------------------ step 4: dealing and choosing


def _deal_problems(t: Table, me: Figure, params: DealParams) -> list[Problem]:
    problems = _in_setup(t, me, needs=Status.WAITING, after="choose_character")
    known = t.pack.characters_by_id
    cites = t.cite(Topic.CHARACTERS)
    if t.policy.free_choice:
        problems.append(Problem("free_choice", t.cite(Topic.SETUP_FREE_CHOICE), {"seat": me.seat}))
    elif me.marks.get("dealt"):
        told = {"seat": me.seat, "step": "deal_characters"}
        problems.append(Problem("already_done", t.cite(Topic.SETUP_CHOICE), told))
    if params.characters is None:
        if len(_dealable(t, me)) < DEALT:
            problems.append(Problem("no_character_left", cites, hard=True))
        return problems
    if unknown := [character for character in params.characters if character not in known]:
        return [
            Problem("unknown_character", cites, {"character": unknown[0]}, tuple(known), hard=True)
        ]
    if params.characters[0] == params.characters[1]:
        problems.append(
            Problem("character_twice", cites, {"character": params.characters[0]}, hard=True)
        )
    problems += [
        Problem("character_taken", cites, {"character": character}, hard=True)
        for character in params.characters
        if character not in _dealable(t, me)
    ]
    return problems


def _claimed(figure: Figure) -> list[str]:
    """The character cards that lie before a seat."""
    return [figure.character] if figure.character else figure.marks.get("dealt", [])


def _dealable(t: Table, me: Figure) -> list[str]:
    """The characters whose cards lie before no other seat."""
    there = {c for other in t.figures.values() if other is not me for c in _claimed(other)}
    return [character for character in t.pack.characters_by_id if character not in there]


def _deal(t: Table, me: Figure, params: DealParams) -> Rule[None]:
    """A seat is dealt two character cards to choose from."""
    cites = t.cite(Topic.SETUP_CHOICE)
    dealt = list(params.characters or (yield from _told_dealt(t, me, cites)))
    t.say("dealt", cites, seat=me.seat, characters=dealt)
    t.mark_figure(me.seat, "dealt", dealt, cites)


def _told_dealt(t: Table, me: Figure, cites: tuple[str, ...]) -> Rule[tuple[str, str]]:
    """Somebody says which two cards they are."""
    free = [
        Option(character, Note("option_character", {"character": character}))
        for character in _dealable(t, me)
    ]
    first = yield from ask_choose(me.seat, "dealt_first", cites, free, is_fact=True)
    rest = [option for option in free if option.id != first]
    second = yield from ask_choose(me.seat, "dealt_second", cites, rest, is_fact=True)
    return first, second


def _deal_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _deal_problems(t, me, DealParams()):
        yield Offer({}, {}, due=True, closes="deal_characters")


register(
    ActionKind("deal_characters", DealParams, _deal_problems, _deal, _deal_offers, phases=IN_SETUP)
)


def _choose_problems(t: Table, me: Figure, params: CharacterParams) -> list[Problem]:
    problems = _in_setup(t, me, needs=Status.WAITING, after="choose_character")
    known = t.pack.characters_by_id
    if params.character not in known:
        cites = t.cite(Topic.CHARACTERS)
        return [
            Problem(
                "unknown_character", cites, {"character": params.character}, tuple(known), hard=True
            )
        ]
    if any(params.character in _claimed(other) for other in t.figures.values() if other is not me):
        free = tuple(unused_characters(t))
        problems.append(
            Problem(
                "character_taken",
                t.cite(Topic.CHARACTERS),
                {"character": params.character},
                free,
                hard=True,
            )
        )
    dealt = me.marks.get("dealt", [])
    if dealt and params.character not in dealt:
        problems.append(
            Problem(
                "not_dealt",
                t.cite(Topic.SETUP_CHOICE),
                {"seat": me.seat, "character": params.character},
                tuple(dealt),
            )
        )
    if not dealt and not t.policy.free_choice:
        problems.append(
            Problem(
                "deal_first", t.cite(Topic.SETUP_CHOICE, Topic.SETUP_FREE_CHOICE), {"seat": me.seat}
            )
        )
    return problems


def _choose(t: Table, me: Figure, params: CharacterParams) -> Rule[None]:
    """A seat chooses its character; the other card dealt goes back to the box."""
    cites = t.cite(Topic.SETUP_FREE_CHOICE if t.policy.free_choice else Topic.SETUP_CHOICE)
    yield from choose_character(t, me, params.character, cites)
    t.mark_figure(me.seat, "dealt", None, t.cite(Topic.SETUP_UNCHOSEN))


def _choose_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for character in unused_characters(t):
        if not _choose_problems(t, me, CharacterParams(character=character)):
            yield Offer({"character": character}, {}, due=True, closes="choose_character")


register(
    ActionKind(
        "choose_character",
        CharacterParams,
        _choose_problems,
        _choose,
        _choose_offers,
        phases=IN_SETUP,
    )
)


# ------------------------------------------------------------------ steps 6 to 11


def _spells_problems(t: Table, me: Figure, _params: NoParams) -> list[Problem]:
    problems = _in_setup(t, me, needs=Status.CHOSEN, after="choose_character")
    if not problems and (waiting := _waiting(t)):
        return [
            Problem(
                "setup_step_first",
                t.cite(Topic.SETUP_ORDER),
                {"step": "choose_character", "seats": waiting},
            )
        ]
    if me.marks.get("spells_dealt"):
        problems.append(
            Problem(
                "already_done",
                t.cite(Topic.SETUP_SPELLS),
                {"seat": me.seat, "step": "deal_spells"},
                hard=True,
            )
        )
    return problems


def _spells(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """A seat is dealt the spells its character card names."""
    facts = yield from read_character(t, me, str(me.character))
    yield from deal_spells(t, me, facts, t.cite(Topic.SETUP_SPELLS))
    t.mark_figure(me.seat, "spells_dealt", value=True, cites=t.cite(Topic.SETUP_SPELLS))


def _spells_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _spells_problems(t, me, NoParams()):
        yield Offer({}, {}, due=True, closes="deal_spells")


register(
    ActionKind("deal_spells", NoParams, _spells_problems, _spells, _spells_offers, phases=IN_SETUP)
)


def _set_up_problems(t: Table, me: Figure, _params: NoParams) -> list[Problem]:
    problems = _in_setup(t, me, needs=Status.CHOSEN, after="choose_character")
    late = [
        f.seat
        for f in t.figures.values()
        if f.status is Status.CHOSEN and not f.marks.get("spells_dealt")
    ]
    late += _waiting(t)
    if not problems and late:
        return [
            Problem(
                "setup_step_first",
                t.cite(Topic.SETUP_ORDER),
                {"step": "deal_spells", "seats": late},
            )
        ]
    return problems


def _set_up(t: Table, me: Figure, _params: NoParams) -> Rule[None]:
    """Mover, dials, tokens, coins and starting cards of a seat are laid out as its card says."""
    facts = yield from read_character(t, me, str(me.character))
    yield from lay_out(t, me, facts)
    yield from keep_hand_within_limit(t, me)
    t.mark_figure(me.seat, "spells_dealt", None, t.cite(Topic.SETUP_SPELLS))


def _set_up_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _set_up_problems(t, me, NoParams()):
        yield Offer({}, {}, due=True, closes="set_up_character")


register(
    ActionKind(
        "set_up_character", NoParams, _set_up_problems, _set_up, _set_up_offers, phases=IN_SETUP
    )
)


# ------------------------------------------------------------------ step 12


def _begin_problems(t: Table, me: Figure, params: BeginParams) -> list[Problem]:
    problems = _in_setup(t, me)
    if not is_here(t.figure(params.first)):
        gone = {"seat": params.first}
        return [*problems, Problem("has_left", t.cite(Topic.FIRST_PLAYER), gone, hard=True)]
    playing = [figure for figure in t.figures.values() if is_here(figure)]
    numbers = {"seats": len(playing), "low": t.policy.seats_min, "high": t.policy.seats_max}
    if len(playing) < t.policy.seats_min:
        problems.append(Problem("too_few_seats", t.cite(Topic.PLAYERS), numbers))
    late = [figure.seat for figure in playing if figure.status is not Status.IN_PLAY]
    if late:
        steps = {"step": "set_up_character", "seats": late}
        problems.append(Problem("setup_step_first", t.cite(Topic.SETUP_ORDER), steps, hard=True))
    return problems


def _begin(t: Table, _me: Figure, params: BeginParams) -> Rule[None]:
    """The first turn begins."""
    t.say("game_begins", t.cite(Topic.FIRST_PLAYER), seat=params.first)
    begin_turn(t, t.figure(params.first), t.cite(Topic.FIRST_PLAYER))
    return
    yield


def _begin_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for seat in t.order:
        if not _begin_problems(t, me, BeginParams(first=seat)):
            yield Offer({"first": seat}, {}, due=True, closes="begin")


register(ActionKind("begin", BeginParams, _begin_problems, _begin, _begin_offers, phases=IN_SETUP))


# ------------------------------------------------------------------ a new character


# Who had only chosen when the game was taken in by hand sets its character up in its first turn.
_BEREFT = frozenset({Status.DEAD, Status.WAITING, Status.CHOSEN})


def _free(t: Table, me: Figure) -> list[str]:
    """The characters a seat may begin with: the one it has chosen, or all that are unused."""
    return [me.character] if me.character else unused_characters(t)


def _again_problems(t: Table, me: Figure, params: CharacterParams) -> list[Problem]:
    topic = t.cite(Topic.DEATH_NEW)
    problems = problems_in_turn(t, me, Phase.MOVE, topic=topic, bereft_too=True)
    if me.status not in _BEREFT:
        return [*problems, Problem("not_dead", topic, {"seat": me.seat}, hard=True)]
    free = tuple(_free(t, me))
    if params.character not in free:
        cites, told = t.cite(Topic.DEATH_UNUSED), {"character": params.character}
        problems.append(Problem("character_taken", cites, told, free, hard=True))
    return problems


def _start_again(t: Table, me: Figure, params: CharacterParams) -> Rule[None]:
    """A player starts with the new character that chance picked, and takes its first turn."""
    cites = t.cite(Topic.DEATH_NEW, Topic.DEATH_SETUP)
    played = me.marks.get("played", [])
    dealt = "spells_dealt" in me.marks
    facts = yield from choose_character(t, me, params.character, cites)
    if not dealt:
        yield from deal_spells(t, me, facts, t.cite(Topic.DEATH_SETUP))
    yield from lay_out(t, me, facts)
    t.change("figure", me.seat, "first_turn", after=True, cites=t.cite(Topic.DEATH_FIRST_TURN))
    t.change("figure", me.seat, "marks", {"played": played, "start_space": facts.start}, cites)
    yield from inherit(t, me)


def _again_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if me.status in _BEREFT:
        for character in _free(t, me):
            yield Offer({"character": character}, {}, due=True, closes="start_again")


register(
    ActionKind(
        "start_again",
        CharacterParams,
        _again_problems,
        _start_again,
        _again_offers,
        phases=IN_MOVE,
        own_turn=True,
    )
)
