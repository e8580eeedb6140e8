"""What a mutant is: one small change of a rule that its tests should notice.

Only what runs inside functions is changed: a default, a decorator or a constant of a module is in use
before a test begins. Words stay as they are, and what is told with them: that every code has its
sentence, and every sentence its values, is looked at elsewhere (`tests/games/sentences`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType

# The fields, and the places in them, from a statement down to a node.
Way = tuple[tuple[str, int | None], ...]
Change = Callable[[ast.AST], ast.AST | None]

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in which function, on which line, of what kind, and what it makes of what.

    `lines` are those of the statement it is in: a test that comes by there may notice it.
    """

    module: str
    number: int
    function: str
    line: int
    lines: range
    kind: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """What it is called in reports and on the command line."""
        return f"{self.module}:{self.number}"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a walk through a module's tree has got to; `runs` once it is in a function's body."""

    node: ast.AST = field(default_factory=ast.Pass)
    path: Way = ()
    function: str = ""
    lines: range = range(0)
    runs: bool = False


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place in a module's tree and what is done to it; `top` is the statement of the module it is in."""

    top: int
    path: Way
    kind: str
    change: Change
    function: str
    lines: range


class Source:
    """A module of the rules, and the mutants that can be made of it."""

    def __init__(self, module: str, path: Path) -> None:
        self.module, self.path = module, path
        self._tree = ast.parse(path.read_text(encoding="utf-8"))
        self._spots = list(self._found())

    def mutants(self) -> Iterator[Mutant]:
        """All of them, in the order of the text."""
        for number, spot in enumerate(self._spots):
            node = _at(self._tree.body[spot.top], spot.path)
            yield Mutant(
                self.module,
                number,
                spot.function,
                getattr(node, "lineno", spot.lines.start),
                spot.lines,
                spot.kind,
                _text(node),
                _text(spot.change(copy.deepcopy(node))),
            )

    def compiled(self, mutant: Mutant) -> CodeType:
        """The statement of the module that holds the mutant, changed and compiled."""
        spot = self._spots[mutant.number]
        top = copy.deepcopy(self._tree.body[spot.top])
        owner, (name, index) = _at(top, spot.path[:-1]), spot.path[-1]
        changed = spot.change(_at(top, spot.path))
        if index is None:
            setattr(owner, name, changed)
        else:
            getattr(owner, name)[index : index + 1] = [] if changed is None else [changed]
        lazy = ast.parse("from __future__ import annotations").body
        module = ast.fix_missing_locations(ast.Module([*lazy, top], []))
        code: CodeType = compile(module, str(self.path), "exec", dont_inherit=True)
        return code

    def _found(self) -> Iterator[_Spot]:
        for number, statement in enumerate(self._tree.body):
            for place in _inside(statement, _Place()):
                for kind, change in _changes(place.node):
                    yield _Spot(number, place.path, kind, change, place.function, place.lines)


def _at(node: ast.AST, path: Way) -> ast.AST:
    for name, index in path:
        node = getattr(node, name) if index is None else getattr(node, name)[index]
    return node


def _text(node: ast.AST | None) -> str:
    if node is None:
        return "(left out)"
    if isinstance(node, ast.If | ast.While):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def _inside(node: ast.AST, place: _Place) -> Iterator[_Place]:
    """Everything that runs within a function, with the way to it."""
    if isinstance(node, ast.stmt):
        place = replace(place, lines=range(node.lineno, _last_line(node) + 1))
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        place = replace(place, function=f"{place.function}.{node.name}".lstrip("."))
    place = replace(place, node=node)
    if place.runs:
        yield place
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        runs = place.runs or (isinstance(node, ast.FunctionDef) and name == "body")
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST) and not _stays(node, child):
                step = (name, index if isinstance(value, list) else None)
                yield from _inside(child, replace(place, path=(*place.path, step), runs=runs))


def _last_line(node: ast.stmt) -> int:
    """The last line of a statement, without the block below it."""
    head: ast.AST | None = None
    match node:
        case ast.If() | ast.While():
            head = node.test
        case ast.For():
            head = node.iter
        case ast.Match():
            head = node.subject
        case ast.Try() | ast.With() | ast.FunctionDef() | ast.ClassDef():
            return node.lineno
    return getattr(head or node, "end_lineno", None) or node.lineno


def _stays(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(child, ast.arguments) or (
        isinstance(child, ast.Constant) and isinstance(node, ast.Expr | ast.JoinedStr)
    )


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    yield from _of_statement(node) if isinstance(node, ast.stmt) else _of_expression(node)


def _of_statement(node: ast.stmt) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.If():
            yield from _of_condition()
        case ast.While():
            yield "never", _with("test", ast.Constant(value=False))
        case ast.AugAssign():
            if type(node.op) in COUNTED:
                yield "arithmetic", _with("op", COUNTED[type(node.op)]())
            yield "statement left out", _to_pass
        case ast.Expr() | ast.Raise() if not _is_docstring(node):
            yield "statement left out", _to_pass
        case ast.Return(value=ast.expr()) if not _is_none(node.value):
            yield "nothing returned", _with("value", ast.Constant(value=None))
        case ast.Continue():
            yield "continue to break", lambda n: ast.copy_location(ast.Break(), n)
        case ast.Break():
            yield "break left out", _to_pass


def _of_expression(node: ast.AST) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.Compare():
            yield from _of_comparison(node)
        case ast.BoolOp():
            for index in range(len(node.values)):
                yield "condition dropped", _without("values", index)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield f"{type(node.op).__name__.lower()} dropped", _operand
        case ast.BinOp() if type(node.op) in COUNTED and not _is_text(node):
            yield "arithmetic", _with("op", COUNTED[type(node.op)]())
        case ast.IfExp():
            yield from _of_condition()
        case ast.comprehension():
            for index in range(len(node.ifs)):
                yield "filter dropped", _without("ifs", index)
        case ast.Constant():
            yield from _of_constant(node)
        case ast.Call():
            yield from _of_call(node)


def _of_condition() -> Iterator[tuple[str, Change]]:
    for kind, value in (("always", True), ("never", False)):
        yield kind, _with("test", ast.Constant(value=value))


def _of_comparison(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for index, operator in enumerate(node.ops):
        yield "comparison", _with_op(index, COMPARED[type(operator)]())
    for index, among in enumerate(node.comparators):
        if isinstance(node.ops[index], ast.In | ast.NotIn) and isinstance(
            among, ast.Set | ast.Tuple | ast.List
        ):
            for place in range(len(among.elts)):
                yield "one of several dropped", _without_element(index, place)


def _of_constant(node: ast.Constant) -> Iterator[tuple[str, Change]]:
    if isinstance(node.value, bool):
        yield "truth", _with("value", not node.value)
    elif isinstance(node.value, int):
        yield "number", _with("value", node.value + 1)


def _of_call(node: ast.Call) -> Iterator[tuple[str, Change]]:
    for index, keyword in enumerate(node.keywords):
        if keyword.arg and not _is_said(node):
            yield f"argument {keyword.arg} dropped", _without("keywords", index)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "cite":
        for index in range(len(node.args)):
            yield "rule not cited", _without("args", index)


def _is_said(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr in {"say", "explain"}


def _operand(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


def _with(name: str, value: object) -> Change:
    def change(node: ast.AST) -> ast.AST:
        setattr(node, name, value)
        return node

    return change


def _with_op(index: int, operator: ast.cmpop) -> Change:
    def change(node: ast.AST) -> ast.AST:
        node.ops[index] = operator  # type: ignore[attr-defined]
        return node

    return change


def _without(name: str, index: int) -> Change:
    def change(node: ast.AST) -> ast.AST:
        left = getattr(node, name)
        del left[index]
        return left[0] if isinstance(node, ast.BoolOp) and len(left) == 1 else node

    return change


def _without_element(index: int, place: int) -> Change:
    def change(node: ast.AST) -> ast.AST:
        among = node.comparators[index]  # type: ignore[attr-defined]
        del among.elts[place]
        if isinstance(among, ast.Set) and not among.elts:
            node.comparators[index] = ast.Tuple([], ast.Load())  # type: ignore[attr-defined]
        return node

    return change


def _to_pass(node: ast.AST) -> ast.AST:
    """Leave a statement out, but let what asks still be a rule."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
        nothing = ast.YieldFrom(ast.Tuple([], ast.Load()))
        return ast.copy_location(ast.Expr(nothing), node)
    return ast.copy_location(ast.Pass(), node)


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )
