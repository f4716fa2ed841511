"""German sentences from templates: `{player:gen}`, `{n:Stufe|Stufen}`, `{cards}`; words come from a lexicon."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rules.engine.cards import Card, CardRef

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_PRONOUNS = {
    "m": {"nom": "er", "akk": "ihn", "dat": "ihm", "poss": "sein", "possn": "seine"},
    "w": {"nom": "sie", "akk": "sie", "dat": "ihr", "poss": "ihr", "possn": "ihre"},
}


class Person(str):
    """A player's id that knows how it is written and declined."""

    gender: str

    def __new__(cls, ident: str, gender: str = "m") -> Person:
        person = super().__new__(cls, ident)
        person.gender = gender
        return person

    @property
    def title(self) -> str:  # type: ignore[override]
        return self[:1].upper() + self[1:]


class Sentences:
    """All templates of one game, compiled once; `say` fills one in."""

    def __init__(
        self, templates: Mapping[str, str], lexicon: Mapping[str, str], names: Mapping[str, str]
    ) -> None:
        self.lexicon = lexicon
        # Names of cards by slug: a trait is written like the card that gives it.
        self.names = names
        self.templates = {key: _compile(text) for key, text in templates.items()}

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def say(self, key: str, values: Mapping[str, Any]) -> str:
        """Return the sentence; a missing template or value is a defect and raises KeyError."""
        text = "".join(
            part if isinstance(part, str) else self._fill(part, values) for part in self.templates[key]
        )
        return text[:1].upper() + text[1:]

    def _fill(self, part: tuple[str, str], values: Mapping[str, Any]) -> str:
        name, form = part
        value = values[name]
        if "|" in form:
            return _counted(value, form)
        return self._inflect(value, form)

    def _inflect(self, value: Any, form: str) -> str:
        if isinstance(value, (list, tuple)):
            return conjunction([self._inflect(v, form) for v in value], "oder" if form == "or" else "und")
        if isinstance(value, Person):
            return _person(value, form)
        if isinstance(value, (Card, CardRef)):
            return self._card(value)
        if form == "trait":
            return self.trait(value)
        if isinstance(value, int):
            return signed(value) if form == "+" else grouped(value)
        return signed(value) if form == "+" else self.lexicon.get(str(value), str(value))

    def trait(self, trait: str) -> str:
        """Write a trait: `gender:w` and its like from the lexicon, a class by its card's name."""
        return self.lexicon.get("trait:" + trait) or self.names.get(trait) or trait[:1].upper() + trait[1:]

    def _card(self, card: Card | CardRef) -> str:
        if card.name:
            return f"„{card.name}“"
        deck = card.deck if isinstance(card, Card) else str(dict(card.written).get("back", ""))  # type: ignore[arg-type]
        return self.lexicon.get("back:" + deck, "eine unbekannte Karte")


def _compile(text: str) -> tuple[str | tuple[str, str], ...]:
    parts: list[str | tuple[str, str]] = []
    last = 0
    for match in _FIELD.finditer(text):
        parts.append(text[last : match.start()])
        parts.append((match[1], match[2] or ""))
        last = match.end()
    parts.append(text[last:])
    return tuple(part for part in parts if part)


def _counted(value: Any, form: str) -> str:
    """`{n:Stufe|Stufen}` writes the number with the fitting form."""
    one, many = form.split("|")
    number = len(value) if isinstance(value, (list, tuple)) else value
    return (
        f"{'eine' if number == 1 and one.endswith('e') else grouped(number)} {one if number == 1 else many}"
    )


def _person(person: Person, form: str) -> str:
    if form == "gen":
        return person.title + ("’" if person.title[-1:] in "sßxz" else "s")
    if form in _PRONOUNS["m"]:
        return _PRONOUNS[person.gender][form]
    return person.title


def conjunction(words: list[str], last: str = "und") -> str:
    """Join words as German lists them: a, b und c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def grouped(number: int) -> str:
    """Write a number with points between the thousands."""
    return f"{number:,}".replace(",", ".")


def signed(value: Any) -> str:
    """Write a number with its sign, as on a card."""
    return f"+{value}" if value >= 0 else f"–{-value}"
