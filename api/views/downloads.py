"""Fetching a file by its link: whole, or what a broken download still lacks."""

from __future__ import annotations

import re
import threading
from http import HTTPStatus
from typing import BinaryIO
from urllib.parse import quote

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from api.errors import Refused
from api.etag import is_known, unchanged
from api.schema import describe, header
from api.views.base import Open
from api.views.exports import file_name
from games.models import Export
from games.services import exports

# A phone on a slow network holds a thread for as long as it fetches; the others are for play.
AT_ONCE = 3
CHUNK = 128 * 1024
RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
MEDIA_TYPES = ("application/zip", "application/octet-stream")
_fetching = threading.BoundedSemaphore(AT_ONCE)


class Part:
    """A stretch of an open file, read while it is sent; when the response is closed, so is the file."""

    def __init__(self, file: BinaryIO, start: int, length: int) -> None:
        self.file, self.left = file, length
        self.is_open = True
        file.seek(start)

    def __iter__(self) -> Part:
        return self

    def __next__(self) -> bytes:
        read = b"" if self.file.closed else self.file.read(min(CHUNK, self.left))
        if not read:
            self.close()
            raise StopIteration
        self.left -= len(read)
        return read

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.file.close()
            _fetching.release()


class DownloadView(Open):
    """A file, by its link."""

    @describe(
        "export_download",
        "Fetch a file by its link",
        tag="exports",
        tells={200: OpenApiTypes.BINARY, 206: OpenApiTypes.BINARY},
        refuses=(404, 416, 503),
        takes=(
            header("Range", "The part that is still missing, `bytes=1000-`.", {"type": "string"}),
            header("If-Range", "The ETag of what is there already.", {"type": "string"}),
        ),
        cached=True,
        media_types=MEDIA_TYPES,
    )
    def get(self, request: Request, secret: str) -> HttpResponseBase:
        """Whole, or from where it broke off: by `Range`, with the ETag in `If-Range`."""
        export, file = exports.link_follow(secret=secret)
        try:
            return self.sent(request, export, file)
        except BaseException:
            file.close()
            raise

    def head(self, request: Request, secret: str) -> HttpResponse:
        """What `get` would send."""
        export, file = exports.link_follow(secret=secret)
        file.close()
        return HttpResponse(headers={**headers_of(export), "Content-Length": str(export.size)})

    def sent(self, request: Request, export: Export, file: BinaryIO) -> HttpResponseBase:
        headers = headers_of(export)
        if is_known(request, headers["ETag"]):
            file.close()
            return unchanged(headers["ETag"])
        size = export.size or 0
        start, end = part_wanted(request, headers["ETag"], size)
        status = HTTPStatus.OK
        if (start, end) != (0, size):
            status = HTTPStatus.PARTIAL_CONTENT
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
        if not _fetching.acquire(blocking=False):
            raise Refused(
                HTTPStatus.SERVICE_UNAVAILABLE, "too_many_downloads", headers={"Retry-After": "5"}
            )
        headers["Content-Length"] = str(end - start)
        return StreamingHttpResponse(Part(file, start, end - start), status=status, headers=headers)


def headers_of(export: Export) -> dict[str, str]:
    """A file to be kept, not to be shown: whatever is in it, it does nothing in our name."""
    return {
        "Content-Type": export.media_type,
        "Content-Disposition": disposition(file_name(export)),
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "ETag": f'"{export.digest}"',
        "Accept-Ranges": "bytes",
        "Cache-Control": "private, no-cache",
        "Referrer-Policy": "no-referrer",
    }


def disposition(name: str) -> str:
    """Save it under this name, in letters every client knows and in its own.

    >>> print(disposition("Für Ü 🎲.pdf"))
    attachment; filename="F-r - -.pdf"; filename*=UTF-8''F%C3%BCr%20%C3%9C%20%F0%9F%8E%B2.pdf
    """
    plain = re.sub(r"[^A-Za-z0-9 ,._()+-]", "-", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def part_wanted(request: Request, tag: str, size: int) -> tuple[int, int]:
    """From which byte to before which; the whole file if no part of this very file is asked for.

    Raises:
        Refused: 416, there is no such part.
    """
    found = RANGE.fullmatch(request.headers.get("Range", "").strip())
    if (
        found is None
        or request.headers.get("If-Range", tag).strip() != tag
        or found[0] == "bytes=-"
    ):
        return 0, size
    first, last = found.groups()
    if first:
        start, end = int(first), min(int(last) + 1 if last else size, size)
    else:
        start, end = max(size - int(last), 0), size
    if first and last and int(last) < int(first):
        return 0, size
    if start >= end:
        raise Refused(
            HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE,
            "no_such_part",
            headers={"Content-Range": f"bytes */{size}"},
            size=size,
        )
    return start, end
