"""What is registered under which name: kept as it was written, once, and found when all editions are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.rules import registry
from games.rules.actions.base import kind_of, kinds, register

Find = Callable[[str], Any]
Keep = Callable[[str], Callable[[Any], Any]]

HOOKS = [
    ("_NAMED", registry.named, registry.rule_named),
    ("_REROLLS", registry.reroll, registry.reroll_named),
    ("_AFTER_MOVE_ROLL", registry.after_move_roll, registry.after_move_roll_named),
    ("_WATCHERS", registry.watcher, registry.watcher_named),
]


# Named rules go to where they belong before a test empties a shelf.
registry.load_editions()


def a_rule() -> None:
    """Nothing is done by it."""


@pytest.mark.parametrize(("shelf", "keep", "find"), HOOKS)
def test_a_rule_stays_what_it_was_when_it_is_given_a_name(
    monkeypatch: pytest.MonkeyPatch, shelf: str, keep: Keep, find: Find
) -> None:
    monkeypatch.setattr(registry, shelf, {})

    assert keep("tax")(a_rule) is a_rule
    assert find("tax") is a_rule
    with pytest.raises(ValueError, match="two rules are named tax"):
        keep("tax")(lambda: None)


@pytest.mark.parametrize(("shelf", "keep", "find"), HOOKS)
def test_a_name_is_looked_for_once_all_editions_are_there(
    monkeypatch: pytest.MonkeyPatch, shelf: str, keep: Keep, find: Find
) -> None:
    monkeypatch.setattr(registry, shelf, {})
    monkeypatch.setattr(registry, "load_editions", lambda: keep("tax")(a_rule))

    assert find("tax") is a_rule


def test_an_action_is_known_once_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    move = kind_of("move")
    monkeypatch.setattr("games.rules.actions.base._KINDS", {})

    register(move)
    with pytest.raises(ValueError, match="two actions are named move"):
        register(move)


def test_all_actions_are_found_in_the_order_of_their_names() -> None:
    found = kinds.__wrapped__()

    assert found == kinds()
    assert list(found) == sorted(found)
