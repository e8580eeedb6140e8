"""Every pack by id: found by its folder, read once per process, and hashed so games can pin it."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from content.loader import Fault, PackError, load
from content.schema.board import Board
from content.schema.cards import Deck
from content.schema.characters import CharacterCard
from content.schema.edition import Edition
from content.schema.ledger import Ledger
from content.schema.pack import Pack
from content.schema.rulings import OtherReading

PACKS = Path(__file__).parent / "packs"

T = TypeVar("T")

_EDITION = TypeAdapter(Edition)
_BOARD = TypeAdapter(Board)
_CHARACTERS: TypeAdapter[tuple[CharacterCard, ...]] = TypeAdapter(tuple[CharacterCard, ...])
_LEDGER = TypeAdapter(Ledger)
_READINGS: TypeAdapter[tuple[OtherReading, ...]] = TypeAdapter(tuple[OtherReading, ...])
_DECK = TypeAdapter(Deck)


class UnknownEdition(LookupError):
    """No pack has this id."""

    def __init__(self, edition_id: str) -> None:
        super().__init__(f"there is no edition {edition_id!r}; there are: {', '.join(editions())}")
        self.edition_id = edition_id


@cache
def editions() -> tuple[str, ...]:
    """The ids of the editions that can be played: the folders of packs, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in PACKS.glob("*/edition.yaml")))


@cache
def pack(edition_id: str) -> Pack:
    """One edition, read on first use and then kept.

    Raises:
        UnknownEdition: No folder has this name.
        PackError: Its files are not what they must be; every fault is named.
    """
    if edition_id not in editions():
        raise UnknownEdition(edition_id)
    return read_pack(PACKS / edition_id)


@cache
def pack_hash(edition_id: str) -> str:
    """What pins the content of an edition: 64 hex digits that change when anything printed does.

    Raises:
        UnknownEdition: No folder has this name.
        PackError: Its files are not what they must be.
    """
    return hash_of(pack(edition_id))


def canonical_json(pack: Pack) -> str:
    """A pack as one text: the same for the same content, however its files are arranged.

    What is left at its default is left out, so an optional field that a later version of the schema
    adds does not change what older packs say. `Pack.model_validate_json` reads it back.
    """
    data = pack.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(pack: Pack) -> str:
    """The sha256 of a pack's canonical JSON, in hex."""
    return hashlib.sha256(canonical_json(pack).encode()).hexdigest()


def read_pack(folder: Path) -> Pack:
    """Read the files of one pack; decks are taken in the order of their ids.

    Raises:
        PackError: With the faults of all its files together.
    """
    reading = _Reading(folder)
    edition = reading.file("edition.yaml", _EDITION)
    board = reading.file("board.yaml", _BOARD)
    characters = reading.file("characters.yaml", _CHARACTERS)
    ledger = reading.file("rules.yaml", _LEDGER)
    has_readings = (folder / "readings.yaml").exists()
    readings = reading.file("readings.yaml", _READINGS) if has_readings else ()
    decks = [
        reading.file(f"decks/{path.name}", _DECK) for path in sorted(folder.glob("decks/*.yaml"))
    ]
    if edition and edition.id != folder.name:
        reading.faults.append(
            Fault(
                f"{folder.name}/edition.yaml", 0, f"its id is {edition.id!r}, not its folder's name"
            )
        )
    if edition and ledger and ledger.edition != edition.id:
        reading.faults.append(
            Fault(f"{folder.name}/rules.yaml", 0, f"it is the ledger of {ledger.edition!r}")
        )
    if reading.faults or edition is None or board is None or characters is None or ledger is None:
        raise PackError(reading.faults)
    try:
        return Pack(
            edition=edition,
            board=board,
            characters=characters,
            decks=tuple(sorted((deck for deck in decks if deck), key=lambda deck: deck.id)),
            ledger=ledger,
            readings=tuple(sorted(readings or (), key=lambda other: other.id)),
        )
    except ValidationError as error:
        said = [
            str(detail["msg"]).removeprefix("Value error, ")
            for detail in error.errors(include_url=False)
        ]
        raise PackError([Fault(folder.name, 0, message) for message in said]) from error


class _Reading:
    """Reads the files of one folder and gathers what is wrong with any of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Fault] = []

    def file(self, name: str, kind: TypeAdapter[T]) -> T | None:
        try:
            return load(self.folder / name, kind, f"{self.folder.name}/{name}")
        except PackError as error:
            self.faults += error.faults
            return None
