"""What a question says of itself, and what a refusal says of an answer: the numbers a client shows."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import (
    Amount,
    Ask,
    Choose,
    Describe,
    Draw,
    Option,
    Rule,
    ask_character,
    ask_choose,
    ask_draw,
    ask_key,
)
from games.rules.changes import Note
from games.rules.errors import InvalidAction, Problem, WrongAnswer
from games.rules.legality import check_action
from games.rules.runner import Resolved, run
from games.rules.table import Table
from tests.builders import a_table, act

CITES = ("TT-DICE-1",)
TEXT = Note("ask", {})
BARRED = Problem("no_fate", CITES)
FACTS = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 1, "start": "inn"}


def a_choice(**said: Any) -> Choose:
    options = (
        Option("keep", TEXT),
        Option("reroll", TEXT, barred=BARRED),
        Option("mist", TEXT, secret=True),
    )
    return Choose(key="k", seat="ann", text=TEXT, options=options, **said)


def an_amount(**said: Any) -> Amount:
    return Amount(key="k", seat="ann", text=TEXT, low=1, high=3, **said)


def a_draw(**said: Any) -> Draw:
    fields = {"deck": "adventure", "count": 2, "known": frozenset({"bear", "wolf"}), **said}
    return Draw(key="k", seat="ann", text=TEXT, **fields)


def a_card() -> Describe:
    return Describe(
        key="k", seat="ann", text=TEXT, subject="knight", spaces=frozenset({"inn"}), cites=CITES
    )


def why(ask: Ask, answer: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The code and the numbers of a refusal, without the question it belongs to."""
    with pytest.raises(WrongAnswer) as refusal:
        ask.check(answer)
    (problem,) = refusal.value.problems
    params = dict(problem.params)
    assert params.pop("question") == "k"
    return problem.code, params


@pytest.mark.parametrize(
    ("ask", "answer", "code", "params"),
    [
        (a_choice(), {}, "choice_expected", {"options": ["keep"]}),
        (a_choice(), {"choose": "run"}, "not_an_option", {"chosen": "run", "options": ["keep"]}),
        (an_amount(), {}, "amount_expected", {"low": 1, "high": 3}),
        (an_amount(), {"amount": 4}, "amount_out_of_range", {"low": 1, "high": 3, "given": 4}),
        (a_draw(), {}, "cards_expected", {"count": 2}),
        (
            a_draw(left={"bear": 1}),
            {"cards": [{"card": "bear"}, {"card": "bear"}]},
            "all_copies_out",
            {"card": "bear", "left": 1},
        ),
        (
            a_card(),
            {"facts": {**FACTS, "start": "moon"}},
            "unknown_space",
            {"space": "moon"},
        ),
    ],
)
def test_a_refused_answer_is_told_with_what_would_have_done(
    ask: Ask, answer: dict[str, Any], code: str, params: dict[str, Any]
) -> None:
    assert why(ask, answer) == (code, params)


@pytest.mark.parametrize(
    ("ask", "answer", "code", "path"),
    [
        (a_draw(count=1), {"cards": [{"new": {"id": "imp"}}]}, "card_unreadable", "name"),
        (a_card(), {"facts": {"strength": "x"}}, "facts_unreadable", "strength"),
    ],
)
def test_what_cannot_be_read_is_told_fault_by_fault(
    ask: Ask, answer: dict[str, Any], code: str, path: str
) -> None:
    found, params = why(ask, answer)

    assert found == code
    assert path in {fault["path"] for fault in params["faults"]}


def test_the_last_copies_in_a_deck_may_be_drawn() -> None:
    drawn = a_draw(left={"bear": 2}).check({"cards": [{"card": "bear"}, {"card": "bear"}]})

    assert [one.card for one in drawn] == ["bear", "bear"]


def test_an_option_is_barred_and_not_those_beside_it() -> None:
    ask = a_choice()

    assert ask.is_barred("reroll")
    assert not ask.is_barred("keep")


# ------------------------------------------------------------ asked by a rule


def test_a_question_that_no_rule_asks_is_known_by_its_purpose() -> None:
    assert ask_key((), "pick", "ann") == "pick:ann"
    assert ask_key((), "pick", "ann", "lamp") == "pick:ann:lamp"


def test_a_question_has_the_rules_and_counts_it_was_asked_with() -> None:
    draw = next(ask_draw("ann", "adventure", 1, CITES, frozenset({"bear"}), left={"bear": 0}))
    card = next(ask_character("ann", "knight", CITES, frozenset({"inn"})))

    assert draw.to_json()["known"] == []
    assert (draw.cites, card.cites) == (CITES, CITES)


@pytest.mark.parametrize(
    ("answer", "waives"),
    [
        ({"choose": "keep"}, False),
        ({"choose": "reroll", "cause": {"kind": "card", "name": "Luck"}}, True),
    ],
)
def test_a_choice_outranks_the_rules_only_if_it_was_barred(
    answer: dict[str, Any], waives: bool
) -> None:
    def rule(t: Table) -> Rule[bool]:
        yield from ask_choose("ann", "pick", CITES, a_choice().options)
        return t.waives

    outcome = run(a_table("plain", ann={}, bob={}), rule, [answer])

    assert isinstance(outcome, Resolved)
    assert outcome.result is waives


# ------------------------------------------------------------ what cannot be read at all


def unreadable(kind: str, **params: Any) -> Problem:
    with pytest.raises(InvalidAction) as refusal:
        check_action(a_table("plain", ann={}, bob={}), act(kind, "ann", **params))
    (problem,) = refusal.value.problems
    return problem


def test_an_action_that_there_is_not_is_named() -> None:
    assert unreadable("fly").params == {"kind": "fly"}


def test_parameters_that_do_not_fit_are_named_each() -> None:
    (fault,) = unreadable("move", speed=3).params["faults"]

    assert fault["path"] == "speed"
