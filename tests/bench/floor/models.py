"""A state and its log, kept the plain way: one JSON document, one row an entry."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class State(models.Model):
    document = models.JSONField()
    version = models.PositiveBigIntegerField(default=0)

    objects: ClassVar[models.Manager[State]] = models.Manager()

    class Meta:
        app_label = "floor"

    def __str__(self) -> str:
        return f"state {self.pk}"


class Entry(models.Model):
    state = models.ForeignKey(State, on_delete=models.CASCADE, related_name="entries")
    version = models.PositiveBigIntegerField()
    change = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager[Entry]] = models.Manager()

    class Meta:
        app_label = "floor"

    def __str__(self) -> str:
        return f"{self.version}: {self.change}"
