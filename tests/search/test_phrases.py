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
