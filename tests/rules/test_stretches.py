"""Stretches of a rule that odds know: laid down again at once, with all that they did, and not walked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.rules.asks import Option, Rule, ask_choose, ask_roll
from games.rules.changes import Note
from games.rules.odds import Aim, Odds, odds
from games.rules.runner import Resolved, RuleOf, run
from games.rules.stretches import step, stretch
from games.rules.table import Table
from tests.builders import a_table

CITES = ("SW-FATE-1",)
walked: list[str] = []


def turned(t: Table) -> None:
    """A coin is spent, one card laid on a space, another put back where it came from."""
    walked.append("turned")
    sword, robe = t.held("mace")
    t.change("figure", "mace", "gold", 1, CITES)
    t.change("card", sword, "place", ["encounter", "x-wing", "space", None, "kiros", 1], CITES)
    t.change("card", robe, "place", None, CITES)
    t.say("turned", CITES, seat="mace")


@stretch
def rolled(t: Table, purpose: str) -> Rule[int]:
    """A die is thrown, and what comes before it is done."""
    walked.append(purpose)
    (face,) = yield from ask_roll("mace", purpose, CITES)
    t.say("rolled", CITES, seat="mace", purpose=purpose)
    return face


@stretch
def turning_rule(t: Table) -> Rule[str]:
    turned(t)
    yield from rolled(t, "inner")
    return "turned"


turning_step = step(turned)


def a_table_of_cards() -> Table:
    mace = {"gold": 2, "objects": ["x-wing", "robe"], "at": "lothal"}
    return a_table("star-wars", mace=mace, maul={})


def of(rule: RuleOf, outcome: Callable[[Resolved], Any], **aims: Aim) -> Odds:
    walked.clear()
    return odds(a_table_of_cards(), rule, outcome, aims)


def seen(one: Resolved) -> Any:
    """Everything that can be told of an end."""
    t = one.table
    return (
        one.result,
        t.figures["mace"].gold,
        tuple(sorted((card.card, card.space) for card in t.cards.values())),
        tuple((change.what, str(change.after)) for change in t.changes),
        tuple(note.code for note in t.notes),
        tuple(ask.key.split(":")[1] for ask in one.asked),
    )


def by_rule(t: Table) -> Rule[tuple[str, bool]]:
    done = yield from turning_rule(t)
    (face,) = yield from ask_roll("mace", "last", CITES)
    return done, face > 2


def by_step(t: Table) -> Rule[tuple[str, bool]]:
    turning_step(t)
    (face,) = yield from ask_roll("mace", "last", CITES)
    return "turned", face > 2


@pytest.mark.parametrize(("rule", "inner"), [(by_rule, ("roll_inner",)), (by_step, ())])
def test_whichever_way_a_rule_goes_on_the_stretch_before_has_been_done(
    rule: RuleOf, inner: tuple[str, ...]
) -> None:
    found = of(rule, seen)

    def done(*, high: bool) -> Any:
        return (
            ("turned", high),
            1,
            (("x-wing", "kiros"),),
            (
                ("figure", "1"),
                ("card", "['encounter', 'x-wing', 'space', None, 'kiros', 1]"),
                ("card", "None"),
            ),
            ("turned", *(["rolled"] if inner else [])),
            (*inner, "roll_last"),
        )

    assert found.outcomes == {done(high=True): Fraction(2, 3), done(high=False): Fraction(1, 3)}
    assert walked.count("turned") == 1


def test_a_stretch_is_walked_once_for_each_way_that_leads_to_it() -> None:
    """Two ways lead to the second die, and two on from it; the first is the same on all four."""

    def rule(t: Table) -> Rule[tuple[bool, bool]]:
        first = yield from rolled(t, "first")
        high = first > 3
        second = yield from rolled(t, "second")
        return high, second > 3

    assert of(rule, lambda one: one.result).outcomes == {
        (one, other): Fraction(1, 4) for one in (True, False) for other in (True, False)
    }
    assert walked == ["first", "second", "second"]


def test_a_stretch_that_parts_is_walked_on_each_of_its_ways() -> None:
    @stretch
    def parting(t: Table) -> Rule[bool]:
        return (yield from rolled(t, "inner")) > 4

    def rule(t: Table) -> Rule[tuple[bool, str]]:
        lucky = yield from parting(t)
        options = [Option(one, Note("option_no", {})) for one in ("stop", "go")]
        then = yield from ask_choose("mace", "go_on", CITES, options)
        return lucky, then

    found = of(
        rule,
        lambda one: one.result,
        mace=lambda one: (one.result in {(True, "go"), (False, "stop")},),
    )

    assert found.outcomes == {(True, "go"): Fraction(1, 3), (False, "stop"): Fraction(2, 3)}
    # The die is thrown once and counts on both sides.
    assert walked == ["inner"]


def test_at_the_table_a_stretch_is_a_rule_like_any_other() -> None:
    walked.clear()
    for _ in range(2):
        one = run(a_table_of_cards(), by_rule, [{"roll": [3]}, {"roll": [6]}])
        assert isinstance(one, Resolved)
        assert one.result == ("turned", True)
    assert walked == ["turned", "inner"] * 2
