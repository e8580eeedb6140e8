"""Dice that the server rolls on request; all others are rolled on the table and typed in."""

from __future__ import annotations

import secrets

_SYSTEM = secrets.SystemRandom()


def roll(dice: int, faces: int = 6) -> list[int]:
    """Roll fair dice.

    Args:
        dice: How many, 1..3.
        faces: Their sides.
    """
    return [_SYSTEM.randint(1, faces) for _ in range(dice)]
