"""Loads the fixtures into the database: all or nothing, and the second time nothing changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.db import transaction

from cards.consistency import inconsistencies, known_words
from cards.exporting import objects
from cards.models import Release
from cards.parts import Part, registered
from cards.problems import Problem
from cards.reading import CardBooks, read
from cards.releases import fixtures_hash, make_release, newest_release
from cards.storing import store_fixtures, sweep_fixtures


class BrokenFixtures(Exception):
    """The fixtures are wrong; `problems` has a sentence for each place."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def load(root: Path, *, force: bool = False, notes: list[str] | None = None) -> Release | None:
    """Load all fixtures below `root`; return the new release, or None where the data are already those.

    `notes` gets a sentence for everything that is still missing.
    """
    found = fixtures_hash(root)
    present = newest_release()
    if present and present.fixtures == found and not force:
        return None
    contents = read_all(root)
    with transaction.atomic():
        for part, content in contents:
            part.write(content)
        for part, content in reversed(contents):
            part.sweep(content)
            if notes is not None:
                notes.extend(part.notes(content))
        return make_release("Mitgelieferte Daten geladen", fixtures=found)


def read_all(root: Path) -> list[tuple[Part, Any]]:
    """Read and check every part; raise with all problems of all parts at once."""
    problems: list[str] = []
    contents = [(part, part.read(root, problems)) for part in registered()]
    if problems:
        raise BrokenFixtures(problems)
    return contents


def read_cards(root: Path, sentences: list[str]) -> CardBooks:
    """Read and check the card fixtures; every problem becomes a sentence."""
    problems: list[Problem] = []
    books = read(root, problems)
    problems.extend(inconsistencies(books, known_words(books)))
    sentences.extend(problem.sentence() for problem in problems)
    return books


CARDS = Part(name="cards", read=read_cards, write=store_fixtures, objects=objects, sweep=sweep_fixtures)
