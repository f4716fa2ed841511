"""The rules in force at one table: whose book decides, what it says, and what the others would say."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import zip_longest
from typing import Any, TypeVar, cast

import msgspec

from rules.engine.cards import Card
from rules.engine.entries import Entry, strongest
from rules.engine.grounds import DOUBT, Grounds
from rules.engine.house import PREFIX, SILENT, Question
from rules.engine.library import Library, Row
from rules.engine.objects import Reasoned

VALUES_KEPT = 4096
# A step names what decided it: so many statements that somebody reads them all.
MOST_CITES = 5
# Of those, so many are rules before a card's own words and a further reason get their turn.
RULES_FIRST, CARDS_FIRST, REASONS_FIRST = 3, 2, 1
Cites = tuple[str, ...]
R = TypeVar("R")


class Rulebook:
    """The rulebook compiled for the boxes on the table, the deciding book and the variants."""

    def __init__(
        self,
        library: Library,
        sets: tuple[str, ...],
        book: str,
        variants: tuple[str, ...],
        entries: tuple[Entry, ...] = (),
        house: tuple[tuple[Question, str], ...] = (),
        grounds: Grounds | None = None,
    ) -> None:
        self.library = library
        self.sets = sets
        self.book = book
        self.variants = variants
        self.grounds = grounds or Grounds({})
        self.combined = len(sets) > 1
        self.order = (book, *(box for box in sets if box != book))
        # What the table has chosen for itself, by its question: it stands above every book.
        self.house = {question.id: choice for question, choice in house}
        self.questions = {question.id: question for question, _ in house}
        # Which of its choices something has read: the answer names them, whether a step cites them or not.
        self.met: set[str] = set()
        self.entries: dict[str, list[Entry]] = {}
        for entry in entries:
            if entry.when.fits(sets, book, variants):
                self.entries.setdefault(entry.target, []).append(entry)
        # What a game derives from the book once, by name.
        self.compiled: dict[str, Any] = {}
        self._values: dict[str, object] = {}
        self._rows: dict[str, object] = {}
        self._cites: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._differs: dict[str, list[Row]] = {}
        self._reasons: dict[Cites, tuple[Cites, Cites, Cites, Cites, Cites]] = {}
        self._rests: dict[Cites, Cites] = {}
        self._cites_of: dict[Cites, Cites] = {}

    def has(self, variant: str) -> bool:
        """Say whether this variant is played."""
        return variant in self.variants

    def knows(self, target: str) -> bool:
        """Say whether any entry or book on the table answers this question."""
        return target in self.entries or self._answer(target) is not None

    def permits(self, target: str) -> bool:
        """Say whether any book on the table allows this: for what the cards of one box bring to a mixed table."""
        row = self.library.comparison[target]["answers"]
        books = (self.house[target],) if target in self.house else self.order
        return any((answer := row.get(box)) and answer.get("value") is True for box in books)

    def reads(self, doubt: str, reading: str) -> bool:
        """Say whether the table has chosen this reading of what the books leave open."""
        if self.house.get(doubt) != reading:
            return False
        self.met.add(doubt)
        return True

    def barred(self, doubt: str) -> str:
        """Return the reading that the table has chosen, if it bars what the books leave open."""
        choice = self.house.get(doubt)
        option = self.questions[doubt].option(choice) if choice else None
        return option.text if option and option.refuses else ""

    def value(self, target: str, default: Any = None) -> Any:
        """Return what decides: a combination rule, the deciding book, else another book on the table."""
        try:
            value = self._values[target]
        except KeyError:
            value = self._find_value(target)
            # Words of a question are asked for, too: of those there is no end.
            if len(self._values) < VALUES_KEPT:
                self._values[target] = value
        return default if value is None else value

    def read(self, target: str, shape: type[R]) -> R | None:
        """Return what decides as a row, or rows, of this shape; None where nothing does."""
        if target not in self._rows:
            value = self.value(target)
            row = None if value is None else msgspec.convert(value, shape)
            if len(self._rows) >= VALUES_KEPT:
                return row
            self._rows[target] = row
        return cast("R | None", self._rows[target])

    def _find_value(self, target: str) -> object:
        if target in self.house:
            self.met.add(target)
        found = None if target in self.house else self.entries.get(target)
        if found:
            entry = strongest(found)
            return self.value(entry.value_of) if entry.value_of else entry.value
        answer = self._answer(target)
        return answer.get("value") if answer else None

    def _answer(self, target: str) -> Row | None:
        """Return the answer of the first book that is not silent, the deciding one first."""
        row = self.library.comparison.get(target)
        if row is None:
            return None
        answers = row["answers"]
        if target in self.house:
            return dict(answers[self.house[target]])
        return next((a for box in self.order if (a := answers.get(box)) and not a.get("silent")), None)

    def decider(self, target: str) -> str:
        """Return the box whose answer is in force: the table's own choice, else the first book that is not silent."""
        if target in self.house:
            return self.house[target]
        answers = self.library.comparison[target]["answers"]
        return next((box for box in self.order if not answers.get(box, {"silent": True})["silent"]), "")

    def cites(self, *targets: str) -> tuple[str, ...]:
        """Return the rule ids that answer these questions, what prevails first."""
        found = self._cites.get(targets)
        if found is None:
            rules = (rule for target in targets for rule in self._find_cites(target))
            found = self._cites[targets] = tuple(dict.fromkeys(rules))
        return found

    def rests_on(self, key: str, *handed: str) -> Cites:
        """Return the questions of a happening that a book on the table answers; else the card's own text rules."""
        asked = (key, *handed)
        found = self._rests.get(asked)
        if found is None:
            answered = self._answered(key, handed) or tuple(self.value("zitat.rueckfall", ()))
            found = self._rests[asked] = answered
        return found

    def cites_of(self, key: str, *handed: str) -> Cites:
        """Return what answers the questions of this row; nothing where no book on the table does."""
        asked = (key, *handed)
        found = self._cites_of.get(asked)
        if found is None:
            found = self._cites_of[asked] = self.cites(*self._answered(key, handed))
        return found

    def _answered(self, key: str, handed: Cites) -> Cites:
        named = self.grounds.of(key, handed, mixed=self.combined)
        return tuple(target for target in named if self.cites(target))

    def doubts(self, key: str, *handed: str) -> Cites:
        """Return the questions that a doubt is about; where its row names none, its own questions say enough."""
        return self.rests_on(DOUBT + key, *handed) if DOUBT + key in self.grounds else ()

    def reasons(
        self, targets: Cites, cards: Iterable[Card] = (), also: Iterable[str] = ()
    ) -> tuple[Cites, Cites]:
        """Return what decided, the most decisive first and never more than anybody reads, and what else says so.

        Of each question the rule that answers it; then the cards at work and further reasons; last
        what says the same again, in this book or in another one on the table. A rule about one card
        (`zitat.nur-mit`) is shown only where that card is at work.
        """
        found = self._reasons.get(targets)
        if found is None:
            found = self._reasons[targets] = self._weighed(targets)
        first, rest, unsaid, shown, more = found
        if not cards and not also:
            return shown, more
        at_work = tuple(cards)
        about: dict[str, str] = self.value("zitat.nur-mit", {})
        absent = [rule for rule in (*first, *rest) if rule in about and about[rule] not in _slugs(at_work)]
        absent += unsaid
        named = tuple(card.cite for card in at_work if card.cite)
        return _parted(first, named, tuple(also), rest, absent)

    def _weighed(self, targets: Cites) -> tuple[Cites, Cites, Cites, Cites, Cites]:
        each = [found for target in targets if (found := self.cites(target))]
        if not each:
            each = [self.cites(target) for target in self.value("zitat.rueckfall", ())]
        first = tuple(dict.fromkeys(rules[0] for rules in each))
        rest = tuple(rule for place in zip_longest(*[rules[1:] for rules in each]) for rule in place if rule)
        unsaid = self._unsaid(targets)
        absent = [rule for rule in (*first, *rest) if rule in self.value("zitat.nur-mit", {})]
        return first, rest, unsaid, *_parted(first, (), (), rest, (*absent, *unsaid))

    def _unsaid(self, targets: Cites) -> Cites:
        """Return the rules of answers that list several words, of which a step is about one."""
        whole = self.cites(*(target.partition(":")[0] for target in targets if ":" in target))
        return tuple(rule for rule in whole if rule not in self.cites(*targets))

    def _find_cites(self, target: str) -> tuple[str, ...]:
        question, _, word = target.partition(":")
        if word:
            return self._cites_of_word(question, word)
        if target in self.house:
            return (PREFIX + target, *self.questions[target].option(self.house[target]).cites)
        rules: tuple[str, ...] = ()
        answer = self._answer(target)
        if found := self.entries.get(target):
            entry = strongest(found)
            rules = entry.cites + (self.cites(entry.value_of) if entry.value_of else ())
            answer = self._saying(target, entry.value) or answer
        if answer:
            rules += tuple(answer.get("rules", ())) + self._agreeing(target, answer)
        elif not rules and target not in self.library.comparison and target not in self.entries:
            raise KeyError(f"unknown target {target}")
        return rules

    def _saying(self, target: str, value: object) -> Row | None:
        """Return the answer of the first book that says what an entry decides: the deciding one may say otherwise."""
        row = self.library.comparison.get(target)
        answers = [row["answers"].get(box) or {} for box in self.order] if row and value is not None else []
        return next((one for one in answers if one.get("rules") and one.get("value") == value), None)

    def _cites_of_word(self, target: str, word: str) -> tuple[str, ...]:
        """Return the rule behind one word of an answer that lists several, `stufe.gewinn:sale`, in each book."""
        answers = self.library.comparison[target]["answers"]
        books = (self.house[target],) if target in self.house else self.order
        said = [answers[box] for box in books if not answers.get(box, {"silent": True}).get("silent")]
        return tuple(
            rule
            for answer in said
            for rule, about in zip(answer.get("rules", ()), answer["value"], strict=False)
            if about == word
        )

    def _agreeing(self, target: str, answer: Row) -> tuple[str, ...]:
        """Return the rules of the other books on the table that say the same."""
        row = self.library.comparison[target]
        others = (row["answers"].get(box) or {} for box in self.order)
        same = (a for a in others if a is not answer and not a.get("silent") and agree(row, a, answer))
        return tuple(rule for a in same for rule in a.get("rules", ()))

    def differs(self, target: str) -> list[Row]:
        """Return the other books on the table that answer this question otherwise."""
        if target not in self._differs:
            self._differs[target] = [row for box in self.order[1:] if (row := self._difference(target, box))]
        return self._differs[target]

    def _difference(self, target: str, box: str) -> Row | None:
        row = self.library.comparison.get(target)
        # Of what the table has chosen itself, the answer says apart what the books say.
        if row is None or target in self.house or self._is_combined(target):
            return None
        ours, theirs = row["answers"].get(self.book), row["answers"].get(box)
        if not theirs or theirs.get("silent") or not theirs.get("rules"):
            return None
        if agree(row, ours, theirs):
            return None
        return {
            "edition": box,
            "text": f"{row['question']} {theirs['answer']}.",
            "cites": list(theirs["rules"]),
        }

    def without_house(self, question: Question) -> Reasoned:
        """Return what would count had the table not chosen: a mixing rule, the deciding book, the favoured reading."""
        option = question.option(question.default)
        found = self.entries.get(question.id)
        if found and (entry := strongest(found)).rank == "combination" and entry.text:
            return {"text": entry.text, "cites": list(entry.cites)}
        if not question.is_open and question.default != self.book:
            return {"text": SILENT, "cites": []}
        return {"text": option.text, "cites": list(option.cites or question.cites)}

    def _is_combined(self, target: str) -> bool:
        return any(entry.rank == "combination" for entry in self.entries.get(target, ()))


def _slugs(cards: Iterable[Card]) -> set[str]:
    return {card.slug for card in cards}


def _parted(
    first: Cites, cards: Cites, also: Cites, rest: Cites, absent: Collection[str]
) -> tuple[Cites, Cites]:
    """Bring reasons into the order in which they decide; return those to be read, and the others."""
    leading = (*first[:RULES_FIRST], *cards[:CARDS_FIRST], *also[:REASONS_FIRST])
    following = (*first[RULES_FIRST:], *cards[CARDS_FIRST:], *also[REASONS_FIRST:], *rest)
    ordered = tuple(rule for rule in dict.fromkeys((*leading, *following)) if rule not in absent)
    return ordered[:MOST_CITES], (*ordered[MOST_CITES:], *absent)


def agree(row: Row, one: Row | None, other: Row) -> bool:
    """Say whether two books mean the same: two values must be equal, of words the row says whether they are."""
    if row["harmless"] or (row["same"] and (one is None or None in (one.get("value"), other.get("value")))):
        return True
    return one is not None and _alike(one, other)


def _alike(one: Row, other: Row) -> bool:
    """Say whether two books answer alike: by value where there is one, else by their words."""
    if one.get("value") is not None or other.get("value") is not None:
        return bool(one.get("value") == other.get("value"))
    return bool(one.get("answer") == other.get("answer"))
