"""Retries where something is made besides log entries: made once, even when asked twice at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections, transaction
from django.utils import timezone

from games.errors import KeyReused, NotFound
from games.models import Game, IdempotencyKey, Seat, Token
from games.services.games import Options, game_create
from games.services.hosts import host_create
from games.services.once import KEPT_FOR, Told, once
from games.services.seats import seat_make
from games.services.tokens import link_make, secret_hash, token_issue


def new_table() -> Game:
    with transaction.atomic():
        return game_create(host=None, edition="star-wars", name="Friday", options=Options()).game


def sit(game: Game, name: str = "Ada") -> Told:
    seat = seat_make(game=game, name=name)
    return Told(201, {"seat": seat.key}, token_issue(game=game, seat=seat))


@pytest.mark.django_db
def test_without_a_key_everything_is_done_anew() -> None:
    game = new_table()
    for name in ("Ada", "Ben"):
        once(scope="x", key=None, body_hash="1", do=lambda name=name: sit(game, name))  # type: ignore[misc]

    assert Seat.objects.count() == 2
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db
def test_a_known_key_gets_the_first_answer_and_a_fresh_secret() -> None:
    game = new_table()
    one, two = (once(scope="x", key="k", body_hash="1", do=lambda: sit(game)) for _ in range(2))

    assert (one.body, one.status, one.replayed) == ({"seat": "A"}, 201, False)
    assert (two.body, two.status, two.replayed) == ({"seat": "A"}, 201, True)
    assert one.token
    assert two.token
    assert one.token.secret != two.token.secret
    assert [token.revoked_at is None for token in Token.objects.order_by("pk")] == [False, True]


@pytest.mark.django_db
def test_no_secret_is_stored() -> None:
    game = new_table()

    def do() -> Told:
        seat = seat_make(game=game, name="Ada")
        return Told(201, {}, token_issue(game=game, seat=seat), host_create())

    told = once(scope="x", key="k", body_hash="1", do=do)
    assert told.token
    assert told.host_key
    kept = str(IdempotencyKey.objects.values().get())
    for secret in (told.token.secret, told.host_key.secret):
        assert secret not in kept
        assert secret_hash(secret) not in kept


@pytest.mark.django_db
def test_keys_are_kept_for_a_day() -> None:
    once(scope="x", key="k", body_hash="1", do=lambda: Told(200, {}))

    until = IdempotencyKey.objects.get().expires_at
    assert until is not None
    assert abs(until - timezone.now() - KEPT_FOR) < timedelta(seconds=10)


@pytest.mark.django_db
def test_another_body_is_refused_and_another_scope_is_another_key() -> None:
    once(scope="x", key="k", body_hash="1", do=lambda: Told(200, {"n": 1}))

    with pytest.raises(KeyReused):
        once(scope="x", key="k", body_hash="2", do=lambda: Told(200, {"n": 2}))
    assert once(scope="y", key="k", body_hash="2", do=lambda: Told(200, {"n": 3})).body == {"n": 3}


@pytest.mark.django_db
def test_what_fails_is_not_remembered() -> None:
    def fails() -> Told:
        raise NotFound

    with pytest.raises(NotFound):
        once(scope="x", key="k", body_hash="1", do=fails)
    assert once(scope="x", key="k", body_hash="1", do=lambda: Told(200, {"n": 1})).body == {"n": 1}


@pytest.mark.django_db
def test_a_secret_of_a_seat_that_is_gone_is_not_issued_again() -> None:
    game = new_table()
    once(scope="x", key="k", body_hash="1", do=lambda: sit(game))
    Seat.objects.all().delete()

    with pytest.raises(NotFound):
        once(scope="x", key="k", body_hash="1", do=lambda: sit(game))


@pytest.mark.django_db
def test_a_link_is_issued_again_as_a_link() -> None:
    game = new_table()
    seat = seat_make(game=game, name="Ada")

    def do() -> Told:
        return Told(201, {}, link_make(game=game, seat=seat))

    once(scope="x", key="k", body_hash="1", do=do)
    told = once(scope="x", key="k", body_hash="1", do=do)
    assert told.token
    assert told.token.token.is_link
    assert told.token.secret.startswith("tl_")


@pytest.mark.django_db(transaction=True)
def test_the_same_key_twice_at_once_is_done_once() -> None:
    game = new_table()
    together = threading.Barrier(4)

    def ask(_: int) -> Told:
        together.wait(timeout=20)
        try:
            return once(scope="x", key="k", body_hash="1", do=lambda: sit(game))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(ask, range(4)))
    assert Seat.objects.count() == 1
    assert sorted(found.replayed for found in told) == [False, True, True, True]
