"""HEAD as a server hears it: the headers of GET, and no body, whatever the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory


def asked(method: str, path: str) -> tuple[str, dict[str, str], bytes]:
    """Status, headers and body as the application hands them to the server."""
    said: dict[str, Any] = {}

    def start_response(
        status: str, headers: list[tuple[str, str]], *_: Any
    ) -> Callable[[bytes], object]:
        said.update(status=status, headers=dict(headers))
        return lambda _body: None

    request = RequestFactory().generic(method, path)
    answer = WSGIHandler()(request.environ, start_response)
    body = b"".join(answer)
    getattr(answer, "close", lambda: None)()
    return said["status"], said["headers"], body


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/health/live", "200 OK"),
        ("/api/v1/editions/star-wars/spaces/kiros/", "200 OK"),
        ("/", "200 OK"),
        ("/api/v1/games/", "401 Unauthorized"),
        ("/api/v1/nothing/", "404 Not Found"),
    ],
)
def test_head_says_what_get_would_say_without_saying_it(path: str, status: str) -> None:
    told, headers, body = asked("HEAD", path)

    assert (told, body) == (status, b"")
    _, others, whole = asked("GET", path)
    assert headers["Content-Length"] == others["Content-Length"] == str(len(whole))


@pytest.mark.django_db
def test_nor_is_there_a_body_where_only_post_is_taken() -> None:
    told, headers, body = asked("HEAD", "/api/v1/joins/")

    assert (told, body) == ("405 Method Not Allowed", b"")
    assert headers["Allow"] == "POST, OPTIONS"
