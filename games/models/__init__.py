"""What is kept of a table: rows for what the rules know, and the log that led there."""

from games.models.character import Character
from games.models.export import Export
from games.models.game import Game, GameFact, Host, HouseFact, PinnedPack, Seat, Token
from games.models.log import ActionRecord, IdempotencyKey, PendingAction, Snapshot
from games.models.placement import CardPlacement, PiecePosition, SpaceTokens

__all__ = [
    "ActionRecord",
    "CardPlacement",
    "Character",
    "Export",
    "Game",
    "GameFact",
    "Host",
    "HouseFact",
    "IdempotencyKey",
    "PendingAction",
    "PiecePosition",
    "PinnedPack",
    "Seat",
    "Snapshot",
    "SpaceTokens",
    "Token",
]
