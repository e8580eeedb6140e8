"""A state machine over HTTP: whatever a crowd does at a table, in whatever order, its books stay right.

A few short evenings by default; `MACHINE_RUNS=200 MACHINE_STEPS=100` looks longer, as `make soak` does.
"""

from __future__ import annotations

import os
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.dice import roll
from tests.api.crowd import Crowd

RUNS = int(os.environ.get("MACHINE_RUNS", "2"))
STEPS = int(os.environ.get("MACHINE_STEPS", "15"))
BUNCHES = 2


class Evening(RuleBasedStateMachine):
    """One table; Hypothesis says what happens next, the crowd how."""

    crowd: Crowd

    @initialize(number=st.integers(0, 2**32 - 1))
    def sit_down(self, number: int) -> None:
        self.crowd = Crowd(number)

    @property
    def is_asking(self) -> bool:
        return self.crowd.question is not None

    @rule()
    def act_or_answer(self) -> None:
        self.crowd.answer() if self.is_asking else self.crowd.act()

    @rule()
    def go_on(self) -> None:
        """Twice as often: a game in which nothing happens proves little."""
        self.act_or_answer()

    @precondition(lambda self: not self.is_asking)
    @rule()
    def vary(self) -> None:
        self.crowd.vary()

    @rule()
    def tell(self) -> None:
        self.crowd.tell()

    @rule()
    def set_right(self) -> None:
        self.crowd.set_right()

    @rule()
    def break_rules(self) -> None:
        self.crowd.break_rules()

    @rule()
    def answer_badly(self) -> None:
        self.crowd.answer_badly()

    @precondition(lambda self: self.is_asking)
    @rule()
    def change_mind(self) -> None:
        self.crowd.change_mind()

    @rule()
    def take_back(self) -> None:
        self.crowd.take_back()

    @rule()
    def put_back(self) -> None:
        self.crowd.put_back()

    @rule()
    def send_again(self) -> None:
        self.crowd.send_again()

    @rule()
    def act_late(self) -> None:
        self.crowd.act_late()

    @rule()
    def change_rules(self) -> None:
        self.crowd.change_rules()

    @invariant()
    def nobody_hears_of_another_hand(self) -> None:
        if hasattr(self, "crowd"):
            self.crowd.check_silence()

    def teardown(self) -> None:
        if hasattr(self, "crowd"):
            self.crowd.check_all(moments=STEPS // 8)


@pytest.mark.timeout(0 if RUNS > 2 else 300)
@pytest.mark.django_db
@pytest.mark.parametrize("bunch", range(BUNCHES))
def test_whatever_happens_at_a_table_its_books_stay_right(bunch: int) -> None:
    machine = seed(bunch)(Evening)
    with patch("games.services.judging.roll", same_at_every_table):
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=RUNS,
                stateful_step_count=STEPS,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            ),
        )


def same_at_every_table(dice: int, faces: int = 6, *, throw: str) -> list[int]:
    """The server's dice without the table's id, so that the same evening comes again if it is played again."""
    return roll(dice, faces, throw=throw.partition(":")[2])
