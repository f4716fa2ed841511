"""The small mistakes that are made on purpose: one in each place of a function where there could be one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Undo = Callable[[], None]
SWAPPED: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One mistake: the how manyth place of a file, the lines of its statement, and how that reads with it."""

    file: Path
    number: int
    line: int
    lines: range
    before: str
    after: str


def changes(file: Path) -> list[Change]:
    """Return every mistake that a file could have."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = []
    for number, (node, make) in enumerate(_places(tree)):
        before = _short(node)
        undo = make()
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        found.append(Change(file, number, node.lineno, lines, before, _short(node)))
        undo()
    return found


def mutated(change: Change) -> ast.Module:
    """Return the file with this mistake; every line stands where it stood."""
    tree = ast.parse(change.file.read_text(encoding="utf-8"))
    for number, (_node, make) in enumerate(_places(tree)):
        if number == change.number:
            make()
            break
    return ast.fix_missing_locations(tree)


def _short(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def _places(tree: ast.Module) -> Iterator[tuple[ast.stmt, Callable[[], Undo]]]:
    """Yield each place with the smallest statement around it: in functions only, and where a value is made or asked."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inner = {id(one) for node in functions for one in ast.walk(node) if one is not node}
    for function in functions:
        if id(function) not in inner:
            for statement in _statements(function.body):
                for make in _of(statement):
                    yield statement, make


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(node, name, []))
        for handler in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _statements(handler.body)


def _of(statement: ast.stmt) -> Iterator[Callable[[], Undo]]:
    """Yield the mistakes of one statement, not of those inside it."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield lambda: _put(statement, "value", ast.Constant(None))
    if isinstance(statement, ast.Return) and statement.value and not _is_none(statement.value):
        yield lambda: _put(statement, "value", ast.Constant(None))
    if isinstance(statement, ast.If):
        yield lambda: _put(statement, "test", ast.UnaryOp(ast.Not(), statement.test))
    for expression in _expressions(statement):
        for node in ast.walk(expression):
            yield from _of_expression(node)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield what a statement evaluates itself: no annotation, no name it sets, no docstring."""
    for name in ("value", "test", "iter", "subject", "exc", "msg"):
        node = getattr(statement, name, None)
        if isinstance(node, ast.expr):
            yield node


def _of_expression(node: ast.AST) -> Iterator[Callable[[], Undo]]:
    if isinstance(node, ast.Compare):
        for place, one in enumerate(node.ops):
            yield lambda place=place, one=one: _put_at(node.ops, place, SWAPPED[type(one)]())
    elif isinstance(node, ast.BoolOp) or (isinstance(node, ast.BinOp) and type(node.op) in SWAPPED):
        yield lambda: _put(node, "op", SWAPPED[type(node.op)]())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda: _put(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.IfExp):
        yield lambda: _put(node, "test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield lambda: _put(node, "ifs", [])
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda: _put(node, "value", not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield lambda: _put(node, "value", node.value + 1)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _put(node: ast.AST, name: str, value: object) -> Undo:
    before = getattr(node, name)
    setattr(node, name, value)
    return lambda: setattr(node, name, before)


def _put_at(where: list[ast.cmpop], place: int, value: ast.cmpop) -> Undo:
    before = where[place]
    where[place] = value
    return lambda: where.__setitem__(place, before)
