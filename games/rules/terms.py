"""Family words as enums: where a card is, what part of the turn it is, how a seat stands."""

from __future__ import annotations

from enum import StrEnum

from content.schema.base import Alignment, CardType, Dial

__all__ = [
    "ATTRIBUTES",
    "OPPOSITE",
    "TOKENS",
    "Alignment",
    "CardType",
    "Dial",
    "Direction",
    "Phase",
    "Status",
    "Zone",
]


class Zone(StrEnum):
    """Where a card is that is neither in its deck nor in its pile."""

    HAND = "hand"
    HELD = "held"
    TROPHY = "trophy"
    SPACE = "space"
    DISCARD = "discard"
    ASIDE = "aside"
    OUT = "out"


class Phase(StrEnum):
    """What part of the game or of the turn it is."""

    SETUP = "setup"
    MOVE = "move"
    ENCOUNTER = "encounter"
    END = "end"
    OVER = "over"


class Status(StrEnum):
    """How a seat stands: without a character, with one chosen or in play, bereft, away, or out of the game."""

    WAITING = "waiting"
    CHOSEN = "chosen"
    IN_PLAY = "in_play"
    DEAD = "dead"
    AWAY = "away"
    OUT = "out"


class Direction(StrEnum):
    """The two ways round a ring."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


OPPOSITE = {Alignment.GOOD: Alignment.EVIL, Alignment.EVIL: Alignment.GOOD}
ATTRIBUTES = (Dial.STRENGTH, Dial.CRAFT)
TOKENS = (Dial.FATE, Dial.DARK_FATE, Dial.GOLD)
