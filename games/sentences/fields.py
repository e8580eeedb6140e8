"""What stands in braces: a template is taken apart once and then filled without looking at it again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from string import Formatter

from django.utils.translation import gettext

from games.sentences.effects import clause_of, offer_of, row_of
from games.sentences.problems import PROBLEMS
from games.sentences.texts import Params, Text, picked
from games.sentences.words import Words, all_of, any_of, opened, signed, signless, with_article

Filler = Callable[[Words, Params], str]

_BY_PARAM = frozenset({"dial", "kind", "type"})


def filled(text: str, words: Words, params: Params) -> str:
    """A template with everything in braces said in the edition's words.

    Raises:
        KeyError: A parameter is missing.
    """
    return opened(
        "".join([before + (fill(words, params) if fill else "") for before, fill in _parts(text)])
    )


def told(text: Text, words: Words, params: Params) -> str:
    """A text in the reader's language, filled.

    Raises:
        KeyError: A parameter is missing, or no text is for its value.
    """
    return filled(picked(text, params), words, params)


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, Filler | None], ...]:
    return tuple(
        (before, filler_of(field) if field else None)
        for before, field, _, _ in Formatter().parse(text)
    )


def filler_of(field: str) -> Filler:
    """How one field is said: by its name, as a word of the edition, or as so many of something."""
    head, dotted, tail = field.partition(".")
    if not dotted:
        return FIELDS.get(field) or (lambda _words, params: signless(int(params[field])))
    if head == "one":
        return lambda words, params: words.one(_family(params, tail))
    if head == "many":
        return lambda words, params: words.many(_family(params, tail))
    if head == "a" and tail == "card":
        return lambda words, params: words.a_card(params["card"])
    if head == "a":
        return lambda words, params: with_article(words.one(_family(params, tail)))
    return lambda words, params: words.amount(params[head], _family(params, tail))


def _family(params: Params, tail: str) -> str:
    return str(params[tail]) if tail in _BY_PARAM else tail


# ---------------------------------------------------------------------- by name


def _seat(name: str) -> Filler:
    return lambda words, params: words.who(params[name])


def _text(name: str) -> Filler:
    return lambda _words, params: str(params[name]).rstrip(".")


def _seats(words: Words, params: Params) -> str:
    seats = params["seats"]
    return str(seats) if isinstance(seats, int) else all_of(words.person(seat) for seat in seats)


def _faces(_words: Words, params: Params) -> str:
    faces = params["faces"]
    return str(faces) if isinstance(faces, int) else all_of(str(face) for face in faces)


def _faults(_words: Words, params: Params) -> str:
    return "; ".join(
        f"{fault['path']}: {fault['fault']}".removeprefix(": ") for fault in params["faults"][:3]
    )


def _alternatives(words: Words, params: Params) -> str:
    return any_of(dict.fromkeys(words.anything(ref) for ref in params["alternatives"] if ref))


def _trigger_offers(words: Words, params: Params) -> str:
    return any_of(offer_of(words.pack.triggers[ref][1], words) for ref in params["alternatives"])


def _link(param: str, end: str) -> Filler:
    return lambda words, params: words.space(getattr(words.pack.links[params[param]], end))


def _lacking(words: Words, params: Params) -> str:
    """What is not told of a figure: numbers by the edition's words, and where it stands."""
    plain = {"alignment": gettext("side"), "space": gettext("space")}
    return all_of(plain.get(name) or words.one(name) for name in params["lacking"])


def _cards(words: Words, params: Params) -> str:
    return all_of(words.card(card) for card in params["cards"])


def _why(words: Words, params: Params) -> str:
    """The sentence of a problem that a note tells of; it comes last and ends the note's sentence."""
    return told(PROBLEMS[params["why"]], words, params["because"])


FIELDS: dict[str, Filler] = {
    "seat": _seat("seat"),
    "other": _seat("other"),
    "active": _seat("active"),
    "winner": _seat("winner"),
    "first": _seat("first"),
    "person": lambda words, params: words.person(params["seat"]),
    "seats": _seats,
    "character": lambda words, params: words.character(params["character"]),
    "characters": lambda words, params: all_of(
        words.character(one) for one in params["characters"]
    ),
    "space": lambda words, params: words.space(params["space"]),
    "to_space": lambda words, params: words.space(params["to"]),
    "dials": lambda words, params: all_of(words.one(dial) for dial in params["dials"]),
    "at_space": lambda words, params: words.space(params["at"]),
    "ends": lambda words, params: any_of(words.space(end) for end in params["ends"]),
    "piece": lambda words, params: words.piece(params["piece"]),
    "region": lambda words, params: words.region(params["region"]),
    "gate_from": _link("gate", "from_"),
    "gate_to": _link("gate", "to"),
    "link_from": _link("link", "from_"),
    "link_to": _link("link", "to"),
    "card": lambda words, params: words.card(params["card"]),
    "cards": _cards,
    "deck": lambda words, params: words.deck(params["deck"]),
    "alignment": lambda words, params: words.alignment(params["alignment"]),
    "foe": _text("foe"),
    "foes": lambda _words, params: all_of(params["foes"]),
    "name": _text("name"),
    "reason": _text("reason"),
    "faces": _faces,
    "signed": lambda _words, params: signed(params["points"]),
    "by": lambda _words, params: signed(params["by"]),
    "row": lambda _words, params: row_of(str(params["row"])),
    "offer": lambda words, params: offer_of(words.pack.triggers[params["trigger"]][1], words),
    "trigger_space": lambda words, params: words.pack.triggers[params["trigger"]][0].name,
    "effects": lambda words, params: clause_of(params["effects"], words),
    "faults": _faults,
    "lacking": _lacking,
    "alternatives": _alternatives,
    "trigger_offers": _trigger_offers,
    "why": _why,
}
