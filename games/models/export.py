"""A file that somebody asked for: what of, how far it has come, and how it ended."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q

from games.models.game import Game, Host


class Export(models.Model):
    """One file of one table or several, for one asker; the row is the truth, messages only say "look".

    `sources` is settled when it is asked for: which tables, up to which entry, through whose eyes.
    `run` names the attempt that may write to the row and to the file, until `lease_until`; whoever
    finds it past that hands the export to another attempt. It counts to the limits of `host`.
    """

    class State(models.TextChoices):
        """Where it stands; the last four are ends."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        EXPIRED = "expired"
        CANCELLED = "cancelled"

    UNFINISHED = (State.QUEUED, State.RUNNING)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(Host, on_delete=models.CASCADE, related_name="exports")
    # The table it was asked for at; none where a host asked for several.
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="exports")
    asked_by = models.CharField(max_length=60)
    format = models.CharField(max_length=20)
    sources = models.JSONField()
    entries = models.PositiveBigIntegerField()
    name = models.CharField(max_length=200)

    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    phase = models.CharField(max_length=20, default="")
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    run = models.CharField(max_length=32, default="")
    lease_until = models.DateTimeField(null=True)
    sends = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=40, default="")
    error_params = models.JSONField(default=dict)
    # Rises on every change that the asker can see.
    version = models.PositiveIntegerField(default=1)

    file = models.CharField(max_length=120, default="")
    media_type = models.CharField(max_length=80, default="")
    size = models.PositiveBigIntegerField(null=True)
    digest = models.CharField(max_length=64, default="")
    link_hash = models.CharField(max_length=64, null=True, unique=True)
    link_until = models.DateTimeField(null=True)

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    ends_by = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)

    class Meta:
        """Newest first."""

        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(state__in=["queued", "running"]),
                name="export_not_ended",
            ),
            models.Index(
                fields=["expires_at"], condition=Q(state="done"), name="export_by_its_end"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=(Q(state="running") & ~Q(run="") & Q(lease_until__isnull=False))
                | (~Q(state="running") & Q(run="") & Q(lease_until__isnull=True)),
                name="export_run_while_it_runs",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state="done", size__isnull=False, expires_at__isnull=False) & ~Q(file="")
                )
                | (~Q(state="done") & Q(file="", size__isnull=True, link_hash__isnull=True)),
                name="export_file_once_done",
            ),
            models.CheckConstraint(
                condition=(Q(state="failed") & ~Q(error="")) | (~Q(state="failed") & Q(error="")),
                name="export_failed_by_name",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will come of it by itself."""
        return self.state not in self.UNFINISHED
