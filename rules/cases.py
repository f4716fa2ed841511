"""The case files: one question with its expected answer each, or one question asked in several books."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cards.files import load_yaml
from rules.answers import Answers, read_answers

Case = dict[str, Any]
CASES = "cases"
FAQ = "faq"


def read_cases(root: Path) -> list[Case]:
    """Return every case below `root`, the fixtures' folder, in the order of file names and entries.

    An entry with `each` becomes one case per box named there. `asks` names rows of the comparison:
    the answer must cite all rules that answer them in the deciding book (`expect.cites_all`). What `proves`
    names of other books is left out of a box's case.
    """
    answers = read_answers(root)
    return [case for file in case_files(root) for entry in _load(file) for case in expand(entry, answers)]


def case_files(root: Path) -> list[Path]:
    """Return the files of cases: those of several boxes together, then each box's own."""
    return [*sorted((root / CASES).glob("*.yaml")), *sorted(root.glob(f"*/{CASES}.yaml"))]


def expand(entry: Case, answers: Answers) -> Iterator[Case]:
    """Yield the cases of one entry; every other key of the entry is kept as it is."""
    for box in entry.get("each") or [None]:
        case = {key: value for key, value in entry.items() if key not in ("each", "expect_in")}
        case["id"] = entry["id"] + (f"-{box}" if box else "")
        case["scenario"] = _scenario(entry["scenario"], box)
        case["expect"] = {**entry["expect"], **entry.get("expect_in", {}).get(box, {})}
        book = case["scenario"].get("rulebook") or case["scenario"]["sets"][0]
        asked = _rules_asked(entry.get("asks", ()), book, answers)
        case["expect"] |= {"cites_all": asked} if asked else {}
        proves = [
            ident
            for ident in entry.get("proves", ())
            if box is None or ident.partition(".")[0] in (book, FAQ)
        ]
        case["proves"] = list(dict.fromkeys([*proves, *asked]))
        yield case


def _rules_asked(questions: Iterable[str], book: str, answers: Answers) -> list[str]:
    said = (answers.get(question, {}).get(book, {}) for question in questions)
    return list(dict.fromkeys(rule for answer in said for rule in answer.get("rules", ())))


def _scenario(scenario: dict[str, Any], box: str | None) -> dict[str, Any]:
    """Return the scenario for one box: alone on the table, or deciding among the boxes that it names."""
    if box is None:
        return scenario
    if "sets" in scenario:
        return {**scenario, "rulebook": box}
    return {**scenario, "sets": [box]}


def _load(file: Path) -> list[Case]:
    if not file.exists():
        return []
    found: list[Any] = load_yaml(file)
    return found
