"""The way in: any note, problem, question or option as a sentence that a person at the table reads."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override

from content.schema.pack import Pack
from games.errors import ServiceError
from games.rules.asks import Ask, Option
from games.rules.changes import Note
from games.rules.errors import Problem
from games.sentences.fields import told
from games.sentences.names import NO_NAMES, Names
from games.sentences.notes import NOTES
from games.sentences.problems import PROBLEMS
from games.sentences.questions import FAMILIES, OPTIONS, QUESTIONS
from games.sentences.refusals import REFUSALS
from games.sentences.texts import Params, Text
from games.sentences.words import Words

logger = logging.getLogger(__name__)

Said = Note | Problem | Ask | Option | Mapping[str, Any]

TEXTS: dict[str, Text] = {**PROBLEMS, **NOTES, **QUESTIONS, **OPTIONS}


class Unworded(LookupError):
    """A code has no words, or its words need a parameter that is not there."""


def sentence(
    said: Said, pack: Pack, names: Names = NO_NAMES, *, language: str | None = None
) -> str:
    """What a note, problem, question or option says, in the reader's language and the edition's words.

    Args:
        said: The thing itself, or a note as the log keeps it (`{code, params}`).
        names: What seats and cards are called for this reader; `names_of` makes it.
        language: The reader's, if it is not the one that is active.
    """
    if isinstance(said, Mapping):
        return sentence_of(said["code"], said["params"], pack=pack, names=names, language=language)
    if isinstance(said, Problem):
        params = {**said.params, "alternatives": said.alternatives}
        return sentence_of(said.code, params, pack=pack, names=names, language=language)
    note = said.text if isinstance(said, Ask | Option) else said
    return sentence_of(note.code, note.params, pack=pack, names=names, language=language)


def sentence_of(
    code: str, params: Params, *, pack: Pack, names: Names = NO_NAMES, language: str | None = None
) -> str:
    """The sentence of a code.

    Raises:
        Unworded: There is none, and `SENTENCES_STRICT` is set; otherwise a general one is given.
    """
    if language is not None:
        with override(language):
            return sentence_of(code, params, pack=pack, names=names)
    return safely(code, params, TEXTS, Words(pack, names))


def refusal(error: ServiceError, pack: Pack, names: Names = NO_NAMES) -> str:
    """What a refusal of the services says."""
    return safely(error.code, error.params, REFUSALS, Words(pack, names))


def safely(code: str, params: Params, texts: Mapping[str, Text], words: Words) -> str:
    """The words of a code, or general ones in place of none.

    Raises:
        Unworded: There are none, and `SENTENCES_STRICT` is set.
    """
    try:
        text, params = _text_of(code, params, texts)
        return told(text, words, params)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        if getattr(settings, "SENTENCES_STRICT", False):
            raise Unworded(f"{code} {sorted(params)}: {error!r}") from error
        logger.warning("no sentence for %s", code)
        return _general(code)


def _text_of(code: str, params: Params, texts: Mapping[str, Text]) -> tuple[Text, Params]:
    if code in texts:
        return texts[code], params
    for family, name in FAMILIES:
        if code.startswith(family):
            return texts[family.rstrip("_")], {**params, name: code.removeprefix(family)}
    raise KeyError(code)


def _general(code: str) -> str:
    """What is always true, for a code without words."""
    if code.startswith("ask_"):
        return gettext("An answer is needed.")
    if code.startswith("option_"):
        return gettext("This one")
    if code in PROBLEMS or code in REFUSALS:
        return gettext("This is not possible now.")
    return gettext("Something happened that the app has no words for.")
