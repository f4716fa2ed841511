"""Loading: all or nothing, twice the same, and every mistake is named where it is."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from cards.exporting import document
from cards.loading import BrokenFixtures, load, read_cards
from cards.models import Card, Edition, Redirect, Release
from cards.moving import rename
from cards.storing import store_fixtures, store_redirects
from tests.cards.conftest import BOX, MONSTER, SOURCE, WARRIOR, Spoil


def problems(root: Path) -> list[str]:
    sentences: list[str] = []
    read_cards(root, sentences)
    return sentences


def changed(entry: dict[str, object], **changes: object) -> dict[str, object]:
    return {**copy.deepcopy(entry), **changes}


def with_facts(**facts: object) -> dict[str, object]:
    return changed(MONSTER, facts={"level": 8, **facts})


@pytest.mark.django_db
def test_loading_twice_changes_nothing() -> None:
    load(settings.FIXTURES, force=True)
    before, keys = document(), set(Card.objects.values_list("pk", "slug"))
    release = load(settings.FIXTURES, force=True)
    assert release is not None
    assert document() == before
    assert set(Card.objects.values_list("pk", "slug")) == keys
    assert release.changes.count() == 0


@pytest.mark.django_db
def test_loading_the_same_data_again_is_skipped() -> None:
    load(settings.FIXTURES)
    releases = Release.objects.count()
    assert load(settings.FIXTURES) is None
    assert Release.objects.count() == releases


@pytest.mark.django_db
def test_equal_data_have_an_equal_version() -> None:
    first, second = load(settings.FIXTURES, force=True), load(settings.FIXTURES, force=True)
    assert first is not None
    assert second is not None
    assert first.version == second.version


@pytest.mark.django_db
def test_what_vanished_from_the_files_vanishes_from_the_database() -> None:
    Card.objects.create(
        edition_id="cthulhu", slug="verschwunden", name="Verschwunden", kind="monster", coverage="text",
        confidence="low", origin="fixtures",
    )  # fmt: skip
    load(settings.FIXTURES, force=True)
    assert not Card.objects.filter(slug="verschwunden").exists()


@pytest.mark.django_db
def test_what_somebody_imported_stays_when_the_files_are_loaded() -> None:
    Card.objects.create(
        edition_id="cthulhu", slug="eigene-karte", name="Eigene Karte", kind="monster", coverage="text",
        confidence="low", origin="import",
    )  # fmt: skip
    load(settings.FIXTURES, force=True)
    assert Card.objects.filter(slug="eigene-karte").exists()


@pytest.mark.django_db
def test_broken_data_change_nothing(folder: Spoil) -> None:
    before, releases = Card.objects.count(), Release.objects.count()
    with pytest.raises(BrokenFixtures):
        load(folder(cards=[with_facts(level=0)]))
    assert (Card.objects.count(), Release.objects.count()) == (before, releases)


@pytest.mark.django_db
def test_the_command_names_every_problem(folder: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    root = folder(cards=[with_facts(level=0), changed(WARRIOR, kind="klasse")])
    with pytest.raises(CommandError, match="Nichts geladen: 2 Fehler"):
        call_command("load_fixtures", str(root))
    said = capsys.readouterr().err
    assert "„hoellenhund“, Feld „facts.level“: „0“ passt nicht. Erlaubt ist eine ganze Zahl ab 1." in said
    assert "„krieger“, Feld „kind“: „klasse“ passt nicht." in said


def test_a_folder_without_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"keine editions\.yaml"):
        call_command("load_fixtures", str(tmp_path))


def test_sound_data_have_no_problems(folder: Spoil) -> None:
    assert problems(folder()) == []


ENTRY = "testbox/cards.yaml, Eintrag „hoellenhund“"


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (
            [with_facts(hands=3)],
            f"{ENTRY}, Feld „facts.hands“: „3“ passt nicht. Erlaubt ist eine ganze Zahl von 0 bis 2.",
        ),
        (
            [with_facts(slot="heda")],
            (
                f"{ENTRY}, Feld „facts.slot“: „heda“ passt nicht. Erlaubt ist eines von head, armor, "
                f"feet, vehicle. Meintest Du „head“?"
            ),
        ),
        (
            [with_facts(levle=3)],
            f"{ENTRY}, Feld „facts.levle“: Dieses Feld gibt es nicht. Meintest Du „level“?",
        ),
        (
            [with_facts(level="acht")],
            f"{ENTRY}, Feld „facts.level“: „acht“ passt nicht. Erlaubt ist eine ganze Zahl ab 1.",
        ),
        (
            [with_facts(modifiers=[{"vs": "krieger"}])],
            f"{ENTRY}, Feld „facts.modifiers[0].strength“: An der Stelle facts.modifiers[0] fehlt „strength“.",
        ),
        (
            [with_facts(modifiers=[{"vs": "Krieger!", "strength": 1}])],
            (
                f"{ENTRY}, Feld „facts.modifiers[0].vs“: An der Stelle facts.modifiers[0].vs muss ein Merkmal "
                f"stehen, nicht „Krieger!“."
            ),
        ),
        (
            [with_facts(modifiers=[{"vs": "kriegr", "strength": 1}]), WARRIOR],
            f"{ENTRY}, Feld „facts.modifiers“: „kriegr“ ist nicht bekannt. Meintest Du „krieger“?",
        ),
        (
            [with_facts(breakpoint=12)],
            f"{ENTRY}, Feld „facts.breakpoint“: Eine Karte der Art „Monster“ hat das nicht; nur: Basis.",
        ),
        (
            [with_facts(treasures=-1)],
            f"{ENTRY}, Feld „facts.treasures“: Nur ein Monsterverstärker nimmt Schätze weg.",
        ),
        (
            [with_facts(big="ja")],
            f"{ENTRY}, Feld „facts.big“: „ja“ passt nicht. Erlaubt ist true oder false.",
        ),
        (
            [with_facts(tags="untot")],
            (
                f"{ENTRY}, Feld „facts.tags“: „untot“ passt nicht. Erlaubt ist eine Liste (je Eintrag ein "
                f"Kürzel aus a–z, 0–9 und einzelnen Bindestrichen, etwa grosser-cthulhu, höchstens 120 Zeichen)."
            ),
        ),
        (
            [changed(MONSTER, sources=["hefd"]), WARRIOR],
            f"{ENTRY}, Feld „sources“: „hefd“ ist nicht bekannt. Meintest Du „heft“?",
        ),
        (
            [changed(MONSTER, slug="h" * 150), WARRIOR],
            (
                f"testbox/cards.yaml, Eintrag „{'h' * 150}“, Feld „slug“: „{'h' * 120}…“ (150 Zeichen) passt nicht. "
                "Erlaubt ist ein Kürzel aus a–z, 0–9 und einzelnen Bindestrichen, etwa grosser-cthulhu, höchstens "
                "120 Zeichen."
            ),
        ),
        (
            [changed(MONSTER, slug="hund"), WARRIOR],
            (
                "testbox/cards.yaml, Eintrag „hund“, Feld „slug“: Aus dem Namen „Höllenhund“ wird "
                "„hoellenhund“, hier steht „hund“."
            ),
        ),
        (
            [MONSTER, MONSTER, WARRIOR],
            f"{ENTRY}, Feld „slug“: Diese Karte steht schon in der Box „testbox“ ({ENTRY}).",
        ),
        (
            [changed(MONSTER, aliases=["Krieger"]), WARRIOR],
            (
                f"{ENTRY}, Feld „aliases“: „Krieger“ heißt schon eine andere Karte (testbox/cards.yaml, "
                f"Eintrag „krieger“)."
            ),
        ),
        (
            [changed(MONSTER, copies=0), WARRIOR],
            f"{ENTRY}, Feld „copies“: „0“ passt nicht. Erlaubt ist eine ganze Zahl ab 1.",
        ),
        (
            [changed(MONSTER, text=5), WARRIOR],
            f"{ENTRY}, Feld „text“: „5“ passt nicht. Erlaubt ist ein Text.",
        ),
        (
            "- Höllenhund",
            "testbox/cards.yaml, Eintrag 1: Hier steht „Höllenhund“, erwartet werden Felder mit Werten.",
        ),
    ],
)
def test_a_wrong_card_is_named_with_what_would_be_right(
    folder: Spoil, cards: list[object], sentence: str
) -> None:
    assert problems(folder(cards=cards)) == [sentence]


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (
            {"editions": [changed(BOX, game="munchkn")]},
            (
                "editions.yaml, Eintrag „testbox“, Feld „game“: „munchkn“ passt nicht. Erlaubt ist eines "
                "von munchkin, smash-up. Meintest Du „munchkin“?"
            ),
        ),
        (
            {"editions": [BOX, BOX]},
            "editions.yaml, Eintrag „testbox“, Feld „key“: „testbox“ steht zweimal da.",
        ),
        (
            {"sources": [changed(SOURCE, url="heft.de")]},
            (
                "sources.yaml, Eintrag „heft“, Feld „url“: „heft.de“ passt nicht. Erlaubt ist eine "
                "Adresse mit http:// oder https://."
            ),
        ),
        (
            {
                "redirects": [
                    {"kind": "card", "old": "testbox/hund", "new": "testbox/kriegr", "since": "2026-01-01"}
                ]
            },
            (
                "redirects.yaml, Eintrag „testbox/hund“, Feld „new“: Das Ziel gibt es nicht. Meintest Du "
                "„testbox/krieger“?"
            ),
        ),
        (
            {"redirects": [{"kind": "card", "old": "testbox/krieger", "since": "2026-01-01"}]},
            (
                "redirects.yaml, Eintrag „testbox/krieger“, Feld „old“: Unter dieser Adresse liegt noch "
                "etwas; eine Weiterleitung verdeckte es."
            ),
        ),
        (
            {
                "cards": "slug: [",
            },
            None,
        ),
        ({"cards": "slug: eins"}, "testbox/cards.yaml: Hier wird eine Liste von Einträgen erwartet."),
    ],
)
def test_a_wrong_file_is_named_too(folder: Spoil, parts: dict[str, object], sentence: str | None) -> None:
    said = problems(folder(**parts))
    if sentence is None:
        assert said
        assert said[0].startswith("testbox/cards.yaml, Zeile 2: Hier bricht das YAML ab")
    else:
        assert sentence in said


def test_all_problems_are_said_at_once(folder: Spoil) -> None:
    root = folder(
        cards=[with_facts(level=0, hands=3), changed(WARRIOR, coverage="ganz")],
        editions=[changed(BOX, year=12)],
    )
    assert len(problems(root)) >= 4


@pytest.mark.django_db
def test_five_boxes_have_a_rulebook_and_the_others_are_only_named() -> None:
    ours = {"cthulhu", "shakespeare", "impossible", "axe-cop", "smash-up"}
    written = {path.parent.name for path in settings.FIXTURES.glob("*/rules.yaml")}
    boxes = {path.parent.name for path in settings.FIXTURES.glob("*/box.yaml")}
    assert ours <= written <= boxes
    assert set(Edition.objects.with_rulebook().values_list("key", flat=True)) == boxes
    assert Edition.objects.exclude(key__in=boxes).filter(has_rulebook=False).count() >= 10


@pytest.mark.django_db
def test_redirects_are_replaced_by_those_of_the_files(folder: Spoil) -> None:
    root = folder(
        redirects=[
            {"kind": "card", "old": "testbox/hund", "new": "testbox/hoellenhund", "since": "2026-01-01"}
        ]
    )
    Redirect.objects.create(kind="card", old="a/b", new="c/d", since="2026-01-01")
    books = read_cards(root, [])
    store_redirects(books)
    assert [str(redirect) for redirect in Redirect.objects.all()] == ["testbox/hund → testbox/hoellenhund"]


@pytest.mark.django_db
def test_a_card_renamed_here_takes_back_the_name_that_the_files_know(folder: Spoil) -> None:
    books = read_cards(folder(), [])
    store_fixtures(books)
    before = Card.objects.get(edition="testbox", slug="krieger")
    rename("testbox/krieger", "testbox/recke")
    store_fixtures(books)
    assert list(Card.objects.filter(pk=before.pk).values_list("slug", flat=True)) == ["krieger"]
    assert not Card.objects.filter(slug="recke").exists()
