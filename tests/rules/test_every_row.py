"""Every data file that the resolver reads: one of its rows is changed, and some case is answered otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import pytest
from django.conf import settings

from rules import facts
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.german import Sentences
from rules.engine.library import Library
from rules.engine.rulebook import Rulebook
from rules.facts import CITED, ENGINE_FILES, library_from_fixtures
from tests.decided import cases

# A box may begin with files that hold no row yet.
FILES = sorted(
    path.relative_to(settings.FIXTURES).as_posix()
    for path in settings.FIXTURES.rglob("*.yaml")
    if path.stat().st_size > len("[]\n")
)
ENGINE = {name for names in ENGINE_FILES.values() for name in names}
# By which key of its rows a file is quoted.
TEXTS = {**{name: text for name, _, _, _, text in CITED}, "faq": "answer", "smash-up/rules": "text"}
# What an answer quotes, and nothing is worked out from.
QUOTED = ("combinations", "examples", "faq", "questions", "rulings", "smash-up/rules")
# What is read, asked, searched, drawn and compared elsewhere: no value of it reaches the resolver.
ELSEWHERE = ("ask", "cases", "faces", "search", "whatif")
NO_VALUES = {
    "box.yaml", "cases.yaml", "editions.yaml", "sources.yaml", "redirects.yaml", "edition.yaml", "face.yaml",
    "open.yaml", "silent.yaml", "terms.yaml",
}  # fmt: skip
# So many rows of a file are tried, each with so many of the cases that come by it.
ROWS, CASES = 12, 60
ALL = "every case"
HELD = "held: "
Met = Mapping[str, list[str]]


def kind(file: str) -> str:
    """Return what a file holds, by its name or its folder below that of a game."""
    path = Path(file)
    if file == "smash-up/rules.yaml":
        return file.removesuffix(path.suffix)
    return path.parts[1] if len(path.parts) > 2 else path.stem


READ = [
    file
    for file in FILES
    if Path(file).name not in NO_VALUES and Path(file).parts[0] not in ELSEWHERE and kind(file) != "text"
]


@cache
def written(path: Path) -> Any:
    return facts_load(path)


facts_load = facts.load_yaml


@cache
def base() -> Library:
    with mock.patch.object(facts, "load_yaml", written):
        return library_from_fixtures()


def changed(file: str, rows: Any) -> Library:
    """Return the library with other rows in one of its files."""
    place = settings.FIXTURES / file
    with mock.patch.object(facts, "load_yaml", lambda path: rows if path == place else written(path)):
        return library_from_fixtures()


@cache
def questions() -> dict[str, Any]:
    return {case["id"]: case["scenario"] for case in cases()}


def held(ident: str, library: Library) -> dict[str, Any]:
    """Return a table at which somebody plays a card from the hand."""
    card = ident.removeprefix(HELD)
    box = card.partition("/")[0]
    game = str(library.game_of(box))
    smash_up = game == "smash-up"
    turn = {"player": "anna", **({"step": "play"} if smash_up else {"phase": "door"})}
    # A box that a rulebook only names lies on the table of one that decides.
    sets = list(dict.fromkeys(("smash-up" if smash_up else "cthulhu", box)))
    players = [{"id": "anna", "hand": [card]}, {"id": "ben"}, {"id": "cem"}]
    do = [{"action": "play", "player": "anna", "card": card}]
    return {"game": game, "sets": sets, "state": {"players": players, "turn": turn}, "do": do}


def answer(ident: str, library: Library) -> bytes:
    """Return an answer; what can no longer be answered at all is another one, too."""
    question = held(ident, library) if ident.startswith(HELD) else questions()[ident]
    try:
        return msgspec.json.encode(resolve(question, library))
    except (ScenarioError, LookupError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        return repr(error).encode()


@cache
def met() -> tuple[dict[str, bytes], Met]:
    """Return the answer of every case, and which cases come by a question, a sentence, a card, a citation, a word."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    at: list[str] = []
    value, say, differs = Rulebook.value, Sentences.say, Rulebook.differs

    def asked(book: Rulebook, target: str, default: Any = None) -> Any:
        found[target][at[-1]] = None
        return value(book, target, default)

    def told(sentences: Sentences, key: str, values: Mapping[str, Any]) -> str:
        found[key][at[-1]] = None
        return say(sentences, key, values)

    def compared(book: Rulebook, target: str) -> list[Any]:
        rows = differs(book, target)
        if rows:
            found["differs " + target][at[-1]] = None
        return rows

    class Lexicon(dict[str, str]):
        def get(self, word: str, default: Any = None) -> Any:
            found[word][at[-1]] = None
            return super().get(word, default)

    answers = {}
    with ExitStack() as patched:
        for owner, name, spy in (
            (Rulebook, "value", asked),
            (Rulebook, "differs", compared),
            (Sentences, "say", told),
        ):
            patched.enter_context(mock.patch.object(owner, name, spy))
        for sentences in base().sentences.values():
            patched.enter_context(mock.patch.object(sentences, "lexicon", Lexicon(sentences.lexicon)))
        for ident in questions():
            at.append(ident)
            answers[ident] = answer(ident, base())
            whole = msgspec.json.decode(answers[ident])
            for cited in (*whole.get("cites", ()), *(row["question"] for row in whole.get("unsettled", ()))):
                found[cited][ident] = None
            found[ALL][ident] = None
    return answers, {key: list(idents) for key, idents in found.items()}


def other(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + " anders"
    return type(value)()


# Each yields rows of a file with one of them changed, and by what its cases are found.


def of_values(rows: list[Any], at: Callable[[Any], str]) -> Iterator[tuple[Any, str]]:
    for index, row in enumerate(rows):
        if row.get("value") is not None:
            yield _with(rows, index, {**row, "value": other(row["value"])}), at(row)


def of_entries(file: str, rows: list[Any]) -> Iterator[tuple[Any, str]]:
    yield from of_values(rows, lambda row: str(row["target"]))
    for index, row in enumerate(rows):
        yield _with(rows, index, {**row, "cites": []}), row["target"]


def of_rules(file: str, rows: list[Any]) -> Iterator[tuple[Any, str]]:
    for index, row in enumerate(rows):
        for question, decided in (row.get("decides") or {}).items():
            if decided.get("value") is not None:
                said = {**decided, "value": other(decided["value"])}
                yield _with(rows, index, {**row, "decides": {**row["decides"], question: said}}), question


def of_kinds(file: str, rows: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    yield from ((changed_rows, ALL) for changed_rows, _ in of_words(file, rows))


def of_cards(file: str, rows: list[Any]) -> Iterator[tuple[Any, str]]:
    box = Path(file).parts[0]
    for index, row in enumerate(rows):
        yield _with(rows, index, {**row, "name": row["name"] + " anders"}), f"{box}/{row['slug']}"


def of_words(file: str, rows: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    for key, row in rows.items():
        yield {**rows, key: other(row)}, key


def of_grounds(file: str, rows: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    for key in rows:
        yield {**rows, key: []}, key


def of_doubts(file: str, rows: dict[str, Any]) -> Iterator[tuple[Any, str]]:
    for key, row in rows.items():
        yield {**rows, key: {**row, "readings": [text + " anders" for text in row["readings"]]}}, key


def of_comparison(file: str, rows: list[Any]) -> Iterator[tuple[Any, str]]:
    """The words of a question stand beside what another book on the table says to it."""
    for index, row in enumerate(rows):
        yield _with(rows, index, {**row, "question": row["question"] + " anders"}), "differs " + row["id"]


def of_equivalences(file: str, rows: list[Any]) -> Iterator[tuple[Any, str]]:
    for index, row in enumerate(rows):
        for cite in row["cites"]:
            yield _with(rows, index, {**row, "cites": []}), cite


def _with(rows: list[Any], index: int, row: Any) -> list[Any]:
    found = list(rows)
    found[index] = deepcopy(row)
    return found


CHANGES: dict[str, Callable[[str, Any], Iterator[tuple[Any, str]]]] = {
    "cards": of_cards,
    "comparison": of_comparison,
    "entries": of_entries,
    "equivalences": of_equivalences,
    "grounds": of_grounds,
    "kinds": of_kinds,
    "lexicon": of_words,
    "rules": of_rules,
    "sentences": of_words,
    "unsettled": of_doubts,
}


def test_every_data_file_is_one_that_the_resolver_reads_or_is_named_as_another() -> None:
    assert len(READ) > 60
    assert {kind(file) for file in READ} == {*CHANGES, *QUOTED}


@pytest.mark.parametrize("file", [file for file in READ if kind(file) in QUOTED])
def test_what_is_quoted_is_quoted_as_it_was_changed(file: str) -> None:
    rows = written(settings.FIXTURES / file)
    library = changed(file, _with(rows, 0, {**rows[0], TEXTS[kind(file)]: "Anders."}))
    ident = rows[0]["id"]
    assert library.cited[ident] == {**base().cited[ident], "text": "Anders."}
    assert library.cited[ident] != base().cited[ident]


def cannot_decide_yet(file: str) -> bool:
    """Say whether this is the book of a box that somebody has begun: no case rests on it yet."""
    box = base().editions.get(Path(file).parts[0], {})
    return kind(file) == "rules" and bool(box.get("lacks"))


@pytest.mark.parametrize("file", [file for file in READ if kind(file) in CHANGES])
def test_one_changed_row_is_another_answer(file: str) -> None:
    answers, meetings = met()
    tried = 0
    for rows, key in CHANGES[kind(file)](file, written(settings.FIXTURES / file)):
        idents = [HELD + key] if kind(file) == "cards" else meetings.get(key, [])
        if not idents:
            continue
        library, tried = changed(file, rows), tried + 1
        for ident in idents[:: 1 + len(idents) // CASES]:
            if answer(ident, library) != (answers.get(ident) or answer(ident, base())):
                return
        if tried == ROWS:
            break
    assert cannot_decide_yet(file), f"{file}: {tried} Zeilen geändert, und nichts wird anders beantwortet."
