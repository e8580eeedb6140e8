"""One view serves the page; everything on it comes from the API."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, **_address: object) -> HttpResponse:
    """The page, with the CSRF cookie its writes need."""
    return render(request, "web/page.html")
