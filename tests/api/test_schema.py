"""The description: valid, without warnings, as committed, and complete."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.core.management import call_command
from openapi_spec_validator import validate

from api.sayings import SAYINGS
from games.rules.actions.base import kinds
from tests.api.described import Operation, description, operations
from tests.api.recording import FOLDER

COMMITTED = Path(__file__).resolve().parents[2] / "api" / "openapi.yaml"


def test_the_committed_description_is_what_the_code_says(tmp_path: Path) -> None:
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(made))

    assert made.read_text() == COMMITTED.read_text(), (
        "run 'make openapi' and commit api/openapi.yaml"
    )


def test_it_is_valid_openapi() -> None:
    validate(yaml.safe_load(COMMITTED.read_text()))


def test_every_operation_says_what_it_is_called_takes_tells_and_refuses() -> None:
    missing = [f"{found.id}: {fault}" for found in operations() for fault in gaps_in(found)]

    assert missing == []


def gaps_in(operation: Operation) -> Iterator[str]:
    says = operation.says
    answers = set(says["responses"])
    taken = {parameter["name"] for parameter in says.get("parameters", ())}
    if not re.fullmatch(r"[a-z]+(?:_[a-z]+)+", operation.id):
        yield "is not called <entity>_<action>"
    if not (says.get("summary") and says.get("description") and len(says["tags"]) == 1):
        yield "says too little"
    for status, response in says["responses"].items():
        if int(status) >= 400 and set(response["content"]) != {"application/problem+json"}:
            yield f"{status} is no problem"
    if "{game_id}" in operation.path and not {"401", "403", "404"} <= answers:
        yield "does not say who may"
    keeps_nothing = says["tags"] == ["questions"]
    if operation.method == "POST" and not keeps_nothing and "Idempotency-Key" not in taken:
        yield "is not safe to repeat"
    if "requestBody" in says and not {"400", "413", "415"} <= answers:
        yield "does not say what bad bodies get"


def test_operations_are_called_by_different_names() -> None:
    names = [operation.id for operation in operations()]

    assert len(names) == len(set(names))


def test_every_kind_of_action_has_a_body_of_its_own() -> None:
    found = description()["components"]["schemas"]["ActionRequest"]

    mapping = found["discriminator"]["mapping"]
    assert set(mapping) == set(kinds())
    assert {one["$ref"] for one in found["oneOf"]} == set(mapping.values())


def enums_in(schema: Any) -> Iterator[Any]:
    if isinstance(schema, dict):
        for name, found in schema.get("properties", {}).items():
            if isinstance(found, dict) and len(found.get("enum", ())) > 1:
                yield name
        for found in schema.values():
            yield from enums_in(found)
    elif isinstance(schema, list):
        for found in schema:
            yield from enums_in(found)


def test_every_enum_has_a_name_of_its_own() -> None:
    schemas = description()["components"]["schemas"]

    assert list(enums_in(schemas)) == []
    assert [name for name in schemas if name.endswith("Enum")] == []


def references_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for found in schema.values():
            yield from references_in(found)
    elif isinstance(schema, list):
        for found in schema:
            yield from references_in(found)


def test_every_reference_leads_somewhere_and_every_model_is_used() -> None:
    told = description()
    found = set(references_in(told))
    names = {f"#/components/schemas/{name}" for name in told["components"]["schemas"]}

    assert found - names == set()
    assert names - found == set()


def test_every_operation_of_play_shows_an_example() -> None:
    shown = {path.stem.partition(".")[0] for path in FOLDER.glob("*.json")}

    assert {"action_submit", "answer_submit", "entry_undo", "table_get", "join_create"} <= shown
    assert shown <= {operation.id for operation in operations()}


def test_no_example_holds_a_secret_of_anybody() -> None:
    for path in FOLDER.glob("*.json"):
        text = path.read_text()
        for secret in re.findall(r"t[hsvl]_[A-Za-z0-9_-]{20,}", text):
            assert "ExampleOnly" in secret
        json.loads(text)


def test_every_saying_is_a_sentence() -> None:
    for code, text in SAYINGS.items():
        assert re.fullmatch(r"[a-z]+(?:_[a-z]+)*", code)
        assert text[0].isupper()
        assert text.endswith(".")
