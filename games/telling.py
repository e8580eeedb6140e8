"""Entries and questions with their sentences, as one reader may read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from content.schema.pack import Pack
from games.models import ActionRecord
from games.reading import Open, entry_seen
from games.rules.asks import Ask, Choose
from games.rules.table import Table
from games.rules.viewpoint import Viewer, view_ask
from games.sentences import Names, house_of, names_of, sentence, story
from games.store import Kept


def names_for(kept: Kept, table: Table, viewer: Viewer) -> Names:
    """What seats and cards of a table are called for one reader."""
    return names_of(table, kept.people, reader=viewer.seat)


def question_told(table: Table, ask: Ask, viewer: Viewer, names: Names) -> dict[str, Any]:
    """The open question with its words; somebody else's secret one says only whom it waits for."""
    seen = view_ask(table, ask, viewer)
    if ask.secret and not viewer.sees(ask.seat):
        return {**seen, "text": None}
    seen["text"] = sentence(ask, table.pack, names)
    if isinstance(ask, Choose):
        words = {
            option.id: (sentence(option, table.pack, names), option.barred)
            for option in ask.options
        }
        for option in seen["options"]:
            text, barred = words[option["id"]]
            option["text"] = text
            option["why_not"] = sentence(barred, table.pack, names) if barred else None
    return seen


def waiting_told(kept: Kept, waiting: Open, viewer: Viewer, logged_by: str) -> dict[str, Any]:
    """The open question, the action it belongs to, and how far that has come."""
    asking = waiting.asking
    told = question_told(asking.table, asking.ask, viewer, names_for(kept, asking.table, viewer))
    action = waiting.action
    return {
        **told,
        "action": {"kind": action.kind, "seat": action.seat, "logged_by": logged_by},
        "answered": len(waiting.answers),
        "last_by": waiting.answers[-1].get("by") if waiting.answers else None,
    }


def notes_told(notes: Iterable[dict[str, Any]], table: Table, names: Names) -> list[dict[str, Any]]:
    """Steps of a derivation, each with its sentence."""
    return [{**note, "text": sentence(note, table.pack, names)} for note in notes]


def rulings_told(
    rules: Iterable[str], pack: Pack, rulings: Collection[str]
) -> list[dict[str, str]]:
    """Which of these rules can be read two ways, and how; `rulings` are read the other way."""
    return [
        {"rule": rule, "reading": "alternative" if rule in rulings else "ruling"}
        for rule in dict.fromkeys(rules)
        if rule in pack.rulings
    ]


def entry_told(record: ActionRecord, table: Table, viewer: Viewer, names: Names) -> dict[str, Any]:
    """An entry with its story; `names` are those before it."""
    seen = entry_seen(record, viewer)
    notes = notes_told(seen["notes"], table, names.during(seen["changes"]))
    text = story(seen, table.pack, names)
    rulings = rulings_told(seen["rules"], table.pack, table.rulings)
    return {**seen, "notes": notes, "rulings": rulings, "text": text}


def entries_told(
    records: Sequence[ActionRecord], table: Table, viewer: Viewer, names: Names
) -> list[dict[str, Any]]:
    """Entries in the order logged; `names` are those before the first, `table` what it has become."""
    return list(in_order_told(records, table, viewer, names))


def in_order_told(
    records: Iterable[ActionRecord], table: Table, viewer: Viewer, names: Names
) -> Iterator[dict[str, Any]]:
    """The same one after another, for a log of any length.

    A card drawn unseen by the reader is told by name once it lies open, whenever it was described.
    """
    names = replace(names, house={**house_of(table), **names.house})
    for record in records:
        entry = entry_told(record, table, viewer, names)
        names = names.after(entry["changes"])
        yield entry


def names_before(records: Sequence[ActionRecord], viewer: Viewer, names: Names) -> Names:
    """The names before some entries in the order logged, from those after them."""
    for record in reversed(records):
        names = names.before(entry_seen(record, viewer)["changes"])
    return names


def latest_told(
    records: Sequence[ActionRecord], kept: Kept, viewer: Viewer
) -> list[dict[str, Any]]:
    """The last entries of a log in the order logged, told from what the table has become."""
    names = names_before(records, viewer, names_for(kept, kept.table, viewer))
    return entries_told(records, kept.table, viewer, names)
