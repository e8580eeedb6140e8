"""Counting, as chess programs do: how many actions are listed, and where they can lead, three actions deep."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, TypeAdapter

from content.loader import load
from content.schema.base import Frozen, RuleId, Words
from games.rules.asks import Amount, Answer, Ask, Choose, Draw, Roll, Tell
from games.rules.legality import rule_of
from games.rules.runner import Resolved, run
from games.rules.table import Table
from tests.builders import a_table, snapshot
from tests.rules.playing import act, offers_of

DEPTH = 3
# Beside their dice people may add any bonus a card gives: that is told, and not counted.
TOLD_BONUS = "bonus"


class Count(Frozen):
    """A position, the rules that explain its numbers, and the numbers."""

    name: Words
    rules: tuple[RuleId, ...] = Field(min_length=1)
    given: dict[str, dict[str, Any]]
    listed: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()


COUNTS: tuple[Count, ...] = load(
    Path(__file__).with_name("perft.yaml"), TypeAdapter(tuple[Count, ...]), "perft.yaml"
)


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: count.name)
def test_no_more_and_no_less_can_be_done(count: Count) -> None:
    table = position(count)
    listed, tables = counted(table)

    assert all(rule in table.pack.rules for rule in count.rules)
    assert (listed, tables) == (count.listed, count.tables)


def position(count: Count) -> Table:
    seats: dict[str, Any] = {seat: said for seat, said in count.given.items() if seat != "table"}
    return a_table("star-wars", **count.given.get("table", {}), **seats)


def counted(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The actions listed at each depth, and the different tables after each."""
    level, listed, tables = [table], [], []
    for _ in range(DEPTH):
        found: dict[str, Table] = {}
        here = 0
        for one in level:
            offers = offers_of(one)
            here += len(offers)
            for legal in offers:
                action = act(legal.kind, legal.seat, **legal.offer.params)
                for after in outcomes(one, rule_of(action), []):
                    found.setdefault(json.dumps(snapshot(after), sort_keys=True), after)
        listed.append(here)
        level = list(found.values())
        tables.append(len(level))
    return tuple(listed), tuple(tables)


def outcomes(table: Table, rule: Any, answers: list[Answer]) -> Iterator[Table]:
    """Every table that an action can lead to, however dice fall and people choose."""
    result = run(table, rule, answers)
    if isinstance(result, Resolved):
        yield result.table
        return
    for answer in answers_to(result.ask):
        yield from outcomes(table, rule, [*answers, answer])


def answers_to(ask: Ask) -> Iterator[Answer]:
    match ask:
        case Roll():
            for faces in combinations_with_replacement(range(1, ask.faces + 1), ask.dice):
                yield {"roll": list(faces)}
        case Choose():
            for option in ask.options:
                if not option.barred and option.id != TOLD_BONUS:
                    yield {"choose": option.id}
        case Amount():
            yield from ({"amount": amount} for amount in range(ask.least, ask.most + 1))
        case Draw():
            yield {"cards": [{} if ask.may_be_unseen else {"card": "x-wing"}] * ask.count}
        case Tell():
            yield {"effects": []}
        case _:
            raise AssertionError(f"nobody can count what is told to {ask}")
