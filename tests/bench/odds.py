"""Odds beside what somebody would write for the one question alone: whole numbers in nested loops."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from typing import Any

import django

from content.library import pack
from games.rules.legality import rule_of
from games.rules.odds import Odds, odds
from games.rules.results import battle_of, results
from games.rules.runner import Resolved
from games.rules.situation import Situation, laid
from games.rules.table import Table
from talisman_companion.loading import settle
from tests.bench.measuring import Figure, Sampler, ratio_of
from tests.builders import act

GOAL = 50.0
FACES = range(1, 7)
EMPEROR = 10
# So many of the plain ones together are long enough to be measured.
TOGETHER = 20
Three = tuple[int, int, int]


def figures(pairs: int) -> list[Figure]:
    """Each question at its first asking, and the first of them from the cache after."""
    asked: dict[str, tuple[Callable[[], Odds], Callable[[], Three]]] = {
        "emperor": (emperor(8), lambda: last_battle(8)),
        "battle": (battle(4, 5), lambda: both_may_roll_again(4, 5)),
        "kiros": (kiros(4), lambda: twelve_at_kiros(4)),
        "discarding": (discarding(6), lambda: every_way_of_discarding(6)),
    }
    found = []
    # As in a process that serves.
    settle()
    for name, (engine, plain) in asked.items():
        assert same(engine(), plain()), name
        ratio = ratio_of(timed(engine), timed(plain, TOGETHER), pairs)
        found.append(Figure(f"odds_{name}", ratio, GOAL))
    again = ratio_of(timed(remembered()), timed(lambda: last_battle(8), TOGETHER), pairs)
    return [*found, Figure("odds_emperor_again", again, GOAL)]


def timed(work: Callable[[], Any], often: int = 1) -> Sampler:
    """How long it takes, in seconds."""

    def sample() -> float:
        began = perf_counter()
        for _ in range(often):
            work()
        return (perf_counter() - began) / often

    return sample


def same(found: Odds, plain: Three) -> bool:
    """Whether the best play comes to the same: victories, stand-offs and the rest."""
    won, drawn = (*found.worth, Fraction(0))[:2]
    return won * sum(plain) == plain[0] and drawn * sum(plain) == plain[1]


# ---------------------------------------------------------------------- asked of the engine


def at(situation: dict[str, Any], kind: str) -> Table:
    said = Situation.model_validate_json(json.dumps(situation))
    return laid(pack("star-wars"), said, kind=kind)


def victory(seat: str) -> Callable[[Resolved], tuple[int, int]]:
    def worth(run: Resolved) -> tuple[int, int]:
        fought = battle_of(results(run))
        if fought is None:
            return 0, 0
        won = fought.result == ("won" if fought.seat == seat else "lost")
        return int(won), int(fought.result == "drawn")

    return worth


def row(run: Resolved) -> str:
    return str(results(run)[-1].get("row"))


def emperor(craft: int, **more: Any) -> Callable[[], Odds]:
    seat = {"at": "citadel", "craft": craft, "fate": 1, **more.pop("mace", {})}
    table = at({"seats": {"mace": seat, "maul": {}}, **more}, "encounter_space")
    rule = rule_of(act("encounter_space", "mace"))
    return lambda: odds(table, rule, results, {"mace": victory("mace")})


def discarding(craft: int) -> Callable[[], Odds]:
    cards = [
        {"id": "light", "name": "Light", "type": "spell", "alignment": "good"},
        {"id": "grey", "name": "Grey", "type": "spell"},
        {"id": "dark", "name": "Dark", "type": "spell", "alignment": "evil"},
    ]
    hand = {"alignment": "good", "spells": ["light", "grey", "dark"]}
    return emperor(craft, mace=hand, cards={"force-skill": cards})


def battle(mine: int, theirs: int) -> Callable[[], Odds]:
    seats = {
        "mace": {"at": "kiros", "strength": mine, "fate": 1},
        "maul": {"at": "kiros", "strength": theirs, "fate": 1},
    }
    table = at({"seats": seats}, "encounter_character")
    rule = rule_of(act("encounter_character", "mace", other="maul"))
    aims = {seat: victory(seat) for seat in seats}
    return lambda: odds(table, rule, results, aims)


def kiros(gold: int) -> Callable[[], Odds]:
    seats = {"mace": {"at": "kiros", "gold": gold, "fate": 1}, "maul": {}}
    table = at({"seats": seats}, "encounter_space")
    rule = rule_of(act("encounter_space", "mace"))
    aims = {"mace": lambda run: (int(row(run) == "12"),)}
    return lambda: odds(table, rule, row, aims)


def remembered() -> Callable[[], object]:
    """The service's answer once it has been given, with reading the question."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")
    django.setup()
    from games.services.odds import SituationOdds, situation_odds  # noqa: PLC0415 - needs the apps

    seats = {"mace": {"at": "citadel", "craft": 8, "fate": 1}, "maul": {}}
    asked = {
        "edition": "star-wars",
        "situation": {"seats": seats},
        "action": {"kind": "encounter_space"},
    }
    return lambda: situation_odds(SituationOdds.model_validate(asked))


# ---------------------------------------------------------------------- written for one question


def compared(mine: int, theirs: int) -> Three:
    return (1, 0, 0) if mine > theirs else (0, 1, 0) if mine == theirs else (0, 0, 1)


def last_battle(craft: int) -> Three:
    """Against the Emperor with a token: in how many of 216 cases it is won, drawn and lost."""
    won = drawn = lost = 0
    for mine in FACES:
        for theirs in FACES:
            theirs += EMPEROR  # noqa: PLW2901 - as one writes it who writes it once
            score = craft + mine
            if score > theirs:
                won += 6
                continue
            better = level = worse = 0
            for again in FACES:
                score_again = craft + again
                if score_again > theirs:
                    better += 1
                elif score_again == theirs:
                    level += 1
                else:
                    worse += 1
            kept = 6 if score == theirs else 0
            if (better, level) > (0, kept):
                won += better
                drawn += level
                lost += worse
            elif kept:
                drawn += 6
            else:
                lost += 6
    return won, drawn, lost


def every_way_of_discarding(craft: int) -> Three:
    """The best of all sets of a light, a grey and a dark Force Skill."""
    return max(
        (
            last_battle(craft + light + grey + dark)
            for light in (0, 3)
            for grey in (0, 2)
            for dark in (0, 1)
        ),
        key=lambda three: three[:2],
    )


def both_may_roll_again(mine: int, theirs: int) -> Three:
    """Between characters with a token each, the attacker first, in 1296 cases."""
    won = drawn = lost = 0
    for my_face in FACES:
        for their_face in FACES:
            kept = defended(mine + my_face, theirs, their_face)
            best = (6 * kept[0], 6 * kept[1], 6 * kept[2])
            again = [defended(mine + face, theirs, their_face) for face in FACES]
            rolled = (
                sum(one[0] for one in again),
                sum(one[1] for one in again),
                sum(one[2] for one in again),
            )
            best = max(best, rolled, key=lambda three: three[:2])
            won += best[0]
            drawn += best[1]
            lost += best[2]
    return won, drawn, lost


def defended(score: int, theirs: int, face: int) -> Three:
    """What the defender makes of it, in 6 cases, for the attacker."""
    won, drawn, lost = compared(score, theirs + face)
    better = level = worse = 0
    for again in FACES:
        if theirs + again > score:
            better += 1
        elif theirs + again == score:
            level += 1
        else:
            worse += 1
    if (better, level) > (6 * lost, 6 * drawn):
        return worse, level, better
    return 6 * won, 6 * drawn, 6 * lost


def twelve_at_kiros(gold: int) -> Three:
    """A total of twelve with a token and coins, in 216 cases."""
    reached = 0
    for one in FACES:
        for other in FACES:
            best = 6 * can_reach(one + other, gold)
            first = sum(can_reach(again + other, gold) for again in FACES)
            second = sum(can_reach(one + again, gold) for again in FACES)
            reached += max(best, first, second)
    return reached, 0, 216 - reached


def can_reach(total: int, gold: int) -> int:
    """Whether any number of coins makes it twelve."""
    for coins in range(gold + 1):
        if total + coins == 12 or total - coins == 12:
            return 1
    return 0
