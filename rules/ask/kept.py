"""What was learned, as it is kept in fixtures/ask: the axes, the weights, and every phrasing as it lies on the axes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cards.per_release import PerRelease
from rules.ask import mood
from rules.ask.data import FOLDER
from rules.ask.judging import Weights
from rules.ask.meaning import Features, Space, packed, small, unit, unpacked
from rules.ask.wording import Vocabulary, Wording
from rules.facts import fixtures_folder

SPACE, PHRASINGS, WEIGHTS = "meaning.npz", "phrasings.npz", "weights.npz"


class Laid(NamedTuple):
    """Phrasings on the axes, with their moods; all words that occur in them, and which of them has which."""

    dense: Any
    said: Any
    vocabulary: list[str]
    wording: Wording


class Kept(NamedTuple):
    """Phrasings as they lay when the axes were learned, and where each of them is, by a name of its own."""

    places: dict[bytes, int]
    laid: Laid


def laid_out(
    asked: Sequence[str], reading: Callable[[str], Features], space: Space, kept: Kept | None = None
) -> Laid:
    """Return phrasings as they lie; what is kept need not be read again."""
    dense = np.zeros((len(asked), space.axes.shape[1]), dtype=np.float32)
    said = np.zeros(len(asked), dtype=np.uint32)
    words = Vocabulary(space, kept.laid.vocabulary, kept.laid.wording.rows) if kept else Vocabulary(space)
    written: list[Any] = []
    for place, text in enumerate(asked):
        old = kept.places.get(digest(text)) if kept else None
        if old is None or kept is None:
            found = reading(text)
            dense[place], said[place] = space.lay(found), mood.mask(text)
            written.append(words.read(found))
        else:
            dense[place], said[place] = kept.laid.dense[old], kept.laid.said[old]
            written.append(kept.laid.wording.of_phrasing(old))
    return Laid(dense, said, [*words.places], words.wording(written))


def keep(path: Path, asked: Sequence[str], laid: Laid) -> None:
    """Write phrasings as they lie."""
    names = b"".join(digest(text) for text in asked)
    np.savez_compressed(
        path,
        names=np.frombuffer(names, dtype=np.uint8),
        dense=small(laid.dense),
        said=laid.said,
        vocabulary=packed(laid.vocabulary),
        rows=laid.wording.rows,
        words=laid.wording.words,
        starts=laid.wording.starts,
        rare=laid.wording.rare,
    )


def digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=DIGEST).digest()


DIGEST = 8
_axes: PerRelease[Space] = PerRelease()
_phrasings: PerRelease[Kept] = PerRelease()
_judging: PerRelease[Weights] = PerRelease()


def space() -> Space:
    path = fixtures_folder() / FOLDER / SPACE
    return _axes.at(_of(path), lambda: Space.load(path))


def weights() -> Weights:
    path = fixtures_folder() / FOLDER / WEIGHTS
    return _judging.at(_of(path), lambda: Weights.load(path))


def phrasings() -> Kept:
    path = fixtures_folder() / FOLDER / PHRASINGS
    return _phrasings.at(_of(path), lambda: _read_kept(path))


def _of(path: Path) -> tuple[str, int, int]:
    stat = path.stat()
    return str(path), stat.st_mtime_ns, stat.st_size


def _read_kept(path: Path) -> Kept:
    with np.load(path, allow_pickle=False) as found:
        names = found["names"].tobytes()
        places = {names[at : at + DIGEST]: at // DIGEST for at in range(0, len(names), DIGEST)}
        wording = Wording(found["rows"], found["words"], found["starts"], found["rare"])
        laid = Laid(unit(found["dense"]), found["said"], unpacked(found["vocabulary"]), wording)
        return Kept(places, laid)
