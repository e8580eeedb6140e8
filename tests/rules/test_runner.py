"""The runner: questions in order, answers checked, refusals explained, nothing half-done kept."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.asks import (
    Amount,
    Choose,
    Describe,
    Draw,
    Option,
    Roll,
    Rule,
    Tell,
    ask_amount,
    ask_choose,
    ask_key,
    ask_roll,
)
from games.rules.changes import Note
from games.rules.errors import IllegalAction, Problem, ReplayDiverged, WrongAnswer
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from games.rules.terms import Dial
from games.rules.verbs.dials import gain
from tests.builders import a_table, snapshot

CITES = ("TT-DICE-1",)
OPTIONS = (
    Option("keep", Note("keep", {})),
    Option("reroll-1", Note("reroll", {}), barred=Problem("no_fate", CITES)),
    Option("never", Note("never", {}), barred=Problem("not_possible", CITES, hard=True)),
)


def table() -> Table:
    return a_table("plain", ann={}, bob={})


def three_questions(t: Table) -> Rule[int]:
    """Roll, gain as much, choose, name a number."""
    me = t.figure("ann")
    (face,) = yield from ask_roll("ann", "test", CITES)
    yield from gain(t, me, Dial.GOLD, face, CITES)
    t.explain("late", Problem("too_late", CITES))
    yield from ask_choose("ann", "pick", CITES, OPTIONS)
    t.explain("reroll", Problem("used_up", CITES))
    return (yield from ask_amount("bob", "number", CITES, 0, 3))


GOOD: list[dict[str, Any]] = [{"roll": [4]}, {"choose": "keep"}, {"amount": 2}]


def wrong(answers: list[dict[str, Any]]) -> WrongAnswer:
    with pytest.raises(WrongAnswer) as refusal:
        run(table(), three_questions, answers)
    return refusal.value


def test_it_stops_at_the_first_unanswered_question_with_the_table_as_it_stands() -> None:
    before = table()

    waiting = run(before, three_questions, GOOD[:1])

    assert isinstance(waiting, Asking)
    assert waiting.ask.key == "TT-DICE-1:pick:ann"
    assert [ask.key for ask in waiting.asked] == ["TT-DICE-1:roll_test:ann"]
    assert waiting.table.figure("ann").gold == 4
    assert before.figure("ann").gold == 0


def test_it_ends_with_the_changes_the_questions_and_the_result() -> None:
    before = table()

    done = run(before, three_questions, GOOD)

    assert isinstance(done, Resolved)
    assert done.result == 2
    assert [type(ask) for ask in done.asked] == [Roll, Choose, Amount]
    assert [(change.id, change.after) for change in done.table.changes] == [("ann", 4)]
    assert snapshot(before) == snapshot(table())


def test_an_answer_too_many_is_refused() -> None:
    refusal = wrong([*GOOD, {"amount": 1}])

    assert refusal.problems[0] == Problem("no_question_open", params={"answer": 4}, hard=True)
    assert (refusal.position, refusal.ask) == (3, None)


def test_an_answer_too_many_gets_the_reason_kept_for_its_option() -> None:
    def rule(t: Table) -> Rule[None]:
        yield from ask_roll("ann", "test", CITES)
        t.explain("reroll", Problem("used_up", CITES))

    with pytest.raises(WrongAnswer) as refusal:
        run(table(), rule, [{"roll": [1]}, {"choose": "reroll-2"}])

    assert refusal.value.problems[0].code == "used_up"


def test_reasons_last_until_the_next_answer() -> None:
    assert wrong([*GOOD[:1], {"choose": "late"}]).problems[0].code == "too_late"
    assert wrong([*GOOD[:2], {"choose": "late"}]).problems[0].code == "amount_expected"
    assert wrong([*GOOD[:2], {"choose": "reroll-1"}]).problems[0].code == "used_up"


def test_a_barred_option_is_refused_with_its_reason() -> None:
    refusal = wrong([*GOOD[:1], {"choose": "reroll-1"}])

    assert refusal.problems[0] == Problem("no_fate", CITES)
    assert refusal.position == 1


def test_a_card_or_ability_may_lift_the_bar_unless_it_is_hard() -> None:
    cause = {"kind": "ability", "name": "Luck"}
    answers: list[dict[str, Any]] = [*GOOD[:1], {"choose": "reroll-1", "cause": cause}]

    assert isinstance(run(table(), three_questions, answers), Asking)
    assert wrong([*GOOD[:1], {"choose": "never", "cause": cause}]).problems[0].hard


def test_what_is_no_option_is_refused_with_those_there_are() -> None:
    refusal = wrong([*GOOD[:1], {"choose": "something"}])

    assert refusal.problems[0].code == "not_an_option"
    assert refusal.problems[0].params["options"] == ["keep"]


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([{}], "roll_expected"),
        ([{"roll": 4}], "roll_expected"),
        ([{"roll": [True]}], "roll_expected"),
        ([{"roll": ["4"]}], "roll_expected"),
        ([{"roll": [4, 4]}], "wrong_number_of_dice"),
        ([{"roll": [0]}], "die_out_of_range"),
        ([{"roll": [7]}], "die_out_of_range"),
        ([*GOOD[:1], {"choose": ["keep"]}], "choice_expected"),
        ([*GOOD[:1], {"amount": 1}], "choice_expected"),
        ([*GOOD[:2], {"amount": "2"}], "amount_expected"),
        ([*GOOD[:2], {"amount": True}], "amount_expected"),
        ([*GOOD[:2], {"amount": 4}], "amount_out_of_range"),
        ([*GOOD[:2], {"amount": -1}], "amount_out_of_range"),
    ],
)
def test_an_answer_of_the_wrong_kind_is_refused_hard(
    answers: list[dict[str, Any]], code: str
) -> None:
    refusal = wrong(answers)

    assert refusal.problems[0].code == code
    assert refusal.problems[0].hard
    assert refusal.position == len(answers) - 1


def test_an_answer_to_another_question_diverges_and_those_before_it_hold() -> None:
    keyed: list[dict[str, Any]] = [
        {"roll": [4], "key": "TT-DICE-1:roll_test:ann"},
        {"choose": "keep", "key": "TT-DICE-1:choose:ann"},
    ]

    with pytest.raises(ReplayDiverged) as refusal:
        run(table(), three_questions, keyed)

    assert refusal.value.position == 1
    assert refusal.value.problems[0].params == {
        "expected": "TT-DICE-1:pick:ann",
        "found": "TT-DICE-1:choose:ann",
    }


def test_another_seats_answer_to_the_same_question_is_not_taken() -> None:
    with pytest.raises(ReplayDiverged):
        run(table(), three_questions, [{"roll": [4], "key": ask_key(CITES, "roll_test", "bob")}])


def test_what_the_rule_itself_refuses_comes_through() -> None:
    def rule(t: Table) -> Rule[None]:
        yield from ask_roll("ann", "test", CITES)
        raise IllegalAction(Problem("no", CITES))

    with pytest.raises(IllegalAction, match="no"):
        run(table(), rule, [{"roll": [1]}])


def test_two_runs_are_the_same() -> None:
    one, other = (run(table(), three_questions, GOOD) for _ in range(2))

    assert one.table.changes == other.table.changes
    assert one.table.notes == other.table.notes


# ------------------------------------------------------------ what each question takes

TEXT = Note("ask", {})


def problem_of(ask: Any, answer: dict[str, Any]) -> Problem:
    with pytest.raises(WrongAnswer) as refusal:
        ask.check(answer)
    return refusal.value.problems[0]


def a_draw(**said: Any) -> Draw:
    fields = {"deck": "adventure", "count": 2, "known": frozenset({"bear", "wolf"}), **said}
    return Draw(key="k", seat="ann", text=TEXT, **fields)


def test_a_draw_takes_known_and_new_cards_in_order() -> None:
    new = {"id": "imp", "name": "Imp", "type": "enemy", "strength": 2}

    first, second = a_draw().check({"cards": [{"card": "wolf"}, {"new": new}]})

    assert first.card == "wolf"
    assert second.new
    assert second.new.value == 2


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({}, "cards_expected"),
        ({"cards": ["bear", "wolf"]}, "cards_expected"),
        ({"cards": [{"card": "bear"}]}, "wrong_number_of_cards"),
        ({"cards": [{"card": "bear"}, {"card": "imp"}]}, "unknown_card"),
        ({"cards": [{"card": "bear"}, {}]}, "unknown_card"),
        ({"cards": [{"card": "bear"}, {"new": {"id": "imp"}}]}, "card_unreadable"),
        ({"cards": [{"card": "bear"}, {"card": "bear"}]}, "all_copies_out"),
    ],
)
def test_a_draw_refuses_what_cannot_have_been_drawn(answer: dict[str, Any], code: str) -> None:
    assert problem_of(a_draw(left={"bear": 1}), answer).code == code


def test_a_draw_lists_what_can_still_be_drawn() -> None:
    assert a_draw(left={"bear": 0}).to_json()["known"] == ["wolf"]


def test_an_unseen_card_may_stay_unseen() -> None:
    (drawn,) = a_draw(count=1, may_be_unseen=True).check({"cards": [{}]})

    assert (drawn.card, drawn.new) == (None, None)


def test_what_is_told_must_be_effects() -> None:
    ask = Tell(key="k", seat="ann", text=TEXT, subject="omen")

    assert ask.check({"effects": []}) == ()
    assert ask.to_json()["subject"] == "omen"
    problem = problem_of(ask, {"effects": [{"gain": "joy"}]})
    assert problem.code == "effects_unreadable"
    assert problem.params["faults"][0]["path"].startswith("0.gain")


def test_a_character_card_must_be_read_whole_and_start_on_the_board() -> None:
    ask = Describe(key="k", seat="ann", text=TEXT, subject="knight", spaces=frozenset({"inn"}))
    facts = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 1, "start": "inn"}

    assert ask.check({"facts": facts}).life == 4
    assert ask.to_json()["subject"] == "knight"
    assert problem_of(ask, {"facts": {**facts, "start": "moon"}}).code == "unknown_space"
    assert problem_of(ask, {"facts": {"strength": 3}}).code == "facts_unreadable"


def test_questions_say_what_may_be_answered() -> None:
    waiting = [run(table(), three_questions, GOOD[:count]) for count in range(3)]

    told = [step.ask.to_json() for step in waiting if isinstance(step, Asking)]

    assert told == [
        {
            "kind": "roll",
            "key": "TT-DICE-1:roll_test:ann",
            "seat": "ann",
            "rules": ["TT-DICE-1"],
            "dice": 1,
            "faces": 6,
        },
        {
            "kind": "choose",
            "key": "TT-DICE-1:pick:ann",
            "seat": "ann",
            "rules": ["TT-DICE-1"],
            "options": ["keep"],
        },
        {
            "kind": "amount",
            "key": "TT-DICE-1:number:bob",
            "seat": "bob",
            "rules": ["TT-DICE-1"],
            "low": 0,
            "high": 3,
        },
    ]
