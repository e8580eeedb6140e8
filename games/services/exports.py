"""Files of what was played: asked for, looked after, called off, fetched by a link.

What is in a file is settled when it is asked for: the tables, the last entry of each, and whose eyes
read. Whoever asked may fetch it; hosts see which files of their tables there are, and may call them
off, but a seat's file holds that seat's hand and is its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import BinaryIO
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from games.actors import Actor
from games.errors import InvalidOption, NoFile, NotAllowed, NotFound, TooManyExports, UnknownLink
from games.exports.formats import FORMATS
from games.exports.source import Source, source_for
from games.lobby import games_of
from games.locking import writing_rows
from games.models import Export, Game, Host
from games.queue import send_export
from games.services import export_files as files
from games.services.export_runs import ENDED
from games.services.export_upkeep import expire, export_end_if_due, is_large
from games.services.tokens import DOWNLOAD, secret_hash, secret_make

State = Export.State

MOST_GAMES = 100
LINK_LASTS = timedelta(hours=1)
LONGEST_STEM, MOST_BYTES = 60, 150
# What some file system or shell takes for something else than a letter.
NOT_IN_NAMES = frozenset('/\\:*?"<>|%;`$')


# --- Asking ------------------------------------------------------------------------------------


def export_ask(*, game: Game, actor: Actor, form: str, for_everybody: bool = False) -> Export:
    """Somebody at a table asks for a file of it; call it in a transaction.

    Args:
        game: The table, as far as it has come.
        actor: Who asks, and through whose eyes the file is written.
        form: Which format.
        for_everybody: Without the asker's own hand, so that it can be passed on.

    Raises:
        NotAllowed: A screen asks; it shows, and keeps nothing.
        InvalidOption: There is no such format.
        TooManyExports: The host's tables have as many as fit.
    """
    if actor.role == "screen":
        raise NotAllowed
    source = source_for(game, actor)
    if for_everybody:
        source = replace(source, seat=None)
    host = Host.objects.get(pk=game.host_id)
    return _queued(host, game, actor.name, form, [source], name_of([game]))


def exports_ask(*, host: Host, form: str, games: Sequence[UUID] | None = None) -> Export:
    """A host asks for one file of several of its tables, or of all; call it in a transaction.

    Raises:
        NotFound: One of them is not this host's.
        InvalidOption: There is no such format, or no table, or too many.
        TooManyExports: The host has as many as fit.
    """
    mine = games_of(host).order_by("created_at", "pk")
    found = list(mine if games is None else mine.filter(pk__in=games))
    if games is not None and (missing := {*games} - {game.pk for game in found}):
        raise NotFound(game=str(min(missing)))
    if not 0 < len(found) <= MOST_GAMES:
        raise InvalidOption(option="games", given=len(found), most=MOST_GAMES)
    sources = [source_for(game, _as_host(game, host)) for game in found]
    return _queued(host, None, "host", form, sources, name_of(found))


def _as_host(game: Game, host: Host) -> Actor:
    return Actor(game.pk, None, None, "host", is_host=True, name="host", scope=f"host:{host.pk}")


def _queued(
    host: Host, game: Game | None, asked_by: str, form: str, sources: list[Source], name: str
) -> Export:
    """The row first; the message goes once it can be seen."""
    if form not in FORMATS:
        raise InvalidOption(option="format", given=form, known=sorted(FORMATS))
    # From 0, with which a log begins.
    entries = sum(source.seq + 1 for source in sources)
    check_limits(host, entries)
    now = timezone.now()
    export = Export.objects.create(
        host=host,
        game=game,
        asked_by=asked_by,
        format=form,
        sources=[source.to_json() for source in sources],
        entries=entries,
        name=f"{name} {now:%Y-%m-%d}",
        sends=1,
        sent_at=now,
        created_at=now,
        ends_by=now + settings.EXPORT_ENDS_WITHIN,
    )
    send_export(export.pk, is_large=is_large(export))
    return export


def check_limits(host: Host, entries: int) -> None:
    """Raises TooManyExports if a host's tables have as many unfinished, kept or large ones as fit."""
    # Two who ask at once must not both be the last.
    Host.objects.select_for_update().get(pk=host.pk)
    counted = Export.objects.filter(host=host)
    unfinished = counted.filter(state__in=Export.UNFINISHED)
    kept = counted.filter(state=State.DONE)
    both = counted.filter(Q(state__in=Export.UNFINISHED) | Q(state=State.DONE))
    there = both.aggregate(sum=Sum("entries"))["sum"] or 0
    for limit, found, most in (
        ("unfinished", unfinished.count() + 1, settings.EXPORTS_AT_ONCE),
        ("kept", kept.count() + 1, settings.EXPORTS_KEPT),
        ("entries", there + entries, settings.EXPORTS_ENTRIES),
    ):
        if found > most:
            raise TooManyExports(limit=limit, most=most)


def name_of(games: Sequence[Game]) -> str:
    r"""How a file of tables is called before its date and ending: whatever a table is called, harmless.

    >>> name_of([Game(name="../Friday\r\n\u202efdp.exe")])
    'Friday fdp.exe'
    >>> name_of([Game(name="...")]), name_of([Game(name="a"), Game(name="b")])
    ('table', '2 tables')
    """
    if len(games) > 1:
        return f"{len(games)} tables"
    plain = "".join(_in_name(sign) for sign in unicodedata.normalize("NFC", games[0].name))
    stem = " ".join(plain.split()).strip(". -")[:LONGEST_STEM]
    return stem.encode()[:MOST_BYTES].decode(errors="ignore").strip(". -") or "table"


def _in_name(sign: str) -> str:
    """A sign as a file's name may hold it; what steers a terminal or the direction of writing is left out."""
    kind = unicodedata.category(sign)
    if sign.isspace() or kind == "Cc":
        return " "
    if kind.startswith("C"):
        return ""
    return "-" if sign in NOT_IN_NAMES else sign


# --- Looking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks at exports: an actor at a table, or a host wherever its tables are."""

    host: Host | None = None
    actor: Actor | None = None

    def sees(self, export: Export) -> bool:
        """Whether they may know of it: whoever asked, and hosts."""
        if self.host is not None:
            return export.host_id == self.host.pk
        if self.actor is None or export.game_id != self.actor.game_id:
            return False
        return self.actor.is_host or self.owns(export)

    def owns(self, export: Export) -> bool:
        """Whether they may read it: whoever asked, in the same role."""
        if self.host is not None:
            return (export.host_id, export.asked_by) == (self.host.pk, "host")
        return self.actor is not None and (
            (export.game_id, export.asked_by) == (self.actor.game_id, self.actor.name)
        )


def exports_at(actor: Actor) -> QuerySet[Export]:
    """The exports of a table that somebody there may know of."""
    found = Export.objects.filter(game=actor.game_id)
    return found if actor.is_host else found.filter(asked_by=actor.name)


def exports_of(host: Host) -> QuerySet[Export]:
    """Every export that counts to a host's limits."""
    return Export.objects.filter(host=host)


def export_settled(export: Export) -> Export:
    """An export as it stands; one that is overdue has ended, though nobody swept."""
    if export_end_if_due(export, timezone.now()):
        export.refresh_from_db()
    return export


# --- Calling off -------------------------------------------------------------------------------


def export_cancel(*, export: Export) -> Export:
    """Call an export off; one that has ended stays as it ended."""
    with writing_rows():
        ended = Export.objects.filter(pk=export.pk, state__in=Export.UNFINISHED).update(
            **ENDED, state=State.CANCELLED, finished_at=timezone.now()
        )
    if ended:
        files.clear(export.pk)
    export.refresh_from_db()
    return export


def export_discard(*, export: Export) -> None:
    """Throw the file away before its time, or call the export off."""
    expire(Export.objects.filter(pk=export.pk, state=State.DONE), export_cancel(export=export))


# --- Fetching ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Link:
    """An address's secret part, which nobody can be told again, and until when it is good."""

    secret: str
    until: datetime


def link_issue(*, export: Export) -> Link:
    """A link that fetches the file for an hour; the one before it ends.

    Raises:
        NoFile: The export has none, not yet or no more.
    """
    now = timezone.now()
    if export.state != State.DONE or export.expires_at is None or not files.is_there(export.file):
        raise NoFile(state=export.state)
    until = min(now + LINK_LASTS, export.expires_at)
    secret = secret_make(DOWNLOAD)
    with writing_rows():
        issued = Export.objects.filter(pk=export.pk, state=State.DONE).update(
            link_hash=secret_hash(secret), link_until=until
        )
    if not issued:
        raise NoFile(state=State.EXPIRED)
    return Link(secret, until)


def link_follow(*, secret: str) -> tuple[Export, BinaryIO]:
    """The file behind a link, open to be read.

    Raises:
        UnknownLink: It was never issued, has run out, or a later one took its place.
    """
    now = timezone.now()
    export = Export.objects.filter(
        link_hash=secret_hash(secret), link_until__gt=now, expires_at__gt=now
    ).first()
    if export is None:
        raise UnknownLink
    try:
        return export, files.open_kept(export.file)
    except FileNotFoundError:
        raise UnknownLink from None
