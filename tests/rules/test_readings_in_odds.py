"""Odds under other readings: an opponent rerolls for its own aim, a hand is cut down, a battle comes first."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.rules.legality import rule_of
from games.rules.odds import Odds, odds
from games.rules.results import results, victory_of
from games.rules.runner import Resolved
from games.rules.table import Table
from tests.builders import a_table, act

ENCOUNTER = rule_of(act("encounter_space", "mace"))
DICE = range(1, 7)
Shares = tuple[Fraction, Fraction, Fraction]


def ended(resolved: Resolved) -> str:
    """How the last battle ended for whoever began it."""
    codes = [one.code for one in results(resolved) if one.code.startswith("battle_")]
    return codes[-1].removeprefix("battle_")


def for_everybody(table: Table, aims: dict[str, Any] | None = None) -> Odds:
    """Everybody plays to win, or for the aim named."""
    wins = {seat: lambda one, seat=seat: victory_of(results(one), seat) for seat in table.order}
    return odds(table, ENCOUNTER, ended, wins | (aims or {}))


def at_the_cave(craft: int, fate: int, *rulings: str) -> Table:
    maul = {"fate": fate}
    mace = {"at": "dagobah", "craft": craft}
    return a_table("star-wars", phase="encounter", rulings=rulings, mace=mace, maul=maul)


def against(craft: int, die: int) -> Shares:
    """Won, drawn, lost against a Cave whose die shows this, counted throw by throw."""
    margins = [craft + mine - (die + 3) - theirs for mine, theirs in product(DICE, DICE)]
    won, drawn = sum(by > 0 for by in margins), sum(by == 0 for by in margins)
    return Fraction(won, 36), Fraction(drawn, 36), Fraction(36 - won - drawn, 36)


def mean(shares: list[Shares]) -> Shares:
    won, drawn, lost = (
        sum(parts, Fraction(0)) / len(shares) for parts in zip(*shares, strict=True)
    )
    return won, drawn, lost


@pytest.mark.parametrize("craft", [4, 6, 7, 9])
def test_an_opponent_with_destiny_rerolls_a_low_base_to_win_for_the_cave(craft: int) -> None:
    by_die = [against(craft, die) for die in DICE]
    again = mean(by_die)
    best = mean([max(known, again, key=lambda one: (one[2], one[1])) for known in by_die])

    found = for_everybody(at_the_cave(craft, 1, "SW-FATE-6")).outcomes

    assert found == dict(zip(("won", "drawn", "lost"), best, strict=True))
    assert found["lost"] > again[2]


@pytest.mark.parametrize(("fate", "rulings"), [(1, ()), (0, ("SW-FATE-6",))])
def test_without_the_reading_or_the_token_the_base_stands(
    fate: int, rulings: tuple[str, ...]
) -> None:
    found = for_everybody(at_the_cave(6, fate, *rulings)).outcomes

    assert found == dict(
        zip(("won", "drawn", "lost"), mean([against(6, die) for die in DICE]), strict=True)
    )


def test_an_opponent_with_another_aim_rerolls_a_high_base() -> None:
    table = at_the_cave(6, 1, "SW-FATE-6")
    by_die = [against(6, die) for die in DICE]
    again = mean(by_die)
    kind = mean([max(known, again, key=lambda one: (one[0], one[1])) for known in by_die])

    found = for_everybody(table, {"maul": lambda one: victory_of(results(one), "mace")})

    assert found.outcomes["won"] == kind[0] > again[0]
    (choice,) = (one for one in found.decisions() if one.ask.seat == "maul")
    best = {str(one.answer["choose"]): one.throws for one in choice.best}
    assert best == {"keep": ((1,), (2,), (3,)), "reroll-1": ((4,), (5,), (6,))}


def test_one_of_the_two_dice_of_the_temple_is_rerolled_where_it_helps() -> None:
    """Whoever rolls may pay once; which die is best is counted for all 36 throws."""
    table = a_table(
        "star-wars",
        phase="encounter",
        rulings=["SW-FATE-6"],
        mace={"at": "malachor", "strength": 7, "alignment": "evil"},
        maul={"fate": 1},
    )

    def lost(base: int) -> tuple[Fraction, Fraction]:
        _, drawn, gone = against(7, base - 3)
        return gone, drawn

    total, drawn = Fraction(0), Fraction(0)
    for one, two in product(DICE, DICE):
        ways = [lost(one + two)]
        for kept in (one, two):
            again = [lost(kept + new) for new in DICE]
            gone, even = (sum(parts, Fraction(0)) / 6 for parts in zip(*again, strict=True))
            ways.append((gone, even))
        best = max(ways)
        total, drawn = total + best[0] / 36, drawn + best[1] / 36

    found = for_everybody(table).outcomes

    assert (found["lost"], found["drawn"]) == (total, drawn)


def test_an_adversary_before_the_table_leaves_the_table_to_whoever_wins() -> None:
    """Strength 7 against an X-Wing of 7 and the table of Lothal: only a victory leads to a six."""

    def strength(resolved: Resolved) -> int:
        return resolved.table.figures["mace"].strength

    def met(*rulings: str) -> dict[Any, Fraction]:
        table = a_table(
            "star-wars",
            phase="encounter",
            rulings=rulings,
            spaces={"lothal": ["x-wing"]},
            mace={"at": "lothal", "strength": 7, "alignment": "evil", "character": "darth-maul"},
            other={},
        )
        return odds(table, ENCOUNTER, strength, {}, open_ends=True).outcomes

    assert met()[8] == Fraction(1, 6)
    assert met("SW-FLOW-11")[8] == Fraction(15, 36) * Fraction(1, 6)


def test_a_hand_is_cut_down_in_odds_as_in_play() -> None:
    """Mustafar disorients with a one: then nothing is kept, where the limit holds at every moment."""

    def hand(resolved: Resolved) -> int:
        return len(resolved.table.hand("mace"))

    def met(*rulings: str) -> dict[Any, Fraction]:
        mace = {"at": "mustafar", "alignment": "evil", "craft": 4, "spells": ["unseen", "unseen"]}
        table = a_table("star-wars", phase="encounter", rulings=rulings, mace=mace, other={})
        return odds(table, ENCOUNTER, hand, {}).outcomes

    assert met() == {2: Fraction(5, 6), 1: Fraction(1, 6)}
    assert met("SW-FORCE-12") == {0: Fraction(1, 6), 1: Fraction(1, 6), 2: Fraction(4, 6)}
