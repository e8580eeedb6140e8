"""What a question tells beside its options: the numbers and names that people decide by."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.references import with_keys
from tests.builders import a_table, act
from tests.played import ask_of

FIGHT, WIN, LOSE = {"choose": "fight"}, {"roll": [6]}, {"roll": [1]}
BOTH = [FIGHT, FIGHT]
DICE = {"roll": {"shift_pay": "gold", "rows": {"1-5": [], "6": [{"gain": "craft"}]}}}
TOLD: dict[str, Any] = {"source": "card", "name": "Scroll"}
MOVED = [{"roll": [1]}, {"roll": [2]}]
BEATEN = [*MOVED, {"choose": "moor"}, {"choose": "craft"}, FIGHT, WIN, LOSE, {"roll": [4]}]


@pytest.mark.parametrize(
    ("given", "action", "answers", "told"),
    [
        (
            ("plain", {"ann": {"gold": 2}, "bob": {}}),
            act("tell", "ann", effects=[DICE], **TOLD),
            [{"roll": [4]}],
            {"rolled": 4, "dial": "gold"},
        ),
        (
            ("plain", {"ann": {"gold": 2}, "bob": {}}),
            act("tell", "ann", effects=[{"shop": {"sword": 2}}], **TOLD),
            [],
            {"gold": 2},
        ),
        (
            ("plain", {"ann": {"strength": 5}, "bob": {}, "phase": "encounter"}),
            act("encounter_character", "ann", other="bob"),
            [*BOTH, WIN, LOSE],
            {"other": "bob"},
        ),
        (
            ("plain", {"bob": {"status": "dead", "played": ["ghoul"], "aside": ["lamp"]}, "ann": {}}),
            act("start_again", "bob", character="priest"),
            [],
            {"card": "lamp"},
        ),
        (
            ("offers", {"ann": {"at": "chapel", "fate": 1}, "bob": {}, "phase": "encounter"}),
            act("encounter_space", "ann"),
            [],
            {"trigger": "prayer"},
        ),
        (
            ("bat", {"ann": {"at": "inn"}, "bob": {"at": "moor"}, "cat": {"at": "moor"}}),
            act("move", "ann", to="field"),
            MOVED,
            {"piece": "batman", "steps": 2},
        ),
        (
            ("bat", {"ann": {"at": "inn"}, "bob": {"at": "moor"}, "cat": {"at": "moor"}}),
            act("move", "ann", to="field"),
            [*MOVED, {"choose": "moor"}],
            {"piece": "batman"},
        ),
        (
            ("bat", {"ann": {"at": "inn"}, "bob": {"at": "moor", "craft": 6}}),
            act("move", "ann", to="field"),
            BEATEN,
            {"result": 4},
        ),
        (
            ("star-wars", {"mace": {"at": "citadel", "spells": ["mind-trick"] * 2}, "maul": {}, "phase": "encounter"}),
            act("encounter_space", "mace"),
            [{"choose": "<mind-trick>"}],
            {"added": 2},
        ),
    ],
)  # fmt: skip
def test_a_question_tells(
    given: tuple[str, dict[str, Any]],
    action: Any,
    answers: list[dict[str, Any]],
    told: dict[str, Any],
) -> None:
    pack, said = given
    table = a_table(pack, **said)

    asked = ask_of(table, action, with_keys(table, answers)).text.params

    assert {name: asked.get(name) for name in told} == told
