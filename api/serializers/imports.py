"""Games from elsewhere: what is sent, and what is told of them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.serializers.games import Game
from games.exports.portable import FORMAT, VERSION


class GameFile(BaseModel):
    """The portable game file, as an export of format `json` writes it, in this order and unpacked."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[FORMAT]  # type: ignore[valid-type]
    version: Literal[VERSION]  # type: ignore[valid-type]
    game: dict[str, Any] = Field(description="The table's options, and the content it pinned.")
    seats: list[dict[str, Any]] = Field(description="Clockwise.")
    pack: dict[str, Any] | None = Field(
        description="The edition's content, where the server it comes from had other by then."
    )
    facts: dict[str, Any] = Field(description="What the table knows of its box.")
    entries: list[dict[str, Any]] = Field(
        description="The log: each entry's public part, its secret part or that part's hash, its digest."
    )
    end: dict[str, Any] = Field(description="How many entries there are, and what seals them.")


class GameImported(Game):
    """The table taken in, and a secret that is told this once."""

    host_key: str | None = Field(
        default=None, description="Owns the table; made where none was sent."
    )
    entries: int = Field(description="How many log entries came in, each looked over.")
    unseen: int = Field(
        description="In how many of them something is hidden that the file does not tell."
    )
    digest: str = Field(description="Of the last entry: the same as where it came from.")
