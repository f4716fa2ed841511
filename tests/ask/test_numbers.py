"""A number that somebody types changes the table: none is read over."""

from __future__ import annotations

import re
from typing import Any

from rules.ask import ask
from rules.engine.library import Library
from tests.ask.corpus import GROUPS

NUMBER = re.compile(r"(?<![\w.])\d{1,2}(?![\w.])")
# „…, komme ich auf Stufe 10?“ and „krieg ich … 2 level“ ask for a number; they do not tell one.
ASKED_FOR = re.compile(
    r"komme? ich|auf stufe 10|auf lvl 10|stufe 10 err|kri?eg|steige|bekomm|\b2 (kreat|tür|große|rüst|akt|leut)",
    re.IGNORECASE,
)
TEXTS = [text for group in GROUPS if "answer" in group for text in group["asks"] if NUMBER.search(text)]


def test_another_number_is_another_table(books: Library) -> None:
    assert len(TEXTS) >= 100
    unread = [
        text
        for text in TEXTS
        if not ASKED_FOR.search(text)
        for other in changed(text)
        if same(text, other, books)
    ]
    assert unread == []


def changed(text: str) -> list[str]:
    return [
        f"{text[: found.start()]}{int(found.group()) + 1}{text[found.end() :]}"
        for found in NUMBER.finditer(text)
    ]


def same(text: str, other: str, books: Library) -> bool:
    before, after = (ask(each, [], books) for each in (text, other))
    return after.answer is not None and asked(before.scenario) == asked(after.scenario)


def asked(scenario: dict[str, Any] | None) -> dict[str, Any]:
    return scenario or {}
