"""What the code says: every sentence exists and gets its values, every doubt has its readings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules.engine.library import Library

ENGINE = Path(__file__).resolve().parents[2] / "rules" / "engine" / "munchkin"


def test_every_sentence_of_the_code_exists(library: Library) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    told = set(re.findall(r'ctx\.step\(\s*"([a-z.-]+)"', code))
    refused = {"refuse." + key for key in re.findall(r'ctx\.refuse\(\s*"([a-z-]+)"', code)}
    assert len(told) > 100
    known = set(library.sentences["munchkin"].templates)
    assert [key for key in told | refused if key not in known and not is_beginning(key, known)] == []


def is_beginning(key: str, known: set[str]) -> bool:
    """Say whether the code completes the key: `combat.removed-` and how."""
    return key.endswith((".", "-")) and any(other.startswith(key) for other in known)


def calls_of(names: set[str]) -> Iterator[tuple[str, str, set[str]]]:
    """Yield every call such as `ctx.step("key", player=…)`: its method, its key, the values that it gives."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_call = (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in names
            )
            if is_call and all(keyword.arg for keyword in node.keywords):
                key = node.args[1 if node.func.attr.startswith("choose") else 0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield node.func.attr, key.value, {str(keyword.arg) for keyword in node.keywords}


def test_every_sentence_gets_the_values_that_it_names(library: Library) -> None:
    sentences = library.sentences["munchkin"].templates
    missing = []
    for method, key, given in calls_of({"step", "refuse", "choose", "choose_card"}):
        prefix = {"step": "", "refuse": "refuse."}.get(method, "ask.")
        template = sentences.get(prefix + key)
        wanted = template.names if template else frozenset()
        always = {"player"} if prefix == "ask." else set()
        missing += [
            f"{prefix}{key}: {name}" for name in sorted(wanted - given - always) if "text" not in given
        ]
    assert missing == []


def test_every_doubt_of_the_code_has_its_readings(library: Library) -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    keys = set(re.findall(r'ctx\.doubt\(\s*"([a-z.-]+)"', code))
    rows = library.data["munchkin"]["unsettled"]
    assert keys
    assert keys <= set(rows)
    assert all(
        len(row["readings"]) > 1 and 0 <= row.get("favoured", 0) < len(row["readings"])
        for row in rows.values()
    )
