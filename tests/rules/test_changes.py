"""Changes: one field each, there and back, as JSON, and squeezed to one entry a field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.changes import Change, Note, squeezed
from games.rules.table import Placement
from games.rules.terms import Zone
from tests.builders import a_table, snapshot

CITES = ("TT-GOLD-1",)


def gold(before: int, after: int, *cites: str, seat: str = "ann") -> Change:
    return Change("figure", seat, "gold", before, after, cites)


def test_one_entry_a_field_with_the_rules_of_all_its_steps() -> None:
    steps = [gold(0, 2, "A-1"), gold(0, 1, "B-1", seat="bob"), gold(2, 1, "C-1", "A-1")]

    assert squeezed(steps) == (gold(0, 1, "A-1", "C-1"), gold(0, 1, "B-1", seat="bob"))


def test_what_ended_where_it_began_is_left_out() -> None:
    assert squeezed([gold(1, 3), gold(3, 1)]) == ()


@given(st.lists(st.tuples(st.sampled_from(["ann", "bob"]), st.integers(0, 9)), max_size=20))
def test_squeezed_changes_lead_to_the_same_table_and_back(told: list[tuple[str, int]]) -> None:
    table = a_table("plain", ann={}, bob={})
    after = table.copy()
    for seat, value in told:
        after.change("figure", seat, "gold", value, CITES)
    short = squeezed(after.changes)

    redone, undone = table.copy(), after.copy()
    for change in short:
        change.apply(redone)
    for change in reversed(short):
        change.revert(undone)

    assert snapshot(redone) == snapshot(after)
    assert snapshot(undone) == snapshot(table)
    assert len(short) <= 2


def test_no_change_is_no_record() -> None:
    table = a_table("plain", ann={"gold": 2}, bob={})

    table.change("figure", "ann", "gold", 2, CITES)

    assert table.changes == []


def test_reversed_takes_a_change_back_and_cites_what_it_is_told_to() -> None:
    assert gold(1, 4, "A-1").reversed() == gold(4, 1, "A-1")
    assert gold(1, 4, "A-1").reversed(("B-1",)) == gold(4, 1, "B-1")


CARD = Placement("adventure", "bear", Zone.SPACE, None, "ford", 7)


@pytest.mark.parametrize(
    "change",
    [
        gold(0, 2, "A-1"),
        Change("figure", "ann", "status", "in_play", "dead"),
        Change("figure", "ann", "alignment", "good", None),
        Change("figure", "ann", "marks", {}, {"lead": {"task": "pay", "count": 3}}),
        Change("card", "c7", "place", None, CARD.to_json()),
        Change("space", "ford", "gold", 0, 3),
        Change("turn", "", "phase", "move", "encounter"),
        Change("turn", "", "marks", {}, {"arrived": True}),
        Change("game", "", "serial", 0, 4),
        Change("game", "", "winner", None, "ann"),
        Change("game", "", "setup", [], ["prepare_board"]),
        Change("fact", "draws:ford", "value", None, 2),
        Change("fact", "card:imp", "value", None, {"id": "imp", "name": "Imp", "type": "enemy"}),
    ],
    ids=lambda change: f"{change.what}-{change.field}",
)
def test_every_kind_of_change_goes_there_and_back_through_json(change: Change) -> None:
    table = a_table("plain", ann={}, bob={})
    before = snapshot(table)
    read = Change.from_json(json.loads(json.dumps(change.to_json())))

    read.apply(table)

    assert read == change
    assert table.get(change.what, change.id, change.field) == change.after
    read.revert(table)
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("what", "id_", "name"),
    [
        ("figure", "ann", "seat"),
        ("figure", "ann", "joy"),
        ("figure", "zoe", "gold"),
        ("turn", "", "weather"),
        ("game", "", "pack"),
        ("weather", "", "rain"),
    ],
)
def test_what_is_no_field_of_a_table_cannot_be_set(what: str, id_: str, name: str) -> None:
    with pytest.raises(KeyError):
        a_table("plain", ann={}, bob={}).put(what, id_, name, 1)


def test_a_mark_is_forgotten_by_none_and_a_copy_keeps_its_own() -> None:
    table = a_table("plain", ann={}, bob={})
    copy = table.copy()
    copy.mark_figure("ann", "lead", {"count": 1}, CITES)

    assert copy.figures["ann"].marks == {"lead": {"count": 1}}
    assert table.figures["ann"].marks == {}
    copy.mark_figure("ann", "lead", None, CITES)
    assert copy.figures["ann"].marks == {}


def test_a_note_goes_through_json() -> None:
    params: dict[str, Any] = {"seat": "ann", "faces": [4, 5]}
    note = Note("rolled", params, ("A-1",), secret_to="ann")

    assert Note.from_json(json.loads(json.dumps(note.to_json()))) == note
