"""The signing key of a server nobody configured."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def kept_secret_key(path: Path) -> str:
    """Read the key, making it on the first start; readable by the server's own user only."""
    with suppress(FileNotFoundError):
        return path.read_text(encoding="ascii").strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    # A link appears whole and never replaces: of two first starts at once, one key wins for both.
    with suppress(FileExistsError):
        os.link(draft, path)
    draft.unlink()
    return path.read_text(encoding="ascii").strip()
