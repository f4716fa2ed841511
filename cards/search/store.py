"""The index of the present state of the data: built once per process and release, then only read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import connections, router

from cards.folding import sort_key, words
from cards.models import Release
from cards.per_release import PerRelease, saw
from cards.search.corpus import LABELS, PARTS, SYNONYMS, Document, Labels, merged, read_part
from cards.search.index import Index
from cards.search.lexicon import Lexicon
from cards.search.phrases import Phrases, build_phrases
from cards.search.values import Catalogue, build_catalogue


@dataclass(frozen=True)
class Corpus:
    """Everything that can be found in one state of the data."""

    release: str
    lexicon: Lexicon
    catalogue: Catalogue
    indexes: dict[str, Index]
    # Every name with the document it belongs to, in alphabetical order, for completion.
    names: list[tuple[str, str, Document]]
    # Reads phrases; none where a corpus is made of a few documents only.
    phrases: Phrases | None = None


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
    return _corpus.at(release, _build) if release else _build()


def _build() -> Corpus:
    with without_collector():
        return build()


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


def build() -> Corpus:
    """Read all parts and index them; what was read while a release was written is read again."""
    release = newest_release()
    documents = {part.key: read_part(part) for part in PARTS.values()}
    labels, synonyms = merged(LABELS), merged(SYNONYMS)
    if release != newest_release():
        return build()
    corpus = build_from(documents, release, labels, synonyms)
    return replace(corpus, phrases=build_phrases(corpus.catalogue, corpus.indexes["karte"], corpus.lexicon))


def build_from(
    documents: dict[str, list[Document]],
    release: str,
    labels: Labels | None = None,
    more: Labels | None = None,
) -> Corpus:
    """Index the documents of each part; the words of all parts explain each other."""
    vocabulary = {word for some in documents.values() for d in some for word in _words(d)}
    lexicon = Lexicon(vocabulary)
    indexes = {part: Index(some, lexicon) for part, some in documents.items()}
    return Corpus(release, lexicon, _catalogue(indexes, labels or {}, more or {}), indexes, _names(documents))


def _words(document: Document) -> list[str]:
    texts = (document.name, *document.others, document.text, document.values.get("klar_words", ""))
    return [word for text in texts for word in words(text)]


def _catalogue(indexes: dict[str, Index], labels: Labels, more: Labels) -> Catalogue:
    """Name the values that exist, and those that stand in the data; one without a label is its own."""
    known = {field: dict(named) for field, named in labels.items()}
    for index in indexes.values():
        for field, values in index.choices.items():
            named = known.setdefault(field, {})
            named.update({key: key for key in values if key not in named})
    return build_catalogue(known, more)


def _names(documents: dict[str, list[Document]]) -> list[tuple[str, str, Document]]:
    found = [
        (sort_key(name), name, document)
        for some in documents.values()
        for document in some
        if document.part in ("karte", "begriff")
        for name in dict.fromkeys((document.name, *document.others))
    ]
    return sorted(found, key=lambda entry: entry[0])
