"""A game from its first entry to its last as text: all that was logged and said, nothing of when or by which token.

Everybody's view is in it: what all may read, and below it what only one seat may.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from talisman_companion.demo.phone import Json
from talisman_companion.demo.player import Player
from talisman_companion.demo.recording import HOST

# The rest of an entry's head: time, digests, the pack's hash and the version say when, not what.
_HEAD = ("seat", "logged_by", "turn", "parent_seq", "top_seq", "redo_seq")
_IF_ANY = ("params", "cause", "as_happened", "warnings", "undoes")
# Which game it is, and how many questions were asked on the way.
_PASSING = frozenset({"game", "version"})


def transcript(player: Player) -> str:
    """What the phones at the table can read once the game is played."""
    shared = player.log(player.phones[HOST])
    seats = [phone for name, phone in player.phones.items() if name != HOST]
    own = {str(phone.seat): player.log(phone) for phone in seats}
    lines = [line for at in range(len(shared)) for line in _entry(at, shared, own)]
    table = player.table(player.phones[HOST])
    lines += ["", "the table", *_table(table)]
    for phone in seats:
        seen = set(_table(player.table(phone))) - set(_table(table))
        lines += [f"  for {phone.seat}:{line}" for line in sorted(seen)]
    return "\n".join(lines) + "\n"


def _entry(at: int, shared: list[Json], own: dict[str, list[Json]]) -> Iterator[str]:
    entry = shared[at]
    head = " ".join(f"{name}={_json(entry[name])}" for name in _HEAD if entry[name] is not None)
    yield ""
    yield f"entry {entry['seq']}: {entry['entry']} {entry['kind']} {head}"
    lines = list(_body(entry))
    yield from lines
    for seat, log in own.items():
        for line in _body(log[at]):
            if line not in lines:
                yield f"  for {seat}:{line}"


def _body(entry: Json) -> Iterator[str]:
    for name in _IF_ANY:
        if entry[name]:
            yield f"  {name} {_json(entry[name])}"
    for answer in entry["answers"]:
        yield f"  answer {_json(answer)}"
    for note in entry["notes"]:
        yield f"  note {note['code']} {_json(note['params'])} {_cited(note)} {note['text']}"
    for change in entry["changes"]:
        what = " ".join(filter(None, (change["what"], change["id"], change["field"])))
        yield f"  change {what}: {_json(change['before'])} -> {_json(change['after'])} {_cited(change)}"
    if entry["text"] != " ".join(note["text"] for note in entry["notes"]):
        yield f"  text {entry['text']}"


def _table(table: Json) -> Iterator[str]:
    """Each part of the table on a line of its own; a part of many things, a line for each of them."""
    for name, value in table.items():
        if name in _PASSING:
            continue
        for label, part in _parts(name, value):
            yield f"  {label} {_json(part)}"


def _parts(name: str, value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return ((name, item) for item in value)
    if isinstance(value, dict):
        return ((f"{name}.{key}", item) for key, item in value.items())
    return ((name, value),)


def _cited(item: Json) -> str:
    return f"[{' '.join(item['rules'])}]"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
