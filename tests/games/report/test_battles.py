"""Battles with their odds: those that were asked for before the dice, for the same table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.exports.report import battles
from games.exports.report.evening import Fight, read
from games.exports.source import History
from games.models import Game, Seat
from games.rules.actions.base import Action
from games.rules.legality import rule_of
from games.rules.viewpoint import Viewer, as_known
from games.selectors import now, past_table
from games.services.tokens import token_issue
from tests.api.cast import Caller, shown
from tests.games.report.reporting import (
    BEFORE_THE_DICE,
    DATHOMIR,
    file_of,
    fought,
    gathered,
    nothing,
    source_of,
    texts_of,
)
from tests.games.stored import EVIL, GOOD, Evening, new_game, row_of, set_up

pytestmark = pytest.mark.django_db
CODES = {"battle_won": "won", "battle_drawn": "drawn", "battle_lost": "lost"}


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def caller(game: Game, seat: str) -> Caller:
    return shown(token_issue(game=game, seat=Seat.objects.get(game=game, key=seat)))


def asked(game: Game, seat: str) -> dict[str, Fraction]:
    """What the API says of the open question: how likely each end of the battle is for Mace Windu."""
    answered = caller(game, seat).post("odds/", {"game": str(game.pk)})
    found: dict[str, Fraction] = {}
    for outcome in answered.json()["outcomes"]:  # type: ignore[attr-defined]  # the test client's
        (came,) = [_came(one) for one in outcome["results"] if _came(one)]
        found[came] = found.get(came, Fraction(0)) + Fraction(outcome["chance"]["fraction"])
    return found


def _came(result: dict[str, Any]) -> str:
    if result["code"] == "won_between":
        return "won" if result["params"]["seat"] == "A" else "lost"
    return CODES.get(result["code"], "")


def only(evening: Evening, **reader: Any) -> Fight:
    (fight,) = gathered(evening.game, **reader).fights
    return fight


def test_the_odds_are_those_that_the_api_gives_for_the_same_table(evening: Evening) -> None:
    evening.act("move", "A", *DATHOMIR)
    evening.act("encounter_space", "A", *BEFORE_THE_DICE)
    before = asked(evening.game, "A")
    evening.answer({"roll": [2]}, {"roll": [6]}, {"choose": "keep"})

    fight = only(evening)

    assert fight.trial.odds.chances == before
    # 3 and a die beat 2 and a die b in 21 of 36 throws; where they do not, a second one does in 7 - b
    # of 6, and b - 1 throws lead there.
    again = sum(Fraction((b - 1) * (7 - b), 36 * 6) for b in range(2, 7))
    assert before["won"] == Fraction(21, 36) + again
    assert (fight.who, fight.foe, fight.trial.came) == ("Mace Windu", "Thug", "lost")
    assert fight.trial.shift == before["won"] + before["drawn"] / 2
    assert fight.rules == ("SW-BATTLE-8",)


def test_between_two_figures_everybody_plays_to_win(evening: Evening) -> None:
    evening.act("move", "A", *DATHOMIR)
    evening.act("encounter_character", "A", {"choose": "fight"}, {"choose": "fight"}, other="B")
    before = asked(evening.game, "A")
    evening.answer(
        {"roll": [6]}, {"roll": [1]}, {"choose": "keep"}, {"choose": "keep"}, {"choose": "life"}
    )

    fight = only(evening)

    assert fight.trial.odds.chances == before
    assert (fight.who, fight.foe, fight.trial.other) == ("Mace Windu", "Darth Maul", "B")
    assert (fight.trial.came, fight.trial.is_won) == ("won", True)


def test_what_was_decided_before_the_dice_is_in(evening: Evening) -> None:
    evening.act("move", "A", *DATHOMIR)
    evening.act(
        "encounter_space",
        "A",
        BEFORE_THE_DICE[0],
        {"choose": "bonus"},
        {"amount": 9},
        {"choose": "fight"},
        {"roll": [1]},
        {"roll": [6]},
        {"choose": "keep"},
    )

    assert only(evening).trial.odds.chances == {"won": Fraction(1)}
    assert only(evening).trial.shift == 0


def test_who_evades_has_rolled_nothing(evening: Evening) -> None:
    evening.act("move", "A", *DATHOMIR)
    told = {"choose": "evade", "cause": {"kind": "card", "name": "Smoke"}}
    evening.act("encounter_space", "A", BEFORE_THE_DICE[0], told)

    trial = only(evening).trial
    assert (trial.came, trial.odds.chances, trial.odds.why_not) == ("evaded", None, "no_dice")
    assert "no dice" in texts_of(evening.game)


def test_a_battle_of_which_there_is_too_much_to_count_is_named_so(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought(evening, 5, 3)
    monkeypatch.setattr(battles, "MOST_RUNS", 2)
    trial = only(evening).trial
    assert trial.odds.chances is None
    assert trial.odds.why_not == "too_large"
    assert trial.shift == 0
    assert "too large to count" in texts_of(evening.game)


def test_all_battles_together_are_bounded_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought(evening, 5, 3)
    monkeypatch.setattr(battles.Reckoner, "__init__", _spent(battles.Reckoner.__init__))
    assert only(evening).trial.odds.why_not == "too_large"


def _spent(made: Any) -> Any:
    def init(self: battles.Reckoner, *args: Any) -> None:
        made(self, *args)
        self.left = 0

    return init


def test_a_battle_that_was_taken_back_was_not_fought(evening: Evening) -> None:
    fought(evening, 5, 3)
    evening.undo()
    assert gathered(evening.game).fights == []
    evening.redo()
    assert only(evening).trial.came == "won"


def test_odds_are_reckoned_once_for_a_reader(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought(evening, 5, 3)
    first = only(evening).trial.odds
    monkeypatch.setattr(battles, "reckoned", lambda *_args: pytest.fail("reckoned again"))
    again = read(History(source_of(evening.game)), nothing).fights[0].trial.odds
    assert again is first


# --- hands -------------------------------------------------------------------------------------


def with_lightning() -> Evening:
    """A table where Mace Windu holds a Force Skill that adds 3 in a battle, and nobody else knows."""
    evening = Evening(new_game("A", "B"))
    evening.act("prepare_board")
    evening.free("choose_character", "A", {"facts": {**GOOD, "spells": 1}}, character="mace-windu")
    evening.free("choose_character", "B", {"facts": EVIL}, character="darth-maul")
    evening.act("deal_spells", "A", {"cards": [{"card": "force-lightning"}]})
    evening.act("deal_spells", "B")
    evening.act("set_up_character", "A")
    evening.act("set_up_character", "B")
    evening.act("begin", "A", first="A")
    return evening


def test_a_card_that_the_battle_lays_open_counts_for_every_reader() -> None:
    evening = with_lightning()
    evening.act("move", "A", *DATHOMIR)
    evening.act(
        "encounter_space", "A", BEFORE_THE_DICE[0], {"choose": "use-c1"}, {"choose": "fight"}
    )
    before = asked(evening.game, "A")
    evening.answer({"roll": [1]}, {"roll": [6]}, {"choose": "keep"})

    found = [only(evening, **reader).trial.odds for reader in ({}, {"seat": "A"}, {"whole": True})]

    assert [odds.chances for odds in found] == [before] * 3
    assert before["lost"] < Fraction(1, 20)


def test_a_hand_that_stays_hidden_is_nowhere_in_the_report() -> None:
    evening = with_lightning()
    fought(evening, 5, 3)

    assert only(evening, seat="B").trial.odds == only(evening, seat="A").trial.odds
    for reader in ({}, {"seat": "B"}):
        for name in ("html", "pdf"):
            assert b"ightning" not in file_of(evening.game, name, **reader)
        assert "ightning" not in texts_of(evening.game, **reader)


def test_what_hangs_on_a_hand_unseen_is_not_reckoned() -> None:
    """A spell named by its key in an answer, and never laid open, as a later correction may leave it."""
    evening = with_lightning()
    evening.act("move", "A", *DATHOMIR)
    evening.act(
        "encounter_space",
        "A",
        BEFORE_THE_DICE[0],
        {"choose": "use-c1"},
        {"choose": "fight"},
        {"roll": [1]},
        {"roll": [6]},
        {"choose": "keep"},
    )
    history = History(source_of(evening.game, seat="B"))
    entry = [*history.entries()][-1]
    table = as_known(past_table(now(row_of(evening.game.pk)), entry["seq"] - 1), Viewer("B"))
    hidden = {**entry, "changes": []}

    found = battles.reckoned(table, hidden, 0, "A", 3, Viewer("B"))

    assert found.chances is None
    assert found.why_not == "unknown"
    assert found.winning == 0


def test_an_answer_that_is_hidden_is_taken_as_cards_unseen() -> None:
    table = as_known(with_lightning().table, Viewer("B"))
    action = Action(kind="deal_spells", seat="A")
    rule = rule_of(action)
    assert battles._known(table, rule, [{"hidden": True}]) == [{"cards": [{}]}]
    assert (
        battles._known(table, rule_of(Action(kind="end_turn", seat="A")), [{"hidden": True}])
        is None
    )
