"""Examples for the API's description, recorded from tests and held to what the tests still say.

`make examples` writes them; otherwise a test fails where its answer and the example differ.
What differs from one run to the next (ids, secrets, times, hashes) is replaced by fixed values.
"""

from __future__ import annotations

import json
import os
import re
from itertools import count
from pathlib import Path
from typing import Any

from django.http import HttpResponse

FOLDER = Path(__file__).resolve().parents[2] / "api" / "examples"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
SECRET = re.compile(r"\b(t[hsvl]_)[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])")
HASH = re.compile(r"^[0-9a-f]{64}$")
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")
HOST = re.compile(r"https?://testserver")
SAYS_WHAT_IT_IS = "ExampleOnly"


class Steady:
    """Replaces what differs between runs, the same by the same."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.numbers = {kind: count(1) for kind in ("uuid", "hash", "secret")}

    def value(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: self.value(item, key) for key, item in value.items()}
        if isinstance(value, list):
            return [self.value(item, name) for item in value]
        if isinstance(value, str):
            return self.text(value, name)
        return 1 if name == "id" and isinstance(value, int) else value

    def text(self, text: str, name: str) -> str:
        if name in {"join_code", "code"} and re.fullmatch(r"[A-Z0-9]{6}", text):
            return "K7QP2X"
        if name == "csrf_token":
            return SAYS_WHAT_IT_IS * 4
        if name == "qr":
            return '<svg xmlns="http://www.w3.org/2000/svg" class="segno"></svg>'
        if TIME.match(text):
            return "2026-01-09T19:30:00.000Z"
        if HASH.match(text):
            return self.known(text, "hash", lambda number: f"{number:064x}")
        text = UUID.sub(
            lambda found: self.known(
                found.group(), "uuid", lambda number: f"00000000-0000-4000-8000-{number:012d}"
            ),
            text,
        )
        text = SECRET.sub(
            lambda found: self.known(
                found.group(),
                "secret",
                lambda number: found.group(1) + (SAYS_WHAT_IT_IS * 3)[:31] + str(number % 10),
            ),
            text,
        )
        return re.sub(
            r"/join/[A-Z0-9]{6}", "/join/K7QP2X", HOST.sub("http://192.168.0.10:8000", text)
        )

    def known(self, text: str, kind: str, make: Any) -> str:
        if text not in self.seen:
            self.seen[text] = make(next(self.numbers[kind]))
        return self.seen[text]


def example(name: str, summary: str, response: HttpResponse, body: Any = None) -> None:
    """Record what an operation was sent and answered, or hold it to what was recorded.

    Args:
        name: `<operation id>.<what it shows>`.
        summary: What it shows, for the reference.
        response: The answer.
        body: What was sent, if anything was.
    """
    steady = Steady()
    found = {
        "summary": summary,
        "request": steady.value(body),
        "status": response.status_code,
        "media_type": response["Content-Type"].partition(";")[0],
        "response": steady.value(json.loads(response.content)),
    }
    path = FOLDER / f"{name}.json"
    if os.environ.get("RECORD_EXAMPLES"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert found == kept, (
        f"{name} has changed: run 'make examples openapi' and commit what it writes"
    )
