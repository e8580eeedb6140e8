"""The files of exports: written under another name, renamed when they are whole, found again by their row.

A file is named after its export and the attempt that wrote it, so two attempts never write to one
file, and whoever finds a file knows whose it is.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from uuid import UUID

from django.core.files.storage import storages

UNFINISHED = ".part"
_ID = 36


def folder() -> Path:
    """Where they lie."""
    return Path(storages["exports"].path(""))


@dataclass(frozen=True, slots=True)
class Written:
    """A whole file under its unfinished name."""

    path: Path
    size: int
    digest: str

    def keep(self, suffix: str) -> Path:
        """Give it the name it stays under."""
        kept = self.path.with_suffix(suffix)
        self.path.rename(kept)
        _settle(kept.parent)
        return kept


@contextmanager
def unfinished(export_id: UUID, run: str) -> Iterator[tuple[Path, BinaryIO]]:
    """A file to write to; it goes again unless all of it reaches the disk.

    Raises:
        OSError: It cannot be written.
    """
    folder().mkdir(parents=True, exist_ok=True)
    path = folder() / f"{export_id}-{run}{UNFINISHED}"
    try:
        with path.open("x+b") as out:
            yield path, out
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def written(path: Path) -> Written:
    """What a file that is whole is told by."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Written(path, path.stat().st_size, digest)


def open_kept(name: str) -> BinaryIO:
    """A file by the name in its row.

    Raises:
        FileNotFoundError: Somebody took it away.
    """
    return (folder() / name).open("rb")


def is_there(name: str) -> bool:
    """Whether the file of this name lies where it should."""
    return (folder() / name).is_file()


def clear(export_id: UUID, *, but: str = "") -> None:
    """Take away what attempts have left of an export, except one file."""
    for path in folder().glob(f"{export_id}-*"):
        if path.name != but:
            # Another process may be clearing up as well.
            with suppress(FileNotFoundError):
                path.unlink()


def lying() -> dict[UUID, list[Path]]:
    """Every file there is, by the export it was made for."""
    found: dict[UUID, list[Path]] = {}
    for path in folder().glob("*"):
        with suppress(ValueError):
            found.setdefault(UUID(path.name[:_ID]), []).append(path)
    return found


def _settle(directory: Path) -> None:
    """Put the new name on the disk before anything else says that it is there."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
