"""What a question lets cards say: read by the shapes that the data have, too, each wrong word named with its place."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from msgspec import inspect

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
    nullable,
    record,
    text,
    word,
)

# How high a number on a card goes where its shape says nothing else.
MOST = 999
# What can stand beside many words and is none of its own.
BESIDE = ("if", "unless", "else", "vs")
# How words are read that mean something of their own, by what their shape says of them (`reads`).
READERS: dict[str, Shape] = {}
# Which type of JSON a kind of shape is written in.
JSON: dict[type[inspect.Type], type] = {
    inspect.BoolType: bool,
    inspect.IntType: int,
    inspect.StrType: str,
    inspect.LiteralType: str,
    inspect.ListType: list,
    inspect.DictType: dict,
    inspect.StructType: dict,
    inspect.TypedDictType: dict,
    inspect.CustomType: dict,
}


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
        case inspect.TypedDictType():
            return _keyed(kind.cls)
        case inspect.CustomType():
            return _one_of(kind.cls)
        case inspect.ListType():
            return _list(kind)
        case inspect.DictType(key_type=inspect.LiteralType(values=keys)):
            return record({str(key): _shape(kind.value_type) for key in keys})
        case inspect.DictType():
            return _mapping(_shape(kind.value_type))
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
    if reads := (said.extra or {}).get("reads"):
        return READERS[reads]
    wanted = (said.extra_json_schema or {}).get("description", "ein Text")
    least, most = kind.min_length or 0, kind.max_length or NAME_LIMIT

    def shape(reader: Reader, value: object, path: str) -> str:
        found = text(reader, value, path)
        if found == value and not (least <= len(found) <= most and re.search(kind.pattern or "", found)):
            reader.wrong(path, value, wanted)
        return found

    return shape


def _list(kind: inspect.ListType) -> Shape:
    each, least = listing(_shape(kind.item_type), kind.max_length or LIST_LIMIT), kind.min_length or 0

    def shape(reader: Reader, value: object, path: str) -> object:
        if isinstance(value, list) and len(value) < least:
            reader.wrong(path, value, "eine Liste mit einem Eintrag")
        return each(reader, value, path)

    return shape


def _mapping(item: Shape) -> Shape:
    def shape(reader: Reader, value: object, path: str) -> Json:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            reader.wrong(path, value, "ein Objekt")
            return {}
        return {key: item(reader, one, f"{path}.{key}") for key, one in value.items()}

    return shape


@cache
def _keyed(kind: type) -> Shape:
    """Read an object that stays one; where its description says so, null is a value, too."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.TypedDictType)
    return record(
        {
            field.encode_name: nullable(_shape(field.type))
            if _is_nullable(field.type)
            else _shape(field.type)
            for field in described.fields
        }
    )


def _is_nullable(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.UnionType) and kind.includes_none


@cache
def _record(shape: type[msgspec.Struct]) -> Shape:
    described = inspect.type_info(shape)
    assert isinstance(described, inspect.StructType)
    fields = {field.encode_name: _shape(field.type) for field in described.fields}
    if described.tag_field:
        fields[described.tag_field] = word([str(described.tag)])
    return record(fields, [field.encode_name for field in described.fields if field.required])


def _one_of(union: type[OneOf]) -> Shape:
    def shape(reader: Reader, value: object, path: str) -> Json:
        found = variant(union, value) if isinstance(value, dict) else None
        if found is None or not isinstance(value, dict):
            _lacking(reader, value, path, union)
            return {}
        wrong = {key: misplaced(union, found, key) for key in value.keys() - set(words(found))}
        for key, better in wrong.items():
            if better:
                reader.problem(f"{path}.{key}", key, f"An der Stelle {path}: {better}")
        _record(found)(reader, {key: item for key, item in value.items() if not wrong.get(key)}, path)
        return value

    return shape


def _lacking(reader: Reader, value: object, path: str, union: type[OneOf]) -> None:
    """Say that something is none of several things: by the word that nobody knows, or by what is missing."""
    known = variants(union)
    if not isinstance(value, dict):
        reader.wrong(path, value, "ein Objekt")
    elif union.told_by:
        reader.unknown(f"{path}.{union.told_by}", value.get(union.told_by), union.called, known)
    elif strange := value.keys() - set(BESIDE):
        for key in strange:
            reader.unknown(f"{path}.{key}", key, "Der Schlüssel", known)
    else:
        reader.problem(path, value, f"An der Stelle {path} fehlt das Wort, das sagt, was geschieht.")
