"""The story of a game: what the server says, line by line, with little round it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from talisman_companion.demo.phone import Json
from talisman_companion.demo.recording import Aside, Recording, Step
from talisman_companion.demo.words import Words

Write = Callable[[str], object]
STEP, ASKED = "  ", "      "
BEGINS_A_TURN = "turn_begins"


def nowhere(_line: str) -> None:
    """For those who do not listen."""


@dataclass(slots=True)
class Story:
    """Tells what happens.

    Args:
        write: Takes a line.
        pace: Seconds to wait after each line that tells something.
        rules: Whether each sentence names the rules it comes from.
    """

    write: Write = nowhere
    pace: float = 0
    rules: bool = False
    words: Words = field(default_factory=Words)
    told: list[str] = field(default_factory=list)
    cited: dict[str, None] = field(default_factory=dict)
    step: Step | None = None
    turn: str | None = None

    # ------------------------------------------------------------------ people

    def opened(self, recording: Recording, game: Json) -> None:
        self._line(f"{recording.title}")
        self._line("=" * len(recording.title))
        self._line("")
        host = recording.seats[0]
        self._line(f"{host} opens the table “{game['name']}”. Join code: {game['join_code']}")

    def joined(self, name: str, code: str, table: str) -> None:
        self._line(f"{name} joins “{table}” with the code {code}.")

    def agreed(self, name: str) -> None:
        self._line(f"{name} agrees to the options.")

    # ------------------------------------------------------------------ asides

    def aside(self, aside: Aside) -> None:
        """A heading, or a word about the people; a turn that has just begun belongs below a heading."""
        if aside.kind == "heading":
            self._line("")
            self._line(aside.text)
            self._line("-" * len(aside.text))
        else:
            self._begin_turn()
            self._line(f"{STEP}({aside.text.strip()})")

    def checklist(self, seen: Json) -> None:
        self._line("")
        for step in seen["checklist"]:
            waiting = ", ".join(self.words.people[seat] for seat in step["waiting"])
            mark = "x" if step["done"] else " "
            self._line(f"{STEP}[{mark}] {step['title']}{f' ({waiting})' if waiting else ''}")
        self._line("")

    def table(self, seen: Json) -> None:
        self.words.meet(seen)
        self._line("")
        for seat in seen["seats"]:
            self._line(f"{STEP}{self.words.people[seat['seat']]}: {self.words.figure(seat)}")

    # ------------------------------------------------------------------ what happens

    def begins(self, step: Step) -> None:
        self.step = step
        self.told = []

    def happened(self, outcome: Json) -> None:
        """Tell what has not been told of this action yet; what is another seat's secret may be missing."""
        self.words.meet(outcome["table"])
        if outcome["state"] == "preview" and self.step:
            self._said(f"{self.step.who} looks what would come of it:")
        at = 0
        for note in outcome["notes"]:
            if note["text"] in self.told[at:]:
                at = self.told.index(note["text"], at) + 1
                continue
            self._note(note)
            self.told.append(note["text"])
            at = len(self.told)

    def _note(self, note: Json) -> None:
        cites = f"  [{', '.join(note['rules'])}]" if self.rules and note["rules"] else ""
        self.cited |= dict.fromkeys(note["rules"] if self.rules else ())
        if note["code"] == BEGINS_A_TURN:
            self._begin_turn()
            self.turn = note["text"] + cites
        else:
            self._said(f"{note['text']}{cites}")

    def _begin_turn(self) -> None:
        if self.turn is not None:
            self._line("")
            self._line(self.turn)
            self.turn = None

    def _said(self, text: str) -> None:
        self._begin_turn()
        self._line(f"{STEP}{text}")

    def answered(self, question: Json, answer: Json, by: str) -> None:
        """A question with its answer; dice are told by the sentence that follows."""
        self._begin_turn()
        if question["kind"] != "roll":
            asked = question["text"] or "A question for one seat only."
            who = f"{by}: " if self.step and by != self.step.who else ""
            self._line(f"{ASKED}{asked} > {who}{self.words.answer(question, answer)}")

    def taken_back(self, outcome: Json) -> None:
        self._said("The last answer is taken back.")
        self.told = [note["text"] for note in outcome["notes"]]

    def refused(self, detail: str) -> None:
        who = f"{self.step.who} is refused" if self.step else "Refused"
        self._said(f"{who}: {detail}")

    def reversed(self, kind: str, outcome: Json) -> None:
        said = "Taken back" if kind == "undo" else "Stands again"
        if outcome["state"] == "preview":
            said = f"Would be {said[0].lower()}{said[1:]}"
        for entry in outcome["undoes"]:
            self._said(f"{said}: entry {entry['seq']}, “{entry['text']}”")

    def places(self, rules: Iterable[Json]) -> None:
        """Where the rules that were named stand in the rulebook, section by section."""
        self._begin_turn()
        self._line("")
        self._line("The rules of this game, and where the rulebook has them:")
        section = None
        for rule in rules:
            if rule["section"] != section:
                section = rule["section"]
                self._line(f"{STEP}{section}")
            self._line(f"{ASKED}{rule['id']}  {rule['title']}")

    def ended(self, game: Json, last: Json) -> None:
        self._begin_turn()
        self._line("")
        if game["winner"]:
            self._line(f"{self.words.people[game['winner']]} has won.")
        self._line(f"{last['seq']} entries are in the log. Its digest:")
        self._line(last["digest"])

    def _line(self, text: str) -> None:
        self.write(text)
        if self.pace and text:
            time.sleep(self.pace)
