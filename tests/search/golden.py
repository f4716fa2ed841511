"""A frozen shelf of cards and a few hundred queries: what every database must answer, in this order.

`GOLDEN=neu pytest tests/search/test_databases.py` writes the answers anew, for the day on which they shall change.
"""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

from cards.models import Card, Edition
from cards.search.cards import read_cards
from cards.search.store import Corpus, build_from

ANSWERS = Path(__file__).parent / "golden.json"
BOXES = ("gold-eins", "gold-zwei", "gold-drei")
BEINGS = (
    "Drache",
    "Ritter",
    "Kröte",
    "Geist",
    "Fluch",
    "Zwerg",
    "Krieger",
    "Fee",
    "Straße",
    "Größe",
    "Füße",
    "Boese",
)
KINDS_OF = ("Kleiner", "Großer", "Böser", "Wandernder", "Untoter", "Älterer", "Schöner")
DEEDS = (
    "kämpft gegen Monster",
    "bringt einen Schatz",
    "läuft weg",
    "hilft im Kampf",
    "stirbt nie",
    "verliert Stufen",
)
KINDS = ("monster", "item", "curse", "ally", "class")


def make_shelf() -> None:
    """Write the cards into the database; nothing about them is left to chance."""
    for place, box in enumerate(BOXES):
        Edition.objects.create(key=box, name=f"Box {place + 1}", game="munchkin", order=900 + place)
    pairs = list(product(KINDS_OF, BEINGS))
    Card.objects.bulk_create(_card(number, *pair) for number, pair in enumerate(pairs * 2))


def _card(number: int, kind_of: str, being: str) -> Card:
    name = being if number % 7 == 0 else f"{kind_of} {being}" if number % 3 else f"{being}n{kind_of.lower()}"
    kind = KINDS[number % len(KINDS)]
    numbers: dict[str, Any] = {
        "level": number % 20 + 1 if kind == "monster" and number % 4 else None,
        "treasures": number % 5 + 1 if kind == "monster" else None,
        "bonus": number % 6 if kind in ("item", "ally") and number % 3 else None,
        "gold": number % 9 * 100 if kind == "item" else None,
    }
    return Card(
        edition_id=BOXES[number % 3], slug=f"karte-{number}", order=number, name=name, name_is_german=bool(number % 2),
        name_en=f"{('Dragon', 'Knight', 'Ghost')[number % 3]} {number}" if number % 2 else "", kind=kind,
        aliases=["Zweitname"] if number % 11 == 0 else [], tags=["untot"] if number % 4 == 0 else [],
        text=f"{DEEDS[number % 6]} und {DEEDS[number % 5]}.", confidence=("high", "low")[number % 2],
        coverage="text", **numbers,
    )  # fmt: skip


def read_shelf() -> Corpus:
    """Read the cards back through the database and index them."""
    shelf = [document for document in read_cards() if document.values["set"] in BOXES]
    return build_from({"karte": sorted(shelf, key=lambda document: document.order)}, "golden")


def queries() -> list[str]:
    """Return a few hundred queries: every kind of term alone, negated, and joined with others."""
    words = [
        "drache", "drachen", "ritter", "kroete", "kröte", "geist", "fluch", "flüche", "zwerg", "krieger", "strasse",
        "straße", "größe", "groesse", "füße", "fuesse", "fusse", "böse", "boese", "monster", "schatz", "weglaufen",
        "run away", "kampf", "hilfe", "stirbt", "verloren", "dragon", "zweitname", "wandern", "alt", "xyz", "drac",
        '"kleiner drache"', '"im kampf"', "!drache", "!zweitname", "/dr.che/", "name:/^g/", "text:kampf",
    ]  # fmt: skip
    fields = [
        "typ:monster", "typ:item|curse", "set:gold-zwei", "stufe>=10", "stufe:3-7", "stufe!=5", "stufe:unbelegt",
        "schaetze>=stufe", "bonus>2", "gold<=300", "merkmal:untot", "sicherheit:hoch", "hat:deutscher-name",
    ]  # fmt: skip
    orders = ["sortierung:name", "sortierung:-name", "sortierung:stufe", "sortierung:-gold"]
    joined = [f"{word} {field}" for word in words[:22:3] for field in fields]
    either = [f"{a} oder {b}" for a, b in zip(words, words[5:], strict=False)]
    sorted_by = [
        f"{asked} {order}" for asked in ("typ:monster", "drache", "untot oder kampf") for order in orders
    ]
    return [*words, *fields, *(f"-{term}" for term in words + fields), *joined, *either, *sorted_by]


def answers(corpus: Corpus) -> dict[str, list[str]]:
    """Return for each query the number of hits and the first of them, in order."""
    from tests.search.test_databases import ask

    return {query: ask(query, corpus) for query in queries()}


def stored() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(ANSWERS.read_text(encoding="utf-8"))
    return found


def store(given: dict[str, list[str]]) -> None:
    rows = ",\n".join(f"{json.dumps(q, ensure_ascii=False)}: {json.dumps(a)}" for q, a in given.items())
    ANSWERS.write_text("{\n" + rows + "\n}\n", encoding="utf-8")
