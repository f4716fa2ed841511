"""An operation: one row says its address, parameters, answer and cost; view, schema and docs follow."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse

from cards.serializers import Entry, Frame
from cardsite import stand
from cardsite.api import parameters

PLACEHOLDER = re.compile(r"<(\w+):(\w+)>")
# Shared by every object; `fields=` never leaves them out.
ALWAYS = Entry.__struct_fields__
JSON = "application/json"
Read = Callable[..., Any]
Answer = Callable[[HttpRequest], HttpResponse]


class Deprecation(NamedTuple):
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


@dataclass(frozen=True)
class Operation:
    """One row of the API."""

    name: str
    path: str
    read: Read
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
    # A file that may be asked for in pieces.
    in_pieces: bool = False
    # Computed from the engine's library of one stand: no row is read that could have changed meanwhile.
    pure: bool = False
    max_age: int = 60
    body: dict[str, Any] | None = None
    deprecation: Deprecation | None = None
    # Values for the placeholders of the path, for documents and tests.
    example: dict[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        return self.description.partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        return inspect.getdoc(self.read) or ""

    @property
    def shaped(self) -> bool:
        """Whether a client may choose the fields of what it reads."""
        return self.method == "GET" and isinstance(self.answers, type) and issubclass(self.answers, Entry)

    @cached_property
    def parameters(self) -> tuple[parameters.Parameter, ...]:
        """The operation's own parameters and those that every shaped answer has."""
        shape = []
        if self.include:
            shape.append(parameters.choices("include", "Was zusätzlich mitkommt.", self.include))
        if self.shaped:
            meaning = f"Nur diese Felder ({', '.join(ALWAYS)} sind immer dabei); die übrigen fehlen dann."
            shape.append(parameters.choices("fields", meaning, self.answers.__struct_encode_fields__))
        return (*self.own_parameters, *shape)

    def answer(
        self, request: HttpRequest, base: str, values: dict[str, Any], body: Any = None
    ) -> tuple[tuple[Any, Ask], stand.Stand, bool]:
        """Return what is found and for which question, at which data version, and whether surely at that one."""

        def read(at: stand.Stand) -> tuple[Any, Ask]:
            ask = Ask(request, values, Frame(base, at.version), body)
            return self.read(ask), ask

        if not self.pure:
            return stand.read_at_one_stand(read)
        at = stand.current()
        return read(at), at, True


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


def row(
    method: str,
    path: str,
    answers: Any,
    group: str,
    parameters: Sequence[parameters.Parameter] = (),
    **options: Any,
) -> Callable[[Read], Read]:
    def register(read: Read) -> Read:
        own = {"method": method, "own_parameters": tuple(parameters), **options}
        OPERATIONS.append(Operation(read.__name__, path, read, answers, group, **own))
        return read

    return register


# A function that reads: `read(ask)` gives a thing, a page or a response.
get = partial(row, "GET")
# One that computes something from a JSON body; it changes nothing.
post = partial(row, "POST", stored=False)


def template(operation: Operation) -> str:
    """Return an operation's path as documents write it: `cards/{set}/{slug}`."""
    return PLACEHOLDER.sub(r"{\2}", operation.path)


def schema_of(shape: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of a body where it stands, without a name of its own."""
    found: dict[str, Any] = msgspec.json.schema(shape)["$defs"][shape.__name__]
    return {key: value for key, value in found.items() if key not in {"title", "description"}}


def encode(operation: Operation, found: Any, ask: Ask) -> bytes:
    """Return the answer's bytes, reduced to the fields that were asked for."""
    if not (fields := ask.values.get("fields")):
        return msgspec.json.encode(found)
    keep = dict.fromkeys((*ALWAYS, *fields, *ask.values.get("include", ())))
    if not operation.listed:
        return msgspec.json.encode(_reduced(found, keep))
    data = [_reduced(row, keep) for row in found.data]
    return msgspec.json.encode({**msgspec.structs.asdict(found), "data": data})


def _reduced(thing: msgspec.Struct, keep: Iterable[str]) -> dict[str, Any]:
    return {name: value for name in keep if (value := getattr(thing, name)) is not msgspec.UNSET}
