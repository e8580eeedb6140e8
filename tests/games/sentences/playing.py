"""A short evening, logged entry by entry, as a story and as questions and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from content.library import pack
from games.rules.actions.base import Action, Cause
from games.rules.asks import Answer
from games.rules.errors import RulesError
from games.rules.legality import check_action, rule_of
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from games.sentences import Names, sentence, story

PACK = pack("star-wars")
PEOPLE = {"A": "Anna", "B": "Ben"}
CHOSEN_FREELY = Cause(kind="house_rule", name="Free choice")

MACE = {
    "alignment": "good", "strength": 4, "craft": 3, "life": 4, "fate": 2, "start": "chandrila",
    "spells": 1,
}  # fmt: skip
MAUL = {"alignment": "evil", "strength": 5, "craft": 3, "life": 4, "fate": 1, "start": "dathomir"}
THUG = {
    "id": "thug", "name": "Thug", "type": "enemy", "alignment": "neutral", "number": 2,
    "strength": 5,
}  # fmt: skip

Step = tuple[str, str, dict[str, Any], list[Answer]]

STEPS: list[Step] = [
    ("prepare_board", "A", {}, []),
    ("choose_character", "A", {"character": "mace-windu"}, [{"facts": MACE}]),
    ("choose_character", "B", {"character": "darth-maul"}, [{"facts": MAUL}]),
    ("deal_spells", "A", {}, [{"cards": [{"card": "mind-trick"}]}]),
    ("deal_spells", "B", {}, []),
    ("set_up_character", "A", {}, []),
    ("set_up_character", "B", {}, []),
    ("begin", "A", {"first": "A"}, []),
    ("end_turn", "A", {}, []),
    ("move", "A", {}, [{"roll": [2]}, {"choose": "keep"}, {"choose": "clockwise-kiros"}]),
    ("move", "A", {}, []),
    (
        "encounter_space",
        "A",
        {},
        [{"roll": [4, 2]}, {"choose": "reroll-2"}, {"roll": [5]}, {"amount": 2}],
    ),
    ("end_turn", "A", {}, []),
    ("move", "B", {}, [{"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-serenno"}]),
    (
        "encounter_space",
        "B",
        {},
        [{"cards": [{"new": THUG}]}, {"choose": "fight"}, {"roll": [4]}, {"roll": [2]}, {"choose": "keep"}],
    ),
    ("exchange_trophies", "B", {"cards": ["c2"]}, []),
    ("correct", "B", {"reason": "we forgot a wound", "figures": {"A": {"life": 3}}}, []),
    ("end_turn", "B", {}, []),
]  # fmt: skip


def told() -> Iterator[str]:
    """Each step as one line: its story, or the question it stops at, or why it is refused."""
    table = Table(PACK, ("A", "B"))
    names = Names(PEOPLE)
    for kind, seat, params, answers in STEPS:
        cause = CHOSEN_FREELY if kind == "choose_character" else None
        action = Action(kind=kind, seat=seat, params=params, cause=cause)
        try:
            check_action(table, action)
            result = run(table, rule_of(action), answers)
        except RulesError as error:
            yield " ".join(sentence(problem, PACK, names) for problem in error.problems)
            continue
        if isinstance(result, Asking):
            yield sentence(result.ask, PACK, names)
            continue
        assert isinstance(result, Resolved)
        entry: dict[str, Any] = {
            "kind": kind,
            "seat": seat,
            "params": params,
            "notes": [note.to_json() for note in result.table.notes],
            "changes": [change.to_json() for change in result.table.changes],
        }
        yield story(entry, PACK, names)
        names = names.after(entry["changes"])
        table = result.table
        table.notes, table.changes = [], []
