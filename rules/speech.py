"""What cards say, as the resolver reads it: a word that it does not know never becomes data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from cards.problems import Problem
from cards.speech import Speech
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.engine.munchkin.language.effects import Effect
from rules.engine.munchkin.language.facts import SPOKEN
from rules.engine.munchkin.language.saying import FACTS
from rules.engine.one_of import OneOf, plain, read_as, variants
from rules.engine.reading import Reader, Shape
from rules.engine.smashup.effects.shapes import abilities
from rules.engine.smashup.language import effects as smash_up
from rules.engine.spoken import ABILITIES, SMASH_UP, is_for_smash_up

REF = "#/$defs/{name}"
# In which order the words of a Smash Up ability are written.
ORDER = (
    "kind", "window", "from", "may", "effects", "event", "by", "here", "first", "filter", "self", "scored", "turns",
    "if", "text",
)  # fmt: skip


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
    return [{key: _sorted(ability[key]) for key in ORDER if key in ability} for ability in value]


def schema() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the JSON Schema of every fact that speaks, and its parts."""
    kinds = [
        *SPOKEN.values(),
        SMASH_UP[ABILITIES],
        *(shape for union in OneOf.__subclasses__() for shape in variants(union).values()),
    ]
    described, parts = msgspec.json.schema_components(kinds, ref_template=REF, schema_hook=_any_of)
    for part in parts.values():
        if "properties" in part:
            part["additionalProperties"] = False
    found = dict(zip(SPOKEN, described, strict=False))
    return found | {ABILITIES: {"anyOf": [found[ABILITIES], described[len(SPOKEN)]]}}, parts


def meanings() -> dict[str, dict[str, str]]:
    """Return what each effect means, by the title of its table and its word."""
    return {
        title: {word: " ".join((shape.__doc__ or "").split()) for word, shape in variants(union).items()}
        for title, union in {"effect": Effect, "action": smash_up.Effect}.items()
    }


SPEECH = Speech(problems, ordered, schema, meanings)


def _shape(name: str, facts: Mapping[str, Any]) -> Shape:
    return abilities if name == ABILITIES and is_for_smash_up(facts) else FACTS[name]


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
