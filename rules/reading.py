"""Read the rule fixtures: every file strictly, all problems at once, nothing written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from cards import files
from rules import beside
from rules import entries as shapes
from rules.answers import QUESTIONS, RULES, SILENT, Answers, gathered, lacking
from rules.cases import case_files, expand
from rules.contradictions import contradictions
from rules.vocabulary import TOPICS

BOX_FILES: dict[str, type[shapes.Entry]] = {
    "rules": shapes.RuleEntry,
    "terms": shapes.TermEntry,
    "rulings": shapes.RulingEntry,
    "examples": shapes.ExampleEntry,
    "combinations": shapes.CombinationEntry,
    "questions": shapes.QuestionEntry,
}
SHARED_FILES: dict[str, tuple[str, type[shapes.Entry]]] = {
    "faq.yaml": ("rulings", shapes.RulingEntry),
    QUESTIONS.as_posix(): ("comparisons", shapes.ComparisonEntry),
    "munchkin/equivalences.yaml": ("equivalences", shapes.EquivalenceEntry),
}

# An entry with the box it stands under; faq, comparisons, equivalences and cases stand under none.
Placed = tuple[str, Any]


class RuleBooks(Struct):
    """Everything that the rule fixtures say, read and checked, in the order of the files."""

    rules: list[Placed] = field(default_factory=list)
    terms: list[Placed] = field(default_factory=list)
    rulings: list[Placed] = field(default_factory=list)
    examples: list[Placed] = field(default_factory=list)
    combinations: list[Placed] = field(default_factory=list)
    questions: list[Placed] = field(default_factory=list)
    comparisons: list[Placed] = field(default_factory=list)
    equivalences: list[Placed] = field(default_factory=list)
    cases: list[Placed] = field(default_factory=list)
    # By box: the questions of the comparison that its book does not answer.
    silent: dict[str, list[str]] = field(default_factory=dict)

    def answers(self) -> Answers:
        """Return what each book answers to each question of the comparison."""
        rules: dict[str, list[Any]] = {}
        for box, entry in self.rules:
            rules.setdefault(box, []).append(msgspec.to_builtins(entry))
        asked = [entry.id for _box, entry in self.comparisons]
        return gathered(rules, self.silent, asked)

    def values(self) -> dict[str, dict[str, Any]]:
        """Return by rule the values that it decides or shares in deciding, by the names that questions give them."""
        answers = self.answers()
        names = {entry.id: entry.param for _box, entry in self.comparisons if entry.param}
        found: dict[str, dict[str, Any]] = {}
        for question, name in names.items():
            for answer in answers.get(question, {}).values():
                for rule in answer["rules"] if answer["value"] is not None else ():
                    found.setdefault(rule, {})[name] = answer["value"]
        return found

    def ids(self, kind: str) -> set[str]:
        return {entry.id for _box, entry in getattr(self, kind)}


def read(root: Path, problems: list[str]) -> RuleBooks:
    """Read all rule fixtures below `root`; whatever is wrong becomes a sentence in `problems`."""
    books = RuleBooks()
    for file in sorted(root.glob(f"*/{RULES}")):
        box = file.parent.name
        unsaid = load_yaml(file.with_name(SILENT), problems) or []
        books.silent[box] = _words(f"{box}/{SILENT}", unsaid, problems)
        for kind, shape in BOX_FILES.items():
            getattr(books, kind).extend(_read_file(root, f"{box}/{kind}.yaml", box, shape, problems))
    for name, (kind, shape) in SHARED_FILES.items():
        getattr(books, kind).extend(_read_file(root, name, "", shape, problems))
    answers = books.answers()
    for file in case_files(root):
        name = file.relative_to(root).as_posix()
        rows = list(_expanded(name, load_yaml(file, problems) or [], answers, problems))
        books.cases.extend(_convert(name, rows, "", shapes.CaseEntry, problems))
    problems.extend(_broken(books))
    problems.extend(beside.problems(root))
    return books


def gaps(books: RuleBooks) -> list[str]:
    """Say of each box that began to answer what it still lacks before its book can decide."""
    answers = books.answers()
    asked = [msgspec.to_builtins(entry) for _box, entry in books.comparisons]
    found = {box: lacking(asked, answers, box) for box in {box for row in answers.values() for box in row}}
    return [
        f"{box}: {len(lacks)} von {len(asked)} Fragen des Vergleichs sind noch offen, zuerst „{lacks[0]}“. "
        "Die Box kann gelesen und verglichen werden, aber noch nicht entscheiden."
        for box, lacks in sorted(found.items())
        if lacks
    ]


def load_yaml(path: Path, problems: list[str]) -> Any:
    """Return what the file says, or None where it is missing or no YAML."""
    if not path.exists():
        return None
    try:
        return files.load_yaml(path)
    except files.Unreadable as error:
        problems.append(f"{path.parent.name}/{path.name}: {error}")
        return None


def _read_file(
    root: Path, name: str, box: str, shape: type[shapes.Entry], problems: list[str]
) -> Iterator[Placed]:
    yield from _convert(name, load_yaml(root / name, problems) or [], box, shape, problems)


def _words(name: str, rows: Any, problems: list[str]) -> list[str]:
    if isinstance(rows, list) and all(isinstance(row, str) for row in rows):
        return rows
    problems.append(f"{name}: Hier wird eine Liste von Fragen des Vergleichs erwartet.")
    return []


def _expanded(name: str, entries: Any, answers: Answers, problems: list[str]) -> Iterator[Any]:
    """Return the cases of a file: an entry may be asked in several books."""
    for place, entry in enumerate(entries if isinstance(entries, list) else [entries], 1):
        try:
            yield from expand(entry, answers)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            label = entry.get("id", "ohne id") if isinstance(entry, dict) else entry
            problems.append(
                f"{name}, Eintrag {place} ({label}): Daraus wird kein Fall; nötig sind id, title, scenario mit sets "
                f"und expect ({type(error).__name__}: {error})."
            )


def _convert(
    name: str, rows: Any, box: str, shape: type[shapes.Entry], problems: list[str]
) -> Iterator[Placed]:
    if not isinstance(rows, list):
        problems.append(f"{name}: Hier wird eine Liste von Einträgen erwartet.")
        return
    for place, row in enumerate(rows, 1):
        try:
            yield box, msgspec.convert(row, shape)
        except msgspec.ValidationError as error:
            label = row.get("id", "ohne id") if isinstance(row, dict) else row
            problems.append(f"{name}, Eintrag {place} ({label}): {error}.")


def _broken(books: RuleBooks) -> Iterator[str]:
    yield from _twice(books)
    yield from _unknown_topics(books)
    yield from _dangling(books)
    yield from _answered_twice(books)
    yield from contradictions(books)


def _twice(books: RuleBooks) -> Iterator[str]:
    for kind in books.__struct_fields__:
        seen: set[str] = set()
        if kind == "silent":
            continue
        for _box, entry in getattr(books, kind):
            if entry.id in seen:
                yield f"{kind}: Die id „{entry.id}“ steht zweimal da."
            seen.add(entry.id)


def _unknown_topics(books: RuleBooks) -> Iterator[str]:
    for _box, entry in [*books.rules, *books.comparisons]:
        if entry.topic not in TOPICS:
            yield f"{entry.id}: Das Thema „{entry.topic}“ ist unbekannt."


def _dangling(books: RuleBooks) -> Iterator[str]:
    """Name every id that an entry refers to and that no entry has."""
    known = {
        "rule": books.ids("rules"),
        "ruling": books.ids("rulings"),
        "comparison": books.ids("comparisons"),
    }
    for kind, entry, target in _references(books):
        if target not in known[kind]:
            yield f"{entry}: verweist auf „{target}“, das es nicht gibt."


def _references(books: RuleBooks) -> Iterator[tuple[str, str, str]]:
    for _box, entry in [*books.rulings, *books.examples, *books.combinations, *books.questions]:
        yield from (("rule", entry.id, target) for target in entry.rules)
    for _box, entry in books.rulings:
        yield from (("ruling", entry.id, target) for target in entry.contradicts)
        yield from (("rule", entry.id, target) for target in entry.against)
    for _box, entry in books.questions:
        yield from (("ruling", entry.id, target) for target in entry.answers)
        yield from (("comparison", entry.id, target) for target in entry.asks)
    for _box, entry in books.combinations:
        if entry.comparison:
            yield "comparison", entry.id, entry.comparison
    for _box, entry in books.equivalences:
        yield from (("rule", entry.id, target) for target in entry.cites)
    for _box, entry in books.rules:
        for question, decision in entry.decides.items():
            yield "comparison", entry.id, question
            yield from (("rule", entry.id, target) for target in decision.with_)
    for _box, entry in books.cases:
        yield from (("comparison", entry.id, question) for question in entry.asks)
    for box, questions in books.silent.items():
        yield from (("comparison", f"{box}/{SILENT}", question) for question in questions)


def _answered_twice(books: RuleBooks) -> Iterator[str]:
    """Name every question that one book answers in two places, or answers and leaves unsaid."""
    said: dict[tuple[str, str], str] = {}
    for box, entry in books.rules:
        for question in entry.decides:
            if (box, question) in said:
                first = said[box, question]
                yield f"{entry.id}: Über „{question}“ entscheidet in dieser Box schon {first}."
            said[box, question] = entry.id
    for box, questions in books.silent.items():
        for question in questions:
            if (box, question) in said:
                yield f"{box}/{SILENT}: Auf „{question}“ antwortet doch {said[box, question]}."
            said[box, question] = f"{box}/{SILENT}"
