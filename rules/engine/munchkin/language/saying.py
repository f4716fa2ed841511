"""What a question lets cards say: read by the shapes that the data have, too, each wrong word named with its place."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

import msgspec
from msgspec import inspect

from rules.engine.munchkin.language.facts import SPOKEN
from rules.engine.munchkin.language.parts import LEVEL_PATTERN, TRAIT_PATTERN, Condition
from rules.engine.objects import Json
from rules.engine.one_of import OneOf, misplaced, read_as, variant, variants, words
from rules.engine.reading import (
    LIST_LIMIT,
    NAME_LIMIT,
    Reader,
    Shape,
    boolean,
    either,
    integer,
    listing,
    record,
    text,
    word,
)

# How high a number on a card goes where its shape says nothing else.
MOST = 999
LEVEL = re.compile(LEVEL_PATTERN)
COMPARED = re.compile(r"level\s*([<>=]|$)")
GENDERS = ("gender:m", "gender:w")
# What can stand beside many words and is none of its own.
BESIDE = ("if", "unless", "else", "vs")
# Which type of JSON a kind of shape is written in.
JSON: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.ListType: list,
    inspect.DictType: dict,
    inspect.StructType: dict,
    inspect.CustomType: dict,
}


def trait(reader: Reader, value: object, path: str) -> str:
    """Read a trait: the word of a card, or what is asked of a person in a form of its own."""
    asked = text(reader, value, path)
    bare = asked.removeprefix("not:")
    if COMPARED.match(bare) and not LEVEL.fullmatch(bare):
        reader.wrong(path, value, "eine Stufe wie „level>=5“")
    elif bare.startswith("gender:") and bare not in GENDERS:
        reader.unknown(path, bare, "Das Geschlecht", GENDERS)
    elif asked == value and not re.search(TRAIT_PATTERN, asked):
        reader.wrong(path, value, "ein Merkmal")
    return asked


def saying(kind: object) -> Shape:
    """Read a fact of a card into its shape."""
    shape = _shape(inspect.type_info(kind))

    def said(reader: Reader, value: object, path: str) -> object:
        before = len(reader.problems)
        shape(reader, value, path)
        return read_as(kind, value) if len(reader.problems) == before else None

    return said


def _shape(kind: inspect.Type) -> Shape:
    match kind:
        case inspect.Metadata():
            return _words(kind.type, kind) if isinstance(kind.type, inspect.StrType) else _shape(kind.type)
        case inspect.UnionType():
            return _any_of([part for part in kind.types if not isinstance(part, inspect.NoneType)])
        case inspect.StructType():
            return _record(kind.cls)
        case inspect.CustomType():
            return _one_of(kind.cls)
        case inspect.ListType():
            return listing(_shape(kind.item_type), kind.max_length or LIST_LIMIT)
        case inspect.DictType(key_type=inspect.LiteralType(values=keys)):
            return record({str(key): _shape(kind.value_type) for key in keys})
        case inspect.LiteralType():
            return word([str(value) for value in kind.values])
        case inspect.IntType():
            return integer(-MOST if kind.ge is None else kind.ge, MOST if kind.le is None else kind.le)
        case inspect.StrType():
            return text
        case _:
            return boolean


def _any_of(parts: list[inspect.Type]) -> Shape:
    """Read a value by its type; a bare word beside a list is one of what the list holds."""
    listed = [part.item_type for part in map(_bare, parts) if isinstance(part, inspect.ListType)]
    found = [listed[0] if listed and isinstance(part, inspect.StrType) else part for part in parts]
    if len(found) == 1:
        return _shape(found[0])
    return either(*((JSON[type(_bare(part))], _shape(part)) for part in found))


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _words(kind: inspect.StrType, said: inspect.Metadata) -> Shape:
    if kind.pattern == TRAIT_PATTERN:
        return trait
    wanted = (said.extra_json_schema or {}).get("description", "ein Text")
    least, most = kind.min_length or 0, kind.max_length or NAME_LIMIT

    def shape(reader: Reader, value: object, path: str) -> str:
        found = text(reader, value, path)
        if found == value and not (least <= len(found) <= most and re.search(kind.pattern or "", found)):
            reader.wrong(path, value, wanted)
        return found

    return shape


@cache
def _record(shape: type[msgspec.Struct]) -> Shape:
    described = inspect.type_info(shape)
    assert isinstance(described, inspect.StructType)
    fields = {field.encode_name: _shape(field.type) for field in described.fields}
    return record(fields, [field.encode_name for field in described.fields if field.required])


def _one_of(union: type[OneOf]) -> Shape:
    def shape(reader: Reader, value: object, path: str) -> Json:
        found = variant(union, value) if isinstance(value, dict) else None
        if found is None or not isinstance(value, dict):
            _lacking(reader, value, path, variants(union))
            return {}
        wrong = {key: misplaced(union, found, key) for key in value.keys() - set(words(found))}
        for key, better in wrong.items():
            if better:
                reader.problem(f"{path}.{key}", key, f"An der Stelle {path}: {better}")
        _record(found)(reader, {key: item for key, item in value.items() if not wrong.get(key)}, path)
        return value

    return shape


def _lacking(reader: Reader, value: object, path: str, known: Collection[str]) -> None:
    """Say that something is none of several things: by the word that nobody knows, or by what is missing."""
    if not isinstance(value, dict):
        reader.wrong(path, value, "ein Objekt")
    elif strange := value.keys() - set(BESIDE):
        for key in strange:
            reader.unknown(f"{path}.{key}", key, "Der Schlüssel", known)
    else:
        reader.problem(path, value, f"An der Stelle {path} fehlt das Wort, das sagt, was geschieht.")


FACTS: dict[str, Shape] = {
    **{name: saying(kind) for name, kind in SPOKEN.items()},
    "friendly": saying(bool | str | Condition),
}
