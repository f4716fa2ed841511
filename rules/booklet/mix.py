"""A table as its rulebook sees it: which boxes lie there, whose book leads, what the round has chosen for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules.booklet.rows import Where
from rules.engine.entries import Entry, read_entries, strongest
from rules.engine.house import Question, questions
from rules.engine.library import Library
from rules.engine.rulebook import agree

GAME = "munchkin"
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Ground:
    """What the cards of some boxes bring: their kinds, names, words and traits."""

    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()

    def __or__(self, other: Ground) -> Ground:
        return Ground(
            self.kinds | other.kinds,
            self.names | other.names,
            self.words | other.words,
            self.traits | other.traits,
        )


@dataclass(frozen=True)
class Difference:
    """What another book of the table answers to a question."""

    question: str
    box: str
    answer: str
    rules: tuple[str, ...]


@dataclass
class Mix:
    """The boxes in the order in which their books are asked, the leading one first."""

    library: Library
    boxes: tuple[str, ...]
    house: Mapping[str, str] = field(default_factory=dict)
    _answers: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict, repr=False)

    @property
    def lead(self) -> str:
        return self.boxes[0]

    @property
    def is_mixed(self) -> bool:
        return len(self.boxes) > 1

    @cached_property
    def books(self) -> tuple[str, ...]:
        return tuple(box for box in self.boxes if self.library.editions[box]["has_rulebook"])

    @cached_property
    def ground(self) -> Ground:
        found = Ground()
        for box in self.boxes:
            found |= ground_of(self.library, box)
        return found

    @cached_property
    def choices(self) -> dict[str, Question]:
        """Return all that this table may choose for itself: of what is open, what its deciding book leaves open."""
        found = questions(self.library, GAME, self.boxes, self.lead)
        return {key: one for key, one in found.items() if not (one.is_open and self._is_clear(key))}

    def raised_by_nobody(self, doubt: str) -> bool:
        """Say whether no page of a book asks this: only playing shows that it is open."""
        return not self.library.data[GAME]["unsettled"][doubt].get("questions")

    def _is_clear(self, doubt: str) -> bool:
        """Say whether the book in force settles what others leave open."""
        row = self.library.data[GAME]["unsettled"][doubt]
        decider = self.decider(row["of"]) if "of" in row else self.lead
        return (decider or self.lead) in row.get("clear_in", ())

    def answers(self, question: str) -> dict[str, dict[str, Any]]:
        """Return what the books of the table say to a question, the leading one first; the silent are left out."""
        found = self._answers.get(question)
        if found is None:
            row = self.library.comparison[question]["answers"]
            found = {box: row[box] for box in self.books if box in row and not row[box]["silent"]}
            self._answers[question] = found
        return found

    def decider(self, question: str) -> str:
        """Return the box whose answer is in force, empty where all are silent."""
        answers = self.answers(question)
        if self.house.get(question) in answers:
            return self.house[question]
        entries = self._entries.get(question)
        if entries and answers:
            value = strongest(entries).value
            return next((box for box in answers if answers[box].get("value") == value), next(iter(answers)))
        return next(iter(answers), "")

    def value(self, question: str) -> Any:
        """Return the value in force, None where no book names one."""
        decider = self.decider(question)
        return self.answers(question)[decider]["value"] if decider else None

    def reads(self, reading: str) -> bool:
        """Say whether the table has chosen this reading, `question:letter`, of what is open."""
        question, _, letter = reading.partition(":")
        return self.house.get(question) == letter

    def differences(self, question: str) -> list[Difference]:
        """Return what the other books of the table would say otherwise."""
        decider, answers = self.decider(question), self.answers(question)
        row = self.library.comparison[question]
        return [
            Difference(question, box, one["answer"], tuple(one["rules"]))
            for box, one in answers.items()
            if box != decider and not agree(row, answers[decider], one)
        ]

    def fits(self, if_: Iterable[Where], unless: Iterable[Where]) -> bool:
        return all(map(self._is, if_)) and not any(map(self._is, unless))

    def _is(self, where: Where) -> bool:
        ground = self.ground
        return (
            (not where.boxes or not where.boxes.isdisjoint(self.boxes))
            and (not where.kinds or not where.kinds.isdisjoint(ground.kinds))
            and (not where.names or not where.names.isdisjoint(ground.names))
            and (not where.words or not where.words.isdisjoint(ground.words))
            and (not where.answered or any(map(self.answers, where.answered)))
            and (not (where.titles or where.traits) or self._bears(where))
            and (not where.mixed or self.is_mixed)
            and (not where.alone or not self.is_mixed)
            and all(self.value(question) in values for question, values in where.decided.items())
            and all(self._says(question, values) for question, values in where.said.items())
        )

    def _says(self, question: str, values: tuple[Any, ...]) -> bool:
        return any(answer["value"] in values for answer in self.answers(question).values())

    def _bears(self, where: Where) -> bool:
        """Say whether a card has one of the traits, or one of the titles as a part of its name."""
        if not where.traits.isdisjoint(self.ground.traits):
            return True
        parts = [title.casefold() for title in where.titles]
        return any(part in name.casefold() for name in self.ground.names for part in parts)

    @cached_property
    def _entries(self) -> dict[str, list[Entry]]:
        """Return what mixing decides beyond the books, by question."""
        every = self.library.compile(
            ("entries", GAME), lambda: read_entries(self.library.data[GAME]["entries"])
        )
        found: dict[str, list[Entry]] = {}
        for entry in every:
            if entry.target in self.library.comparison and entry.when.fits(self.boxes, self.lead, ()):
                found.setdefault(entry.target, []).append(entry)
        return found


def ground_of(library: Library, box: str) -> Ground:
    """Return what the cards of one box bring; worked out once per release."""
    found: Ground = library.compile(("ground", box), lambda: _ground(library, box))
    return found


def _ground(library: Library, box: str) -> Ground:
    cards = [facts for key, facts in library.card_facts.items() if key.partition("/")[0] == box]
    names = {name for facts in cards for name in (facts["name"], *facts.get("names", ()))}
    return Ground(
        kinds=frozenset(facts["kind"] for facts in cards),
        names=frozenset(names),
        words=frozenset(word for name in names for word in WORD.findall(name)),
        traits=frozenset(trait for facts in cards for trait in facts.get("tags", ())),
    )
