"""Walking through a pack: every part of it, what each cites, which named rules it calls."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from content.schema import effects as e
from content.schema.board import Space
from content.schema.edition import Edition, Variant
from content.schema.pack import Pack
from content.schema.rulings import SpaceDiffers


def rule_names_in(pack: Pack) -> frozenset[str]:
    """The named rules that a pack calls; each needs a function in `games.rules`."""
    return frozenset(part.rule for _, part in parts_of(pack) if isinstance(part, e.Named))


def parts_of(model: object, within: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Every model inside a model, itself included, with the nearest id it belongs to."""
    if isinstance(model, BaseModel):
        within = str(getattr(model, "id", within))
        yield within, model
        for name in type(model).model_fields:
            yield from parts_of(getattr(model, name), within)
    elif isinstance(model, dict):
        for value in model.values():
            yield from parts_of(value, within)
    elif isinstance(model, tuple):
        for value in model:
            yield from parts_of(value, within)


def cites_of(part: object) -> tuple[str, ...]:
    """The ledger ids that a part of a pack names."""
    match part:
        case e.RollWhat():
            return (*part.shift_cites, *_all(part.row_cites))
        case Edition():
            return _all(part.cites)
        case Variant():
            return (*part.cites, *_all(part.topics))
        case SpaceDiffers():
            return part.stop_over or ()
        case Space():
            return (*part.cites, *part.stop_over)
        case _:
            cites: tuple[str, ...] = getattr(part, "cites", ())
            return cites


def cited_by(pack: Pack) -> dict[str, tuple[str, ...]]:
    """For each rule, the ids of the spaces, cards, links and steps whose printed parts cite it."""
    found: dict[str, dict[str, None]] = {}
    printed = (pack.board, pack.decks, pack.characters, pack.edition.setup, pack.edition.variants)
    for within, part in parts_of(printed):
        for rule in cites_of(part):
            found.setdefault(rule, {})[within] = None
    return {rule: tuple(ids) for rule, ids in found.items()}


def _all(cites: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(rule for ids in cites.values() for rule in ids)
