"""Files that somebody made to hurt: refused in one sentence that says where, at once and in little memory."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.loading import BrokenFixtures, load, read_all
from cards.models import Card, Release

pytestmark = pytest.mark.django_db

ALIASES = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 24)
)
CARD = '{"name": "Höllenhund", "kind": "monster", "facts": {"level": %s}}'
DEEP = "Mehr als 60 Ebenen ineinander werden nicht gelesen."
NUMBER = "Eine Zahl oder ein Datum ist nicht lesbar."
FILES: dict[str, tuple[str, bytes, str]] = {
    "aliases": ("club.yaml", ALIASES.encode(), "Zeile 6: Verweise (*) machen die Datei zu groß."),
    "itself": ("club.yaml", b"&a [*a]", "Zeile 1: „*a“ verweist"),
    "brackets": ("club.yaml", b"[" * 100_000, f"Zeile 1: {DEEP}"),
    "dashes": ("club.yaml", b"- " * 50_000, f"Zeile 1: {DEEP}"),
    "questions": ("club.yaml", b"? " * 50_000, f"Zeile 1: {DEEP}"),
    "twice": ("club.yaml", b"- name: Hund\n  name: Katze\n", "Zeile 2: Hier bricht das YAML ab: „name“"),
    "deep json": ("club.json", b"[" * 100_000 + b"]" * 100_000, DEEP),
    "deep objects": ("club.json", b'{"a":' * 2_000 + b"1" + b"}" * 2_000, DEEP),
    "twice in json": ("club.json", b'[{"name": "a", "name": "b"}]', "„name“ steht zweimal"),
    "digits": ("club.json", f"[{CARD % ('9' * 10_000)}]".encode(), f"Zeile 1: {NUMBER}"),
    "digits in yaml": ("club.yaml", f"- {CARD % ('9' * 10_000)}".encode(), f"Zeile 1: {NUMBER}"),
    "too large": ("club.json", f"[{CARD % ('9' * 20)}]".encode(), "Zahlen gehen nur bis 2147483647."),
    "date": ("club.yaml", b"- since: 2026-13-45", NUMBER),
    "cell": ("club.csv", b"name,kind\n" + b"x" * 300_000 + b",monster\n", "Eine Zelle hat mehr als 131072 Zeichen."),
    "text": ("club.json", b'[{"name": "' + b"x" * 300_000 + b'"}]', "Ein Text hat höchstens 100000 Zeichen."),
    "nul": ("club.csv", b"name,kind\nH\x00llenhund,monster\n", "Zeile 2: Das Zeichen U+0000"),
    "escaped nul": ("club.json", b'[\n{"name": "H\\u0000llenhund"}]', "Zeile 2: "),
    "half a character": ("club.json", b'[{"name": "H\\ud800llenhund"}]', "U+D800 kann nicht gespeichert werden."),
    "half a character in yaml": ("club.yaml", b'- "\\ud800"', "Zeile 1: Hier bricht das YAML ab"),
    "latin-1": ("club.yaml", b"- name: Krake\n- name: H\xf6llenhund\n", "Zeile 2: Die Datei ist nicht in UTF-8"),
    "code": ("club.yaml", b'!!python/object/apply:os.system ["true"]', "Zeile 1: Hier bricht das YAML ab"),
    "brackets in a cell": ("club.csv", b"name,kind,level\nHund,monster," + b"[" * 90_000 + b"\n", "passt nicht"),
}  # fmt: skip


def refused(act: Callable[[], object]) -> None:
    """Try it with 2 s of processor time and 200 MB more than now."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    with pytest.raises((CommandError, BrokenFixtures)):
        act()
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 2
    assert after.ru_maxrss - before.ru_maxrss < 200 * 1024


@pytest.mark.parametrize("what", FILES)
def test_an_import_refuses_it_with_its_place(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, written, sentence = FILES[what]
    (tmp_path / name).write_bytes(written)
    cards, releases = Card.objects.count(), Release.objects.count()
    refused(
        lambda: call_command("import_cards", str(tmp_path / name), box="club", box_name="Club", verbosity=0)
    )
    said = capsys.readouterr().err
    assert sentence in said
    assert name in said
    assert len(said) < 2_000
    assert (Card.objects.count(), Release.objects.count()) == (cards, releases)


@pytest.mark.parametrize("what", [what for what, (name, *_) in FILES.items() if name == "club.yaml"])
@pytest.mark.parametrize("place", ["cthulhu/cards.yaml", "cthulhu/rulings.yaml", "cases/own.yaml"])
def test_loading_refuses_it_too(what: str, place: str, tmp_path: Path) -> None:
    _name, written, sentence = FILES[what]
    for needed in ("sources.yaml", "editions.yaml", "munchkin/comparison.yaml", "cthulhu/rules.yaml"):
        (tmp_path / needed).parent.mkdir(exist_ok=True)
        (tmp_path / needed).write_text("[]")
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_bytes(written)
    refused(lambda: read_all(tmp_path))
    with pytest.raises(BrokenFixtures) as broken:
        load(tmp_path, force=True)
    assert any(sentence in problem and place in problem for problem in broken.value.problems)


@pytest.mark.parametrize("name", ["x" * 400, "x" * 121])
def test_a_name_that_is_too_long_is_said_and_nothing_is_read(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"name": name, "kind": "monster"}, {"name": "Hund", "kind": "monster"}]
    (tmp_path / "club.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(CommandError, match="Nichts eingelesen: Die Datei hat 2 Fehler"):
        call_command("import_cards", str(tmp_path / "club.json"), box="club", box_name="Club", verbosity=0)
    said = capsys.readouterr().err
    assert "Feld „name“" in said
    assert "ein Name, höchstens 120 Zeichen." in said
    assert not Card.objects.filter(edition="club").exists()
