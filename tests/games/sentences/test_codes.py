"""Every code that the engine can say has words, and all words are for a code that it can say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from content.library import editions, pack
from content.schema import effects as e
from content.schema.base import Frozen
from content.schema.pack import Pack
from games import errors
from games.errors import ServiceError
from games.rules import registry
from games.rules.actions.base import kinds
from games.rules.terms import Phase, Status, Zone
from games.sentences.effects import RULES
from games.sentences.labels import ACTIONS, PHASES, STATUSES, ZONES
from games.sentences.notes import NOTES
from games.sentences.problems import PROBLEMS
from games.sentences.questions import FAMILIES, OPTIONS, PURPOSES, QUESTIONS
from games.sentences.refusals import REFUSALS
from games.sentences.render import TEXTS
from tests.games.sentences.codes import Kind, sites

SITES = sites()


def said(*some: Kind) -> set[str]:
    return {site.code for site in SITES if site.kind in some}


def family_of(code: str) -> str:
    """The code whose words are used: its own, or that of its family."""
    if code in QUESTIONS:
        return code
    return next((name.rstrip("_") for name, _ in FAMILIES if code.startswith(name)), code)


def test_the_engine_is_read_at_all() -> None:
    assert len(SITES) > 250
    assert {"gained", "cannot_pay", "ask_way", "option_keep_roll"} <= said(
        "note", "problem", "question", "option"
    )


def test_every_step_and_every_problem_has_a_sentence_and_none_is_left_over() -> None:
    assert sorted(said("note", "problem") - {*NOTES, *PROBLEMS}) == []
    assert sorted({*NOTES, *PROBLEMS} - said("note", "problem")) == []


def test_what_is_a_problem_too_stands_among_the_problems() -> None:
    assert sorted(said("problem") - {*PROBLEMS}) == []
    assert {*NOTES} & {*PROBLEMS} == set()


def test_every_question_and_every_option_has_words_and_none_is_left_over() -> None:
    assert {family_of(code) for code in said("question")} == {*QUESTIONS}
    assert said("option") == {*OPTIONS}


def test_no_code_has_two_texts() -> None:
    assert len(TEXTS) == len(NOTES) + len(PROBLEMS) + len(QUESTIONS) + len(OPTIONS)


def test_every_roll_is_for_a_purpose_that_has_words() -> None:
    rolls = {
        code.removeprefix("ask_roll_") for code in said("question") if code.startswith("ask_roll_")
    }
    assert {purpose for purpose in rolls if not purpose.startswith(("again_", "*"))} == PURPOSES


def all_refusals(kind: type[ServiceError] = ServiceError) -> Iterator[str]:
    yield kind.code
    for below in kind.__subclasses__():
        if below.__module__ == errors.__name__:
            yield from all_refusals(below)


def test_every_refusal_of_the_services_has_a_sentence_and_none_is_left_over() -> None:
    assert set(all_refusals()) == {*REFUSALS}


def test_every_action_phase_zone_and_state_has_a_label() -> None:
    assert {*ACTIONS} == {*kinds()}
    assert {*PHASES} == {*Phase}
    assert {*ZONES} == {*Zone}
    assert {*STATUSES} == {*Status}


def rules_named(effects: object) -> Iterator[str]:
    """The named rules anywhere inside something of a pack."""
    if isinstance(effects, e.Named):
        yield effects.rule
    if isinstance(effects, Frozen):
        for name in type(effects).model_fields:
            yield from rules_named(getattr(effects, name))
    elif isinstance(effects, tuple):
        for one in effects:
            yield from rules_named(one)
    elif isinstance(effects, dict):
        yield from rules_named(tuple(effects.values()))


@pytest.mark.parametrize("edition", editions())
def test_every_named_rule_of_a_pack_has_words(edition: str) -> None:
    printed: Pack = pack(edition)
    used = {*rules_named(printed.board), *rules_named(printed.decks)}
    assert sorted(used - {*RULES}) == []


def test_every_registered_rule_has_words_and_none_is_left_over() -> None:
    assert set(registry.names()) == {*RULES}
