"""Reads: what each viewer sees of the table, its past, its log, and what may be done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import locking, selectors, store
from games.actors import Actor
from games.errors import NotFound
from games.models import ActionRecord, Game, Snapshot
from games.selectors import entry_get, history, legal, table_json, table_view
from games.services.actions import ActionBody, action_submit
from games.services.undo import redo, undo
from games.states import differences
from tests.games.stored import (
    Evening,
    host_of,
    new_game,
    row_of,
    screen_of,
    seat_actor,
    set_up,
)
from tests.games.test_actions import SCARIF, gold

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def see(evening: Evening, actor: Actor, **more: Any) -> dict[str, Any]:
    return table_view(row_of(evening.game.pk), actor, **more)


def hand(view: dict[str, Any], seat: str) -> Any:
    return next(figure["hand"] for figure in view["seats"] if figure["seat"] == seat)


def test_each_sees_its_own_hand_only(evening: Evening) -> None:
    for actor, cards in (
        (seat_actor(evening.game, "A"), [{"key": "c1", "card": "mind-trick"}]),
        (seat_actor(evening.game, "B"), None),
        (screen_of(evening.game), None),
        (host_of(evening.game), None),
    ):
        view = see(evening, actor)
        assert hand(view, "A") == {"count": 1, "cards": cards}
        assert ("mind-trick" in str(view["seats"])) is (cards is not None)


def test_a_view_tells_its_version_and_is_kept_until_the_next(evening: Evening) -> None:
    host = host_of(evening.game)
    view = see(evening, host)
    assert (view["version"], view["seq"], view["top_seq"], view["redo_seq"]) == (9, 8, 8, None)
    assert (view["is_provisional"], view["question"]) == (False, None)
    assert see(evening, host) is view
    evening.act("move")
    assert see(evening, host)["version"] == 10


def test_an_open_question_is_shown_with_the_table_as_it_provisionally_stands(
    evening: Evening,
) -> None:
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"})
    view = see(evening, seat_actor(evening.game, "B"))
    assert view["is_provisional"] is True
    assert view["question"]["answered"] == 2
    assert view["question"]["last_by"] == "host"
    assert view["question"]["text"]
    ways = [option["id"].partition("-")[0] for option in view["question"]["options"]]
    assert ways == ["clockwise", "counterclockwise"]
    assert all(option["text"] for option in view["question"]["options"])


def test_the_bytes_are_the_view(evening: Evening) -> None:
    host = host_of(evening.game)
    assert json.loads(table_json(row_of(evening.game.pk), host)) == see(evening, host)


def test_the_past_is_seen_as_it_was() -> None:
    evening = Evening(new_game("A", "B", facts={"draws:kiros": 2}))
    tables = {0: evening.table}
    for seq, turns in enumerate((5, 4, 3), 1):
        evening.act("correct", "B", reason="miscounted", figures={"B": {"lost_turns": turns}})
        tables[seq] = evening.table
    evening.undo()
    tables[4] = evening.table
    moment = selectors.now(row_of(evening.game.pk))
    for seq, table in tables.items():
        assert differences(selectors.past_table(moment, seq), table) == []
    view = see(evening, host_of(evening.game), at=2)
    assert (view["seq"], view["top_seq"], view["redo_seq"], view["question"]) == (2, 2, None, None)
    for seq in (-1, 5):
        with pytest.raises(NotFound):
            see(evening, host_of(evening.game), at=seq)


def long_game(entries: int) -> Game:
    """A game with many entries, quickly."""
    game = set_up(new_game("A", "B")).game
    host = host_of(game)
    for at in range(entries - 8):
        action_submit(actor=host, body=gold(at % 5 + (at % 5 == 2)))
    return game


def test_a_long_past_is_near_a_snapshot(django_assert_max_num_queries: Any) -> None:
    game = long_game(330)
    assert list(Snapshot.objects.filter(game=game).values_list("seq", flat=True)) == [100, 200, 300]
    expected = {seq: from_start(game, seq) for seq in (0, 1, 60, 100, 149, 151, 260, 300, 329, 330)}
    moment = selectors.now(row_of(game.pk))
    for seq, gold_then in expected.items():
        with django_assert_max_num_queries(3):
            assert selectors.past_table(moment, seq).figures["B"].gold == gold_then
    # They are made of the log and may be dropped.
    Snapshot.objects.all().delete()
    selectors._PAST.clear()
    for seq, gold_then in expected.items():
        assert selectors.past_table(moment, seq).figures["B"].gold == gold_then


def from_start(game: Game, seq: int) -> int:
    found = 0
    for record in ActionRecord.objects.filter(game=game, seq__lte=seq).order_by("seq"):
        for change in record.public["changes"]:
            if (change["what"], change["id"], change["field"]) == ("figure", "B", "gold"):
                found = change["after"]
    return found


# ---------------------------------------------------------------------- the log


def test_the_log_is_read_forwards_and_backwards_in_pages(evening: Evening) -> None:
    game, host = row_of(evening.game.pk), host_of(evening.game)

    def seqs(**more: Any) -> tuple[list[int], bool]:
        entries, is_more = history(game, host, **more)
        return [entry["seq"] for entry in entries], is_more

    assert seqs(limit=3) == ([8, 7, 6], True)
    assert seqs(before=6, limit=3) == ([5, 4, 3], True)
    assert seqs(before=3, limit=3) == ([2, 1, 0], False)
    assert seqs(after=0, limit=3) == ([1, 2, 3], True)
    assert seqs(after=6, limit=3) == ([7, 8], False)
    assert seqs(after=8) == ([], False)
    assert seqs(seat="B") == ([7, 5, 3], False)
    assert seqs(kind="begin") == ([8], False)


def test_an_entry_is_told_with_the_names_of_its_time(evening: Evening) -> None:
    host = host_of(evening.game)
    evening.act("move", "A", *SCARIF)
    entry = entry_get(row_of(evening.game.pk), host, 9)
    assert entry["text"] == " ".join(note["text"] for note in entry["notes"])
    assert "Mace Windu" in entry["text"]
    assert entry["digest"] == row_of(evening.game.pk).digest
    assert history(row_of(evening.game.pk), host, after=8)[0] == [entry]
    with pytest.raises(NotFound):
        entry_get(row_of(evening.game.pk), host, 10)


def test_a_hidden_draw_is_told_to_its_seat_only(evening: Evening) -> None:
    row = row_of(evening.game.pk)
    for actor, may in (
        (seat_actor(evening.game, "A"), True),
        (seat_actor(evening.game, "B"), False),
        (host_of(evening.game), False),
        (screen_of(evening.game), False),
    ):
        entries, _ = history(row, actor, after=0)
        assert ("mind-trick" in str(entries)) is may


# ---------------------------------------------------------------------- what may be done


def test_legal_actions_come_ready_to_be_sent(evening: Evening) -> None:
    host, own = host_of(evening.game), seat_actor(evening.game, "A")
    found = legal(row_of(evening.game.pk), own)
    assert found["seat"] == "A"
    assert found["actions"][0]["body"] == {"kind": "move", "seat": "A", "params": {}}
    assert {"kind": "cast", "seat": "A", "params": {"card": "c1"}} in bodies(found)
    # What would tell of a hand is told to nobody else.
    assert "c1" not in str(bodies(legal(row_of(evening.game.pk), host, seat="A")))
    assert found["undo"] == {"seq": 8, "may": False}
    assert legal(row_of(evening.game.pk), host)["undo"] == {"seq": 8, "may": True}
    with pytest.raises(NotFound):
        legal(row_of(evening.game.pk), host, seat="Z")


def bodies(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [action["body"] for action in found["actions"]]


def test_with_a_question_open_only_its_answer_is_due(evening: Evening) -> None:
    evening.act("move")
    found = legal(row_of(evening.game.pk), host_of(evening.game))
    assert (found["actions"], found["undo"], found["redo"]) == ([], None, None)
    assert found["question"]["kind"] == "roll"


def test_what_was_taken_back_may_come_again(evening: Evening) -> None:
    host, own = host_of(evening.game), seat_actor(evening.game, "A")
    evening.act("move", "A", *SCARIF, by=own)
    undo(actor=own)
    assert legal(row_of(evening.game.pk), own)["redo"] == {"seq": 10, "may": True}
    assert legal(row_of(evening.game.pk), screen_of(evening.game))["redo"]["may"] is False
    redo(actor=host)
    assert legal(row_of(evening.game.pk), own)["redo"] is None


# ---------------------------------------------------------------------- what it costs


def sitting_out(turns: int) -> ActionBody:
    """What may be counted anew before there is a character."""
    params = {"reason": "miscounted", "figures": {"B": {"lost_turns": turns}}}
    return ActionBody(kind="correct", seat="B", params=params)


@pytest.mark.parametrize("seats", ["AB", "ABCDEF"])
@pytest.mark.parametrize("entries", [9, 60])
def test_queries_do_not_grow_with_seats_or_log(
    django_assert_num_queries: Any, seats: str, entries: int
) -> None:
    evening = Evening(new_game(*seats))
    evening.act("prepare_board")
    host = host_of(evening.game)
    for at in range(entries - 1):
        action_submit(actor=host, body=sitting_out(at % 5 + 1))
    # Begin, lock, key, entry, figure, game, key, commit.
    with django_assert_num_queries(8):
        action_submit(
            actor=host, body=sitting_out(9), key="k", body_hash="h", if_version=entries + 1
        )
    forget()
    # And once in a while the game, and the table in three.
    with django_assert_num_queries(12):
        action_submit(
            actor=host, body=sitting_out(8), key="l", body_hash="h", if_version=entries + 2
        )
    row = row_of(evening.game.pk)
    forget()
    # The table in three, and whether it is still the same.
    with django_assert_num_queries(4):
        table_view(row, host)
    with django_assert_num_queries(0):
        table_view(row, host)


def forget() -> None:
    for kept in (locking._GAMES, store._TABLES, selectors._NOW, selectors._VIEWS, selectors._PAST):
        kept.clear()
