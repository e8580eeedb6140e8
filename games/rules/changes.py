"""Changes: what an action did to the table, one field at a time, with the rules that caused it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.rules.table import Table


@dataclass(slots=True)
class Change:
    """One field of one thing, before and after.

    `what` is figure, card, space, piece, turn, game or fact; `id` the seat, card key, space, piece
    or fact it is about. A card's only field is its place; before or after is None where it lies in
    its deck or pile.
    """

    what: str
    id: str
    field: str
    before: Any
    after: Any
    cites: tuple[str, ...] = ()

    def apply(self, table: Table) -> None:
        """Set the field to its value after the change."""
        table.put(self.what, self.id, self.field, self.after)

    def revert(self, table: Table) -> None:
        """Set the field to its value before the change."""
        table.put(self.what, self.id, self.field, self.before)

    def reversed(self, cites: tuple[str, ...] = ()) -> Change:
        """The change that takes this one back."""
        return Change(self.what, self.id, self.field, self.after, self.before, cites or self.cites)

    def to_json(self) -> dict[str, Any]:
        """The change as the log keeps it."""
        return {
            "what": self.what,
            "id": self.id,
            "field": self.field,
            "before": self.before,
            "after": self.after,
            "rules": list(self.cites),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Change:
        """Read a change from the log."""
        return cls(
            data["what"],
            data["id"],
            data["field"],
            data["before"],
            data["after"],
            tuple(data["rules"]),
        )


@dataclass(slots=True)
class Note:
    """One step of a derivation, made into a sentence only when somebody reads it.

    `secret_to` names the one seat that may read it.
    """

    code: str
    params: dict[str, Any]
    cites: tuple[str, ...] = ()
    secret_to: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The note as the log keeps it."""
        return {
            "code": self.code,
            "params": self.params,
            "rules": list(self.cites),
            "secret_to": self.secret_to,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Note:
        """Read a note from the log."""
        return cls(data["code"], data["params"], tuple(data["rules"]), data["secret_to"])


def squeezed(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same changes with one entry a field: first before, last after, in order of first touch.

    Fields that ended where they began are left out; the rules of all the steps are kept.
    """
    found: dict[tuple[str, str, str], Change] = {}
    for change in changes:
        key = (change.what, change.id, change.field)
        if (first := found.get(key)) is None:
            found[key] = change
        else:
            cites = tuple(dict.fromkeys(first.cites + change.cites))
            found[key] = Change(*key, first.before, change.after, cites)
    return tuple(change for change in found.values() if change.before != change.after)
