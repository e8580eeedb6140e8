"""Whole games at random, from the empty board to the throne, by the rules alone: how many, and how many moves."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from tests.bench.measuring import Figure, rounded
from tests.rules.playing import Player

# What is stated is no ratio, and has no goal.
NO_GOAL = 0.0
FIRST_SEED = 1


def figures(games: int) -> Iterator[Figure]:
    """Games a second and moves a second on one core, over so many games that are always the same ones."""
    began, moves = perf_counter(), 0
    for seed in range(FIRST_SEED, FIRST_SEED + games):
        moves += Player(seed).play([], []).steps
    took = perf_counter() - began
    yield Figure("random_games_per_second", rounded(games / took), NO_GOAL, ">=")
    yield Figure("random_moves_per_second", rounded(moves / took), NO_GOAL, ">=")
