"""What it takes to look something up in the text of a table, reckoned from the text itself; see docs/combining.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.booklet.mix import Mix
from rules.booklet.text import Chapter, Paragraph, compose
from tests.rules.tables import sentences

# A phone: seconds to find the chapter among the chips, for a tap, for each heading on the way; words read in one.
FINDING, TAP, HEADING, WORDS = 3.0, 1.2, 0.5, 4
# The second way to look something up: all headings from the top of the page, then the text; words in a second.
SKIMMING, READING = 10, 200 / 60


@dataclass(frozen=True)
class Spot:
    """Where a sentence stands under a heading, or a pointer to it, in words from the heading."""

    before: int
    upto: int


def heading_of(chapter: Chapter, part: Paragraph) -> str:
    return " › ".join(filter(None, (chapter.title, part.title)))


def spots(part: Paragraph) -> tuple[dict[str, Spot], dict[str, Spot]]:
    """Return by question where a paragraph answers it, and by anchor where it leads on to a sentence elsewhere."""
    said: dict[str, Spot] = {}
    led: dict[str, Spot] = {}
    read = 0
    for one in part.sentences:
        here = Spot(read, read + len(one.text.split()))
        said.update(dict.fromkeys(one.asks, here))
        read = here.upto
        for pointer in one.see:
            there = Spot(read, read + len(pointer.text.split()))
            led.update({place.anchor: there for place in pointer.places if place.anchor not in led})
            read = there.upto
    return said, led


def places(mix: Mix) -> dict[str, tuple[str, int, float]]:
    """Return for each sentence its chapter and heading, the words from there to it, and the seconds to read it."""
    found = {}
    for chapter in compose(mix):
        headings = 0
        for part in chapter.paragraphs:
            headings += bool(part.title)
            said, _ = spots(part)
            for one in part.sentences:
                spot = said[one.anchor]
                seconds = FINDING + TAP + HEADING * headings + spot.upto / WORDS
                found[one.anchor] = (heading_of(chapter, part), spot.before, seconds)
    return found


def pointed_place(mix: Mix, title: str, anchor: str) -> tuple[int, float]:
    """Return what it costs to look in a chapter that only leads on: the words up to the pointer, and the seconds."""
    chapters = compose(mix)
    sentence = next(one for one in sentences(chapters) if one.anchor == anchor)
    headings = 0
    for part in next(one for one in chapters if one.title == title).paragraphs:
        headings += bool(part.title)
        _, led = spots(part)
        if anchor in led:
            read = led[anchor].upto + len(sentence.text.split())
            return led[anchor].upto, FINDING + TAP + HEADING * headings + TAP + read / WORDS
    raise LookupError(f"{title} leads nowhere to {anchor}")


def look_up(mix: Mix, heading: str, questions: Iterable[str]) -> tuple[int, int, float]:
    """Return the words of the headings up to this one, the words read until all is answered, and the seconds.

    What does not stand there has a pointer there: it is followed, and the sentence that it leads to is read.
    """
    chapters = compose(mix)
    answers = {question: one for one in sentences(chapters) for question in one.asks}
    skimmed = 0
    for chapter in chapters:
        skimmed += len(chapter.title.split())
        for part in chapter.paragraphs:
            skimmed += len(part.title.split())
            if heading_of(chapter, part) == heading:
                said, led = spots(part)
                away = [answers[question] for question in questions if question not in said]
                below = [said[question] for question in questions if question in said]
                read = max(spot.upto for spot in [*below, *(led[one.anchor] for one in away)])
                read += sum(len(one.text.split()) for one in away)
                return skimmed, read, skimmed / SKIMMING + read / READING + TAP * len(away)
    raise LookupError(heading)
