"""Plans: which answer is called best for which dice, and how much of that is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.rules.asks import Option, Rule, ask_amount, ask_choose, ask_roll
from games.rules.changes import Note
from games.rules.odds import Decision, Odds, odds
from games.rules.runner import RuleOf
from games.rules.table import Table
from tests.builders import a_table

CITES = ("SW-FATE-1",)


def played(rule: RuleOf, worth: Mapping[Any, Any] | None = None) -> Odds:
    """The odds of a rule whose result says what it is worth to mace, or is looked up."""
    aims = {"mace": lambda one: (worth[one.result] if worth else int(one.result),)}
    return odds(a_table("star-wars", mace={}, maul={}), rule, lambda one: one.result, aims)


def choose(purpose: str, *ids: str) -> Rule[str]:
    options = [Option(one, Note("option_no", {})) for one in ids]
    return (yield from ask_choose("mace", purpose, CITES, options))


def best(decision: Decision) -> dict[Any, tuple[tuple[int, ...], ...]]:
    """For each answer that is best for some throws, those throws."""
    return {next(iter(one.answer.values())): one.throws for one in decision.best}


@pytest.mark.parametrize(("most", "told"), [(2, 1), (1, 0)])
def test_a_plan_with_as_many_forks_as_are_allowed(
    monkeypatch: pytest.MonkeyPatch, most: int, told: int
) -> None:
    """The choice, and the end it leads to."""
    monkeypatch.setattr("games.rules.plans.MOST_FORKS", most)

    def rule(_t: Table) -> Rule[bool]:
        return (yield from choose("go_on", "stop", "go")) == "go"

    assert len(played(rule).decisions()) == told


def test_the_throws_of_three_dice_are_still_listed() -> None:
    def rule(_t: Table) -> Rule[bool]:
        a, b, c = yield from ask_roll("mace", "test", CITES, dice=3)
        much = (yield from choose("go_on", "much", "little")) == "much"
        return (a + b + c > 16) == much

    (decision,) = played(rule).decisions()

    assert best(decision)["much"] == ((6, 6, 5), (6, 5, 6), (5, 6, 6), (6, 6, 6))
    assert len(best(decision)["little"]) == 212


def test_a_comparison_that_tells_nothing_names_no_die() -> None:
    def rule(_t: Table) -> Rule[bool]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        return face > 0 and (yield from choose("go_on", "stop", "go")) == "go"

    (decision,) = played(rule).decisions()

    assert decision.dice == ()
    assert best(decision) == {"go": ((),)}


def test_an_answer_that_is_best_only_for_other_dice_hides_none() -> None:
    """Four or more lies there: four is for the bold, anything else for whoever stops."""

    def rule(_t: Table) -> Rule[str]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        if face < 4:
            return "nothing"
        chosen = yield from choose("go_on", "bold", "careful", "stop")
        if chosen == "bold":
            return "all" if face > 3 and face == 4 else "nothing"
        if chosen == "careful":
            return "much" if face < 5 else "nothing"
        return "little"

    (decision,) = played(rule, {"all": 3, "much": 2, "little": 1, "nothing": 0}).decisions()

    assert best(decision) == {"bold": ((4,),), "stop": ((5,), (6,))}


def test_after_a_number_was_named_only_what_follows_from_it_is_planned() -> None:
    def rule(_t: Table) -> Rule[bool]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        by = yield from ask_amount("mace", "shift", CITES, -1, 1)
        asked = "down" if by < 0 else "up"
        mirrored = (yield from choose(asked, "keep", "turn")) == "turn"
        return (7 - face if mirrored else face) + by == 5

    _, *then = played(rule).decisions()

    led = {(decision.ask.key.split(":")[1], decision.before[1]["amount"]) for decision in then}  # type: ignore[index]  # a number was named
    assert led == {("up", 0), ("up", 1), ("down", -1)}


def test_the_same_question_with_other_options_is_another_choice() -> None:
    def rule(_t: Table) -> Rule[bool]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        offered = ("stop", "go") if face > 4 else ("stop", "run")
        return (yield from choose("go_on", *offered)) != "stop"

    plan = [best(decision) for decision in played(rule).decisions()]

    assert plan == [{"go": ((5,), (6,))}, {"run": ((1,), (2,), (3,), (4,))}]


def test_the_number_called_best_is_one_that_may_be_named() -> None:
    """Whatever is named, nothing comes of it; but after a high die no small number is allowed."""

    def rule(_t: Table) -> Rule[bool]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        yield from ask_amount("mace", "shift", CITES, -3, 3, between=(face - 3, 9))
        return True

    (decision,) = played(rule).decisions()

    assert best(decision) == {0: ((1,), (2,), (3,)), 1: ((4,),), 2: ((5,),), 3: ((6,),)}


@pytest.mark.parametrize("matters", [False, True])
def test_a_number_that_is_best_whatever_dice_show_is_told_with_those_that_still_count(
    *, matters: bool
) -> None:
    def rule(_t: Table) -> Rule[bool]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        yield from ask_amount("mace", "shift", CITES, -3, 3, between=(face - 6, 9))
        return face > 3 if matters else True

    (decision,) = played(rule).decisions()

    faces = tuple((face,) for face in range(1, 7))
    assert best(decision) == {0: faces if matters else ((),)}
    assert len(decision.dice) == int(matters)
