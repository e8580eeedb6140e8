"""A state machine at the engine: legal and illegal deeds in any order, every step proved.

`test_random_games` plays games to their end with one mind; here Hypothesis says what kind of deed comes
next, so that what a sensible player never does in a row is done in a row. `MACHINE_RUNS=500
MACHINE_STEPS=200` looks longer, as `make soak` does.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.rules import terms
from games.rules.actions.base import Action, Cause
from games.rules.errors import InvalidAction
from games.rules.legality import problems_with
from tests.rules.playing import Player, Step, act, by_hand, offers_of
from tests.rules.proofs import Proofs
from tests.rules.wording import Wording

RUNS = int(os.environ.get("MACHINE_RUNS", "6"))
STEPS = int(os.environ.get("MACHINE_STEPS", "60"))


class Table(RuleBasedStateMachine):
    """One game, from the empty board on."""

    player: Player

    @initialize(seed=st.integers(0, 2**32 - 1))
    def sit_down(self, seed: int) -> None:
        self.player = Player(seed)
        self.proofs, self.words = Proofs(seed), Wording(seed)
        self.player.asks += [self.proofs.asks_hold, self.words.asks_have_words]
        self.player.refusals.append(self.words.refusals_have_words)

    @property
    def is_over(self) -> bool:
        return self.player.game.table.turn.phase is terms.Phase.OVER

    def done(self, action: Action) -> Step | None:
        """Do something, or have it refused; whatever comes of it is proved."""
        table = self.player.game.table
        offers = offers_of(table)
        self.proofs.offers_hold(table, offers)
        step = self.player.tried(table, offers, action)
        if step is not None:
            for look in (
                self.proofs.changes_hold,
                self.proofs.books_hold,
                self.proofs.secrets_hold,
                self.words.steps_have_words,
            ):
                look(step)
            self.player.game.table = step.outcome.table
        return step

    @precondition(lambda self: not self.is_over)
    @rule()
    def go_on(self) -> None:
        """What a player would do."""
        table = self.player.game.table
        self.done(self.player.choose(table, offers_of(table)))

    @precondition(lambda self: not self.is_over)
    @rule()
    def go_on_again(self) -> None:
        """Twice as often: a game in which nothing happens proves little."""
        self.go_on()

    @precondition(lambda self: not self.is_over)
    @rule()
    def set_right(self) -> None:
        """Set something by hand; from then on the books are only held to what they can still be held to."""
        table = self.player.game.table
        self.done(by_hand(self.player.chance, table, self.player.chance.choice(table.order)))

    @precondition(lambda self: not self.is_over)
    @rule(outranks=st.booleans())
    def break_rules(self, outranks: bool) -> None:
        """Somebody else's action, as it happened or by a card."""
        table, chance = self.player.game.table, self.player.chance
        if not (offers := offers_of(table)):
            return
        legal = chance.choice(offers)
        action = act(legal.kind, chance.choice(table.order), **legal.offer.params)
        how = (
            {"cause": Cause(kind="card", name="A card")}
            if outranks
            else {"as_happened": "We played it so."}
        )
        self.done(action.model_copy(update=how))

    @rule()
    def try_what_is_not_listed(self) -> None:
        """What is not listed is refused, and changes nothing."""
        table = self.player.game.table
        before = table.copy()
        self.proofs.unlisted_is_refused(table, offers_of(table))
        assert (before.figures, before.cards, before.turn) == (
            table.figures,
            table.cards,
            table.turn,
        )

    @precondition(lambda self: self.is_over)
    @rule(kind=st.sampled_from(["move", "encounter_space", "end_turn", "step", "ditch"]))
    def go_on_after_the_end(self, kind: str) -> None:
        """When the game is over nothing more is done."""
        table = self.player.game.table
        assert offers_of(table) == []
        try:
            found = problems_with(table, act(kind, table.order[0]))
        except InvalidAction:
            return
        assert any(problem.code == "game_over" for problem in found)


@pytest.mark.timeout(0 if RUNS > 6 else 120)
def test_whatever_is_done_in_whatever_order_the_books_stay_right() -> None:
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=RUNS,
            stateful_step_count=STEPS,
            derandomize=RUNS == 6,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
