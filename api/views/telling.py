"""Tables and seats as plain dicts, the one shape in which every endpoint tells them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from rest_framework.request import Request

from api.answers import plain
from games.actors import Actor
from games.models import Game, Seat


def time_of(when: datetime | None) -> str | None:
    return None if when is None else str(plain(when))


def public_url(request: Request, path: str) -> str:
    """An address that works on the phones, whatever name the asker uses for this machine."""
    base = settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"
    return f"{base}{path}"


def join_url(request: Request, game: Game) -> str | None:
    return public_url(request, f"/join/{game.join_code}") if game.join_code else None


def game_json(
    request: Request, game: Game, seats: Sequence[Seat], actor: Actor | None
) -> dict[str, Any]:
    """A table; `seats` come annotated with `is_held`."""
    missing = any(seat.agreed_version < game.options_version for seat in seats)
    return {
        "id": str(game.pk),
        "name": game.name,
        "edition": game.edition,
        "pack_hash": game.pack_hash,
        "phase": game.phase,
        "turn_seat": game.turn_seat,
        "turn_number": game.turn_number,
        "winner": game.winner,
        "strictness": game.strictness,
        "may_log": game.may_log,
        "variants": game.variants,
        "rulings": game.rulings,
        "hands_told_at_end": game.hands_told_at_end,
        "options_version": game.options_version,
        "is_agreed": not (game.variants or game.rulings) or game.all_agreed or not missing,
        "seats": [seat_json(seat, game) for seat in seats],
        "join_code": game.join_code,
        "join_url": join_url(request, game),
        "joining_locked": game.joining_locked,
        "has_second_host": game.second_host_id is not None,
        "version": game.version,
        "seq": game.seq,
        "created_at": time_of(game.created_at),
        "updated_at": time_of(game.updated_at),
        "deleted_at": time_of(game.deleted_at),
        "you": you_json(actor),
    }


def you_json(actor: Actor | None) -> dict[str, Any] | None:
    if actor is None:
        return None
    return {"role": actor.role, "seat": actor.seat, "is_host": actor.is_host}


def seat_json(seat: Seat, game: Game) -> dict[str, Any]:
    return {
        "key": seat.key,
        "name": seat.name,
        "position": seat.position,
        "has_agreed": game.all_agreed or seat.agreed_version >= game.options_version,
        "is_held": bool(getattr(seat, "is_held", False)),
    }
