"""The page that says what is decided: its numbers are those of `manage.py coverage`, measured, not claimed."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from rules import proofs
from rules.facts import library
from rules.models import Case, Rule, Ruling
from tests.decided import PUBLISHED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_file(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a test proves is no other's business."""
    monkeypatch.setattr(proofs, "FILE", tmp_path_factory.getbasetemp() / "proofs.json")


def test_the_page_and_the_command_count_the_same() -> None:
    out, err = StringIO(), StringIO()
    call_command("coverage", stdout=out, stderr=err)
    printed = json.loads(out.getvalue())
    counted = Counter((ident.partition(".")[0], row["state"]) for ident, row in printed.items())
    for row in proofs.by_box():
        told = {"decided": row.decided, "open": row.open, "text": row.text}
        assert told == {state: counted[row.box.pk, state] for state in told}


def test_a_statement_counts_as_decided_only_by_cases_that_exist() -> None:
    known = set(Case.objects.values_list("pk", flat=True))
    found = proofs.statements(Rule.objects.filter(edition="cthulhu"))
    decided = [row["cases"] for row in found.values() if row["state"] == "decided"]
    assert decided
    assert all(cases and known.issuperset(cases) for cases in decided)


def test_nearly_every_statement_that_changes_a_game_is_decided() -> None:
    boxes = library().editions
    counted = [row for row in proofs.by_box() if not boxes[row.box.pk].get("lacks")]
    assert {row.box.pk for row in counted} >= PUBLISHED
    for row in counted:
        assert row.decided >= 0.95 * row.decidable, row.box


def test_every_statement_left_open_says_why() -> None:
    assert all(len(reason.split()) > 3 for _rule, reason in proofs.left_open())


def test_a_case_that_fails_proves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(proofs, "FILE", tmp_path / "proofs.json")
    case = Case.objects.filter(rules__isnull=False).first()
    assert case
    case.expect = {"legal": "weder noch"}
    case.save()
    proofs._proofs.forget()
    assert case.pk not in proofs.proofs().passed
    # What was measured here is not true after the rollback.
    proofs._proofs.forget()


def test_most_rulings_that_a_state_can_show_are_carried_out_by_a_case() -> None:
    shown, showable = proofs.rulings()
    assert shown.total() >= 0.7 * showable.total()


def test_a_ruling_opens_its_case_or_says_that_there_is_none(reader: Client) -> None:
    rulings = list(Ruling.objects.prefetch_related("cases"))
    carried = next(ruling for ruling in rulings if proofs.is_shown(ruling))
    silent = next(ruling for ruling in rulings if not proofs.is_shown(ruling))
    assert "/was-waere-wenn/?fall=" in reader.get(carried.get_absolute_url()).content.decode()
    assert "Nicht ausführbar" in reader.get(silent.get_absolute_url()).content.decode()


def test_the_page_of_a_box_shows_each_statement_with_its_state(reader: Client) -> None:
    said = reader.get("/regeln/abdeckung/shakespeare/").content.decode()
    number = Rule.objects.filter(edition="shakespeare").count()
    assert said.count('class="statement"') == number
    assert "/was-waere-wenn/?fall=" in said


def test_the_overview_names_the_state_of_the_data_it_was_measured_at(reader: Client) -> None:
    said = reader.get("/regeln/abdeckung/").content.decode()
    assert proofs.proofs().version in said
    for row in proofs.by_box():
        assert f"{row.decided} von {row.decidable}" in said


def test_what_was_proven_is_read_back_for_the_same_data_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proofs, "FILE", tmp_path / "proofs.json")
    kept = library()
    cited = proofs._run(kept)
    assert proofs._remembered(kept) == cited
    monkeypatch.setattr(proofs, "_key", lambda _kept: "andere Daten")
    assert proofs._remembered(kept) is None
