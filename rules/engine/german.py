"""German sentences from templates: `{player:wem}`, `{n:Stufe|Stufen}`, `{cards}`; words come from a lexicon.

`{player:verliert|verlierst}` is the verb of a person: the second form where the reader is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Self

import msgspec

from rules.engine.cards import Card, CardRef

Write = Callable[[Any], str]

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
# Who a verb can belong to; everything else with two forms is a number and its noun.
_VERB = re.compile(
    r"\{(player|helper|giver|taker|mate|fighter|first|active|saved|victim|other|receiver|owner|caller):([^{}|]*)\|[^{}|]*\}"
)
_PRONOUNS = {
    "m": {"nom": "er", "akk": "ihn", "dat": "ihm", "poss": "sein", "possn": "seine"},
    "w": {"nom": "sie", "akk": "sie", "dat": "ihr", "poss": "ihr", "possn": "ihre"},
}
# The reader: who is called so is spoken to. `call` names somebody at the end of a question: „…, Anna?“
READERS = ("du", "ich")
_READER = {
    "": "Du", "gen": "Dein", "wem": "Dir", "wen": "Dich", "call": "",
    "nom": "Du", "akk": "Dich", "dat": "Dir", "poss": "Dein", "possn": "Deine",
}  # fmt: skip


class Person(str):
    """A player's id that knows how it is written and declined."""

    gender: str
    # How a sentence names the player; hides `str.title`, which nobody wants of a name.
    title: str  # type: ignore[assignment]

    def __new__(cls, ident: str, gender: str = "m") -> Self:
        person = super().__new__(cls, ident)
        person.gender = gender
        person.title = ident[:1].upper() + ident[1:]
        return person


class Reader(Person):
    """The player who reads: spoken to as „Du“."""

    def __new__(cls, ident: str, gender: str = "m") -> Self:
        reader = super().__new__(cls, ident, gender)
        reader.title = "Du"
        return reader


def person(ident: str, gender: str = "m") -> Person:
    """Return a player as sentences write one."""
    return (Reader if ident.lower() in READERS else Person)(ident, gender)


class Template(msgspec.Struct, frozen=True):
    """A sentence ready to be filled in: a `%` pattern, and for each gap the value's name and how it is written.

    How: by the value's type, or as anything else is.
    """

    pattern: str
    slots: tuple[tuple[str, Mapping[type, Write], Write], ...]
    # Whether the sentence begins with a gap: what comes in there gets the capital letter.
    opens: bool
    # Values that may be the reader; then the sentence is another one.
    people: tuple[str, ...] = ()
    spoken: Template | None = None

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for name, *_ in self.slots)


class Sentences:
    """All templates of one game, compiled once; `say` fills one in."""

    def __init__(
        self, templates: Mapping[str, str], lexicon: Mapping[str, str], names: Mapping[str, str]
    ) -> None:
        self.lexicon = lexicon
        # Names of cards by slug: a trait is written like the card that gives it.
        self.names = names
        self._writers: dict[str, tuple[Mapping[type, Write], Write]] = {}
        self.templates = {key: self._compile(text) for key, text in templates.items()}

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def say(self, key: str, values: Mapping[str, object]) -> str:
        """Return the sentence; a missing template or value is a defect and raises KeyError."""
        template = self.templates[key]
        if template.spoken is not None:
            for name in template.people:
                if type(values[name]) is Reader:
                    template = template.spoken
                    break
        filled = []
        for name, by_type, write in template.slots:
            value = values[name]
            filled.append(by_type.get(type(value), write)(value))
        text = template.pattern % tuple(filled)
        return _capital(text) if template.opens else text

    def _compile(self, text: str) -> Template:
        """Read a template; where a verb depends on a person, a second one is kept for the reader."""
        verbs = {match[1] for match in _VERB.finditer(text)}
        if not verbs:
            return self._filled(text)
        told = self._filled(_VERB.sub(r"\2", text))
        return msgspec.structs.replace(told, people=tuple(sorted(verbs)), spoken=self._filled(text))

    def _filled(self, text: str) -> Template:
        literals = _FIELD.sub("\0", _capital(text).replace("%", "%%"))
        slots = tuple((match[1], *self._writer(match[2] or "")) for match in _FIELD.finditer(text))
        return Template(literals.replace("\0", "%s"), slots, literals.startswith("\0"))

    def _writer(self, form: str) -> tuple[Mapping[type, Write], Write]:
        """Return how values are written in this form, by their type or else; the same for every gap of the form."""
        if form not in self._writers:
            self._writers[form] = _numbered(*form.split("|")) if "|" in form else self._inflector(form)
        return self._writers[form]

    def _inflector(self, form: str) -> tuple[Mapping[type, Write], Write]:
        """Return how a value is written by its type: people declined, cards quoted, numbers grouped."""
        word: Write = {"trait": self.trait, "+": signed}.get(form, self._word)
        by_type: dict[type, Write] = {
            Person: _decliner(form),
            Reader: _reader(form),
            Card: self.card,
            CardRef: self.card,
            int: signed if form == "+" else grouped,
            bool: grouped,
            str: word,
        }
        last = "oder" if form == "or" else "und"

        def write(value: object) -> str:
            if isinstance(value, (list, tuple)):
                return conjunction([by_type.get(type(item), write)(item) for item in value], last)
            return word(value)

        return by_type, write

    def _word(self, value: object) -> str:
        word = str(value)
        return self.lexicon.get(word, word)

    def trait(self, trait: str) -> str:
        """Write a trait: `gender:w` and its like from the lexicon, a class by its card's name."""
        return self.lexicon.get("trait:" + trait) or self.names.get(trait) or _capital(trait)

    def card(self, card: Card | CardRef) -> str:
        """Write a card by its name, an unknown one by its back."""
        if card.name:
            return f"„{card.name}“"
        deck = card.deck if isinstance(card, Card) else str(dict(card.written).get("back", ""))  # type: ignore[arg-type]
        return self.lexicon.get("back:" + deck, "eine unbekannte Karte")


def _numbered(one: str, many: str) -> tuple[Mapping[type, Write], Write]:
    """Return how a number is written with its noun, and which verb belongs to a person."""
    return {Person: lambda _: one, Reader: lambda _: many}, _counter(one, many)


def _reader(form: str) -> Write:
    word = _READER.get(form, "Du")
    return lambda _: word


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _counter(one: str, many: str) -> Write:
    """`{n:Stufe|Stufen}` writes the number with the fitting form."""
    single = f"{'eine' if one.endswith('e') else '1'} {one}"

    def write(value: Any) -> str:
        number = len(value) if isinstance(value, (list, tuple)) else value
        return single if number == 1 else f"{grouped(number)} {many}"

    return write


def _decliner(form: str) -> Write:
    """Return how a person is written: by name, as the owner of something, or by a pronoun."""
    if form == "gen":
        return lambda person: person.title + ("’" if person.title[-1:] in "sßxz" else "s")
    if form == "call":
        return lambda person: f", {person.title}"
    if form in _PRONOUNS["m"]:
        return lambda person: _PRONOUNS[person.gender][form]
    return lambda person: person.title


def conjunction(words: list[str], last: str = "und") -> str:
    """Join words as German lists them: a, b und c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def grouped(number: int) -> str:
    """Write a number with points between the thousands."""
    return str(number) if -1000 < number < 1000 else f"{number:,}".replace(",", ".")


def signed(value: Any) -> str:
    """Write a number with its sign, as on a card."""
    return f"+{value}" if value >= 0 else f"–{-value}"
