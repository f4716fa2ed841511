"""What a searchable field is, and how a row of the field table is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Type(Enum):
    """What a field holds, which decides what one can ask of it."""

    WORDS = "words"
    NUMBER = "number"
    CHOICE = "choice"
    # A number to compare, or a word to look for in what is counted.
    COUNT = "count"
    # No property of a hit, but of the page: how to sort, how to show.
    SETTING = "setting"


EQUAL = (":", "=", "!=")
ORDER = ("<", "<=", ">", ">=")
OPERATORS = {
    Type.WORDS: EQUAL,
    Type.NUMBER: EQUAL + ORDER,
    Type.CHOICE: EQUAL,
    Type.COUNT: EQUAL + ORDER,
    Type.SETTING: (":", "="),
}


@dataclass(frozen=True)
class Field:
    """One row: how the field is called, what it holds and how a sentence speaks of it."""

    name: str
    aliases: tuple[str, ...]
    type: Type
    label: str
    # „{subject} ist 5“, „{negated} „Untot““: the two ways a sentence speaks of it.
    subject: str
    help: str
    example: str
    negated: str = ""
    # The keys of the values are English, so queries show the German label instead.
    spoken: bool = False
    # The values form a tree: „axe-cop.klasse“ stands for everything below it.
    tree: bool = False
    # A word out of a label stands for every value with it: `wirkung:verlieren`.
    loose: bool = False
    # Settings know their values beforehand; those of the other fields come from the data.
    values: tuple[tuple[str, str], ...] = ()

    @property
    def operators(self) -> tuple[str, ...]:
        return OPERATORS[self.type]


def words(name: str, aliases: str, label: str, subject: str, help: str, example: str) -> Field:  # noqa: A002
    return Field(name, tuple(aliases.split()), Type.WORDS, label, subject, help, example)


def number(name: str, aliases: str, label: str, subject: str, help: str, example: str) -> Field:  # noqa: A002
    return Field(name, tuple(aliases.split()), Type.NUMBER, label, subject, help, example)


def choice(
    name: str,
    aliases: str,
    label: str,
    subject: str,
    negated: str,
    *,
    help: str,  # noqa: A002
    example: str,
    spoken: bool = False,
    tree: bool = False,
    loose: bool = False,
) -> Field:
    named = tuple(aliases.split())
    return Field(name, named, Type.CHOICE, label, subject, help, example, negated, spoken, tree, loose)
