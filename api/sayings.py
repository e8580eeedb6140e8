"""What each refusal of the API says, by its stable code; the rules' own sentences are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

SAYINGS: dict[str, str] = {
    # reading a request
    "unknown_address": _("There is nothing here."),
    "bad_request": _("This request cannot be read."),
    "malformed_body": _("The body is not JSON that can be read."),
    "invalid_body": _("The body does not have the shape this address takes; see the faults."),
    "invalid_query": _("A parameter of the address does not fit; see the faults."),
    "invalid_header": _("The header %(header)s does not fit; see the faults."),
    "length_required": _("Send the body in one piece, with its Content-Length."),
    "body_too_large": _("The body is larger than this address takes."),
    "unsupported_media_type": _("Send the body as application/json."),
    "method_not_allowed": _(
        "This address does not take this method; the Allow header lists those it takes."
    ),
    "not_ready": _("The server cannot serve tables yet; try again soon."),
    "server_error": _("The server failed; nothing was changed. Try again."),
    "too_many_attempts": _(
        "Too many attempts from this address; try again in %(seconds)s seconds."
    ),
    # who may
    "not_authenticated": _("Send a token: Authorization: Bearer, or the device cookie."),
    "bad_token": _("This token is not known, has been revoked, or has run out."),
    "permission_denied": _("This token may not do that."),
    "host_key_needed": _("This needs a host key."),
    "not_your_seat": _("This token is for another seat."),
    "seat_unclear": _("This device holds several seats here; name one in X-Seat."),
    "csrf_failed": _("Writes by cookie need the CSRF token in X-CSRFToken."),
    "client_secret_needed": _(
        "Without a token, an Idempotency-Key needs a secret of your own in X-Client-Secret."
    ),
    # what is not there
    "not_found": _("There is nothing by this name here, or it is not yours to see."),
    "game_not_found": _("There is no such table, or it is not yours to see."),
    "unknown_edition": _("There is no such edition."),
    "joining_locked": _("This table has no join code now."),
    "no_such_part": _("The file has %(size)s bytes, and not the part that was asked for."),
    "too_many_downloads": _("Others are fetching files just now; try again soon."),
    "too_many_devices": _("This device already holds as many tokens as fit."),
}


def detail_of(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of a code in the reader's language; the code itself where none is known."""
    text = gettext(SAYINGS[code]) if code in SAYINGS else code.replace("_", " ").capitalize() + "."
    try:
        return text % params
    except (KeyError, TypeError, ValueError):
        return text
