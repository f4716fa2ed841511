"""States of the data („Stand“): every write makes one, in the transaction of the write."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils import timezone

from cards.changes import record, text_hash
from cards.models import Release
from cards.parts import Objects, registered

LENGTH = 12


def newest_release() -> Release | None:
    return Release.objects.order_by("-id").first()


def fixtures_hash(root: Path) -> str:
    """Return the hash of every data file below a folder, names included."""
    digest = hashlib.sha256()
    for file in sorted(root.rglob("*.yaml")):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def make_release(note: str, *, fixtures: str | None = None) -> Release:
    """Record the present state; equal data have an equal version, whatever way led to them."""
    before = newest_release()
    objects: dict[tuple[str, str], tuple[str, Mapping[str, Any]]] = {}
    for part in registered():
        objects.update(part.objects())
    release = Release.objects.create(
        version=_version(objects),
        made_at=timezone.now(),
        note=note,
        fixtures=fixtures if fixtures is not None else (before.fixtures if before else ""),
    )
    record(release, objects)
    return release


def _version(objects: Objects) -> str:
    reads = sorted((kind, key, text_hash(entry)) for (kind, key), (_title, entry) in objects.items())
    return text_hash(reads)[:LENGTH]
