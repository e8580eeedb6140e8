"""Every kind of request that writes to the log, each where it can be done: measured, taken back, done again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.bench.client import Answered, Phone
from tests.bench.evening import DEALT, Body, Evening, Params, open_table, seated, set_up
from tests.bench.measuring import Sampler

Step = tuple[str, Params]
SEAT = "A"


@dataclass(frozen=True, slots=True)
class Case:
    """Something seat A can do once the steps before are done; its parameters may depend on the table."""

    kind: str
    before: tuple[Step, ...]
    params: Params | Callable[[dict[str, Any]], Params] = field(default_factory=dict)


WORDS = {"reason": "as it lies"}


def lies(space: str, phase: str, *, figure: Params | None = None, **more: Any) -> Step:
    """The table as somebody tells it: A stands there, in that part of its turn."""
    turn = {"seat": SEAT, "phase": phase}
    figures = {SEAT: {"space": space, **(figure or {})}}
    return "state_of_table", {**WORDS, "turn": turn, "figures": figures, **more}


def card(deck: str, zone: str, **named: Any) -> list[Params]:
    return [{"deck": deck, "zone": zone, "seat": SEAT, **named}]


TROPHY = {"id": "brute", "name": "Brute", "type": "enemy", "alignment": "neutral", "strength": 5}
ON_FOOT = lies("kiros", "move")
STAYS = ("leave", {"goods": "waits"})
CASES = (
    Case("move", (ON_FOOT,)),
    Case("encounter_space", (lies("dathomir", "encounter"),)),
    Case(
        "encounter_character",
        (lies("kiros", "encounter"), ("correct", {**WORDS, "figures": {"B": {"space": "kiros"}}})),
        {"other": "B"},
    ),
    Case("end_turn", (lies("kiros", "end"),)),
    Case(
        "use_space",
        (
            lies("coruscant", "encounter", figure={"life": 3}, facts={"draws": {"coruscant": 0}}),
            ("encounter_space", {}),
        ),
        {"trigger": "coruscant-rest"},
    ),
    Case(
        "exchange_trophies",
        (lies("kiros", "end", cards=card("encounter", "trophy", new=TROPHY)),),
        lambda mine: {"cards": [mine["trophies"][0]["key"]]},
    ),
    Case("ditch", (lies("kiros", "end"),), {"gold": 1}),
    Case(
        "cross", (lies("asteroid-field-naboo", "move"),), {"link": "through-the-asteroids-to-naboo"}
    ),
    Case(
        "cross_by_card",
        (lies("kiros", "move", cards=card("market", "held", card="coaxium-vial")),),
        lambda mine: {"card": mine["objects"][0]["key"]},
    ),
    Case("step", (lies("jedha", "move"),), {"way": "forward"}),
    Case(
        "cast",
        (lies("kiros", "move", cards=card("force-skill", "hand", card="mind-trick")),),
        lambda mine: {"card": mine["hand"]["cards"][0]["key"]},
    ),
    Case("tell", (ON_FOOT,), {"source": "ability", "name": "Luck", "effects": [{"gain": "gold"}]}),
    Case("correct", (ON_FOOT,), {**WORDS, "figures": {SEAT: {"gold": 3}}}),
    Case("state_of_table", (ON_FOOT,), {**WORDS, "gold_on": {"kiros": 2}}),
    Case("leave", (ON_FOOT,), STAYS[1]),
    Case("come_back", (ON_FOOT, STAYS)),
    Case(
        "start_again",
        (
            ON_FOOT,
            ("tell", {"source": "card", "name": "Ambush", "effects": [{"lose": {"life": 4}}]}),
            ("correct", {**WORDS, "turn": {"seat": SEAT, "phase": "move"}}),
        ),
        {"character": DEALT[-1][-1]},
    ),
    Case(
        "abandon_lead",
        (
            lies("takodana", "encounter"),
            ("encounter_space", {}),
            ("correct", {**WORDS, "cards": card("wayfinder", "held", card="sith-wayfinder")}),
        ),
    ),
)


def cases_measured(anybody: Phone) -> Iterator[tuple[str, Sampler]]:
    """Each kind of action by name, with what does it once, measures it and takes it back."""
    table = seated(anybody, 2)
    for body in set_up(table):
        if body["seat"] == SEAT:
            yield body["kind"], repeated(table, body)
    table = open_table(anybody, 4)
    table.round()
    for case in CASES:
        entries = [table.log(table.learned(kind, SEAT, params)) for kind, params in case.before]
        params = case.params
        if callable(params):
            params = params(table.table(SEAT)["seats"][0])
        yield case.kind, repeated(table, table.learned(case.kind, SEAT, params))
        table.undo(to=entries[0])
    table.play(ON_FOOT[0], SEAT, ON_FOOT[1])
    yield from steps_measured(table)


def repeated(table: Evening, body: Body) -> Sampler:
    """An action that is undone once it has been measured."""
    sent = json.dumps(body).encode()

    def sample() -> float:
        took = checked(table.logs(body).post(table.actions, sent), 201)
        table.undo()
        return took

    return sample


def steps_measured(table: Evening) -> Iterator[tuple[str, Sampler]]:
    """What is no action of its own: a question asked, an answer given, an entry taken back and brought again."""
    host = table.host
    asked = json.dumps({"kind": "move", "seat": SEAT, "params": {}}).encode()
    answer = json.dumps({"answers": [{"roll": [1]}]}).encode()
    whole = json.dumps(table.learned("move", SEAT)).encode()

    def question() -> float:
        took = checked(host.post(table.actions, asked), 202)
        host.must("DELETE", f"{table.path}question/")
        return took

    def answered() -> float:
        checked(host.post(table.actions, asked), 202)
        took = checked(host.post(f"{table.path}answers/", answer), 202)
        host.must("DELETE", f"{table.path}question/")
        return took

    def undo() -> float:
        checked(host.post(table.actions, whole), 201)
        return checked(host.post(f"{table.path}undo/", b"{}"), 201)

    def redo() -> float:
        undo()
        took = checked(host.post(f"{table.path}redo/", b"{}"), 201)
        table.undo()
        return took

    yield from (("question", question), ("answer", answered), ("undo", undo), ("redo", redo))


def checked(answered: Answered, status: int) -> float:
    """What it took, once it is what it should be."""
    if answered.status != status:
        raise RuntimeError(f"{answered.status} instead of {status}: {answered.content[:500]!r}")
    return answered.seconds
