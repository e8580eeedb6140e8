"""Composition root: settings, URLs, servers and the operator's commands."""

from talisman_companion.celery import app as celery_app

__all__ = ["celery_app"]
