"""The table and its log as each reader may see them."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api.answers import answer
from api.errors import Refused
from api.etag import is_known, table_tag, tagged, unchanged
from api.links import linked
from api.queries import next_address, read_query
from api.schema import LANGUAGE, SEAT_OF_DEVICE, describe
from api.serializers import table
from api.serializers.actions import ForSeat, HistoryFilter, TableAt
from api.views.base import AtTable, actor_of
from games import selectors

TAKES = (SEAT_OF_DEVICE, LANGUAGE)
REFUSES = (400, 401, 403, 404, 503)


class TableView(AtTable):
    """The table."""

    @describe(
        "table_get",
        "The table as you may see it",
        tag="play",
        query=TableAt,
        tells={200: table.TableSeen},
        refuses=REFUSES,
        takes=TAKES,
        cached=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Poll it with the ETag it came with: 304 as long as nothing has changed."""
        at = read_query(request, TableAt).at if request.GET else None
        actor = actor_of(request)
        tag = table_tag(self.table, actor, at)
        if is_known(request, tag):
            return unchanged(tag)
        return tagged(selectors.table_json(self.table, actor, at=at), tag)


class LegalActionsView(AtTable):
    """What may be done."""

    @describe(
        "legal_action_list",
        "What may be done now",
        tag="play",
        query=ForSeat,
        tells={200: table.Legal},
        refuses=REFUSES,
        takes=TAKES,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Each ready to be sent, with what it costs: for the seat named, the own, or whose turn it is."""
        seat = read_query(request, ForSeat).seat
        return answer(selectors.legal(self.table, actor_of(request), seat=seat))


class ChecklistView(AtTable):
    """What is still to do."""

    @describe(
        "checklist_get",
        "Set-up as a checklist, and what the turn owes",
        tag="play",
        tells={200: table.Checklist},
        refuses=(401, 403, 404, 503),
        takes=TAKES,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The steps in the order of the rulebook, each with the action that closes it."""
        return answer(selectors.to_do_view(self.table))


class HistoryView(AtTable):
    """The log."""

    @describe(
        "history_list",
        "The log",
        tag="history",
        query=HistoryFilter,
        tells={200: table.History},
        refuses=REFUSES,
        takes=TAKES,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """After an entry, oldest first; otherwise from the last backwards. Entries are never removed."""
        asked = read_query(request, HistoryFilter)
        if asked.after is not None and asked.before is not None:
            fault = {"path": "before", "fault": "send either after or before"}
            raise Refused(HTTPStatus.BAD_REQUEST, "invalid_query", faults=[fault])
        found, more = selectors.history(
            self.table,
            actor_of(request),
            after=asked.after,
            before=asked.before,
            limit=asked.limit,
            seat=asked.seat,
            kind=asked.kind,
        )
        direction = "before" if asked.after is None else "after"
        last = str(found[-1]["seq"]) if more else None
        told = [linked(entry, self.table.edition) for entry in found]
        return answer({"results": told, "next": next_address(request, last, direction)})


class EntryView(AtTable):
    """An entry of the log."""

    @describe(
        "history_get",
        "An entry of the log",
        tag="history",
        tells={200: table.Entry},
        refuses=(401, 403, 404, 503),
        takes=TAKES,
    )
    def get(self, request: Request, game_id: UUID, seq: int) -> HttpResponse:
        """What was asked for, answered and changed, the rules it stands on, and its digest."""
        entry = selectors.entry_get(self.table, actor_of(request), seq)
        return answer(linked(entry, self.table.edition))
