"""Exports: what is asked for, how far it is, and what comes of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from api.serializers.base import Answer, Body, Page


class ExportFormat(StrEnum):
    """What a file is: for another server, for a program, for a spreadsheet, or to be read."""

    JSON = "json"
    NDJSON = "ndjson"
    CSV = "csv"
    XLSX = "xlsx"
    HTML = "html"
    PDF = "pdf"


class ExportWhose(StrEnum):
    """Whose eyes read: the asker's, with the hand of the own seat, or those of everybody."""

    MINE = "mine"
    EVERYBODY = "everybody"


class ExportState(StrEnum):
    """Where an export stands; the last four are ends."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


class ExportPhase(StrEnum):
    """What is being done: entries are read, lines written, pictures drawn, files packed."""

    READING = "reading"
    WRITING = "writing"
    DRAWING = "drawing"
    PACKING = "packing"


class ExportAsk(Body):
    """A file of one table, as far as it has come."""

    format: ExportFormat = Field(strict=False)
    whose: ExportWhose = Field(
        default=ExportWhose.MINE,
        strict=False,
        description="`everybody` leaves the own hand out, for a file to be passed on.",
    )


class ExportsAsk(Body):
    """One file of several tables of a host, as far as they have come."""

    format: ExportFormat = Field(strict=False)
    games: (
        Annotated[list[Annotated[UUID, Field(strict=False)]], Field(min_length=1, max_length=100)]
        | None
    ) = Field(default=None, description="Which; all of the host's if none is named.")


class ExportPage(Page):
    """How much of the list."""


class ExportProgress(Answer):
    """How far it is; counts are of the phase."""

    phase: ExportPhase | None
    done: int
    total: int
    percent: int = Field(ge=0, le=100)


class ExportEnd(Answer):
    """Why an export came to nothing."""

    code: str = Field(description="Stable; `no_space`, `worker_lost` and the like.")
    detail: str = Field(description="A sentence in the reader's language.")


class ExportFile(Answer):
    """The file, which a link fetches."""

    name: str
    media_type: str
    size: int = Field(description="Bytes.")
    digest: str = Field(description="SHA-256, in hex; its ETag too.")


class Export(Answer):
    """An export: a file being made, or made."""

    id: UUID
    game: UUID | None = Field(description="The table it was asked for at.")
    games: list[UUID] = Field(description="The tables that are in it.")
    format: ExportFormat
    asked_by: str = Field(description="As the log names who did something: `host`, `seat:A`.")
    is_yours: bool = Field(
        description="Whether you may fetch it; hosts see the others', and may call them off."
    )
    entries: int = Field(description="How many log entries are in it.")
    state: ExportState
    progress: ExportProgress
    attempts: int = Field(description="How often it was begun; it is given up after the third.")
    error: ExportEnd | None
    file: ExportFile | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    ends_by: datetime = Field(description="It has ended by then, one way or the other.")
    expires_at: datetime | None = Field(description="When the file is thrown away.")


class ExportList(Answer):
    """Exports, newest first."""

    results: list[Export]
    next: str | None = Field(description="The address of the next page; null on the last.")


class ExportLink(Answer):
    """An address that fetches the file without a token, told this once."""

    url: str
    expires_at: datetime


class FormatTold(Answer):
    """A format, and which version of it is written."""

    format: ExportFormat
    version: int
    suffix: str = Field(description="How the name of a file of one table ends.")
    media_type: str


class ExportLimits(Answer):
    """How much of a host's tables may be exported at once, and for how long files are kept."""

    kept_seconds: int = Field(description="A file is thrown away so long after it was done.")
    link_seconds: int = Field(description="A link is good for so long.")
    ends_within_seconds: int = Field(description="An export has ended so long after it was asked.")
    unfinished: int = Field(description="Exports not ended, of all tables of one host.")
    kept: int = Field(description="Files kept, of all tables of one host.")
    entries: int = Field(description="Log entries in all of these.")
    games: int = Field(description="Tables in one file.")


class ExportOffer(Answer):
    """What may be asked for."""

    formats: list[FormatTold]
    limits: ExportLimits
