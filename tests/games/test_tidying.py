"""The tick purges what is past its time, whole, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import (
    ActionRecord,
    CardPlacement,
    Character,
    Game,
    HouseFact,
    IdempotencyKey,
    Seat,
)
from games.queue import send_tick
from games.services.actions import action_submit
from games.services.idempotency import keep, recall
from games.services.tidying import tidy_up
from games.tasks import tick
from tests.games.stored import Evening, host_of, new_game, set_up
from tests.games.test_actions import gold

pytestmark = pytest.mark.django_db


def put_away(game: Game, *, days: int) -> None:
    Game.objects.filter(pk=game.pk).update(
        deleted_at=timezone.now() - timedelta(days=days, minutes=1)
    )


def test_a_table_deleted_thirty_days_ago_goes_whole_and_no_other() -> None:
    old, recent, played = (set_up(new_game("A", "B")).game for _ in range(3))
    action_submit(actor=host_of(old), body=gold(1), key="k", body_hash="h")
    Evening(old).act("move")
    put_away(old, days=30)
    put_away(recent, days=29)
    assert tidy_up() == {"games": 1, "keys": 0, "exports": 0}
    assert set(Game.objects.values_list("pk", flat=True)) == {recent.pk, played.pk}
    for model in (ActionRecord, CardPlacement, Character, Seat, IdempotencyKey):
        assert not model._default_manager.filter(game=old.pk).exists(), model
        if model is not IdempotencyKey:
            assert model._default_manager.filter(game=recent.pk).exists(), model
    # What the table told of the box is its host's.
    assert HouseFact.objects.filter(host=old.host_id).exists()
    assert tidy_up() == {"games": 0, "keys": 0, "exports": 0}


def test_keys_run_out_after_their_day_and_those_of_actions_do_not() -> None:
    game = set_up(new_game("A", "B")).game
    action_submit(actor=host_of(game), body=gold(1), key="k", body_hash="h")
    now = timezone.now()
    for name, hours in (("over", -1), ("not-yet", 1)):
        until = now + timedelta(hours=hours)
        keep("client:x", name, "h", status=201, answer={"body": {}}, expires_at=until)
    assert tidy_up() == {"games": 0, "keys": 1, "exports": 0}
    assert recall("client:x", "over", "h") is None
    assert recall("client:x", "not-yet", "h") is not None
    assert recall(host_of(game).scope, "k", "h") is not None


def test_the_tick_is_sent_by_its_name(django_capture_on_commit_callbacks: Any) -> None:
    game = new_game("A")
    put_away(game, days=31)
    assert tick.name == "games.tick"
    with django_capture_on_commit_callbacks(execute=True) as sent:
        send_tick()
    assert len(sent) == 1
    assert tick() == {"games": 1, "keys": 0, "exports": 0}
