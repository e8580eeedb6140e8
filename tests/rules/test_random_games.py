"""Whole games at random, from the empty board to the throne: `make soak` plays thousands of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

import pytest

from games.rules.actions.base import kinds
from tests.rules.playing import RULINGS, SEATS, VARIANTS, Player
from tests.rules.proofs import play_and_prove

BUNCHES = 6
A_BUNCH = 5


@pytest.mark.parametrize("bunch", range(BUNCHES))
def test_games_are_played_to_their_end(bunch: int) -> None:
    for seed in range(bunch * A_BUNCH, (bunch + 1) * A_BUNCH):
        game = play_and_prove(seed)

        assert game.end in {"won", "everybody out"}


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = play_and_prove(1), play_and_prove(1)

    assert one.kinds == other.kinds
    assert one.table.changes == other.table.changes


def test_what_is_played_is_everything() -> None:
    games = [Player(seed).play([], []) for seed in range(100, 107)]
    played = sum((game.kinds for game in games), Counter[str]())
    seldom = {"abandon_lead", "leave", "come_back", "correct", "state_of_table"}

    assert set(kinds()) - set(played) <= seldom


def test_every_variant_and_every_reading_meets_every_other() -> None:
    tables = [player.game.table for player in map(Player, islice(range(1000), 200))]

    met = {
        (one, other, one in table.rulings, other in table.rulings)
        for table in tables
        for one, other in combinations(RULINGS, 2)
    }
    assert len(RULINGS) == 20
    assert len(met) == 4 * len(list(combinations(RULINGS, 2)))
    assert len({table.variants for table in tables}) == 2 ** len(VARIANTS)
    assert {len(table.order) for table in tables} == set(range(2, len(SEATS) + 1))
