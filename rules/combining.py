"""The rulebook of the boxes on the table: which combination rules hold, and who decides where books differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cards.models import Card, Edition
from rules.comparing import DIFFERENT, Row, compare, compare_row
from rules.models import Combination, Equivalence

# The box that stands for cards whose box no source names: nobody can lay it on the table.
NAMELESS = "unbekannt"
# Facts that stand outside `structures`, so that a rule may touch all cards that have them.
PLAIN_FACTS = ("gold", "big")


@dataclass(frozen=True)
class Sentence:
    id: str
    text: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """What one book says on a subject: one sentence or several, each with its id and its rules."""

    box: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Subject:
    """One combination rule, as all books on the table state it."""

    id: str
    title: str
    said: tuple[Said, ...]
    silent: tuple[str, ...]
    differs: bool
    cards: tuple[Card, ...]
    touches: bool

    @property
    def deciding(self) -> Said:
        return self.said[0]


@dataclass(frozen=True)
class SameWords:
    """An equivalence that holds on this table, with the cards it concerns."""

    id: str
    words: tuple[str, ...]
    text: str
    rules: tuple[str, ...]
    cards: tuple[Card, ...]
    touches: bool


@dataclass(frozen=True)
class Table:
    """Everything that the page, the print sheet and the API say of a choice of boxes."""

    boxes: tuple[Edition, ...]
    books: tuple[Edition, ...]
    rulebook: Edition | None
    # Boxes of another game: they lie there, but cannot be mixed in.
    apart: tuple[Edition, ...] = ()
    subjects: tuple[Subject, ...] = ()
    words: tuple[SameWords, ...] = ()
    differences: tuple[Row, ...] = ()
    # Absent boxes that would bring further rules, with the number of rules.
    further: tuple[tuple[Edition, int], ...] = field(default=())


def combine(sets: Sequence[str], rulebook: str = "") -> Table:
    """Work out the rulebook for the boxes; the first box with a rulebook decides unless another is named."""
    found = {edition.key: edition for edition in Edition.objects.all()}
    asked = tuple(found[key] for key in dict.fromkeys(sets) if key in found)
    decider = _decider(asked, rulebook)
    boxes = tuple(box for box in asked if decider is None or box.game == decider.game)
    apart = tuple(box for box in asked if box not in boxes)
    books = tuple(box for box in boxes if box.has_rulebook)
    if decider is None or len(boxes) < 2:
        return Table(boxes, books, decider, apart)
    table, ordered = {box.key for box in boxes}, _decider_first(books, decider)
    rules = [rule for rule in _stated(ordered) if _holds(rule.needs, table)]
    cards = list(Card.objects.filter(edition__in=table).select_related("edition"))
    return Table(
        boxes,
        books,
        decider,
        apart,
        subjects=tuple(_subjects(rules, ordered, cards)),
        words=tuple(_same_words(ordered, table, cards)),
        differences=_differences(ordered),
        further=tuple(_further(ordered, table, found)),
    )


def _decider(boxes: Sequence[Edition], rulebook: str) -> Edition | None:
    books = [box for box in boxes if box.has_rulebook]
    return next((book for book in books if book.key == rulebook), books[0] if books else None)


def _decider_first(books: Iterable[Edition], decider: Edition) -> list[str]:
    return [decider.key, *(book.key for book in books if book != decider)]


def _stated(books: list[str]) -> list[Combination]:
    rows = (
        Combination.objects.filter(edition__in=books)
        .select_related("comparison")
        .prefetch_related("rules", "comparison__questions")
    )
    return sorted(rows, key=lambda row: (books.index(row.edition_id), row.order))


def _holds(needs: list[list[str]], table: set[str]) -> bool:
    """Say whether of every list of boxes at least one lies on the table."""
    return all(table.intersection(alternatives) for alternatives in needs)


def _subjects(rules: list[Combination], books: list[str], cards: list[Card]) -> Iterable[Subject]:
    groups: dict[str, list[Combination]] = {}
    for rule in rules:
        groups.setdefault(rule.comparison_id or rule.id, []).append(rule)
    for members in groups.values():
        first = members[0]
        said = tuple(_said(book, members) for book in books if any(m.edition_id == book for m in members))
        touched = {word: values for member in members for word, values in member.touches.items()}
        speaking = {one.box for one in said}
        yield Subject(
            id=first.id,
            title=first.comparison.question if first.comparison else "",
            said=said,
            silent=tuple(book for book in books if book not in speaking),
            differs=_differ(first, speaking),
            cards=tuple(_touched(cards, touched)),
            touches=bool(touched),
        )


def _said(book: str, members: list[Combination]) -> Said:
    return Said(
        book,
        tuple(
            Sentence(one.pk, one.text, tuple(rule.pk for rule in one.rules.all()))
            for one in members
            if one.edition_id == book
        ),
    )


def _differ(rule: Combination, speaking: set[str]) -> bool:
    return bool(rule.comparison and compare_row(rule.comparison, speaking).verdict == DIFFERENT)


def _touched(cards: Iterable[Card], touches: dict[str, list[str]]) -> Iterable[Card]:
    return (card for card in cards if touches and _touches(card, touches))


def _touches(card: Card, touches: dict[str, list[str]]) -> bool:
    return (
        card.kind in touches.get("kinds", ())
        or card.deck in touches.get("decks", ())
        or bool(card.slot and card.slot in touches.get("slots", ()))
        or bool(set(card.tags).intersection([*touches.get("tags", ()), *touches.get("traits", ())]))
        or any(word.casefold() in card.name.casefold() for word in touches.get("titles", ()))
        or card.name in touches.get("names", ())
        or any(_has_fact(card, fact) for fact in touches.get("facts", ()))
    )


def _has_fact(card: Card, fact: str) -> bool:
    return bool(getattr(card, fact) if fact in PLAIN_FACTS else card.structures.get(fact))


def _same_words(books: list[str], table: set[str], cards: list[Card]) -> Iterable[SameWords]:
    for row in Equivalence.objects.prefetch_related("rules"):
        stated = tuple(rule.pk for rule in row.rules.all() if rule.edition_id in books)
        if stated and _holds(row.needs, table):
            reads = {word: values for word, values in row.reads.items() if isinstance(values, list)}
            yield SameWords(
                row.id, tuple(row.words), row.text, stated, tuple(_touched(cards, reads)), bool(reads)
            )


def _differences(books: list[str]) -> tuple[Row, ...]:
    """Return the questions outside mixing on which the books on the table really differ."""
    if len(books) < 2:
        return ()
    return tuple(row for row in compare(books) if row.matters and row.topic != "kombination")


def _further(books: list[str], table: set[str], found: dict[str, Edition]) -> Iterable[tuple[Edition, int]]:
    """Count for each absent box the rules that would hold if it lay there, too."""
    waiting = [rule for rule in _stated(books) if not _holds(rule.needs, table)]
    for key, edition in found.items():
        subjects = {r.comparison_id or r.id for r in waiting if _holds(r.needs, table | {key})}
        if subjects and key not in table and key != NAMELESS:
            yield edition, len(subjects)
