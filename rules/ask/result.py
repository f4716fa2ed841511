"""What became of a question: the chips, the scenario, what is missing, what was not understood, what lies near."""

from __future__ import annotations

from typing import Any

import msgspec

Span = tuple[int, int]


class Option(msgspec.Struct, frozen=True):
    """One value that can be sent back."""

    value: str
    text: str


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of the question as it was read, or something that was assumed."""

    kind: str
    text: str = ""
    span: Span | None = None
    label: str
    value: str = ""
    id: str | None = None
    url: str | None = None
    assumed: bool = False
    corrected: bool = False
    what: str | None = None
    options: list[Option] = []


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """Something without which there is no answer; `what` is the key under which it is sent back."""

    what: str
    question: str
    kind: str = "text"
    options: list[Option] = []


class Ignored(msgspec.Struct, frozen=True):
    """A word that nobody here knows."""

    text: str
    span: Span
    suggestions: list[str] = []


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """Something near that can be asked or read."""

    kind: str
    text: str
    id: str | None = None
    url: str | None = None


class Understanding(msgspec.Struct, kw_only=True):
    """The whole reading of one question."""

    q: str
    sets: list[str]
    rulebook: str | None = None
    intent: str | None = None
    understood: list[Chip] = []
    scenario: dict[str, Any] | None = None
    missing: list[Missing] = []
    ignored: list[Ignored] = []
    suggestions: list[Suggestion] = []
    answer: dict[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
