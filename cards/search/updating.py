"""Continues the index of an earlier release: what fifty new cards change costs what fifty cards cost."""

from __future__ import annotations

import shutil
import sqlite3
from array import array
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from pyroaring import FrozenBitMap

from cards.folding import fold
from cards.models import Change, Release
from cards.search import files
from cards.search.corpus import PARTS, Document, read_part
from cards.search.disk import NOTHING as EMPTY
from cards.search.disk import File, opened, row_of, unguarded
from cards.search.families import OWN_NAMES, PART, SPELLINGS, WORDS, Scope
from cards.search.index import DOCUMENT, place_of
from cards.search.lexicon import Splitter, lemma, sound
from cards.search.postings import END, Postings, Vocabulary
from cards.search.writing import Analysed, derived, groupings, put, remember, write_lines
from cards.vocabulary import ChangeKind

CARDS = "karte"
# More documents than these behind the first ones, and the index is written anew.
MOST_LATE = 2_000
STEMMED = tuple(family for scope, family in WORDS.items() if scope not in (Scope.NAME_SPELLED, Scope.SPELLED))


def continued(draft: Path, release: str) -> bool:
    """Write the index of a release from the newest one there is; False where too much else has changed since."""
    file = next(filter(None, map(opened, files.newest())), None)
    keys = changed_since(file.meta("release")) if file else None
    if file is None or keys is None or len(file.meta(_late(file))) + len(keys) > MOST_LATE:
        return False
    shutil.copyfile(file.path(), draft)
    rows = unguarded(str(draft))
    rows.execute("BEGIN")
    Update(rows).bring(keys, read_part(PARTS[CARDS], keys))
    remember(rows, {"release": release})
    rows.execute("COMMIT")
    rows.close()
    return True


def changed_since(release: str) -> list[str] | None:
    """Return the cards that have changed since; None where something else has, or nobody wrote down what."""
    before, newest = (Release.objects.filter(**asked).first() for asked in ({"version": release}, {}))
    if before is None or newest is None or before.fixtures != newest.fixtures:
        return None
    rows = list(
        Change.objects.filter(release__gt=before.pk).values_list("release_id", "kind", "key", "what")[
            : 2 * MOST_LATE
        ]
    )
    later = set(Release.objects.filter(pk__gt=before.pk).values_list("pk", flat=True))
    others = [row for row in rows if row[1] != "card" and row[1::2] != ("set", ChangeKind.ADDED)]
    if others or {row[0] for row in rows} != later:
        return None
    return sorted({key for _, kind, key, _ in rows if kind == "card"})


def _late(file: File) -> str:
    return f"late {file.meta('parts').index(CARDS)}"


class Update:
    """Takes documents of the cards out of an index and puts others in."""

    def __init__(self, rows: sqlite3.Connection) -> None:
        self.rows = rows
        self.file = File(rows)
        self.parts = len(self.file.meta("parts"))
        self.number = self.file.meta("parts").index(CARDS)
        self.common = frozenset(self.file.meta(f"common {self.number}"))

    def bring(self, keys: Collection[str], documents: list[Document]) -> None:
        """Let these documents take the place of whatever had these keys."""
        gone, come = dict(self._with(keys)), dict(enumerate(documents, self._next()))
        fields = {*self.file.meta(f"fields {self.number}"), *(name for d in documents for name in d.values)}
        remember(self.rows, {f"fields {self.number}": sorted(fields)})
        self._words(self._list(gone, come))
        write_lines(self.rows, self.number, {**dict.fromkeys(gone), **come})
        self._order()

    def _with(self, keys: Collection[str]) -> Iterator[tuple[int, Document]]:
        asked = "SELECT id, body FROM document WHERE key = ? AND id >= ? AND id < ?"
        for key in keys:
            place = (key, row_of(self.number, 0), row_of(self.number + 1, 0))
            for row, body in self.rows.execute(asked, place).fetchall():
                yield row - row_of(self.number, 0), DOCUMENT.decode(body)

    def _next(self) -> int:
        asked = "SELECT max(id) FROM document WHERE id < ?"
        last = self.rows.execute(asked, (row_of(self.number + 1, 0),)).fetchone()[0]
        return max(last - row_of(self.number, 0) + 1, self.file.meta(f"first {self.number}"))

    # What can be said of each document alone

    def _list(self, gone: dict[int, Document], come: dict[int, Document]) -> set[str]:
        """Change the sets and rows of these documents; return their words."""
        leave, enter = (Analysed([*some.values()], Vocabulary({END: 0})) for some in (gone, come))
        before, after = self._listed(leave, [*gone]), self._listed(enter, [*come])
        for family in before.keys() | after.keys():
            off, on = before.get(family, {}), after.get(family, {})
            held = {key: self._set(self.number, family, key) for key in off.keys() | on.keys()}
            left = {key: (ids - off.get(key, EMPTY)) | on.get(key, EMPTY) for key, ids in held.items()}
            self._put(self.number, family, left)
        self.rows.executemany("DELETE FROM document WHERE id = ?", [(row_of(self.number, i),) for i in gone])
        self.rows.executemany("INSERT INTO document VALUES (?, ?, ?, ?)", enter.rows(self.number, come))
        return (leave.vocabulary.keys() | enter.vocabulary) - {END}

    def _listed(self, some: Analysed, ids: list[int]) -> dict[int, dict[str, FrozenBitMap]]:
        """Return the sets of some documents alone, by their numbers in the index."""
        return {
            family: {key: FrozenBitMap([ids[place] for place in places]) for key, places in found.sets()}
            for family, found in some.listed(some.spelled(), self.common).items()
        }

    def _set(self, number: int, family: int, key: str) -> FrozenBitMap:
        asked = "SELECT ids FROM posting WHERE family = ? AND key = ?"
        row = self.rows.execute(asked, (number * PART + family, key)).fetchone()
        return FrozenBitMap.deserialize(row[0]) if row else EMPTY

    def _put(self, number: int, family: int, held: dict[str, FrozenBitMap]) -> None:
        put(self.rows, number * PART + family, ((key, ids) for key, ids in held.items() if ids))
        empty = [(number * PART + family, key) for key, ids in held.items() if not ids]
        self.rows.executemany("DELETE FROM posting WHERE family = ? AND key = ?", empty)

    # Words

    def _words(self, touched: set[str]) -> None:
        """Bring words, their parts and their stems up to date, and the sets that follow from them."""
        known = dict(self._parts(touched))
        new = {word for word in touched - known.keys() if self._stands(word)}
        old = {word for word in known if not self._stands(word)}
        self.rows.executemany("INSERT INTO word VALUES (?, ?, '')", [(word, fold(word)) for word in new])
        self.rows.executemany("DELETE FROM word WHERE word = ?", [(word,) for word in old])
        split = self._split(new, old)
        before = {**known, **{word: parts for word, (parts, _) in split.items()}}
        after = {word: parts for word, parts in known.items() if word not in old}
        after |= {word: parts for word, (_, parts) in split.items()}
        everywhere = {stem for word in split.keys() | old for stem in self._stems(word, before, after)}
        self._write_stems(everywhere, before, after, new, old)
        here = {stem for word in touched for stem in self._stems(word, before, after)}
        for number in range(self.parts):
            cards = number == self.number
            self._derive(number, everywhere | here if cards else everywhere, touched if cards else set())
        if new or old:
            self._sounds()

    def _stems(self, word: str, *parts: dict[str, tuple[str, ...]]) -> set[str]:
        return {lemma(word), *(part for some in parts for part in some.get(word, ()))}

    def _parts(self, words: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for word in words:
            row = self.rows.execute("SELECT parts FROM word WHERE word = ?", (word,)).fetchone()
            if row:
                yield word, tuple(row[0].split())

    def _stands(self, word: str) -> bool:
        """Say whether any document of any part has this word."""
        families = (n * PART + family for n in range(self.parts) for family in SPELLINGS.values())
        asked = "SELECT 1 FROM posting WHERE family = ? AND key = ?"
        return any(self.rows.execute(asked, (family, word)).fetchone() for family in families)

    def _split(self, new: set[str], old: set[str]) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return the words whose parts are others now, each with its parts before and after."""
        changed = {fold(word) for word in new | old}
        lengths = sorted({len(folded) for folded in changed})
        rows = self.rows.execute("SELECT word, folded, parts FROM word").fetchall()
        splitter, found = Splitter(frozenset(folded for _, folded, _ in rows)), {}
        for word, folded, held in rows:
            near = word in new or any(folded[:n] in changed or folded[-n:] in changed for n in lengths)
            if near and ((parts := splitter.parts(word)) != tuple(held.split()) or word in new):
                found[word] = (tuple(held.split()), parts)
        given = [(" ".join(parts), word) for word, (_, parts) in found.items()]
        self.rows.executemany("UPDATE word SET parts = ? WHERE word = ?", given)
        return found

    def _write_stems(
        self,
        stems: set[str],
        before: dict[str, tuple[str, ...]],
        after: dict[str, tuple[str, ...]],
        new: set[str],
        old: set[str],
    ) -> None:
        changed = before.keys() | after.keys()
        for stem in stems:
            row = self.rows.execute("SELECT words, compounds FROM stem WHERE stem = ?", (stem,)).fetchone()
            forms, compounds = (set(some.split()) for some in row or ("", ""))
            forms = (forms - old) | {word for word in new if lemma(word) == stem}
            compounds -= {word for word in changed if stem in before.get(word, ())}
            compounds |= {word for word in changed if stem in after.get(word, ())}
            self.rows.execute("DELETE FROM stem WHERE stem = ?", (stem,))
            if forms or compounds:
                given = (stem, " ".join(sorted(forms)), " ".join(sorted(compounds)))
                self.rows.execute("INSERT INTO stem VALUES (?, ?, ?)", given)

    def _derive(self, number: int, stems: set[str], words: set[str]) -> None:
        """Write anew what follows for these stems and words from where words are spelled."""
        asked = "SELECT words, compounds FROM stem WHERE stem = ?"
        rows = (self.rows.execute(asked, (stem,)).fetchone() for stem in stems)
        bearing = sorted({word for row in rows if row for some in row for word in some.split()} | words)
        spelled = {
            zone: Postings.of_sets({word: self._set(number, family, word) for word in bearing})
            for zone, family in SPELLINGS.items()
        }
        parts = dict(self._parts(bearing))
        groups = groupings(bearing, [parts.get(word, ()) for word in bearing])
        found = {family: dict(some.sets()) for family, some in derived(spelled, *groups).items()}
        for family in STEMMED:
            self._put(number, family, {stem: found[family].get(stem, EMPTY) for stem in stems})
        together = found[WORDS[Scope.SPELLED]]
        self._put(number, WORDS[Scope.SPELLED], {word: together.get(word, EMPTY) for word in words})

    def _sounds(self) -> None:
        known = dict(zip(*(self.file.meta(name).split(" ") for name in ("words", "sounds")), strict=True))
        words = [word for (word,) in self.rows.execute("SELECT word FROM word ORDER BY word")]
        heard = [known.get(word) or sound(word) for word in words]
        remember(self.rows, {"words": " ".join(words), "sounds": " ".join(heard)})

    # Orders

    def _order(self) -> None:
        """Say of the late documents before which of the first ones they come, and order the names anew."""
        first = self.file.meta(f"first {self.number}")
        rows = self.rows.execute(
            "SELECT id FROM document WHERE id >= ? AND id < ? ORDER BY id",
            (row_of(self.number, 0), row_of(self.number + 1, 0)),
        )
        ids = [row - row_of(self.number, 0) for (row,) in rows]
        early = [i for i in ids if i < first]
        late = sorted((self._order_of(i), i) for i in ids if i >= first)
        places = [bisect(early, order, key=self._order_of) for order, _ in late]
        listed = [
            (i, early[at] if at < len(early) else first) for at, (_, i) in zip(places, late, strict=True)
        ]
        ranks = {i: place_of((before, at)) for at, (i, before) in enumerate(listed)}
        order = [
            i
            for _, some in self.file.between(self.number * PART + OWN_NAMES)
            for i in (sorted(some, key=lambda i: ranks.get(i, (i, -1))) if len(some) > 1 else some)
        ]
        own = {"late": listed, "by name": array("I", order).tobytes()}
        remember(self.rows, {f"{name} {self.number}": value for name, value in own.items()})

    def _order_of(self, i: int) -> tuple[object, ...]:
        asked = "SELECT body FROM document WHERE id = ?"
        return DOCUMENT.decode(self.rows.execute(asked, (row_of(self.number, i),)).fetchone()[0]).order
