"""Aims: what a seat plays for, and what a way things can go is worth to it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from content.schema.base import CardType, Dial, Exact, Name, Slug
from games.rules.odds import Aim
from games.rules.results import RESULTS, results, victory_of
from games.rules.runner import Resolved
from games.rules.table import Figure, Table


class Aims(Exact):
    """What a seat plays for.

    `win`: a victory, a passed test; rather a stand-off than a defeat; whoever only rolls or decides
    against somebody wins where that one loses. `reach`: one of `rows`,
    `results` or `spaces`, or with `avoid` none of them. `gain`: a dial or token, a kind of card, or a
    card by its id, as surely as possible and then as many as possible. `save_life`: lose as little
    life as possible. `most`: the highest expected `what`.
    """

    aim: Literal["win", "reach", "gain", "save_life", "most"] = "win"
    rows: Annotated[tuple[Name, ...], Field(max_length=40)] = ()
    results: Annotated[tuple[Name, ...], Field(max_length=40)] = ()
    spaces: Annotated[tuple[Slug, ...], Field(max_length=40)] = ()
    avoid: bool = False
    what: Slug | None = None

    @model_validator(mode="after")
    def _fits(self) -> Aims:
        named = bool(self.rows or self.results or self.spaces)
        if named is not (self.aim == "reach"):
            raise ValueError("rows, results or spaces go with the aim `reach`, and it needs some")
        if (self.what is not None) is not (self.aim in {"gain", "most"}):
            raise ValueError("`what` goes with the aims `gain` and `most`, and they need it")
        if self.aim == "most" and self.what not in set(Dial):
            raise ValueError(f"`what` is one of {', '.join(Dial)}")
        if unknown := sorted(set(self.results) - set(RESULTS)):
            raise ValueError(f"{unknown[0]!r} is no result; there are: {', '.join(RESULTS)}")
        return self


def worth(before: Table, seat: str, aim: Aims) -> Aim:
    """What a run is worth to a seat with an aim."""
    if aim.aim == "win":
        return lambda run: _victory(run, seat)
    if aim.aim == "reach":
        return lambda run: (int(_reached(run, seat, aim) is not aim.avoid),)
    if aim.aim == "save_life":
        return lambda run: (run.table.figures[seat].life,)
    what = str(aim.what)
    if aim.aim == "most":
        return lambda run: (getattr(run.table.figures[seat], what),)
    had = _number_of(before, before.figures[seat], what)

    def gained(run: Resolved) -> tuple[Any, ...]:
        by = _number_of(run.table, run.table.figures[seat], what) - had
        return (int(by > 0), by)

    return gained


def _victory(run: Resolved, seat: str) -> tuple[int, ...]:
    """A victory or passed test first, then whatever is no defeat."""
    if run.table.winner is not None:
        return int(run.table.winner == seat), 0
    return victory_of(results(run), seat)


def _reached(run: Resolved, seat: str, aim: Aims) -> bool:
    found = results(run)
    return (
        any(one.code == "row" and str(one.get("row")) in aim.rows for one in found)
        or any(one.code in aim.results for one in found)
        or run.table.figures[seat].space in aim.spaces
    )


def _number_of(t: Table, me: Figure, what: str) -> Any:
    """How much a figure has of a dial or token, a kind of card, or a card."""
    if what in set(Dial):
        return getattr(me, what)
    if what == CardType.SPELL.value:
        return len(t.hand(me.seat))
    if what in set(CardType):
        return sum(
            (card := t.card_at(key)) is not None and card.type == what for key in t.held(me.seat)
        )
    return sum(t.cards[key].card == what for key in (*t.held(me.seat), *t.hand(me.seat)))
