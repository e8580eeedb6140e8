"""The log as a story: one paragraph for each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from content.schema.pack import Pack
from games.sentences.labels import ACTIONS, action_label, change_label
from games.sentences.names import NO_NAMES, Names
from games.sentences.render import sentence
from games.sentences.words import Words, all_of


def story(entry: Mapping[str, Any], pack: Pack, names: Names = NO_NAMES) -> str:
    """One paragraph for an entry of the log, as its reader may see it.

    Args:
        entry: In JSON: at least its `notes` and `changes`; `kind`, `seat` and `params` help where it
            has no notes, `entry` and `undoes` say what was taken back.
        names: The names before the entry; `Names.after` steps on to the next one.
    """
    if entry.get("undoes"):
        return _taken_back(entry)
    known = names.during(entry["changes"])
    told = [sentence(note, pack, known) for note in entry["notes"]]
    if any(note["code"] == "set_by_hand" for note in entry["notes"]):
        told += _changed(entry["changes"], pack, known)
    return " ".join(told) or _done(entry, pack, known)


def _taken_back(entry: Mapping[str, Any]) -> str:
    seqs = all_of(str(seq) for seq in entry["undoes"])
    many = len(entry["undoes"])
    if entry["entry"] == "redo":
        text = ngettext("Entry {seqs} counts again.", "Entries {seqs} count again.", many)
    else:
        text = ngettext("Entry {seqs} is taken back.", "Entries {seqs} are taken back.", many)
    return text.format(seqs=seqs)


def _changed(changes: Iterable[Mapping[str, Any]], pack: Pack, names: Names) -> Iterator[str]:
    words = Words(pack, names)
    for change in changes:
        line = change_label(change, pack, names)
        if line and change["what"] == "figure":
            yield gettext("{who}: {what}.").format(who=words.who(change["id"]), what=line)
        elif line:
            yield gettext("{what}.").format(what=line)


def _done(entry: Mapping[str, Any], pack: Pack, names: Names) -> str:
    """What was done, where a rule had nothing to say of it."""
    if entry.get("entry") == "start":
        return gettext("The table is opened.")
    if entry.get("kind") not in ACTIONS:
        return gettext("Nothing happens.")
    label = action_label(entry["kind"], entry["params"], pack, names)
    return gettext("{who}: {what}.").format(who=Words(pack, names).who(entry["seat"]), what=label)
