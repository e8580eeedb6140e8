"""The words of the project: what people at the table read for every code of the engine."""

from games.sentences.effects import effects_in_words, offer_in_words, rows_in_words
from games.sentences.labels import (
    action_label,
    change_label,
    phase_label,
    status_label,
    told_label,
    zone_label,
)
from games.sentences.names import NO_NAMES, Names, house_of, names_of
from games.sentences.render import Unworded, refusal, sentence, sentence_of
from games.sentences.story import story

__all__ = [
    "NO_NAMES",
    "Names",
    "Unworded",
    "action_label",
    "change_label",
    "effects_in_words",
    "house_of",
    "names_of",
    "offer_in_words",
    "phase_label",
    "refusal",
    "rows_in_words",
    "sentence",
    "sentence_of",
    "status_label",
    "story",
    "told_label",
    "zone_label",
]
