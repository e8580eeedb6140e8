"""Files in a zip, the same bytes for the same content."""

from __future__ import annotations

import zipfile
from contextlib import AbstractContextManager
from typing import BinaryIO

# Packing harder takes three times as long and saves a tenth.
LEVEL = 1


def member(packed: zipfile.ZipFile, name: str) -> AbstractContextManager[BinaryIO]:
    """A file of a zip to write to, dated as all of them are."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info._compresslevel = LEVEL  # type: ignore[attr-defined]  # noqa: SLF001 - no other way to say it
    info.external_attr = 0o644 << 16
    return packed.open(info, "w", force_zip64=True)  # type: ignore[return-value]
