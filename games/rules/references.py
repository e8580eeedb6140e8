"""Cards in play named by what they are, `<thug#2>`, where nobody can know the keys they lie under."""

from __future__ import annotations

import re
from typing import Any

from games.rules.errors import InvalidAction, Problem
from games.rules.table import Table
from games.rules.terms import Zone

# A card that nobody told the app of.
UNSEEN = "unseen"
_REFERENCE = re.compile("<([^<>]{1,80})>")


def with_keys(t: Table, said: Any) -> Any:
    """The same, with every `<thug>` in it replaced by the key of that card in play.

    `<thug#2>` is the second of its id, in the order they came into play; cards on discard piles do
    not count.

    Raises:
        InvalidAction: No such card is in play.
    """
    if isinstance(said, str):
        return _REFERENCE.sub(lambda found: _key_of(t, found[1]), said)
    if isinstance(said, dict):
        return {key: with_keys(t, value) for key, value in said.items()}
    if isinstance(said, list | tuple):
        return [with_keys(t, value) for value in said]
    return said


def names_cards(said: Any) -> bool:
    """Whether a card in play may be named by its id anywhere in it."""
    return _REFERENCE.search(str(said)) is not None


def _key_of(t: Table, reference: str) -> str:
    card, _, number = reference.partition("#")
    wanted = None if card == UNSEEN else card
    keys = [
        key
        for key, place in t.cards.items()
        if place.card == wanted and place.zone not in {Zone.DISCARD, Zone.OUT}
    ]
    keys.sort(key=lambda key: int(key.removeprefix("c")))
    number = number or "1"
    at = int(number) if number.isdecimal() else 0
    if not 1 <= at <= len(keys):
        raise InvalidAction(Problem("unknown_card", params={"card": reference}, hard=True))
    return keys[at - 1]
