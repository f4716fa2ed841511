"""Which documents stand under which key, for all keys at once: arrays, because there are millions of such pairs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt
from pyroaring import FrozenBitMap

from cards.folding import lower, sort_key, without_umlauts

Numbers = npt.NDArray[np.int64]
# What ends a text among the words of many; it stands before every word and in none.
END = "\0"
TOKEN = re.compile(rf"[^\W_]+|{END}")
BITS = 32
DOCUMENT = (1 << BITS) - 1
NONE = np.zeros(0, np.uint32)


@dataclass(frozen=True, eq=False)
class Postings:
    """Pairs of a key, by its place in the list of keys, and a document, in order and each of them once."""

    keys: Sequence[str]
    pairs: Numbers

    @classmethod
    def of(cls, listed: Mapping[str, Collection[int]]) -> Postings:
        """Take over what stands under each key."""
        keys = sorted(listed)
        counts = np.array([len(listed[key]) for key in keys], np.int64)
        places = np.repeat(np.arange(len(keys)), counts)
        found = chain.from_iterable([listed[key] for key in keys])
        return cls(keys, paired(places, np.fromiter(found, np.int64, counts.sum())))

    @classmethod
    def of_sets(cls, held: Mapping[str, FrozenBitMap]) -> Postings:
        """Take over sets, whose keys are in order."""
        arrays = [np.frombuffer(ids.to_array(), np.uint32) if ids else NONE for ids in held.values()]
        places = np.repeat(np.arange(len(held)), [len(some) for some in arrays])
        return cls([*held], (places << BITS) | np.concatenate([NONE, *arrays]))

    @classmethod
    def each(cls, keys: Sequence[str], documents: Iterable[int]) -> Postings:
        """Take over a key for each of some documents."""
        met = Vocabulary()
        places = np.fromiter(map(met.__getitem__, keys), np.int64, len(keys))
        known = sorted(met)
        return cls(known, paired(ranks(known, met)[places], np.fromiter(documents, np.int64, len(keys))))

    def __or__(self, other: Postings) -> Postings:
        """Return what stands under a key here or there; both have the same keys."""
        return Postings(self.keys, once(np.concatenate((self.pairs, other.pairs))))

    def documents(self) -> npt.NDArray[np.uint32]:
        """Return the documents in the order of the keys."""
        return self.pairs.astype(np.uint32)

    def counts(self) -> Numbers:
        """Return for each key how many documents stand under it."""
        return np.bincount(self.pairs >> BITS, minlength=len(self.keys))

    def sets(self) -> Iterator[tuple[str, FrozenBitMap]]:
        """Yield each key under which something stands, with all that does."""
        documents, counts = self.documents().data, self.counts()
        end = 0
        for place in np.flatnonzero(counts).tolist():
            start, end = end, end + int(counts[place])
            yield self.keys[place], FrozenBitMap(documents[start:end])


def paired(keys: Numbers, documents: Numbers) -> Numbers:
    """Return the pairs of these keys and documents, in order and each once."""
    return once((keys << BITS) | documents)


def once(pairs: Numbers) -> Numbers:
    pairs = np.sort(pairs)
    return pairs[np.diff(pairs, prepend=-1) > 0]


class Grouping:
    """Puts what stands under some keys under others: the forms of a word, and the compounds with it, under its stem."""

    def __init__(self, groups: Sequence[Collection[str]]) -> None:
        self.keys = sorted({*chain.from_iterable(groups)})
        place = {key: i for i, key in enumerate(self.keys)}
        self._counts = np.array([len(some) for some in groups], np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        found = [place[key] for key in chain.from_iterable(groups)]
        self._places = np.array(found, np.int64)

    def of(self, found: Postings) -> Postings:
        """Put each document under all groups of its key."""
        keys = found.pairs >> BITS
        counts = self._counts[keys]
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        places = self._places[np.repeat(self._starts[keys], counts) + within]
        return Postings(self.keys, paired(places, np.repeat(found.pairs & DOCUMENT, counts)))


class Vocabulary(dict[str, int]):
    """Words, each with a number that it gets when it is first met."""

    def __missing__(self, word: str) -> int:
        self[word] = number = len(self)
        return number


def ranks(words: Sequence[str], vocabulary: Vocabulary) -> Numbers:
    """Return for each number of the vocabulary the place of its word among these."""
    found = np.empty(len(words), np.int64)
    found[[vocabulary[word] for word in words]] = np.arange(len(words))
    return found


class Texts:
    """The texts of one zone of many documents, taken apart in one go: what costs is each call, not each letter."""

    def __init__(self, texts: Iterable[str], vocabulary: Vocabulary) -> None:
        given = [text.replace(END, " ") for text in texts]
        words = TOKEN.findall(lower(END.join([*given, ""])))
        self._words = np.fromiter(map(vocabulary.__getitem__, words), np.int64, len(words))
        folded = without_umlauts(" ".join(words))
        # Every text in its normal form.
        self.folded = [text.strip() for text in folded.split(END)[:-1]]
        if not folded.isascii():
            # Other letters than German ones have accents that stand for themselves.
            self.folded = [
                folded if folded.isascii() else sort_key(text)
                for folded, text in zip(self.folded, given, strict=True)
            ]

    def spelled(self, words: Sequence[str], ranks: Numbers) -> Postings:
        """Return the words of the texts as they are spelled; `ranks` holds the place of each number among all words."""
        inside = self._words != 0
        return Postings(words, paired(ranks[self._words[inside]], np.cumsum(~inside)[inside]))

    def neighbours(self, common: Collection[str]) -> Postings:
        """Return where two common words follow each other: the one case in which looking would take long."""
        known = [END, *sorted(common)]
        place = {word: i for i, word in enumerate(known)}
        row = f" {END} ".join(self.folded).split()
        words = np.array([place.get(word, -1) for word in row], np.int64)
        both = (words[:-1] > 0) & (words[1:] > 0)
        found = (words[:-1] * len(known) + words[1:])[both]
        distinct, places = np.unique(found, return_inverse=True)
        keys = [f"{known[pair // len(known)]} {known[pair % len(known)]}" for pair in distinct.tolist()]
        return Postings(keys, paired(places, np.cumsum(words == 0)[:-1][both]))
