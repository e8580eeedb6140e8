"""The operator's window on tables: to look, not to touch; what people logged stays as they logged it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import ActionRecord, Export, Game, GameFact, HouseFact, PendingAction, Seat

if TYPE_CHECKING:
    # Generic in its stubs only.
    Admin = admin.ModelAdmin[Any]
else:
    Admin = admin.ModelAdmin


class ReadOnly(Admin):
    """Shows rows and changes none."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = (
        "name",
        "edition",
        "phase",
        "turn_seat",
        "seq",
        "version",
        "created_at",
        "deleted_at",
    )
    list_filter = ("edition", "phase")
    search_fields = ("name", "join_code")
    exclude = ("salt",)


@admin.register(ActionRecord)
class ActionRecordAdmin(ReadOnly):
    """Without the secret part: the operator may play along at another table of the same host."""

    list_display = ("game", "seq", "kind", "seat", "logged_by", "created_at")
    list_filter = ("entry", "kind")
    list_select_related = ("game",)
    exclude = ("secret", "salt")


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("game", "key", "name", "position")
    list_select_related = ("game",)


@admin.register(PendingAction)
class PendingActionAdmin(ReadOnly):
    list_display = ("game", "logged_by", "created_at")
    list_select_related = ("game",)
    exclude = ("answers", "rolled")


@admin.register(GameFact)
class GameFactAdmin(ReadOnly):
    list_display = ("game", "key")
    list_select_related = ("game",)


@admin.register(HouseFact)
class HouseFactAdmin(ReadOnly):
    list_display = ("host", "edition", "key", "updated_at")
    list_filter = ("edition",)


@admin.register(Export)
class ExportAdmin(ReadOnly):
    """How jobs stand and why they ended; the file itself is its asker's, as it may tell of a hand."""

    list_display = (
        "name",
        "format",
        "asked_by",
        "state",
        "phase",
        "done",
        "total",
        "attempts",
        "error",
        "size",
        "created_at",
        "finished_at",
    )
    list_filter = ("state", "format", "error")
    list_select_related = ("game", "host")
    search_fields = ("id", "name")
    exclude = ("link_hash",)
