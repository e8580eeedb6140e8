"""The API's description in the hands of tests: which operations there are, and what answers look like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema_rs import Draft202012Validator


@cache
def description() -> dict[str, Any]:
    """The description as the code gives it now."""
    # By name, as the first test that asks may have addresses of its own.
    generator: Any = SchemaGenerator(urlconf="talisman_companion.urls")  # type: ignore[no-untyped-call]  # untyped library
    made: dict[str, Any] = generator.get_schema(request=None, public=True)
    return made


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    method: str
    path: str
    says: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.says["operationId"])


def operations() -> Iterator[Operation]:
    for path, item in description()["paths"].items():
        for method, says in item.items():
            yield Operation(method.upper(), path, says)


@cache
def validator(method: str, path: str, status: str, media_type: str) -> Draft202012Validator | None:
    found = description()["paths"].get(path, {}).get(method.lower(), {}).get("responses", {})
    if status not in found:
        raise AssertionError(f"{method} {path} answers {status}, which is not described")
    content = found[status].get("content", {})
    if not content:
        return None
    if media_type not in content:
        raise AssertionError(f"{method} {path} answers {media_type}, which is not described")
    # References in it are to the components, which must therefore stand beside it.
    return Draft202012Validator(
        {**content[media_type]["schema"], "components": description()["components"]}
    )


def faults_in(method: str, address: str, status: int, media_type: str, body: Any) -> list[str]:
    """Where an answer is not what the description says; addresses that are not described are passed over."""
    path = template_of(address)
    # A wrong method, a foreign host name and a fault of ours can happen at any address.
    if path is None or status in {405, 500} or body.get("code") == "bad_request":
        return []
    found = validator(method, path, str(status), media_type)
    return [] if found is None else [
        f"{method} {path} {status} at {error.instance_path}: {error.message[:200]}"
        for error in found.iter_errors(body)
    ]  # fmt: skip


def template_of(address: str) -> str | None:
    """`/api/v1/games/{game_id}/` for an address; None if it is not described."""
    route = resolve(address.partition("?")[0]).route
    path = "/" + "".join(
        "{" + part.rpartition(":")[2].rstrip(">") + "}" if part.startswith("<") else part
        for part in _parts(route)
    )
    return path if path in description()["paths"] else None


def _parts(route: str) -> list[str]:
    return [part for piece in route.split(">") for part in _split(piece)]


def _split(piece: str) -> list[str]:
    text, bracket, name = piece.partition("<")
    return [part for part in (text, f"<{name}>" if bracket else "") if part]
