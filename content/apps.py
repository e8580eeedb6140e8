"""The content app: printed facts, read from files once and looked up by id."""

from __future__ import annotations

from django.apps import AppConfig


class ContentConfig(AppConfig):
    """Everything that is printed on boards, cards and in rulebooks."""

    name = "content"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have every pack checked when the server checks itself."""
        from content import checks  # noqa: F401, PLC0415 - importing it registers the check
