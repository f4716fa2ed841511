"""States of the data („Stand“): every write makes one, in the transaction of the write."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils import timezone

from cards.changes import record, text_hash
from cards.entries import redirect_entry, source_entry
from cards.models import Redirect, Release, Source
from cards.parts import Objects, registered

LENGTH = 12
# Rows, and what was learned from them.
DATA = (".yaml", ".npz")


def newest_release() -> Release | None:
    return Release.objects.order_by("-id").first()


def fixtures_hash(root: Path) -> str:
    """Return the hash of every data file below a folder, names included: whatever is read has a part in it."""
    digest = hashlib.sha256()
    for file in sorted(path for path in root.rglob("*") if path.suffix in DATA):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def make_release(note: str, *, fixtures: str | None = None) -> Release:
    """Record the present state; equal data have an equal version, whatever way led to them."""
    before = newest_release()
    objects: dict[tuple[str, str], tuple[str, Mapping[str, Any]]] = {}
    for part in registered():
        objects.update(part.objects())
    if fixtures is None:
        fixtures = before.fixtures if before else ""
    release = Release.objects.create(
        version=_version(objects, fixtures), made_at=timezone.now(), note=note, fixtures=fixtures
    )
    record(release, objects)
    return release


def _version(objects: Objects, fixtures: str) -> str:
    """Return the hash of everything that is read: what the database holds, and the files that the resolver reads."""
    reads = sorted((kind, key, text_hash(entry)) for (kind, key), (_title, entry) in objects.items())
    beside = [source_entry(source) for source in Source.objects.order_by("key")]
    moved = [redirect_entry(redirect) for redirect in Redirect.objects.order_by("kind", "old")]
    return text_hash([reads, beside, moved, fixtures])[:LENGTH]
