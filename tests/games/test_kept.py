"""What rows refuse, what a process remembers, what a game pins, and what the operator may look at."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin import site
from django.db import IntegrityError, transaction

from content.library import pack
from content.schema.pack import Pack
from games import locking, selectors, store
from games.checks import packs_can_be_played
from games.errors import KeyReused
from games.models import ActionRecord, CardPlacement, Character, Game, PinnedPack
from games.services.idempotency import keep, recall
from games.store import pack_of, pin_pack
from tests.games.stored import Evening, from_rows, new_game, row_of, set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def test_the_log_is_only_added_to(evening: Evening) -> None:
    record = ActionRecord.objects.get(game=evening.game, seq=1)
    with pytest.raises(TypeError):
        record.save()
    with pytest.raises(TypeError):
        record.delete()
    with pytest.raises(TypeError):
        ActionRecord.objects.filter(seq=1).update(kind="other")
    with pytest.raises(TypeError):
        ActionRecord.objects.filter(seq=1).delete()
    assert ActionRecord.objects.get(game=evening.game, seq=1).digest == record.digest


@pytest.mark.parametrize(
    "columns",
    [
        {"gold": 100},
        {"life": 0},
        {"space": None},
        {"character": None},
        {"character": "mace-windu"},
    ],
)
def test_rows_refuse_what_no_table_shows(evening: Evening, columns: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Character.objects.filter(game=evening.game, seat__key="B").update(**columns)


def test_a_card_lies_in_one_place(evening: Evening) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        CardPlacement.objects.filter(game=evening.game).update(space="kiros")
    with pytest.raises(IntegrityError), transaction.atomic():
        CardPlacement.objects.create(
            game=evening.game, key="c1", deck="encounter", zone="out", order=9
        )


def test_two_seats_may_change_characters(evening: Evening) -> None:
    figures = {"A": {"character": "darth-maul"}, "B": {"character": "mace-windu"}}
    evening.act("correct", "A", reason="mixed up", figures=figures)
    table = evening.table
    assert [table.figures[seat].character for seat in "AB"] == ["darth-maul", "mace-windu"]


def test_a_figure_without_a_row_gets_one(evening: Evening) -> None:
    game = new_game("A", "B")
    Character.objects.filter(game=game).delete()
    Evening(game).act("correct", "B", reason="counted", figures={"B": {"lost_turns": 3}})
    assert Character.objects.get(game=game).lost_turns == 3


def test_a_row_read_before_somebody_wrote_is_read_again(evening: Evening) -> None:
    before = row_of(evening.game.pk)
    evening.act("correct", "B", reason="counted", figures={"B": {"gold": 5}})
    for kept in (locking._GAMES, store._TABLES, selectors._NOW, selectors._VIEWS):
        kept.clear()
    moment = selectors.now(before)
    assert (moment.game.version, moment.table.figures["B"].gold) == (before.version + 1, 5)


def test_what_is_remembered_is_never_changed(evening: Evening) -> None:
    kept = store.game_now(evening.game.pk)[1]
    figure, turn = kept.table.figures["A"], kept.table.turn
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})
    assert (figure.space, turn.phase.value, kept.table.changes) == ("kiros", "move", [])


def test_a_row_changed_by_hand_is_another_row(evening: Evening) -> None:
    evening.act("correct", "B", reason="counted", figures={"B": {"gold": 5}})
    Game.objects.filter(pk=evening.game.pk).update(strictness="record")
    with transaction.atomic():
        assert locking.game_locked(evening.game.pk).strictness == "record"


def test_a_game_is_played_with_the_pack_it_pinned() -> None:
    now = pack("star-wars")
    assert pin_pack("star-wars") == pin_pack("star-wars")
    text = PinnedPack.objects.get(edition="star-wars").content
    assert Pack.model_validate_json(text) == now
    text = text.replace(f'"title":"{now.edition.title}"', '"title":"As it was"')
    PinnedPack.objects.create(hash="0" * 64, edition="star-wars", content=text)
    game = new_game("A")
    assert pack_of(game) is now
    Game.objects.filter(pk=game.pk).update(pack_hash="0" * 64)
    found = pack_of(row_of(game.pk))
    assert isinstance(found, Pack)
    assert found.edition.title == "As it was"
    assert from_rows(game.pk).pack.edition.title == "As it was"


def test_a_key_is_kept_with_its_body() -> None:
    keep("client:x", None, "h", status=201, answer={})
    game = new_game("A")
    keep("client:x", "k", "h", status=201, answer={"a": 1}, game_id=game.pk)
    stored = recall("client:x", "k", "h")
    assert stored is not None
    assert (stored.status, stored.answer) == (201, {"a": 1})
    assert recall("client:y", "k", "h") is None
    assert recall("client:x", None, "h") is None
    with pytest.raises(KeyReused):
        recall("client:x", "k", "other")


def test_every_pack_can_be_played() -> None:
    assert packs_can_be_played() == []


def test_the_operator_looks_and_touches_nothing(admin_client: Any, evening: Evening) -> None:
    for model, admin in site._registry.items():
        if model._meta.app_label != "games":
            continue
        assert not admin.has_add_permission(None)  # type: ignore[arg-type]
        assert not admin.has_delete_permission(None)  # type: ignore[arg-type]
        assert admin_client.get(f"/admin/games/{model._meta.model_name}/").status_code == 200
    record = ActionRecord.objects.get(game=evening.game, kind="deal_spells", seat="A")
    page = admin_client.get(f"/admin/games/actionrecord/{record.pk}/change/")
    assert page.status_code == 200
    assert b"mind-trick" not in page.content
    assert record.salt.encode() not in page.content
