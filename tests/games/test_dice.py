"""Dice of the server: fair, and the same for the same throw."""

from __future__ import annotations

from collections import Counter

import pytest

from games.dice import roll


def test_the_same_throw_shows_the_same() -> None:
    assert roll(3, throw="game:7:move") == roll(3, throw="game:7:move")


@pytest.mark.parametrize("faces", [2, 6, 12])
def test_every_face_comes_as_often_as_any_other(faces: int) -> None:
    shown = Counter(face for n in range(3000) for face in roll(2, faces, throw=f"game:{n}"))

    assert set(shown) == set(range(1, faces + 1))
    due = 6000 / faces
    # Five times what chance alone makes of it; the throws are always the same ones.
    assert all(abs(times - due) < 5 * due**0.5 for times in shown.values())


def test_two_dice_show_every_pair() -> None:
    assert len({tuple(roll(2, throw=f"game:{n}")) for n in range(2000)}) == 36


def test_another_servers_dice_show_something_else(settings: object) -> None:
    ours = [roll(3, throw=f"game:{n}") for n in range(20)]
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]

    assert [roll(3, throw=f"game:{n}") for n in range(20)] != ours
