"""Light and dark fate that comes back: no more than the fate value, which two cards raise."""

from __future__ import annotations

import pytest

from games.rules.editions.woodland import replenish
from games.rules.runner import Resolved, run
from games.rules.terms import Dial
from tests.builders import a_table


@pytest.mark.parametrize(
    ("held", "due", "came", "lost", "at"),
    [
        ([], 3, 1, 2, 1),
        (["the-blessed"], 3, 2, 1, 2),
        (["the-cursed"], 3, 2, 1, 2),
        (["the-blessed", "the-cursed"], 4, 3, 1, 3),
    ],
)
def test_what_does_not_come_back_is_told_in_numbers(
    held: list[str], due: int, came: int, lost: int, at: int
) -> None:
    """Two of three are there, both light."""
    table = a_table("fates", ann={"fate": 2, "fate_start": 3, "objects": held}, bob={})

    after = run(table, lambda t: replenish(t, t.figure("ann"), Dial.DARK_FATE, due, ()))

    assert isinstance(after, Resolved)
    (clipped,) = [note for note in after.table.notes if note.code == "clipped"]
    assert after.result == came
    assert (clipped.params["lost"], clipped.params["at"]) == (lost, at)
