"""Everything at once: JSON Lines, SQLite and an archive of both per data version, built on first demand."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from django.conf import settings
from msgspec import Meta, Struct

from cards.models import Edition
from cards.serializers import Entry, Frame, Set, closed, present_set
from cardsite import stand
from cardsite.api import docs, resolving
from cardsite.api.exceptions import Problem, unknown
from cardsite.api.operation import Ask, get
from cardsite.api.pagination import Page, whole_list
from cardsite.api.ranges import Download
from cardsite.api.tables import Comparison, munchkin_boxes, present_row
from rules import comparing, querysets
from rules import serializers as shapes
from rules.models import Rule, Term

logger = logging.getLogger("cardsite.api")
GROUP = "Alles auf einmal"
LICENCE = (
    "Eigene Texte und Daten dieser Seite; Munchkin und Smash Up sind Marken ihrer Inhaber. Zum Nachschlagen und für "
    "Werkzeuge frei nutzbar, mit Nennung der Quelle."
)
MEDIA = {"jsonl": "application/x-ndjson", "sqlite": "application/vnd.sqlite3", "zip": "application/zip"}
SCHEMA_VERSION = 1
CHUNK = 200
KEPT_VERSIONS = 3


class BulkFile(Entry, kw_only=True):
    """Eine Datei mit dem ganzen Bestand eines Stands."""

    object: Literal["bulk_file"] = "bulk_file"
    id: Annotated[str, Meta(description="Der Dateiname.")]
    form: Annotated[
        str,
        closed(
            MEDIA,
            "jsonl: ein Objekt je Zeile. sqlite: eine Tabelle je Art, mit „json“. zip: beides mit Schemas.",
        ),
    ]
    media_type: str
    made_at: datetime
    size: Annotated[int, Meta(description="Bytes.")]
    sha256: str
    schema_version: int
    licence: str


def _rows(rows: Any, present: Callable[[Any, Frame], Any]) -> Callable[[Frame], Iterator[Any]]:
    return lambda frame: (present(row, frame) for row in rows().iterator(chunk_size=CHUNK))


def _comparisons(frame: Frame) -> Iterator[Any]:
    return (present_row(row, frame) for row in comparing.compare(munchkin_boxes()))


# The name of a kind, its shape, and how all of them are read.
KINDS: dict[str, tuple[type[Struct], Callable[[Frame], Iterator[Any]]]] = {
    "sets": (Set, _rows(Edition.objects.in_full, present_set)),
    "cards": (shapes.Card, _rows(shapes.cards_with_counts, shapes.present_card)),
    "rules": (shapes.Rule, _rows(Rule.objects.all, shapes.present_rule)),
    "rulings": (shapes.Ruling, _rows(querysets.rulings_in_full, shapes.present_ruling)),
    "questions": (shapes.Question, _rows(querysets.questions_in_full, shapes.present_question)),
    "terms": (shapes.Term, _rows(Term.objects.all, shapes.present_term)),
    "examples": (shapes.Example, _rows(querysets.examples_in_full, shapes.present_example)),
    "comparisons": (Comparison, _comparisons),
}


def file_name(at: stand.Stand, form: str) -> str:
    return f"munchkin-regeln-{at.made_at:%Y-%m-%d}-{at.version}-{at.number}.{form}"


@get("bulk", BulkFile, GROUP, listed=True, cost=20)
def bulk_list(ask: Ask) -> Page:
    """Dateien mit dem ganzen Bestand.

    Adressen in den Dateien beginnen mit „/“; setze den Namen der Seite davor. `sha256` und `size` sagen,
    ob eine Datei ganz angekommen ist.
    """
    at = stand.current()
    return whole_list(ask, [_described(at, form, ask.frame) for form in MEDIA])


def _described(at: stand.Stand, form: str, frame: Frame) -> BulkFile:
    path = built(at, form)
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return BulkFile(
        **frame.head(path.name, f"bulk/{path.name}"),
        form=form,
        media_type=MEDIA[form],
        made_at=at.made_at,
        size=path.stat().st_size,
        sha256=digest,
        schema_version=SCHEMA_VERSION,
        licence=LICENCE,
    )


@get(
    "bulk/<file:name>", {"type": "string", "format": "binary"}, GROUP, media=MEDIA["jsonl"],
    more_media=(MEDIA["sqlite"], MEDIA["zip"]), in_pieces=True,
    cost=20, max_age=31_536_000, example={"name": "munchkin-regeln-2026-01-31-0123456789ab-1.jsonl"},
)  # fmt: skip
def bulk_download(ask: Ask) -> Download:
    """Eine dieser Dateien.

    Auch mit Brotli, gzip oder Zstandard (`Accept-Encoding`) und in Stücken (`Range`, `If-Range`): Ein abgebrochenes
    Laden geht weiter, wo es abbrach. Größe und Prüfsumme gelten für die ausgepackte Datei.
    """
    name = ask["name"]
    at, form = stand.current(), name.rpartition(".")[2]
    path = built(at, form) if name == file_name(at, form) else _folder() / name
    if not path.exists():
        raise unknown(
            f"Die Datei „{name}“ gibt es nicht (mehr); „bulk“ nennt die heutigen.",
            name,
            [file_name(at, form)],
        )
    return Download(path, MEDIA[form])


def _folder() -> Path:
    folder = Path(settings.BULK_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def built(at: stand.Stand, form: str) -> Path:
    """Return the file of a data version; whoever asks first builds it, and nobody sees half of it."""
    try:
        path = _folder() / file_name(at, form)
        if not path.exists():
            _build(path, at, form)
    except (OSError, sqlite3.OperationalError) as error:
        # Mostly the disk is full.
        logger.error("Alles auf einmal: %s", error)
        reason = error.strerror if isinstance(error, OSError) else str(error)
        sentence = f"Die Datei lässt sich gerade nicht schreiben ({reason})."
        raise Problem("nicht-verfuegbar", sentence, headers={"Retry-After": "600"}) from error
    return path


def _build(path: Path, at: stand.Stand, form: str) -> None:
    handle, unfinished = tempfile.mkstemp(dir=path.parent, suffix=".part")
    os.close(handle)
    try:
        WRITERS[form](Path(unfinished), at)
        if stand.fresh() == at:
            Path(unfinished).replace(path)
            _remove_old(form)
    finally:
        Path(unfinished).unlink(missing_ok=True)


def _remove_old(form: str) -> None:
    files = sorted(_folder().glob(f"*.{form}"), key=lambda path: path.stat().st_mtime)
    for path in files[:-KEPT_VERSIONS]:
        for form_of_it in (path, *path.parent.glob(f"{path.name}.*")):
            form_of_it.unlink(missing_ok=True)


def _write_lines(path: Path, at: stand.Stand) -> None:
    head = {
        "object": "bulk", "stand": at.version, "made_at": at.made_at, "licence": LICENCE,
        "schema_version": SCHEMA_VERSION,
    }  # fmt: skip
    things = (thing for _, read in KINDS.values() for thing in read(Frame("", at.version)))
    with path.open("wb") as file:
        for thing in chain([head], things):
            file.write(msgspec.json.encode(thing) + b"\n")


def _write_sqlite(path: Path, at: stand.Stand) -> None:
    head = (at.version, at.made_at.isoformat(), LICENCE, SCHEMA_VERSION)
    with sqlite3.connect(path) as database:
        database.execute(
            "CREATE TABLE release (stand TEXT, made_at TEXT, licence TEXT, schema_version INTEGER)"
        )
        database.execute("INSERT INTO release VALUES (?, ?, ?, ?)", head)
        for kind, (shape, read) in KINDS.items():
            _write_table(database, kind, shape, read(Frame("", at.version)))
    database.close()


def _write_table(database: sqlite3.Connection, kind: str, shape: type[Struct], things: Iterator[Any]) -> None:
    """Write one kind: a column for each plain value, and the whole object as JSON."""
    names = [name for name in shape.__struct_fields__ if name not in {"object", "stand"}]
    columns = ", ".join(f'"{name}" {"TEXT PRIMARY KEY" if name == "id" else ""}' for name in names)
    database.execute(f'CREATE TABLE "{kind}" ({columns}, "json" TEXT NOT NULL)')
    marks = ", ".join("?" for _ in [*names, "json"])
    statement = f'INSERT INTO "{kind}" VALUES ({marks})'  # noqa: S608 - names of our own shapes
    rows = (
        [*(_plain(getattr(thing, name)) for name in names), msgspec.json.encode(thing).decode()]
        for thing in things
    )
    database.executemany(statement, rows)


def _plain(value: Any) -> Any:
    """Return a value as SQLite keeps it; lists and objects become JSON."""
    if value is None or value is msgspec.UNSET:
        return None
    return value if isinstance(value, (str, int, float)) else msgspec.json.encode(value).decode()


def _write_archive(path: Path, at: stand.Stand) -> None:
    """Write all that belongs to a release into one file: the data, what describes them, the licence."""
    told = {
        "openapi.json": msgspec.json.encode(docs.document()),
        **{f"schemas/{name}.json": msgspec.json.encode(resolving.schema(name)) for name in resolving.SCHEMAS},
        "LIZENZ.txt": f"{LICENCE}\n".encode(),
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in told.items():
            archive.writestr(_entry(name, at), content)
        for form in ("jsonl", "sqlite"):
            entry = _entry(file_name(at, form), at)
            with built(at, form).open("rb") as file, archive.open(entry, "w") as inside:
                shutil.copyfileobj(file, inside)


def _entry(name: str, at: stand.Stand) -> zipfile.ZipInfo:
    """Return an entry of the archive that is the same however often it is written."""
    entry = zipfile.ZipInfo(name, (at.made_at.year, at.made_at.month, at.made_at.day, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


WRITERS: dict[str, Callable[[Path, stand.Stand], None]] = {
    "jsonl": _write_lines,
    "sqlite": _write_sqlite,
    "zip": _write_archive,
}
