"""The text of one table: every question that it can meet answered once, by what is in force, in the order of play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.booklet.mix import Difference, Mix
from rules.booklet.rows import ChapterRow, Instead, ParagraphRow, SentenceRow, rows
from rules.engine.german import conjunction
from rules.engine.house import Option
from rules.engine.library import Library

PLACE = re.compile(r"\{([^}]+)\}")
OWN_KIND = "*"
# What follows a sentence of all books together where the table has chosen one of them.
OWN = "Bei Euch gilt stattdessen: {}."


@dataclass(frozen=True)
class Place:
    """A sentence to be led to, and the heading that it stands under."""

    anchor: str
    title: str


@dataclass(frozen=True)
class Pointer:
    """Leads from where a reader may look first to where it is said; the places are known when the text is whole."""

    words: str
    asks: tuple[str, ...]
    places: tuple[Place, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.words} siehe {conjunction([f'„{place.title}“' for place in self.places])}."


@dataclass(frozen=True)
class Sentence:
    """One sentence with the questions that it answers; its first question is its anchor."""

    asks: tuple[str, ...]
    text: str
    # The books that say so, and their statements.
    boxes: tuple[str, ...]
    rules: tuple[str, ...]
    differences: tuple[Difference, ...] = ()
    # The answer is the table's own choice.
    chosen: bool = False
    # Only the sentence before it makes it clear.
    follows: bool = False
    see: tuple[Pointer, ...] = ()

    @property
    def anchor(self) -> str:
        return self.asks[0]

    @property
    def others(self) -> tuple[str, ...]:
        return self.asks[1:]


@dataclass(frozen=True)
class Paragraph:
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class OpenPoint:
    """What the books leave open: the reading in force and the others, by letter."""

    id: str
    about: str
    text: str
    choice: str
    others: tuple[Option, ...]
    chosen: bool
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    open: tuple[OpenPoint, ...] = ()


def compose(mix: Mix) -> tuple[Chapter, ...]:
    """Return the chapters of the table's rulebook."""
    speech = Speech(mix)
    chapters = (_chapter(row, mix, speech) for row in rows().chapters)
    return _pointed(tuple(chapter for chapter in chapters if chapter.paragraphs))


def _chapter(row: ChapterRow, mix: Mix, speech: Speech) -> Chapter:
    paragraphs = (paragraph(one, mix, speech) for one in row.paragraphs)
    kept = tuple(one for one in paragraphs if one.sentences)
    asked = (one.ask for one in row.open if mix.fits(one.if_, one.unless))
    points = tuple(point for key in asked if (point := open_point(mix, key)))
    return Chapter(row.id, speech.say(row.title), kept, points)


def _pointed(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Let each pointer lead to its sentences."""
    placed = [
        (one, part.title or row.title)
        for row in chapters
        for part in row.paragraphs
        for one in part.sentences
    ]
    wanted = {question for one, _ in placed for pointer in one.see for question in pointer.asks}
    places = {
        question: Place(one.anchor, title)
        for one, title in placed
        for question in one.asks
        if question in wanted
    }
    return tuple(
        replace(
            row, paragraphs=tuple(_leading(part, part.title or row.title, places) for part in row.paragraphs)
        )
        for row in chapters
    )


def _leading(part: Paragraph, title: str, places: dict[str, Place]) -> Paragraph:
    if not any(one.see for one in part.sentences):
        return part
    return replace(part, sentences=tuple(_guiding(part.sentences, title, places)))


def _guiding(sentences: tuple[Sentence, ...], title: str, places: dict[str, Place]) -> Iterator[Sentence]:
    """Put each pointer behind the sentences that only the one before it makes clear: nothing comes between them."""
    held: tuple[Pointer, ...] = ()
    for one, after in zip(sentences, (*sentences[1:], None), strict=True):
        held += _leads(one, title, places)
        waits = bool(after and after.follows)
        yield replace(one, see=() if waits else held) if held or one.see else one
        held = held if waits else ()


def _leads(one: Sentence, title: str, places: dict[str, Place]) -> tuple[Pointer, ...]:
    """Return the pointers that lead anywhere: what falls away at this table, or stands here anyway, needs none."""
    found = []
    for pointer in one.see:
        there = (places[question] for question in pointer.asks if question in places)
        elsewhere = tuple({place.title: place for place in there if place.title != title}.values())
        if elsewhere:
            found.append(replace(pointer, places=elsewhere))
    return tuple(found)


def paragraph(row: ParagraphRow, mix: Mix, speech: Speech) -> Paragraph:
    """Return the sentences of a paragraph that this table needs, each half of one joined to a whole."""
    sentences = [found for one in row.says if (found := _sentence(one, mix, speech))]
    return Paragraph(speech.say(row.title), tuple(_closed(sentences)))


def whole(parts: Iterable[Sentence]) -> Iterator[Sentence]:
    """Join the halves of one sentence: out of its paragraph none of them can stand alone."""
    held: Sentence | None = None
    for one in parts:
        held = _joined(held, one) if held else one
        if held.text.endswith((".", "!", "?")):
            yield held
            held = None


def _joined(one: Sentence, other: Sentence) -> Sentence:
    return Sentence(
        asks=one.asks + other.asks,
        text=f"{one.text} {other.text}",
        boxes=tuple(dict.fromkeys(one.boxes + other.boxes)),
        rules=tuple(dict.fromkeys(one.rules + other.rules)),
        differences=one.differences + other.differences,
        chosen=one.chosen or other.chosen,
        follows=one.follows,
        see=one.see + other.see,
    )


def _closed(sentences: list[Sentence]) -> Iterator[Sentence]:
    """End with a full stop what nothing continues: the next half of a sentence may have fallen away."""
    for place, one in enumerate(sentences):
        after = sentences[place + 1].text if place + 1 < len(sentences) else ""
        yield replace(one, text=_ended(one.text, after))


def _ended(text: str, after: str) -> str:
    if text.endswith((".", "!", "?")) or (after and not after[0].isupper()):
        return text
    return text.rstrip(",;") + "."


def _sentence(row: SentenceRow, mix: Mix, speech: Speech) -> Sentence | None:
    asks = tuple(question for question in row.asks if mix.answers(question))
    if not asks or not mix.fits(row.if_, row.unless):
        return None
    if row.pick == "sum":
        return _summed(row, asks, mix, speech)
    boxes = {question: mix.decider(question) for question in asks}
    read = next((text for key, text in row.read.items() if mix.reads(key)), "")
    return Sentence(
        asks=asks,
        text=speech.say(read or _worded(row, asks[0], boxes[asks[0]], mix.library)),
        boxes=tuple(dict.fromkeys(boxes.values())),
        rules=_rules(mix.answers(question)[box] for question, box in boxes.items()),
        differences=_differences(mix, asks),
        chosen=bool(read or _own(mix, asks)),
        follows=row.follows,
        see=_pointers(row, speech),
    )


def _worded(row: SentenceRow, question: str, box: str, library: Library) -> str:
    """Return the words for a book's answer: its own where the sentence was written for books that decide otherwise."""
    asked = library.comparison[question]
    said = asked["answers"][box]
    if box in row.by or not isinstance(said["value"], int) or any(question in one.decided for one in row.if_):
        return row.by.get(box, row.text)
    others = [one["value"] for other, one in asked["answers"].items() if other not in (box, *row.by)]
    valued = [value for value in others if value is not None]
    if valued.count(said["value"]) * 2 >= len(valued):
        return row.text
    return f"{asked['question']} {said['answer']}"


def _differences(mix: Mix, asks: tuple[str, ...]) -> tuple[Difference, ...]:
    """Return what other books say otherwise; where they say it to several of the questions, once."""
    every = (one for question in asks for one in mix.differences(question))
    return tuple({(one.box, one.answer): one for one in reversed(list(every))}.values())[::-1]


def _summed(row: SentenceRow, asks: tuple[str, ...], mix: Mix, speech: Speech) -> Sentence | None:
    more = [one.text for one in row.and_ if mix.fits(one.if_, one.unless)]
    parts = [speech.say(text) for text in (row.text, *more) if text]
    if not parts:
        return None
    ended = [
        _ended(part, after) if place + 1 < len(parts) else part
        for place, (part, after) in enumerate(zip(parts, [*parts[1:], ""], strict=True))
    ]
    ended += [
        OWN.format(mix.answers(question)[mix.house[question]]["answer"]) for question in _own(mix, asks)
    ]
    said = [(box, one) for question in asks for box, one in mix.answers(question).items()]
    return Sentence(
        asks=asks,
        text=" ".join(ended),
        boxes=tuple(dict.fromkeys(box for box, _ in said)),
        rules=_rules(one for _, one in said),
        chosen=bool(_own(mix, asks)),
        follows=row.follows,
        see=_pointers(row, speech),
    )


def _pointers(row: SentenceRow, speech: Speech) -> tuple[Pointer, ...]:
    return tuple(Pointer(speech.say(words), asks) for words, asks in row.see.items()) if row.see else ()


def _own(mix: Mix, asks: tuple[str, ...]) -> list[str]:
    """Return the questions that the table has answered for itself."""
    return [question for question in asks if mix.house.get(question) in mix.answers(question)]


def _rules(answers: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for answer in answers for rule in answer["rules"]))


def open_point(mix: Mix, key: str) -> OpenPoint | None:
    """Return an open question unless only the books of other tables raise it."""
    question = mix.choices.get(key)
    if question is None or not (question.cites or mix.raised_by_nobody(key)):
        return None
    choice = mix.house.get(key, question.default)
    others = tuple(option for option in question.options if option.id != choice)
    text = question.option(choice).text
    return OpenPoint(key, question.text, text, choice, others, key in mix.house, question.cites)


class Speech:
    """Calls things as this table does: what stands in braces is a word that depends on its cards."""

    def __init__(self, mix: Mix) -> None:
        self.mix = mix
        self.lists = rows().words.lists
        self.instead = [one.words for one in rows().words.instead if _holds(one, mix)]

    def say(self, text: str) -> str:
        return PLACE.sub(self._word, text) if "{" in text else text

    def _word(self, found: re.Match[str]) -> str:
        word = found[1]
        if word.endswith(OWN_KIND):
            return conjunction(self._names(word[:-1]))
        if word in self.lists:
            row = self.lists[word]
            return conjunction(
                [name for kind, name in row.words.items() if kind in self.mix.ground.kinds], row.last
            )
        return next((words[word] for words in self.instead if word in words), word)

    def _names(self, kind: str) -> list[str]:
        facts = self.mix.library.card_facts
        boxes = set(self.mix.boxes)
        found = (
            one["name"]
            for key, one in facts.items()
            if one["kind"] == kind and key.partition("/")[0] in boxes
        )
        return sorted(dict.fromkeys(found))


def _holds(row: Instead, mix: Mix) -> bool:
    return mix.fits(row.if_, row.unless)
