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


def gathered(
    books: Mapping[str, Iterable[Row]], silent: Mapping[str, Iterable[str]], asked: Iterable[str]
) -> Answers:
    """Return what the rules of each box decide, what its book leaves unsaid, and what nobody entered yet."""
    found: Answers = {question: {} for question in asked}
    for box, rules in books.items():
        said = {
            question: _answer(rule["id"], decision)
            for rule in rules
            for question, decision in (rule.get("decides") or {}).items()
        }
        said |= {question: _answer("", {}) for question in silent.get(box, ())}
        for question, answers in found.items() if said else ():
            answers[box] = said.get(question) or {**_answer("", {}), "missing": True}
    return found


def lacking(questions: Iterable[Row], answers: Answers, box: str) -> list[str]:
    """Return the questions that a book must still answer, or at least be silent about, before it can decide."""
    return [
        row["id"]
        for row in questions
        if not (answer := answers[row["id"]].get(box))
        or answer.get("missing")
        or (row.get("needed") and answer["value"] is None)
    ]


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
        [row["id"] for row in _load(root / QUESTIONS)],
    )


def _load(file: Path) -> list[Any]:
    if not file.exists():
        return []
    found: list[Any] = load_yaml(file)
    return found
