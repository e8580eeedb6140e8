"""Catalogues for gettext, as tests need them."""

from __future__ import annotations

import struct
from collections.abc import Mapping


def compiled(texts: Mapping[str, str]) -> bytes:
    """A catalogue as gettext reads it."""
    keys = sorted(texts, key=str.encode)
    ids = b"".join(key.encode() + b"\0" for key in keys)
    strings = b"".join(texts[key].encode() + b"\0" for key in keys)
    start = 28 + 16 * len(keys)
    table, at = b"", start
    for each in ([key.encode() for key in keys], [texts[key].encode() for key in keys]):
        for text in each:
            table += struct.pack("<II", len(text), at)
            at += len(text) + 1
    head = struct.pack("<IIIIIII", 0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return head + table + ids + strings
