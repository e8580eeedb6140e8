"""The ways of a rule: which are gone, which never, how many at most, and what the rule is told on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from games.rules.asks import Option, Rule, ask_amount, ask_choose, ask_roll, ask_tell
from games.rules.changes import Note
from games.rules.errors import Problem
from games.rules.odds import Aim, Odds, OddsTooLarge, OddsUnknown, odds
from games.rules.runner import Resolved, RuleOf
from games.rules.table import Table
from tests.builders import a_table

CITES = ("SW-FATE-1",)
BARRED = Problem("nothing_to_gain", CITES)


def result(resolved: Resolved) -> Any:
    return resolved.result


def played(
    rule: RuleOf, worth: Mapping[Any, Any] | Callable[[Any], Any] = int, **more: Any
) -> Odds:
    """The odds of a rule, where mace plays for what its result is worth."""
    value = worth.__getitem__ if isinstance(worth, Mapping) else worth
    aim: Aim = lambda one: (value(one.result),)  # noqa: E731 - said in one line, read in one line
    table = a_table("star-wars", mace={"gold": 3}, maul={})
    return odds(table, rule, more.pop("outcome", result), {"mace": aim}, **more)


def choice(*ids: str, **barred: Problem) -> list[Option]:
    return [Option(one, Note("option_no", {}), barred=barred.get(one)) for one in ids]


def one_die(_t: Table) -> Rule[int]:
    """Three ways: six, five, and all others."""
    (face,) = yield from ask_roll("mace", "test", CITES)
    return 2 if face == 6 else int(face == 5)


# ---------------------------------------------------------------------- how many


def test_a_budget_that_just_lasts() -> None:
    assert played(one_die, budget=3).runs == 3
    with pytest.raises(OddsTooLarge) as large:
        played(one_die, budget=2)

    (problem,) = large.value.problems
    assert problem.hard


def rolling(times: int) -> RuleOf:
    def rule(_t: Table) -> Rule[int]:
        for number in range(times):
            yield from ask_roll("mace", f"test_{number}", CITES)
        return 0

    return rule


def test_a_way_may_have_as_many_forks_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.ways.LONGEST", 3)

    assert played(rolling(3)).outcomes == {0: 1}
    with pytest.raises(OddsTooLarge):
        played(rolling(4))


def test_as_many_throws_as_are_allowed_are_looked_at_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rising(dice: int) -> RuleOf:
        def rule(_t: Table) -> Rule[bool]:
            faces = yield from ask_roll("mace", "test", CITES, dice=dice)
            return all(one <= other for one, other in pairwise(faces))

        return rule

    monkeypatch.setattr("games.rules.ways.MOST_THROWS", 216)

    # So many ways to take three of six, any of them also twice or three times.
    assert played(rising(3)).outcomes[True] == Fraction(56, 216)
    with pytest.raises(OddsTooLarge):
        played(rising(4))


@pytest.mark.parametrize("patience", [0, 2, 3])
def test_a_halt_is_called_before_each_run_and_while_ways_are_counted(patience: int) -> None:
    run: list[Table] = []
    rung: list[int] = []

    def rule(t: Table) -> Rule[int]:
        run.append(t)
        return (yield from one_die(t))

    def tick() -> None:
        rung.append(1)
        if len(rung) > patience:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        played(rule, tick=tick)
    assert len(run) == patience


# ---------------------------------------------------------------------- only what is possible


def test_no_way_is_gone_that_dice_cannot_lead_along() -> None:
    """After a four, two dice make five at least; whatever asks for less is not run."""

    def rule(_t: Table) -> Rule[int]:
        (first,) = yield from ask_roll("mace", "first", CITES)
        (second,) = yield from ask_roll("mace", "second", CITES)
        if first < 4:
            return 0
        assert first + second > 4
        return 1 if first + second > 6 else 2

    found = played(rule)

    assert found.outcomes == {0: Fraction(1, 2), 1: Fraction(15, 36), 2: Fraction(3, 36)}
    assert found.runs == 3


def test_what_is_always_so_brings_no_dice_together() -> None:
    """Of each two neighbours the sum is at least two, which says nothing of any."""

    def rule(_t: Table) -> Rule[bool]:
        thrown: list[int] = []
        for number in range(8):
            thrown += yield from ask_roll("mace", f"test_{number}", CITES)
        assert all(a + b > 1 for a, b in pairwise(thrown))
        return thrown[0] > 3

    assert played(rule).outcomes == {True: Fraction(1, 2), False: Fraction(1, 2)}


def test_a_number_stays_within_all_of_its_ranges() -> None:
    """Two may be added, but six is the most that a die can be made to show."""

    def rule(_t: Table) -> Rule[int]:
        (face,) = yield from ask_roll("mace", "test", CITES)
        by = yield from ask_amount("mace", "shift", CITES, -2, 2, between=(1 - face, 6 - face))
        return face + by

    assert played(rule).outcomes == {
        3: Fraction(1, 6),
        4: Fraction(1, 6),
        5: Fraction(1, 6),
        6: Fraction(1, 2),
    }


def test_sums_without_a_die_are_compared_as_they_are() -> None:
    def rule(_t: Table) -> Rule[Any]:
        (a,) = yield from ask_roll("mace", "test", CITES)
        none = a - a
        return none + 1 >= 0, none + 1 == 0, none - 1 >= 0, none - 1 == 0, none == 0

    assert played(rule, lambda _result: 0).outcomes == {(True, False, False, False, True): 1}


def test_a_die_that_was_read_is_followed_by_others() -> None:
    def rule(_t: Table) -> Rule[tuple[int, bool]]:
        (face,) = yield from ask_roll("mace", "first", CITES)
        times = len(range(face))
        (second,) = yield from ask_roll("mace", "second", CITES)
        return times, second > 4

    assert played(rule, lambda _result: 0).outcomes == {
        (face, high): Fraction(1, 18) if high else Fraction(1, 9)
        for face in range(1, 7)
        for high in (True, False)
    }


# ---------------------------------------------------------------------- what the rule is told


def test_the_same_question_twice_is_two_dice() -> None:
    def rule(_t: Table) -> Rule[bool]:
        (first,) = yield from ask_roll("mace", "test", CITES)
        (second,) = yield from ask_roll("mace", "test", CITES)
        return first + second == 12

    assert played(rule).outcomes[True] == Fraction(1, 36)


def test_nothing_is_waived_on_any_way() -> None:
    def rule(t: Table) -> Rule[bool]:
        yield from ask_choose("mace", "go_on", CITES, choice("stop", "go"))
        return t.waives

    assert played(rule).outcomes == {False: 1}


def test_an_outcome_knows_all_that_was_asked() -> None:
    def rule(_t: Table) -> Rule[int]:
        yield from ask_roll("mace", "first", CITES)
        yield from ask_choose("mace", "go_on", CITES, choice("stop", "go"))
        yield from ask_roll("mace", "second", CITES)
        return 0

    def asked(one: Resolved) -> tuple[str, ...]:
        return tuple(ask.key.split(":")[1] for ask in one.asked)

    found = played(rule, outcome=asked, given=[{"roll": [4]}])

    assert found.outcomes == {("roll_first", "go_on", "roll_second"): 1}


def test_what_only_people_can_tell_is_named_and_nothing_outranks_that() -> None:
    def rule(_t: Table) -> Rule[int]:
        yield from ask_tell("mace", "pit", CITES, check=lambda _effects: None)
        return 0

    with pytest.raises(OddsUnknown) as unknown:
        played(rule)

    (problem,) = unknown.value.problems
    assert (problem.params, problem.hard) == ({"question": "SW-FATE-1:tell_pit:mace"}, True)


# ---------------------------------------------------------------------- choices


@pytest.mark.parametrize("first", ["shut", "bonus"])
def test_what_comes_after_an_option_that_is_none_is_looked_at(first: str) -> None:
    def rule(_t: Table) -> Rule[str]:
        return (yield from ask_choose("mace", "go_on", CITES, choice(first, "go", shut=BARRED)))

    assert played(rule, {"go": 1}).first == {"choose": "go"}


def picking(*offers: list[Option]) -> RuleOf:
    """The same question again and again; picks may come in any order."""

    def rule(_t: Table) -> Rule[tuple[str, ...]]:
        picked: tuple[str, ...] = ()
        for options in offers:
            for option in options:
                option.any_order = True
            picked += ((yield from ask_choose("mace", "go_on", CITES, options)),)
        return picked

    return rule


def test_picks_in_any_order_are_looked_at_in_one() -> None:
    found = played(picking(choice("a", "b"), choice("a", "b")), lambda picked: picked.count("b"))

    assert found.outcomes == {("b", "b"): 1}
    assert found.runs == 3


def test_what_was_not_offered_at_first_closes_nothing() -> None:
    """Only after c, which nobody could pick before, is a to be had."""
    rule = picking(choice("a", "b", a=BARRED), choice("c"), choice("a", "b"))

    assert played(rule, lambda picked: picked[-1] == "a").outcomes == {("b", "c", "a"): 1}


def test_the_order_of_one_question_says_nothing_of_another() -> None:
    def rule(t: Table) -> Rule[tuple[str, ...]]:
        before = yield from ask_choose("mace", "before", CITES, choice("a", "b"))
        return (before, *(yield from picking(choice("a", "b"))(t)))

    assert played(rule, lambda picked: picked == ("b", "a")).outcomes == {("b", "a"): 1}


# ---------------------------------------------------------------------- rolls that come again


def test_a_table_changed_there_and_back_is_the_same() -> None:
    """A coin goes and comes back before each further roll: two ways, and nothing else to find."""

    def rule(t: Table) -> Rule[int]:
        me = t.figures["mace"]
        while (yield from ask_roll("mace", "again", CITES, again=True))[0] < 6:
            t.change("figure", "mace", "gold", me.gold - 1, CITES)
            t.change("figure", "mace", "gold", me.gold + 1, CITES)
        return 1

    found = played(rule)

    assert found.outcomes == {1: 1}
    assert found.runs == 2


@pytest.mark.parametrize("looks", [True, False])
def test_what_hangs_on_a_roll_that_comes_again_is_weighed_with_it(*, looks: bool) -> None:
    """Half is sure at any time, but going back as often as wanted gets there: at first that is not known."""

    def rule(_t: Table) -> Rule[str]:
        while True:
            (face,) = yield from ask_roll("mace", "outer", CITES, again=True)
            if looks and face == 6:
                return "all"
            (inner,) = yield from ask_roll("mace", "inner", CITES, again=True)
            if not looks and face == 6:
                return "all"
            if (yield from ask_choose("mace", "go_on", CITES, choice("stop", "go"))) == "stop":
                return "half" if inner < 7 else "none"

    assert played(rule, {"all": 2, "half": 1}).outcomes == {"all": 1}


def test_a_roll_within_another_that_comes_again_is_not_the_same_by_itself() -> None:
    """Two roll in turn for the first six; whoever begins has six chances to the other's five."""

    def rule(_t: Table) -> Rule[str]:
        (begins,) = yield from ask_roll("mace", "begins", CITES)
        turn = "mace" if begins > 2 else "maul"
        while (yield from ask_roll(turn, "again", CITES, again=True))[0] < 6:
            turn = "maul" if turn == "mace" else "mace"
        return turn

    won = Fraction(4, 6) * Fraction(6, 11) + Fraction(2, 6) * Fraction(5, 11)
    assert played(rule, {"mace": 0, "maul": 0}).outcomes == {"mace": won, "maul": 1 - won}
