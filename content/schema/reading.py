"""Reading what people tell into schema models, with every fault located."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

M = TypeVar("M")
Model = TypeVar("Model", bound=BaseModel)


class Unreadable(ValueError):
    """Something told does not fit its model; `faults` says where and why, at most ten of them."""

    def __init__(self, faults: list[dict[str, str]]) -> None:
        super().__init__("; ".join(f"{fault['path']}: {fault['fault']}" for fault in faults))
        self.faults = faults


def read(model: type[Model], data: object) -> Model:
    """Read a model from JSON.

    Raises:
        Unreadable: With the path of every fault.
    """
    return read_as(TypeAdapter(model), data)


def read_as(adapter: TypeAdapter[M], data: Any) -> M:
    """Read anything an adapter describes from JSON.

    Raises:
        Unreadable: With the path of every fault.
    """
    try:
        return adapter.validate_python(data)
    except ValidationError as error:
        raise Unreadable(
            [
                {"path": ".".join(str(part) for part in fault["loc"]), "fault": fault["msg"]}
                for fault in error.errors(
                    include_url=False, include_input=False, include_context=False
                )[:10]
            ]
        ) from None
