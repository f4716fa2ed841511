"""What a shape reads, said as JSON Schema: one truth for the reader and for the document of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Form = dict[str, Any]
Make = Callable[[], Form]
S = TypeVar("S")


def says(make: Make) -> Callable[[S], S]:
    """Let a shape say what it reads; only when somebody asks, so that shapes may speak of each other."""

    def put(shape: S) -> S:
        shape.form = make  # type: ignore[attr-defined]
        return shape

    return put


def form(shape: object) -> Form:
    """Return what a shape reads; one that says nothing may read anything."""
    return dict(getattr(shape, "form", dict)())


def like(shape: object) -> Make:
    return lambda: form(shape)


def named(name: str) -> Make:
    """Return the form of what the contract describes under a name of its own."""
    return lambda: {"$ref": f"#/$defs/{name}"}


def either_of(*shapes: object) -> Make:
    return lambda: any_of([form(shape) for shape in shapes])


def any_of(forms: list[Form]) -> Form:
    """Return one form for all, each once; where one of them may be anything, so may all."""
    flat: list[Form] = []
    for one in forms:
        flat += [other for other in one.get("anyOf", [one]) if other not in flat]
    if {} in flat:
        return {}
    return flat[0] if len(flat) == 1 else {"anyOf": flat}


def nothing() -> Form:
    return {"type": "null"}
