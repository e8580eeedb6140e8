"""A real table, opened and played over HTTP: turns that come back to where they began, as long as wanted.

Seats walk to and fro between Kiros and Dathomir: a move with its roll, a roll on Kiros or a battle
that nobody wins, the end of the turn. So the log grows and the table stays as large as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from tests.bench.client import Phone

Body = dict[str, Any]
Params = dict[str, Any]
# Two character cards are dealt to each seat; every second seat chooses the second.
DEALT = (
    ("obi-wan-kenobi", "darth-vader"), ("mace-windu", "kylo-ren"), ("rey", "count-dooku"),
    ("luke-skywalker", "darth-maul"), ("ahsoka-tano", "grand-inquisitor"),
    ("ezra-bridger", "seventh-sister"),
)  # fmt: skip
STARTS = ({"start": "kiros", "alignment": "good"}, {"start": "dathomir", "alignment": "evil"})
FACTS = {"strength": 3, "craft": 2, "life": 4, "fate": 2, "spells": 0, **STARTS[1]}
THUG = {"id": "thug", "name": "Thug", "type": "enemy", "alignment": "neutral", "strength": 2}
# Dice by what they are rolled for, as the question's key has it: with these a battle is a stand-off.
ROLLS = {"roll_move": 1, "roll_attack": 2}
ANY_ROLL = 3
FOR_HOST = frozenset({"state_of_table"})
LIKED = ("kiros", "dathomir", "take")
MOST_QUESTIONS = 12
# Tables of one size go alike, so what one learned holds for the next.
LEARNED: dict[tuple[object, ...], list[Body]] = {}


@dataclass
class Evening:
    """A table, its host's phone, and the phone of each seat that has one."""

    host: Phone
    game: str
    seats: list[str] = field(default_factory=list)
    phones: dict[str, Phone] = field(default_factory=dict)
    learnings: int = 0

    @property
    def path(self) -> str:
        return f"/api/v1/games/{self.game}/"

    @property
    def actions(self) -> str:
        return f"{self.path}actions/"

    def table(self, seat: str | None = None) -> Any:
        """As the host or a seat sees it."""
        return (self.phones[seat] if seat else self.host).must("GET", f"{self.path}table/")

    def learned(
        self, kind: str, seat: str, params: Params | None = None, facts: Params | None = None
    ) -> Body:
        """An action with the answers to all it asks, found by asking without keeping anything.

        `facts` are what a character card says besides what all of them say.
        """
        body: Body = {"kind": kind, "seat": seat, "params": params or {}}
        self.learnings += 1
        place = (len(self.seats), self.learnings, json.dumps(body))
        if place not in LEARNED:
            LEARNED[place] = self.answers_to(body, facts or {})
        return {**body, "answers": LEARNED[place]}

    def answers_to(self, body: Body, facts: Params) -> list[Body]:
        answers: list[Body] = []
        for _ in range(MOST_QUESTIONS):
            asked = {**body, "answers": answers, "dry_run": True}
            question = self.logs(body).must("POST", self.actions, asked)["question"]
            if question is None:
                return answers
            answers.append(answer_to(question, facts))
        raise RuntimeError(f"{body['kind']} asks without end: {answers}")

    def logs(self, body: Body) -> Phone:
        """Whose phone logs it: the seat's own, as a hand is nobody else's; the host's where it has none."""
        seat = None if body["kind"] in FOR_HOST else body["seat"]
        return self.phones.get(str(seat), self.host)

    def log(self, body: Body) -> int:
        """Do something, and return the number of its entry."""
        seq: int = self.logs(body).must("POST", self.actions, body)["entry"]["seq"]
        return seq

    def play(self, kind: str, seat: str, params: Params | None = None) -> Body:
        """Do something with all its answers, and return what was sent."""
        body = self.learned(kind, seat, params)
        self.log(body)
        return body

    def undo(self, **to: int) -> None:
        """Take back the last entry, or all from one on."""
        self.host.must("POST", f"{self.path}undo/", to)

    def round(self) -> list[Body]:
        """A turn for everybody."""
        kinds = ("move", "encounter_space", "end_turn")
        return [self.play(kind, seat) for seat in self.seats for kind in kinds]

    def rounds(self) -> Iterator[bytes]:
        """Bodies of ordinary turns, for ever: everybody there, everybody back."""
        # The first to come to Dathomir meets what those after it find there.
        self.round()
        return cycle([json.dumps(body).encode() for body in [*self.round(), *self.round()]])


def answer_to(question: dict[str, Any], facts: Params) -> dict[str, Any]:
    """What these people say: dice as above, a thug when a card is drawn, the choice they like, else the first."""
    kind = question["kind"]
    if kind == "roll":
        face = next((face for what, face in ROLLS.items() if what in question["key"]), ANY_ROLL)
        return {"roll": [face] * question["dice"]}
    if kind == "choose":
        options = [option["id"] for option in question["options"] if not option["barred"]]
        liked = [option for option in options if option.endswith(LIKED)]
        return {"choose": (liked or options)[0]}
    if kind == "draw":
        drawn = {"card": THUG["id"]} if THUG["id"] in question["known"] else {"new": THUG}
        return {"cards": [drawn] * question["count"]}
    if kind == "amount":
        return {"amount": max(0, question["low"])}
    return {"facts": {**FACTS, **facts}} if kind == "describe" else {"effects": []}


def seated(anybody: Phone, seats: int, *, joined: bool = False) -> Evening:
    """Open a table of a new host, at which people sit, with nothing set up.

    Args:
        anybody: A phone that knows the server, without a token.
        seats: How many sit there, 2..6; the first brings a phone.
        joined: Whether the others do too.
    """
    new = {"name": "Bench", "edition": "star-wars", "seat_name": "Seat 1"}
    made = anybody.must("POST", "/api/v1/games/", new)
    host = anybody.another(made["host_key"])
    evening = Evening(host, made["id"])
    take_seat(evening, made["seat"], made["token"])
    for number in range(2, seats + 1):
        name = {"name": f"Seat {number}"}
        if joined:
            told = anybody.must("POST", "/api/v1/joins/", {"code": made["join_code"], **name})
            take_seat(evening, told["seat"]["key"], told["token"])
        else:
            evening.seats.append(host.must("POST", f"{evening.path}seats/", name)["key"])
    return evening


def take_seat(evening: Evening, seat: str, token: str) -> None:
    evening.seats.append(seat)
    evening.phones[seat] = evening.host.another(token)


def set_up(evening: Evening) -> Iterator[Body]:
    """The steps of the rulebook up to the first turn, each given before it is done."""
    first = evening.seats[0]
    yield from step(evening, "prepare_board", first, {})
    for at, seat in enumerate(evening.seats):
        chosen = {"character": DEALT[at][at % 2]}
        yield from step(evening, "deal_characters", seat, {"characters": DEALT[at]})
        yield from step(evening, "choose_character", seat, chosen, STARTS[at % 2])
    for kind in ("deal_spells", "set_up_character"):
        for seat in evening.seats:
            yield from step(evening, kind, seat, {})
    yield from step(evening, "begin", first, {"first": first})


def step(
    evening: Evening, kind: str, seat: str, params: Params, facts: Params | None = None
) -> Iterator[Body]:
    body = evening.learned(kind, seat, params, facts)
    yield body
    evening.log(body)


def open_table(anybody: Phone, seats: int, *, joined: bool = False) -> Evening:
    """Open a table and set it up: every second seat starts on Kiros, the others on Dathomir."""
    evening = seated(anybody, seats, joined=joined)
    for _ in set_up(evening):
        pass
    return evening
