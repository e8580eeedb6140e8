"""Small packs to test the engine on: `common.yaml`, and one file a pack with what differs from it.

A pack's file may hold any key of `common.yaml`; mappings are merged, lists replaced, except `cards`
(further cards by deck), `ledger` (rule ids with a title each) and `readings` (other ones of such
rules). Every topic of the core that a pack's `cites` leaves out stands in its ledger as `TT-<TOPIC>-1`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from content.library import pack as official_pack
from content.schema.pack import Pack
from content.strict_yaml import read
from games.rules.topics import Topic

HERE = Path(__file__).parent


@cache
def pack_named(pack_id: str) -> Pack:
    """A test pack, or else the official pack of that name."""
    path = HERE / f"{pack_id}.yaml"
    if not path.exists():
        return official_pack(pack_id)
    return _built(pack_id, _merged(_plain(HERE / "common.yaml"), _plain(path)))


def _plain(path: Path) -> dict[str, Any]:
    data = read(path.read_text(encoding="utf-8")).data
    assert isinstance(data, dict), path
    return {str(key): value for key, value in data.items()}


def _merged(below: Any, above: Any) -> Any:
    if isinstance(below, dict) and isinstance(above, dict):
        return {
            **below,
            **{k: _merged(below[k], v) if k in below else v for k, v in above.items()},
        }
    return above


def _built(pack_id: str, said: dict[str, Any]) -> Pack:
    topics = {topic.value: f"TT-{topic.value.upper().replace('_', '-')}-1" for topic in Topic}
    cites = {topic: [rule] for topic, rule in topics.items()} | said.pop("cites", {})
    titles = {rule: topic for topic, rule in topics.items()} | said.pop("ledger", {})
    board = {key: said.pop(key, []) for key in ("regions", "spaces", "links", "pieces")}
    for part in board.values():
        for thing in part:
            thing.setdefault("cites", [topics["board_order"]])
            for trigger in thing.get("triggers", ()):
                trigger.setdefault("cites", [topics["space_instructions"]])
    board["opposite"] = said.pop("opposite", {})
    further = said.pop("cards", {})
    decks = said.pop("decks")
    for deck in decks:
        deck.setdefault("cites", [topics["supply"]])
        deck["cards"] = deck["cards"] + further.get(deck["id"], [])
    readings = said.pop("readings", [])
    read = {reading["id"] for reading in readings}
    characters = said.pop("characters")
    for character in characters:
        character.setdefault("cites", [topics["characters"]])
    ledger = {
        "edition": pack_id,
        "title": said["title"],
        "rules": [_rule(rule, title, twice=rule in read) for rule, title in titles.items()],
    }
    return Pack.model_validate(
        {
            "edition": {"id": pack_id, "version": 1, "cites": cites, **said},
            "board": board,
            "characters": characters,
            "decks": decks,
            "ledger": ledger,
            "readings": readings,
        }
    )


def _rule(rule_id: str, title: str, *, twice: bool) -> dict[str, Any]:
    case = {"given": "see the cases", "when": "see the cases", "then": "see the cases"}
    return {
        "id": rule_id,
        "title": title,
        "section": "Test pack",
        "kind": "term",
        "rule": title,
        "cases": [case],
        **({"ruling": "It is so.", "alternative": "It is otherwise."} if twice else {}),
    }
