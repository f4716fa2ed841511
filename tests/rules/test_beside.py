"""A broken file of the resolver, the search or the questions is named when it is loaded, not when somebody asks."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from django.conf import settings

from rules.beside import problems


def test_what_is_there_can_be_read() -> None:
    assert list(problems(settings.FIXTURES)) == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("search/words.yaml", "same: [", "search/words.yaml: Zeile 2: Hier bricht das YAML ab"),
        ("search/words.yaml", "same: []", "search/words.yaml: Das lässt sich nicht lesen (KeyError: 'whole')."),
        ("search/facts.yaml", "filler: []", "search/facts.yaml: Das lässt sich nicht lesen (KeyError: 'facts')."),
        ("search/effects.yaml", "tod: {}", "search/effects.yaml: Das lässt sich nicht lesen (KeyError: 'any')."),
        ("ask/words.yaml", "- [", "ask/words.yaml: Zeile 2: Hier bricht das YAML ab"),
        ("ask/words.yaml", "", "ask/words.yaml: Das lässt sich nicht lesen (TypeError: erwartet werden Einträge)."),
        ("whatif/words.yaml", "a: 1\na: 2\n", "whatif/words.yaml: Zeile 2: Hier bricht das YAML ab: „a“"),
        (
            "munchkin/entries/discarding.yaml",
            "- {id: a, traget: b}",
            "Zeilen des Rechners: Das lässt sich nicht lesen (ValidationError: ",
        ),
        ("munchkin/sentences/play.yaml", "part.level: doppelt", "Zeilen des Rechners: Das lässt sich nicht lesen"),
        ("munchkin/grounds/play.yaml", "part.new: 5", "Zeilen des Rechners: Das lässt sich nicht lesen (TypeError: "),
        ("munchkin/grounds/play.yaml", "part.level: []", "Zeilen des Rechners: Das lässt sich nicht lesen (ValueE"),
        ("munchkin/grounds/play.yaml", "a: b\nb: a", "Zeilen des Rechners: Das lässt sich nicht lesen (Recursion"),
        ("cthulhu/open.yaml", "- eins", "cthulhu/open.yaml: Das lässt sich nicht lesen"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named(tmp_path: Path, name: str, text: str, said: str) -> None:
    root = tmp_path / "fixtures"
    copytree(settings.FIXTURES, root)
    (root / name).write_text(text, encoding="utf-8")
    found = list(problems(root))
    assert found
    assert found[0].startswith(said)
