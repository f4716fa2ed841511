"""What a release added, changed, removed or renamed: found by hashing every object's entry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from cards.models import Change, Redirect, Release
from cards.vocabulary import ChangeKind

Key = tuple[str, str]


def record(release: Release, objects: Mapping[Key, tuple[str, Any]]) -> int:
    """Write what the release did to each object `(kind, id) -> (title, entry)`; return how many changed."""
    before = {(row.kind, row.key): row for row in newest()}
    rows = [*_written(before, objects), *_gone(before, objects)]
    for row in rows:
        row.release = release
    Change.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def newest() -> Iterator[Change]:
    """Return the newest row of every object that is still there."""
    latest: dict[Key, Change] = {}
    for row in Change.objects.order_by("release_id"):
        latest[row.kind, row.key] = row
    return (row for row in latest.values() if row.what not in {ChangeKind.REMOVED, ChangeKind.RENAMED})


def text_hash(entry: Any) -> str:
    """Return the hash of an entry's canonical JSON."""
    written = json.dumps(entry, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()


def _written(before: Mapping[Key, Change], objects: Mapping[Key, tuple[str, Any]]) -> Iterator[Change]:
    for (kind, key), (title, entry) in objects.items():
        known, reads = before.get((kind, key)), text_hash(entry)
        if known and known.text_hash == reads:
            continue
        what = ChangeKind.CHANGED if known else ChangeKind.ADDED
        yield Change(kind=kind, key=key, what=what, title=title, text_hash=reads)


def _gone(before: Mapping[Key, Change], objects: Mapping[Key, tuple[str, Any]]) -> Iterator[Change]:
    moved = {(row.kind, row.old): row.new for row in Redirect.objects.all()}
    for (kind, key), known in before.items():
        if (kind, key) in objects:
            continue
        new = moved.get((kind, key), "")
        what = ChangeKind.RENAMED if new else ChangeKind.REMOVED
        yield Change(kind=kind, key=key, what=what, title=known.title, new=new)
