"""The stored half of the proof: what play leaves in the rows is what it left in memory, entry by entry.

`Evening` is a table to play at from a test: it logs as the host unless a seat is named, and holds
every answer against the rows.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games import store
from games.actors import Actor
from games.models import (
    ActionRecord,
    Character,
    Game,
    Host,
    HouseFact,
    IdempotencyKey,
    PendingAction,
    Seat,
    Token,
)
from games.reading import changes_of
from games.rules.table import Table
from games.services.actions import ActionBody, action_submit, answer_submit
from games.services.log import log_started
from games.services.outcome import Outcome
from games.services.undo import redo, undo
from games.states import differences, table_state
from games.store import pack_of, pin_pack

GOOD = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "kiros"}
EVIL = {"alignment": "evil", "strength": 4, "craft": 2, "life": 4, "fate": 1, "start": "dathomir"}
THUG = {"id": "thug", "name": "Thug", "type": "enemy", "alignment": "neutral", "strength": 2}


def new_game(*seats: str, facts: dict[str, Any] | None = None, **options: Any) -> Game:
    """A table of the Star Wars edition with seats, straight into the rows."""
    host = Host.objects.create(key_hash=secrets.token_hex(32))
    options = {"edition": "star-wars", "name": "Tonight", **options}
    game = Game.objects.create(
        host=host, pack_hash=pin_pack(options["edition"]), salt=secrets.token_bytes(32), **options
    )
    for position, key in enumerate(seats):
        seat = Seat.objects.create(game=game, key=key, name=f"Seat {key}", position=position)
        Character.objects.create(game=game, seat=seat)
    log_started(game=game, pack=pack_of(game), facts=facts or {})
    return game


def host_of(game: Game) -> Actor:
    """The host of a table."""
    return Actor(
        game.pk, None, None, "host", is_host=True, name="host", scope=f"host:{game.host_id}"
    )


def seat_actor(game: Game, key: str) -> Actor:
    """A device that holds a seat's token."""
    seat = Seat.objects.get(game=game, key=key)
    token = Token.objects.create(game=game, seat=seat, role="seat", hash=secrets.token_hex(32))
    return Actor(
        game.pk, token.pk, key, "seat", is_host=False, name=f"seat:{key}", scope=f"token:{token.pk}"
    )


def screen_of(game: Game) -> Actor:
    """A screen that shows what is public."""
    token = Token.objects.create(game=game, role="screen", hash=secrets.token_hex(32))
    return Actor(
        game.pk, token.pk, None, "screen", is_host=False, name="screen", scope=f"token:{token.pk}"
    )


def row_of(game_id: UUID) -> Game:
    """The game's row as it is now."""
    return Game.objects.select_related("pending").get(pk=game_id)


def from_rows(game_id: UUID) -> Table:
    """The table as its rows alone give it."""
    store._TABLES.clear()
    return store.game_now(game_id)[1].table


def from_log(game_id: UUID) -> Table:
    """The table as its log alone gives it: every recorded change, from nothing."""
    game = Game.objects.get(pk=game_id)
    t = store.empty_table(game, list(Seat.objects.filter(game=game).values_list("key", flat=True)))
    for record in ActionRecord.objects.filter(game=game).order_by("seq"):
        for change in changes_of(record):
            assert t.get(change.what, change.id, change.field) == change.before, (
                record.seq,
                change,
            )
            change.apply(t)
    return t


@dataclass
class Evening:
    """A table played at from a test, proved after every entry."""

    game: Game

    def act(
        self,
        kind: str,
        seat: str = "A",
        *answers: dict[str, Any],
        by: Actor | None = None,
        **params: Any,
    ) -> Outcome:
        """Log an action and prove what it left."""
        body = ActionBody(kind=kind, seat=seat, params=params, answers=answers)
        return self.proved(action_submit(actor=by or host_of(self.game), body=body))

    def free(self, kind: str, seat: str, *answers: dict[str, Any], **params: Any) -> Outcome:
        """Log what a house rule allows."""
        body = ActionBody(
            kind=kind,
            seat=seat,
            params=params,
            answers=answers,
            cause={"kind": "house_rule", "name": "ours"},  # type: ignore[arg-type]
        )
        return self.proved(action_submit(actor=host_of(self.game), body=body))

    def answer(self, *answers: dict[str, Any], by: Actor | None = None) -> Outcome:
        """Answer the open question and prove what it left."""
        return self.proved(answer_submit(actor=by or host_of(self.game), answers=answers))

    def undo(self, to: int | None = None) -> Outcome:
        """Take back and prove what it left."""
        return self.proved(undo(actor=host_of(self.game), to=to))

    def redo(self) -> Outcome:
        """Bring back and prove what it left."""
        return self.proved(redo(actor=host_of(self.game)))

    def proved(self, outcome: Outcome) -> Outcome:
        """Whatever was answered: the rows, the log and the memory tell the same table."""
        remembered = store.game_now(self.game.pk)[1].table
        rows = from_rows(self.game.pk)
        assert differences(remembered, rows) == []
        assert differences(from_log(self.game.pk), rows) == []
        if outcome.state == "resolved" and outcome.question is None:
            assert differences(outcome.table, rows) == []
        return outcome

    @property
    def table(self) -> Table:
        """The table as its rows give it."""
        return from_rows(self.game.pk)


def set_up(game: Game) -> Evening:
    """Two seats, A on Kiros with a spell in hand and B on Dathomir, and A's first turn begins."""
    evening = Evening(game)
    evening.act("prepare_board")
    evening.free("choose_character", "A", {"facts": {**GOOD, "spells": 1}}, character="mace-windu")
    evening.free("choose_character", "B", {"facts": EVIL}, character="darth-maul")
    evening.act("deal_spells", "A", {"cards": [{"card": "mind-trick"}]})
    evening.act("deal_spells", "B")
    evening.act("set_up_character", "A")
    evening.act("set_up_character", "B")
    evening.act("begin", "A", first="A")
    return evening


@contextmanager
def nothing_changes(game: Game) -> Iterator[None]:
    """What is refused leaves no trace: not in the game's row, its table, its log, its question, its keys."""
    before = everything(game)
    yield
    assert everything(game) == before


def everything(game: Game) -> dict[str, Any]:
    """Every row of a table that play writes."""
    row = Game.objects.filter(pk=game.pk).values().get()
    return {
        "game": row,
        "table": table_state(from_rows(game.pk)),
        "entries": list(ActionRecord.objects.filter(game=game).values_list("seq", "digest")),
        "pending": list(PendingAction.objects.filter(game=game).values()),
        "keys": list(IdempotencyKey.objects.filter(game=game).values_list("scope", "key")),
        "facts": list(HouseFact.objects.filter(host=game.host_id).values_list("key", "value")),
    }
