"""Tables: opened, listed, set, agreed on, put away, brought back, played again."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer, nothing
from api.bodies import read_body
from api.queries import decoded, encoded, newest_first, next_address, page_of, read_query
from api.retries import told_once
from api.schema import CLIENT_SECRET, DEVICE_WANTED, SEAT_OF_DEVICE, describe
from api.serializers.games import (
    Agreement,
    Game,
    GameCreate,
    GameCreated,
    GameFilter,
    GamePage,
    GameUpdate,
    JoinCodeChange,
    Rematch,
    SecondHost,
)
from api.views.base import AtTable, Endpoint, HoldsHostKey, actor_of, host_needed, host_of
from api.views.telling import game_json
from games import lobby, models
from games.errors import GameDeleted
from games.services import games, seats
from games.services.games import Options
from games.services.once import Told
from games.services.tokens import token_issue


def told_game(request: Request, game: models.Game) -> dict[str, Any]:
    """A table as its reader's own."""
    return game_json(request, game, lobby.seats_of(game), actor_of(request))


class GamesView(Endpoint):
    """Tables of a host."""

    def get_permissions(self) -> list[Any]:
        """Anybody opens a table; a list has whoever holds a host key."""
        return [HoldsHostKey()] if self.request.method == "GET" else []

    @describe(
        "game_create",
        "Open a table",
        tag="tables",
        body=GameCreate,
        tells={201: GameCreated},
        refuses=(401, 403, 409),
        takes=(CLIENT_SECRET, DEVICE_WANTED),
        retried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Without a host key one is made and told this once: it owns tables across evenings."""
        body = read_body(request, GameCreate)
        return told_once(request, body, lambda: opened(request, body), for_device=True)

    @describe(
        "game_list",
        "Tables of a host",
        tag="tables",
        query=GameFilter,
        tells={200: GamePage},
        refuses=(400, 401, 403),
    )
    def get(self, request: Request) -> HttpResponse:
        """The tables of the host whose key is sent, newest first."""
        asked = read_query(request, GameFilter)
        rows = lobby.games_of(
            host_needed(request),
            edition=asked.edition,
            phase=asked.phase,
            deleted=asked.deleted == "true",
        )
        after = decoded(asked.cursor, (moment, UUID)) if asked.cursor else None
        page = newest_first(rows, (after[0], after[1]) if after else None)[: asked.limit + 1]
        found, more = page_of(list(page), asked.limit)
        last = encoded([found[-1].created_at.isoformat(), found[-1].pk]) if more else None
        results = [game_json(request, game, game.held_seats, None) for game in found]
        return answer({"results": results, "next": next_address(request, last)})


def moment(text: Any) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("a time without its zone")
    return found


def opened(request: Request, body: GameCreate) -> Told:
    """Open the table, and seat whoever opens it if a name was given."""
    options = Options(
        strictness=body.strictness,
        may_log=body.may_log,
        variants=tuple(body.variants),
        rulings=tuple(body.rulings),
        hands_told_at_end=body.hands_told_at_end,
    )
    made = games.game_create(
        host=host_of(request), edition=body.edition, name=body.name, options=options
    )
    seat = seats.seat_make(game=made.game, name=body.seat_name) if body.seat_name else None
    token = token_issue(game=made.game, seat=seat) if seat else None
    told = game_json(request, made.game, lobby.seats_of(made.game), None)
    return Told(201, {**told, "seat": seat.key if seat else None}, token, made.host_key)


class GameView(AtTable):
    """One table."""

    takes_deleted = True

    @describe(
        "game_get",
        "A table's options and seats",
        tag="tables",
        tells={200: Game},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """What was agreed, who sits where, and how to join; the play itself is at `table/`."""
        if self.table.deleted_at is not None and not actor_of(request).is_host:
            raise GameDeleted(game=str(game_id))
        return answer(told_game(request, self.table))

    @describe(
        "game_update",
        "Propose other options",
        tag="tables",
        body=GameUpdate,
        tells={200: Game},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host. Agreements to the options before lapse; variants and rulings are fixed at the start."""
        body = read_body(request, GameUpdate)
        options = Options(
            body.name,
            body.strictness,
            body.may_log,
            None if body.variants is None else tuple(body.variants),
            body.hands_told_at_end,
            None if body.rulings is None else tuple(body.rulings),
        )
        return answer(
            told_game(request, games.game_update(actor=actor_of(request), options=options))
        )

    @describe(
        "game_delete",
        "Delete a table",
        tag="tables",
        tells={204: None},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host. For 30 days it can be brought back, then it is purged whole."""
        games.game_delete(actor=actor_of(request))
        return nothing()


class GameRestoreView(AtTable):
    """A deleted table."""

    takes_deleted = True

    @describe(
        "game_restore",
        "Bring a deleted table back",
        tag="tables",
        tells={200: Game},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host, within 30 days; it gets a new join code."""
        return told_once(
            request,
            None,
            lambda: Told(200, told_game(request, games.game_restore(actor=actor_of(request)))),
        )


class RematchView(AtTable):
    """The next table."""

    @describe(
        "game_rematch",
        "Play again",
        tag="tables",
        body=Rematch,
        tells={201: Game},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host: a new table with the same seats and options. People take their seats with its code."""
        body = read_body(request, Rematch)

        def made() -> Told:
            game = games.game_rematch(actor=actor_of(request), name=body.name)
            return Told(201, told_game(request, game))

        return told_once(request, body, made)


class AgreementView(AtTable):
    """Agreement to a table's options."""

    @describe(
        "game_agree",
        "Agree to the options",
        tag="tables",
        body=Agreement,
        tells={200: Game},
        refuses=(401, 403, 404, 409, 412),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """A seat for itself, or the host for all. With variants or rulings, the game begins once everybody agreed."""
        body = read_body(request, Agreement)

        def agreed() -> Told:
            game = games.game_agree(
                actor=actor_of(request),
                for_all=body.for_all,
                options_version=body.options_version,
            )
            return Told(200, told_game(request, game))

        return told_once(request, body, agreed)


class JoinCodeView(AtTable):
    """A table's join code."""

    @describe(
        "join_code_change",
        "Change the join code, or lock joining",
        tag="joining",
        body=JoinCodeChange,
        tells={200: Game},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host. The old code stops working at once; seats taken stay taken."""
        body = read_body(request, JoinCodeChange)

        def changed() -> Told:
            game = games.join_code_change(actor=actor_of(request), locked=body.locked, new=body.new)
            return Told(200, told_game(request, game))

        return told_once(request, body, changed)


class SecondHostView(AtTable):
    """A table's second host."""

    @describe(
        "second_host_appoint",
        "Appoint a second host",
        tag="tables",
        tells={201: SecondHost},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host: makes a host key for another device, told this once; an earlier second host is replaced."""
        return told_once(
            request,
            None,
            lambda: Told(201, {}, host_key=games.second_host_appoint(actor=actor_of(request))),
        )

    @describe(
        "second_host_dismiss",
        "Dismiss the second host",
        tag="tables",
        tells={204: None},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """For a host."""
        games.second_host_dismiss(actor=actor_of(request))
        return nothing()
