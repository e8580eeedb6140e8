"""House content: what a host's tables have told of their box, kept for the next table of the edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from content.library import UnknownEdition, editions, pack
from content.schema.base import Points
from content.schema.cards import Card
from content.schema.characters import CharacterFacts
from content.schema.pack import Pack
from games.errors import InvalidOption, NotFound
from games.models import Host, HouseFact

_INTEGER = TypeAdapter(Points)
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


def fact_read(
    known: Pack, key: str, value: Any, *, also: set[str] | frozenset[str] = frozenset()
) -> Any:
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
    try:
        return _read(known, key, value, also)
    except (ValidationError, ValueError) as error:
        why = (
            str(error.errors(include_url=False)[0]["msg"])
            if isinstance(error, ValidationError)
            else str(error)
        )
        raise InvalidOption(option=key, why=why) from None


def _read(known: Pack, key: str, value: Any, also: set[str] | frozenset[str]) -> Any:
    kind, _, name = key.partition(":")
    if kind == "draws" and name in known.spaces:
        return _INTEGER.validate_python(value)
    if kind == "ring" and name in known.regions:
        if not isinstance(value, list) or sorted(map(str, value)) != sorted(
            known.regions[name].ring
        ):
            raise ValueError("a ring names each of its spaces once")
        return value
    if kind == "copies" and (name in known.cards or name in also):
        return _INTEGER.validate_python(value)
    if kind == "character" and name in known.characters_by_id:
        facts = CharacterFacts.model_validate(value)
        if facts.start not in known.spaces:
            raise ValueError("a character starts on a space of the board")
        return facts.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if kind == "card":
        card = Card.model_validate(value)
        if card.id != name:
            raise ValueError("a card is kept under its own id")
        return card.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if kind == "deck" and value in known.decks_by_id:
        return value
    if key == "dial_ceiling":
        return _INTEGER.validate_python(value)
    if key == "board_confirmed" and isinstance(value, bool):
        return value
    raise ValueError("there is no such fact of this edition")
