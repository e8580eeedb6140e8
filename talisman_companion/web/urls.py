"""The addresses a person types or scans; each is the same page, which reads its own address."""

from __future__ import annotations

from django.urls import path

from talisman_companion.web.views import page

urlpatterns = [
    path("", page, name="home"),
    path("join/<slug:code>", page, name="join"),
    path("link/", page, name="link"),
    path("table/<uuid:game_id>", page, name="table"),
]
