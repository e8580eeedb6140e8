"""Reading what people tell into schema models, with every fault located."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

# Python's words in pydantic's messages, and what people who send JSON call it.
_PYTHON = (
    (re.compile(r"<\w+\.\w+: ('[^']*')>"), r"\1"),
    (re.compile(r" or instance of \w+"), ""),
    (re.compile(r"\bdictionary\b"), "object"),
    (re.compile(r"\btuple\b"), "list"),
    (re.compile(r"\bTuple\b"), "List"),
)

M = TypeVar("M")
Model = TypeVar("Model", bound=BaseModel)


class Unreadable(ValueError):
    """Something told does not fit its model; `faults` says where and why, at most ten of them."""

    def __init__(self, faults: list[dict[str, str]]) -> None:
        super().__init__("; ".join(f"{fault['path']}: {fault['fault']}" for fault in faults))
        self.faults = faults


def in_words(message: str) -> str:
    """What a fault says, with values as they are written.

    >>> in_words("Value error, Input should be <Phase.MOVE: 'move'> or <Phase.END: 'end'>")
    "Input should be 'move' or 'end'"
    >>> in_words("Input should be a valid dictionary or instance of Cause")
    'Input should be a valid object'
    """
    said = message.removeprefix("Value error, ")
    for pattern, words in _PYTHON:
        said = pattern.sub(words, said)
    return said


def read(model: type[Model], data: object) -> Model:
    """Read a model from JSON.

    Raises:
        Unreadable: With the path of every fault.
    """
    return _checked(model.model_validate, data)


def read_as(adapter: TypeAdapter[M], data: Any) -> M:
    """Read anything an adapter describes from JSON.

    Raises:
        Unreadable: With the path of every fault.
    """
    return _checked(adapter.validate_python, data)


def _checked(validate: Callable[[Any], M], data: Any) -> M:
    try:
        return validate(data)
    except ValidationError as error:
        raise Unreadable(
            [
                {
                    "path": ".".join(str(part) for part in fault["loc"]),
                    "fault": in_words(fault["msg"]),
                }
                for fault in error.errors(
                    include_url=False, include_input=False, include_context=False
                )[:10]
            ]
        ) from None
