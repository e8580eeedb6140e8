"""House content: what a host's tables have told of their box, kept for the next table of the edition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from content.library import UnknownEdition, editions, pack
from content.schema.base import Draws, Many
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.pack import Pack
from games.errors import InvalidOption, NotFound
from games.models import Host, HouseFact

MOST_FACTS = 2000


def fact_put(*, host: Host, edition: str, key: str, value: Any) -> HouseFact:
    """A host corrects or adds one fact; tables that are open keep what they were told.

    Raises:
        InvalidOption: The edition or the fact is not known, or the value does not fit.
    """
    value = fact_read(pack_of(edition), key, value)
    fact, _ = HouseFact.objects.update_or_create(
        host=host, edition=edition, key=key, defaults={"value": value}
    )
    return fact


def fact_forget(*, host: Host, edition: str, key: str) -> None:
    """A host forgets one fact; the next table asks for it again.

    Raises:
        NotFound: There is no such fact.
    """
    gone, _ = HouseFact.objects.filter(host=host, edition=edition, key=key).delete()
    if not gone:
        raise NotFound


def facts_import(*, host: Host, edition: str, facts: Mapping[str, Any]) -> int:
    """A host takes in the facts of an exported file: all of them, or none if one does not fit.

    Returns:
        How many facts were written.

    Raises:
        InvalidOption: The edition or a fact is not known, or a value does not fit.
    """
    if len(facts) > MOST_FACTS:
        raise InvalidOption(option="facts", most=MOST_FACTS)
    known = pack_of(edition)
    # Cards first: other facts may be about a card that came with the same file.
    added = {key.partition(":")[2] for key in facts if key.startswith("card:")}
    rows = [
        HouseFact(
            host=host, edition=edition, key=key, value=fact_read(known, key, value, also=added)
        )
        for key, value in facts.items()
    ]
    HouseFact.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["host", "edition", "key"],
        update_fields=["value", "updated_at"],
    )
    return len(rows)


def pack_of(edition: str) -> Pack:
    """Raises InvalidOption if there is no such edition."""
    try:
        return pack(edition)
    except UnknownEdition:
        raise InvalidOption(option="edition", given=edition, known=list(editions())) from None


def fact_read(known: Pack, key: str, value: Any, *, also: Collection[str] = ()) -> Any:
    """A fact's value as it is kept.

    Args:
        known: The edition it is about.
        key: `draws:space`, `ring:region`, `copies:card`, `character:id`, `card:id`, `deck:card`,
            `dial_ceiling` or `board_confirmed`.
        value: In the schema of packs.
        also: Cards that the edition does not know and the same file brings.

    Raises:
        InvalidOption: There is no such fact, or the value does not fit.
    """
    kind, _, name = key.partition(":")
    if kind not in _READERS or not _names_something(known, kind, name, also):
        raise InvalidOption(option=key, why="there is no such fact of this edition")
    try:
        return _READERS[kind](known, name, value)
    except ValidationError as error:
        raise InvalidOption(option=key, why=error.errors(include_url=False)[0]["msg"]) from None
    except ValueError as error:
        raise InvalidOption(option=key, why=str(error)) from None


def _names_something(known: Pack, kind: str, name: str, also: Collection[str]) -> bool:
    """Whether the edition, or the file, has what the fact is about."""
    subjects: dict[str, Collection[str]] = {
        "draws": known.spaces,
        "ring": known.regions,
        "copies": {*known.cards, *also},
        "character": known.characters_by_id,
        "dial_ceiling": ("",),
        "board_confirmed": ("",),
    }
    return name in subjects[kind] if kind in subjects else bool(name)


def _draws(_known: Pack, _name: str, value: Any) -> Any:
    return _DRAWS.validate_python(value, strict=True)


def _many(_known: Pack, _name: str, value: Any) -> Any:
    return _MANY.validate_python(value, strict=True)


def _flag(_known: Pack, _name: str, value: Any) -> Any:
    return _FLAG.validate_python(value, strict=True)


def _ring(known: Pack, name: str, value: Any) -> Any:
    ring = _NAMES.validate_python(value)
    if sorted(ring) != sorted(known.regions[name].ring):
        raise ValueError("a ring names each of its spaces once")
    return ring


def _character(known: Pack, name: str, value: Any) -> Any:
    facts = CharacterFacts.model_validate(value)
    if facts.start not in known.spaces:
        raise ValueError("a character starts on a space of the board")
    printed = known.characters_by_id[name].alignment
    if printed.is_printed and facts.alignment is not printed.value:
        raise ValueError(f"by the rulebook the character is {printed.value}")
    return facts.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _card(_known: Pack, name: str, value: Any) -> Any:
    card = Card.model_validate(value)
    if card.id != name:
        raise ValueError("a card is kept under its own id")
    return card.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _deck(known: Pack, name: str, value: Any) -> Any:
    if not isinstance(value, str) or value not in known.decks_by_id:
        raise ValueError("the edition has no such deck")
    if known.deck_of.get(name, value) != value:
        raise ValueError(f"by the rulebook the card belongs to {known.deck_of[name]}")
    return value


_DRAWS = TypeAdapter(Draws)
_MANY = TypeAdapter(Many)
_FLAG = TypeAdapter(bool)
_NAMES = TypeAdapter(list[str])
_READERS: dict[str, Callable[[Pack, str, Any], Any]] = {
    "draws": _draws,
    "ring": _ring,
    "copies": _many,
    "character": _character,
    "card": _card,
    "deck": _deck,
    "dial_ceiling": _many,
    "board_confirmed": _flag,
}
