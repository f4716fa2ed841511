"""Every sentence with which the search says what it could not read, and what would be right."""

from __future__ import annotations

import re
from dataclasses import dataclass

SENTENCES: dict[str, str] = {
    "unknown-field": "Unbekanntes Feld „{word}“ an Stelle {position}.",
    "unknown-value": "„{word}“ an Stelle {position} ist kein bekannter Wert von „{field}“.",
    "not-a-number": "„{word}“ an Stelle {position} ist keine Zahl, „{field}“ braucht eine.",
    "wrong-operator": "„{field}“ kann man an Stelle {position} nicht mit „{word}“ vergleichen.",
    "wrong-order": "Der Bereich „{word}“ an Stelle {position} endet vor seinem Anfang.",
    "missing-value": "Nach „{word}“ an Stelle {position} fehlt der Wert.",
    "missing-term": "Nach dem Minus an Stelle {position} fehlt, was nicht vorkommen soll.",
    "missing-side": "„{word}“ an Stelle {position} verbindet nichts.",
    "open-quote": "Das Anführungszeichen an Stelle {position} wird nicht geschlossen.",
    "open-bracket": "Die Klammer an Stelle {position} wird nicht geschlossen.",
    "stray-bracket": "Die Klammer an Stelle {position} schließt nichts.",
    "empty-bracket": "Die Klammer an Stelle {position} ist leer.",
    "open-regex": "Der reguläre Ausdruck an Stelle {position} endet nicht mit „/“.",
    "bad-regex": "Der reguläre Ausdruck „{word}“ an Stelle {position} ist fehlerhaft: {reason}.",
    "regex-not-here": "„{field}“ an Stelle {position} nimmt keine regulären Ausdrücke.",
    "too-many-regexes": "Ab Stelle {position} sind es mehr als {limit} reguläre Ausdrücke.",
    "no-letters": "„{word}“ an Stelle {position} enthält weder Buchstaben noch Ziffern.",
    "too-long": "Die Suche ist länger als {limit} Zeichen, der Rest ab Stelle {position} bleibt ungelesen.",
    "too-many-terms": "Ab Stelle {position} sind es mehr als {limit} Suchbegriffe, der Rest bleibt ungelesen.",
    "too-deep": "Die Klammer an Stelle {position} liegt tiefer als {limit} Ebenen und zählt nicht.",
}


SPACE_IN_BRACKETS = re.compile(r"(?<=\() | (?=\))")
# What to write instead of text[start:end].
Fix = tuple[int, int, str]


@dataclass(frozen=True)
class Warning:  # noqa: A001
    """What could not be read: where, which word, and how to put it right."""

    code: str
    text: str
    word: str
    start: int
    end: int
    suggestion: str
    fix: Fix

    @property
    def position(self) -> int:
        """The place as people count it, from 1."""
        return self.start + 1


def sentence(code: str, *, position: int, suggestion: str = "", known: str = "", **values: object) -> str:
    """Return the sentence of a warning, with the nearest right word, or else with the words that are known."""
    said = SENTENCES[code].format(position=position, **values)
    if suggestion:
        return f"{said} Meintest du „{suggestion}“?"
    return f"{said} Bekannt: {known}" if known else said


def correct(text: str, fixes: list[Fix]) -> str:
    """Return the query with these places put right, from the last to the first; what overlaps is left alone."""
    reached = len(text) + 1
    for start, end, instead in sorted(fixes, key=lambda fix: (fix[1], fix[0]), reverse=True):
        if end <= reached:
            text = text[:start] + instead + text[end:]
            reached = start
    return SPACE_IN_BRACKETS.sub("", " ".join(text.split()))
