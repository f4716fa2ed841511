"""What became of a question: the chips, the scenario, what is missing, what was not understood, what lies near."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Span = Annotated[list[int], Meta(min_length=2, max_length=2)]


class Option(msgspec.Struct, frozen=True):
    """Ein Wert, der zurückgeschickt werden kann."""

    value: str
    text: str


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """Ein Stück der Frage, wie es gelesen wurde, oder eine Annahme."""

    kind: str
    text: Annotated[str, Meta(description="Die Wörter der Frage; leer bei einer Annahme.")] = ""
    span: Annotated[Span | None, Meta(description="Anfang und Ende in der Frage.")] = None
    label: Annotated[str, Meta(description="Als was es gelesen wurde, auf Deutsch.")]
    value: str = ""
    id: str | None = None
    url: str | None = None
    assumed: Annotated[bool, Meta(description="Niemand hat es gesagt; es wurde angenommen.")] = False
    corrected: Annotated[bool, Meta(description="Ein Tippfehler wurde großzügig gelesen.")] = False
    what: Annotated[
        str | None, Meta(description="Unter diesem Schlüssel lässt es sich in „given“ ändern.")
    ] = None
    options: list[Option] = []


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """Etwas, ohne das es keine Antwort gibt; „what“ ist der Schlüssel, unter dem es nachgereicht wird."""

    what: str
    question: str
    kind: Annotated[str, Meta(description="number, choice oder text.")] = "text"
    options: list[Option] = []


class Ignored(msgspec.Struct, frozen=True):
    """Ein Wort, das hier niemand kennt oder das in keine Frage passt, die hier jemand kennt."""

    text: str
    span: Span
    suggestions: list[str] = []


class Nearby(msgspec.Struct, frozen=True, kw_only=True):
    """Eine Frage, Regel, Klarstellung oder ein Vergleich in der Nähe."""

    kind: str
    text: str
    id: str | None = None
    url: str | None = None


class Understanding(msgspec.Struct, kw_only=True):
    """Was aus einer Frage wurde."""

    q: str
    sets: list[str]
    rulebook: str | None = None
    intent: Annotated[str | None, Meta(description="Welche Art Frage es ist.")] = None
    understood: list[Chip] = []
    scenario: Annotated[dict[str, Any] | None, Meta(description="Die Frage in der Form von „resolve“.")] = (
        None
    )
    missing: list[Missing] = []
    ignored: list[Ignored] = []
    suggestions: list[Nearby] = []
    answer: Annotated[dict[str, Any] | None, Meta(description="Die Antwort von „resolve“; ohne Lücken.")] = (
        None
    )

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
