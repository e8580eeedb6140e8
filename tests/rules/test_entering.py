"""A character comes into play: what is said of its card and of what it inherits, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.errors import InvalidAction
from games.rules.runner import Resolved, run
from games.rules.verbs.entering import choose_character, deal_spells, inherit, read_character
from tests.builders import a_table, codes

FACTS = {"strength": 2, "craft": 5, "life": 4, "fate": 2, "start": "moor"}


@pytest.mark.parametrize(
    ("character", "alignment", "said"),
    [
        ("wizard", "evil", ["chose"]),
        ("wizard", "good", ["alignment_differs", "chose"]),
        ("frog", "neutral", ["chose"]),
    ],
)
def test_that_a_side_differs_is_said_only_where_it_does(
    character: str, alignment: str, said: list[str]
) -> None:
    """The wizard is likely evil, the frog printed neutral."""
    table = a_table("loose", phase="setup", ann={"status": "waiting"}, bob={"status": "waiting"})
    facts = {"facts": {**FACTS, "alignment": alignment}}

    chosen = run(table, lambda t: choose_character(t, t.figure("ann"), character, ()), [facts])

    assert isinstance(chosen, Resolved)
    assert codes(chosen.table.notes) == said


def test_a_character_that_the_box_does_not_have_is_named_and_nothing_outranks_that() -> None:
    table = a_table("plain", ann={}, bob={})

    with pytest.raises(InvalidAction) as unknown:
        run(table, lambda t: read_character(t, t.figure("ann"), "hero"))

    (problem,) = unknown.value.problems
    assert (problem.code, problem.params) == ("unknown_character", {"character": "hero"})
    assert (problem.cites, problem.hard) == (("TT-CHARACTERS-1",), True)


def test_of_coins_that_nobody_left_nothing_is_said() -> None:
    inherited = run(a_table("plain", ann={}, bob={}), lambda t: inherit(t, t.figure("ann")))

    assert isinstance(inherited, Resolved)
    assert (inherited.table.notes, inherited.table.changes) == ([], [])


@pytest.mark.parametrize(("spells", "said"), [(0, ["no_spells"]), (1, ["drew_spells"])])
def test_as_many_spells_are_dealt_as_the_card_names(spells: int, said: list[str]) -> None:
    table = a_table("plain", ann={"craft": 2}, bob={})
    table.put("fact", "character:thief", "value", {**FACTS, "alignment": "neutral", "spells": spells})  # fmt: skip
    answers: list[dict[str, Any]] = [{"cards": [{}]}] * spells

    def rule(t: Any) -> Any:
        facts = yield from read_character(t, t.figure("ann"), "thief")
        yield from deal_spells(t, t.figure("ann"), facts, ("TT-SETUP-SPELLS-1",))

    dealt = run(table, rule, answers)

    assert isinstance(dealt, Resolved)
    assert codes(dealt.table.notes) == said
