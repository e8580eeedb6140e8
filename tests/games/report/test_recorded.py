"""The report of a whole game that is recorded, to the throne."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.exports.report.blocks import Lines, Sheet, Text
from games.exports.report.contents import report_of
from games.exports.report.rolls import Kind
from games.models import Game
from tests.bench.report import an_evening
from tests.games.report.reporting import gathered
from tests.playthroughs.test_recordings import played

DIE = range(1, 7)


@pytest.mark.django_db
def test_a_game_of_two_is_told_to_whoever_was_not_there() -> None:
    game = Game.objects.get(pk=played("two", step_by_step=False).game["id"])
    found = gathered(game)
    report = report_of(found)
    parts = {section.name: section.blocks for section in report.sections}

    # Spells were discarded before the last battle, and lie open since: every reader knows the odds.
    last = found.fights[-1].trial
    assert (last.came, str(last.odds.winning)) == ("won", "101/108")
    whole = gathered(game, whole=True)
    assert [fight.trial.odds for fight in whole.fights] == [f.trial.odds for f in found.fights]
    assert [fight.trial.odds.why_not for fight in found.fights] == [None] * len(found.fights)

    # Two dice below 6, the higher thrown again for a token where they are not: what is then needed.
    again = [1 if a + b < 6 else Fraction(max(0, 5 - min(a, b)), 6) for a in DIE for b in DIE]
    assert sum(again, Fraction(0)) / 36 == Fraction(113, 216)
    tests = [fight.trial for fight in found.fights if fight.trial.is_test]
    assert [(t.seq, t.seat, t.came, str(t.odds.winning)) for t in tests] == [
        (63, "A", "passed", "113/216"),
        (77, "B", "failed", "1/6"),
        (80, "A", "passed", "145/162"),
        (82, "B", "passed", "1/6"),
    ]
    own = found.luck["A"].own
    kinds = found.luck["A"].kinds
    assert own.dice == sum(kinds[kind].dice for kind in kinds if kind is not Kind.AGAINST)
    assert own.luck == sum((kinds[k].luck for k in kinds if k is not Kind.AGAINST), Fraction(0))

    first = parts["evening"][0]
    assert isinstance(first, Text)
    assert first.text.startswith("Luke Skywalker (Ines) has won in turn 30. 2 people played")
    (turning,) = parts["turning-points"]
    assert isinstance(turning, Lines)
    told = {line.seq: (line.text, list(line.more)) for line in turning.lines}
    assert len(told) == 12
    assert told[38] == (
        "Luke Skywalker moves to Naboo.",
        ["Luke Skywalker comes to the Middle Region for the first time."],
    )
    assert told[82] == (
        "4 is less than Will 5, and that is enough. Kylo Ren moves to Jedha.",
        [
            "Kylo Ren comes to the Inner Region for the first time.",
            "Before the dice the chance to pass was 1/6 (17\u00a0%).",
        ],
    )
    assert told[97] == (
        "Luke Skywalker wins against the Emperor. Luke Skywalker has won the game.",
        [
            "The game is decided.",
            "Before the dice the chance of Luke Skywalker to win was 101/108 (94\u00a0%).",
        ],
    )
    sheets = [block for block in parts["battles"] if isinstance(block, Sheet)]
    assert [sheet.caption for sheet in sheets] == ["", "Tests."]
    assert sheets[1].rows[0] == (
        "63",
        "Luke Skywalker: 4 is less than Strength 6, and that is enough.",
        "113/216\n52\u00a0%",
    )
    assert {"SW-CITADEL-4", "SW-KEFBIR-3"} <= set(found.rules)


@pytest.mark.django_db
def test_whatever_came_in_a_random_game_was_possible() -> None:
    game = an_evening(200)
    for reader in ({}, {"whole": True}):
        trials = [fight.trial for fight in gathered(game, **reader).fights]
        known = [trial.odds for trial in trials if trial.odds.chances is not None]
        assert len(known) > 10
        assert {sum(odds.chances.values()) for odds in known if odds.chances} == {1}
        assert [t for t in trials if t.odds.chances is not None and not t.odds.chance(t.came)] == []
        others = {trial.odds.why_not for trial in trials if trial.odds.chances is None}
        assert others <= ({"no_dice"} if reader else {"no_dice", "unknown"})
