"""Sets of documents as whole numbers: bit i is document i, so the lowest bit ranks first."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice

# A short list is smaller than a bitmap and as quick; a long one is turned into a bitmap once.
FEW = 256
NOT_ZERO = re.compile(rb"[^\0]", re.DOTALL)
BITS_OF_BYTE = [tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
CHUNK = 256

Posting = array | int


def bits(ids: Iterable[int], size: int) -> int:
    """Return the set of these documents; `size` is one more than the highest possible id."""
    if not ids:
        return 0
    held = bytearray((size >> 3) + 1)
    for i in ids:
        held[i >> 3] |= 1 << (i & 7)
    return int.from_bytes(held, "little")


def posting(ids: list[int], size: int) -> Posting:
    """Return the ids in the form that is cheaper to keep."""
    return array("I", ids) if len(ids) < FEW else bits(ids, size)


def union(postings: Iterable[Posting], size: int) -> int:
    """Return all documents of several postings."""
    found, few = 0, array("I")
    for one in postings:
        if isinstance(one, int):
            found |= one
        else:
            few.extend(one)
    return found | bits(few, size) if few else found


def without(some: int, others: int) -> int:
    """Return the documents of `some` that are not in `others`."""
    return some ^ (some & others)


def select(found: int, offset: int, limit: int) -> list[int]:
    """Return the ids of the hits number `offset` to `offset + limit`, lowest first."""
    raw = found.to_bytes((found.bit_length() + 7) >> 3, "little")
    start = 0
    while offset and start < len(raw):
        inside = int.from_bytes(raw[start : start + CHUNK], "little").bit_count()
        if inside > offset:
            break
        offset, start = offset - inside, start + CHUNK
    return list(islice(ids_of(raw, start), offset, offset + limit))


def ids_of(raw: bytes, start: int = 0) -> Iterator[int]:
    """Yield the ids of the bits that are set, from byte `start` on."""
    for match in NOT_ZERO.finditer(raw, start):
        place = match.start()
        base = place << 3
        for bit in BITS_OF_BYTE[raw[place]]:
            yield base + bit


def all_ids(found: int) -> Iterator[int]:
    """Yield all ids of a set, lowest first."""
    return ids_of(found.to_bytes((found.bit_length() + 7) >> 3, "little"))
