"""Middleware that pages need and the API does not.

The API authenticates by token and answers JSON; these steps would only slow each logged action.
"""

from collections.abc import Callable
from typing import Any, cast

from csp.middleware import CSPMiddleware
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

API_PREFIX = "/api/"
PAGES_OF_THE_API = ("/api/v1/docs/",)
OPERATOR_PREFIX = "/admin/"


def is_page(request: HttpRequest) -> bool:
    path = request.path_info
    return not path.startswith(API_PREFIX) or path.startswith(PAGES_OF_THE_API)


def is_for_operator(request: HttpRequest) -> bool:
    return request.path_info.startswith(OPERATOR_PREFIX)


class HeadMiddleware:
    """Answers HEAD with what GET would have said of its body, and without the body.

    Django leaves that to the server, and gunicorn complains of each.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method != "HEAD":
            return response
        if isinstance(response, StreamingHttpResponse):
            # Whatever it would have read from is closed with the response.
            response.streaming_content = ()
        elif isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response


class Only:
    """Mixin: a middleware that stands aside for requests it does not apply to."""

    applies: Callable[[HttpRequest], bool]
    get_response: Callable[[HttpRequest], Any]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if type(self).applies(request):
            return cast("HttpResponseBase", super().__call__(request))  # type: ignore[misc]  # the middleware mixed with
        return cast("HttpResponseBase", self.get_response(request))


class PagePolicyMiddleware(Only, CSPMiddleware):
    """Sends the content security policy with pages."""

    applies = staticmethod(is_page)


class OperatorSessionMiddleware(Only, SessionMiddleware):
    applies = staticmethod(is_for_operator)


class OperatorAuthenticationMiddleware(Only, AuthenticationMiddleware):
    applies = staticmethod(is_for_operator)


class OperatorMessageMiddleware(Only, MessageMiddleware):
    applies = staticmethod(is_for_operator)
