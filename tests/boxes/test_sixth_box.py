"""A box is one folder: put among the others it is loaded, searched, read, compared, mixed, and decides fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import Client

from cards.exporting import write_folder
from cards.files import load_yaml
from cards.loading import load, read_cards
from cards.models import Card, Edition
from cards.per_release import saw
from cards.search import find
from rules.booklet.mix import Mix
from rules.booklet.text import compose
from rules.cases import read_cases
from rules.coverage import NO_CASE, cited_by_cases, coverage
from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.expectations import cited as cited_by
from rules.facts import library, library_from_fixtures, reasons
from rules.models import Comparison, Rule
from rules.reading import gaps, read
from tests.decided import PUBLISHED
from tests.rules.tables import falls_away, sentences

BOX = "nachtwacht"
FOLDER = Path(__file__).parent / BOX


@pytest.fixture
def root(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The data of the site with the invented box among them; nothing else is changed."""
    settings.FIXTURES = Path(copytree(site.FIXTURES, tmp_path / "fixtures"))
    # It may lie there already, where somebody runs all tests with it.
    copytree(FOLDER, settings.FIXTURES / BOX, dirs_exist_ok=True)
    yield settings.FIXTURES
    # What was read from the copy is not in force any more.
    saw("")


def fight(sets: list[str], *, state: str = "open", do: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "game": "munchkin",
        "sets": sets,
        "state": {
            "players": [
                {"id": "anna", "level": 3, "in_play": ["nachtwaechter", "hellebarde-mit-glocke"]},
                {"id": "ben"},
                {"id": "cleo"},
            ],
            "turn": {"player": "anna", "phase": "door"},
            "combat": {
                "fighter": "anna",
                "monsters": [{"card": "laternenfresser"}],
                "state": state,
            },
        },
        "do": do or [],
    }


def test_a_sixth_box_is_one_folder(reader: Client, root: Path) -> None:
    notes: list[str] = []
    assert load(root, force=True, notes=notes)
    assert notes == []
    assert Card.objects.filter(edition=BOX).count() == 5
    assert Rule.objects.filter(edition=BOX).count() >= 30
    assert find("laternenfresser").total
    for address in (
        f"/regeln/{BOX}/",
        f"/karten/{BOX}/laternenfresser/",
        f"/regeln/{BOX}.weglaufen.mindestwurf/",
    ):
        assert reader.get(address).status_code == 200, address
    compared = reader.get(f"/regeln/vergleich/weglaufen/?sets=cthulhu,{BOX}").content.decode()
    assert "Mit einem Würfel mindestens eine 4" in compared
    table = f"sets={BOX},cthulhu,axe-cop"
    assert "Munchkin Nachtwacht" in reader.get(f"/kombinieren/?{table}").content.decode()
    rulebook = reader.get(f"/kombinieren/?sets={BOX},cthulhu").content.decode()
    assert "Mit einem Würfel mindestens eine 4." in rulebook
    assert "ab einer 5 bist Du entkommen" not in rulebook
    assert "ab einer 5 bist Du entkommen" in reader.get(f"/kombinieren/?sets=cthulhu,{BOX}").content.decode()
    assert "Laternen anderer Boxen" in reader.get(f"/api/v1/combine?{table}").content.decode()
    assert library().comparison == library_from_fixtures(root).comparison
    assert library().editions[BOX]["lacks"] == []


def test_its_book_decides_its_fights(db: None, root: Path) -> None:
    shelf = library_from_fixtures(root)
    lost = fight([BOX], state="lost", do=[{"action": "run_away", "player": "anna", "roll": 4}])
    here, there = resolve(lost, shelf), resolve({**lost, "sets": ["cthulhu", BOX]}, shelf)
    assert here["outcomes"][0]["state"]["combat"] is None
    assert here["outcomes"][0]["state"]["players"][0]["level"] == 3
    assert there["outcomes"][0]["state"]["players"][0]["level"] == 2
    assert f"{BOX}.weglaufen.mindestwurf" in cited_by(here)
    standing = resolve(fight([BOX]), shelf)["outcomes"][0]["combat"]
    assert (standing["munchkins"]["total"], standing["monsters"]["total"]) == (6, 9)


def test_the_rulebook_of_its_table_says_all_that_its_book_decides(root: Path) -> None:
    shelf = library_from_fixtures(root)
    for boxes in ((BOX,), (BOX, "impossible"), (BOX, "cthulhu", "shakespeare", "axe-cop")):
        mix = Mix(shelf, boxes)
        said = {question: one.text for one in sentences(compose(mix)) for question in one.asks}
        unsaid = {question for question in shelf.comparison if mix.answers(question)} - said.keys()
        assert not [question for question in unsaid if not falls_away(question, mix)], boxes
        assert said["goldene-regel.grenzen"] == "Grenzen hat das keine."
        assert "Untote einem Untoten" in said["wanderndes-monster.andere-wege"]
    alone = {question: one.text for one in sentences(compose(Mix(shelf, (BOX,)))) for question in one.asks}
    assert alone["fluch.dauerhaft"].startswith("Manche bleiben länger auf jemandem liegen")


def test_its_own_cases_cover_its_statements(root: Path) -> None:
    shelf = library_from_fixtures(root)
    own = [case for case in read_cases(root) if case["id"].startswith(BOX)]
    cited = cited_by_cases(own, lambda question: resolve(question, shelf))
    found = coverage(load_yaml(root / BOX / "rules.yaml"), cited, reasons(root))
    states = Counter(row["state"] for row in found.values())
    assert states["decided"] >= 100
    assert states["open"] == len(load_yaml(root / BOX / "open.yaml"))
    assert not [row for row in found.values() if row.get("reason") == NO_CASE]
    assert set().union(*(case["scenario"]["sets"] for case in own)) >= PUBLISHED - {"smash-up"}


def test_where_it_differs_a_mixed_table_says_so(db: None, root: Path) -> None:
    lost = fight(["cthulhu", BOX], state="lost", do=[{"action": "run_away", "player": "anna", "roll": 4}])
    differs = resolve(lost, library_from_fixtures(root))["differs"]
    assert any(row["edition"] == BOX and "mindestens eine 4" in row["text"] for row in differs)


def test_half_a_box_can_be_read_and_compared_and_says_what_it_lacks(reader: Client, root: Path) -> None:
    (root / BOX / "silent.yaml").unlink()
    notes: list[str] = []
    assert load(root, force=True, notes=notes)
    assert len(notes) == 1
    assert notes[0].startswith(f"{BOX}: 334 von 445 Fragen des Vergleichs sind noch offen")
    assert "gelesen und verglichen werden, aber noch nicht entscheiden." in notes[0]
    assert reader.get(f"/regeln/vergleich/weglaufen/?sets=cthulhu,{BOX}").status_code == 200
    assert reader.get("/tisch/").status_code == 200
    opened = reader.get(f"/was-waere-wenn/?karte={BOX}/nachtwaechter").content.decode()
    assert "nicht lesbar" not in opened
    with pytest.raises(ScenarioError, match="kann noch nicht entscheiden"):
        resolve(fight([BOX]), library())
    assert resolve(fight([BOX, "cthulhu"]), library())["legal"]


@pytest.mark.parametrize("kept", [("box", "sources", "cards"), ("box", "sources", "rules", "cards")])
def test_a_box_that_begins_is_found_and_never_decides(kept: tuple[str, ...], db: None, root: Path) -> None:
    for file in (root / BOX).iterdir():
        if file.stem not in kept:
            file.unlink()
    if "rules" in kept:
        lines = (root / BOX / "rules.yaml").read_text(encoding="utf-8").split("  decides:")[0]
        (root / BOX / "rules.yaml").write_text(lines, encoding="utf-8")
    problems: list[str] = []
    assert gaps(read(root, problems)) == []
    assert problems == []
    shelf = library_from_fixtures(root)
    with pytest.raises(ScenarioError, match="kann noch nicht entscheiden"):
        resolve(fight([BOX]), shelf)
    assert resolve(fight([BOX, "cthulhu"]), shelf)["legal"]


def test_every_page_is_there_for_a_box_of_which_there_are_only_cards(reader: Client, root: Path) -> None:
    for file in (root / BOX).iterdir():
        if file.stem not in ("box", "sources", "cards"):
            file.unlink()
    assert load(root, force=True)
    for address in (
        "/",
        "/regeln/",
        f"/regeln/{BOX}/",
        "/regeln/vergleich/",
        f"/regeln/vergleich/tod/?sets=cthulhu,{BOX}",
        "/regeln/vergleich/werte/",
        "/regeln/abdeckung/",
        f"/karten/{BOX}/laternenfresser/",
        f"/kombinieren/?sets={BOX},cthulhu",
        f"/was-waere-wenn/?karte={BOX}/laternenfresser",
        f"/was-waere-wenn/?sets={BOX}&q=Gewinne ich mit Stufe 7 gegen den Laternenfresser?",
        f"/kombinieren/blatt/?sets={BOX},cthulhu",
        f"/was-waere-wenn/bauen/?karte={BOX}/laternenfresser",
        f"/api/v1/compare?sets=cthulhu,{BOX}",
    ):
        assert reader.get(address, follow=True).status_code == 200, address


def test_a_box_goes_as_it_came(db: None, root: Path) -> None:
    before = set(Edition.objects.values_list("key", flat=True)) - {BOX}
    assert load(root, force=True)
    rmtree(root / BOX)
    call_command("load_fixtures", str(root), verbosity=0)
    assert set(Edition.objects.values_list("key", flat=True)) == before
    assert not Comparison.objects.filter(answers__has_key=BOX).exists()
    assert not Card.objects.filter(edition=BOX).exists()


def test_what_is_exported_leaves_the_box_its_own_sources(db: None, root: Path) -> None:
    load(root, force=True)
    assert root / BOX / "sources.yaml" in write_folder(root)
    problems: list[str] = []
    own = [placed.where for placed in read_cards(root, problems).sources if placed.entry.key == f"{BOX}-heft"]
    assert problems == []
    assert own == [f"{BOX}/sources.yaml, Eintrag „{BOX}-heft“"]


def test_a_box_with_somebodys_own_cards_stays_with_them(db: None, root: Path) -> None:
    load(root)
    Card.objects.create(
        edition_id=BOX, slug="eigene", name="Eigene", kind="monster", coverage="text", confidence="low",
        origin="import",
    )  # fmt: skip
    rmtree(root / BOX)
    assert load(root)
    assert [card.slug for card in Card.objects.filter(edition=BOX)] == ["eigene"]
