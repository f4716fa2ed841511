"""What is wrong with an entry, in German sentences: where, which word, what is allowed, what is near."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import inspect
from rapidfuzz import fuzz, process

Spot = tuple[str, int]
# So much of a wrong word is shown.
MOST_SAID = 120


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, at one place."""

    text: str
    field: str = ""
    where: str = ""
    # The part of the file and the number of the entry in it, from which the line is found.
    spot: Spot | None = None
    line: int | None = None

    def sentence(self) -> str:
        """Return it as a line for a person: place, field, what is wrong and what would be right."""
        line = f"Zeile {self.line}" if self.line else ""
        place = ", ".join(
            part for part in (self.where, line, f"Feld „{self.field}“" if self.field else "") if part
        )
        return f"{place}: {self.text}" if place else self.text

    def at(self, where: str, spot: Spot | None = None) -> Problem:
        return replace(self, where=where, spot=spot)


def examine(entry: Any, shape: type[msgspec.Struct], path: str = "") -> Iterator[Problem]:
    """Name everything that keeps an entry from its shape; nothing is named twice."""
    if not isinstance(entry, dict):
        yield Problem(f"Hier steht {_said(entry)}, erwartet werden Felder mit Werten.", path)
        return
    fields = _fields(shape)
    for name in entry:
        if name not in fields:
            yield Problem(f"Dieses Feld gibt es nicht.{nearest(name, fields)}", _join(path, name))
    for name, field in fields.items():
        if name in entry:
            yield from _examine_value(entry[name], field.type, _join(path, name))
        elif field.required:
            yield Problem(f"Es fehlt. Erlaubt ist {describe(field.type)}.", _join(path, name))


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return „Meintest Du …?“ for a word that nearly is a known one, else the empty string."""
    match = process.extractOne(str(word), list(known), scorer=fuzz.ratio, score_cutoff=60)
    return f" Meintest Du „{match[0]}“?" if match else ""


@cache
def _fields(shape: type[msgspec.Struct]) -> dict[str, inspect.Field]:
    info = inspect.type_info(shape)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: field for field in info.fields}


def _alternatives(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return what a type may be: the parts of a union, each without its description."""
    bare = _bare(kind)
    return tuple(_bare(part) for part in bare.types) if isinstance(bare, inspect.UnionType) else (bare,)


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _examine_value(value: Any, kind: inspect.Type, path: str) -> Iterator[Problem]:
    parts = _alternatives(kind)
    for part in parts:
        if isinstance(part, inspect.StructType) and isinstance(value, dict):
            yield from examine(value, part.cls, path)
            return
        if isinstance(part, inspect.ListType) and isinstance(value, list):
            for place, item in enumerate(value):
                yield from _examine_value(item, part.item_type, f"{path}[{place}]")
            return
        if isinstance(part, inspect.DictType) and isinstance(value, dict):
            for key, item in value.items():
                if not _fits(key, part.key_type):
                    yield Problem(f"„{key}“ passt nicht. Erlaubt ist {describe(part.key_type)}.", path)
                yield from _examine_value(item, part.value_type, _join(path, str(key)))
            return
    if not any(_fits(value, part) for part in parts):
        near = nearest(value, [word for part in parts for word in _words(part)])
        yield Problem(f"{_said(value)} passt nicht. Erlaubt ist {describe(kind)}.{near}", path)


def _fits(value: Any, kind: inspect.Type) -> bool:
    try:
        msgspec.convert(value, _python_type(kind), strict=True)
    except msgspec.ValidationError:
        return False
    return True


def _python_type(kind: inspect.Type) -> Any:
    """Return the type annotation that stands behind a type's description."""
    match kind:
        case inspect.AnyType():
            return Any
        case inspect.NoneType():
            return None
        case inspect.BoolType():
            return bool
        case inspect.IntType():
            return Annotated[int, msgspec.Meta(ge=kind.ge, le=kind.le)]
        case inspect.StrType():
            return Annotated[
                str,
                msgspec.Meta(pattern=kind.pattern, min_length=kind.min_length, max_length=kind.max_length),
            ]
        case inspect.LiteralType():
            return Literal[kind.values]
        case inspect.CustomType() | inspect.StructType() | inspect.EnumType():
            return kind.cls
        case inspect.ListType():
            return list
        case _:
            return dict


def describe(kind: inspect.Type) -> str:
    """Say in German what a field may hold."""
    match kind:
        case inspect.Metadata(extra_json_schema={"description": description}):
            return f"{description}{_at_most(kind)}"
        case inspect.UnionType():
            return " oder ".join(
                describe(part) for part in kind.types if not isinstance(part, inspect.NoneType)
            )
        case inspect.BoolType():
            return "true oder false"
        case inspect.IntType():
            return f"eine ganze Zahl{_bounds(kind)}"
        case inspect.StrType():
            return "ein Text"
        case inspect.LiteralType() | inspect.CustomType() | inspect.EnumType():
            return "eines von " + ", ".join(_words(kind))
        case inspect.ListType():
            return f"eine Liste (je Eintrag {describe(kind.item_type)})"
        case _:
            return "ein Eintrag mit Feldern"


def _at_most(kind: inspect.Metadata) -> str:
    longest = getattr(kind.type, "max_length", None)
    return f", höchstens {longest} Zeichen" if longest else ""


def _words(kind: inspect.Type) -> list[str]:
    if isinstance(kind, inspect.LiteralType):
        return [str(value) for value in kind.values]
    if isinstance(kind, inspect.CustomType | inspect.EnumType):
        return [str(member.value) for member in list(cast(type[Enum], kind.cls))]
    return []


def _bounds(kind: inspect.IntType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" von {kind.ge} bis {kind.le}"
    return f" ab {kind.ge}" if kind.ge is not None else ""


def _said(value: Any) -> str:
    if value is None:
        return "Ein leerer Wert"
    if isinstance(value, bool):
        return f"„{str(value).lower()}“"
    if isinstance(value, list):
        return "Eine Liste"
    if isinstance(value, dict):
        return "Ein Eintrag mit Feldern"
    words = str(value)
    return f"„{words}“" if len(words) <= MOST_SAID else f"„{words[:MOST_SAID]}…“ ({len(words)} Zeichen)"


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else str(name)
