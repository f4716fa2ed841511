"""The shape of every entry in the rule fixtures: unknown keys and wrong types are errors."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

Kind = Literal[
    "definition", "procedure", "must", "may", "must-not", "exception", "timing", "win", "variant", "note"
]
Status = Literal["rulebook", "official", "editorial", "disputed", "superseded"]
State = Literal["open", "provisional", "settled"]


class Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    id: str


class Decision(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a rule answers to one question of the comparison; further rules may carry the same answer."""

    answer: str
    value: Any = None
    with_: list[str] = field(default_factory=list, name="with")


class RuleEntry(Entry):
    topic: str
    section: str
    kind: Kind
    text: str
    resolver: bool
    # By question of the comparison.
    decides: dict[str, Decision] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)
    differs: str = ""
    ocr: str = ""


class TermEntry(Entry):
    term: str
    definition: str
    equals: list[str] = field(default_factory=list)


class RulingEntry(Entry):
    question: str
    answer: str
    about: list[str]
    # Rule id → how its text read (rules.hashes) when the citation was checked.
    rules: dict[str, str] = field(default_factory=dict)
    # Rules of books that say otherwise.
    against: list[str] = field(default_factory=list)
    section: str = ""
    status: Status = "rulebook"
    scope: str = ""
    number: int | str = ""
    sources: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)
    contradicts: list[str] = field(default_factory=list)
    note: str = ""


class ExampleEntry(Entry):
    section: str
    scene: str
    steps: list[str]
    result: str
    form: str = ""
    setup: dict[str, Any] = field(default_factory=dict)
    numbers: dict[str, Any] | list[Any] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)


class CombinationEntry(Entry):
    text: str
    affects: list[str]
    comparison: str | None = None
    needs: list[list[str]] = field(default_factory=list)
    touches: dict[str, list[str]] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)


class EquivalenceEntry(Entry):
    words: list[str]
    text: str
    cites: list[str]
    reads: dict[str, Any] = field(default_factory=dict)
    needs: list[list[str]] = field(default_factory=list)


class QuestionEntry(Entry):
    about: str
    readings: list[str]
    favoured: str
    favoured_index: int | None = None
    state: State = "open"
    rules: list[str] = field(default_factory=list)
    # Official answers and rulings that settle it or touch it.
    answers: list[str] = field(default_factory=list)
    # Questions of the comparison that its book answers only so far.
    asks: list[str] = field(default_factory=list)


class ComparisonEntry(Entry):
    """One question that every book of the game is asked; the answers stand with the rules of the boxes."""

    topic: str
    question: str
    same: bool
    param: str = ""
    # The value is true where the answer begins with „Nein“.
    inverse: bool = False
    # The resolver cannot do without a value, so a book that decides must give one.
    needed: bool = False
    note: str = ""


class CaseEntry(Entry):
    title: str
    scenario: dict[str, Any]
    expect: dict[str, Any]
    source: str = ""
    level: str = ""
    why: str = ""
    asks: list[str] = field(default_factory=list)
    proves: list[str] = field(default_factory=list)
