"""Dice that the server rolls on request; all others are rolled on the table and typed in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from django.utils.crypto import salted_hmac


def roll(dice: int, faces: int = 6, *, throw: str) -> list[int]:
    """Roll fair dice; the same throw shows the same, so that cancelling and asking anew rolls no other.

    Nobody can reckon them without the server's secret key.

    Args:
        dice: How many, 1..3.
        faces: Their sides, 2..256.
        throw: What they are rolled for, and when.
    """
    return list(islice(_faces(faces, throw), dice))


def _faces(faces: int, throw: str) -> Iterator[int]:
    """Faces without end, each as likely as any other."""
    fair = 256 - 256 % faces
    for number in count():
        for byte in salted_hmac("games.dice", f"{number}:{throw}", algorithm="sha256").digest():
            if byte < fair:
                yield byte % faces + 1
