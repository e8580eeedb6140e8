"""Our addresses, and the floor's beside them, under the prefix that middleware for pages leaves alone."""

from __future__ import annotations

from django.urls import include, path

from tests.bench.floor import views

urlpatterns = [
    path("api/floor/", views.States.as_view()),
    path("api/floor/<int:pk>/", views.Document.as_view()),
    path("api/floor/<int:pk>/version/", views.Version.as_view()),
    path("api/floor/<int:pk>/changes/", views.Changes.as_view()),
    path("", include("talisman_companion.urls")),
]
