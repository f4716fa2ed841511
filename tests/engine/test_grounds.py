"""What a happening rests on: every key of the code has its row, every row is used and names what there is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.entries import Entry, read_entries
from rules.engine.grounds import DOUBT, ELSE, HANDED, MIXED, Grounds, read_grounds
from rules.engine.library import Library

ENGINE = Path(__file__).resolve().parents[2] / "rules" / "engine" / "munchkin"
# Of each call that tells something: what its row begins with, and which argument is the key.
TELLING = {
    "step": ("", 0),
    "refuse": ("refuse.", 0),
    "doubt": (DOUBT, 0),
    "tell": ("", 1),
    "tell_effect": ("", 1),
    "deny": ("refuse.", 1),
    "step_of": ("", 1),
    "rests_on": ("", 0),
    "cites_of": ("", 0),
    "doubts": (DOUBT, 0),
}
ROWS = {
    "won": ["kampf.vergleich", {"tie": "kampf.gleichstand", "else": "kampf.sieg"}, "*", {"mixed": "mischen"}],
    "won-quickly": "won",
    "lost": {"alone": ["tod", "flucht"], "helped": "hilfe"},
    "because": {"tie": "grund.gleichstand"},
}


@pytest.fixture(scope="module")
def grounds(library: Library) -> Grounds:
    return library.grounds["munchkin"]


@pytest.mark.parametrize(
    ("key", "handed", "mixed", "questions"),
    [
        ("won", (), False, ("kampf.vergleich", "kampf.sieg")),
        ("won", ("tie",), False, ("kampf.vergleich", "kampf.gleichstand")),
        ("won", ("karte.a",), True, ("kampf.vergleich", "kampf.sieg", "karte.a", "mischen")),
        ("won-quickly", ("tie", "karte.a"), False, ("kampf.vergleich", "kampf.gleichstand", "karte.a")),
        ("lost", ("alone",), False, ("tod", "flucht")),
        ("lost", ("helped", "karte.a"), False, ("hilfe", "karte.a")),
        ("lost", (), False, ()),
    ],
)
def test_a_row_says_what_holds_in_a_situation(
    key: str, handed: tuple[str, ...], mixed: bool, questions: tuple[str, ...]
) -> None:
    assert Grounds(ROWS).of(key, handed, mixed=mixed) == questions


def test_a_key_without_a_row_and_a_word_that_no_row_knows_are_refused() -> None:
    with pytest.raises(KeyError, match="drawn"):
        Grounds(ROWS).of("drawn", (), mixed=False)
    with pytest.raises(KeyError, match="tied"):
        Grounds(ROWS).of("won", ("tied",), mixed=False)


def test_what_the_books_leave_open_has_its_row_where_its_readings_stand() -> None:
    unsettled = {
        "ties": {"readings": ["a", "b"], "rests_on": ["kampf.gleichstand"]},
        "order": {"readings": []},
    }
    found = read_grounds({"grounds": ROWS, "unsettled": unsettled})
    assert found.of("doubt.ties", (), mixed=False) == ("kampf.gleichstand",)
    assert "doubt.order" not in found


def entries(library: Library) -> tuple[Entry, ...]:
    return read_entries(library.data["munchkin"]["entries"])


def leaves(row: Any) -> Iterator[str]:
    """Yield every question and key that a row names."""
    if isinstance(row, str):
        yield row
    for item in row.values() if isinstance(row, dict) else row if isinstance(row, list) else ():
        yield from leaves(item)


def literals(node: ast.expr) -> list[str]:
    """Return the words that an expression can be, where it says them itself."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def calls() -> Iterator[tuple[list[str], list[str]]]:
    """Yield the keys that a call tells by, and the words that it says outright."""
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                prefix, place = TELLING.get(name, ("", len(node.args)))
                keys = [prefix + key for arg in node.args[place : place + 1] for key in literals(arg)]
                first = place + 1 if name not in ("tell", "deny") else place + 3
                yield keys, [word for arg in node.args[first:] for word in literals(arg)]


def said() -> set[str]:
    """Return every word of the code, those included that are given by their name: `when(helped=…)`."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "when":
                found |= {str(keyword.arg).replace("_", "-") for keyword in node.keywords}
    return found


def test_every_happening_of_the_code_has_its_row(grounds: Grounds) -> None:
    told = {key for keys, _ in calls() for key in keys}
    assert len(told) > 250
    assert sorted(told - grounds.rows.keys()) == []


def test_the_code_hands_over_words_of_the_row_and_keys_of_others_but_no_questions(grounds: Grounds) -> None:
    unknown = [
        (key, word)
        for keys, words in calls()
        for key in keys
        for word in words
        if word not in (grounds.rows if "." in word else grounds.situations[key])
    ]
    assert unknown == []


def test_every_row_names_questions_that_there_are(grounds: Grounds, library: Library) -> None:
    asked = {entry.target for entry in entries(library)}
    known = asked | library.comparison.keys() | grounds.rows.keys() | {HANDED}
    named = {(key, name.partition(":")[0]) for key, row in grounds.rows.items() for name in leaves(row)}
    assert sorted((key, name) for key, name in named if name not in known) == []


def test_every_row_is_used(grounds: Grounds, library: Library) -> None:
    words = said()
    # Which doubt a card raises stands in its entry.
    words |= {word for entry in entries(library) for word in leaves(entry.value)}
    beginnings = tuple(word for word in words if word.endswith((".", "-")) and len(word) > 1)
    ends = re.compile("(" + "|".join(word for word in words if re.fullmatch("-[a-z]+", word)) + ")+$")
    named = {name for row in grounds.rows.values() for name in leaves(row)}
    unused = [
        key
        for key in grounds.rows
        if ends.sub("", key) not in words | named
        and key.removeprefix("refuse.") not in words
        and key.removeprefix(DOUBT) not in words
        and not key.startswith(beginnings)
        and not key.startswith("part.")
    ]
    assert unused == []


def test_every_situation_of_a_row_is_said_by_the_code(grounds: Grounds) -> None:
    words = said() | {MIXED, ELSE}
    silent = {(key, word) for key, found in grounds.situations.items() for word in found if word not in words}
    assert silent == set()
