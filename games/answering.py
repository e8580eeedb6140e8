"""Adjudications and odds with their sentences: nobody's hand is hidden from who described it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from content.schema.pack import Pack
from games.rules.asks import Answer, Choose
from games.rules.errors import Problem
from games.rules.plans import Decision
from games.rules.results import Result
from games.rules.table import Table
from games.rules.veiled import Veiled
from games.rules.viewpoint import Viewer, view_table
from games.sentences import Names, change_label, names_of, sentence, story
from games.sentences.results import result_in_words
from games.services.adjudication import Adjudication
from games.services.odds import OddsFound, Outcome
from games.telling import notes_told, question_told, rulings_told

_ALL = Viewer(sees_all=True)


def names_in(table: Table) -> Names:
    """The names at a table that nobody sits at: the cards of every hand among them."""
    names = names_of(table)
    cards = {key: place.card for key, place in table.cards.items() if place.card}
    return Names(names.people, names.characters, cards, names.house)


def adjudication_told(found: Adjudication) -> dict[str, Any]:
    """What the rules say of a described situation."""
    table, pack = found.after, found.before.pack
    names = names_in(found.before)
    changes = [change.to_json() for change in found.changes]
    during = names.during(changes)
    notes = notes_told([note.to_json() for note in found.notes], table, during)
    entry = {
        "kind": found.action.kind,
        "seat": found.action.seat,
        "params": found.action.params,
        "changes": changes,
        "notes": notes,
    }
    return {
        "state": found.state,
        "problems": [problem_told(problem, pack, names) for problem in found.problems],
        "refused_answer": found.refused,
        "question": _question(found) if found.ask else None,
        "asked": [
            {
                "key": ask.key,
                "kind": type(ask).__name__.lower(),
                "seat": ask.seat,
                "rules": list(ask.cites),
                "text": sentence(ask, pack, during),
                "answer": {name: value for name, value in answer.items() if name != "key"},
            }
            for ask, answer in zip(found.asked, found.answers, strict=False)
        ],
        "changes": [{**change, "text": change_label(change, pack, during)} for change in changes],
        "notes": notes,
        "ends": {
            "battle": found.ends.battle,
            "encounter": found.ends.encounter,
            "turn": found.ends.turn,
            "game": found.ends.game,
            "winner": found.ends.winner,
        }
        if found.ends
        else None,
        "text": None if found.state == "refused" else story(entry, pack, names),
        "rules": found.rules,
        "rulings": rulings_told(found.rules, found.before.pack, found.before.rulings),
        "table": view_table(table, _ALL),
    }


def problem_told(problem: Problem, pack: Pack, names: Names) -> dict[str, Any]:
    """One reason of a refusal in the edition's words."""
    return {
        "code": problem.code,
        "detail": sentence(problem, pack, names),
        "rules": list(problem.cites),
        "params": problem.params,
        "alternatives": list(problem.alternatives),
        "hard": problem.hard,
    }


def _question(found: Adjudication) -> dict[str, Any] | None:
    if found.ask is None:
        return None
    told = question_told(found.after, found.ask, _ALL, names_in(found.after))
    action = {"kind": found.action.kind, "seat": found.action.seat, "logged_by": "nobody"}
    return {**told, "action": action, "answered": len(found.answers), "last_by": None}


# ---------------------------------------------------------------------- odds


def odds_told(found: OddsFound, names: Names) -> dict[str, Any]:
    """What can come of an action, and the choices it is reckoned with."""
    return {
        "outcomes": [_outcome(outcome, found.pack, names) for outcome in found.outcomes],
        "worth": [chance_told(part) for part in found.worth],
        "aims": {seat: aim.plain() | {"aim": aim.aim} for seat, aim in found.aims.items()},
        "first": found.first,
        "choices": [_decision(one, found.pack, names) for one in found.decisions],
        "rulings": rulings_told(found.rules, found.pack, found.table.rulings),
        "runs": found.runs,
    }


def chance_told(chance: Fraction) -> dict[str, Any]:
    """A fraction, exactly and as a decimal."""
    return {"fraction": str(chance), "decimal": round(float(chance), 6)}


def _outcome(outcome: Outcome, pack: Pack, names: Names) -> dict[str, Any]:
    return {
        "results": [_result(one) for one in outcome.results],
        "changes": [
            {"seat": seat, "field": field, "by": by if isinstance(by, int) else None,
             "to": None if isinstance(by, int) else by}
            for seat, field, by in outcome.changes
        ],
        "text": _in_words(outcome.results, pack, names),
        "chance": chance_told(outcome.chance),
    }  # fmt: skip


def _result(result: Result) -> dict[str, Any]:
    return {"code": result.code, "params": dict(result.params)}


def _in_words(results: Iterable[Result], pack: Pack, names: Names) -> str:
    said = [result_in_words(one.code, dict(one.params), pack, names) for one in results]
    return " ".join(said) or result_in_words("nothing", {}, pack, names)


def _decision(decision: Decision, pack: Pack, names: Names) -> dict[str, Any]:
    ask = decision.ask
    return {
        "question": {"kind": type(ask).__name__.lower(), "key": ask.key, "seat": ask.seat},
        "text": sentence(ask, pack, names) if is_said(ask.text.params) else None,
        "rules": list(ask.cites),
        "after": [answer or {"roll": None} for answer in decision.before],
        "dice": [{"question": roll.key, "die": place + 1} for roll, place in decision.dice],
        "best": [
            {
                "answer": best.answer,
                "text": _answer_in_words(best.answer, decision, pack, names),
                "throws": best.ways,
                "dice": [list(faces) for faces in best.throws],
            }
            for best in decision.best
        ],
    }


def _answer_in_words(answer: Answer, decision: Decision, pack: Pack, names: Names) -> str | None:
    """The words of an option, where they do not hang on dice."""
    if not isinstance(decision.ask, Choose):
        return None
    option = next(one for one in decision.ask.options if one.id == answer.get("choose"))
    return sentence(option, pack, names) if is_said(option.text.params) else None


def is_said(params: Mapping[str, Any]) -> bool:
    """Whether everything that a sentence needs is known without looking at dice."""
    return not any(_hangs_on_dice(value) for value in params.values())


def _hangs_on_dice(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_hangs_on_dice(part) for part in value)
    return isinstance(value, Veiled)
