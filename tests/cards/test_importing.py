"""Importing somebody's own cards: checked whole, written whole, never doubled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.exporting import document, write_folder
from cards.loading import read_cards
from cards.models import Card, Edition, Release
from cards.vocabulary import Origin

pytestmark = pytest.mark.django_db

CSV = """name,kind,deck,level,treasures,usable_by,big,modifiers,copies
Höllenhund,monster,door,8,2,,,"[{vs: elf, strength: 3}]",1
Zauberhut,item,treasure,,,"zauberer, elf",nein,,2
"""


def write(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def import_club(file: str) -> None:
    call_command("import_cards", file, box="club", box_name="Unser Club", verbosity=0)


def test_a_club_types_its_cards_into_a_table(tmp_path: Path) -> None:
    import_club(write(tmp_path, "club.csv", CSV))
    dog, hat = Card.objects.in_box("club")
    assert dog.facts() == {
        "name": "Höllenhund", "kind": "monster", "set": "club", "deck": "door", "level": 8, "treasures": 2,
        "modifiers": [{"vs": "elf", "strength": 3}],
    }  # fmt: skip
    assert (hat.structures["usable_by"], hat.big, hat.copies) == (["zauberer", "elf"], False, 2)
    assert Edition.objects.get(key="club").name == "Unser Club"
    assert {dog.origin, hat.origin} == {Origin.IMPORT}


def test_an_empty_cell_is_not_attested(tmp_path: Path) -> None:
    import_club(write(tmp_path, "club.csv", CSV))
    assert Card.objects.get(slug="zauberhut").level is None


def test_semicolons_separate_cells_as_well(tmp_path: Path) -> None:
    import_club(write(tmp_path, "club.csv", "name;kind;level\nHöllenhund;monster;8\n"))
    assert Card.objects.get(edition="club").level == 8


@pytest.mark.parametrize("name", ["club.json", "club.yaml"])
def test_json_and_yaml_say_the_same(tmp_path: Path, name: str) -> None:
    cards = [{"name": "Höllenhund", "kind": "monster", "facts": {"level": 8}}]
    import_club(write(tmp_path, name, json.dumps(cards, ensure_ascii=False)))
    assert Card.objects.get(edition="club", slug="hoellenhund").level == 8


def test_importing_again_makes_no_doubles(tmp_path: Path) -> None:
    file = write(tmp_path, "club.csv", CSV)
    import_club(file)
    first = list(Card.objects.in_box("club").values_list("pk", "slug", "order"))
    import_club(file)
    assert list(Card.objects.in_box("club").values_list("pk", "slug", "order")) == first


def test_an_import_is_a_new_release_that_names_its_cards(tmp_path: Path) -> None:
    import_club(write(tmp_path, "club.csv", CSV))
    release = Release.objects.latest()
    assert release.note == "2 Karten aus club.csv eingelesen"
    assert set(release.changes.values_list("kind", "key", "what")) == {
        ("set", "club", "added"), ("card", "club/hoellenhund", "added"), ("card", "club/zauberhut", "added"),
    }  # fmt: skip


def test_nothing_is_written_when_one_card_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Card.objects.count()
    file = write(tmp_path, "club.csv", CSV + "Kaputt,monstr,door,0,,,,,\n")
    with pytest.raises(CommandError, match="Nichts eingelesen: Die Datei hat 2 Fehler"):
        import_club(file)
    assert Card.objects.count() == before
    assert not Edition.objects.filter(key="club").exists()
    said = capsys.readouterr().err
    assert "club.csv, Eintrag „Kaputt“, Zeile 4, Feld „kind“: „monstr“ passt nicht." in said
    assert "Meintest Du „monster“?" in said
    assert "club.csv, Eintrag „Kaputt“, Zeile 4, Feld „facts.level“: „0“ passt nicht." in said


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (
            "c.yaml",
            "- name: Hund\n  kind: monster\n  facts:\n    level: 8\n    slot: heda\n",
            "c.yaml, Eintrag „Hund“, Zeile 5, Feld „facts.slot“: „heda“ passt nicht.",
        ),
        (
            "c.yaml",
            "cards:\n- name: Hund\n  kind: monster\n  sources: [nirgends]\n",
            "c.yaml, Eintrag „Hund“, Zeile 4, Feld „sources“: „nirgends“ ist nicht bekannt.",
        ),
        ("c.yaml", "- name: [\n", "c.yaml, Zeile 2: Hier bricht das YAML ab"),
        ("c.json", '[{"name": "Hund",\n "kind": }]', "c.json, Zeile 2: Hier bricht das JSON ab"),
        (
            "c.json",
            '[{"name": "Hund",\n "kind": "monster",\n "farbe": 1}]',
            "c.json, Eintrag „Hund“, Zeile 3, Feld „farbe“: Dieses Feld gibt es nicht.",
        ),
        (
            "c.yaml",
            "karten: []\n",
            (
                "c.yaml, Feld „karten“: Diesen Teil gibt es nicht. Erlaubt sind sources, editions, "
                "cards, redirects."
            ),
        ),
        ("c.yaml", "5\n", "c.yaml: Erwartet wird eine Liste von Karten"),
        (
            "c.csv",
            "name,kind\nHund,monster,zuviel\n",
            "Zeile 2, Feld „(Spalten)“: Dieses Feld gibt es nicht.",
        ),
    ],
)
def test_a_problem_names_line_and_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, sentence: str
) -> None:
    with pytest.raises(CommandError):
        import_club(write(tmp_path, name, text))
    assert sentence in capsys.readouterr().err


def test_a_card_without_a_box_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError):
        call_command("import_cards", write(tmp_path, "c.csv", "name,kind\nHund,monster\n"))
    assert "Feld „edition“: Es fehlt, in welche Box die Karte gehört." in capsys.readouterr().err


def test_an_unknown_box_is_named_with_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError):
        call_command("import_cards", write(tmp_path, "c.csv", "name,kind\nHund,monster\n"), box="cthulu")
    assert "„cthulu“ ist nicht bekannt. Meintest Du „cthulhu“?" in capsys.readouterr().err


def test_a_file_that_is_missing_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("import_cards", str(tmp_path / "fehlt.csv"))
    with pytest.raises(CommandError, match="Gelesen werden"):
        call_command("import_cards", write(tmp_path, "cards.txt", "x"))


def test_what_was_exported_can_be_imported_and_exported_again(tmp_path: Path) -> None:
    call_command("export", out=tmp_path / "one", verbosity=0)
    file = tmp_path / "all.json"
    before = document()
    file.write_text(json.dumps(before, ensure_ascii=False))
    Card.objects.all().delete()
    call_command("import_cards", str(file), verbosity=0)
    assert document() == before
    write_folder(tmp_path / "two")
    for one in (tmp_path / "one").rglob("*.yaml"):
        assert (tmp_path / "two" / one.relative_to(tmp_path / "one")).read_text() == one.read_text()


def test_the_export_is_a_folder_that_the_loader_reads(tmp_path: Path) -> None:
    files = write_folder(tmp_path)
    assert len(files) > 10
    sentences: list[str] = []
    books = read_cards(tmp_path, sentences)
    assert sentences == []
    assert len(books.cards) == Card.objects.count()


def test_the_export_to_the_screen_can_be_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("export")
    text = capsys.readouterr().out
    call_command("import_cards", write(tmp_path, "all.yaml", text), verbosity=0)
    call_command("export")
    assert capsys.readouterr().out.endswith(text)
