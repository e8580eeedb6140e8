"""Worked examples in YAML, run as tests: `tests/cases/README.md` says how they are written.

Each step is played one answer after the other as phones send them, and all at once as an
adjudication gets them; `played` proves the rest. Where nothing but dice and choices decide, it is
enumerated as well: what happened must be among the odds, and as likely as the case says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, model_validator

from content.loader import load
from content.schema.base import Frozen, RuleId, SeatKey, Slug, Words
from games.rules.actions.base import Action, Cause
from games.rules.asks import Amount, Answer, Ask, Choose, Roll
from games.rules.changes import Change, Note
from games.rules.errors import Problem
from games.rules.legality import check_action, legal_actions, rule_of
from games.rules.odds import odds
from games.rules.references import UNSEEN, with_keys
from games.rules.runner import Asking, Resolved, run
from games.rules.table import Table
from tests.builders import a_table, look_figure, look_table, snapshot
from tests.packs import pack_named
from tests.played import played, refused

CASES = Path(__file__).parents[1] / "cases"
MOST_RUNS = 200_000
PHASES = {
    "move": "move",
    "cross": "move",
    "start_again": "move",
    "encounter_space": "encounter",
    "encounter_character": "encounter",
    "use_space": "end",
    "exchange_trophies": "end",
    "ditch": "end",
    "end_turn": "end",
}


class Refusal(Frozen):
    """How it is refused: by which code, rules and numbers, and whether nothing can outrank it."""

    code: Slug
    rules: tuple[RuleId, ...] | None = None
    params: dict[str, Any] = {}
    alternatives: tuple[str, ...] | None = None
    hard: bool | None = None


class Step(Frozen):
    """One action with its answers, and what comes of it."""

    do: Slug | dict[Slug, dict[str, Any]]
    by: SeatKey | None = None
    cause: Cause | None = None
    as_happened: Words | None = None
    answers: tuple[dict[str, Any], ...] = ()
    refused: Refusal | None = None
    asks: dict[str, Any] | None = None
    notes: tuple[str | dict[str, dict[str, Any]], ...] = ()
    then: dict[str, dict[str, Any]] = {}
    odds: str | None = None

    @model_validator(mode="after")
    def _one_way_out(self) -> Step:
        if self.refused and (self.asks or self.then or self.notes):
            raise ValueError("a refused step neither asks nor changes anything")
        return self

    def action(self, table: Table) -> Action:
        """The action as it is sent, by whoever has the turn if nobody is named."""
        kind, params = next(iter(self.do.items())) if isinstance(self.do, dict) else (self.do, {})
        return Action(
            kind=kind,
            seat=self.by or table.turn.seat or table.order[0],
            params=with_keys(table, params),
            cause=self.cause,
            as_happened=self.as_happened,
        )


class Case(Step):
    """A worked example: one step, or several one after the other."""

    name: Words
    rules: tuple[RuleId, ...] = Field(min_length=1)
    uncited: bool = False
    given: dict[str, dict[str, Any]] = {}
    do: Slug | dict[Slug, dict[str, Any]] = "steps"
    steps: tuple[Step, ...] = ()

    @model_validator(mode="after")
    def _one_or_several(self) -> Case:
        if (self.do == "steps") != bool(self.steps):
            raise ValueError("a case has either `do` or `steps`")
        return self

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """Its steps, one or several."""
        return self.steps or (self,)


_CASES: TypeAdapter[tuple[Case, ...]] = TypeAdapter(tuple[Case, ...])


@dataclass(frozen=True, slots=True)
class Found:
    """A case with the pack it is about and the name its test has."""

    pack: str
    id: str
    case: Case


def found_cases(folder: Path = CASES) -> Iterator[Found]:
    """Every case below a folder: the folder of its file names the pack."""
    for path in sorted(folder.glob("*/*.yaml")):
        for case in load(path, _CASES, f"{path.parent.name}/{path.name}"):
            slug = re.sub(r"[^a-z0-9]+", "-", case.name.lower()).strip("-")
            yield Found(path.parent.name, f"{path.parent.name}/{path.stem}: {slug}", case)


def run_case(pack_id: str, case: Case) -> None:
    """Run a case and check everything it says."""
    pack = pack_named(pack_id)
    unknown = [rule for rule in case.rules if rule not in pack.rules]
    assert not unknown, f"not in the ledger: {unknown}"
    table = given_table(pack_id, case)
    cited: set[str] = set()
    for step in case.all_steps:
        table = _take(table, step, cited)
    if not case.uncited:
        assert cited.intersection(case.rules), f"none of its rules is cited, but {sorted(cited)}"


def given_table(pack_id: str, case: Case) -> Table:
    """The table a case begins on; a lone seat gets company."""
    seats: dict[str, Any] = {seat: said for seat, said in case.given.items() if seat != "table"}
    if len(seats) == 1:
        seats["other"] = {}
    said: dict[str, Any] = dict(case.given.get("table", {}))
    first = case.all_steps[0].do
    kind = first if isinstance(first, str) else next(iter(first))
    said.setdefault("phase", PHASES.get(kind, "move"))
    return a_table(pack_named(pack_id), **said, **seats)


def _take(table: Table, step: Step, cited: set[str]) -> Table:
    action = step.action(table)
    answers = _play(table, action, step)
    if step.refused:
        _check_refusal(table, action, answers, step.refused, cited)
        return table
    if step.asks is not None:
        check_action(table, action)
        outcome = run(table, rule_of(action), answers)
        assert isinstance(outcome, Asking), "it asks nothing more"
        _check_ask(outcome, step.asks)
        after, left, asked = outcome.table, table, (*outcome.asked, outcome.ask)
    else:
        after = left = played(table, action, answers)
        outcome = run(table, rule_of(action), answers)
        assert isinstance(outcome, Resolved)
        asked = outcome.asked
        _check_odds(table, action, answers, outcome, step)
    cited.update(_cited(after.changes, after.notes, asked))
    _check_notes(after.notes, step.notes)
    _check_then(after, step.then)
    return left


def _play(table: Table, action: Action, step: Step) -> list[Answer]:
    """Answer one question after the other; say which key every `<card>` means at that moment."""
    answers: list[Answer] = []
    if not step.answers:
        return answers
    check_action(table, action)
    for number, said in enumerate(step.answers, 1):
        waiting = run(table, rule_of(action), answers)
        if isinstance(waiting, Resolved):
            assert step.refused, f"answer {number} is one too many"
            answers.append(_answer(waiting.table, said))
            continue
        if "by" in said:
            assert waiting.ask.seat == said["by"], f"answer {number}: {waiting.ask.to_json()}"
        answers.append(_answer(waiting.table, said))
    return answers


def _answer(table: Table, said: Mapping[str, Any]) -> Answer:
    answer = {name: with_keys(table, value) for name, value in said.items() if name != "by"}
    if type(answer.get("roll")) is int:
        answer["roll"] = [answer["roll"]]
    if isinstance(answer.get("cards"), list):
        answer["cards"] = [_drawn(card) for card in answer["cards"]]
    if "tell" in answer:
        answer["effects"] = answer.pop("tell")
    return answer


def _drawn(card: Any) -> Any:
    if isinstance(card, str):
        return {"card": None if card == UNSEEN else card}
    return {"new": card} if isinstance(card, dict) and "id" in card else card


def _check_refusal(
    table: Table, action: Action, answers: list[Answer], said: Refusal, cited: set[str]
) -> None:
    problems = refused(table, action, answers).problems
    cited.update(rule for problem in problems for rule in problem.cites)
    found = next((problem for problem in problems if problem.code == said.code), None)
    assert found, f"refused as {[problem.code for problem in problems]}"
    if said.rules is not None:
        assert found.cites == said.rules
    assert _part(found.params, said.params) == said.params
    if said.alternatives is not None:
        assert found.alternatives == said.alternatives
    if said.hard is not None:
        assert found.hard is said.hard
    if not answers:
        _check_not_offered(table, action, found)


def _check_not_offered(table: Table, action: Action, problem: Problem) -> None:
    if action.seat in table.figures:
        offers = [legal.body() for legal in legal_actions(table, action.seat)]
        body = {"kind": action.kind, "seat": action.seat, "params": action.params}
        assert body not in offers, f"it is offered, and refused as {problem.code}"


def _check_ask(waiting: Asking, said: Mapping[str, Any]) -> None:
    ask = waiting.ask
    told = {**ask.to_json(), "secret": ask.secret, "text": ask.text.code}
    if isinstance(ask, Choose):
        told["costs"] = {option.id: option.costs for option in ask.options if option.costs}
        told["barred"] = {o.id: o.barred.code for o in ask.options if o.barred}
    said = with_keys(waiting.table, said)
    assert _part(told, said) == said


def _part(told: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: told.get(name) for name in said}


def _cited(changes: list[Change], notes: list[Note], asked: tuple[Ask, ...]) -> Iterator[str]:
    for change in changes:
        yield from change.cites
    for note in notes:
        yield from note.cites
    for ask in asked:
        yield from ask.cites


def _check_odds(
    table: Table, action: Action, answers: list[Answer], outcome: Resolved, step: Step
) -> None:
    """If everybody plays for what happened, it happens with the chance said, or at all."""
    said = step.odds
    if not all(map(_is_enumerable, outcome.asked, answers)):
        assert said is None, "there are no odds where somebody has to tell something"
        return
    wanted = snapshot(outcome.table)

    def worth(one: Resolved) -> tuple[Fraction, ...]:
        if said and step.then:
            return (Fraction(_is_then(one.table, step.then)),)
        return (Fraction(snapshot(one.table) == wanted),)

    aims = dict.fromkeys(table.order, worth)
    # On another way something may have to be told, or the dice forbid what was named: it ends there.
    found = odds(
        table,
        rule_of(action),
        lambda one: bool(worth(one)[0]),
        aims,
        budget=MOST_RUNS,
        open_ends=True,
    )
    assert sum(found.outcomes.values()) == 1
    chance = found.outcomes.get(True, Fraction(0))
    assert chance > 0, "what happened is not among the odds"
    assert said is None or chance == Fraction(said)


def _is_enumerable(ask: Ask, answer: Answer) -> bool:
    """Whether the enumerator would come to this answer by itself."""
    if isinstance(ask, Choose):
        return not ask.is_fact and "cause" not in answer and answer["choose"] != "bonus"
    return isinstance(ask, Roll | Amount)


def _check_notes(told: list[Note], said: tuple[str | dict[str, dict[str, Any]], ...]) -> None:
    """The notes named must come in this order; others may stand between them."""
    left = iter(told)
    missing = [one for one in said if not any(_is_note(note, one) for note in left)]
    steps = [(note.code, note.params, note.cites) for note in told]
    assert not missing, f"not told, or not in this order: {missing} in {steps}"


def _is_note(note: Note, said: str | dict[str, dict[str, Any]]) -> bool:
    """Whether a note has the code, and as far as they are said the rules and the numbers."""
    code, wanted = next(iter(said.items())) if isinstance(said, dict) else (said, {})
    told = {**note.params, "rules": list(note.cites)}
    return note.code == code and _part(told, wanted) == wanted


def _is_then(table: Table, said: Mapping[str, Mapping[str, Any]]) -> bool:
    return all(
        (look_table(table, what) if who == "table" else look_figure(table, who, what)) == what
        for who, what in said.items()
    )


def _check_then(table: Table, said: Mapping[str, Mapping[str, Any]]) -> None:
    for who, what in said.items():
        looked = look_table(table, what) if who == "table" else look_figure(table, who, what)
        assert looked == dict(what), who
