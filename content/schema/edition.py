"""An edition: its words, its policies, its box, and where core rules stand in its rulebook."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from content.schema.base import (
    Alignment,
    CardType,
    Dial,
    Fact,
    Frozen,
    Many,
    Name,
    Points,
    RuleId,
    Slug,
    Switch,
    Whole,
    Words,
)


class Term(Frozen):
    """An edition's word for one of the family's concepts, for one and for many."""

    one: Words
    many: Words


class TrophyRate(Frozen):
    """Points of trophies that buy one point of an attribute."""

    points: Annotated[Whole, Field(ge=1, le=99)]


class Policy(Frozen):
    """Numbers and switches that core rules read; a base edition states every field.

    `spell_limit` maps total craft to the most spells held; the highest key stands for itself and
    more. `reroll`, `after_move_roll` and `watch` name registered rules; what is in `watch` looks on
    whenever a figure gains, takes or defeats something. With `idle_offers` an offer may be taken
    although nothing of its gain can be received.

    Where a book can be read in two ways: `base_rerolled_by_roller`, whoever rolls what a space is
    worth may pay for a die of it; without `end_after_defeat`, a lost or drawn battle leaves nothing to
    do at the end of the turn; in the region `moved_ends_turn_in` a space that moves a figure ends its
    turn; with `turn_back_on_arrival` one may turn back from a space just reached; without
    `evaded_is_encounter` an attacker evaded still encounters the space; with `spell_limit_always` a
    hand is cut down whenever the limit falls; `toad_from_this_turn` counts the present turn as the
    first; with `toad_takes_bonuses` they are added to `toad_value`; with `lost_turn_ends_turn` an
    encounter that costs a turn ends this one; with `enemies_before_instructions` enemies on a space
    without a draw attack before it is followed.
    """

    seats_min: Annotated[Whole, Field(ge=1, le=12)]
    seats_max: Annotated[Whole, Field(ge=1, le=12)]
    start_gold: Points
    trophies_per_point: Annotated[Whole, Field(ge=1, le=99)]
    object_limit: Annotated[Whole, Field(ge=1, le=99)]
    one_of_a_name: Switch
    spell_limit: dict[int, Whole]
    spell_dial: Dial
    spells_in_others_turn: Annotated[Whole, Field(ge=0, le=9)]
    life_lost_in_battle: Annotated[Whole, Field(ge=0, le=9)]
    life_cap_is_start: Switch
    dials_floor_is_start: Switch
    dial_ceiling: Fact[Many]
    fate_cap: Annotated[Whole, Field(ge=0, le=99)] | None
    toad_value: Annotated[Whole, Field(ge=0, le=9)]
    toad_may_pick_up: Switch
    battles_need_opposite_alignment: Switch
    battle_between: Dial
    evade_regions: tuple[Slug, ...]
    reroll: Slug
    after_move_roll: Slug | None
    watch: tuple[Slug, ...] = ()
    usual_order: tuple[CardType, ...] = (
        CardType.EVENT,
        CardType.ENEMY,
        CardType.STRANGER,
        CardType.FOLLOWER,
        CardType.OBJECT,
        CardType.TALISMAN,
        CardType.PLACE,
        CardType.SPELL,
    )
    free_choice: Switch = False
    idle_offers: Switch = False
    inheritance: Switch
    ditch_before_encounter: Switch
    base_rerolled_by_roller: Switch = False
    end_after_defeat: Switch = True
    moved_ends_turn_in: Slug | None = None
    turn_back_on_arrival: Switch = False
    evaded_is_encounter: Switch = True
    spell_limit_always: Switch = False
    toad_from_this_turn: Switch = False
    toad_takes_bonuses: Switch = False
    lost_turn_ends_turn: Switch = False
    enemies_before_instructions: Switch = False
    adventure_deck: Slug
    spell_deck: Slug


class Variant(Frozen):
    """An optional rule: what it changes in the policy, and where the core's topics then stand."""

    id: Slug
    title: Words
    policy: dict[str, bool | int]
    topics: dict[Slug, tuple[RuleId, ...]] = {}
    cites: tuple[RuleId, ...] = Field(min_length=1)


class SetupStep(Frozen):
    """One line of the set-up checklist; `action` closes it, `per_seat` asks everybody."""

    id: Slug
    title: Words
    action: Slug
    per_seat: Switch = False
    cites: tuple[RuleId, ...] = Field(min_length=1)


class Components(Frozen):
    """What the box holds, as far as pieces can run out."""

    fate: Points
    gold: Points
    dice: Points
    stat_boards: Points
    others: dict[Slug, Annotated[Whole, Field(ge=0, le=999)]] = {}


class Edition(Frozen):
    """edition.yaml: everything about an edition that is not board, characters, decks or ledger."""

    id: Slug
    title: Words
    base: Slug | None = None
    version: Annotated[Whole, Field(ge=1)]
    terms: dict[str, Term]
    alignments: dict[Alignment, Name]
    dials: tuple[Dial, ...]
    components: Components
    card_types: dict[CardType, Name]
    icons: tuple[Name, ...] = ()
    policy: Policy
    variants: tuple[Variant, ...] = ()
    setup: tuple[SetupStep, ...] = ()
    cites: dict[Slug, tuple[RuleId, ...]]
    known_gaps: tuple[Words, ...] = ()
