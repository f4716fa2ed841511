"""What the help page of the search says: written from the field table, counted from the data."""

from __future__ import annotations

from dataclasses import dataclass

from cards.search import find
from cards.search.fields import FIELDS, SETTINGS, Field, Type
from cards.search.store import current


@dataclass(frozen=True)
class Example:
    """A query to click on, with what it means and how many hits it has."""

    query: str
    said: str
    means: str
    hits: int


@dataclass(frozen=True)
class Row:
    """One field: how it is called, what it compares with, which values it has."""

    field: Field
    operators: str
    values: list[tuple[str, str]]
    more: int
    example: Example


# Every operator of the language with an example that finds something.
OPERATORS: tuple[tuple[str, str], ...] = (
    ("monster", "Ein Wort im Namen, in einem anderen Namen oder im Text, in allen seinen Formen"),
    ("monster schatz", "Mehrere Wörter: Alle müssen vorkommen"),
    ("monster und schatz", "„und“ darf dastehen, es ändert nichts"),
    ('"schlimme dinge"', "Eine Wortfolge; auch „…“ und »…« gelten"),
    ("monster -schatz", "Ein Minus schließt aus, was danach steht"),
    ("dieb oder zauberer", "Eines von beiden genügt; auch „or“ und | gelten"),
    ("(dieb oder zauberer) typ:klasse", "Klammern fassen zusammen"),
    ('!"Dieb"', "Der Name ist genau so und nicht länger"),
    ("typ:monster", "Ein Feld mit seinem Wert"),
    ("typ:monster|fluch", "Einer von mehreren Werten"),
    ("hat:klarstellung&offene-frage", "Mehrere Werte zugleich"),
    ("typ!=monster", "Jeder andere Wert"),
    ("stufe=10", "Genau diese Zahl"),
    ("stufe!=10", "Jede andere belegte Zahl"),
    ("stufe<5", "Kleiner"),
    ("stufe<=5", "Höchstens; auch ≤ gilt"),
    ("stufe>15", "Größer"),
    ("stufe>=15", "Mindestens; auch ≥ gilt"),
    ("stufe:5-10", "Ein Bereich, beide Enden eingeschlossen"),
    ("stufe:unbelegt typ:monster", "Keine Quelle nennt die Zahl"),
    ("schaetze>=stufe", "Ein Feld im Vergleich mit einem anderen"),
    ("/kra[kt]e/", "Ein regulärer Ausdruck (RE2) auf Name und Text, ohne Vorausschau und Rückverweise"),
    ("name:/^k/", "Ein regulärer Ausdruck auf einem Feld aus Wörtern"),
    ("typ:monster sortierung:-stufe", "Die Reihenfolge; ein Minus kehrt sie um"),
    ("typ:monster ansicht:galerie", "Die Darstellung der Karten"),
)
# How people ask who do not know the language.
PHRASES: tuple[str, ...] = (
    "kopfbedeckung ab 3 bonus",
    "schuhe die beim weglaufen helfen",
    "untote monster cthulhu",
    "monster über level 10 mit mindestens 4 schätzen",
    "items die kultisten nicht benutzen dürfen",
    "monster +4 gegen barden",
    "goths ohne untote",
    "basis mit zerstörungswert über 20",
    "zwergenaktionen vor der wertung",
    "teuerster gegenstand im cthulhu",
    "dieb shakespeare",
)
MOST_VALUES = 14


def chapters() -> dict[str, object]:
    """Return the operators and the fields, each with an example that was just counted."""
    return {
        "phrases": [phrase(query) for query in PHRASES],
        "operators": [example(query, means) for query, means in OPERATORS],
        "fields": [row(field) for field in FIELDS],
    }


def example(query: str, means: str) -> Example:
    found = find(query, limit=0)
    return Example(query, found.explanation, means, found.total)


def phrase(query: str) -> Example:
    """Show how a phrase is read."""
    found = find(query, parts=("karte",), limit=0)
    return Example(query, found.explanation, found.normalised, found.total)


def row(field: Field) -> Row:
    """Describe a field; its values are those that stand in the data."""
    catalogue = current().catalogue
    if field.type is Type.SETTING:
        values = list(SETTINGS[field.name].items())
    else:
        values = [
            (catalogue.written(field, key), label)
            for key, label in catalogue.labels.get(field.name, {}).items()
        ]
    shown = [] if field.tree else sorted(values, key=lambda value: value[1].lower())
    asked = field.example if field.type is not Type.SETTING else f"typ:monster {field.example}"
    more = max(0, len(shown) - MOST_VALUES)
    return Row(field, " ".join(field.operators), shown[:MOST_VALUES], more, example(asked, ""))
