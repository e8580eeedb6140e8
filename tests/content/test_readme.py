"""What content/README.md shows can be written, and it leaves no field or effect word out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from content.loader import loads
from content.schema import board, cards, characters, edition, ledger, rulings
from content.schema.base import Fact
from content.schema.effects import EFFECT_WORDS, Effects, FightWhat, RollWhat

README = (Path(board.__file__).parent.parent / "README.md").read_text()
EXAMPLES = re.findall(r"```yaml\n# (\w+)\n(.*?)```", README, re.DOTALL)
KINDS: dict[str, TypeAdapter[Any]] = {
    "facts": TypeAdapter(tuple[Fact[int], ...]),
    "space": TypeAdapter(board.Space),
    "effects": Effects,
    "board": TypeAdapter(board.Board),
    "deck": TypeAdapter(cards.Deck),
    "characters": TypeAdapter(tuple[characters.CharacterCard, ...]),
    "rules": TypeAdapter(ledger.Ledger),
    "readings": TypeAdapter(tuple[rulings.OtherReading, ...]),
}
EXPLAINED = [
    *(board.Space, board.Trigger, board.Region, board.Link, board.Piece, board.Board),
    *(cards.Card, cards.Bonus, cards.Deck, characters.CharacterCard, characters.CharacterFacts),
    *(edition.Edition, edition.Components, edition.Variant, edition.SetupStep, edition.Term),
    *(ledger.Ledger, ledger.LedgerRule, ledger.Case, RollWhat, FightWhat),
    *(rulings.OtherReading, rulings.SpaceDiffers, rulings.TriggerDiffers, rulings.LinkDiffers),
]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_every_example_can_be_read(kind: str, text: str) -> None:
    loads(text, KINDS[kind], f"README, {kind}")


def test_every_kind_of_example_is_there() -> None:
    assert {kind for kind, _ in EXAMPLES} == set(KINDS)


def test_every_effect_word_has_an_example() -> None:
    shown = dict(EXAMPLES)["effects"]

    assert [word for word in EFFECT_WORDS if f"- {word}:" not in shown] == []


@pytest.mark.parametrize("model", EXPLAINED, ids=lambda model: model.__name__)
def test_every_field_is_named(model: Any) -> None:
    names = [field.alias or name for name, field in model.model_fields.items()]

    assert [name for name in names if not re.search(rf"\b{name}\b[:`]", README)] == []
