"""What was computed for an address is kept while the data stay the same, up to a number of bytes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from cards.per_release import PerRelease

T = TypeVar("T")


class Shelf(Generic[T]):
    """What is kept of one data version."""

    def __init__(self) -> None:
        self.bytes = 0
        self.things: dict[Hashable, T] = {}


class Kept(Generic[T]):
    """Things by address, of one data version; when they become too many, all of them go."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.shelf: PerRelease[Shelf[T]] = PerRelease()

    def get(self, mark: str, key: Hashable) -> T | None:
        return self.shelf.at(mark, Shelf).things.get(key)

    def put(self, mark: str, key: Hashable, thing: T, size: int) -> None:
        """Keep a thing of that many bytes, unless another thread has begun to keep those of a newer version."""
        shelf = self.shelf.held(mark)
        if shelf is None:
            return
        shelf.bytes += size
        if shelf.bytes > self.most_bytes:
            shelf.bytes, shelf.things = size, {}
        shelf.things[key] = thing
