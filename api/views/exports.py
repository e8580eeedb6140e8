"""Exports: asked for, followed, called off."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request

from api.answers import answer, nothing, rendered
from api.auth import HostCaller, actor_asking, host_asking
from api.bodies import read_body
from api.etag import is_known, tagged, unchanged
from api.queries import decoded, encoded, newest_first, next_address, page_of, read_query
from api.retries import told_once
from api.schema import LANGUAGE, SEAT_OF_DEVICE, describe, header
from api.serializers import exports as told
from api.views.base import AtTable, Endpoint, ForHosts, Open, actor_of, host_needed
from api.views.games import moment
from api.views.telling import public_url, time_of
from games.errors import GameDeleted, NotFound
from games.exports.formats import FORMATS
from games.models import Export
from games.sentences.endings import ending
from games.services import exports
from games.services.exports import Eyes
from games.services.once import Told

POLL_AGAIN = "1"
RETRY = header("Retry-After", "Seconds, until it has ended.", {"type": "integer"}, response=[200])


# --- Telling -----------------------------------------------------------------------------------


def export_json(export: Export, eyes: Eyes) -> dict[str, Any]:
    return {
        "id": str(export.pk),
        "game": str(export.game_id) if export.game_id else None,
        "games": [source["game_id"] for source in export.sources],
        "format": export.format,
        "asked_by": export.asked_by,
        "is_yours": eyes.owns(export),
        "entries": export.entries,
        "state": export.state,
        "progress": progress_of(export),
        "attempts": export.attempts,
        "error": (
            {"code": export.error, "detail": ending(export.error, export.error_params)}
            if export.error
            else None
        ),
        "file": file_of(export),
        "created_at": time_of(export.created_at),
        "started_at": time_of(export.started_at),
        "finished_at": time_of(export.finished_at),
        "ends_by": time_of(export.ends_by),
        "expires_at": time_of(export.expires_at),
    }


def progress_of(export: Export) -> dict[str, Any]:
    whole = export.state in {Export.State.DONE, Export.State.EXPIRED}
    percent = 100 if whole else 100 * export.done // max(export.total, 1)
    return {
        "phase": export.phase or None,
        "done": export.done,
        "total": export.total,
        "percent": min(percent, 100),
    }


def file_of(export: Export) -> dict[str, Any] | None:
    if not export.file:
        return None
    return {
        "name": file_name(export),
        "media_type": export.media_type,
        "size": export.size,
        "digest": export.digest,
    }


def file_name(export: Export) -> str:
    return export.name + PurePath(export.file).suffix


def listed(request: Request, rows: QuerySet[Export], eyes: Eyes) -> HttpResponse:
    """A page of exports, newest first."""
    asked = read_query(request, told.ExportPage)
    after = decoded(asked.cursor, (moment, UUID)) if asked.cursor else None
    page = newest_first(rows, (after[0], after[1]) if after else None)[: asked.limit + 1]
    found, more = page_of(list(page), asked.limit)
    last = encoded([found[-1].created_at.isoformat(), found[-1].pk]) if more else None
    results = [export_json(exports.export_settled(export), eyes) for export in found]
    return answer({"results": results, "next": next_address(request, last)})


def accepted(request: Request, body: Any, ask: Callable[[], Export], eyes: Eyes) -> HttpResponse:
    """The row as it was asked for, once for each key, and where to follow it."""
    response = told_once(request, body, lambda: Told(202, export_json(ask(), eyes)))
    export_id = re.search(rb'"id":"([0-9a-f-]{36})"', response.content)
    if export_id:
        response["Location"] = f"/api/v1/exports/{export_id[1].decode()}/"
    return response


# --- At a table --------------------------------------------------------------------------------


class TableExportsView(AtTable):
    """Files of one table."""

    @describe(
        "game_export_create",
        "Ask for a file of the table",
        tag="exports",
        body=told.ExportAsk,
        tells={202: told.Export},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE, LANGUAGE),
        retried=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Of the log as far as it has come, as you may read it: with the hand of your own seat, and
        with others' only where the game is over and the table lets hands be told. It is written
        while you wait elsewhere: follow it at `exports/{id}/`."""
        body = read_body(request, told.ExportAsk)
        actor = actor_of(request)

        def asked() -> Export:
            return exports.export_ask(
                game=self.table,
                actor=actor,
                form=body.format,
                for_everybody=body.whose is told.ExportWhose.EVERYBODY,
            )

        return accepted(request, body, asked, Eyes(actor=actor))

    @describe(
        "game_export_list",
        "Files of the table",
        tag="exports",
        query=told.ExportPage,
        tells={200: told.ExportList},
        refuses=(400, 401, 403, 404),
        takes=(SEAT_OF_DEVICE, LANGUAGE),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Yours; for a host everybody's, which it may call off but not fetch."""
        actor = actor_of(request)
        return listed(request, exports.exports_at(actor), Eyes(actor=actor))


# --- Of a host ---------------------------------------------------------------------------------


class ExportsView(ForHosts):
    """Files of a host's tables."""

    @describe(
        "export_create",
        "Ask for one file of several tables",
        tag="exports",
        body=told.ExportsAsk,
        tells={202: told.Export},
        refuses=(401, 403, 404, 409),
        takes=(LANGUAGE,),
        retried=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Of those that are named, or of all the host's: a zip with a file for each."""
        body = read_body(request, told.ExportsAsk)
        host = host_needed(request)

        def asked() -> Export:
            return exports.exports_ask(host=host, form=body.format, games=body.games)

        return accepted(request, body, asked, Eyes(host))

    @describe(
        "export_list",
        "Files of a host's tables",
        tag="exports",
        query=told.ExportPage,
        tells={200: told.ExportList},
        refuses=(400, 401, 403),
        takes=(LANGUAGE,),
    )
    def get(self, request: Request) -> HttpResponse:
        """All that count to the host's limits, whoever at its tables asked for them."""
        host = host_needed(request)
        return listed(request, exports.exports_of(host), Eyes(host))


class ExportOfferView(Open):
    """What may be asked for."""

    @describe(
        "export_offer",
        "Formats, limits, and how long files are kept",
        tag="exports",
        tells={200: told.ExportOffer},
    )
    def get(self, request: Request) -> HttpResponse:
        """A format's version rises when a reader of the one before could misread its files."""
        formats = [
            {
                "format": form.name,
                "version": form.version,
                "suffix": form.suffix_of(1),
                "media_type": form.media_type_of(1),
            }
            for form in FORMATS.values()
        ]
        limits = {
            "kept_seconds": int(settings.EXPORT_KEPT_FOR.total_seconds()),
            "link_seconds": int(exports.LINK_LASTS.total_seconds()),
            "ends_within_seconds": int(settings.EXPORT_ENDS_WITHIN.total_seconds()),
            "unfinished": settings.EXPORTS_AT_ONCE,
            "kept": settings.EXPORTS_KEPT,
            "entries": settings.EXPORTS_ENTRIES,
            "games": exports.MOST_GAMES,
        }
        return answer({"formats": formats, "limits": limits})


# --- One of them -------------------------------------------------------------------------------


class OfExport(Endpoint):
    """An address of one export: who asks is found out at the table it was asked for at."""

    names_table_in_body = True
    export: Export
    eyes: Eyes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        export = Export.objects.filter(pk=kwargs["export_id"]).first()
        self.eyes = self.asker(request, export)
        if export is None or not self.eyes.sees(export):
            raise NotFound
        self.export = exports.export_settled(export)

    def asker(self, request: Request, export: Export | None) -> Eyes:
        if export is None or export.game_id is None:
            host = host_asking(request)
            if host is not None:
                request.auth = HostCaller(host)
            return Eyes(host)
        actor, self.game = actor_asking(request, export.game_id)
        if self.game.deleted_at is not None:
            raise GameDeleted(game=str(export.game_id))
        request.auth = actor
        return Eyes(actor=actor)


class ExportView(OfExport):
    """One export."""

    @describe(
        "export_get",
        "Follow an export",
        tag="exports",
        tells={200: told.Export},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE, LANGUAGE, RETRY),
        cached=True,
    )
    def get(self, request: Request, export_id: UUID) -> HttpResponse:
        """Poll it with the ETag it came with: 304 as long as nothing has changed."""
        tag = f'"{self.export.version}.{self.eyes.owns(self.export):d}.{get_language()}"'
        if is_known(request, tag):
            return unchanged(tag)
        response = tagged(rendered(export_json(self.export, self.eyes)), tag)
        if not self.export.has_ended:
            response["Retry-After"] = POLL_AGAIN
        return response

    @describe(
        "export_discard",
        "Throw a file away",
        tag="exports",
        tells={204: None},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE,),
    )
    def delete(self, request: Request, export_id: UUID) -> HttpResponse:
        """Before its time, to make room for others; one that is not done is called off."""
        exports.export_discard(export=self.export)
        return nothing()


class ExportCancelView(OfExport):
    """Calling an export off."""

    @describe(
        "export_cancel",
        "Call an export off",
        tag="exports",
        tells={200: told.Export},
        refuses=(401, 403, 404),
        takes=(SEAT_OF_DEVICE, LANGUAGE),
        retried=True,
    )
    def post(self, request: Request, export_id: UUID) -> HttpResponse:
        """One that has ended stays as it ended."""

        def cancelled() -> Told:
            return Told(200, export_json(exports.export_cancel(export=self.export), self.eyes))

        return told_once(request, None, cancelled)


class ExportLinkView(OfExport):
    """Links to a file."""

    @describe(
        "export_link",
        "Get a link to the file",
        tag="exports",
        tells={201: told.ExportLink},
        refuses=(401, 403, 404, 409),
        takes=(SEAT_OF_DEVICE,),
        retried=True,
    )
    def post(self, request: Request, export_id: UUID) -> HttpResponse:
        """For whoever asked for the file. It needs no token, so a browser can follow it, and is good
        for an hour; a fresh one ends the one before, and goes on with a download that broke off."""
        if not self.eyes.owns(self.export):
            raise NotFound

        def issued(_told: dict[str, Any]) -> dict[str, Any]:
            link = exports.link_issue(export=self.export)
            url = public_url(request, f"/api/v1/exports/files/{link.secret}/")
            return {"url": url, "expires_at": time_of(link.until)}

        return told_once(request, None, lambda: Told(201, {}), finish=issued)
