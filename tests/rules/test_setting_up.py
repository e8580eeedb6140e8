"""Set-up step by step: what each seat owes, what is left of it, and what is read off cards."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import Choose
from games.rules.checklist import to_do
from games.rules.legality import legal_actions
from games.rules.table import Table
from tests.builders import a_table, act
from tests.played import ask_of, played

WAITING = {"status": "waiting"}
CHOSEN = {"status": "chosen", "character": "knight", "alignment": "good"}


def setting_up(**seats: Any) -> Table:
    return a_table("plain", phase="setup", setup=["prepare_board"], **seats)


def owed(table: Table) -> list[tuple[str, str, bool]]:
    return [(due.seat, due.what, due.optional) for due in to_do(table)]


@pytest.mark.parametrize(("seat", "what"), [(WAITING, "deal_characters"), (CHOSEN, "deal_spells")])
def test_what_is_still_to_be_done_is_owed_and_not_only_offered(
    seat: dict[str, Any], what: str
) -> None:
    assert owed(setting_up(ann=seat, bob={"character": "thief"})) == [("ann", what, False)]


def test_of_two_characters_dealt_one_is_to_be_chosen() -> None:
    table = setting_up(ann=WAITING, bob=WAITING)

    dealt = played(table, act("deal_characters", "ann", characters=["knight", "ghoul"]))

    assert owed(dealt) == [("ann", "choose_character", False), ("bob", "deal_characters", False)]
    assert [one.offer.params for one in legal_actions(dealt, "ann")] == [
        {"character": "knight"},
        {"character": "ghoul"},
    ]


def test_the_card_that_was_not_chosen_goes_back_to_the_box() -> None:
    table = setting_up(ann=WAITING, bob=WAITING)
    dealt = played(table, act("deal_characters", "ann", characters=["knight", "ghoul"]))

    chosen = played(dealt, act("choose_character", "ann", character="knight"))

    assert chosen.figures["ann"].marks == {}
    assert [change.cites for change in chosen.changes if change.field == "marks"] == [
        ("TT-SETUP-UNCHOSEN-1",)
    ]
    played(chosen, act("deal_characters", "bob", characters=["ghoul", "thief"]))


def test_where_nobody_chooses_freely_nothing_is_offered_before_the_deal() -> None:
    table = setting_up(ann=WAITING, bob=WAITING)

    assert [one.kind for one in legal_actions(table, "ann")] == ["deal_characters"]


def test_once_it_is_laid_out_nothing_is_left_of_set_up() -> None:
    table = setting_up(ann=CHOSEN, bob={"character": "thief"})

    dealt = played(table, act("deal_spells", "ann"))
    assert owed(dealt) == [("ann", "set_up_character", False)]

    after = played(dealt, act("set_up_character", "ann"))
    assert after.figures["ann"].marks == {}
    assert owed(after) == [("ann", "begin", False), ("bob", "begin", False)]


def test_which_cards_were_dealt_is_read_off_them_and_decided_by_nobody() -> None:
    table, deal = setting_up(ann=WAITING, bob=WAITING), act("deal_characters", "ann")

    for answers in ([], [{"choose": "knight"}]):
        ask = ask_of(table, deal, answers)
        assert isinstance(ask, Choose)
        assert ask.is_fact


def test_whoever_has_lost_its_character_is_due_to_start_again() -> None:
    table = a_table(
        "plain", ann={"status": "dead", "played": ["knight"]}, bob={"character": "thief"}
    )

    assert owed(table)[0] == ("ann", "start_again", False)
