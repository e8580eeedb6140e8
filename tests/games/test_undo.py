"""Taking back and bringing again: in which order, by whom, and without telling what was hidden."""

from __future__ import annotations

import pytest

from games.errors import (
    HostOnly,
    NotAllowed,
    NothingToRedo,
    NothingToUndo,
    NotYourSeat,
    QuestionOpen,
    ServiceError,
)
from games.models import ActionRecord
from games.services.audit import game_verify
from games.services.undo import redo, undo
from tests.games.stored import (
    Evening,
    host_of,
    new_game,
    nothing_changes,
    row_of,
    screen_of,
    seat_actor,
    set_up,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    """Three corrections of B's coins stand on top: entries 9, 10, 11 for 1, 2, 3 coins."""
    evening = set_up(new_game("A", "B"))
    for points in (1, 2, 3):
        evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": points}})
    return evening


def gold(evening: Evening) -> int:
    return evening.table.figures["B"].gold


def places(evening: Evening) -> tuple[int, int | None, int | None]:
    row = row_of(evening.game.pk)
    return row.seq, row.top_seq, row.redo_seq


def test_undo_takes_back_the_last_entry_in_a_new_one(evening: Evening) -> None:
    outcome = evening.undo()
    assert outcome.entry is not None
    assert (outcome.entry["entry"], outcome.entry["undoes"]) == ("undo", [11])
    assert [(c["before"], c["after"]) for c in outcome.changes] == [(3, 2)]
    assert [entry["seq"] for entry in outcome.undoes] == [11]
    assert (gold(evening), places(evening)) == (2, (12, 10, 12))


def test_undo_again_goes_further_back_and_redo_comes_back_in_order(evening: Evening) -> None:
    evening.undo()
    evening.undo()
    assert (gold(evening), places(evening)) == (1, (13, 9, 13))
    first = evening.redo()
    assert first.entry is not None
    assert (first.entry["entry"], first.entry["undoes"]) == ("redo", [10])
    assert (gold(evening), places(evening)) == (2, (14, 10, 12))
    evening.redo()
    assert (gold(evening), places(evening)) == (3, (15, 11, None))
    with pytest.raises(NothingToRedo):
        redo(actor=host_of(evening.game))
    evening.undo()
    assert (gold(evening), places(evening)) == (2, (16, 10, 16))
    assert game_verify(game=row_of(evening.game.pk)).faults == []


def test_undo_to_an_entry_takes_all_after_it_back_newest_first(evening: Evening) -> None:
    outcome = evening.undo(to=9)
    assert outcome.entry is not None
    assert outcome.entry["undoes"] == [9, 10, 11]
    assert [(c["before"], c["after"]) for c in outcome.changes] == [(3, 2), (2, 1), (1, 2)]
    assert (gold(evening), places(evening)) == (2, (12, 8, 12))
    evening.redo()
    assert (gold(evening), places(evening)) == (3, (13, 11, None))


def test_something_new_ends_redo_and_undo_skips_what_was_taken_back(evening: Evening) -> None:
    evening.undo(to=10)
    evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    assert places(evening) == (13, 13, None)
    with nothing_changes(evening.game), pytest.raises(NothingToRedo):
        redo(actor=host_of(evening.game))
    outcome = evening.undo(to=9)
    assert [entry["seq"] for entry in outcome.undoes] == [9, 13]
    assert gold(evening) == 2


@pytest.mark.parametrize("to", [0, -1, 12, 99, 10])
def test_only_what_stands_can_be_taken_back(evening: Evening, to: int) -> None:
    evening.undo(to=10)
    with nothing_changes(evening.game), pytest.raises(NothingToUndo):
        undo(actor=host_of(evening.game), to=to)


def test_an_empty_log_has_nothing_to_take_back() -> None:
    game = new_game("A", "B", facts={"draws:kiros": 1})
    with nothing_changes(game), pytest.raises(NothingToUndo):
        undo(actor=host_of(game))
    with nothing_changes(game), pytest.raises(NothingToUndo):
        undo(actor=host_of(game), to=0)


def test_a_preview_lists_what_would_be_taken_back(evening: Evening) -> None:
    with nothing_changes(evening.game):
        outcome = undo(actor=host_of(evening.game), to=10, dry_run=True)
    assert (outcome.state, outcome.entry) == ("preview", None)
    assert [entry["seq"] for entry in outcome.undoes] == [10, 11]
    assert outcome.table.figures["B"].gold == 1


def test_the_last_entry_is_its_loggers_or_the_hosts_and_those_before_the_hosts(
    evening: Evening,
) -> None:
    own, other = seat_actor(evening.game, "A"), seat_actor(evening.game, "B")
    by_own = {"reason": "miscounted", "figures": {"B": {"gold": 4}}}
    evening.act("correct", "A", by=own, **by_own)
    for actor, to, error in (
        (other, None, NotYourSeat),
        (other, 11, HostOnly),
        (own, 11, HostOnly),
        (screen_of(evening.game), None, NotAllowed),
    ):
        with nothing_changes(evening.game), pytest.raises(ServiceError) as caught:
            undo(actor=actor, to=to)
        assert isinstance(caught.value, error)
    undo(actor=own)
    with nothing_changes(evening.game), pytest.raises(NotYourSeat):
        redo(actor=other)
    redo(actor=own)
    assert undo(actor=host_of(evening.game), to=11).state == "resolved"


def test_a_question_is_answered_or_cancelled_first(evening: Evening) -> None:
    evening.act("move")
    for do in (undo, redo):
        with nothing_changes(evening.game), pytest.raises(QuestionOpen):
            do(actor=host_of(evening.game))


def test_the_same_key_takes_back_once(evening: Evening) -> None:
    host = host_of(evening.game)
    first = undo(actor=host, key="k", body_hash="h")
    again = undo(actor=host, key="k", body_hash="h")
    assert (again.replayed, again.entry) == (True, first.entry)
    assert gold(evening) == 2


def test_what_was_hidden_stays_hidden_when_it_is_taken_back() -> None:
    evening = Evening(new_game("A", "B"))
    evening.act("prepare_board")
    facts = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "kiros"}
    evening.free("choose_character", "A", {"facts": {**facts, "spells": 1}}, character="mace-windu")
    evening.free(
        "choose_character", "B", {"facts": {**facts, "alignment": "evil"}}, character="darth-maul"
    )
    new = {"id": "canary", "name": "Canary", "type": "spell", "alignment": "good"}
    evening.act("deal_spells", "A", {"cards": [{"new": new}]})
    evening.undo()
    evening.redo()
    for record in ActionRecord.objects.filter(game=evening.game):
        assert "canary" not in str(record.public).lower()
    own, other = seat_actor(evening.game, "A"), seat_actor(evening.game, "B")
    mine = undo(actor=host_of(evening.game), dry_run=True)
    assert "canary" not in str(mine.undoes).lower()
    assert "canary" not in str(undo(actor=host_of(evening.game)).entry).lower()
    assert "canary" not in str(redo(actor=host_of(evening.game)).changes).lower()
    assert own.seat == "A"
    assert other.seat == "B"
    assert game_verify(game=row_of(evening.game.pk), replay=True).otherwise == []
