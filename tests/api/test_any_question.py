"""Any JSON as a question: an answer, or a problem that says where; never a fault of ours, never without end.

Bodies begin as worked examples and are spoilt in a few places. A few hundred by default;
`QUESTIONS=20000` looks longer, as `make soak` does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.rules import ways
from tests.api.cast import Caller
from tests.cases import over_http

QUESTIONS = int(os.environ.get("QUESTIONS", "150"))
EXAMPLES = [case for _, case in over_http.read("star-wars")]
# More ways than this are refused by name.
MOST_RUNS = 20_000
JUNK: list[Any] = [
    None, True, False, 0, -1, 1, 7, 99, 10**6, 10**18, -(10**18), 0.5, 1e308, "", "x", " ", "a" * 300,
    "\u0000", "<robe>", "<robe#0>", "<robe#99999999999999999999>", "<<robe>>", "mace", "kiros", "fate", [], {},
    [[]], [{}], [None], {"a": {}}, ["kiros", "kiros"], {"mace": {}}, {"roll": "server"}, [{"gold": 30}],
    {"gain": {"craft": 99}}, [1] * 70, "🜂", "encounter_space", "../x", {"": 1}, {"5": 5},
]  # fmt: skip
KEYS = [
    "seats", "situation", "action", "answers", "before", "variants", "rulings", "kind", "params", "cards",
    "facts", "spaces", "deck", "piles", "turn", "phase", "order", "strength", "life", "spells", "objects", "at",
    "status", "roll", "choose", "amount", "effects", "cause", "as_happened", "key", "x", "", "aims", "apart",
    "marks", "to", "draws", "gold", "dial_ceiling", "ring:outer", "copies:robe", "character:rey",
]  # fmt: skip


def places(body: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a body: what holds it, and under which key."""
    pairs = body.items() if isinstance(body, dict) else enumerate(body)
    for key, value in list(pairs):
        yield body, key
        if isinstance(value, dict | list):
            yield from places(value)


def spoilt(chance: Random) -> Any:
    """The body of some example with something else in a few places."""
    if chance.random() < 0.02:
        return chance.choice(JUNK)
    case = chance.choice(EXAMPLES)
    steps = case.get("steps") or [case]
    at = chance.randrange(len(steps))
    before = [over_http._question("star-wars", case, step, []) for step in steps[:at]]
    done = [{"action": one["action"], "answers": one["answers"]} for one in before]
    body = deepcopy(over_http._question("star-wars", case, steps[at], done))
    for _ in range(chance.choice([0, 1, 1, 1, 2, 3, 6])):
        holder, key = chance.choice(list(places(body)))
        match chance.randrange(6):
            case 0 | 1:
                holder[key] = deepcopy(chance.choice(JUNK))
            case 2:
                del holder[key]
            case 3 if isinstance(holder, dict):
                holder[chance.choice(KEYS)] = deepcopy(chance.choice(JUNK))
            case 4 if isinstance(holder, dict):
                holder[chance.choice(KEYS)] = holder.pop(key)
            case 5 if isinstance(holder, list):
                holder.append(deepcopy(chance.choice([*holder, *JUNK])))
    return body


def check(path: str, body: Any) -> None:
    cache.clear()
    response = Caller().post(path, body)
    told = json.loads(response.content)
    assert response.status_code in {200, 400, 404, 409, 413, 422}, (response.status_code, body)
    if response.status_code == 200:
        return
    assert response["Content-Type"] == "application/problem+json"
    assert told["code"], body
    assert told["detail"], body
    if told["code"] == "invalid_body":
        assert told["faults"], body
    for fault in told["faults"]:
        assert set(fault) == {"path", "fault"}, fault
        assert fault["fault"], body


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many ways each question was looked at."""
    found: list[int] = []
    explored = ways.Search.explored

    def counting(search: ways.Search) -> Any:
        try:
            return explored(search)
        finally:
            found.append(search.runs)

    monkeypatch.setattr(ways.Search, "explored", counting)
    return found


@pytest.mark.timeout(0 if QUESTIONS > 1000 else 120)
@pytest.mark.django_db
def test_any_json_is_answered_or_refused_by_name(counted: list[int]) -> None:
    @given(seed=st.integers(0, 2**48))
    @settings(
        max_examples=QUESTIONS,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(seed: int) -> None:
        chance = Random(seed)  # noqa: S311 - a body, not a secret
        body = spoilt(chance)
        check("adjudications/", body)
        if isinstance(body, dict) and chance.random() < 0.5:
            check(
                "odds/", {**body, **chance.choice([{}, {"aims": {"mace": {"aim": "save_life"}}}])}
            )

    ask()
    assert len(counted) > QUESTIONS / 20
    assert max(counted) <= MOST_RUNS + 1
