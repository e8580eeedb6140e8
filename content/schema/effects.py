"""The effect words: what a space, a card or a player's mouth may say happens.

Each effect is a mapping with one effect word as its key. The vocabulary stays small; what it cannot
say is a named rule (`rule:`), and a new word needs three users.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter, field_validator, model_validator

from content.schema.base import (
    Alignment,
    CardType,
    Dial,
    Dice,
    Frozen,
    Points,
    RuleId,
    SeatKey,
    Slug,
    Switch,
    Whole,
    Words,
)

Amounts = dict[Dial, Annotated[Whole, Field(ge=1, le=99)]]


def _one_each(value: object) -> object:
    """Let `gain: craft` stand for `gain: {craft: 1}`."""
    return {value: 1} if isinstance(value, str) else value


class Cited(Frozen):
    """Any effect may name the ledger ids it carries out; otherwise its trigger's ids count.

    `seat` is whom it happens to, when a table tells what befell somebody else.
    """

    cites: tuple[RuleId, ...] = ()
    seat: SeatKey | None = None


class Gain(Cited):
    """Raise dials or take tokens, clipped at ceilings and supplies."""

    gain: Amounts
    _bare = field_validator("gain", mode="before")(_one_each)


class Lose(Cited):
    """Lower dials or hand tokens back, clipped at floors and at what is there."""

    lose: Amounts
    _bare = field_validator("lose", mode="before")(_one_each)


class DrawWhat(Frozen):
    """So many cards from a deck."""

    deck: Slug
    count: Annotated[Whole, Field(ge=1, le=20)] = 1


class Draw(Cited):
    """Draw from a deck into the hand (spells) or onto the space (adventure cards)."""

    draw: DrawWhat

    @field_validator("draw", mode="before")
    @classmethod
    def _bare_deck(cls, value: object) -> object:
        return {"deck": value} if isinstance(value, str) else value


class DiscardWhat(Frozen):
    """So many cards of a kind that the figure holds, of its player's choice."""

    kind: CardType
    count: Annotated[Whole, Field(ge=1, le=20)] = 1


class Discard(Cited):
    """Discard held cards of a kind; as many as there are if fewer are held."""

    discard: DiscardWhat

    @field_validator("discard", mode="before")
    @classmethod
    def _bare_kind(cls, value: object) -> object:
        return {"kind": value} if isinstance(value, str) else value


class TakeWhat(Frozen):
    """A card from an open pile."""

    card: Slug
    unless_held: Switch = False


class Take(Cited):
    """Take a card from its open pile beside the board."""

    take: TakeWhat

    @field_validator("take", mode="before")
    @classmethod
    def _bare_card(cls, value: object) -> object:
        return {"card": value} if isinstance(value, str) else value


class RollWhat(Frozen):
    """Dice read on a table that covers every result exactly once.

    `minus` takes an attribute off the total. `shift_pay`: after the roll, each point of this dial
    paid moves the total by one, up or down, within the table; `shift_cites` are the ids of that.
    After a row named in `again` the dice are rolled once more.
    """

    dice: Dice = 1
    minus: Dial | None = None
    shift_pay: Dial | None = None
    shift_cites: tuple[RuleId, ...] = ()
    rows: dict[str, tuple[Effect, ...]]
    again: tuple[str, ...] = ()
    row_cites: dict[str, tuple[RuleId, ...]] = {}

    @field_validator("again", mode="before")
    @classmethod
    def _again_names(cls, value: object) -> object:
        return tuple(str(row) for row in value) if isinstance(value, (list, tuple)) else value

    @field_validator("rows", "row_cites", mode="before")
    @classmethod
    def _row_names(cls, value: object) -> object:
        return {str(k): v for k, v in value.items()} if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _covers_once(self) -> RollWhat:
        low, high = self.dice, 6 * self.dice
        if self.minus is None:
            seen = [n for row in self.rows for n in row_range(row, low, high)]
            if sorted(seen) != list(range(low, high + 1)):
                raise ValueError(
                    f"the rows must cover {low} to {high} exactly once, not {sorted(seen)}"
                )
        else:
            bounds = [row_range(row, -99, high) for row in self.rows]
            seen = [n for bound in bounds for n in bound]
            if sorted(seen) != list(range(-99, high + 1)):
                raise ValueError(f"the rows must cover everything up to {high} exactly once")
        if unknown := (set(self.row_cites) | set(self.again)) - set(self.rows):
            raise ValueError(f"row_cites and again name rows that do not exist: {sorted(unknown)}")
        return self

    def row_for(self, total: int) -> str:
        """The row that holds a total.

        >>> RollWhat(dice=1, rows={"1-3": (), "4+": ()}).row_for(5)
        '4+'
        """
        names, ends = _rows_in_order(tuple(self.rows), 6 * self.dice)
        at = bisect_right(ends, total)
        if at == len(names):
            raise KeyError(total)
        return names[at]


@cache
def row_range(row: str, low: int, high: int) -> range:
    """The totals a row name stands for: `7`, `5-9`, `5+` or `0-` (0 or less).

    >>> row_range("5-9", 2, 12)
    range(5, 10)
    >>> row_range("0-", -99, 12).start
    -99
    """
    try:
        if row.endswith("+"):
            return range(int(row[:-1]), high + 1)
        if row.endswith("-"):
            return range(low, int(row[:-1]) + 1)
        first, dash, last = row.partition("-") if not row.startswith("-") else (row, "", "")
        return range(int(first), int(last if dash else first) + 1)
    except ValueError:
        raise ValueError(f"a row is named 7, 5-9, 5+ or 0-, not {row!r}") from None


@cache
def _rows_in_order(rows: tuple[str, ...], high: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Rows by their totals, and for each the first total beyond it."""
    ranges = sorted((row_range(row, -99, high).stop, row) for row in rows)
    return tuple(row for _, row in ranges), tuple(stop for stop, _ in ranges)


class RollTable(Cited):
    """Roll dice and follow one row."""

    roll: RollWhat


class Choice(Frozen):
    """One thing the player may pick, and what it does."""

    id: Slug
    do: tuple[Effect, ...]


class Choose(Cited):
    """The player picks one of several; what can give nothing may not be picked while another can."""

    choose: tuple[Choice, ...] = Field(min_length=2)


class Move(Cited):
    """Put the figure on another space; the encounter begins anew there."""

    move_to: Slug


class Turn(Cited):
    """Grant another turn after this one, or take turns away."""

    turns: Annotated[Whole, Field(ge=-9, le=9)]


class Toad(Cited):
    """Turn the character card over for a number of turns."""

    toad: Annotated[Whole, Field(ge=1, le=9)]


class FightWhat(Frozen):
    """Something to battle that is not a card of the deck.

    With `evaded_is_won` whoever evades it has done what winning it does.
    """

    name: Words
    strength: Points | None = None
    craft: Points | None = None
    evadable: Switch = True
    evaded_is_won: Switch = False
    life_at_stake: Points | None = None
    won: tuple[Effect, ...] = ()
    lost: tuple[Effect, ...] = ()
    drawn: tuple[Effect, ...] = ()

    @model_validator(mode="after")
    def _one_attribute(self) -> FightWhat:
        if (self.strength is None) == (self.craft is None):
            raise ValueError("a fight is by strength or by craft, one of the two")
        return self


class Fight(Cited):
    """A battle against something named here."""

    fight: FightWhat


class If(Cited):
    """Effects for one alignment, or otherwise."""

    if_alignment: Alignment
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Shop(Cited):
    """Goods for sale at printed prices, in gold."""

    shop: dict[Slug, Points]


class Place(Cited):
    """Where the card just resolved goes: it stays, is discarded, or lies on another space."""

    place: Literal["stays", "discard", "elsewhere"]
    space: Slug | None = None

    @model_validator(mode="after")
    def _where(self) -> Place:
        if (self.place == "elsewhere") != (self.space is not None):
            raise ValueError("a card that lies elsewhere lies on a space, and no other has one")
        return self


class Named(Cited):
    """An unusual rule, by its registered name, with its numbers."""

    rule: Slug
    with_: dict[str, Switch | Whole | str | tuple[Whole | str, ...]] = Field(
        default={}, alias="with"
    )


_WORDS: dict[str, type[Cited]] = {
    "gain": Gain,
    "lose": Lose,
    "draw": Draw,
    "discard": Discard,
    "take": Take,
    "roll": RollTable,
    "choose": Choose,
    "move_to": Move,
    "turns": Turn,
    "toad": Toad,
    "fight": Fight,
    "if_alignment": If,
    "shop": Shop,
    "place": Place,
    "rule": Named,
}
EFFECT_WORDS = tuple(_WORDS)


def _word_of(value: Any) -> str | None:
    if isinstance(value, Cited):
        return next(word for word, model in _WORDS.items() if isinstance(value, model))
    if isinstance(value, dict):
        return next((word for word in _WORDS if word in value), None)
    return None


Effect = Annotated[
    Annotated[Gain, Tag("gain")]
    | Annotated[Lose, Tag("lose")]
    | Annotated[Draw, Tag("draw")]
    | Annotated[Discard, Tag("discard")]
    | Annotated[Take, Tag("take")]
    | Annotated[RollTable, Tag("roll")]
    | Annotated[Choose, Tag("choose")]
    | Annotated[Move, Tag("move_to")]
    | Annotated[Turn, Tag("turns")]
    | Annotated[Toad, Tag("toad")]
    | Annotated[Fight, Tag("fight")]
    | Annotated[If, Tag("if_alignment")]
    | Annotated[Shop, Tag("shop")]
    | Annotated[Place, Tag("place")]
    | Annotated[Named, Tag("rule")],
    Discriminator(
        _word_of,
        custom_error_type="effect_word",
        custom_error_message="an effect has exactly one effect word as its key: "
        + ", ".join(_WORDS),
    ),
]

for _model in (RollWhat, RollTable, Choice, Choose, FightWhat, Fight, If):
    _model.model_rebuild()

Effects: TypeAdapter[tuple[Effect, ...]] = TypeAdapter(tuple[Effect, ...])
