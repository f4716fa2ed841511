"""Lots that fall the same way for the same card: what differs between pictures and yet is no chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """One lot per question; each is drawn for itself, so a new question changes no other answer."""

    def __init__(self, key: str) -> None:
        self._key = key

    def number(self, question: str) -> int:
        return int.from_bytes(hashlib.sha256(f"{self._key}|{question}".encode()).digest()[:6])

    def pick(self, question: str, options: Sequence[T]) -> T:
        return options[self.number(question) % len(options)]

    def between(self, question: str, least: int, most: int) -> int:
        return least + self.number(question) % (most - least + 1)

    def chance(self, question: str, percent: int) -> bool:
        return self.number(question) % 100 < percent
