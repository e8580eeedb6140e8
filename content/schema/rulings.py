"""Other readings: what a table changes in an edition where it reads a rule the other way."""

from __future__ import annotations

from typing import Any

from pydantic import model_validator

from content.schema.base import Frozen, Points, RuleId, Slug, Switch, Whole
from content.schema.board import Trigger
from content.schema.effects import Effect


class Differs(Frozen):
    """What is different about one printed thing; what is left out stays as it is."""

    @model_validator(mode="after")
    def _in_something(self) -> Differs:
        if not self.fields():
            raise ValueError("it says nothing that is different")
        return self

    def fields(self) -> dict[str, Any]:
        """The fields that are different, with what they are instead."""
        said = {name: getattr(self, name) for name in type(self).model_fields}
        return {name: value for name, value in said.items() if value is not None}


class SpaceDiffers(Differs):
    """What is different about a space; `triggers` are then all it has."""

    triggers: tuple[Trigger, ...] | None = None
    enemy_roll_bonus: Points | None = None
    free_battle_rerolls: Switch | None = None
    free_rerolls_between: Switch | None = None
    must_be_faced: Switch | None = None
    stop_over: tuple[RuleId, ...] | None = None


class TriggerDiffers(Differs):
    """What is different about one instruction of a space."""

    may: Switch | None = None
    no_cards: Switch | None = None
    characters_too: Switch | None = None
    do: tuple[Effect, ...] | None = None


class LinkDiffers(Differs):
    """What is different about a link."""

    task: tuple[Effect, ...] | None = None
    ends_turn: Switch | None = None
    from_start: Switch | None = None
    next_turn: Switch | None = None
    at_once: Switch | None = None


class OtherReading(Differs):
    """The other reading of a rule: `id` is one whose ruling names an alternative.

    No two may differ in the same field, so it does not matter in which order they are taken.
    """

    id: RuleId
    policy: dict[str, Switch | Whole | Slug] = {}
    spaces: dict[Slug, SpaceDiffers] = {}
    triggers: dict[Slug, TriggerDiffers] = {}
    links: dict[Slug, LinkDiffers] = {}

    def fields(self) -> dict[str, Any]:
        """The kinds of things that are different."""
        return {name: said for name, said in super().fields().items() if name != "id" and said}

    def places(self) -> list[str]:
        """Every field that it changes, each by a name of its own."""
        kinds: dict[str, dict[str, Any]] = {
            "space": dict(self.spaces),
            "trigger": dict(self.triggers),
            "link": dict(self.links),
        }
        return [f"policy {name}" for name in self.policy] + [
            f"{kind} {id_} {field}"
            for kind, things in kinds.items()
            for id_, thing in things.items()
            for field in thing.fields()
        ]
