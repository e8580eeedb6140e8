"""A whole table in JSON and back: for snapshots, comparisons and checks, never for play."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from games.rules.table import Figure, Placement, Table

FIGURE_FIELDS = tuple(f.name for f in fields(Figure) if f.name != "seat")
TURN_FIELDS = ("seat", "number", "phase", "marks")


def table_state(t: Table) -> dict[str, Any]:
    """Everything a table says that its pack and its options do not."""
    return {
        "figures": {
            seat: {name: t.get("figure", seat, name) for name in FIGURE_FIELDS}
            for seat in t.figures
        },
        "cards": {key: placement.to_json() for key, placement in t.cards.items()},
        "gold_on": dict(t.gold_on),
        "pieces": dict(t.pieces),
        "facts": {key: t.get("fact", key, "value") for key in t.facts},
        "turn": {name: t.get("turn", "", name) for name in TURN_FIELDS},
        "setup": list(t.setup),
        "serial": t.serial,
        "winner": t.winner,
    }


def lay_state(t: Table, state: dict[str, Any]) -> Table:
    """Lay a state out on an empty table; seats that came later stay as they began."""
    for seat, figure in state["figures"].items():
        for name, value in figure.items():
            t.put("figure", seat, name, value)
    t.cards = {key: Placement.from_json(place) for key, place in state["cards"].items()}
    t.gold_on, t.pieces, t.facts = dict(state["gold_on"]), dict(state["pieces"]), {}
    for key, value in state["facts"].items():
        t.put("fact", key, "value", value)
    for name, value in state["turn"].items():
        t.put("turn", "", name, value)
    for name in ("setup", "serial", "winner"):
        t.put("game", "", name, state[name])
    return t


def differences(one: Table, other: Table) -> list[str]:
    """The fields in which two tables differ, as `what.id.field: one, other`, in a stable order."""
    return sorted(
        _differences(
            "", {**table_state(one), **_frame(one)}, {**table_state(other), **_frame(other)}
        )
    )


def _frame(t: Table) -> dict[str, Any]:
    return {
        "edition": t.pack.edition.id,
        "order": list(t.order),
        "variants": list(t.variants),
        "rulings": list(t.rulings),
    }


def _differences(path: str, one: Any, other: Any) -> list[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            line
            for key in {**one, **other}
            for line in _differences(
                f"{path}.{key}" if path else str(key), one.get(key), other.get(key)
            )
        ]
    return [] if one == other else [f"{path}: {one!r}, {other!r}"]


def tables_equal(one: Table, other: Table) -> bool:
    """Whether two tables say the same in every field."""
    return not differences(one, other)
