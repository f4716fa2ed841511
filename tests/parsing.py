"""The files that every test reads are parsed once per process; whoever asks again gets a copy of his own."""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

from cards import files

_parse = files.parse_yaml


def begin_parsing() -> None:
    """Let the same text be parsed once from now on; what is broken is read anew each time."""
    files.parse_yaml = _copied


def forget_what_was_parsed() -> None:
    """Let every text be parsed anew, by whatever code does so now."""
    _packed.cache_clear()


def _copied(text: str) -> Any:
    return pickle.loads(_packed(text))


# Twice as many as there are files below `fixtures/`; the rest are what single tests spoil.
@lru_cache(maxsize=700)
def _packed(text: str) -> bytes:
    return pickle.dumps(_parse(text), pickle.HIGHEST_PROTOCOL)
