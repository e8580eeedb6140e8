"""Moving: by the die round a ring, through a gate on the way, or over a link instead of rolling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from content.schema.base import Slug
from content.schema.board import Link, LinkKind, Pace
from games.rules.actions.base import IN_MOVE, ActionKind, Offer, Params, problems_in_turn, register
from games.rules.asks import Option, Rule, ask_amount, ask_choose
from games.rules.changes import Note
from games.rules.effects import do_effects
from games.rules.errors import IllegalAction, Problem, TurnOver
from games.rules.registry import after_move_roll_named
from games.rules.table import Figure, Table
from games.rules.terms import Dial, Direction, Phase
from games.rules.topics import Topic
from games.rules.verbs.conditions import leave_behind
from games.rules.verbs.dials import pay
from games.rules.verbs.fate import roll
from games.rules.verbs.values import problems_paying
from games.rules.walk import Route, earned_by, problem_of_end, routes, routes_beyond


class MoveParams(Params):
    """A direction and an end may be given at once; what they leave open is asked.

    With a gate, the end is the one beyond it.
    """

    direction: Direction | None = None
    to: Slug | None = None
    gate: Slug | None = None


def _problems(t: Table, me: Figure, _params: MoveParams) -> list[Problem]:
    problems = problems_in_turn(t, me, Phase.MOVE)
    earned = earned_by(t, me) if not problems else None
    if earned and earned.next_turn:
        told = {"seat": me.seat, "gate": earned.id}
        return [Problem("passage_is_the_move", earned.cites, told, ("forward",))]
    if not problems and t.pack.regions[t.space(me.space).region].pace is not Pace.ROLL:
        return [Problem("no_movement_roll", t.cite(Topic.INNER_PACE), {"space": me.space})]
    return problems


def _move(t: Table, me: Figure, params: MoveParams) -> Rule[None]:
    """The figure rolls and moves exactly as far, either way round, and stops to encounter.

    Raises:
        IllegalAction: The end named is not where the roll leads, and the way is printed.
    """
    cites = t.cite(Topic.MOVE_ROLL)
    faces = yield from roll(t, me, "move", cites)
    steps = sum(faces)
    for gate in _not_from_here(t, me):
        t.say("gate_not_from_here", gate.cites, seat=me.seat, gate=gate.id)
    found = routes(t, me, steps)
    params, beyond = _through(t, params)
    if params.to and all(route.end != params.to for route in found):
        yield from _told_end(t, me, steps, found, params)
    elif params.gate and all(_gate_of(route) != params.gate for route in found):
        yield from _told_gate(t, me, steps, found, params.gate, beyond)
    else:
        route = yield from _pick(t, me, steps, found, params)
        yield from _go(t, me, route, beyond)
    if t.policy.after_move_roll:
        yield from after_move_roll_named(t.policy.after_move_roll)(t, me, faces)


def _through(t: Table, params: MoveParams) -> tuple[MoveParams, str | None]:
    """What is named of the way up to a gate, and the end named beyond it."""
    gate = _link(t, params.gate)
    if gate is None:
        return params, None
    beyond = None if params.to == gate.from_ else params.to
    return params.model_copy(update={"to": None}), beyond


def _not_from_here(t: Table, me: Figure) -> list[Link]:
    """The gates that the figure stands at and that a move which begins there does not try."""
    here = t.pack.links_from.get(str(me.space), ()) if earned_by(t, me) is None else ()
    return [link for link in here if not link.from_start]


def _gate_of(route: Route) -> str | None:
    return route.gate.id if route.gate else None


def _ends(found: Iterable[Route]) -> tuple[str, ...]:
    """Where a move may end: a gate on the way is tried, and only then is there an end."""
    return tuple(dict.fromkeys(str(route.end) for route in found if not route.gate))


def _pick(
    t: Table,
    me: Figure,
    steps: int,
    found: tuple[Route, ...],
    params: MoveParams,
    beyond: Link | None = None,
) -> Rule[Route]:
    """The way among those that what was named leaves open; `beyond` is the gate they begin at."""
    left = [
        route
        for route in found
        if (params.direction in {None, route.direction})
        and (params.to in {None, route.end})
        and (params.gate == _gate_of(route) or (params.gate is None and not params.to))
    ]
    cites = t.cite(Topic.DIRECTION, Topic.MOVE_ROLL)
    if not left:
        told = {"steps": steps}
        raise IllegalAction(Problem("no_such_way", t.cite(Topic.DIRECTION), told, _ends(found)))
    if len(left) == 1:
        return left[0]
    options = [Option(route.id, _text_of(route)) for route in left]
    gates = [beyond, *(route.gate for route in left)]
    more = [*(gate.cites for gate in gates if gate), *(route.stops for route in left)]
    cites = tuple(dict.fromkeys((*cites, *(rule for rules in more for rule in rules))))
    besides = _besides(t, me, left)
    chosen = yield from ask_choose(me.seat, "way", cites, options, besides=besides, steps=steps)
    if chosen in besides:
        return _where_the_board_has_it(t, chosen, steps, left)
    return next(route for route in left if route.id == chosen)


def _besides(t: Table, me: Figure, left: list[Route]) -> list[str]:
    """The spaces that a move may end on as well where the order of a ring is only a guess."""
    guessed = {t.space(route.end).region for route in left if not route.printed}
    ends = _ends(left)
    return [
        space
        for region in (t.pack.regions[id_] for id_ in sorted(guessed))
        if not region.one_way
        for space in region.ring
        if space not in ends and space != me.space
    ]


def _where_the_board_has_it(t: Table, space: str, steps: int, found: Sequence[Route]) -> Route:
    """The way to a space that the app would not have thought of."""
    cites = t.cite(Topic.BOARD_ORDER)
    t.say("board_differs", cites, space=space, steps=steps, ends=list(_ends(found)))
    return Route(None, (space,), printed=False, cites=cites)


def _text_of(route: Route) -> Note:
    """What is said of a way in a choice among ways."""
    way = {
        "direction": route.direction.value if route.direction else None,
        "space": route.end,
        "gate": _gate_of(route),
        "printed": route.printed,
    }
    if route.gate:
        return Note("option_gate", way)
    return Note("option_stop_over" if route.stops else "option_route", way)


def _told_end(
    t: Table, me: Figure, steps: int, found: tuple[Route, ...], params: MoveParams
) -> Rule[None]:
    """The table's board may differ where the app's is a guess; where it is printed, the roll decides."""
    end = t.space(params.to)
    ends = _ends(found)
    sure = all(route.printed for route in found if params.direction in {None, route.direction})
    problem = replace(problem_of_end(t, me, end.id, steps), alternatives=ends)
    if (sure or problem.code != "wrong_end") and not t.lenient:
        raise IllegalAction(problem)
    t.say("board_differs", t.cite(Topic.BOARD_ORDER), space=end.id, steps=steps, ends=list(ends))
    yield from arrive(t, me, end.id, t.cite(Topic.MOVE_ROLL))


def _told_gate(
    t: Table, me: Figure, steps: int, found: tuple[Route, ...], gate_id: str, beyond: str | None
) -> Rule[None]:
    """A gate that the app's board does not bring within reach may be within reach on the table's."""
    gate = _link(t, gate_id)
    if gate is None or gate.kind is not LinkKind.GATE:
        cites = t.cite(Topic.CROSSING)
        raise IllegalAction(Problem("unknown_link", cites, {"link": gate_id}, hard=True))
    ends = _ends(found)
    elsewhere = "passage" in me.marks or t.space(gate.from_).region != t.space(me.space).region
    if gate.from_ == me.space and not gate.from_start and not t.lenient:
        raise IllegalAction(Problem("not_from_the_gate", gate.cites, {"gate": gate_id}, ends))
    if (elsewhere or all(route.printed for route in found)) and not t.lenient:
        cites = t.cite(Topic.DIRECTION) + gate.cites
        raise IllegalAction(Problem("no_such_way", cites, {"steps": steps}, ends))
    cites = t.cite(Topic.BOARD_ORDER)
    t.say("board_differs", cites, space=gate.from_, steps=steps, ends=list(ends))
    left = 0
    if not gate.ends_turn:
        left = yield from ask_amount(me.seat, "left_at_gate", gate.cites, 0, steps - 1)
    t.change("figure", me.seat, "space", gate.from_, t.cite(Topic.MOVE_ROLL))
    yield from try_gate(t, me, gate, left, beyond)


def _go(t: Table, me: Figure, route: Route, beyond: str | None) -> Rule[None]:
    cites = t.cite(Topic.MOVE_ROLL, Topic.DIRECTION) + route.cites
    t.mark_figure(me.seat, "passage", None, cites)
    if route.stops:
        t.say("stops_over", route.stops, seat=me.seat, space=route.end, steps=route.left)
        cites += route.stops
    if route.gate is None:
        yield from arrive(t, me, str(route.end), cites)
        return
    if route.end:
        t.change("figure", me.seat, "space", route.end, cites)
    yield from try_gate(t, me, route.gate, route.left, beyond)


def try_gate(t: Table, me: Figure, gate: Link, left: int, beyond: str | None = None) -> Rule[None]:
    """Do the task of a gate; success goes on through it, failure ends the turn in front of it.

    Args:
        left: The points of the move not yet used.
        beyond: The end named beyond it, if one is.

    Raises:
        IllegalAction: That is not where the points left lead, and the way is printed.
    """
    t.say("tries_gate", gate.cites, seat=me.seat, gate=gate.id, space=me.space)
    t.mark_turn("gate", gate.id, gate.cites)
    try:
        passed = yield from do_effects(t, me, gate.task, gate.cites)
    except TurnOver:
        passed = False
    if not me.in_play:
        end_encounter(t, gate.cites)
    elif not passed:
        t.say("gate_shut", gate.cites, seat=me.seat, gate=gate.id)
        end_encounter(t, gate.cites)
    elif gate.next_turn or (left == 0 and not gate.ends_turn):
        t.say("gate_open_next_turn", gate.cites, seat=me.seat, gate=gate.id)
        t.mark_figure(me.seat, "passage", gate.id, gate.cites)
        end_encounter(t, gate.cites)
    elif gate.ends_turn:
        t.say("gate_open", gate.cites, seat=me.seat, gate=gate.id)
        t.say("moved", gate.cites, seat=me.seat, space=gate.to)
        t.change("figure", me.seat, "space", gate.to, gate.cites)
        end_encounter(t, gate.cites)
    else:
        t.say("gate_open", gate.cites, seat=me.seat, gate=gate.id)
        route = yield from _pick_beyond(t, me, gate, left, beyond)
        if route.gate:
            yield from _go(t, me, route, None)
        else:
            yield from arrive(t, me, str(route.end), gate.cites)


def _pick_beyond(t: Table, me: Figure, gate: Link, left: int, end: str | None) -> Rule[Route]:
    found = routes_beyond(t, gate, left)
    if end is None or any(route.end == end for route in found):
        return (yield from _pick(t, me, left, found, MoveParams(to=end), gate))
    elsewhere = t.space(end).region != t.space(gate.to).region
    if (elsewhere or all(route.printed for route in found)) and not t.lenient:
        cites, told = t.cite(Topic.MOVE_ROLL) + gate.cites, {"space": end, "steps": left}
        raise IllegalAction(Problem("wrong_end", cites, told, _ends(found)))
    return _where_the_board_has_it(t, end, left, found)


def arrive(t: Table, me: Figure, space: str, cites: tuple[str, ...]) -> Rule[None]:
    """The move ends on a space; an encounter is due there."""
    t.say("moved", cites, seat=me.seat, space=space)
    stood = me.space
    t.change("figure", me.seat, "space", space, cites)
    leave_behind(t, me, cites, stood)
    t.mark_turn("arrived", value=True)
    t.change("turn", "", "phase", Phase.ENCOUNTER.value, t.cite(Topic.TURN_PARTS))
    return
    yield


def end_encounter(t: Table, cites: tuple[str, ...]) -> None:
    """The encounter is over: what is left of the turn is its end, unless the game has ended."""
    if t.turn.phase is not Phase.OVER:
        t.change("turn", "", "phase", Phase.END.value, cites)


def _move_offers(t: Table, me: Figure) -> Iterable[Offer]:
    if not _problems(t, me, MoveParams()):
        yield Offer({}, {}, due=True, closes="move")


register(
    ActionKind("move", MoveParams, _problems, _move, _move_offers, phases=IN_MOVE, own_turn=True)
)


class CrossParams(Params):
    """Which link is taken instead of the movement roll."""

    link: Slug


def _link(t: Table, link_id: str | None) -> Link | None:
    return next((link for link in t.pack.board.links if link.id == link_id), None)


def _cross_problems(t: Table, me: Figure, params: CrossParams) -> list[Problem]:
    link = _link(t, params.link)
    if link is None or link.kind is not LinkKind.INSTEAD:
        return [Problem("unknown_link", t.cite(Topic.CROSSING), {"link": params.link}, hard=True)]
    problems = problems_in_turn(t, me, Phase.MOVE, topic=link.cites + t.cite(Topic.CROSSING))
    if problems:
        return problems
    if me.space != link.from_:
        return [
            Problem("not_there", link.cites, {"seat": me.seat, "space": link.from_, "at": me.space})
        ]
    for dial, price in link.pay.items():
        problems += problems_paying(t, me, dial, price, link.cites)
    return problems


def _cross(t: Table, me: Figure, params: CrossParams) -> Rule[None]:
    """The figure pays the price of a passage instead of rolling and stands beyond it."""
    link = _link(t, params.link)
    if link is None:
        return
    try:
        for dial, price in link.pay.items():
            yield from pay(t, me, Dial(dial), price, link.cites)
    except TurnOver:
        end_encounter(t, link.cites)
        return
    yield from arrive(t, me, link.to, link.cites)


def _cross_offers(t: Table, me: Figure) -> Iterable[Offer]:
    for link in t.pack.links_from.get(str(me.space), ()):
        params = CrossParams(link=link.id)
        if not _cross_problems(t, me, params):
            yield Offer(
                {"link": link.id},
                {dial.value: price for dial, price in link.pay.items()},
                closes="move",
            )


register(
    ActionKind(
        "cross", CrossParams, _cross_problems, _cross, _cross_offers, phases=IN_MOVE, own_turn=True
    )
)
