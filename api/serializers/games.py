"""Tables: what is told of them, what opens and changes them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from api.serializers.base import Answer, Body, Page, PersonName, TableName
from content.schema.base import RuleId, SeatKey
from games.rules.terms import Phase

EditionId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
VariantId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]


class Strictness(StrEnum):
    """What happens to an action the rules forbid: refused, accepted once confirmed, or just kept."""

    STRICT = "strict"
    ADVISE = "advise"
    RECORD = "record"


class MayLog(StrEnum):
    """Who may log an action of a seat: itself only, anybody at the table, or the host only."""

    OWN_SEAT = "own_seat"
    TABLE = "table"
    HOST = "host"


class Role(StrEnum):
    """What a token lets its holder be."""

    HOST = "host"
    SEAT = "seat"
    SCREEN = "screen"


class GameCreate(Body):
    """A table to open; whoever opens it may sit down at once."""

    name: TableName
    edition: EditionId
    seat_name: PersonName | None = Field(
        default=None, description="Sit down under this name; the answer has the seat's token."
    )
    strictness: Strictness = Field(default=Strictness.STRICT, strict=False)
    may_log: MayLog = Field(default=MayLog.TABLE, strict=False)
    variants: list[VariantId] = Field(default=[], max_length=20)
    rulings: list[RuleId] = Field(
        default=[], max_length=40, description="Rules that this table reads the other way."
    )
    hands_told_at_end: bool = Field(
        default=False,
        description="Whether files of the finished game tell everybody what each seat had in hand.",
    )


class GameUpdate(Body):
    """Other options; what is left out stays as it is."""

    name: TableName | None = None
    strictness: Strictness | None = Field(default=None, strict=False)
    may_log: MayLog | None = Field(default=None, strict=False)
    variants: list[VariantId] | None = Field(
        default=None, max_length=20, description="Fixed once the game has begun."
    )
    rulings: list[RuleId] | None = Field(
        default=None,
        max_length=40,
        description="Rules that this table reads the other way; fixed once the game has begun.",
    )
    hands_told_at_end: bool | None = Field(
        default=None, description="Fixed once the game has begun."
    )


class Rematch(Body):
    """The next table with the same seats and options."""

    name: TableName | None = None


class Agreement(Body):
    """Agreement to the options as they are."""

    for_all: bool = Field(default=False, description="The host states that everybody agreed.")
    options_version: int | None = Field(
        default=None, ge=1, description="The options that were read; refused if they have changed."
    )


class JoinCodeChange(Body):
    """Another join code, or a lock on joining."""

    locked: bool | None = None
    new: bool = False


class GameFilter(Page):
    """Which of the host's tables."""

    edition: EditionId | None = None
    phase: Phase | None = None
    deleted: Literal["true", "false"] = "false"


class Seat(Answer):
    """A seat at the table."""

    key: str = Field(description="Names the seat in bodies, addresses and the log.")
    name: str
    position: int = Field(description="Clockwise, from 0.")
    has_agreed: bool = Field(description="To the options as they are.")
    is_held: bool = Field(description="Whether some device holds a token for it.")


class You(Answer):
    """Who asks."""

    role: Role
    seat: str | None
    is_host: bool


class Game(Answer):
    """A table."""

    id: UUID
    name: str
    edition: str
    pack_hash: str = Field(description="Pins what was printed when the table was opened.")
    phase: Phase
    turn_seat: str | None
    turn_number: int
    winner: str | None
    strictness: Strictness
    may_log: MayLog
    variants: list[str]
    rulings: list[str] = Field(description="Rules that this table reads the other way.")
    hands_told_at_end: bool = Field(
        description="Whether files of the finished game tell everybody what each seat had in hand."
    )
    options_version: int
    is_agreed: bool = Field(description="Whether the game may begin with these options.")
    seats: list[Seat]
    join_code: str | None
    join_url: str | None
    joining_locked: bool
    has_second_host: bool
    version: int = Field(description="Rises on every visible change.")
    seq: int = Field(description="The number of the last log entry.")
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None
    you: You | None


class GameCreated(Game):
    """The table, and secrets that are told this once."""

    host_key: str | None = Field(
        default=None, description="Owns tables across evenings; made where none was sent."
    )
    token: str | None = Field(default=None, description="For the seat, if one was asked for.")
    seat: str | None = Field(default=None, description="The key of that seat.")


class GamePage(Answer):
    """Some of the host's tables, newest first."""

    results: list[Game]
    next: str | None = Field(description="The address of the next page; null on the last.")


class SecondHost(Answer):
    """The second host's key, told this once."""

    host_key: str


class SeatAdd(Body):
    """A seat that anybody with the join code may take."""

    name: PersonName


class SeatUpdate(Body):
    """Another name."""

    name: PersonName


class SeatOrder(Body):
    """All seats' keys, clockwise."""

    seats: list[SeatKey] = Field(max_length=20)


class SeatList(Answer):
    """The seats, clockwise."""

    results: list[Seat]


class Join(Body):
    """The join code, and either a name for a new seat or the key of a free one."""

    code: Annotated[str, StringConstraints(min_length=6, max_length=12)]
    name: PersonName | None = None
    seat: SeatKey | None = None


class JoinPreview(Answer):
    """What a join code opens, told to anybody who has it."""

    game: UUID
    name: str
    edition: str
    phase: Phase
    joining_locked: bool
    seats: list[Seat]


class Joined(Answer):
    """The seat taken, and its token, told this once."""

    game: UUID
    seat: Seat
    token: str


class LinkRedeem(Body):
    """A one-time link as it was shown."""

    link: Annotated[str, StringConstraints(min_length=8, max_length=80)]


class Link(Answer):
    """A one-time link for a second device, told this once."""

    link: str
    url: str
    qr: str = Field(description="The address as a QR code, SVG.")
    seat: str
    expires_at: datetime


class Token(Answer):
    """A token, without its secret."""

    id: int
    role: Role
    seat: str | None
    is_link: bool
    is_yours: bool
    created_at: datetime
    used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None


class TokenList(Answer):
    """The tokens of the own seat, or of the whole table for a host."""

    results: list[Token]


class TokenIssue(Body):
    """A token for a screen; seats get theirs by joining."""

    role: Literal["screen"] = "screen"


class TokenIssued(Answer):
    """A token, told this once."""

    token: str
    id: int
    game: UUID
    role: Role
    seat: str | None


class DeviceSeat(Answer):
    """One thing the device's cookie holds."""

    game: UUID
    name: str
    role: Role
    seat: str | None
    seat_name: str | None


class Device(Answer):
    """What the device's cookie holds; pick one with X-Seat."""

    seats: list[DeviceSeat]
    csrf_token: str
