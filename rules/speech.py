"""What cards say, as the resolver reads it: a word that it does not know never becomes data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from cards.problems import Problem
from cards.speech import Speech
from rules.engine.errors import ScenarioError
from rules.engine.forms import form
from rules.engine.library import Library
from rules.engine.munchkin.language.effects import Effect
from rules.engine.munchkin.language.facts import SPOKEN, is_for_smash_up
from rules.engine.munchkin.language.saying import FACTS
from rules.engine.one_of import OneOf, plain, read_as, variants
from rules.engine.reading import Reader, Shape

REF = "#/$defs/{name}"
ABILITIES = "abilities"


def problems(facts: Mapping[str, Any]) -> Iterator[Problem]:
    """Name every word of the facts that the resolver could not carry out, with its place and the nearest."""
    reader = Reader(_nothing(), (), {}, (), (), {})
    for name, value in facts.items():
        if name in SPOKEN and value is not None:
            try:
                _shape(name, facts)(reader, value, f"facts.{name}")
            except ScenarioError as error:
                reader.problems += error.problems
    for problem in reader.problems:
        yield Problem(problem.text, problem.path)


def ordered(name: str, value: Any) -> Any:
    """Return a fact as it is written in the files: its words in the order of their shape."""
    if name not in SPOKEN:
        return value
    if not is_for_smash_up({name: value}):
        return plain(read_as(SPOKEN[name], value))
    known = form(_smash_up())["items"]["properties"]
    return [{key: _sorted(ability[key]) for key in known if key in ability} for ability in value]


def schema() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON Schema of every fact that speaks, and its parts."""
    kinds = [
        *SPOKEN.values(),
        *(shape for union in OneOf.__subclasses__() for shape in variants(union).values()),
    ]
    described, parts = msgspec.json.schema_components(kinds, ref_template=REF, schema_hook=_any_of)
    found = dict(zip(SPOKEN, described, strict=False))
    return found | {ABILITIES: {"anyOf": [found[ABILITIES], form(_smash_up())]}}, parts


def meanings() -> dict[str, str]:
    """Return what each effect means, by its word."""
    return {word: " ".join((shape.__doc__ or "").split()) for word, shape in variants(Effect).items()}


SPEECH = Speech(problems, ordered, schema, meanings)


def _shape(name: str, facts: Mapping[str, Any]) -> Shape:
    return _smash_up() if name == ABILITIES and is_for_smash_up(facts) else FACTS[name]


@cache
def _smash_up() -> Shape:
    # The words for effects are known as soon as every topic of the game is there.
    from rules.engine.smashup import topics  # noqa: F401
    from rules.engine.smashup.effects.shapes import ABILITIES

    return ABILITIES


def _sorted(value: Any) -> Any:
    """Return free mappings by their keys, the action first."""
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: (key != "action", key))}
    return value


def _any_of(union: type[OneOf]) -> dict[str, Any]:
    return {"anyOf": [{"$ref": REF.format(name=shape.__name__)} for shape in variants(union).values()]}


@cache
def _nothing() -> Library:
    return Library(cards={}, cited={}, comparison=[], editions={}, data={})
