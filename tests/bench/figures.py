"""The figures of the report, each against the floor it is judged by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from time import perf_counter
from typing import Any

from content.library import pack
from games.rules.actions.base import Action
from games.rules.legality import check_action, rule_of
from games.rules.runner import run
from games.rules.table import Table
from tests.bench import exports, games, odds, report
from tests.bench.client import Answered, Phone
from tests.bench.evening import Evening, open_table
from tests.bench.kinds import cases_measured, checked
from tests.bench.measuring import Figure, Sampler, at_once, p99_in_turn, ratio_of, rounded
from tests.bench.server import served

STATE_BYTES = 4096
SEATS = 4
MOST_SEATS = 6
FLOOR = "/api/floor/"


@dataclass(frozen=True, slots=True)
class Size:
    """How thoroughly it is measured: pairs for most figures, for each kind of action, for crowds; whole games."""

    pairs: int
    pairs_a_kind: int
    crowds: int
    clients: int
    times: int
    long_log: int
    rounds: int
    games: int
    exported: int
    imported: int


# A multiple of 24, so that four seats' turns there and back all count alike.
FULL = Size(
    288,
    48,
    crowds=5,
    clients=8,
    times=50,
    long_log=5000,
    rounds=20,
    games=24,
    exported=100_000,
    imported=10_000,
)
TINY = Size(
    3, 1, crowds=1, clients=2, times=2, long_log=60, rounds=2, games=1, exported=300, imported=200
)


@dataclass(frozen=True, slots=True)
class Bench:
    """Anybody's phone, which knows the server, and how much to measure."""

    phone: Phone
    size: Size

    def floor(self) -> Sampler:
        """The floor of an action."""
        return Floor.of(self.phone, state_of(STATE_BYTES)).change


@dataclass(slots=True)
class Floor:
    """A state that the floor's views read and change."""

    phone: Phone
    path: str
    numbers: Iterator[int] = field(default_factory=count)

    @classmethod
    def of(cls, phone: Phone, state: Any) -> Floor:
        return cls(phone, f"{FLOOR}{phone.must('POST', FLOOR, state)['id']}/")

    def change(self) -> float:
        gold = next(self.numbers) % 100
        body = json.dumps({"kind": "move", "seat": "A", "rolled": [3, 4], "gold": gold}).encode()
        return checked(self.phone.post(f"{self.path}changes/", body), 201)

    def document(self) -> float:
        return checked(self.phone.get(self.path), 200)

    def version(self) -> float:
        return checked(self.phone.get(f"{self.path}version/"), 200)


def state_of(size: int) -> dict[str, Any]:
    """A state of so many bytes as JSON: seats with dials, and cards that lie about."""
    seats = {seat: {"space": "kiros", "strength": 3, "life": 4, "gold": 2} for seat in "ABCDEF"}
    state: dict[str, Any] = {"seats": seats, "cards": []}
    while len(json.dumps(state)) < size:
        state["cards"].append({"key": f"c{len(state['cards'])}", "card": "thug", "space": "kiros"})
    return state


def figures(bench: Bench) -> Iterator[Figure]:
    """Every figure, as soon as it is known."""
    yield from one_at_a_time(bench)
    yield from reads(bench)
    yield from long_log(bench)
    yield from crowd(bench)
    yield from six_seats(bench)
    yield from every_kind(bench)
    yield from odds.figures(bench.size.pairs)
    yield from games.figures(bench.size.games)
    yield from exports.figures(bench.size.crowds, bench.size.exported, bench.size.imported)
    yield from report.figures(bench.size.crowds, 30 * bench.size.rounds)
    yield Figure("database_is_locked", bench.phone.faults.locked, 0)
    yield Figure("answers_5xx", bench.phone.faults.failed, 0)


# --- One at a time -----------------------------------------------------------------------------


def one_at_a_time(bench: Bench) -> Iterator[Figure]:
    """An action and, without server and database, the rules alone."""
    evening = open_table(bench.phone, SEATS)
    floor, pairs = bench.floor(), bench.size.pairs
    yield Figure("action_p50", ratio_of(turns(evening), floor, pairs), 2.0)
    evening = open_table(bench.phone, SEATS)
    yield Figure("engine", ratio_of(rules_alone(evening), floor, pairs), 0.25)


def turns(evening: Evening) -> Sampler:
    """Ordinary turns, one action after the other."""
    bodies = evening.rounds()
    return lambda: checked(evening.host.post(evening.actions, next(bodies)), 201)


def rules_alone(evening: Evening) -> Sampler:
    """The same turns judged and applied in memory, one action after the other."""
    bodies = evening.rounds()
    table = Table(pack("star-wars"), tuple(evening.seats))
    for change in changes_of(evening):
        table.put(change["what"], change["id"], change["field"], change["after"])

    def sample() -> float:
        nonlocal table
        sent = json.loads(next(bodies))
        action = Action(kind=sent["kind"], seat=sent["seat"], params=sent["params"])
        began = perf_counter()
        check_action(table, action)
        result = run(table, rule_of(action), sent["answers"])
        took = perf_counter() - began
        table = result.table
        return took

    return sample


def changes_of(evening: Evening) -> Iterator[dict[str, Any]]:
    """What the log says has changed; nothing in it is secret."""
    after = 0
    while found := evening.host.must("GET", f"{evening.path}history/?after={after}")["results"]:
        for entry in found:
            yield from entry["changes"]
        after = found[-1]["seq"]


# --- Reading -----------------------------------------------------------------------------------


def reads(bench: Bench) -> Iterator[Figure]:
    """A poll that finds nothing new, and the table, read again and read anew after an action."""
    evening = open_table(bench.phone, SEATS)
    evening.round()
    phone, pairs = evening.phones[evening.seats[0]], bench.size.pairs
    path = f"{evening.path}table/"
    seen = phone.get(path)
    floor = Floor.of(bench.phone, seen.told)

    def poll() -> float:
        return checked(phone.get(path, If_None_Match=str(seen.etag)), 304)

    def again() -> float:
        return checked(phone.get(path), 200)

    yield Figure("etag_poll", ratio_of(poll, floor.version, pairs), 1.3)
    yield Figure("table_view", ratio_of(again, floor.document, pairs), 1.5)
    yield Figure(
        "table_view_anew", ratio_of(anew(evening, turns(evening)), floor.document, pairs), 1.5
    )


def anew(evening: Evening, act: Sampler) -> Sampler:
    """The table as a seat reads it after each action, which the server has not told it before."""
    phone = evening.phones[evening.seats[0]]

    def sample() -> float:
        act()
        return checked(phone.get(f"{evening.path}table/"), 200)

    return sample


# --- A long log --------------------------------------------------------------------------------


def long_log(bench: Bench) -> Iterator[Figure]:
    """A game with a long log, among all that was played before, beside one that has just begun.

    The young one is a server's only game, so that whatever grows with the database would show.
    """
    pairs = bench.size.pairs
    old = open_table(bench.phone, 2)
    act = turns(old)
    for _ in range(bench.size.long_log - seq_of(old)):
        act()
    with served() as port:
        young = open_table(Phone(port, faults=bench.phone.faults), 2)
        act_young = turns(young)
        yield Figure("action_log_5000", ratio_of(act, act_young, pairs), 1.1)
        reads = ratio_of(anew(old, act), anew(young, act_young), pairs)
        yield Figure("table_log_5000", reads, 1.1)
        yield Figure("table_bytes_5000", rounded(bytes_of(old) / bytes_of(young)), 1.1)


def bytes_of(evening: Evening) -> int:
    return len(evening.host.get(f"{evening.path}table/").content)


def seq_of(evening: Evening) -> int:
    seq: int = evening.table()["seq"]
    return seq


# --- Many at once ------------------------------------------------------------------------------


def crowd(bench: Bench) -> Iterator[Figure]:
    """Eight phones at one table and at eight, where the floor's writers meet in the busy handler."""
    size, everybody = bench.size, range(bench.size.clients)
    floor = [Floor.of(bench.phone.another(), state_of(STATE_BYTES)).change for _ in everybody]
    evening = open_table(bench.phone, MOST_SEATS, joined=True)
    one = [luck(evening, number % MOST_SEATS) for number in everybody]
    yield Figure("eight_phones_p99", p99_in_turn(one, floor, size.crowds, size.times), 0.5)
    many = [turns(open_table(bench.phone, 2)) for _ in everybody]
    yield Figure("eight_tables_p99", p99_in_turn(many, floor, size.crowds, size.times), 0.5)


def luck(evening: Evening, number: int) -> Sampler:
    """What a seat may log at any time: its luck turns, and turns again."""
    seat = evening.seats[number]
    phone = evening.host.another(evening.phones[seat].token)
    bodies = cycle(json.dumps(told(seat, {word: "gold"})).encode() for word in ("gain", "lose"))
    return lambda: checked(phone.post(evening.actions, next(bodies)), 201)


def told(seat: str, effect: dict[str, str]) -> dict[str, Any]:
    params = {"source": "ability", "name": "Luck", "effects": [effect]}
    return {"kind": "tell", "seat": seat, "params": params}


def six_seats(bench: Bench) -> Iterator[Figure]:
    """Everybody acts at the same instant: each in turn or out of it, or tells of its luck."""
    evening = open_table(bench.phone, MOST_SEATS, joined=True)
    bodies = evening.rounds()
    before = seq_of(evening)
    answers: list[Answered] = []
    for number in range(bench.size.rounds):
        due = json.loads(next(bodies))
        at_once([asker(evening, seat, due, number, answers) for seat in evening.seats], 1)
    explained = [answered for answered in answers if is_explained(answered)]
    logged = seq_of(evening) - before
    applied = sum(answered.status == 201 for answered in explained)
    asked = MOST_SEATS * bench.size.rounds
    yield Figure("six_seats_unexplained", asked - len(explained), 0)
    yield Figure("six_seats_lost", abs(logged - applied), 0)


def asker(
    evening: Evening, seat: str, due: dict[str, Any], number: int, answers: list[Answered]
) -> Sampler:
    """Does what is due if it is this seat's, tries the same out of turn, or tells of its luck."""
    body = due if seat == due["seat"] else {**due, "seat": seat, "answers": []}
    if seat != due["seat"] and (number + ord(seat)) % 2:
        body = told(seat, {"gain": "fate"})
    sent = json.dumps(body).encode()

    def ask() -> float:
        answered = evening.phones[seat].post(evening.actions, sent)
        answers.append(answered)
        return answered.seconds

    return ask


def is_explained(answered: Answered) -> bool:
    """Whether it was applied, or refused with a reason that people can read."""
    if answered.status in {201, 202}:
        return True
    problem = answered.told
    return 400 <= answered.status < 500 and bool(problem["code"] and problem["detail"])


# --- Every kind --------------------------------------------------------------------------------


def every_kind(bench: Bench) -> Iterator[Figure]:
    """Each kind of action, and at last the slowest of them by name."""
    floor = bench.floor()
    found = {}
    for kind, sampler in cases_measured(bench.phone):
        found[kind] = ratio_of(sampler, floor, bench.size.pairs_a_kind)
        yield Figure(f"action_{kind}", found[kind], 2.0)
    slowest = max(found, key=lambda kind: found[kind])
    yield Figure(f"slowest_action_{slowest}", found[slowest], 2.0)
