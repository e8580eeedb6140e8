"""The dice of an entry: who threw what for what, in the order thrown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What dice are thrown for."""

    MOVE = "move"
    TABLE = "table"
    ATTACK = "attack"
    TEST = "test"
    AGAINST = "against"
    OTHER = "other"


_KINDS = {
    "move": Kind.MOVE,
    "table": Kind.TABLE,
    "attack": Kind.ATTACK,
    "test": Kind.TEST,
    # Thrown by somebody else for what is faced: they count against whoever faces it.
    "enemy": Kind.AGAINST,
    "base": Kind.AGAINST,
}
_ROLLS = frozenset({"rolled", "rerolled"})


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice thrown at once.

    `seat` is whose luck they are, `note` their place among the entry's notes and `answer` among its
    answers. A die that is thrown again is a throw of its own.
    """

    seat: str
    kind: Kind
    faces: tuple[int, ...]
    again: bool
    note: int
    answer: int


def thrown(entry: Mapping[str, Any]) -> list[Thrown]:
    """The throws of an entry; none if its notes and answers do not tell the same dice.

    Each answer that is a roll has one note that says what it was for.
    """
    answers = [
        at for at, answer in enumerate(entry["answers"]) if isinstance(answer.get("roll"), list)
    ]
    notes = [at for at, note in enumerate(entry["notes"]) if note["code"] in _ROLLS]
    if len(answers) != len(notes):
        return []
    return [_throw(entry, note, answer) for note, answer in zip(notes, answers, strict=True)]


def _throw(entry: Mapping[str, Any], note: int, answer: int) -> Thrown:
    said = entry["notes"][note]
    kind = _KINDS.get(said["params"]["purpose"], Kind.OTHER)
    return Thrown(
        seat=str(entry["seat"] if kind is Kind.AGAINST else said["params"]["seat"]),
        kind=kind,
        faces=tuple(entry["answers"][answer]["roll"]),
        again=said["code"] == "rerolled",
        note=note,
        answer=answer,
    )
