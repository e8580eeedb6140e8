"""Problems (RFC 9457) for what Django itself refuses; its own pages are HTML."""

from http import HTTPStatus

from django.http import HttpRequest, JsonResponse


def problem(status: HTTPStatus, code: str) -> JsonResponse:
    body = {"type": "about:blank", "title": status.phrase, "status": int(status), "code": code}
    return JsonResponse(body, status=status, content_type="application/problem+json")


def bad_request(_request: HttpRequest, exception: Exception) -> JsonResponse:
    return problem(HTTPStatus.BAD_REQUEST, "bad_request")


def permission_denied(_request: HttpRequest, exception: Exception) -> JsonResponse:
    return problem(HTTPStatus.FORBIDDEN, "permission_denied")


def csrf_failure(_request: HttpRequest, reason: str = "") -> JsonResponse:
    return problem(HTTPStatus.FORBIDDEN, "csrf_failed")


def not_found(_request: HttpRequest, exception: Exception) -> JsonResponse:
    return problem(HTTPStatus.NOT_FOUND, "not_found")


def server_error(_request: HttpRequest) -> JsonResponse:
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "server_error")
