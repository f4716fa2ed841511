"""An operation: one row says its address, parameters, answer and cost; view, schema and docs follow."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse

from cards.serializers import Frame
from cardsite.api import parameters

# Shared by every object; `fields=` never leaves them out.
PLACEHOLDER = re.compile(r"<(\w+):(\w+)>")
ALWAYS = ("object", "id", "url", "html_url", "stand")
JSON = "application/json"


@dataclass(frozen=True)
class Deprecation:
    """When an operation was called old, when it ends, and where to read what to use instead."""

    since: datetime
    sunset: datetime
    link: str


@dataclass
class Ask:
    """One request as an operation sees it: checked values, placeholders included, and the frame of its answer."""

    request: HttpRequest
    values: dict[str, Any]
    frame: Frame
    body: Any = None
    warnings: list[Any] = field(default_factory=list)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def includes(self, name: str) -> bool:
        return name in self.values.get("include", ())


@dataclass(frozen=True)
class Operation:
    """One row of the API."""

    name: str
    path: str
    read: Callable[..., Any]
    answers: Any
    group: str
    method: str = "GET"
    own_parameters: tuple[parameters.Parameter, ...] = ()
    include: tuple[str, ...] = ()
    listed: bool = False
    cost: int = 1
    media: str = JSON
    # Further formats, where the address decides between them.
    more_media: tuple[str, ...] = ()
    stored: bool = True
    shaped: bool = True
    # A file that may be asked for in pieces.
    in_pieces: bool = False
    # Computed from the engine's library of one stand: no row is read that could have changed meanwhile.
    pure: bool = False
    max_age: int = 60
    body: dict[str, Any] | None = None
    errors: tuple[int, ...] = ()
    deprecation: Deprecation | None = None
    # Values for the placeholders of the path, for documents and tests.
    example: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        return inspect.getdoc(self.read).partition("\n")[0].rstrip(".")  # type: ignore[union-attr]

    @property
    def description(self) -> str:
        return inspect.getdoc(self.read) or ""

    @cached_property
    def field_names(self) -> tuple[str, ...]:
        return tuple(entry.encode_name for entry in msgspec.structs.fields(self.answers))

    @cached_property
    def parameters(self) -> tuple[parameters.Parameter, ...]:
        """The operation's own parameters and those that every shaped answer has."""
        shape = []
        if self.include:
            shape.append(parameters.choices("include", "Was zusätzlich mitkommt.", self.include))
        if self.shaped:
            meaning = f"Nur diese Felder ({', '.join(ALWAYS)} sind immer dabei); die übrigen fehlen dann."
            shape.append(parameters.choices("fields", meaning, self.field_names))
        return (*self.own_parameters, *shape)

    def keep(self, ask: Ask) -> tuple[str, ...] | None:
        """Return the fields that the client wants, or None for all of them."""
        fields = ask.values.get("fields")
        return tuple(dict.fromkeys((*ALWAYS, *fields, *ask.values.get("include", ())))) if fields else None


OPERATIONS: list[Operation] = []


class Group(NamedTuple):
    """Operations that belong together: their word in generated programs, and what they are for."""

    tag: str
    text: str


GROUPS: dict[str, Group] = {
    "Boxen": Group("sets", "Die Schachteln: welche es gibt, und was über jede bekannt ist."),
    "Karten": Group("cards", "Karten suchen, lesen, nach ihrem Namen finden, viele auf einmal holen."),
    "Regeln": Group("rules", "Aussagen der Anleitungen, Klarstellungen, offene Fragen, Begriffe, Beispiele."),
    "Suche": Group("search", "In allem auf einmal suchen."),
    "Vergleichen": Group(
        "tables", "Was die Anleitungen verschieden sagen, und was gilt, wenn man Boxen mischt."
    ),
    "Was passiert, wenn …?": Group("resolver", "Eine Lage ausrechnen lassen oder auf Deutsch fragen."),
    "Änderungen": Group("changes", "Was sich wann änderte: um einen eigenen Bestand aktuell zu halten."),
    "Alles auf einmal": Group("bulk", "Der ganze Bestand als Datei."),
    "Wörter": Group("catalog", "Die Wörter der Daten mit ihren deutschen Namen."),
    "Über die API": Group("meta", "Die API über sich selbst."),
}


Read = Callable[..., Any]


def _registering(method: str, **usual: Any) -> Callable[..., Callable[[Read], Read]]:
    def row(
        path: str, answers: Any, group: str, parameters: Sequence[parameters.Parameter] = (), **options: Any
    ) -> Callable[[Read], Read]:
        def register(read: Read) -> Read:
            own = {"method": method, "own_parameters": tuple(parameters), **usual, **options}
            OPERATIONS.append(Operation(read.__name__, path, read, answers, group, **own))
            return read

        return register

    return row


# A function that reads: `read(ask)` gives a thing, a page or a response.
get = _registering("GET")
# One that computes something from a JSON body; it changes nothing.
post = _registering("POST", stored=False, shaped=False)


def schema_of(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a body where it stands, without a name of its own."""
    found: dict[str, Any] = msgspec.json.schema(shape)["$defs"][shape.__name__]
    return {key: value for key, value in found.items() if key not in {"title", "description"}}


def encode(operation: Operation, found: Any, ask: Ask) -> bytes:
    """Return the answer's bytes, reduced to the fields that were asked for."""
    keep = operation.keep(ask)
    if keep is None:
        return msgspec.json.encode(found)
    if operation.listed:
        return msgspec.json.encode(
            {**msgspec.structs.asdict(found), "data": [_reduced(row, keep) for row in found.data]}
        )
    return msgspec.json.encode(_reduced(found, keep))


def _reduced(thing: msgspec.Struct, keep: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name in keep if (value := getattr(thing, name)) is not msgspec.UNSET}


Answer = Callable[[HttpRequest], HttpResponse]
