"""Strict YAML into pack models: whatever could be misread is refused, with its file and line.

YAML 1.1 turns `no` into a truth value, `1:30` into 90 and `012` into 10, and keeps the last of two
equal keys without a word. Nobody notices that in a price list, so all of it is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from content.strict_yaml import StrictYamlError, Where, read

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a pack file; `line` counts from 1, 0 means the file as a whole."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return (
            f"{self.path}:{self.line}: {self.message}"
            if self.line
            else f"{self.path}: {self.message}"
        )


class PackError(Exception):
    """A pack cannot be read; every fault that was found is named.

    >>> str(PackError([Fault("board.yaml", 3, "the key 'id' stands twice")]))
    "board.yaml:3: the key 'id' stands twice"
    """

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)

    @property
    def path(self) -> str:
        """The file of the first fault."""
        return self.faults[0].path

    @property
    def line(self) -> int:
        """The line of the first fault."""
        return self.faults[0].line

    @property
    def message(self) -> str:
        """What is wrong there."""
        return self.faults[0].message


def load(path: Path, kind: TypeAdapter[T], name: str | None = None) -> T:
    """Read one file of a pack.

    Args:
        path: The file.
        kind: What it must hold, as `TypeAdapter(Board)`.
        name: How faults call the file; its own name if not given.

    Returns:
        The frozen model.

    Raises:
        PackError: The file is missing, is not strict YAML, or does not fit the schema.
    """
    name = name or path.name
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else "cannot be read"
        raise PackError([Fault(name, 0, f"the file {reason}")]) from error
    return loads(text, kind, name)


def loads(text: str, kind: TypeAdapter[T], name: str) -> T:
    """Read the text of one pack file; see `load`."""
    try:
        document = read(text)
    except StrictYamlError as error:
        raise PackError([Fault(name, line, message) for line, message in error.faults]) from error
    try:
        return kind.validate_python(document.data)
    except ValidationError as error:
        details = [dict(detail) for detail in error.errors(include_url=False)]
        raise PackError([_fault(name, document.lines, one) for one in _apart(details)]) from error


def _apart(details: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is wrong, without lists that are only too short because their items are wrong."""
    for detail in details:
        if detail["type"] != "too_short" or not any(
            other["loc"][:-1] == detail["loc"] for other in details
        ):
            yield detail


_MUST_STAND = {"int_type": "a number", "bool_type": "true or false"}


def _fault(name: str, lines: dict[Where, int], detail: dict[str, Any]) -> Fault:
    where: Where = tuple(detail["loc"])
    said = str(detail["msg"]).removeprefix("Value error, ")
    subject = next((str(part) for part in reversed(where) if isinstance(part, str)), "")
    if detail["type"] == "missing":
        said = f"{subject!r} is missing"
    elif detail["type"] == "extra_forbidden":
        said = f"{subject!r} is not a key that is known here"
    elif detail["type"] in _MUST_STAND and isinstance(detail["input"], str | int):
        there, due = detail["input"], _MUST_STAND[detail["type"]]
        said = f"{there!r} is {_kind(there)} where {due} must stand"
    elif subject and detail["type"] != "effect_word":
        said = f"{subject}: {said}"
    return Fault(name, _line(lines, where), said)


def _line(lines: dict[Where, int], where: Where) -> int:
    """The line of a place, or of what holds it if the file does not have it.

    Some parts of `where` only the schema knows (an effect's word stands in it once more than in the
    file), so any may be left out; what leads farthest along `where` is meant.
    """
    known: dict[Where, int] = {(): -1}
    for index, part in enumerate(where):
        known |= {(*here, part): index for here in known if (*here, part) in lines}
    here = max(known, key=lambda place: (known[place], len(place)))
    return lines.get(here, 1)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int) else "text"
