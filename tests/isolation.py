"""No test sees what another left: what a process remembers is put back after each of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.cache import caches
from django.test import Client

from cards.drawing.library import library as motifs
from cards.per_release import PerRelease
from cards.search import store
from cardsite import stand
from rules import proofs
from rules.ask import ask
from rules.engine.library import Library

APPS = ("cards", "rules", "cardsite")
# Every holder `PerRelease` is put back without being named, and a function keeps answers only that never change.
# Any other place where a process remembers something stands in one of these tables; `test_isolation.py` finds them.
PUT_BACK = (
    "cards.per_release:_Seen.release",
    "cardsite.api.names:index",
    "cardsite.stand:_Known.stand",
    "cardsite.stand:_Known.read_at",
    "cardsite.stand:_Known.until",
    "cardsite.stand:_Lost.until",
    "cardsite.points:_Ledger.accounts",
    "cardsite.points:_Ledger.window",
    "cardsite.health:_Checked.problem",
    "cardsite.health:_Checked.until",
    "cardsite.metrics:_Own.counts",
    "cardsite.metrics:_Own.published",
    "cardsite.replica:_Lost.until",
    "cardsite.frame:frame",
    "cardsite.search:shell",
    "rules.engine.smashup.table.board:_boards",
)
# Filled once while the apps are set up, or the same whoever asks first.
HARMLESS = (
    "cards.speech:_SPOKEN",
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
    "rules.engine.munchkin.table.procedures:EFFECTS",
    "rules.engine.one_of:OneOf.__slots__",
    "rules.engine.one_of:OneOf.called",
    "rules.engine.one_of:OneOf.told_by",
    "rules.engine.one_of:_VARIANTS",
    "rules.engine.saying:READERS",
    "rules.engine.smashup.table.procedures:EFFECTS",
    "rules.facts:_pages",
)
# Pages whose first visitor waits for what all others find built; `test_isolation.py` says when one is missing.
QUESTION = "Ich bin Stufe 6 mit +4 gegen ein Monster der Stufe 9. Gewinne ich?"
VISITED = (
    "/api/v1/cards?limit=1",
    "/karten/axe-cop/super-munchkin/",
    "/suche/?q=xyzzy",
    "/suche/?q=tod",
    "/regeln/vergleich/tod/",
    "/kombinieren/?sets=axe-cop&sets=impossible",
    "/kombinieren/?sets=smash-up",
    f"/was-waere-wenn/?sets=cthulhu&q={QUESTION}",
)


class Memory:
    """What this process remembers: all that it puts back after each test."""

    kept: list[tuple[Any, str, Any]] = []
    # Whether it has the loaded data.
    warm = False


def begin() -> None:
    """Let every test from now on find the process as it is now."""
    places = [_place(place) for place in PUT_BACK]
    places += [(holder, "_held") for holder in holders().values()]
    Memory.kept = [(owner, name, _copy(getattr(owner, name))) for owner, name in places]


def begin_warm() -> None:
    """Let every test from now on find what a worker has built for the loaded data, and for its first visitors."""
    store.current()
    motifs()
    proofs.proofs()
    visitors = Client()
    for address in VISITED:
        assert visitors.get(address, follow=True).status_code == 200, address
    _put_back((owner, name, value) for owner, name, value in Memory.kept if name not in ("_held", "release"))
    stand.forget()
    _tidy()
    Memory.warm = True
    begin()


def begin_asking(library: Library) -> None:
    """Let every test from now on find what is read from files to understand a question."""
    ask(QUESTION, ["cthulhu"], library)
    begin()


def holders() -> dict[str, PerRelease[Any]]:
    """Return every holder that a module of ours has, by its place."""
    ours = [(name, module) for name, module in sys.modules.items() if name.partition(".")[0] in APPS]
    return {
        f"{place}:{name}": thing
        for place, module in ours
        for name, thing in vars(module).items()
        if isinstance(thing, PerRelease)
    }


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let the block find and leave the process as if it were alone."""
    surroundings, folder = _surroundings(), Path.cwd()
    try:
        yield
    finally:
        _put_back(Memory.kept)
        _leave(surroundings, folder)


def _put_back(places: Iterable[tuple[Any, str, Any]]) -> None:
    for owner, name, value in places:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
        setattr(owner, name, _copy(value))
    caches["default"].clear()


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
