"""The index of the present state of the data: one file per release and machine, which every worker opens."""

from __future__ import annotations

import gc
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from heapq import merge
from pathlib import Path

from django.conf import settings
from django.db import connections, router

from cards.folding import sort_key
from cards.models import Card, Release
from cards.per_release import PerRelease, saw
from cards.search import files, updating
from cards.search.corpus import LABELS, PARTS, SYNONYMS, Document, Labels, merged, read_part
from cards.search.disk import LAST, File, new, opened, unguarded
from cards.search.families import CHOICES, PART, VALUES
from cards.search.index import Index
from cards.search.lexicon import Lexicon
from cards.search.phrases import Phrases, build_phrases
from cards.search.values import Catalogue, build_catalogue
from cards.search.writing import remember, write

logger = logging.getLogger(__name__)
# The parts whose names complete what is typed.
NAMED = ("karte", "begriff")
# A process that serves writes the index of so many cards by itself.
MOST_HERE = 5_000


@dataclass(frozen=True)
class Corpus:
    """Everything that can be found in one state of the data."""

    release: str
    lexicon: Lexicon
    catalogue: Catalogue
    indexes: dict[str, Index]
    # Reads phrases; none where a corpus is made of a few documents only.
    phrases: Phrases | None = None

    def names_from(self, typed: str) -> Iterator[tuple[str, Document]]:
        """Yield the names that begin so in alphabetical order, each with the document it belongs to."""
        asked = [self._names(self.indexes[part], typed) for part in NAMED if part in self.indexes]
        return ((name, document) for _, _, name, document in merge(*asked, key=lambda found: found[:2]))

    def _names(self, index: Index, typed: str) -> Iterator[tuple[str, int, str, Document]]:
        for key, ids in index.all_names(typed, typed + LAST):
            for document in index.documents(index.first(ids, 0, len(ids))):
                for name in dict.fromkeys((document.name, *document.others)):
                    if sort_key(name) == key:
                        yield key, index.number, name, document


NEWEST = f"SELECT version FROM {Release._meta.db_table} ORDER BY id DESC LIMIT 1"  # noqa: S608 - our own table
_corpus: PerRelease[Corpus] = PerRelease()


def newest_release() -> str:
    """Return the version of the data that is in force; empty while there are none."""
    # Every query asks this, and the ORM would take longer for it than the search for its answer.
    with connections[router.db_for_read(Release)].cursor() as cursor:
        cursor.execute(NEWEST)
        row = cursor.fetchone()
    saw(row[0] if row else "")
    return row[0] if row else ""


def current(known: str = "") -> Corpus:
    """Return the corpus of the newest release; data without a release are read afresh each time.

    Who has just read the newest release says so by `known`, and it is not read again.
    """
    if known and (held := _corpus.held(known)):
        return held
    release = newest_release()
    return _corpus.at(release, build) if release else build()


def build() -> Corpus:
    """Open the file of the newest release; whoever finds none writes it, and the others of the machine wait for it."""
    release = newest_release()
    if not release:
        return _in_memory("")
    path = files.path_of(release)
    # Read before anything is locked: so it serves as well where nothing can be written.
    if file := opened(path):
        return read(file)
    try:
        with files.alone():
            file = opened(path) or _written(path, release)
            if file is None:
                raise sqlite3.DatabaseError("Was geschrieben wurde, lässt sich nicht lesen.")
    except (OSError, sqlite3.Error) as error:
        logger.warning("Der Suchindex liegt nur im Speicher dieses Prozesses: %s", error)
        return _in_memory(release)
    except Overtaken:
        return build()
    return read(file)


def anew(corpus: Corpus, error: sqlite3.DatabaseError) -> Corpus:
    """Write the index again whose file turned out to be damaged."""
    logger.warning("Der Suchindex ist beschädigt und wird neu geschrieben: %s", error)
    files.path_of(corpus.release).unlink(missing_ok=True)
    _corpus.forget()
    return current()


class Overtaken(Exception):
    """While the data were read, a newer release came: what was read may be of both."""


def _written(path: Path, release: str) -> File | None:
    """Write the file of a release and open it."""
    with files.written(path) as draft:
        if updating.continued(draft, release):
            _labels(unguarded(str(draft)), merged(LABELS))
        elif Card.objects.count() > MOST_HERE:
            _write_beside(draft, release)
        else:
            write_file(draft, release)
        if release != newest_release():
            raise Overtaken
    files.tidy(path)
    return opened(path)


def _write_beside(draft: Path, release: str) -> None:
    """Write the file in a process of its own, so that this one does not keep the memory that it takes."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "write_index", str(draft), release]
    try:
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own command
    except (OSError, subprocess.SubprocessError) as error:
        logger.warning("Der Suchindex wird in diesem Prozess geschrieben: %s", error)
        draft.unlink(missing_ok=True)
        write_file(draft, release)


def write_file(draft: Path, release: str) -> None:
    """Write the index of a release into a file."""
    with without_collector():
        _fill(new(str(draft)), release)


def _in_memory(release: str) -> Corpus:
    """Index without a file: for data without a release, and where nothing can be written."""
    rows = new(":memory:")
    _fill(rows, release)
    return read(File(rows)) if release == newest_release() else build()


def _fill(rows: sqlite3.Connection, release: str) -> None:
    documents = {part.key: read_part(part) for part in PARTS.values()}
    write(rows, documents, {"release": release})
    _labels(rows, merged(LABELS))


def build_from(
    documents: dict[str, list[Document]],
    release: str,
    labels: Labels | None = None,
    more: Labels | None = None,
) -> Corpus:
    """Index the documents of each part, in memory; the words of all parts explain each other."""
    rows = new(":memory:")
    write(rows, documents, {"release": release})
    _labels(rows, labels or {})
    return replace(_opened(File(rows), more or {}), phrases=None)


def read(file: File) -> Corpus:
    """Return the corpus that lies in a file."""
    corpus = _opened(file, merged(SYNONYMS))
    return replace(corpus, phrases=build_phrases(corpus.catalogue, corpus.indexes["karte"], corpus.lexicon))


def _opened(file: File, more: Labels) -> Corpus:
    lexicon = Lexicon(file)
    indexes = {part: Index(file, number, lexicon) for number, part in enumerate(file.meta("parts"))}
    distinct, fields = file.meta("labels")
    once: dict[str, str] = {}
    shared = [{once.setdefault(k, k): once.setdefault(v, v) for k, v in named.items()} for named in distinct]
    known = {name: shared[place] for name, place in fields.items()}
    return Corpus(file.meta("release"), lexicon, build_catalogue(known, more), indexes)


def _labels(rows: sqlite3.Connection, labels: Mapping[str, Mapping[str, str]]) -> None:
    """Name the values that exist, and those that stand in the data; one without a label is its own."""
    file = File(rows)
    known = {field: dict(named) for field, named in labels.items()}
    for name in CHOICES:
        named = known.setdefault(name, {})
        for number in range(len(file.meta("parts"))):
            values = file.family(number * PART + VALUES[name])
            named.update({key: key for key in values if key not in named})
    distinct: list[dict[str, str]] = []
    for named in known.values():
        if named not in distinct:
            distinct.append(named)
    remember(rows, {"labels": (distinct, {name: distinct.index(named) for name, named in known.items()})})


@contextmanager
def without_collector() -> Iterator[None]:
    """Look for no garbage meanwhile: an index is millions of objects that all stay, and looking takes a third."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
