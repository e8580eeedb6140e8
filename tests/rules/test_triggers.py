"""Instructions of spaces: what is said when an offer is taken or refused, and whose rule a discard is by."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import a_table, act, codes
from tests.played import played

TAKE, DECLINE = {"choose": "take"}, {"choose": "decline"}


@pytest.mark.parametrize(
    ("rulings", "fate", "answers", "said"),
    [
        ([], 1, [DECLINE], ["declined"]),
        ([], 1, [TAKE, {"cards": [{}]}], ["paid", "drew_spells"]),
        (["TT-GAIN-IMPOSSIBLE-1"], 1, [TAKE, {"cards": [{}]}], ["paid", "drew_spells"]),
        ([], 0, [], ["offer_not_open"]),
    ],
)
def test_what_is_said_of_an_offer(
    rulings: list[str], fate: int, answers: list[dict[str, Any]], said: list[str]
) -> None:
    """A prayer for a spell, for whoever has one of fate; Craft three lets it hold one."""
    ann = {"at": "chapel", "fate": fate, "craft": 3}
    table = a_table("offers", phase="encounter", rulings=rulings, ann=ann, bob={})

    after = played(table, act("encounter_space", "ann"), answers)

    assert [code for code in codes(after.notes) if code != "encounters_space"] == said


def test_where_nothing_can_be_had_what_is_paid_is_paid_for_nothing() -> None:
    """The offer is read as open all the same; there is no room for a spell with Craft two."""
    ann = {"at": "chapel", "fate": 1, "craft": 2}
    table = a_table("offers", phase="encounter", rulings=["TT-GAIN-IMPOSSIBLE-1"], ann=ann, bob={})

    after = played(table, act("encounter_space", "ann"), [TAKE])

    assert codes(after.notes)[1:] == ["paid_for_nothing", "paid", "hand_full"]


def test_where_a_card_opens_the_offer_the_rule_is_not_what_it_is_paid_by() -> None:
    """Nobody reads the rule so that the offer is open, but a card says so."""
    table = a_table(
        "offers", phase="encounter", ann={"at": "chapel", "fate": 1, "craft": 2}, bob={}
    )

    after = played(table, act("encounter_space", "ann", because=("card", "Bell")), [TAKE])

    assert codes(after.notes)[2:] == ["paid", "hand_full"]


@pytest.mark.parametrize(
    ("trigger", "at", "has", "cited"),
    [("song", "inn", {"spells": ["mist"]}, True), ("gift", "temple", {"objects": ["lamp"]}, False)],
)
def test_only_a_spell_is_discarded_by_the_rule_of_spells(
    trigger: str, at: str, has: dict[str, Any], *, cited: bool
) -> None:
    ann = {"at": at, "craft": 3, **has}
    phase = "end" if trigger == "song" else "encounter"
    table = a_table("offers", phase=phase, ann=ann, bob={})
    if trigger == "song":
        after = played(table, act("use_space", "ann", trigger=trigger))
    else:
        after = played(table, act("encounter_space", "ann"), [TAKE, {"choose": "gold"}])

    (laid,) = [change for change in after.changes if change.what == "card"]
    assert ("TT-SPELL-DISCARD-ANY-1" in laid.cites) is cited
