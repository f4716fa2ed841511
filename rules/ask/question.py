"""A question as it was read, and one way to understand it: what every way of answering begins with."""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.ask.answer import AskAnswer
from rules.ask.mentions import Mention
from rules.ask.spotting import concepts
from rules.ask.table import Table
from rules.ask.told import Choice
from rules.ask.words import Token
from rules.engine.library import Library


class Question(NamedTuple):
    """A question as far as it is read without deciding what is asked."""

    text: str
    sets: list[str]
    boxes: list[str]
    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    table: Table
    library: Library
    # What the questions before spoke of, where this one goes on with them.
    earlier: frozenset[str] | set[str] = frozenset()
    # Those questions themselves, as they were read.
    before: tuple[tuple[tuple[Token, ...], tuple[Mention, ...]], ...] = ()
    # The fight that is told, if it is one, and how sure its reading is.
    fight: Choice | None = None
    # How likely it is that the words tell a fight and ask who wins.
    fought: float = 1.0

    def unplaced(self) -> list[int]:
        """Return the numbers that nobody has got: none may vanish."""
        return [
            one.number
            for place, one in enumerate(self.mentions)
            if one.kind == "number" and place not in self.table.used and one.number not in self.table.claims
        ]

    def says(self, *names: str) -> bool:
        return bool((concepts(self.mentions) | self.earlier) & set(names))

    @property
    def keys(self) -> set[str]:
        """Return the words of this question and of those before."""
        return {token.key for tokens in (self.tokens, *(old for old, _ in self.before)) for token in tokens}

    def answer(self, kind: str, verdict: str, text: str = "", **more: Any) -> AskAnswer:
        """Return an answer to this question."""
        return AskAnswer(q=self.text, sets=self.sets, verdict=verdict, answer=text, kind=kind, **more)

    @property
    def on_bases(self) -> bool:
        """Say whether the game about bases is the one that leads."""
        return "smash-up" in self.boxes[:1]


class Reading(NamedTuple):
    """One way to understand a question: how well it explains it, and its answer."""

    weight: float
    answer: AskAnswer
    # The entry of the law that answered, where one did.
    entry: str = ""
