"""The board: spaces, rings in clockwise order, and the links between them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from content.schema.base import (
    Alignment,
    CardType,
    Confidence,
    Dial,
    Draws,
    Fact,
    Frozen,
    Name,
    Points,
    RuleId,
    Slug,
    Switch,
    Whole,
    Words,
)
from content.schema.effects import Effect


class When(StrEnum):
    """The moment at which a space's instruction speaks."""

    ARRIVE = "arrive"
    TURN_END = "turn_end"
    DEFEAT = "defeat"


class Trigger(Frozen):
    """One instruction of a space: when, for whom, at what price, and what it does.

    `may` makes it an offer. `pay` is handed over first, and refused when it cannot be. `no_cards`
    bars it while a card lies on the space, `unless_mark` while the figure carries that mark. An offer
    of which nothing can be received is refused.
    """

    id: Slug
    when: When
    alignment: Alignment | None = None
    foe_alignment: Alignment | None = None
    no_cards: Switch = False
    may: Switch = False
    pay: dict[Dial, Annotated[Whole, Field(ge=1, le=99)]] = {}
    discard: CardType | None = None
    characters_too: Switch = False
    unless_mark: Slug | None = None
    do: tuple[Effect, ...]
    cites: tuple[RuleId, ...] = Field(min_length=1)


class Space(Frozen):
    """One printed space and all its instructions.

    Where it `must_be_faced`, nobody is encountered instead of it and nobody turns back from it.
    `stop_over` are the rules by which a move in passing may end there.
    """

    id: Slug
    name: Name
    region: Slug
    draws: Fact[Draws] = Fact[int](value=0)
    triggers: tuple[Trigger, ...] = ()
    enemy_roll_bonus: Points = 0
    free_battle_rerolls: Switch = False
    free_rerolls_between: Switch = False
    must_be_faced: Switch = False
    stop_over: tuple[RuleId, ...] = ()
    cites: tuple[RuleId, ...] = Field(min_length=1)


class Pace(StrEnum):
    """How far a turn's move goes in a region."""

    ROLL = "roll"
    ONE = "one"


class Region(Frozen):
    """A region; `ring` lists its spaces clockwise where they form one."""

    id: Slug
    name: Name
    pace: Pace = Pace.ROLL
    ring: tuple[Slug, ...] = ()
    one_way: Switch = False
    ring_confidence: Confidence = Confidence.PRINTED
    printed_runs: tuple[tuple[Slug, ...], ...] = ()
    cites: tuple[RuleId, ...] = Field(min_length=1)


class LinkKind(StrEnum):
    """How a link is used.

    `step`: one point of a move. `shop`: one point, and the rest of the move is lost. `gate`: a task
    during a move opens it. `instead`: taken at the start of a turn instead of rolling. `path`: one
    space of a region whose pace is one.
    """

    STEP = "step"
    SHOP = "shop"
    GATE = "gate"
    INSTEAD = "instead"
    PATH = "path"


class Link(Frozen):
    """A way from one space to another that is not the ring.

    A gate opens by its `task`; with `ends_turn` the turn ends beyond it, with `next_turn` in front of
    it, and the move of the next turn is the step through it. Without `from_start` a move that begins
    at it does not try it. A path may need the test of its space passed (`needs_pass`), a card held
    (`needs_card`) or one given up (`pay_card`), each by the card's name; `exit` leads out of the
    region, for everybody and back along no path. One to be gone `at_once` may be gone in the turn, too,
    in which its space was reached, and is then how that space is encountered.
    """

    id: Slug
    from_: Slug = Field(alias="from")
    to: Slug
    kind: LinkKind
    alignment: Alignment | None = None
    pay: dict[Dial, Annotated[Whole, Field(ge=1, le=99)]] = {}
    pay_card: Slug | None = None
    needs_card: Slug | None = None
    needs_pass: Switch = False
    task: tuple[Effect, ...] = ()
    ends_turn: Switch = False
    next_turn: Switch = False
    from_start: Switch = True
    exit: Switch = False
    at_once: Switch = False
    confidence: Confidence = Confidence.PRINTED
    cites: tuple[RuleId, ...] = Field(min_length=1)


class Piece(Frozen):
    """A piece on the board that belongs to nobody."""

    id: Slug
    name: Name
    start: Slug
    strength: Points | None = None
    craft: Points | None = None
    cites: tuple[RuleId, ...] = ()


class Board(Frozen):
    """The whole board of an edition."""

    regions: tuple[Region, ...]
    spaces: tuple[Space, ...]
    links: tuple[Link, ...] = ()
    pieces: tuple[Piece, ...] = ()
    opposite: dict[Slug, Fact[Slug]] = {}
    note: Words | None = None
