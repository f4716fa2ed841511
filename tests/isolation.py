"""No test sees what another left: what a process remembers is put back after each of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.cache import caches

from cards.per_release import PerRelease
from cards.search import store
from cardsite.api import stand
from rules import proofs

APPS = ("cards", "rules", "cardsite")
# Every holder `PerRelease` is put back without being named, and a function keeps answers only that never change.
# Any other place where a process remembers something stands in one of these tables; `test_isolation.py` finds them.
PUT_BACK = (
    "cards.per_release:_Seen.release",
    "cardsite.api.names:index",
    "cardsite.api.stand:_Known.stand",
    "cardsite.api.stand:_Known.read_at",
    "cardsite.api.stand:_Known.until",
    "cardsite.api.stand:_Lost.until",
    "cardsite.api.throttle:_Ledger.accounts",
    "cardsite.api.throttle:_Ledger.window",
    "cardsite.health:_Checked.problem",
    "cardsite.health:_Checked.until",
    "cardsite.metrics:_Own.counts",
    "cardsite.metrics:_Own.published",
    "cardsite.replica:_Lost.until",
    "cardsite.search:shell",
)
# Filled once while the apps are set up, or the same whoever asks first.
HARMLESS = (
    "cards.consistency:_READERS",
    "cards.panels:_COUNTERS",
    "cards.panels:_PANELS",
    "cards.parts:_PARTS",
    "cards.search.corpus:COMPLETIONS",
    "cards.search.corpus:LABELS",
    "cards.search.corpus:PARTS",
    "cards.search.corpus:SYNONYMS",
    "cardsite.api.operation:OPERATIONS",
    "cardsite.mcp.tools:TOOLS",
    "cardsite.metrics:_Own.lock",
    "rules.engine.smashup.table.procedures:EFFECTS",
    "rules.facts:_pages",
)


class Memory:
    """What this process remembers: all that it puts back after each test."""

    kept: list[tuple[Any, str, Any]] = []


def begin() -> None:
    """Let every test from now on find the process as it is now."""
    places = [_place(place) for place in PUT_BACK]
    places += [(holder, "_held") for holder in holders()]
    Memory.kept = [(owner, name, _copy(getattr(owner, name))) for owner, name in places]


def begin_warm() -> None:
    """Let every test from now on find what a worker has built for the loaded data."""
    store.current()
    proofs.proofs()
    stand.forget()
    _tidy()
    begin()


def holders() -> list[PerRelease[Any]]:
    """Return every holder that a module of ours has."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in APPS]
    return [thing for module in ours for thing in vars(module).values() if isinstance(thing, PerRelease)]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let the block find and leave the process as if it were alone."""
    surroundings, folder = _surroundings(), Path.cwd()
    try:
        yield
    finally:
        for owner, name, value in Memory.kept:
            if hasattr(value, "cache_clear"):
                value.cache_clear()
            setattr(owner, name, _copy(value))
        caches["default"].clear()
        _leave(surroundings, folder)


def _place(place: str) -> tuple[Any, str]:
    """Return who holds a name: a module, or a class in it."""
    module, _, path = place.partition(":")
    *outer, name = path.split(".")
    owner: Any = import_module(module)
    for part in outer:
        owner = getattr(owner, part)
    return owner, name


def _copy(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return deepcopy(value)
    return dict(value) if isinstance(value, dict) else value


def _surroundings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def _leave(surroundings: dict[str, str], folder: Path) -> None:
    for name in _surroundings().keys() - surroundings.keys():
        del os.environ[name]
    os.environ.update(surroundings)
    os.chdir(folder)
    _tidy()


def _tidy() -> None:
    for left in Path(settings.VAR_DIR).iterdir():
        shutil.rmtree(left) if left.is_dir() else left.unlink()
