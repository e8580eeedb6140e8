"""Reads: the table, its history and what may be done, as one reader may see them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import get_language

from games.actors import Actor
from games.cache import Recent
from games.errors import NotFound
from games.history import table_at
from games.lobby import BEGIN, logs_for, seats_to_agree
from games.models import ActionRecord, Game
from games.reading import Open, resumed, viewer_of
from games.rules.actions.base import kind_of
from games.rules.actions.correct import CORRECTIONS
from games.rules.checklist import checklist, to_do
from games.rules.legality import legal_actions, told_kinds
from games.rules.table import Table
from games.rules.viewpoint import Viewer, view_table
from games.sentences import Names, action_label, told_label
from games.store import Kept, pending_of, settled
from games.telling import entries_told, names_for, waiting_told

MOST_ENTRIES = 100


@dataclass(frozen=True, slots=True)
class Now:
    """A game at one moment: its row, its table, and the action that waits."""

    game: Game
    kept: Kept
    waiting: Open | None

    @property
    def table(self) -> Table:
        """The table as it stands; with a question open, as it provisionally stands."""
        return self.waiting.asking.table if self.waiting else self.kept.table


_NOW: Recent[tuple[UUID, int, str], Now] = Recent(128)
_VIEWS: Recent[tuple[Any, ...], tuple[dict[str, Any], bytes]] = Recent(512)
_PAST: Recent[tuple[UUID, int, int], Table] = Recent(32)


def now(game: Game) -> Now:
    """The table of a game as it was just read, or as it is if somebody wrote since."""
    if (found := _NOW.get((game.pk, game.version, game.pack_hash))) is not None:
        return found
    game, kept = settled(game)
    found = Now(game, kept, resumed(kept.table, pending_of(game)))
    _NOW.put((game.pk, game.version, game.pack_hash), found)
    return found


# ---------------------------------------------------------------------- the table


def table_view(game: Game, actor: Actor, *, at: int | None = None) -> dict[str, Any]:
    """The table as one reader may see it, now or after an earlier entry; shared, so change nothing in it.

    Raises:
        NotFound: There is no such entry.
    """
    return _view(game, actor, at)[0]


def table_json(game: Game, actor: Actor, *, at: int | None = None) -> bytes:
    """The same, as it is sent.

    Raises:
        NotFound: There is no such entry.
    """
    return _view(game, actor, at)[1]


def _view(game: Game, actor: Actor, at: int | None) -> tuple[dict[str, Any], bytes]:
    viewer = viewer_of(actor)
    key = (game.pk, game.version, at, viewer, actor.is_host, get_language())
    if (found := _VIEWS.get(key)) is None:
        moment = now(game)
        seen = _seen(moment, viewer) if at is None else _seen_at(moment, viewer, at)
        found = seen, json.dumps(seen, ensure_ascii=False, separators=(",", ":")).encode()
        if moment.game.version == game.version:
            _VIEWS.put(key, found)
    return found


def table_previewed(game: Game, actor: Actor, table: Table) -> dict[str, Any]:
    """A table that a dry run led to, in the shape of the table as it stands."""
    return {
        **_frame(game, game.seq),
        **view_table(table, viewer_of(actor)),
        "is_provisional": True,
        "question": None,
        "to_do": [],
        "top_seq": game.top_seq,
        "redo_seq": game.redo_seq,
    }


def _seen(moment: Now, viewer: Viewer) -> dict[str, Any]:
    game, t = moment.game, moment.table
    return {
        **_frame(game, game.seq),
        **view_table(t, viewer),
        "is_provisional": moment.waiting is not None,
        "question": question_of(moment, viewer),
        "to_do": []
        if moment.waiting
        else _dues(t, names_for(moment.kept, t, viewer), seats_to_agree(game)),
        "top_seq": game.top_seq,
        "redo_seq": game.redo_seq,
    }


def _seen_at(moment: Now, viewer: Viewer, seq: int) -> dict[str, Any]:
    t = past_table(moment, seq)
    record = (
        ActionRecord.objects.filter(game=moment.game, seq=seq)
        .values_list("top_seq", "redo_seq")
        .first()
    )
    top, redo = record or (None, None)
    return {
        **_frame(moment.game, seq),
        **view_table(t, viewer),
        "is_provisional": False,
        "question": None,
        "to_do": _dues(t, names_for(moment.kept, t, viewer)),
        "top_seq": top,
        "redo_seq": redo,
    }


def _frame(game: Game, seq: int) -> dict[str, Any]:
    return {"game": str(game.pk), "version": game.version, "seq": seq}


def past_table(moment: Now, seq: int) -> Table:
    """The table as it was after an entry.

    Raises:
        NotFound: There is no such entry.
    """
    key = (moment.game.pk, moment.game.version, seq)
    if (found := _PAST.get(key)) is None:
        found = table_at(moment.game, moment.kept, seq)
        _PAST.put(key, found)
    return found


def question_of(moment: Now, viewer: Viewer) -> dict[str, Any] | None:
    """The open question, which action it belongs to, and how far that has come."""
    if (waiting := moment.waiting) is None:
        return None
    return waiting_told(moment.kept, waiting, viewer, moment.game.pending.logged_by)


# ---------------------------------------------------------------------- the log


def history(
    game: Game,
    actor: Actor,
    *,
    after: int | None = None,
    before: int | None = None,
    limit: int = MOST_ENTRIES,
    seat: str | None = None,
    kind: str | None = None,
) -> tuple[list[dict[str, Any]], bool]:
    """Entries after one, oldest first, or before one (or the last ones), newest first.

    Returns:
        The entries, and whether there are more in that direction.
    """
    moment, viewer = now(game), viewer_of(actor)
    rows = ActionRecord.objects.filter(game=game)
    if seat is not None:
        rows = rows.filter(seat=seat)
    if kind is not None:
        rows = rows.filter(kind=kind)
    if after is not None:
        found = list(rows.filter(seq__gt=after).order_by("seq")[: limit + 1])
    else:
        found = list(
            (rows.filter(seq__lt=before) if before is not None else rows).order_by("-seq")[
                : limit + 1
            ]
        )
    more, found = len(found) > limit, found[:limit]
    told = _told(moment, viewer, sorted(found, key=lambda record: record.seq))
    return (told if after is not None else told[::-1]), more


def _told(moment: Now, viewer: Viewer, records: list[ActionRecord]) -> list[dict[str, Any]]:
    if not records:
        return []
    t = past_table(moment, max(0, min(records[0].seq - 1, moment.game.seq)))
    return entries_told(records, moment.kept.table, viewer, names_for(moment.kept, t, viewer))


def entry_get(game: Game, actor: Actor, seq: int) -> dict[str, Any]:
    """One entry.

    Raises:
        NotFound: There is no such entry.
    """
    record = ActionRecord.objects.filter(game=game, seq=seq).first()
    if record is None:
        raise NotFound(seq=seq)
    return _told(now(game), viewer_of(actor), [record])[0]


# ---------------------------------------------------------------------- what may be done


def legal(game: Game, actor: Actor, *, seat: str | None = None) -> dict[str, Any]:
    """What a seat may do now, each ready to be sent; what waits; what could be taken back.

    Args:
        game: Its row.
        actor: Who asks.
        seat: Whose actions; the reader's own seat, or whoever's turn it is, if none is named.

    Raises:
        NotFound: There is no such seat.
    """
    moment, viewer = now(game), viewer_of(actor)
    t = moment.kept.table
    who = seat or actor.seat or t.turn.seat
    if who is not None and who not in t.figures:
        raise NotFound(seat=who)
    names, missing = names_for(moment.kept, t, viewer), seats_to_agree(game)
    offers = legal_actions(t, who) if who is not None and moment.waiting is None else ()
    return {
        "version": moment.game.version,
        "seat": who,
        "may_log": who is not None and logs_for(actor, game, who),
        "agreement": missing,
        "actions": [
            {
                "body": offer.body(),
                "text": action_label(
                    offer.kind, offer.offer.params, t.pack, names, space=t.figures[offer.seat].space
                ),
                "costs": offer.offer.costs,
                "due": offer.offer.due,
                "closes": offer.offer.closes,
            }
            for offer in offers
            if (not offer.offer.secret or viewer.sees(who))
            and not (missing and offer.kind == BEGIN)
        ],
        "told": [
            {"kind": kind, "text": told_label(kind, t.pack)}
            for kind in _filled_in(moment, actor, who)
        ],
        "question": question_of(moment, viewer),
        "undo": _undo_offer(moment, actor),
        "redo": _redo_offer(moment, actor),
        "checklist": _checklist(t),
        "dues": _dues(t, names, missing),
    }


def _filled_in(moment: Now, actor: Actor, seat: str | None) -> list[str]:
    """The kinds of action that somebody may log now with what only people know.

    While a question is open, these are the corrections; the state of the whole table is the host's.
    """
    if seat is None or not (actor.is_host or actor.seat):
        return []
    return [
        kind
        for kind in told_kinds(moment.kept.table, seat)
        if (actor.is_host or not kind_of(kind).for_host)
        and (moment.waiting is None or kind in CORRECTIONS)
    ]


def to_do_view(game: Game) -> dict[str, Any]:
    """The steps of set-up with who has still to do them, and what the turn owes; for everybody."""
    moment, missing = now(game), seats_to_agree(game)
    t = moment.kept.table
    return {
        "version": moment.game.version,
        "agreement": missing,
        "checklist": _checklist(t),
        "dues": _dues(t, names_for(moment.kept, t, Viewer()), missing),
    }


def _undo_offer(moment: Now, actor: Actor) -> dict[str, Any] | None:
    top = moment.game.top_seq
    if top is None or moment.waiting is not None:
        return None
    return {"seq": top, "may": _may_reverse(moment, actor, top)}


def _redo_offer(moment: Now, actor: Actor) -> dict[str, Any] | None:
    seq = moment.game.redo_seq
    if seq is None or moment.waiting is not None:
        return None
    return {"seq": seq, "may": _may_reverse(moment, actor, seq)}


def _may_reverse(moment: Now, actor: Actor, seq: int) -> bool:
    if actor.is_host:
        return True
    by = (
        ActionRecord.objects.filter(game=moment.game, seq=seq)
        .values_list("logged_by", flat=True)
        .first()
    )
    return by == actor.name


def _checklist(t: Table) -> list[dict[str, Any]]:
    titles = {step.id: step.title for step in t.pack.edition.setup}
    return [
        {
            "id": s.id,
            "title": titles[s.id],
            "action": s.action,
            "done": s.done,
            "waiting": list(s.waiting),
            "rules": list(s.cites),
        }
        for s in checklist(t)
    ]


def _dues(t: Table, names: Names, missing: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What the table owes; while seats are missing that have to agree, not yet the beginning."""
    return [
        {
            "seat": d.seat,
            "what": d.what,
            "text": action_label(d.action, d.params, t.pack, names, space=t.figures[d.seat].space),
            "action": d.action,
            "optional": d.optional,
            "params": d.params,
            "reminds": list(d.reminds),
        }
        for d in to_do(t)
        if not (missing and d.action == BEGIN)
    ]


def entries_of(game: Game) -> QuerySet[ActionRecord]:
    """A game's log in the order logged."""
    return ActionRecord.objects.filter(game=game).order_by("seq")
