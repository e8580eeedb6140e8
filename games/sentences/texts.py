"""What a template is: an English text for the catalogues, or several, one of which its parameters pick."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class By:
    """One text for each value of a parameter."""

    param: str
    texts: Mapping[str | bool, str]


# A function picks by number or in some other way, and returns its text already translated.
Text = str | By | Callable[[Params], str]


def picked(text: Text, params: Params) -> str:
    """The text for these parameters in the reader's language, not yet filled.

    Raises:
        KeyError: A parameter is missing, or no text is for its value.
    """
    if isinstance(text, str):
        return gettext(text)
    if isinstance(text, By):
        return gettext(text.texts[params[text.param]])
    return text(params)
