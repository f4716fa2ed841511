"""How a further question is tied to entries: by itself, and in the light of what was asked and answered before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rules.ask import law, mood
from rules.ask.data import rows, said
from rules.ask.descent import TINY, share
from rules.ask.entries import CONTRARY, Entry
from rules.ask.judging import BESIDE, Judged
from rules.ask.knowledge import Found, Knowledge, read
from rules.ask.words import cut

FILE = "ties"
# From each view of the question come so many candidates.
MOST = 24
# How unlikely a candidate may be at most, as a logarithm.
FLOOR = -8.0
# Words are compared by how they begin; a question with so many new words hardly needs what was before.
STEM, SHORTEST, FULL = 5, 3, 5
# Who goes on wants to be told.
UNTOLD = frozenset(("unbeantwortbar", "rueckfrage"))
DECIDED, COUNTED = CONTRARY.keys(), frozenset(("zahl", "punkte"))
TELLING = frozenset(("what", "how", "when", "who", "where", "happens"))
COUNTING = "count"
# The views: the question; with the one before; with the first one; with the entry that answered; the one before alone.
ALONE, WITH_LAST, JOINED = 0, 1, 4
NAMES = (
    "alone", "joined", "alone_nearest", "alone_middle", "joined_nearest", "joined_middle", "first_nearest",
    "first_middle", "entry_nearest", "entry_middle", "before_nearest", "before_middle", "same_entry",
    "earlier_entry", "same_section", "same_topic", "covered", "untold", "said_again", "entries_alike",
    "alone_full", "joined_full", "alone_nearest_full", "alone_middle_full", "joined_nearest_full",
    "joined_middle_full", "entry_nearest_full", "entry_middle_full", "covered_full", "same_section_full",
    "same_entry_full", "decides", "tells", "counts", "decides_likewise",
)  # fmt: skip
NONE = ("none", "none_full", "none_nearest")
Rows = Any


class Talk(NamedTuple):
    """A further question, what was asked before, the entries that answered, and what the last answer was."""

    text: str
    asked: Sequence[str]
    boxes: Sequence[str]
    entries: Sequence[str] = ()
    cites: Sequence[str] = ()
    said: str = ""


class Tied(NamedTuple):
    """The candidates by their places among the entries, the nearest phrasing of each, and what speaks for them."""

    places: list[int]
    asked: list[int]
    values: Rows
    none: list[float]


def found(known: Knowledge, talk: Talk) -> list[Found]:
    """Return the entries that may answer, the likeliest first."""
    tied = candidates(known, talk)
    if not tied.places:
        return []
    learned = rows(FILE)
    scores = np.append(
        tied.values @ np.asarray([learned["weights"][name] for name in NAMES]),
        np.dot(tied.none, [learned["weights"][name] for name in NONE]),
    )
    shares = share(scores)
    listed = [
        Found(known.entries[place], float(sure), known.asked[asked])
        for place, asked, sure in zip(tied.places, tied.asked, shares, strict=False)
    ]
    return sorted(listed, key=lambda one: (-one.sure, one.entry.id))


def candidates(known: Knowledge, talk: Talk) -> Tied:
    """Return what may answer a further question, with the values by which it is judged."""
    texts = [read(text, known.library) for text in (talk.text, talk.asked[-1], talk.asked[0])]
    last = known.place(talk.entries[-1]) if talk.entries else None
    views = _views(known, texts, last)
    alike, middle = known.dense @ views.T, known.middle @ views.T
    nearest = known.nearest(alike)
    fitting = known.fitting(talk.boxes)
    score = np.where(fitting[:, None], nearest + middle[: len(nearest)], FLOOR)
    pool = {
        int(place)
        for view in range(JOINED)
        for place in np.argpartition(-score[:, view], MOST)[:MOST]
        if fitting[place]
    }
    if last is not None and fitting[last]:
        pool.add(last)
    places = sorted(pool)
    if not places:
        return Tied([], [], np.zeros((0, len(NAMES)), dtype=np.float32), [1.0, 0.0, 0.0])
    wanted = mood.mask(talk.text)
    text, both = known.text(texts[0]), known.text(texts[0] | texts[1])
    alone = known.beside(places, alike[:, ALONE], middle[:, ALONE], wanted, text, talk.boxes)
    inherited = wanted or mood.mask(talk.asked[-1])
    joined = known.beside(places, alike[:, WITH_LAST], middle[:, WITH_LAST], inherited, both, talk.boxes)
    shares = [_shares(known, view) for view in (alone, joined)]
    beside = _Beside(known, talk, last)
    values = [
        beside.values(place, (shares[0][at], shares[1][at]), nearest[place], middle[place])
        for at, place in enumerate(places)
    ]
    top = max((float(nearest[place, ALONE]) for place in places), default=0.0)
    return Tied(
        places,
        [one.place for one in alone.rows],
        np.asarray(values, dtype=np.float32),
        [1.0, beside.full, top],
    )


def _views(known: Knowledge, texts: Sequence[Any], last: int | None) -> Rows:
    """Return where the question lies, alone and drawn to what was before."""
    laid = [known.space.lay(one) for one in texts]
    text = laid[0] * known.space.covered(texts[0])
    entry = known.middle[last] if last is not None else laid[1]
    return np.stack([text, *(_unit(text + one) for one in (laid[1], laid[2], entry)), laid[1]])


def _unit(row: Rows) -> Rows:
    return row / max(1e-9, float(np.linalg.norm(row)))


def _shares(known: Knowledge, judged: Judged) -> Rows:
    """Return how likely each candidate is by what is known of single questions, as a logarithm."""
    scores = known.weights.scores(judged)[:-BESIDE]
    return np.maximum(np.log(np.maximum(share(scores), TINY)), FLOOR)


class _Beside:
    """What is known of a talk, and how an entry agrees with it."""

    def __init__(self, known: Knowledge, talk: Talk, last: int | None) -> None:
        self.known, self.talk, self.last = known, talk, last
        self.words = content(talk.text)
        self.full = min(1.0, len(self.words) / FULL)
        self.sections = {law.section(cite) for cite in talk.cites}
        moods = mood.moods(talk.text)
        self.decides = bool(moods & mood.DECIDING)
        self.tells = bool(moods & TELLING) and not self.decides
        self.counts = COUNTING in moods
        bare = not (self.decides or self.tells or self.counts)
        self.likewise = bare and bool(mood.moods(talk.asked[-1]) & mood.DECIDING)

    def values(self, place: int, shares: tuple[float, float], nearest: Rows, middle: Rows) -> list[float]:
        """Return what speaks for an entry, in the order of `NAMES`."""
        entry, full = self.known.entries[place], self.full
        _, reply = entry.of_boxes(self.talk.boxes)
        views = [float(one) for pair in zip(nearest, middle, strict=True) for one in pair]
        same = float(place == self.last)
        section = float(any(law.section(cite) in self.sections for cite in reply.cites))
        before = self.known.entries[self.last] if self.last is not None else None
        topic = float(before is not None and before.id.split(".")[0] == entry.id.split(".")[0])
        covered = self._covered(entry)
        tied = float(self.known.middle[place] @ self._entry())
        decided = float(reply.verdict in DECIDED)
        return [
            *shares, *views, same, float(entry.id in self.talk.entries), section, topic, covered,
            float(reply.verdict in UNTOLD), float(bool(self.talk.said) and reply.answer in self.talk.said), tied,
            *(one * full for one in (*shares, *views[:4], *views[6:8], covered, section, same)),
            self.decides * decided, self.tells * decided, self.counts * float(reply.verdict in COUNTED),
            self.likewise * decided,
        ]  # fmt: skip

    def _entry(self) -> Rows:
        if self.last is not None:
            return self.known.middle[self.last]
        return self.known.space.lay(read(self.talk.asked[-1], self.known.library))

    def _covered(self, entry: Entry) -> float:
        """Return which share of the new words an entry knows."""
        if not self.words:
            return 1.0
        known: set[str] = self.known.library.compile(("ask.stems", entry.name), lambda: _stems(entry))
        return len(self.words & known) / len(self.words)


def content(text: str) -> set[str]:
    """Return the beginnings of the words that say something new."""
    words = {token.key for token in cut(text) if token.kind == "word"}
    return {word[:STEM] for word in words - said("empty") if len(word) >= SHORTEST}


def _stems(entry: Entry) -> set[str]:
    texts = [entry.about, *entry.asks, *(reply.answer for reply in entry.answers.values())]
    return {token.key[:STEM] for text in texts for token in cut(text) if token.kind == "word"}
