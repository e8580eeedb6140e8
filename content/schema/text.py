"""Text that people read: it can be seen, stays on its line, and does not bend what stands around it."""

from __future__ import annotations

import unicodedata

# Embeddings, overrides and isolates turn the rest of a line round; a byte order mark is no text.
_BENDING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
# Letters by their category, and blank all the same.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_BREAKING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_UNSEEN = frozenset({"Cf", "Mn", "Me", "Zs", *_BREAKING})


def one_line(text: str) -> str:
    """A name: one line that shows.

    >>> one_line("Ann")
    'Ann'

    Raises:
        ValueError: It has a control character or none that shows.
    """
    return _readable(text, allowed="")


def in_lines(text: str) -> str:
    """A reason or a note: it may have several lines."""
    return _readable(text, allowed="\n\r\t")


def _readable(text: str, *, allowed: str) -> str:
    for char in text:
        if char in _BENDING or (unicodedata.category(char) in _BREAKING and char not in allowed):
            raise ValueError("text without control characters must stand here")
    if not any(char not in _BLANK and unicodedata.category(char) not in _UNSEEN for char in text):
        raise ValueError("text that can be seen must stand here")
    return text


def looks_like(name: str) -> str:
    """Equal for names that people cannot tell apart by looking.

    >>> looks_like("ANN\u200b") == looks_like("Ann")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(char for char in folded if unicodedata.category(char) != "Cf")
    return " ".join(shown.split())
