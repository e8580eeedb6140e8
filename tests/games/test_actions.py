"""Playing, over the services: who may, what a table's strictness makes of it, questions, retries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest

from games.errors import (
    GameDeleted,
    GameEnded,
    HostOnly,
    KeyReused,
    NeedsConfirmation,
    NoAnswer,
    NoQuestion,
    NotAllowed,
    NotFound,
    NotYourSeat,
    QuestionOpen,
    ServiceError,
    StaleVersion,
)
from games.models import ActionRecord, Game, HouseFact, IdempotencyKey, PendingAction
from games.rules.errors import (
    IllegalAction,
    InvalidAction,
    ReplayDiverged,
    RulesError,
    WrongAnswer,
)
from games.rules.terms import Phase
from games.selectors import table_view
from games.services.actions import (
    ActionBody,
    action_submit,
    answer_submit,
    answer_take_back,
    question_cancel,
)
from games.services.audit import game_verify
from tests.games.stored import (
    THUG,
    Evening,
    host_of,
    new_game,
    nothing_changes,
    row_of,
    screen_of,
    seat_actor,
    set_up,
)

pytestmark = pytest.mark.django_db

SCARIF = ({"roll": [3]}, {"choose": "keep"}, {"choose": "clockwise-scarif"})


@pytest.fixture
def evening() -> Evening:
    return set_up(new_game("A", "B"))


def body(kind: str, seat: str = "A", *answers: dict[str, Any], **more: Any) -> ActionBody:
    return ActionBody(kind=kind, seat=seat, answers=answers, **more)


def gold(points: int, seat: str = "B", **more: Any) -> ActionBody:
    params = {"reason": "miscounted", "figures": {seat: {"gold": points}}}
    return ActionBody(kind="correct", seat=seat, params=params, **more)


def options(evening: Evening, **columns: Any) -> None:
    """Set the table's options as its host would."""
    row = row_of(evening.game.pk)
    Game.objects.filter(pk=row.pk).update(version=row.version + 1, **columns)


def refused(evening: Evening, error: type[Exception], do: Any) -> Exception:
    """It is refused, and nothing has changed."""
    with nothing_changes(evening.game), pytest.raises(error) as caught:
        do()
    return caught.value


# ---------------------------------------------------------------------- one action


def test_an_action_with_all_its_answers_is_logged(evening: Evening) -> None:
    host = host_of(evening.game)
    outcome = action_submit(actor=host, body=body("move", "A", *SCARIF), key="k", body_hash="h")
    assert (outcome.state, outcome.status, outcome.replayed) == ("resolved", 201, False)
    assert (outcome.version, row_of(evening.game.pk).version) == (10, 10)
    assert outcome.question is None
    assert outcome.table.figures["A"].space == "scarif"
    entry = outcome.entry
    assert entry is not None
    assert [entry[name] for name in ("seq", "entry", "kind", "seat", "logged_by", "turn")] == [
        9,
        "action",
        "move",
        "A",
        "host",
        1,
    ]
    assert [(a["key"].split(":")[1], a["by"]) for a in entry["answers"]] == [
        ("roll_move", "host"),
        ("reroll_move", "host"),
        ("way", "host"),
    ]
    assert entry["answers"][0]["rolled_by"] == "table"
    assert [c for c in entry["changes"] if c["what"] == "figure"] == [
        {
            "what": "figure",
            "id": "A",
            "field": "space",
            "before": "kiros",
            "after": "scarif",
            "rules": entry["changes"][0]["rules"],
        }
    ]
    assert [note["code"] for note in entry["notes"]][-1] == "moved"
    assert all(note["text"] for note in entry["notes"])


def test_step_by_step_is_as_good_as_at_once(evening: Evening) -> None:
    host = host_of(evening.game)
    first = action_submit(actor=host, body=body("move"))
    assert (first.state, first.entry, first.version) == ("question", None, 10)
    assert first.question is not None
    assert (first.question["kind"], first.question["dice"], first.question["seat"]) == (
        "roll",
        1,
        "A",
    )
    assert first.question["action"] == {"kind": "move", "seat": "A", "logged_by": "host"}
    evening.answer({"roll": [3]})
    evening.answer({"choose": "keep"})
    last = evening.answer({"choose": "clockwise-scarif"})
    assert last.state == "resolved"
    steps = last.entry
    assert steps is not None
    evening.undo()
    at_once = evening.act("move", "A", *SCARIF).entry
    assert at_once is not None
    for name in ("answers", "changes", "params", "rules"):
        assert steps[name] == at_once[name]
    assert not PendingAction.objects.filter(game=evening.game).exists()


def test_a_question_writes_nothing_but_its_answers(evening: Evening) -> None:
    before = evening.table
    evening.act("move", "A", {"roll": [3]})
    row = row_of(evening.game.pk)
    assert (row.seq, row.version) == (8, 10)
    assert row.pending.answers[0]["roll"] == [3]
    assert evening.table.figures["A"] == before.figures["A"]


def test_a_preview_keeps_nothing(evening: Evening) -> None:
    host = host_of(evening.game)
    with nothing_changes(evening.game):
        outcome = action_submit(actor=host, body=body("move", "A", *SCARIF), dry_run=True, key="k")
    assert (outcome.state, outcome.entry, outcome.status) == ("preview", None, 200)
    assert outcome.table.figures["A"].space == "scarif"
    assert [c["after"] for c in outcome.changes if c["field"] == "space"] == ["scarif"]
    with nothing_changes(evening.game):
        asked = action_submit(actor=host, body=body("move", "A", {"roll": "server"}), dry_run=True)
    assert asked.question is not None
    assert asked.question["kind"] == "roll"


@pytest.mark.parametrize(
    ("sent", "error", "code"),
    [
        (body("fly"), InvalidAction, "unknown_action"),
        (body("move", "Z"), InvalidAction, "unknown_seat"),
        (body("move", "B"), IllegalAction, "not_your_turn"),
        (body("move", "A", params={"nonsense": 1}), InvalidAction, "params_unreadable"),
        (body("move", "A", {"roll": [7]}), WrongAnswer, "die_out_of_range"),
        (body("move", "A", {"roll": [0]}), WrongAnswer, "die_out_of_range"),
        (body("move", "A", {"roll": [3, 3]}), WrongAnswer, "wrong_number_of_dice"),
        (body("move", "A", {"roll": ["3"]}), WrongAnswer, "roll_expected"),
        (body("move", "A", {"roll": [True]}), WrongAnswer, "roll_expected"),
        (body("move", "A", {"choose": "keep"}), WrongAnswer, "roll_expected"),
        (body("move", "A", *SCARIF, {"choose": "keep"}), WrongAnswer, "no_question_open"),
        (
            body("move", "A", {"roll": [3], "rolled_by": "server"}),
            InvalidAction,
            "server_rolls_itself",
        ),
        (body("move", "A", {"roll": [3], "note": "\x00"}), InvalidAction, "text_unreadable"),
        (body("tell", "A", params={"name": "\ud800"}), InvalidAction, "text_unreadable"),
        (gold(99), IllegalAction, "more_than_the_box"),
        (gold(100), InvalidAction, "params_unreadable"),
        (gold(-1), InvalidAction, "params_unreadable"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    evening: Evening, sent: ActionBody, error: type[RulesError], code: str
) -> None:
    caught = refused(
        evening, error, lambda: action_submit(actor=host_of(evening.game), body=sent, key="k")
    )
    assert isinstance(caught, RulesError)
    assert caught.problems[0].code == code


def test_a_table_that_is_not_there_is_not_found(evening: Evening) -> None:
    host = host_of(evening.game)
    Game.objects.filter(pk=evening.game.pk).update(deleted_at="2025-01-01T00:00:00Z")
    with pytest.raises(GameDeleted):
        action_submit(actor=host, body=gold(1))
    with pytest.raises(GameDeleted):
        action_submit(actor=host, body=gold(1), dry_run=True)
    nowhere = replace(host, game_id=uuid4())
    with pytest.raises(NotFound):
        action_submit(actor=nowhere, body=gold(1))


# ---------------------------------------------------------------------- who may


def test_anybody_at_the_table_logs_unless_it_says_otherwise(evening: Evening) -> None:
    other = seat_actor(evening.game, "B")
    outcome = evening.act("move", "A", *SCARIF, by=other)
    assert outcome.entry is not None
    assert outcome.entry["logged_by"] == "seat:B"
    assert {answer["by"] for answer in outcome.entry["answers"]} == {"seat:B"}


def test_a_screen_only_shows(evening: Evening) -> None:
    screen = screen_of(evening.game)
    refused(evening, NotAllowed, lambda: action_submit(actor=screen, body=gold(1)))
    evening.act("move")
    refused(evening, NotAllowed, lambda: answer_submit(actor=screen, answers=[{"roll": [3]}]))
    refused(evening, NotYourSeat, lambda: question_cancel(actor=screen))


def test_own_seat_only(evening: Evening) -> None:
    options(evening, may_log="own_seat")
    other, own = seat_actor(evening.game, "B"), seat_actor(evening.game, "A")
    refused(
        evening, NotYourSeat, lambda: action_submit(actor=other, body=body("move", "A", *SCARIF))
    )
    evening.act("move", "A", by=own)
    refused(evening, NotYourSeat, lambda: answer_submit(actor=other, answers=[{"roll": [3]}]))
    evening.answer({"roll": [3]}, by=own)
    evening.answer({"choose": "keep"}, by=host_of(evening.game))


def test_host_only(evening: Evening) -> None:
    options(evening, may_log="host")
    own = seat_actor(evening.game, "A")
    refused(evening, HostOnly, lambda: action_submit(actor=own, body=body("move", "A", *SCARIF)))
    assert evening.act("move", "A", *SCARIF).state == "resolved"


def test_the_state_of_the_table_is_the_hosts_to_tell(evening: Evening) -> None:
    state = ActionBody(
        kind="state_of_table", seat="A", params={"reason": "late", "gold_on": {"kiros": 1}}
    )
    own = seat_actor(evening.game, "A")
    refused(evening, HostOnly, lambda: action_submit(actor=own, body=state))
    assert action_submit(actor=host_of(evening.game), body=state).state == "resolved"


def test_a_secret_question_is_answered_by_whom_it_asks_or_the_host() -> None:
    evening = Evening(new_game("A", "B"))
    evening.act("prepare_board")
    facts = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "kiros"}
    evening.free("choose_character", "A", {"facts": {**facts, "spells": 1}}, character="mace-windu")
    evening.free(
        "choose_character", "B", {"facts": {**facts, "alignment": "evil"}}, character="darth-maul"
    )
    own, other = seat_actor(evening.game, "A"), seat_actor(evening.game, "B")
    drawn = {"cards": [{"card": "mind-trick"}]}
    refused(
        evening,
        NotYourSeat,
        lambda: action_submit(actor=other, body=body("deal_spells", "A", drawn)),
    )
    asked = evening.act("deal_spells", "A", by=other).question
    assert asked is not None
    assert (asked["secret"], asked["text"], "known" in asked) == (True, None, False)
    # Not even what would be allowed is told to others.
    wrong = {"cards": [{"card": "no-such-card"}]}
    refused(evening, NotYourSeat, lambda: answer_submit(actor=other, answers=[wrong]))
    caught = refused(evening, WrongAnswer, lambda: answer_submit(actor=own, answers=[wrong]))
    assert isinstance(caught, WrongAnswer)
    assert caught.problems[0].code == "unknown_card"
    outcome = evening.answer(drawn, by=own)
    assert outcome.entry is not None
    assert outcome.entry["answers"][0]["cards"] == drawn["cards"]
    record = ActionRecord.objects.get(game=evening.game, kind="deal_spells")
    assert "mind-trick" not in str(record.public)
    assert "mind-trick" in str(record.secret)


# ---------------------------------------------------------------------- strictness


def test_strict_takes_it_with_a_cause_or_as_it_happened(evening: Evening) -> None:
    host = host_of(evening.game)
    refused(evening, IllegalAction, lambda: action_submit(actor=host, body=body("end_turn")))
    happened = action_submit(actor=host, body=body("end_turn", as_happened="we forgot"))
    assert happened.entry is not None
    assert (happened.entry["as_happened"], happened.entry["warnings"]) == ("we forgot", [])
    assert happened.table.turn.seat == "B"


def test_advise_warns_first(evening: Evening) -> None:
    options(evening, strictness="advise")
    host = host_of(evening.game)
    caught = refused(
        evening, NeedsConfirmation, lambda: action_submit(actor=host, body=body("end_turn"))
    )
    assert isinstance(caught, NeedsConfirmation)
    assert [problem.code for problem in caught.problems] == ["must_move"]
    outcome = action_submit(actor=host, body=body("end_turn", confirm=True))
    assert outcome.entry is not None
    assert outcome.entry["as_happened"] == "after a warning"
    assert [warning["code"] for warning in outcome.entry["warnings"]] == ["must_move"]
    assert game_verify(game=row_of(evening.game.pk), replay=True).otherwise == []


def test_advise_warns_of_what_the_rule_finds_on_its_way(evening: Evening) -> None:
    options(evening, strictness="advise")
    host = host_of(evening.game)
    far = body("move", "A", {"roll": [3]}, {"choose": "keep"}, params={"to": "takodana"})
    caught = refused(evening, ServiceError, lambda: action_submit(actor=host, body=far))
    assert isinstance(caught, NeedsConfirmation)
    assert [problem.code for problem in caught.problems] == ["region_stays"]
    gone = action_submit(
        actor=host, body=far.model_copy(update={"confirm": True, "reason": "a portal"})
    )
    assert gone.entry is not None
    assert gone.entry["as_happened"] == "a portal"
    assert gone.table.figures["A"].space == "takodana"


def test_what_is_hard_is_refused_by_every_table(evening: Evening) -> None:
    for strictness in ("advise", "record"):
        options(evening, strictness=strictness)
        for sent in (gold(99, confirm=True), body("move", "Z", confirm=True)):
            refused(
                evening,
                RulesError,
                lambda sent=sent: action_submit(actor=host_of(evening.game), body=sent),
            )


def test_record_keeps_books_only(evening: Evening) -> None:
    options(evening, strictness="record")
    outcome = action_submit(actor=host_of(evening.game), body=body("end_turn"))
    assert outcome.entry is not None
    assert outcome.entry["as_happened"] == "books only"
    assert [warning["code"] for warning in outcome.entry["warnings"]] == ["must_move"]


def test_a_finished_game_takes_no_more_actions(evening: Evening) -> None:
    evening.act("correct", "A", reason="over", gold_on={"kiros": 1})
    Game.objects.filter(pk=evening.game.pk).update(phase=Phase.OVER.value, winner="A", version=99)
    host = host_of(evening.game)
    caught = refused(evening, GameEnded, lambda: action_submit(actor=host, body=body("move")))
    assert isinstance(caught, GameEnded)
    assert caught.params == {"winner": "A"}


# ---------------------------------------------------------------------- the open question


def test_an_open_question_blocks_other_actions_but_no_correction(evening: Evening) -> None:
    evening.act("move", "A", {"roll": [3]})
    host = host_of(evening.game)
    caught = refused(
        evening, QuestionOpen, lambda: action_submit(actor=host, body=body("end_turn"))
    )
    assert isinstance(caught, QuestionOpen)
    assert (caught.params, caught.question["kind"]) == ({"seat": "A"}, "choose")
    outcome = evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    assert (outcome.state, outcome.question is not None) == ("resolved", True)
    assert row_of(evening.game.pk).pending.answers[0]["roll"] == [3]
    evening.answer({"choose": "keep"})
    assert evening.answer({"choose": "clockwise-scarif"}).state == "resolved"
    assert evening.table.figures["B"].gold == 5


def test_a_correction_that_changes_the_question_keeps_the_answers_before_it(
    evening: Evening,
) -> None:
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"})
    # Without fate there is no reroll to keep from.
    outcome = evening.act("correct", "A", reason="miscounted", figures={"A": {"fate": 0}})
    assert outcome.question is not None
    assert [a.get("roll") for a in row_of(evening.game.pk).pending.answers] == [[3]]
    assert "way" in outcome.question["key"]
    assert evening.answer({"choose": "clockwise-scarif"}).state == "resolved"


def test_a_correction_that_makes_the_action_impossible_drops_it(evening: Evening) -> None:
    evening.act("move", "A", {"roll": [3]})
    outcome = evening.act("correct", "A", reason="passed", turn={"seat": "B"})
    assert (outcome.state, outcome.question) == ("resolved", None)
    assert not PendingAction.objects.filter(game=evening.game).exists()
    assert evening.act("move", "B").question is not None


def test_nothing_open_nothing_answered(evening: Evening) -> None:
    host = host_of(evening.game)
    refused(evening, NoQuestion, lambda: answer_submit(actor=host, answers=[{"roll": [3]}]))
    refused(evening, NoQuestion, lambda: answer_take_back(actor=host))
    refused(evening, NoQuestion, lambda: question_cancel(actor=host))
    evening.act("move")
    refused(evening, NoAnswer, lambda: answer_take_back(actor=host))


def test_an_answer_to_another_question_is_refused(evening: Evening) -> None:
    evening.act("move", "A", {"roll": [3]})
    caught = refused(
        evening,
        RulesError,
        lambda: answer_submit(
            actor=host_of(evening.game), answers=[{"choose": "keep", "key": "old"}]
        ),
    )
    assert isinstance(caught, RulesError)
    assert caught.code == "replay_diverged"


def test_the_last_answer_is_taken_back_by_who_gave_it_or_the_host(evening: Evening) -> None:
    own, other = seat_actor(evening.game, "A"), seat_actor(evening.game, "B")
    evening.act("move", "A", {"roll": [3]}, by=own)
    refused(evening, NotYourSeat, lambda: answer_take_back(actor=other))
    outcome = answer_take_back(actor=own)
    assert outcome.question is not None
    assert (outcome.question["kind"], outcome.version) == ("roll", 11)
    evening.answer({"roll": [4]}, by=own)
    assert answer_take_back(actor=host_of(evening.game)).question is not None


def test_the_open_action_is_cancelled_by_who_asked_for_it_or_the_host(evening: Evening) -> None:
    own, other = seat_actor(evening.game, "A"), seat_actor(evening.game, "B")
    evening.act("move", "A", {"roll": [3]}, by=own)
    refused(evening, NotYourSeat, lambda: question_cancel(actor=other))
    outcome = question_cancel(actor=own)
    assert (outcome.state, outcome.entry, outcome.version) == ("resolved", None, 11)
    assert row_of(evening.game.pk).seq == 8
    assert evening.act("move", "A", *SCARIF).state == "resolved"


def rules_changed(evening: Evening, *keys: str) -> None:
    """The answers so far were given to questions that today's rules no longer ask."""
    row = row_of(evening.game.pk)
    answers = [{**a, "key": key} for a, key in zip(row.pending.answers, keys, strict=True)]
    PendingAction.objects.filter(game=row).update(answers=answers)
    Game.objects.filter(pk=row.pk).update(version=row.version + 1)


def test_if_the_rules_change_between_answers_those_before_are_kept_and_it_is_asked_anew(
    evening: Evening,
) -> None:
    evening.act("move", "A", {"roll": [3]}, {"choose": "keep"})
    first = row_of(evening.game.pk).pending.answers[0]["key"]
    rules_changed(evening, first, "another-question")
    host = host_of(evening.game)
    view = table_view(row_of(evening.game.pk), host)
    assert view["question"]["answered"] == 1
    assert view["question"]["key"].split(":")[1] == "reroll_move"
    with pytest.raises(ReplayDiverged):
        answer_submit(actor=host, answers=[{"choose": "clockwise-scarif"}], key="k")
    row = row_of(evening.game.pk)
    assert [answer["key"] for answer in row.pending.answers] == [first]
    assert row.version == 12
    assert not IdempotencyKey.objects.filter(key="k").exists()
    evening.answer({"choose": "keep"})
    assert evening.answer({"choose": "clockwise-scarif"}).state == "resolved"


def test_an_action_that_the_rules_no_longer_know_gives_way_to_the_next(evening: Evening) -> None:
    own = seat_actor(evening.game, "A")
    evening.act("move", "A", by=own)
    row = row_of(evening.game.pk)
    PendingAction.objects.filter(game=row).update(action={"kind": "hop", "seat": "A"})
    Game.objects.filter(pk=row.pk).update(version=row.version + 1)
    host = host_of(evening.game)
    assert table_view(row_of(evening.game.pk), host)["question"] is None
    refused(evening, NoQuestion, lambda: answer_submit(actor=host, answers=[{"roll": [3]}]))
    evening.act("move", "A", {"roll": [3]}, by=host)
    pending = row_of(evening.game.pk).pending
    assert (pending.logged_by, pending.asker_id, pending.action["kind"]) == ("host", None, "move")


# ---------------------------------------------------------------------- dice of the server


def test_the_server_rolls_on_request_and_says_so(evening: Evening) -> None:
    evening.act("move", "A", {"roll": "server"})
    answer = row_of(evening.game.pk).pending.answers[0]
    assert answer["rolled_by"] == "server"
    assert answer["by"] == "host"
    assert answer["roll"][0] in range(1, 7)


def test_cancelling_rolls_no_other_until_something_is_logged(evening: Evening) -> None:
    shown = []
    for _ in range(3):
        evening.act("move", "A", {"roll": "server"})
        shown.append(pending_roll(evening))
        question_cancel(actor=host_of(evening.game))
    assert shown[0] == shown[1] == shown[2]
    throws: set[int] = set()
    for _ in range(12):
        evening.act("correct", "A", reason="x", gold_on={"kiros": len(throws) % 5})
        evening.act("move", "A", {"roll": "server"})
        throws.add(pending_roll(evening))
        question_cancel(actor=host_of(evening.game))
    assert len(throws) > 1


def pending_roll(evening: Evening) -> int:
    return int(row_of(evening.game.pk).pending.answers[0]["roll"][0])


def test_taking_a_roll_of_the_server_back_rolls_no_other(evening: Evening) -> None:
    evening.act("move", "A", {"roll": "server"})
    first = row_of(evening.game.pk).pending.answers[0]["roll"]
    for _ in range(12):
        answer_take_back(actor=host_of(evening.game))
        evening.answer({"rolled_by": "server"})
        assert row_of(evening.game.pk).pending.answers[0]["roll"] == first


# ---------------------------------------------------------------------- retries and versions


def test_a_known_key_is_answered_again_and_counts_once(evening: Evening) -> None:
    host = host_of(evening.game)
    sent = {"body": body("move", "A", *SCARIF), "key": "k", "body_hash": "h"}
    first = action_submit(actor=host, **sent)  # type: ignore[arg-type]
    evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    with nothing_changes(evening.game):
        again = action_submit(actor=host, if_version=1, **sent)  # type: ignore[arg-type]
    assert again.replayed
    assert (again.state, again.status, again.entry) == ("resolved", 201, first.entry)
    assert (again.changes, again.notes) == (first.changes, first.notes)
    assert again.table.figures["B"].gold == 5
    assert again.version == 11


def test_a_known_key_gets_its_question_again(evening: Evening) -> None:
    host = host_of(evening.game)
    first = action_submit(actor=host, body=body("move"), key="k", body_hash="h")
    evening.answer({"roll": [3]})
    with nothing_changes(evening.game):
        again = action_submit(actor=host, body=body("move"), key="k", body_hash="h")
    assert (again.state, again.entry, again.question) == ("question", None, first.question)


def test_a_key_with_another_body_is_refused(evening: Evening) -> None:
    host = host_of(evening.game)
    action_submit(actor=host, body=gold(1), key="k", body_hash="one")
    refused(
        evening,
        KeyReused,
        lambda: action_submit(actor=host, body=gold(2), key="k", body_hash="two"),
    )
    other = seat_actor(evening.game, "A")
    assert not action_submit(actor=other, body=gold(2), key="k", body_hash="two").replayed
    assert IdempotencyKey.objects.filter(key="k").count() == 2


def test_a_refused_key_is_not_used_up(evening: Evening) -> None:
    host = host_of(evening.game)
    refused(
        evening, IllegalAction, lambda: action_submit(actor=host, body=body("end_turn"), key="k")
    )
    assert not action_submit(actor=host, body=gold(1), key="k").replayed


def test_a_stale_version_is_refused_with_what_was_missed(evening: Evening) -> None:
    host = host_of(evening.game)
    version = row_of(evening.game.pk).version
    evening.act("correct", "B", reason="miscounted", figures={"B": {"gold": 5}})
    caught = refused(
        evening,
        StaleVersion,
        lambda: action_submit(actor=host, body=gold(1), if_version=version),
    )
    assert isinstance(caught, StaleVersion)
    assert caught.params == {"version": version + 1}
    assert [entry["seq"] for entry in caught.entries] == [9]
    assert action_submit(actor=host, body=gold(1), if_version=version + 1).state == "resolved"


# ---------------------------------------------------------------------- what the box is like


def test_what_a_table_tells_is_offered_to_the_hosts_next_game(evening: Evening) -> None:
    evening.act("move", "A", *SCARIF)
    evening.act("encounter_space", "A", {"cards": [{"new": THUG}]})
    assert not HouseFact.objects.filter(key="card:thug").exists()
    evening.answer({"choose": "fight"}, {"roll": [6]}, {"roll": [1]})
    while row_of(evening.game.pk).seq == 9:
        evening.answer({"choose": "keep"})
    told = dict(HouseFact.objects.filter(host=evening.game.host_id).values_list("key", "value"))
    assert told["card:thug"]["strength"] == 2
    assert told["deck:thug"] == "encounter"
    assert told["character:mace-windu"]["start"] == "kiros"
    evening.undo()
    assert not HouseFact.objects.filter(key="card:thug").exists()


def test_what_lies_in_a_hand_is_offered_only_once_it_lies_open() -> None:
    evening = Evening(new_game("A", "B"))
    evening.act("prepare_board")
    facts = {"alignment": "good", "strength": 3, "craft": 3, "life": 4, "fate": 2, "start": "kiros"}
    evening.free("choose_character", "A", {"facts": {**facts, "spells": 1}}, character="mace-windu")
    evening.free(
        "choose_character", "B", {"facts": {**facts, "alignment": "evil"}}, character="darth-maul"
    )
    new = {"id": "push", "name": "Push", "type": "spell", "alignment": "good"}
    evening.act("deal_spells", "A", {"cards": [{"new": new}]})
    kept = ("card:force-skill-a-push", "deck:force-skill-a-push")
    assert not HouseFact.objects.filter(key__in=kept).exists()
    evening.act("deal_spells", "B")
    evening.act("set_up_character", "A")
    evening.act("set_up_character", "B")
    evening.act("begin", "A", first="A")
    [key] = evening.table.hand("A")
    own = seat_actor(evening.game, "A")
    evening.act("cast", "A", {"effects": []}, by=own, card=key)
    assert HouseFact.objects.filter(key__in=kept).count() == 2


# ---------------------------------------------------------------------- other hands


PUSH = {"id": "push", "name": "Push", "type": "spell", "alignment": "good"}


def push_in_hand(evening: Evening) -> str:
    """A spell that only A knows, in A's hand; its key."""
    card = {"new": PUSH, "zone": "hand", "seat": "A", "deck": "force-skill"}
    evening.act("correct", "A", reason="dealt one more", cards=[card])
    return evening.table.hand("A")[-1]


def test_a_card_of_a_hand_is_its_seats_to_play(evening: Evening) -> None:
    key = push_in_hand(evening)
    whole = body("cast", "A", {"effects": []}, params={"card": key})
    for actor in (seat_actor(evening.game, "B"), host_of(evening.game)):
        for is_dry in (True, False):
            refused(
                evening,
                NotYourSeat,
                lambda actor=actor, is_dry=is_dry: action_submit(
                    actor=actor, body=whole, dry_run=is_dry
                ),
            )
    own = seat_actor(evening.game, "A")
    assert action_submit(actor=own, body=whole, dry_run=True).state == "preview"
    assert action_submit(actor=own, body=whole).state == "resolved"


def test_a_preview_lays_no_other_hand_open(evening: Evening) -> None:
    # Whoever dies discards the spells in its hand for all to see.
    push_in_hand(evening)
    dying = body(
        "tell",
        "A",
        params={"source": "card", "name": "Trap", "effects": [{"lose": {"life": 4}}]},
    )
    other = seat_actor(evening.game, "B")
    refused(evening, NotYourSeat, lambda: action_submit(actor=other, body=dying, dry_run=True))
    assert action_submit(actor=seat_actor(evening.game, "A"), body=dying, dry_run=True).changes
    assert action_submit(actor=other, body=dying).table.figures["A"].status == "dead"
