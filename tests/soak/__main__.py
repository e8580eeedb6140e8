"""Plays thousands of random games on all cores, proves every step, and tells what it saw.

`python -m tests.soak --games 10000 --seed 1`; a game that breaks something is told with its seed,
and `--seed <it> --games 1` plays it again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "talisman_companion.settings_test")
django.setup()

from tests.rules.proofs import play_and_prove  # noqa: E402 - the sentences need their settings


@dataclass
class Seen:
    """What all the games together came to."""

    games: int = 0
    longest: int = 0
    turns: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[int, str]] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        """Count another bunch of games in."""
        self.games += other.games
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.broken += other.broken
        for mine, theirs in (
            (self.kinds, other.kinds),
            (self.ends, other.ends),
            (self.refused, other.refused),
        ):
            mine.update(theirs)
        self.seats.update(other.seats)


def played(seed: int) -> Seen:
    """One game; whatever breaks is told, not raised."""
    seen = Seen(games=1)
    try:
        game = play_and_prove(seed)
    except Exception as error:  # noqa: BLE001 - a soak tells of all that breaks, whatever it is
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{at.filename.rsplit('/', 1)[-1]}:{at.lineno}"
        seen.broken.append((seed, f"{type(error).__name__} {where}: {str(error)[:300]}"))
        return seen
    seen.kinds, seen.refused, seen.longest = game.kinds, game.refused, game.steps
    seen.turns = game.table.turn.number
    seen.ends[game.end] += 1
    seen.seats[len(game.table.order)] += 1
    return seen


def main() -> int:
    asked = parsed()
    began, all_seen = time.perf_counter(), Seen()
    with Pool(asked.cores) as pool:
        seeds = range(asked.seed, asked.seed + asked.games)
        for seen in pool.imap_unordered(played, seeds, chunksize=4):
            all_seen.add(seen)
            for seed, why in seen.broken:
                print(f"seed {seed} breaks: {why}", flush=True)
            took = time.perf_counter() - began
            if all_seen.games % 500 == 0:
                print(f"{all_seen.games} games, {took:.0f} s", flush=True)
            if asked.minutes and took > 60 * asked.minutes:
                pool.terminate()
                break
    tell(all_seen, time.perf_counter() - began, asked.cores)
    return 1 if all_seen.broken else 0


def tell(seen: Seen, took: float, cores: int) -> None:
    """Print what came of it."""
    steps = seen.kinds.total()
    print(f"games        {seen.games:>9} in {took:.0f} s on {cores} cores")
    print(f"games/s      {seen.games / took:>9.2f}")
    print(f"moves/s      {steps / took:>9.0f}    (every step proved)")
    print(f"steps        {steps:>9}    {seen.turns} turns, the longest game {seen.longest} steps")
    for name, counts in (
        ("ended", seen.ends),
        ("seats", seen.seats),
        ("kind", seen.kinds),
        ("refused", seen.refused),
    ):
        for what, times in sorted(counts.items(), key=lambda found: str(found[0])):
            print(f"{name:<12} {times:>9}    {what}")
    print(f"broken       {len(seen.broken):>9}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="how many games")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; 0 plays all")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
