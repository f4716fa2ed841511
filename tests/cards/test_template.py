"""Typing a whole box: the sheet says all that is known, and what is typed into it comes back as cards."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.exporting import card_entries
from cards.models import Card, Redirect

pytestmark = pytest.mark.django_db
BOXES = ("cthulhu", "shakespeare", "impossible", "axe-cop", "smash-up")


def sheet(tmp_path: Path, box: str, kind: str = "") -> Path:
    file = tmp_path / "box.csv"
    call_command("template", box, kind=kind, out=file, verbosity=0)
    return file


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline=""), delimiter=";"))


def save(file: Path, rows: list[dict[str, str]], delimiter: str = ";") -> Path:
    """Write the rows as a spreadsheet does: with the mark at the beginning, CRLF, and empty rows below."""
    out = io.StringIO(newline="")
    table = csv.DictWriter(out, rows[0].keys(), delimiter=delimiter)
    table.writeheader()
    table.writerows(rows)
    empty = delimiter * (len(rows[0]) - 1) + "\r\n"
    file.write_text(out.getvalue() + empty * 3, encoding="utf-8-sig", newline="")
    return file


@pytest.mark.parametrize("box", BOXES)
def test_a_sheet_that_nobody_filled_in_changes_no_card(tmp_path: Path, box: str) -> None:
    before = card_entries()[box]
    call_command("import_cards", sheet(tmp_path, box), box=box, verbosity=0)
    assert card_entries()[box] == before


@pytest.mark.parametrize("delimiter", [";", ","])
def test_ten_cards_are_typed_and_taken_without_a_remark(
    tmp_path: Path, delimiter: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = sheet(tmp_path, "impossible", "monster")
    rows = rows_of(file)
    typed = [row for row in rows if row["german"] == "nein" and not row["level"]][:10]
    for number, row in enumerate(typed, start=1):
        row |= {"level": str(number), "treasures": "2", "text": f"Nummer {number}; mit Komma, Semikolon."}
    call_command("import_cards", save(file, rows, delimiter), box="impossible")
    assert capsys.readouterr().err == ""
    assert len(typed) == 10
    found: Any = Card.objects.filter(edition="impossible", slug__in=[row["slug"] for row in typed])
    assert sorted(found.values_list("level", flat=True)) == list(range(1, 11))
    assert found.filter(sources="munchkindb").count() == 10


def test_a_german_name_typed_into_the_sheet_renames_the_card(tmp_path: Path) -> None:
    file = sheet(tmp_path, "impossible", "monster")
    rows = rows_of(file)
    number = Card.objects.in_box("impossible").count()
    row = next(row for row in rows if row["slug"] == "cold-warrior")
    row |= {"name": "Kalter Krieger", "german": "WAHR", "name_en": "Cold Warrior"}
    call_command("import_cards", save(file, rows), box="impossible", verbosity=0)
    assert Card.objects.get(edition="impossible", slug="kalter-krieger").name_is_german
    assert Card.objects.in_box("impossible").count() == number
    assert Redirect.objects.get(old="impossible/cold-warrior").new == "impossible/kalter-krieger"


def test_the_same_sheet_is_taken_twice_and_an_older_one_gives_the_name_back(tmp_path: Path) -> None:
    empty = rows_of(sheet(tmp_path, "impossible", "monster"))
    filled = [row | ({"name": "Kalter Krieger"} if row["slug"] == "cold-warrior" else {}) for row in empty]
    table = save(tmp_path / "filled.csv", filled)
    for _ in range(2):
        call_command("import_cards", table, box="impossible", verbosity=0)
        assert Card.objects.filter(edition="impossible", slug="kalter-krieger").exists()
    call_command("import_cards", save(tmp_path / "empty.csv", empty), box="impossible", verbosity=0)
    assert Card.objects.filter(edition="impossible", slug="cold-warrior").exists()
    assert Redirect.objects.get(old="impossible/kalter-krieger").new == "impossible/cold-warrior"
    assert not Redirect.objects.filter(old="impossible/cold-warrior").exists()


def test_a_sheet_of_one_kind_asks_only_what_that_kind_has(tmp_path: Path) -> None:
    columns = rows_of(sheet(tmp_path, "impossible", "item"))[0].keys()
    assert {"bonus", "hands", "slot", "gold"} <= columns
    assert "level" not in columns


def test_an_unknown_box_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="Meintest Du „impossible“"):
        call_command("template", "imposible", out=tmp_path / "x.csv")
