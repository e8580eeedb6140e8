"""Named rules and hooks by id: what a pack or a policy may call without core code knowing an edition."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_NAMED: dict[str, Callable[..., Any]] = {}
_REROLLS: dict[str, Callable[..., Any]] = {}
_AFTER_MOVE_ROLL: dict[str, Callable[..., Any]] = {}
_WATCHERS: dict[str, Callable[..., Any]] = {}


def _register(where: dict[str, Callable[..., Any]], name: str) -> Callable[[F], F]:
    def keep(rule: F) -> F:
        if where.setdefault(name, rule) is not rule:
            raise ValueError(f"two rules are named {name}")
        return rule

    return keep


def named(name: str) -> Callable[[F], F]:
    """Register a rule that `rule:` in a pack may name: `(t, me, cites, **with)`."""
    return _register(_NAMED, name)


def reroll(name: str) -> Callable[[F], F]:
    """Register a way in which tokens of fate change rolls, for a policy's `reroll`."""
    return _register(_REROLLS, name)


def after_move_roll(name: str) -> Callable[[F], F]:
    """Register what follows a movement roll, for a policy's `after_move_roll`."""
    return _register(_AFTER_MOVE_ROLL, name)


def watcher(name: str) -> Callable[[F], F]:
    """Register what looks on when a figure gains, takes or defeats something, for a policy's `watch`."""
    return _register(_WATCHERS, name)


@cache
def load_editions() -> None:
    """Import every module of `games.rules.editions`, each of which registers its rules."""
    package = importlib.import_module("games.rules.editions")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"games.rules.editions.{module.name}")


def rule_named(name: str) -> Callable[..., Any]:
    """The rule of a name.

    Raises:
        KeyError: No edition registers it.
    """
    load_editions()
    return _NAMED[name]


def reroll_named(name: str) -> Callable[..., Any]:
    """The reroll rule of a name."""
    load_editions()
    return _REROLLS[name]


def after_move_roll_named(name: str) -> Callable[..., Any]:
    """What follows a movement roll, by name."""
    load_editions()
    return _AFTER_MOVE_ROLL[name]


def watcher_named(name: str) -> Callable[..., Any]:
    """What looks on, by name."""
    load_editions()
    return _WATCHERS[name]


def names() -> frozenset[str]:
    """Every name that a pack's `rule:` may use."""
    load_editions()
    return frozenset(_NAMED)
