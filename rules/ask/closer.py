"""The law asked closer: a further question is answered by the entry that fits it in the light of those before."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import law, talk
from rules.ask.data import said
from rules.ask.knowledge import Entry, Found, knowledge
from rules.ask.question import Question, Reading
from rules.ask.words import cut
from rules.engine.library import Library

MOST = 48
# An entry that is far from one of both is still as near as that.
FLOOR = 0.004
# What is near to the question and to the talk is surer than what either says alone.
SURER = 3.0
# What is left to an entry that knows no word of the question; words are compared by how they begin.
UNSPOKEN, STEM, SHORTEST = 0.35, 5, 3
SAME_TOPIC, AGAIN = 1.6, 0.2
# How sharply what fits best stands out.
SHARP = 1.5
# Who goes on wants to be told.
UNTOLD = frozenset(("unbeantwortbar", "rueckfrage"))


def answered(text: str, before: talk.Context, whole: Question) -> Reading:
    """Answer by the entry that fits the further question best in the light of those before."""
    known = knowledge(whole.library)
    alone = _sure(known.near(text, whole.boxes, MOST))
    queries = dict.fromkeys((f"{before.asked[-1]} {text}", f"{before.asked[0]} {text}"))
    joined: dict[str, Found] = {}
    for query in queries:
        for one in known.near(query, whole.boxes, MOST):
            if one.entry.id not in joined or joined[one.entry.id].sure < one.sure:
                joined[one.entry.id] = one
    for one in known.near(text, whole.boxes, MOST):
        joined.setdefault(one.entry.id, one._replace(sure=0.0))
    sections = {law.section(cite) for cite in before.cites}
    content = _content(whole)
    scored = [
        one._replace(
            sure=_fit(one, alone.get(ident, 0.0), before, whole.boxes, sections)
            * (UNSPOKEN + (1 - UNSPOKEN) * _covered(content, one.entry, whole.library))
        )
        for ident, one in joined.items()
    ]
    # Shares again, as they are of a question that stands alone.
    total = sum(one.sure**SHARP for one in scored) or 1.0
    scored = sorted((one._replace(sure=one.sure**SHARP / total) for one in scored), key=lambda one: -one.sure)
    reading = law.by_law(whole._replace(text=text), scored)
    reading.answer.near = law.near(scored, whole.boxes, whole.library.cited)
    return reading


def _sure(found: Sequence[Found]) -> dict[str, float]:
    return {one.entry.id: one.sure for one in found}


def _fit(one: Found, alone: float, before: talk.Context, boxes: Sequence[str], sections: set[str]) -> float:
    """Return how well an entry fits what is asked now and what was spoken of."""
    _, reply = law.reply_of(one.entry, boxes)
    both = SURER * ((alone + FLOOR) * (one.sure + FLOOR)) ** 0.5
    if any(law.section(cite) in sections for cite in reply.cites):
        both *= SAME_TOPIC
    if reply.verdict in UNTOLD:
        both *= AGAIN
    if reply.answer == before.said or reply.answer in before.said:
        both *= AGAIN
    return min(1.0, both)


def _content(question: Question) -> set[str]:
    """Return the beginnings of the words that say something new."""
    words = {token.key for token in question.tokens if token.kind == "word"}
    return {word[:STEM] for word in words - said("empty") if len(word) >= SHORTEST}


def _covered(content: set[str], entry: Entry, library: Library) -> float:
    """Return which share of the new words an entry knows."""
    if not content:
        return 1.0
    known: set[str] = library.compile(("ask.stems", entry.id), lambda: _stems(entry))
    return len(content & known) / len(content)


def _stems(entry: Entry) -> set[str]:
    texts = [entry.about, *entry.asks, *(reply.answer for reply in entry.answers.values())]
    return {token.key[:STEM] for text in texts for token in cut(text) if token.kind == "word"}
