"""What can come of it, where the derivation's own words have the numbers of one roll in them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from content.schema.pack import Pack
from games.sentences.names import NO_NAMES, Names
from games.sentences.notes import NOTES
from games.sentences.render import safely
from games.sentences.texts import Params, Text
from games.sentences.words import Words

RESULTS: dict[str, Text] = {
    "passed": _("{seat} passes the test."),
    "failed": _("{seat} fails the test."),
    "open": _("What the cards say decides the rest."),
    "refused": _("The rules allow it no further."),
    "nothing": _("Nothing else comes of it."),
}


def result_in_words(code: str, params: Params, pack: Pack, names: Names = NO_NAMES) -> str:
    """One thing that can come of an action, in the edition's words."""
    texts: Mapping[str, Text] = RESULTS if code in RESULTS else NOTES
    return safely(code, params, texts, Words(pack, names))
