"""Talks about the law, written down turn by turn, and learning from them how further questions are tied to entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from cards.files import load_yaml
from rules.ask.data import FOLDER
from rules.ask.descent import likeliest, padded
from rules.ask.entries import Entry
from rules.ask.knowledge import Found, Knowledge
from rules.ask.ties import DECIDED, NAMES, NONE, UNTOLD, Talk, Tied, candidates
from rules.facts import fixtures_folder

FIRST_CITES, MOST = 3, 48
# How strongly the weights are held near nothing.
HOLD = 0.01
BESIDE = "|"


class Line(NamedTuple):
    """One turn: what is asked, with which verdict it is answered, and on which statements that rests."""

    text: str
    verdict: str
    rules: frozenset[str]
    boxes: tuple[str, ...]

    def answered_by(self, entry: Entry) -> bool:
        """Say whether an entry answers it."""
        _, reply = entry.of_boxes(self.boxes)
        decided = self.verdict in DECIDED
        agrees = reply.verdict == self.verdict if decided else reply.verdict not in UNTOLD
        return agrees and bool(self.rules & set(reply.cites[:FIRST_CITES]))


class Turn(NamedTuple):
    """A further question with what went before it, and the line that says how it is answered."""

    talk: Talk
    line: Line


def written() -> Iterator[list[Line]]:
    """Yield the talks of fixtures/ask/talks, line by line."""
    for path in sorted((fixtures_folder() / FOLDER / "talks").glob("*.yaml")):
        for row in load_yaml(path) or ():
            for box, lines in row.items():
                yield [_line(box, str(one)) for one in lines]


def _line(box: str, written: str) -> Line:
    text, verdict, rules = (part.strip() for part in written.split(BESIDE))
    # A statement of another box stands with its box: then that one leads.
    ids = [one if one.count(".") > 1 else f"{box}.{one}" for one in rules.split()]
    boxes = dict.fromkeys([ids[0].partition(".")[0], box])
    return Line(text, verdict, frozenset(ids), tuple(boxes))


def turns(known: Knowledge) -> Iterator[Turn]:
    """Yield every further question, as if all before it had been answered as is written."""
    for lines in written():
        asked: list[str] = []
        entries: list[str] = []
        cites: Sequence[str] = ()
        told = ""
        for line in lines:
            if asked:
                talk = Talk(line.text, tuple(asked), line.boxes, tuple(entries), tuple(cites), told)
                yield Turn(talk, line)
            answer = _answer(known, line, asked)
            asked = [*asked, line.text]
            if answer:
                entries = [*entries, answer.id]
                _, reply = answer.of_boxes(line.boxes)
                cites, told = reply.cites, reply.answer


def _answer(known: Knowledge, line: Line, asked: Sequence[str]) -> Entry | None:
    """Return the entry that answers a line, the nearest to it and to the question before."""
    found: list[Found] = []
    for text in (line.text, *(f"{one} {line.text}" for one in asked[-1:])):
        found += known.near(text, line.boxes, MOST)
    fitting = [one for one in found if line.answered_by(one.entry)]
    return max(fitting, key=lambda one: one.sure).entry if fitting else None


def learn(known: Knowledge, found: Sequence[Turn]) -> tuple[dict[str, float], float]:
    """Return the weights by which candidates are judged, and which share of the turns finds what it means."""
    tied = [candidates(known, one.talk) for one in found]
    hits = [
        [one.line.answered_by(known.entries[place]) for place in of.places]
        for one, of in zip(found, tied, strict=True)
    ]
    lists = padded([(_with_none(of), [*hit, not any(hit)]) for of, hit in zip(tied, hits, strict=True)])
    plain = likeliest(lists, HOLD)
    best = np.where(lists.there, lists.values @ np.asarray(plain), -np.inf).argmax(axis=1)
    share = float(lists.right[np.arange(len(best)), best].mean())
    return dict(zip((*NAMES, *NONE), plain, strict=True)), share


def _with_none(tied: Tied) -> Any:
    """Return the values of all candidates; the last row is that none of them answers."""
    found = np.zeros((len(tied.places) + 1, len(NAMES) + len(NONE)), dtype=np.float32)
    found[:-1, : len(NAMES)], found[-1, len(NAMES) :] = tied.values, tied.none
    return found
