"""What a process builds from the data and keeps until the next release: one holder for all of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class _Seen:
    release: Hashable = ""


def saw(release: str) -> None:
    """Remember the newest release that this process read from the database."""
    _Seen.release = release


class PerRelease(Generic[T]):
    """One thing built from the data. Another release builds it anew; who asks meanwhile waits for the same one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: tuple[Hashable, T] | None = None

    def at(self, release: Hashable, build: Callable[[], T]) -> T:
        """Return the thing of a release that the caller knows to be in force."""
        held = self._held
        if held is not None and held[0] == release:
            return held[1]
        with self._lock:
            if self._held is None or self._held[0] != release:
                self._held = (release, build())
            return self._held[1]

    def now(self, build: Callable[[], T]) -> T:
        """Return the thing of the release that was seen last: for rows of files, where nobody asks the database."""
        return self.at(_Seen.release, build)

    def held(self, release: Hashable) -> T | None:
        """Return the thing if it stands already and is of this release."""
        held = self._held
        return held[1] if held is not None and held[0] == release else None

    def forget(self) -> None:
        """Build it anew for whoever asks next."""
        self._held = None
