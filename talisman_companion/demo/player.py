"""Plays a recording: opens a table, has everybody join by the code, and logs step by step what they did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from talisman_companion.demo.phone import Json, Phone, Refused
from talisman_companion.demo.recording import HOST, Aside, Given, Recording, Step
from talisman_companion.demo.story import Story
from talisman_companion.demo.wire import Wire
from talisman_companion.demo.words import words_of

REVERSALS = ("undo", "redo")
NAMED = re.compile(r"\$([a-z0-9-]+)")
LYING = ("objects", "followers", "trophies", "aside")
PAGE = 100


class Unexpected(Exception):
    """The server did not answer as it did when the game was recorded."""


@dataclass(slots=True)
class Player:
    """Everybody at the table.

    With `step_by_step` each answer is sent alone, as the question is read; otherwise the answers that
    one phone gives in a row go along with its action.
    """

    wire: Wire
    recording: Recording
    story: Story
    step_by_step: bool = True
    game: Json = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)

    # ------------------------------------------------------------------ opening the table

    def play(self) -> None:
        """Play the whole of it.

        Raises:
            Unexpected: The server answers otherwise than recorded.
            ServerAway: It does not answer at all.
        """
        self._open()
        for step in self.recording.play:
            if isinstance(step, Aside):
                self._aside(step)
            else:
                self._do(step)

    def _open(self) -> None:
        first, *others = self.recording.seats
        host = Phone(self.wire, HOST)
        owner = Phone(self.wire, first)
        options = {**self.recording.options, "edition": self.recording.edition}
        self.game = owner.post("games/", {**options, "seat_name": first})
        host.token, owner.token = self.game["host_key"], self.game["token"]
        owner.seat = self.game["seat"]
        self.phones = {HOST: host, first: owner}
        self.story.words = words_of(owner, self.recording.edition)
        self.story.opened(self.recording, self.game)
        for name in others:
            self._join(name, self.game["join_code"])
        people = {phone.seat: name for name, phone in self.phones.items() if phone.seat}
        self.story.words.people.update(people)
        if self.recording.options.get("variants") or self.recording.options.get("rulings"):
            for name in self.recording.seats:
                self.phones[name].post(self._path("agreement/"), {})
                self.story.agreed(name)

    def _join(self, name: str, code: str) -> None:
        phone = Phone(self.wire, name)
        found = phone.get(f"joins/{code}/")
        joined = phone.post("joins/", {"code": code, "name": name})
        phone.token, phone.seat = joined["token"], joined["seat"]["key"]
        self.phones[name] = phone
        self.story.joined(name, code, found["name"])

    def _path(self, path: str = "") -> str:
        return f"games/{self.game['id']}/{path}"

    # ------------------------------------------------------------------ steps

    def _aside(self, aside: Aside) -> None:
        if aside.kind == "checklist":
            self.story.checklist(self.any_phone.get(self._path("checklist/")))
        elif aside.kind == "table":
            self.story.table(self.table(self.any_phone))
        else:
            self.story.aside(aside)

    @property
    def any_phone(self) -> Phone:
        """The phone of whoever opened the table."""
        return self.phones[self.recording.seats[0]]

    def _do(self, step: Step) -> None:
        """One step: an action with its answers, or an entry taken back or put in force again."""
        self.story.begins(step)
        outcome: Json = {}
        try:
            outcome = self._reversed(step) if step.kind in REVERSALS else self._acted(step)
        except Refused as refusal:
            if refusal.code != step.refused:
                raise Unexpected(f"{step}: {refusal.detail} ({refusal.code})") from None
            self.story.refused(refusal.detail)
            return
        if step.refused:
            raise Unexpected(f"{step}: it was to be refused as {step.refused}, and was not")
        self._check(step, outcome)

    def _check(self, step: Step, outcome: Json) -> None:
        if outcome["state"] == "question":
            raise Unexpected(f"{step}: no answer is recorded to: {asked(outcome['question'])}")
        text = " ".join(note["text"] for note in outcome["notes"])
        for words in step.says:
            if words not in text:
                raise Unexpected(f"{step}: the log was to say “{words}”, but says: {text}")

    def _reversed(self, step: Step) -> Json:
        body = {**step.body.get("params", {}), "dry_run": step.body.get("dry_run", False)}
        outcome = self.phones[step.by].post(self._path(f"{step.kind}/"), body)
        self.story.reversed(step.kind, outcome)
        return outcome

    def _acted(self, step: Step) -> Json:
        phone = self.phones[step.by]
        seat = self.phones[step.who].seat or self.any_phone.seat
        body = {**step.body, "kind": step.kind, "seat": seat}
        if "params" in body:
            body["params"] = self._resolved(body["params"], self.phones[step.who])
        left = list(step.answers)
        # A preview is kept nowhere, so that nothing could be answered after it.
        if not self.step_by_step or body.get("dry_run"):
            body["answers"] = [given.body for given in self._in_a_row(left, step.by)]
        outcome = phone.post(self._path("actions/"), body)
        self.story.happened(outcome)
        while left and outcome["state"] == "question":
            outcome = self._answered(step, left, outcome)
        if left and outcome["state"] != "preview":
            raise Unexpected(f"{step}: the recording answers more than was asked: {left[0].body}")
        return outcome

    def _answered(self, step: Step, left: list[Given], outcome: Json) -> Json:
        """Give the next answer, or take something back."""
        given = left.pop(0)
        by = given.by or step.by
        phone = self.phones[by]
        if "take_back" in given.body or "cancel" in given.body:
            path = "answers/last/" if "take_back" in given.body else "question/"
            outcome = phone.delete(self._path(path), outcome["version"])
            self.story.taken_back(outcome)
            return outcome
        bodies = [self._resolved(given.body, phone)]
        question = outcome["question"]
        if self.step_by_step and by != step.by:
            # What is another seat's to choose may be for its phone alone to see.
            question = phone.get(self._path("question/"))["question"]
        self.story.answered(question, bodies[0], by)
        if not self.step_by_step and given.refused is None:
            bodies += [more.body for more in self._in_a_row(left, by, after=step.by)]
        try:
            outcome = phone.post(self._path("answers/"), {"answers": bodies})
        except Refused as refusal:
            if refusal.code != given.refused:
                raise Unexpected(f"{step}: {refusal.detail} ({refusal.code})") from None
            self.story.refused(refusal.detail)
            return outcome
        if given.refused:
            raise Unexpected(f"{step}: {given.body} was to be refused as {given.refused}")
        self.story.happened(outcome)
        return outcome

    def _in_a_row(self, left: list[Given], by: str, after: str | None = None) -> Iterator[Given]:
        """The next answers that one phone can send without looking at the table in between."""
        while left:
            given = left[0]
            plain = given.refused is None and not given.body.keys() & {"take_back", "cancel"}
            if not plain or (given.by or after or by) != by or NAMED.search(str(given.body)):
                return
            yield left.pop(0)

    # ------------------------------------------------------------------ names of cards

    def _resolved(self, data: Any, phone: Phone) -> Any:
        """The same with `$card` replaced by the card's key, as this phone sees the table."""
        if not NAMED.search(str(data)):
            return data
        return _replaced(data, _keys(self.table(phone), phone.seat))

    # ------------------------------------------------------------------ afterwards

    def log(self, phone: Phone) -> list[Json]:
        """The whole log as one phone may read it, from the opening of the table on."""
        entries: list[Json] = [phone.get(self._path("history/0/"))]
        while True:
            after = entries[-1]["seq"]
            found = phone.get(self._path(f"history/?limit={PAGE}&after={after}"))
            entries += found["results"]
            if not found["next"]:
                return entries

    def table(self, phone: Phone) -> Json:
        """The table as one phone may see it."""
        return phone.get(self._path("table/"))

    def end(self) -> str:
        """How it ended, told; the digest of the log."""
        game = self.any_phone.get(self._path())
        last = self.any_phone.get(self._path("history/?limit=1"))["results"][0]
        if cited := self.story.cited:
            ledger = self.any_phone.get(f"editions/{game['edition']}/rules/")["results"]
            self.story.places(rule for rule in ledger if rule["id"] in cited)
        self.story.ended(game, last)
        return str(last["digest"])


def asked(question: Json) -> str:
    """A question with what may be answered, for whoever writes a recording."""
    answers = {
        "roll": f"{question.get('dice')} dice",
        "choose": ", ".join(o["id"] for o in question.get("options") or () if not o["barred"]),
        "amount": f"{question.get('low')} to {question.get('high')}",
        "draw": f"{question.get('count')} cards of {question.get('deck')}",
    }
    allowed = answers.get(question["kind"], question["kind"])
    return f"{question['text'] or question['key']} ({allowed})"


def _keys(table: Json, seat: str | None) -> dict[str, str]:
    """Cards by name: one's own first, then those on one's space, then all that lie open."""
    mine = [seen for seen in table["seats"] if seen["seat"] == seat]
    others = [seen for seen in table["seats"] if seen["seat"] != seat]
    here = [seen["space"] for seen in mine]
    spaces = sorted(table["spaces"].items(), key=lambda item: item[0] not in here)
    lying = [
        *_before(mine),
        *(card for _space, there in spaces for card in there["cards"]),
        *_before(others),
    ]
    found: dict[str, str] = {}
    for card in lying:
        found.setdefault(card["card"] or "unseen", card["key"])
    return found


def _before(seats: list[Json]) -> Iterator[Json]:
    for seen in seats:
        for zone in LYING:
            yield from seen[zone]
        yield from seen["hand"]["cards"] or ()


def _replaced(data: Any, keys: dict[str, str]) -> Any:
    if isinstance(data, str):
        return NAMED.sub(lambda found: _key(found.group(1), keys), data)
    if isinstance(data, dict):
        return {name: _replaced(value, keys) for name, value in data.items()}
    if isinstance(data, list):
        return [_replaced(value, keys) for value in data]
    return data


def _key(card: str, keys: dict[str, str]) -> str:
    if card not in keys:
        raise Unexpected(f"nobody sees a card {card} on the table")
    return keys[card]
