"""The Stand covers whatever is read: a changed row anywhere is another Stand, and at once another answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from django.conf import settings as site

from cards.loading import load
from cards.models import Release
from cards.per_release import saw
from cards.releases import DATA, fixtures_hash, make_release
from cards.search.lexicon import lemma
from cards.search.store import current
from rules.engine import resolve
from rules.facts import library
from rules.whatif.words import words

FILES = sorted(
    path.relative_to(site.FIXTURES).as_posix() for path in site.FIXTURES.rglob("*") if path.suffix in DATA
)
FLIGHT = {
    "game": "munchkin",
    "sets": ["cthulhu"],
    "state": {
        "players": [{"id": "anna", "level": 1}, {"id": "ben"}, {"id": "cleo"}],
        "turn": {"player": "anna", "phase": "door"},
        "combat": {
            "fighter": "anna",
            "monsters": [{"card": {"name": "Höllenhund", "kind": "monster", "level": 8}}],
            "state": "lost",
        },
    },
    "do": [{"action": "run_away", "player": "anna", "roll": 4}],
}


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Path]:
    yield Path(copytree(site.FIXTURES, tmp_path / "fixtures"))
    # What was read from the copy is not in force any more.
    saw("")


def replace(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def told() -> tuple[list[str], Any]:
    outcome = resolve(FLIGHT, library())["outcomes"][0]
    return [step["text"] for step in outcome["steps"]], outcome["state"]["combat"]


def test_one_changed_letter_in_any_file_is_another_stand(db: None, copied: Path, tmp_path: Path) -> None:
    whole = fixtures_hash(copied)
    found = {whole}
    parts = sorted({name.partition("/")[0] for name in FILES})
    for part in parts:
        (copied / part).rename(tmp_path / part)
        found.add(fixtures_hash(copied))
        (tmp_path / part).rename(copied / part)
    for number, name in enumerate(FILES):
        found |= hashes_alone(copied, name, tmp_path / str(number))
    assert fixtures_hash(copied) == whole
    assert len(found) == 1 + len(parts) + 2 * len(FILES)
    assert len({make_release("Anders", fixtures=files).version for files in sorted(found)[:3]}) == 3


def hashes_alone(root: Path, name: str, folder: Path) -> set[str]:
    """Return the hashes of one file in a folder of its own, and of it with another last letter."""
    alone = folder / name
    alone.parent.mkdir(parents=True)
    written = (root / name).read_bytes()
    found = set()
    for text in (written, written[:-2] + b"x\n"):
        alone.write_bytes(text)
        found.add(fixtures_hash(folder))
    return found


def test_nothing_but_schemas_for_editors_lies_beside_what_the_stand_covers() -> None:
    others = {path for path in site.FIXTURES.rglob("*") if path.is_file() and path.suffix not in DATA}
    assert {path.relative_to(site.FIXTURES).parts[0] for path in others} == {"README.md", "schema"}


def test_the_running_process_answers_with_what_was_loaded_last(db: None, copied: Path, settings: Any) -> None:
    before = load(copied, force=True)
    steps, _ = told()
    assert any("nicht (nötig war mindestens 5)" in step for step in steps)
    assert lemma("Flüche") != lemma("Knödel")

    settings.FIXTURES = copied
    book = "cthulhu/rules.yaml"
    replace(
        copied,
        book,
        "value: 5\n      answer: Mit einem Würfel mindestens eine 5",
        "value: 4\n      answer: Ab 4",
    )
    replace(copied, book, "ein Ergebnis von 5 oder mehr", "ein Ergebnis von 4 oder mehr")
    replace(
        copied,
        "munchkin/sentences/combat.yaml",
        "{player:entkommt|entkommst} {monster} (nötig",
        "{player:entwischt|entwischst} {monster} (nötig",
    )
    replace(copied, "search/words.yaml", "same:\n", "same:\n- [fluch, flüche, knödel]\n")
    first = next(iter(words()))
    replace(copied, "whatif/words.yaml", f"{first}:", f"umbenannt-{first}:")
    after = load(copied)

    assert before
    assert after
    assert after.version != before.version
    steps, fight = told()
    assert any("entwischt „Höllenhund“ (nötig war mindestens 4)" in step for step in steps)
    assert fight is None
    assert current().release == after.version
    assert lemma("Flüche") == lemma("Knödel")
    assert f"umbenannt-{first}" in words()


def test_a_release_without_files_keeps_those_of_the_one_before(db: None) -> None:
    before = Release.objects.order_by("-id").first()
    assert before
    assert make_release("Noch einmal").version == before.version
