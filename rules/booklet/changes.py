"""What is new for somebody who knows another table: what is otherwise, what comes on top, what no longer counts.

The most surprising comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.booklet.mix import Mix
from rules.booklet.rows import rows
from rules.booklet.text import Chapter, Paragraph, Sentence, compose, whole
from rules.engine.rulebook import agree

MIXING = "kombination"


@dataclass(frozen=True)
class Change:
    """One sentence of the new table with the one that stood for it at the table one knows."""

    sentence: Sentence
    before: Sentence | None
    chapter: str
    title: str
    # The other table has the topic, only its books say nothing of this.
    unsaid: bool = False
    # The sentence before it, where that makes it clear.
    context: str = ""


@dataclass(frozen=True)
class Changes:
    otherwise: tuple[Change, ...]
    added: tuple[Change, ...]
    gone: tuple[Change, ...]

    @property
    def number(self) -> int:
        return len(self.otherwise) + len(self.added) + len(self.gone)


def changes(known: Mix, now: Mix) -> Changes:
    """Compare two tables; what surprises equally stays in the order of play."""
    before, after = _placed(compose(known)), _placed(compose(now))
    otherwise, added = [], []
    for change in after:
        old = next((one for one in _standing(change.sentence, before)), None)
        if old is None:
            added.append(change)
        elif _differs(known, now, change.sentence, old):
            otherwise.append(replace(change, before=old))
    answered = {question for change in after for question in change.sentence.asks}
    gone = [change for change in before if not answered & set(change.sentence.asks)]
    return Changes(
        _told_once(_surprising(otherwise)),
        _told_once(_newest(added, before, known)),
        _told_once(_newest(gone, after, now)),
    )


def _placed(chapters: Iterable[Chapter]) -> list[Change]:
    return [change for chapter in chapters for part in chapter.paragraphs for change in _said(chapter, part)]


def _said(chapter: Chapter, part: Paragraph) -> Iterator[Change]:
    before = ""
    for one in whole(part.sentences):
        context = before if one.follows else ""
        yield Change(one, None, chapter.title, part.title or chapter.title, context=context)
        before = one.text


def _told_once(found: Iterable[Change]) -> tuple[Change, ...]:
    """Leave out what stands right before anyway."""
    told, last = [], ""
    for one in found:
        told.append(replace(one, context="" if one.context == last else one.context))
        last = one.sentence.text
    return tuple(told)


def _standing(sentence: Sentence, before: Iterable[Change]) -> Iterator[Sentence]:
    """Return the sentences that answered any of these questions before, the first question first."""
    by_question = {question: one.sentence for one in before for question in one.sentence.asks}
    return (by_question[question] for question in sentence.asks if question in by_question)


def _differs(known: Mix, now: Mix, sentence: Sentence, old: Sentence) -> bool:
    """Say whether the game is another one: the wording alone is nothing new."""
    if sentence.text == old.text:
        return False
    shared = [question for question in sentence.asks if question in old.asks]
    return any(not _same(known, now, question) for question in shared) or not shared


def _same(known: Mix, now: Mix, question: str) -> bool:
    row, was, is_ = now.library.comparison[question], known.decider(question), now.decider(question)
    if question in rows().together and set(known.books) != set(now.books):
        return False
    return agree(row, known.answers(question)[was], now.answers(question)[is_])


def _newest(found: Iterable[Change], beside: Iterable[Change], other: Mix) -> tuple[Change, ...]:
    """Put first what only one table has, then mixing; last what the other table could ask and no book of it says."""
    familiar = {_topic(question) for one in beside for question in one.sentence.asks} - {MIXING}

    def rank(one: Change) -> int:
        topics = {_topic(question) for question in one.sentence.asks}
        if MIXING in topics:
            return 1
        return 2 if topics & familiar and _concerns(other, one.sentence) else 0

    return tuple(replace(one, unsaid=rank(one) == 2) for one in sorted(found, key=rank))


def _concerns(mix: Mix, sentence: Sentence) -> bool:
    """Say whether a table has the cards and boxes that a sentence is about."""
    return any(mix.fits(row.if_, row.unless) for row in rows().asking[sentence.anchor])


def _topic(question: str) -> str:
    return question.partition(".")[0]


def _surprising(found: list[Change]) -> tuple[Change, ...]:
    order = {question: place for place, question in enumerate(rows().sheet.surprising)}
    return tuple(sorted(found, key=lambda one: min(order.get(ask, len(order)) for ask in one.sentence.asks)))
