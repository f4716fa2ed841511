"""The shape of the code: who may import whom, and how long things may get."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.rooms import DOOR, GAMES, PICTURE, Room, drawn, floors, rooms

ROOT = Path(__file__).resolve().parent.parent
APPS = ("cards", "rules", "cardsite")
# What a package may import of ours, besides itself.
MAY_IMPORT = {
    "rules.engine": set(),
    "cards": set(),
    "rules": {"cards", "rules.engine"},
    "cardsite": {"cards", "rules", "rules.engine"},
}
ENGINE_MAY_IMPORT = {"msgspec"} | set(sys.stdlib_module_names)
# A pure function has no clock, no files, no network, no dice.
ENGINE_MAY_NOT = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "pathlib",
    "socket",
    "subprocess",
    "threading",
}
# A room that one can look over.
MOST_MODULES = 9
# Lines of the engine that say of a value only that it is one.
MOST_UNTYPED = 49
LONGEST_FUNCTION, LONGEST_FILE, LONGEST_TEMPLATE, LONGEST_LINE = 40, 400, 150, 110


def sources() -> list[Path]:
    return [
        path for app in APPS for path in sorted((ROOT / app).rglob("*.py")) if "migrations" not in path.parts
    ]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def package(path: Path) -> str:
    return "rules.engine" if name(path).startswith("rules/engine/") else path.relative_to(ROOT).parts[0]


def owner(module: str) -> str:
    return "rules.engine" if module.startswith("rules.engine") else module.split(".")[0]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "rules")


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def code_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines of a function without its docstring."""
    first, *_ = node.body
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if is_docstring else 0
    return (node.end_lineno or 0) - node.lineno + 1 - docstring


def test_it_looked_at_something() -> None:
    assert {package(path) for path in sources()} == set(MAY_IMPORT)
    assert sum(1 for path in sources() for _ in functions(path)) > 100
    assert len(list((ROOT / "templates").rglob("*.html"))) > 5


def test_imports_go_one_way() -> None:
    wrong = [
        f"{name(path)} importiert {module}"
        for path in sources()
        for module in imports(path)
        if owner(module) in MAY_IMPORT and owner(module) not in MAY_IMPORT[package(path)] | {package(path)}
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_rooms_are_few_modules_with_one_sentence_each(game: str) -> None:
    found = rooms(game)
    assert len(found) > 4
    assert {name: room.modules for name, room in found.items() if len(room.modules) > MOST_MODULES} == {}
    home = ROOT / "rules" / "engine" / game
    assert [
        name for name in found if name != DOOR and not ast.get_docstring(tree(home / name / "__init__.py"))
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_rooms_import_only_what_lies_below_them(game: str) -> None:
    found = rooms(game)
    assert floors(found)
    assert [name for name, room in found.items() if DOOR in room.uses] == []


def test_rooms_that_import_each_other_are_found() -> None:
    found = {"fight": Room("fight", [], {"gear"}), "gear": Room("gear", [], {"fight"})}
    with pytest.raises(ValueError, match="fight → gear → fight"):
        floors(found)


def test_the_picture_of_the_rooms_is_current() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "Neu zeichnen: make rooms"


def test_twenty_changes_name_the_place_where_they_are_made() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    places = re.findall(r"^\| .+ \| `([^`]+)` \|$", text, re.MULTILINE)
    assert len(places) == 20
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_engine_is_pure() -> None:
    wrong = [
        f"{name(path)} importiert {module}"
        for path in sources()
        if package(path) == "rules.engine"
        for module in imports(path)
        if owner(module) != "rules.engine"
        and module.split(".")[0] not in ENGINE_MAY_IMPORT - ENGINE_MAY_NOT
        and module != "rules.engine"
    ]
    assert wrong == []


def test_imports_are_absolute() -> None:
    assert [name(path) for path in sources() if any(module.startswith(".") for module in imports(path))] == []


def test_functions_fit_on_a_screen() -> None:
    wrong = [
        f"{name(path)}:{node.lineno} {node.name} hat {code_lines(node)} Zeilen"
        for path in sources()
        for node in functions(path)
        if code_lines(node) > LONGEST_FUNCTION
    ]
    assert wrong == []


def test_files_stay_short() -> None:
    lengths = {name(path): len(path.read_text().splitlines()) for path in sources()}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_templates_stay_short() -> None:
    lengths = {
        name(path): len(path.read_text().splitlines())
        for path in (ROOT / "templates").rglob("*")
        if path.suffix in (".html", ".jinja")
    }
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST_TEMPLATE} == {}


def test_every_function_is_typed() -> None:
    assert [
        f"{name(path)}:{node.lineno}" for path in sources() for node in functions(path) if not typed(node)
    ] == []


def typed(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    every = [
        *node.args.posonlyargs,
        *node.args.args,
        *node.args.kwonlyargs,
        node.args.vararg,
        node.args.kwarg,
    ]
    missing = [one.arg for one in every if one is not None and one.annotation is None]
    return node.returns is not None and set(missing) <= {"self", "cls"}


def test_the_engine_says_what_its_values_are() -> None:
    lines = [
        line
        for path in sources()
        if package(path) == "rules.engine"
        for line in path.read_text().splitlines()
        if re.search(r"\bAny\b", line)
    ]
    assert 0 < len(lines) <= MOST_UNTYPED


def test_every_module_opens_with_one_sentence() -> None:
    wrong = [
        name(path) for path in sources() if path.read_text().strip() and not ast.get_docstring(tree(path))
    ]
    assert wrong == []


@pytest.mark.parametrize("word", ["utils", "helpers", "common", "misc"])
def test_no_module_is_a_drawer(word: str) -> None:
    assert [name(path) for path in sources() if path.stem == word] == []


def test_nothing_is_left_to_do() -> None:
    # Written apart, so that this file does not find itself.
    marks = ("TO" + "DO", "FIX" + "ME", "X" + "XX")
    wrong = []
    for path in sources():
        with tokenize.open(path) as lines:
            comments = (
                one for one in tokenize.generate_tokens(lines.readline) if one.type == tokenize.COMMENT
            )
            wrong += [
                f"{name(path)}:{one.start[0]}" for one in comments if any(m in one.string for m in marks)
            ]
    assert wrong == []


@pytest.mark.parametrize(
    "forbidden", ["<script>", "<style", ' style="', " onclick=", " onload=", " onchange="]
)
def test_templates_hold_nothing_inline(forbidden: str) -> None:
    wrong = [
        name(path)
        for path in (ROOT / "templates").rglob("*")
        if path.suffix in (".html", ".jinja") and forbidden in path.read_text()
    ]
    assert wrong == []
