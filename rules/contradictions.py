"""Whether a value and the words beside it can both be true: the resolver reads one, people read the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.entries import Decision

if TYPE_CHECKING:
    from rules.reading import RuleBooks

# How German says a number; of „eine“ nobody knows whether it counts, so it claims nothing and only agrees.
WORDS = {
    2: r"zwei\w*|beide\w*|doppel\w*|verdoppel\w*|halb\w*|paar",
    3: r"drei\w*",
    4: r"vier\w*",
    5: r"fünf\w*",
    6: r"sechs\w*",
    7: r"sieben\w*",
    8: r"acht|achte\w*",
    9: r"neun\w*",
    10: r"zehn\w*",
    12: r"zwölf",
}
AGREEING = {
    0: r"kein\w*|nie\w*|nein|nichts|ohne|weder|null",
    1: r"eine?[mnrs]?|eins|einmal|einzig\w*|ein\w*|erste\w*|je\w*",
}
HALF = re.compile(r"\bhälfte\b", re.IGNORECASE)


def claimed(text: str) -> set[int]:
    """Return the numbers that a text names in digits or words; of „eight, half of them“ the half, too."""
    found = {int(digits.replace(".", "")) for digits in re.findall(r"\d+(?:\.\d{3})*", text)}
    found |= {number for number, word in WORDS.items() if _says(word, text)}
    return found | {number // 2 for number in found} if HALF.search(text) else found


def agrees(value: int, text: str) -> bool:
    """Say whether a text can be true together with a number: it names none, or this one among them."""
    named = claimed(text)
    return not named or value in named or (value in AGREEING and _says(AGREEING[value], text))


def _says(pattern: str, text: str) -> bool:
    return re.search(rf"\b(?:{pattern})\b", text, re.IGNORECASE) is not None


def contradictions(books: RuleBooks) -> Iterator[str]:
    """Name every decision whose value is not what its answer or its rules say."""
    texts = {entry.id: entry.text for _box, entry in books.rules}
    inverse = {entry.id for _box, entry in books.comparisons if entry.inverse}
    for _box, entry in books.rules:
        for question, decision in entry.decides.items():
            rules = " ".join(texts.get(rule, "") for rule in (entry.id, *decision.with_))
            for where, text in (("Die Antwort", decision.answer), ("Der Text", rules)):
                if not _fits(decision.value, text, inverse=question in inverse):
                    yield (
                        f"{entry.id}, „{question}“: {where} sagt „{text}“, der Wert sagt {_said(decision)}. "
                        "Eines von beiden stimmt nicht."
                    )


def _fits(value: Any, text: str, *, inverse: bool) -> bool:
    if isinstance(value, bool):
        word = text.partition(",")[0].strip().lower()
        return word not in ("ja", "nein") or (word == "ja") == (value is not inverse)
    return not isinstance(value, int) or agrees(value, text)


def _said(decision: Decision) -> str:
    if isinstance(decision.value, bool):
        return "ja (true)" if decision.value else "nein (false)"
    return str(decision.value)
