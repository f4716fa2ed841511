"""Things that are one of several: each bears a word of its own, and that word says which one it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

import msgspec

from rules.engine.objects import Json

# Conditions stand behind what they rule.
LAST = ("if", "unless")


class Shape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An entry or a part of one; what equals its default is not written."""


class OneOf:
    """The name for all of several shapes; each of them derives from it and says first which word is its own.

    Where all say their word under one key, `told_by` names it, and `called` what that word is in German.
    """

    __slots__ = ()
    told_by: ClassVar[str] = ""
    called: ClassVar[str] = ""


_VARIANTS: dict[type, dict[str, type[msgspec.Struct]]] = {}


def variants(union: type[OneOf]) -> dict[str, type[msgspec.Struct]]:
    """Return the shapes that a name stands for, by the word of each, in the order in which they are described."""
    if union not in _VARIANTS:
        _VARIANTS[union] = {word_of(shape): shape for shape in _leaves(union)}
    return _VARIANTS[union]


def _leaves(union: type) -> Iterator[type[msgspec.Struct]]:
    shape: type
    for shape in union.__subclasses__():
        yield from list(_leaves(shape)) or (shape,)


def tagged(name: str) -> str:
    """Return the word of a shape whose name says it: `ChangeStrength` is `change_strength`."""
    return "".join("_" * (at > 0 and letter.isupper()) + letter.lower() for at, letter in enumerate(name))


def word_of(shape: type) -> str:
    """Return the word by which a variant is known."""
    tag = getattr(shape, "__struct_config__").tag  # noqa: B009 - a type as such does not say that it has one
    return tag if isinstance(tag, str) else next(iter(shape.__annotations__))


@cache
def words(shape: type[msgspec.Struct]) -> tuple[str, ...]:
    told_by = shape.__struct_config__.tag_field
    return (*([told_by] if told_by else []), *(one.encode_name for one in msgspec.structs.fields(shape)))


def variant(union: type[OneOf], value: Json) -> type[msgspec.Struct] | None:
    """Return what an entry is by its own word; None where no such word stands there."""
    if union.told_by:
        own = value.get(union.told_by)
        return variants(union).get(own) if isinstance(own, str) else None
    return next((shape for word, shape in variants(union).items() if word in value), None)


def misplaced(union: type[OneOf], shape: type[msgspec.Struct], word: str) -> str:
    """Say that a word does not go with that of a variant, and where it belongs; empty where nobody knows it."""
    others = [own for own, other in variants(union).items() if word in words(other)]
    if not others:
        return ""
    own = word_of(shape)
    if word in others:
        return f"„{word}“ steht nicht neben „{own}“: Schreibe zwei Einträge, jeden mit einem von beiden."
    return f"„{word}“ steht nicht neben „{own}“, sondern neben {' oder '.join(f'„{o}“' for o in others)}."


def read_as(kind: object, value: object) -> object:
    """Turn what was written into its shape; raises what `msgspec` raises where it does not fit."""
    found: object = msgspec.convert(value, kind, dec_hook=_chosen)
    return found


def _chosen(kind: type, value: object) -> object:
    shape = variant(kind, value) if isinstance(value, dict) else None
    if shape is None:
        raise ValueError(f"Was „{value}“ ist, sagt keines der bekannten Wörter.")
    return read_as(shape, value)


def plain(value: object) -> object:
    """Return what was read as it is written, conditions last."""
    return _ordered(msgspec.to_builtins(value))


def _ordered(value: object) -> object:
    if isinstance(value, list):
        return [_ordered(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _ordered(value[key]) for key in sorted(value, key=LAST.__contains__)}
