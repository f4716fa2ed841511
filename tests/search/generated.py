"""Thousands of queries as people and mistakes make them, drawn from the words and values of a corpus."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

from cards.folding import words
from cards.search.corpus import Document
from cards.search.fields import FIELDS, SORTINGS, Type

SEED = 22
OPERATORS = (":", "=", "!=", "<", "<=", ">", ">=")
# What stands for any of the words, fields and numbers around it.
PLAIN = (
    "monster über level 5",
    "kopfbedeckung ab 3 bonus",
    "teuerster gegenstand",
    "untote ohne schatz",
    "schuhe die beim weglaufen helfen",
    "2 stufen verlieren",
    "zeig mir die flüche",
    "run away",
    "monster mit mehr schätzen als stufen",
)
BROKEN = (
    "(",
    ")",
    '"',
    "stuffe:5",
    "typ:",
    "stufe>abc",
    "/[/",
    "-",
    "oder",
    "bonus:9-3",
    "&",
    "//",
    "typ:mnster",
)


class Queries:
    """Draws queries over some documents."""

    def __init__(self, documents: Iterable[Document], seed: int = SEED) -> None:
        self.dice = random.Random(seed)
        some = sorted(documents, key=lambda document: (document.part, document.key))
        self.texts = [text for d in some for text in (d.name, *d.others, d.text) if words(text)]
        self.names = [name for d in some for name in (d.name, *d.others) if words(name)]
        self.values = sorted(
            {(n, v) for d in some for n, many in d.values.items() for v in _choices(n, many)}
        )
        common = {
            self.word: 30,
            self.value: 10,
            self.several: 8,
            self.phrase: 8,
            self.number: 8,
            self.with_word: 8,
        }
        rare = {
            self.denied: 6,
            self.either: 5,
            self.name: 4,
            self.beginning: 4,
            self.typo: 4,
            self.two_fields: 4,
        }
        odd = {self.ordered: 4, self.regex: 3, self.exact: 3, self.plain: 3, self.broken: 2, self.named: 2}
        self.kinds: dict[Callable[[], str], int] = {**common, **rare, **odd}

    def drawn(self, number: int) -> Iterator[str]:
        for maker in self.dice.choices(list(self.kinds), list(self.kinds.values()), k=number):
            yield maker()

    def word(self) -> str:
        word = self.dice.choice(words(self.dice.choice(self.texts)))
        return self.dice.choice((word, word, word.capitalize(), word.replace("ü", "ue").replace("ö", "oe")))

    def several(self) -> str:
        return " ".join([self.word() for _ in range(self.dice.choice((2, 2, 3)))])

    def phrase(self) -> str:
        row = words(self.dice.choice(self.texts))
        at = self.dice.randrange(len(row))
        return '"' + " ".join(row[at : at + self.dice.choice((1, 2, 2, 3, 4))]) + '"'

    def value(self) -> str:
        name, value = self.dice.choice(self.values)
        return f"{name}{self.dice.choice((':', ':', '=', '!='))}{_quoted(value)}"

    def number(self) -> str:
        name = self.dice.choice([f.name for f in FIELDS if f.type in (Type.NUMBER, Type.COUNT)])
        low = self.dice.choice((-2, 0, 1, 2, 3, 4, 5, 8, 10, 20, 300))
        what = self.dice.choice((str(low), str(low), f"{low}-{low + 5}", "unbelegt", "stufe", "bonus"))
        return f"{name}{self.dice.choice(OPERATORS)}{what}"

    def regex(self) -> str:
        word = self.dice.choice(words(self.dice.choice(self.texts)))
        at = self.dice.randrange(len(word))
        pattern = word[:at] + self.dice.choice((".", ".*", "[a-m]", "$", "^")) + word[at + 1 :]
        return self.dice.choice((f"/{pattern}/", f"name:/{pattern}/", f"text:/^{word}/"))

    def name(self) -> str:
        return self.dice.choice(self.names)

    def exact(self) -> str:
        return f'!"{self.name()}"'

    def beginning(self) -> str:
        return self.word()[: self.dice.randint(2, 6)]

    def typo(self) -> str:
        word = self.word()
        at = self.dice.randrange(len(word))
        return word[:at] + self.dice.choice("aeinrstk") + word[at + self.dice.randint(0, 1) :]

    def two_fields(self) -> str:
        return f"{self.value()} {self.number()}"

    def broken(self) -> str:
        return f"{self.word()} {self.dice.choice(BROKEN)} {self.value()}"

    def plain(self) -> str:
        return self.dice.choice((f"{self.dice.choice(PLAIN)} {self.word()}", self.dice.choice(PLAIN)))

    def denied(self) -> str:
        return f"{self.word()} -{self.dice.choice((self.word, self.value, self.phrase))()}"

    def either(self) -> str:
        one, other = (self.dice.choice((self.word, self.value, self.phrase))() for _ in range(2))
        return self.dice.choice((f"{one} oder {other}", f"({one} oder {other}) {self.word()}"))

    def with_word(self) -> str:
        return f"{self.word()} {self.dice.choice((self.value, self.number))()}"

    def ordered(self) -> str:
        sign = self.dice.choice(("", "-"))
        return f"{self.dice.choice((self.word, self.value))()} sortierung:{sign}{self.dice.choice(sorted(SORTINGS))}"

    def named(self) -> str:
        return f"{self.dice.choice(('name', 'text', 'klar'))}{self.dice.choice((':', '='))}{self.word()}"


def _choices(name: str, many: object) -> Iterator[str]:
    if name != "klar_words" and any(field.name == name and field.type is Type.CHOICE for field in FIELDS):
        yield from (str(value) for value in (many if isinstance(many, tuple | list) else (many,)) if value)


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
