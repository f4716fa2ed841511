"""A phrase finds what its words mean: the sets are reckoned from the facts, not by the search."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from cards.search import find

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
PHRASES: list[dict[str, Any]] = yaml.safe_load((HERE / "phrases.yaml").read_text(encoding="utf-8"))
COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
BOUND = re.compile(r"(<=|>=|<|>)(-?\d+)")
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def read_cards() -> list[dict[str, Any]]:
    found = []
    for file in sorted(Path(settings.FIXTURES).glob("*/cards.yaml")):
        for card in yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
            box = card.get("edition", file.parent.name)
            found.append({**card, **card.get("facts", {}), "set": box, "key": f"{box}/{card['slug']}"})
    return found


CARDS = read_cards()


def test_there_are_many_phrases_and_most_find_something() -> None:
    assert len(PHRASES) >= 100
    assert len([row for row in PHRASES if not wanted(row)]) <= 4


@pytest.mark.parametrize("row", PHRASES, ids=lambda row: row["q"])
def test_a_phrase_finds_the_cards_that_its_words_mean(row: dict[str, Any]) -> None:
    found = [document.key for document in find(row["q"], parts=("karte",), limit=700).of("karte").documents]
    if "first" in row:
        missing = sorted(wanted(row) - set(found[: row["first"]]))
        assert not missing, f"es fehlt {missing} unter {found[: row['first']]}"
    else:
        assert set(found) == wanted(row), find(row["q"], parts=("karte",)).normalised


def wanted(row: dict[str, Any]) -> set[str]:
    return {card["key"] for card in CARDS if fits(card, row["where"])}


def fits(card: dict[str, Any], where: dict[str, Any]) -> bool:
    return all(_holds(card, name, value) for name, value in where.items())


def _holds(card: dict[str, Any], name: str, value: Any) -> bool:
    if name == "not":
        return not fits(card, value)
    if name == "any":
        return any(fits(card, one) for one in value)
    if name == "tag":
        return value in card.get("tags", ())
    if name in ("plus", "minus"):
        return any(_favours(modifier, value, name) for modifier in card.get("modifiers", ()))
    if name == "below":
        return all(_stands(key, below) for field, key in value.items() for below in [card.get(field, [])])
    held = card.get(name)
    return any(_is(one, value) for one in (held if isinstance(held, list) else [held]) if one is not None)


def _is(held: Any, value: Any) -> bool:
    if isinstance(value, list):
        return held in value
    if match := BOUND.fullmatch(str(value)):
        return COMPARE[match[1]](held, int(match[2]))
    if match := RANGE.fullmatch(str(value)):
        return int(match[1]) <= held <= int(match[2])
    return bool(held == value)


def _favours(modifier: dict[str, Any], trait: str, way: str) -> bool:
    against = [modifier["vs"]] if isinstance(modifier["vs"], str) else modifier["vs"]
    return trait in against and (modifier["strength"] > 0) == (way == "plus")


def _stands(key: Any, below: Any) -> bool:
    asked = key.items() if isinstance(key, dict) else [(key, ...)]
    return any(_has(inner, name, value) for inner in _dicts(below) for name, value in asked)


def _has(inner: dict[str, Any], name: str, value: Any) -> bool:
    if isinstance(value, dict):
        return isinstance(inner.get(name), dict) and value.items() <= inner[name].items()
    return name in inner and value in (..., inner[name])


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _dicts(inner)


# What stays a search for words


@pytest.mark.parametrize(
    "query",
    [
        "krieger",  # the name of a card
        "Monster in Schwarz",
        "große schwarze 45er",
        "basis mit 3 monstern oder zerstörungswert 20",  # two fields joined by „oder“
        "gegenstand 900",  # a number that counts nothing
        "basen mit punkten 5 3 2",
        "monster schatz",  # a card has one kind
        "was passiert nach einem patt im kampf mit helfer",  # a sentence
        '"untote monster" cthulhu',
        "monster -schatz",
        "untote monster cthulhu lesart:wort",
        "würfeln",  # one word that is no kind, place or tag
    ],
)
def test_these_words_stay_words(query: str) -> None:
    found = find(query)
    assert not found.phrase, found.normalised


def test_a_word_of_weight_does_not_vanish() -> None:
    found = find("zauberhafte untote monster cthulhu")
    assert not found.phrase
    assert found.of("karte").total == 0


def test_other_parts_are_asked_for_the_words() -> None:
    found = find("große gegenstände")
    assert str(found.words) == "große gegenstände"
    assert found.normalised == "ist:gross"
    assert found.of("regel").total > 3


def test_filler_costs_nothing() -> None:
    plain = find("untote monster cthulhu").of("karte").documents
    assert plain
    for query in ("zeig mir bitte alle untoten monster aus dem cthulhu", "Untote Monster, Cthulhu!"):
        assert find(query).of("karte").documents == plain


@pytest.mark.parametrize(
    ("query", "normalised"),
    [
        ("kopfbedeckung ab 3 bonus", "platz:kopfbedeckung bonus>=3"),
        ("stufe 2 monster", "stufe:2 typ:monster"),
        ("monster mit 2 stufen", "typ:monster stufen:2"),
        ("monster die 2 stufen kosten", "typ:monster stufenverlust:2"),
        ("monster mit mehr schätzen als stufen", "typ:monster schaetze>stufen"),
        ("gegenstände zwischen 300 und 200 gold", "typ:gegenstand gold:200-300"),
        ("klassen ohne cthulhu und axe cop", "typ:klasse -set:cthulhu -set:axe-cop"),
        ("hut bonus>=3", "platz:kopfbedeckung bonus>=3"),
        ("dieb shakespeare", "dieb set:shakespeare"),
    ],
)
def test_a_phrase_is_read_as(query: str, normalised: str) -> None:
    assert find(query).normalised == normalised
