"""Which entry answers a question, and how likely: what comes nearest on the learned axes, weighed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from rules.ask import kept, mood
from rules.ask.entries import COMPARISON, FIGHT, TURNED, UNIT, Entry, of_books, units
from rules.ask.judging import Candidate, Judged, Weights
from rules.ask.meaning import Features, Space, features, unit
from rules.ask.spotting import spotter
from rules.ask.wording import Asked, asked
from rules.engine.library import Library


class Found(NamedTuple):
    """An entry, how likely it is that it answers, the phrasing that comes nearest."""

    entry: Entry
    sure: float
    asked: str


class Knowledge:
    """All entries of a library on the learned axes."""

    def __init__(
        self,
        library: Library,
        space: Space | None = None,
        weights: Weights | None = None,
        known: Mapping[str, Features] | None = None,
    ) -> None:
        """Lay everything out; `known` are texts that were read already."""
        self.library = library
        self.entries = [*units(), *of_books(library)]
        self.places = {entry.id: place for place, entry in reversed(list(enumerate(self.entries)))}
        self.space = space or kept.space()
        self.ways = self.space.sides.of([entry.name for entry in self.entries])
        phrasings = [(index, ask) for index, entry in enumerate(self.entries) for ask in entry.asks]
        self.asked = [ask for _, ask in phrasings]
        self.own = np.asarray([index for index, _ in phrasings], dtype=np.int32)
        before = None if space else kept.phrasings()
        once = known or {}
        self.dense, self.said, self.vocabulary, self.wording = kept.laid_out(
            self.asked, lambda text: once.get(text) or read(text, library), self.space, before
        )
        self.middle = self._middles()
        self.boxes = {box for entry in self.entries for box in entry.answers}
        self.of_box = {
            box: np.asarray([box in entry.answers for entry in self.entries], dtype=bool)
            for box in self.boxes
        }
        self.present = mood.places(PRESENT)
        self.moods = self._moods()
        self.asks_of = [next(iter(entry.answers.values())).asks for entry in self.entries]
        self.asking_box = np.asarray(["box" in asks for asks in self.asks_of], dtype=bool)
        self.comparing = np.asarray([entry.source == COMPARISON for entry in self.entries], dtype=bool)
        self.weights = weights or kept.weights()
        # One question is asked of every box, alone and beside the others.
        self._of_text = lru_cache(maxsize=LAST)(lambda text: self._lying(read(text, library)))

    def _middles(self) -> Any:
        """Return where each entry lies: as it was learned, or else amid its phrasings."""
        sums = np.zeros((len(self.entries), self.dense.shape[1]), dtype=np.float32)
        np.add.at(sums, self.own, self.dense)
        middle = unit(sums)
        learned = {ident: place for place, ident in enumerate(self.space.entries)}
        for place, entry in enumerate(self.entries):
            if entry.name in learned:
                middle[place] = self.space.middles[learned[entry.name]]
        return np.vstack([middle, self.space.middles[learned[FIGHT]]]) if FIGHT in learned else middle

    def _moods(self) -> Any:
        """Return how many phrasings of each entry have each mood, as a share."""
        found = np.zeros((len(self.entries), len(mood.bits(0))), dtype=np.float32)
        np.add.at(found, self.own, mood.bits(self.said))
        return found / np.maximum(np.bincount(self.own, minlength=len(found)), 1)[:, None]

    def leave_out(self, texts: Sequence[str]) -> None:
        """Forget some phrasings, as if nobody had ever asked so."""
        kept = ~np.isin(self.asked, texts)
        self.asked = [text for text, stays in zip(self.asked, kept, strict=True) if stays]
        self.own, self.dense, self.said = self.own[kept], self.dense[kept], self.said[kept]
        self.wording, self.moods = self.wording.of(np.flatnonzero(kept)), self._moods()

    def near(self, text: str, boxes: Sequence[str], most: int = 12, *, compared: bool = False) -> list[Found]:
        """Return the entries that come nearest, of these boxes; questions of the comparison only where one compares."""
        return self.weighed(text, boxes, most, compared=compared)[0]

    def weighed(
        self, text: str, boxes: Sequence[str], most: int = 12, *, compared: bool = False, boxed: bool = False
    ) -> tuple[list[Found], float]:
        """Return the entries that come nearest, and how likely it is that none answers: that a fight is told.

        `boxed`: somebody said which box is played, so none asks for it.
        """
        judged = self.candidates(text, boxes, compared=compared, boxed=boxed)
        sure = self._as_written(text, judged, self.weights.shares(judged))
        found = [
            Found(self.entries[one.entry], float(share), self.asked[one.place])
            for one, share in zip(judged.rows, sure, strict=False)
        ]
        return sorted(found, key=lambda one: (-one.sure, one.entry.id))[:most], float(sure[-2])

    def _as_written(self, text: str, judged: Judged, sure: Any) -> Any:
        """Return the shares, nearly all of them for the one entry that is asked for in these very words."""
        words = plain(text)
        places = [place for place, one in enumerate(judged.rows) if plain(self.asked[one.place]) == words]
        if len(places) != 1:
            return sure
        sure = sure * (1 - SAME_WORDS)
        sure[places[0]] += SAME_WORDS
        return sure

    def candidates(
        self, text: str, boxes: Sequence[str], *, compared: bool = False, boxed: bool = False
    ) -> Judged:
        """Return what might answer, with the values by which it is judged."""
        fitting = self.fitting(boxes, compared=compared) & ~(boxed & self.asking_box)
        return self._weighable(self._of_text(text), mood.mask(text), fitting, boxes)

    def covered(self, text: str) -> float:
        """Return how much of a question is known at all."""
        return self._of_text(text).text.covered

    def judged(self, text: str, found: Features, boxes: Sequence[str]) -> Judged:
        """Return the same of a text that was read."""
        return self._weighable(self._lying(found), mood.mask(text), self.fitting(boxes), boxes)

    def _lying(self, found: Features) -> Lying:
        """Return how near everything lies to what a text consists of."""
        text = self.text(found)
        laid = self.space.lay(found) * text.covered
        alike, middle = self.dense @ laid, self.middle @ laid
        return Lying(text, alike, middle, self.nearest(alike))

    def _weighable(self, lying: Lying, wanted: int, fitting: Any, boxes: Sequence[str]) -> Judged:
        text, alike, middle, nearest = lying
        best = np.where(fitting, nearest, -9.0)
        score = best + middle[: len(best)]
        chosen = np.argpartition(-score, MOST_CANDIDATES)[:MOST_CANDIDATES]
        places = [int(index) for index in chosen if score[index] > -5]
        return self.beside(places, alike, middle, wanted, text, boxes)

    def beside(
        self, places: Sequence[int], alike: Any, middle: Any, wanted: int, text: Text, boxes: Sequence[str]
    ) -> Judged:
        """Return some entries as they are judged beside each other."""
        moods = mood.bits(wanted)
        replies = [self.entries[place].of_boxes(boxes)[1] for place in places]
        rows = [
            self._row(place, alike, float(middle[place]), moods, text, reply.verdict)
            for place, reply in zip(places, replies, strict=True)
        ]
        _seconded(rows, [set(reply.cites) for reply in replies])
        words = sum(name.startswith(WORD) for name in text.found)
        put = [*moods.tolist(), math.log1p(words), text.covered]
        return Judged(rows, put, float(middle[-1]) if len(middle) > len(self.entries) else 0.0)

    def nearest(self, alike: Any) -> Any:
        """Return how near the nearest phrasing of each entry is, where all are known."""
        best = np.full((len(self.entries), *alike.shape[1:]), -1.0, dtype=np.float32)
        first = np.flatnonzero(np.diff(self.own, prepend=-1))
        best[self.own[first]] = np.maximum.reduceat(alike, first, axis=0)
        return best

    def fitting(self, boxes: Sequence[str], *, compared: bool = False) -> Any:
        """Return which entries have an answer for one of the boxes; all where none is named."""
        found = np.full(len(self.entries), not boxes, dtype=bool)
        for box in boxes:
            found |= self.of_box.get(box, False)
        return found if compared else found & ~self.comparing

    def place(self, ident: str) -> int | None:
        """Return the place of an entry; a unit goes before a comparison of the same name."""
        return self.places.get(ident)

    def text(self, found: Features) -> Text:
        """Return what a text consists of, with its words as they look for their like."""
        rare = {name: self.space.rare(name) for name in found if name.startswith(SPOKEN)}
        side = self.space.sides.lay(self.space.known(found))
        return Text(found, asked(found, self.space), self.space.covered(found), rare, side)

    def _row(self, index: int, alike: Any, middle: float, moods: Any, text: Text, verdict: str) -> Candidate:
        """Return an entry with the values by which it is judged; the first of them are seen beside the others', too."""
        found, entry = text.found, self.entries[index]
        first, last = np.searchsorted(self.own, (index, index + 1))
        best = int(first + np.argmax(alike[first:last]))
        source = entry.source
        lacking = self.space.needed.get(entry.name, frozenset()) - found.keys()
        values = [float(alike[best]), middle, *self.wording.alike(text.words, first, last)]
        values += [
            middle * (source in (UNIT, COMPARISON)),
            float(bool(lacking)),
            math.log(last - first),
            float(len(entry.answers)),
            float(entry.id.endswith(TURNED)),
        ]
        values += [float(source == one) for one in SOURCES]
        values += [float(verdict == one) for one in VERDICTS]
        values += np.abs(moods - self.moods[index]).tolist()
        along = self.ways[index] * text.side
        values += [float(along[:-1].sum()), float(along[-1])]
        values += self._asking(index, moods, found)
        values += self._spoken(index, text.rare)
        return Candidate(index, best, values)

    def _spoken(self, index: int, rare: Mapping[str, float]) -> list[float]:
        """Return which of the cards and words of the game that a question names an entry knows."""
        spoken = self.space.spoken.get(self.entries[index].name)
        if not spoken:
            return [0.0] * 3
        known = sum(value for name, value in rare.items() if name in spoken)
        cards = {name for name in rare if name.startswith(CARD)}
        cardless = not cards and any(name.startswith(CARD) for name in spoken)
        return [known / (sum(rare.values()) or 1.0), float(len(cards - spoken)), float(cardless)]

    def _asking(self, index: int, moods: Any, found: Features) -> list[float]:
        """Return what speaks for asking back: how the question is put, and whether it tells what would be asked for."""
        asks = self.asks_of[index]
        if not asks:
            return [0.0] * (1 + len(PRESENT) + 2)
        kinds = {name[:2] for name in found}
        told = [ask for ask in asks if TOLD_BY.get(ask) in kinds]
        put = [float(moods[place]) for place in self.present]
        return [1.0, *put, len(told) / len(asks), float("n:" in kinds)]


MOST_CANDIDATES, LAST = 24, 4
# What is asked for, and the pieces of a question that tell it; how somebody speaks who stands in the middle of it.
TOLD_BY = {"karte": "k:", "stufe": "n:", "zahl": "n:"}
PRESENT = ("now", "this", "self", "when")
# How likely an entry is of which a phrasing has the very words of the question.
SAME_WORDS = 0.9
# Where the values of the words stand.
AS_WORDED = 2
# A card, and a word of the game, among the pieces of a question.
CARD, SPOKEN = "k:", ("k:", "c:")
SOURCES = (UNIT, "ruling", "rule", "example", "term", "open")
VERDICTS = ("ja", "nein", "folge", "definition", "rueckfrage", "unbeantwortbar", "ungeklaert")
WORD = "w:"
# How much a candidate can lack of what another one has that rests on the same; and how many count.
UNSECONDED, SECONDERS = -2.0, 5


def _seconded(rows: Sequence[Candidate], cites: Sequence[set[str]]) -> None:
    """Add to each candidate how well the others fit that rest on the same statements."""
    fitting = [one.values[AS_WORDED] for one in rows]
    for at, one in enumerate(rows):
        others = [fit for place, fit in enumerate(fitting) if place != at and cites[at] & cites[place]]
        one.values.extend((max(others) - fitting[at] if others else UNSECONDED, len(others) / SECONDERS))


class Text(NamedTuple):
    """What a text consists of, each word by itself, how much is known, how rare it is; which way round it asks."""

    found: Features
    words: Asked
    covered: float
    rare: Mapping[str, float]
    side: Any


class Lying(NamedTuple):
    """A text; how near each phrasing, each entry and each entry's nearest phrasing lies to it."""

    text: Text
    alike: Any
    middle: Any
    nearest: Any


def plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?.! ")


def read(text: str, library: Library) -> Features:
    """Return what a text consists of."""
    reader = spotter(library)
    return features(*reader.spot(text, ()), reader.names.kinds)


def knowledge(library: Library) -> Knowledge:
    """Return what is known, built once per library."""
    found: Knowledge = library.compile("ask.knowledge", lambda: Knowledge(library))
    return found
