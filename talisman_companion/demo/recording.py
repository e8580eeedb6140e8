"""Recordings: who does what with which answers, as YAML that people at a table can read.

    title: An evening of three
    edition: star-wars
    table: {name: Friday evening}            # strictness, may_log, variants, rulings too, if not the usual ones
    seats: [Mina, Jonas, Petra]              # clockwise; the first opens the table and is its host
    play:
      - heading: First round
      - note: Mina has not looked at the board for a week.
      - show: checklist                      # or: table
      - Mina: move
        answers: [roll: 4, choose: clockwise-jakku]
      - Jonas: end_turn
        refused: not_your_turn               # the code of the refusal that is due
      - host: undo

A step names who acts and the kind of action, and besides, as needed: `params`, `answers`, `by` (who
logs it, if it is another phone), `cause`, `as_happened`, `reason`, `confirm`, `preview: true`, `says`
(words that its entry must hold) and `refused`. `undo` and `redo` are steps as well.

An answer has the shape of the API, or shorter: `roll: 4` for one die, `cards: [x-wing, unseen]`. It
may carry `by`, `cause` and `refused`, too; `take_back: true` takes the last answer back and `cancel:
true` the whole action. `$blaster` in a text stands for the key that the card has on the table.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "recordings"
HOST = "host"
SHOWN = ("checklist", "table")

_STEP = frozenset(
    {"params", "answers", "by", "cause", "as_happened", "reason", "confirm", "preview", "says"}
) | {"refused"}
_ANSWER = frozenset({"roll", "choose", "amount", "cards", "effects", "facts"})
_OPEN = frozenset({"take_back", "cancel"})
_BESIDE = frozenset({"by", "cause", "refused"})
_OPTIONS = frozenset({"name", "strictness", "may_log", "variants", "rulings"})


class Unreadable(Exception):
    """A recording that cannot be read, with the place that is wrong."""


@dataclass(frozen=True, slots=True)
class Given:
    """One answer: what is sent, by whom if not by who acts, and the refusal due if there is one."""

    body: dict[str, Any]
    by: str | None = None
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody does something; `body` holds what the action carries besides kind, seat and answers."""

    number: int
    who: str
    kind: str
    by: str
    body: dict[str, Any] = field(default_factory=dict)
    answers: tuple[Given, ...] = ()
    says: tuple[str, ...] = ()
    refused: str | None = None

    def __str__(self) -> str:
        return f"step {self.number} ({self.who}: {self.kind})"


@dataclass(frozen=True, slots=True)
class Aside:
    """What is only said or shown: a `heading`, a `note`, or one of `SHOWN`."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Recording:
    """A game as it was played."""

    title: str
    edition: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    play: tuple[Step | Aside, ...]


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # the quick one where there is one
    """YAML in which no key stands twice."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002  (as inherited)
        keys = [self.construct_object(key, deep=True) for key, _value in node.value]
        line = node.start_mark.line + 1
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise Unreadable(f"{twice[0]} stands twice, at line {line}")
        if wrong := [key for key in keys if not isinstance(key, str)]:
            raise Unreadable(f"{wrong[0]} is no text, at line {line}")
        found: dict[Hashable, Any] = super().construct_mapping(node, deep=deep)
        return found


def recordings() -> dict[str, Path]:
    """The recordings that come along, by name."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.yaml"))}


def read_recording(path: Path) -> Recording:
    """A recording.

    Raises:
        Unreadable: It is none, with the place that is wrong.
    """
    try:
        return _recording(yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader))  # noqa: S506  (a safe loader, stricter)
    except Unreadable as error:
        raise Unreadable(f"{path.name}: {error}") from None
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError, ValueError) as error:
        lacks = "it lacks " if isinstance(error, KeyError) else ""
        raise Unreadable(f"{path.name}: {lacks}{error}") from None


def _recording(data: Mapping[str, Any]) -> Recording:
    _only(data, {"title", "edition", "table", "seats", "play"}, "the recording")
    edition = data["edition"]
    options = {"name": data["title"], **data.get("table", {})}
    _only(options, _OPTIONS, "table")
    seats = tuple(data["seats"])
    play = tuple(_step(at, step, seats) for at, step in enumerate(data["play"], 1))
    return Recording(data["title"], edition, options, seats, play)


def _only(data: Mapping[str, Any], known: frozenset[str] | set[str], where: str) -> None:
    if unknown := sorted(data.keys() - known):
        raise Unreadable(f"{where} cannot have {', '.join(map(str, unknown))}")


def _step(number: int, data: Mapping[str, Any], seats: tuple[str, ...]) -> Step | Aside:
    for kind in ("heading", "note", "show"):
        if kind in data:
            _only(data, {kind}, f"step {number}")
            if kind == "show" and data[kind] not in SHOWN:
                raise Unreadable(f"step {number} can show {' or '.join(SHOWN)}, not {data[kind]}")
            return Aside(kind if kind != "show" else data[kind], data[kind])
    who = next((name for name in (*seats, HOST) if name in data), None)
    if who is None:
        raise Unreadable(f"step {number} names nobody of {', '.join(seats)}")
    _only(data, _STEP | {who}, f"step {number}")
    body = {
        name: data[name]
        for name in ("params", "cause", "as_happened", "reason", "confirm")
        if name in data
    }
    if data.get("preview"):
        body["dry_run"] = True
    return Step(
        number,
        who,
        data[who],
        _one_of(data.get("by", who), seats, number),
        body,
        tuple(_given(answer, seats, number) for answer in data.get("answers", ())),
        _several(data.get("says", ())),
        data.get("refused"),
    )


def _several(data: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (data,) if isinstance(data, str) else tuple(data)


def _one_of(name: str, seats: tuple[str, ...], number: int) -> str:
    if name not in (*seats, HOST):
        raise Unreadable(f"step {number} is by {name}, who has no seat")
    return name


def _given(data: Mapping[str, Any], seats: tuple[str, ...], number: int) -> Given:
    _only(data, _ANSWER | _OPEN | _BESIDE, f"an answer of step {number}")
    if len(data.keys() & (_ANSWER | _OPEN)) != 1:
        raise Unreadable(f"an answer of step {number} says not exactly one of {sorted(_ANSWER)}")
    body = {name: value for name, value in data.items() if name not in {"by", "refused"}}
    if isinstance(body.get("roll"), int):
        body["roll"] = [body["roll"]]
    if "cards" in body:
        body["cards"] = [_card(card) for card in body["cards"]]
    by = data.get("by")
    return Given(body, _one_of(by, seats, number) if by else None, data.get("refused"))


def _card(data: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(data, str):
        return {} if data == "unseen" else {"card": data}
    return data
