"""The log: entries that are only ever added, the one open question, and keys that make retries safe."""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models import Q

from games.models.game import Game, Token


class AppendOnly(models.QuerySet["ActionRecord"]):
    """A queryset that adds and reads; nothing in a log is changed or removed."""

    def update(self, **_fields: Any) -> NoReturn:
        """Refuse.

        Raises:
            TypeError: Always.
        """
        raise TypeError("the log is append-only")

    def delete(self) -> NoReturn:
        """Refuse; a game that is purged takes its log along through the cascade.

        Raises:
            TypeError: Always.
        """
        raise TypeError("the log is append-only")


class ActionRecord(models.Model):
    """One entry: what was asked for, answered, and changed, chained to the entry before.

    `public` is the entry as everybody may read it (action, answers, changes, notes, with secrets
    masked); `secret` holds what was masked. An entry that came in from a file without its secret part
    has that part's hash in `secret_hash`, and is read as if nothing more had been known. The digest is taken over the public part, a salted hash
    of the secret part and the digest before. `parent_seq` is the entry that stood on top before:
    an undo steps back along it. `top_seq` and `redo_seq` are the game's after the entry, so that the
    entry before an undo says what a redo must restore.
    """

    class Kind(models.TextChoices):
        """Whether it did something or took something back; the first says what the table began with."""

        START = "start"
        ACTION = "action"
        UNDO = "undo"
        REDO = "redo"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    seq = models.PositiveBigIntegerField()
    entry = models.CharField(max_length=10, choices=Kind)
    kind = models.CharField(max_length=40)
    seat = models.CharField(max_length=40, null=True)
    turn_number = models.PositiveIntegerField()
    parent_seq = models.PositiveBigIntegerField(null=True)
    top_seq = models.PositiveBigIntegerField(null=True)
    redo_seq = models.PositiveBigIntegerField(null=True)
    public = models.JSONField()
    secret = models.JSONField(default=dict)
    salt = models.CharField(max_length=32, default="")
    secret_hash = models.CharField(max_length=64, default="")
    rules = models.JSONField(default=list)
    pack_hash = models.CharField(max_length=64)
    logged_by = models.CharField(max_length=60)
    version = models.PositiveBigIntegerField()
    previous = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    objects = AppendOnly.as_manager()

    class Meta:
        """In the order logged."""

        ordering = ["game", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="entry_once_a_seq")]

    def __str__(self) -> str:
        return f"{self.seq}: {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; an entry that is there cannot be saved again.

        Raises:
            TypeError: It has been saved before.
        """
        if self.pk is not None:
            raise TypeError("the log is append-only")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse.

        Raises:
            TypeError: Always.
        """
        raise TypeError("the log is append-only")


class PendingAction(models.Model):
    """The one action that waits for an answer: what was asked for and the answers so far, nothing else.

    `rolled` keeps the dice that the server rolled for it, so that taking an answer back rolls no new ones.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="pending")
    action = models.JSONField()
    answers = models.JSONField(default=list)
    rolled = models.JSONField(default=dict)
    confirmed = models.BooleanField(default=False)
    warnings = models.JSONField(default=list)
    logged_by = models.CharField(max_length=60)
    asker = models.ForeignKey(Token, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.action.get('kind')} by {self.logged_by}"


class Snapshot(models.Model):
    """A whole table after every hundredth entry, from which older tables are reached soon.

    Made of the log's changes and thrown away at will; nothing is restored from it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveBigIntegerField()
    state = models.JSONField()

    class Meta:
        """One an entry."""

        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_once_a_seq")]

    def __str__(self) -> str:
        return f"after {self.seq}"


class IdempotencyKey(models.Model):
    """A key a client sent with a POST, and the answer it got; the same key and body get it again.

    `scope` is the token's or client's; for actions the row lives as long as its game, otherwise a day.
    """

    scope = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(default=dict)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="keys")
    expires_at = models.DateTimeField(null=True)

    class Meta:
        """A key is used once in its scope."""

        indexes = [
            models.Index(
                fields=["expires_at"], condition=Q(expires_at__isnull=False), name="key_by_its_end"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["scope", "key"], name="key_once_a_scope"),
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(expires_at__isnull=False),
                name="key_ends_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scope}: {self.key}"
