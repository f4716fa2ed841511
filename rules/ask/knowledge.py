"""Everything that has an answer of its own: questions with their phrasings, rulings, terms, statements, comparisons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from cards.files import load_yaml
from cards.per_release import PerRelease
from rules.ask import mood
from rules.ask.data import FOLDER, rows
from rules.ask.meaning import Space
from rules.engine.library import Library
from rules.facts import fixtures_folder

SPACE = "meaning.npz"
YES, NO = "Ja", "Nein"


class Reply(msgspec.Struct, frozen=True):
    """How one box answers an entry."""

    verdict: str
    answer: str
    cites: tuple[str, ...] = ()
    numbers: dict[str, int | str] = {}
    asks: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """One question with one answer per box, and the ways in which it is asked."""

    id: str
    about: str
    answers: dict[str, Reply]
    asks: tuple[str, ...]
    source: str = "unit"


class Found(NamedTuple):
    """An entry, how sure it is that it answers, the phrasing that comes nearest."""

    entry: Entry
    sure: float
    asked: str


def units() -> Iterator[Entry]:
    """Yield the questions of fixtures/ask."""
    for path in sorted((fixtures_folder() / FOLDER / "units").glob("*.yaml")):
        for row in load_yaml(path) or ():
            yield msgspec.convert(row, Entry)


def of_books(library: Library) -> Iterator[Entry]:
    """Yield what the books' own texts answer: rulings as they are asked, statements by what they say."""
    for ident, cited in library.cited.items():
        if ident.startswith("card:") or not cited["text"]:
            continue
        source = _source(ident)
        boxes = [cited["edition"]] if cited["edition"] else _rulebooks(library)
        verdict = _verdict(cited["text"]) if source == "ruling" else "definition"
        reply = Reply(verdict, cited["text"], (ident,))
        asks = (cited["title"],) if source == "ruling" else (cited["text"],)
        yield Entry(ident, cited["title"], dict.fromkeys(boxes, reply), asks, source)
    for ident, row in library.comparison.items():
        answers = {
            box: Reply("definition", str(answer["answer"]), tuple(answer["rules"]))
            for box, answer in row["answers"].items()
            if answer.get("answer")
        }
        if answers:
            yield Entry(ident, row["question"], answers, (row["question"],), "comparison")


def _rulebooks(library: Library) -> list[str]:
    return [
        key for key, row in library.editions.items() if row.get("has_rulebook") and row["game"] == "munchkin"
    ]


def _source(ident: str) -> str:
    if ident.startswith("faq."):
        return "ruling"
    middle = ident.split(".")[1] if ident.count(".") > 1 else ""
    return {
        "ruling": "ruling",
        "ambiguitaet": "open",
        "example": "example",
        "beispiel": "example",
        "begriff": "term",
    }.get(middle, "rule")


def _verdict(text: str) -> str:
    first = text.split(maxsplit=1)[0].strip(".,:;!")
    return {YES: "ja", NO: "nein"}.get(first, "folge")


def groups(entries: Iterable[Entry]) -> list[tuple[str, ...]]:
    """Return the texts from which the axes are learned: those that people ask."""
    return [entry.asks for entry in entries if entry.source in ("unit", "ruling", "comparison")]


class Knowledge:
    """All entries of a library on the learned axes."""

    def __init__(self, library: Library, space: Space | None = None, weights: Weights | None = None) -> None:
        self.entries = [*units(), *of_books(library)]
        self.space = space or _space()
        asked = [(index, ask) for index, entry in enumerate(self.entries) for ask in entry.asks]
        self.asked = [ask for _, ask in asked]
        self.own = np.asarray([index for index, _ in asked], dtype=np.int32)
        held = _vectors.at(_digest(self.space, self.asked), lambda: _laid_out(self.space, self.asked))
        self.dense, self.holds, self.said = held.dense, held.holds, held.moods
        sums = np.zeros((len(self.entries), self.dense.shape[1]), dtype=np.float32)
        np.add.at(sums, self.own, self.dense)
        self.middle = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
        self.first = np.searchsorted(self.own, np.arange(len(self.entries) + 1))
        self.moods = mood.names()
        self.weights = weights or Weights(**rows("weights"))

    def near(
        self, text: str, boxes: Sequence[str], most: int = 12, without: frozenset[str] = frozenset()
    ) -> list[Found]:
        """Return the entries that come nearest, of these boxes; `without` leaves phrasings out (for measuring)."""
        skipped = (
            frozenset(place for place, ask in enumerate(self.asked) if ask in without)
            if without
            else frozenset()
        )
        found = [
            Found(self.entries[one.entry], self.weights.sure(one.values), self.asked[one.place])
            for one in self.candidates(text, boxes, skipped)
        ]
        return sorted(found, key=lambda one: (-one.sure, one.entry.id))[:most]

    def candidates(
        self, text: str, boxes: Sequence[str], skipped: frozenset[int] = frozenset()
    ) -> list[Candidate]:
        """Return what might answer, with the values by which it is judged."""
        sparse = self.space.sparse(text)
        dense = self.space.dense(sparse)
        alike = self.dense @ dense
        literal = np.zeros(len(self.asked), dtype=np.float32)
        for piece, weight in sparse.items():
            places, weights = self.holds[piece]
            literal[places] += weight * weights
        for place in skipped:
            alike[place] = literal[place] = -1
        both = DENSE * alike + (1 - DENSE) * literal
        middle = self.middle @ dense
        wanted = mood.moods(text)
        found = []
        for index, places in self._chosen(both, boxes).items():
            near = float(middle[index]) if not skipped else self._middle_without(index, skipped, dense)
            best = places[0]
            second = float(np.mean(both[places[1:3]])) if len(places) > 1 else 0.0
            source = self.entries[index].source
            values = [float(alike[best]), float(literal[best]), float(both[best]), second, near]
            values += [float(source == one) for one in SOURCES]
            values += mood.agreement(wanted, self.said[best], self.moods)
            found.append(Candidate(index, best, values))
        return found

    def _chosen(self, both: Any, boxes: Sequence[str]) -> dict[int, list[int]]:
        """Return the phrasings that come nearest, by their entry."""
        chosen: dict[int, list[int]] = {}
        for place in np.argpartition(-both, MOST_PHRASINGS)[:MOST_PHRASINGS]:
            index = int(self.own[place])
            if index in chosen or not boxes or not self.entries[index].answers.keys().isdisjoint(boxes):
                chosen.setdefault(index, []).append(int(place))
        for places in chosen.values():
            places.sort(key=lambda place: -both[place])
        best = sorted(chosen, key=lambda index: -both[chosen[index][0]])[:MOST_CANDIDATES]
        return {index: chosen[index] for index in best}

    def _middle_without(self, index: int, skipped: frozenset[int], dense: Any) -> float:
        places = [p for p in range(int(self.first[index]), int(self.first[index + 1])) if p not in skipped]
        if not places:
            return 0.0
        middle = self.dense[places].sum(axis=0)
        return float(middle @ dense / max(float(np.linalg.norm(middle)), 1e-9))


DENSE = 0.65
MOST_PHRASINGS, MOST_CANDIDATES = 160, 24
SOURCES = ("unit", "ruling", "rule", "comparison", "example", "term", "open")


class Candidate(NamedTuple):
    """An entry that may answer: its place, that of its nearest phrasing, and the values by which it is judged."""

    entry: int
    place: int
    values: list[float]


class Weights:
    """How the values of a candidate make up how sure it is; learned from the phrasings."""

    def __init__(self, weights: Sequence[float], bias: float) -> None:
        self.weights, self.bias = np.asarray(weights, dtype=np.float32), bias

    def sure(self, values: Sequence[float]) -> float:
        return float(1 / (1 + np.exp(-(np.asarray(values, dtype=np.float32) @ self.weights + self.bias))))


class Vectors(NamedTuple):
    """All phrasings on the axes, which hold which piece, and their moods."""

    dense: Any
    holds: list[tuple[Any, Any]]
    moods: list[frozenset[str]]


# A release that changes a card changes no phrasing: what was laid out stays until the texts are others.
_vectors: PerRelease[Vectors] = PerRelease()
_axes: PerRelease[Space] = PerRelease()


def _space() -> Space:
    path = fixtures_folder() / FOLDER / SPACE
    stat = path.stat()
    return _axes.at((str(path), stat.st_mtime_ns, stat.st_size), lambda: Space.load(path))


def _digest(space: Space, asked: Sequence[str]) -> str:
    found = hashlib.sha256("\n".join(asked).encode())
    found.update(np.ascontiguousarray(space.axes).tobytes())
    return found.hexdigest()


def _laid_out(space: Space, asked: Sequence[str]) -> Vectors:
    sparse = [space.sparse(ask) for ask in asked]
    dense = np.vstack([space.dense(one) for one in sparse]).astype(np.float32)
    return Vectors(dense, _inverted(sparse, len(space.place)), [mood.moods(ask) for ask in asked])


def _inverted(sparse: list[dict[int, float]], size: int) -> list[tuple[Any, Any]]:
    """Return for each piece the phrasings that hold it, with their weights."""
    places: list[list[int]] = [[] for _ in range(size)]
    weights: list[list[float]] = [[] for _ in range(size)]
    for place, found in enumerate(sparse):
        for piece, weight in found.items():
            places[piece].append(place)
            weights[piece].append(weight)
    return [
        (np.asarray(p, dtype=np.int32), np.asarray(w, dtype=np.float32))
        for p, w in zip(places, weights, strict=True)
    ]


def knowledge(library: Library) -> Knowledge:
    """Return what is known, built once per library."""
    found: Knowledge = library.compile("ask.knowledge", lambda: Knowledge(library))
    return found
