"""Every code that the engine can say, found in its source: where it stands and what is told with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tests.health.files import ROOT

Kind = Literal["note", "problem", "question", "option"]

# Where a code is passed on, not made: the helpers themselves, and what reads a code back from storage.
PASSED_ON = {
    ("asks.py", "_wrong"),
    ("asks.py", "ask_roll"),
    ("asks.py", "ask_choose"),
    ("asks.py", "ask_amount"),
    ("table.py", "say"),
    ("changes.py", "from_json"),
    ("actions.py", "_problem"),
    ("adjudication.py", "_at"),
    ("fate.py", "roll"),
    ("fate.py", "cast_dice"),
    ("fate.py", "offer_reroll"),
    ("fate.py", "own_die"),
    ("cards.py", "choose_card"),
    ("woodland.py", "_agrees"),
    ("told.py", "_unknown"),
    ("situation.py", "_problem"),
    ("situation.py", "_placed"),
    ("situation.py", "fault"),
    ("situation.py", "_described"),
    ("situation.py", "_facts"),
}
# What makes or passes a code, and where among its arguments the code or the purpose stands.
AT = {
    "say": 0, "Problem": 0, "_wrong": 0, "Note": 0, "ask_choose": 1, "ask_amount": 1, "ask_roll": 1,
    "choose_card": 3, "_agrees": 2, "cast_dice": 2, "roll": 2,
    "_unknown": 1, "fault": 1, "_problem": 1,
}  # fmt: skip
ROLLS = {"cast_dice", "roll", "ask_roll"}
ASKED = {"ask_amount": {"seat", "low", "high"}, "": {"seat"}}


class NotLiteral(Exception):
    """The code is in a variable."""


@dataclass(frozen=True)
class Site:
    """One place that says a code; `told` are the names of its parameters, None if they are not literal."""

    kind: Kind
    code: str
    told: frozenset[str] | None
    place: str


def sites() -> list[Site]:
    found = []
    words = ROOT / "games" / "sentences"
    for path in sorted(set((ROOT / "games").rglob("*.py")) - set(words.iterdir())):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = dict(_constants(tree))
        for function, call in _calls(tree):
            where = f"{path.relative_to(ROOT)}:{call.lineno}"
            passed_on = (path.name, function) in PASSED_ON
            try:
                here = list(_site(call, where, named))
            except NotLiteral:
                assert passed_on, f"{where}: a code that is no literal"
            else:
                found += [site for site in here if not (passed_on and site.code.endswith("*"))]
    return found


def _calls(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.Call]]:
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef) else function
        if isinstance(node, ast.Call):
            yield inside, node
        yield from _calls(node, inside)


def _site(call: ast.Call, where: str, named: dict[str, str]) -> Iterator[Site]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = AT.get(name)
    if at is None or len(call.args) <= at:
        return
    for code in _codes(call.args[at], named):
        if name == "say":
            yield Site("note", code, _keywords(call), where)
        elif name == "Problem":
            yield Site("problem", code, _params_of_problem(call), where)
        elif name in {"_wrong", "_unknown"}:
            yield Site("problem", code, _keywords(call) | {"question", "alternatives"}, where)
        elif name in {"fault", "_problem"}:
            yield Site("problem", code, _keywords(call) | {"path", "alternatives"}, where)
        elif name == "Note":
            told = _keys(call.args[1]) if len(call.args) > 1 else frozenset[str]()
            yield Site("question" if code.startswith("ask_") else "option", code, told, where)
        elif name in ROLLS:
            yield Site("question", f"ask_roll_{code}", frozenset({"seat", "dice"}), where)
            yield Site("note", "rolled", frozenset({"seat", "purpose", "faces", "total"}), where)
        else:
            yield Site(
                "question", f"ask_{code}", _keywords(call) | ASKED.get(name, ASKED[""]), where
            )


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Constant(str(value))):
                yield name, value


def _codes(node: ast.expr, named: dict[str, str]) -> Iterator[str]:
    """A literal, a constant, one of two, or an f-string whose values come last."""
    if isinstance(node, ast.Name) and node.id in named:
        yield named[node.id]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body, named)
        yield from _codes(node.orelse, named)
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value!s}*"
    else:
        raise NotLiteral


def _keywords(call: ast.Call) -> frozenset[str]:
    aside = {"cites", "secret_to", "secret", "lenient", "beyond", "waivable"}
    return frozenset(word.arg for word in call.keywords if word.arg) - aside


def _params_of_problem(call: ast.Call) -> frozenset[str] | None:
    given = [word.value for word in call.keywords if word.arg == "params"] or call.args[2:3]
    told = _keys(given[0]) if given else frozenset[str]()
    return None if told is None else told | {"alternatives"}


def _keys(node: ast.expr) -> frozenset[str] | None:
    if not isinstance(node, ast.Dict):
        return None
    keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
    return frozenset(str(key) for key in keys) if len(keys) == len(node.keys) else None
