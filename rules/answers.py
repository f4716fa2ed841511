"""What the books answer to the questions of the comparison: each answer stands with the rule that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cards.files import load_yaml

Row = dict[str, Any]
# By question, then by box: the rules of the answer, its words, its value, and whether the book is silent.
Answers = dict[str, dict[str, Row]]
QUESTIONS = Path("munchkin") / "comparison.yaml"
RULES, SILENT = "rules.yaml", "silent.yaml"


def gathered(books: Mapping[str, Iterable[Row]], silent: Mapping[str, Iterable[str]]) -> Answers:
    """Return what the rules of each box decide, and what its book leaves unsaid."""
    found: Answers = {}
    for box, rules in books.items():
        for rule in rules:
            for question, decision in (rule.get("decides") or {}).items():
                found.setdefault(question, {})[box] = _answer(rule["id"], decision)
        for question in silent.get(box, ()):
            found.setdefault(question, {})[box] = _answer("", {})
    return found


def _answer(owner: str, decision: Row) -> Row:
    return {
        "rules": [owner, *(decision.get("with") or ())] if owner else [],
        "answer": decision.get("answer"),
        "value": decision.get("value"),
        "silent": not owner,
    }


def read_answers(root: Path) -> Answers:
    """Return the answers of all boxes below the fixtures' folder, unchecked: the loader checks them."""
    files = sorted(root.glob(f"*/{RULES}"))
    return gathered(
        {file.parent.name: _load(file) for file in files},
        {file.parent.name: _load(file.with_name(SILENT)) for file in files},
    )


def _load(file: Path) -> list[Any]:
    if not file.exists():
        return []
    found: list[Any] = load_yaml(file)
    return found
