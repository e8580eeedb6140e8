"""Hands are their seats' own: nobody learns of a card by acting with it for somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.actors import Actor
from games.errors import NotYourSeat
from games.models import Game
from games.reading import viewer_of
from games.rules.actions.correct import CORRECTIONS
from games.rules.table import Table
from games.rules.terms import Zone
from games.rules.viewpoint import is_hidden_fact


def check_hands(
    *, actor: Actor, game: Game, table: Table, kind: str, params: Any, is_preview: bool
) -> None:
    """Refuse an action that names a card in another seat's hand, which its outcome would show.

    A correction may take one out, as it stands in the log for all to see; a preview of it may not.
    Where the host logs everything, the host has told the app of every card.

    Raises:
        NotYourSeat: The card is in the hand of another seat.
    """
    if actor.is_host and game.may_log == Game.MayLog.HOST:
        return
    if kind in CORRECTIONS and not is_preview:
        return
    for text in _texts(params):
        place = table.cards.get(text)
        if place and place.zone is Zone.HAND and place.card and place.seat != actor.seat:
            raise NotYourSeat(seat=place.seat)


def names_hidden(*, actor: Actor, game: Game, table: Table, told: Any) -> bool:
    """Whether a request names a card that only others know of.

    Whatever it gets must be what a card that does not exist would get.
    """
    if actor.is_host and game.may_log == Game.MayLog.HOST:
        return False
    viewer = viewer_of(actor)
    described = {f"card:{text.strip()}" for text in _texts(told)} & table.facts.keys()
    return any(is_hidden_fact(table, fact, viewer) for fact in described)


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for pair in told.items():
            yield from _texts(pair)
    elif isinstance(told, list | tuple):
        for part in told:
            yield from _texts(part)
