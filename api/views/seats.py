"""Seats of a table: listed, added, named, put in order, taken away."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer, nothing
from api.bodies import read_body
from api.retries import told_once
from api.schema import SEAT_OF_DEVICE, describe
from api.serializers.games import Seat, SeatAdd, SeatList, SeatOrder, SeatUpdate
from api.views.base import AtTable, actor_of
from api.views.telling import seat_json
from games import lobby
from games.services import seats
from games.services.once import Told


class SeatsView(AtTable):
    """The seats of a table."""

    @describe(
        "seat_list",
        "Seats of a table",
        tag="seats",
        tells={200: SeatList},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Clockwise."""
        found = [seat_json(seat, self.table) for seat in lobby.seats_of(self.table)]
        return answer({"results": found})

    @describe(
        "seat_add",
        "Add a seat",
        tag="seats",
        body=SeatAdd,
        tells={201: Seat},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host: a seat that anybody with the join code may take, or that the host's own device plays."""
        body = read_body(request, SeatAdd)

        def added() -> Told:
            seat = seats.seat_add(actor=actor_of(request), name=body.name)
            return Told(201, seat_json(seat, self.table))

        return told_once(request, body, added)


class SeatView(AtTable):
    """One seat."""

    @describe(
        "seat_update",
        "Rename a seat",
        tag="seats",
        body=SeatUpdate,
        tells={200: Seat},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
    )
    def patch(self, request: Request, game_id: UUID, seat: str) -> HttpResponse:
        """For the seat itself or the host."""
        body = read_body(request, SeatUpdate)
        changed = seats.seat_rename(actor=actor_of(request), seat_key=seat, name=body.name)
        return answer(seat_json(changed, self.table))

    @describe(
        "seat_remove",
        "Take a seat away",
        tag="seats",
        tells={204: None},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
    )
    def delete(self, request: Request, game_id: UUID, seat: str) -> HttpResponse:
        """For the host, while the log does not name it; whoever leaves later is marked as out."""
        seats.seat_remove(actor=actor_of(request), seat_key=seat)
        return nothing()


class SeatOrderView(AtTable):
    """The order of the seats."""

    @describe(
        "seat_order",
        "Put the seats in table order",
        tag="seats",
        body=SeatOrder,
        tells={200: SeatList},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
    )
    def put(self, request: Request, game_id: UUID) -> HttpResponse:
        """For the host, before the start: all seats, clockwise."""
        body = read_body(request, SeatOrder)
        seats.seats_order(actor=actor_of(request), keys=body.seats)
        found = [seat_json(seat, self.table) for seat in lobby.seats_of(self.table)]
        return answer({"results": found})
