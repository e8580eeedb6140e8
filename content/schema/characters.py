"""Characters: what a character card gives, as far as it is known."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from content.schema.base import (
    Alignment,
    Fact,
    Frozen,
    Name,
    Points,
    RuleId,
    Slug,
    Start,
    StartFate,
    Switch,
    Whole,
    Words,
)


class CharacterFacts(Frozen):
    """What the table reads off a character card: asked for once, then remembered.

    `start_cards` are taken from open piles at set-up; `abilities` is a note for people.
    """

    alignment: Alignment
    strength: Start
    craft: Start
    life: Start
    fate: StartFate
    start: Slug
    spells: Annotated[Whole, Field(ge=0, le=6)] = 0
    spell_alignment: Alignment | None = None
    gold: Points | None = None
    start_cards: tuple[Slug, ...] = ()
    abilities: Words | None = None
    no_toad: Switch = False
    no_lost_turns: Switch = False


class CharacterCard(Frozen):
    """One character of the edition; `facts` stand only where everything is printed or entered."""

    id: Slug
    name: Name
    alignment: Fact[Alignment]
    facts: CharacterFacts | None = None
    no_toad: Switch = False
    no_lost_turns: Switch = False
    note: Words | None = None
    cites: tuple[RuleId, ...] = Field(min_length=1)
