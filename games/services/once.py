"""Retries that are safe where something is made besides log entries: seats, tokens, links, tables.

A secret is never stored, so a repeated request gets a fresh one, and the first is revoked unless a
device has shown it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from games.errors import NotFound
from games.locking import writing_rows
from games.models import Host, Token
from games.services.hosts import HostKey, host_key_reissue
from games.services.idempotency import Stored, keep, recall
from games.services.tokens import Issued, link_make, token_issue

KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Told:
    """What a request was answered: what may be stored, and the secrets that may not."""

    status: int
    body: dict[str, Any]
    token: Issued | None = None
    host_key: HostKey | None = None
    replayed: bool = False


def once(*, scope: str, key: str | None, body_hash: str, do: Callable[[], Told]) -> Told:
    """Do something in one transaction, or tell again what the same key and body was told before.

    Raises:
        KeyReused: The key was sent with another body.
    """
    try:
        return _once(scope, key, body_hash, do)
    except IntegrityError:
        # The same key came twice at once: the other request has been answered by now.
        if key is None:
            raise
        with writing_rows():
            stored = recall(scope, key, body_hash)
            if stored is None:
                raise
            return told_again(stored)


def _once(scope: str, key: str | None, body_hash: str, do: Callable[[], Told]) -> Told:
    with writing_rows():
        stored = recall(scope, key, body_hash)
        if stored is not None:
            return told_again(stored)
        told = do()
        kept = {
            "body": told.body,
            "token": told.token.token.pk if told.token else None,
            "host": str(told.host_key.host.pk) if told.host_key else None,
        }
        until = timezone.now() + KEPT_FOR
        keep(scope, key, body_hash, status=told.status, answer=kept, expires_at=until)
        return told


def told_again(stored: Stored) -> Told:
    """The first answer, with fresh secrets in place of those that were told then.

    Raises:
        NotFound: The seat or host that the secret was for is gone.
    """
    told = Told(stored.status, stored.answer["body"], replayed=True)
    if stored.answer["token"] is not None:
        told = replace(told, token=token_fresh(stored.answer["token"]))
    if stored.answer["host"] is not None:
        host = Host.objects.filter(pk=stored.answer["host"]).first()
        if host is None:
            raise NotFound
        told = replace(told, host_key=host_key_reissue(host=host))
    return told


def token_fresh(token_id: int) -> Issued:
    """Another token like one issued before, which ends unless it is in use.

    Raises:
        NotFound: Its seat has gone, and the token with it.
    """
    first = Token.objects.select_related("game", "seat").filter(pk=token_id).first()
    if first is None:
        raise NotFound
    if first.used_at is None and first.revoked_at is None:
        first.revoked_at = timezone.now()
        first.save(update_fields=["revoked_at"])
    if first.is_link and first.seat:
        return link_make(game=first.game, seat=first.seat)
    return token_issue(game=first.game, seat=first.seat)
