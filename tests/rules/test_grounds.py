"""On what a ruling's answer rests, and what says otherwise: two things, both by reading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from rules.engine import resolve
from rules.expectations import rested_on, shortfalls
from rules.facts import library as current_library
from rules.models import Ruling
from rules.reading import RuleBooks, read

# Their cases show that something does not happen, and what does not happen cites nothing.
UNSEEN = {
    "impossible.ruling.gross-und-komplex",
    "shakespeare.ruling.gross-und-komplex",
    "shakespeare.ruling.lady-macbeth-spieler",
    "smash-up.ruling.handlimit-zeitpunkt",
    "smash-up.ruling.kontrolle-aktionen",
    "smash-up.ruling.monster-anderer-spieler",
    "smash-up.ruling.monster-besitzer-effekte",
    "smash-up.ruling.schaedelspalter-faehigkeit",
    "smash-up.ruling.schatz-ablage",
    "smash-up.ruling.siegpunkte-vierter",
}


@pytest.fixture(scope="module")
def books() -> RuleBooks:
    return read(settings.FIXTURES, [])


def shown(books: RuleBooks) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """Return each ruling of a rulebook with the cases that are about it and their answers."""
    rulings = {entry.id: entry for box, entry in books.rulings if box}
    library = current_library()
    for _box, case in books.cases:
        about = [rulings[one] for one in case.proves if one in rulings]
        answer = resolve(case.scenario, library) if about else {}
        if about and not shortfalls(answer, case.expect):
            yield from ((ruling, case, answer) for ruling in about)


def test_what_an_answer_turns_on_is_among_the_grounds_of_its_ruling(books: RuleBooks, db: None) -> None:
    """A refusal turns on what it cites itself, every other answer on what its steps and doubts cite."""
    looked, failing = set(), []
    for ruling, case, answer in shown(books):
        box = ruling.id.partition(".")[0]
        found = set(answer["refusal"]["cites"]) if answer.get("refusal") else rested_on(answer)
        own = {rule for rule in found if rule.startswith(f"{box}.")}
        looked.add(ruling.id)
        if own and not own & {*ruling.rules, *ruling.against}:
            failing.append((ruling.id, case.id, sorted(own)))
    assert len(looked) > 150
    assert [one for one in failing if one[0] not in UNSEEN] == []


def test_nothing_is_both_a_ground_and_an_objection(books: RuleBooks) -> None:
    assert [entry.id for _box, entry in books.rulings if set(entry.rules) & set(entry.against)] == []


def test_a_ground_is_of_a_book_for_which_the_answer_holds(books: RuleBooks) -> None:
    strange = [
        (entry.id, rule)
        for box, entry in books.rulings
        for rule in (*entry.rules, *entry.against)
        if (entry.scope or box) not in ("alle", "munchkin", "munchkin-2", rule.partition(".")[0])
    ]
    assert strange == []


def test_an_official_answer_says_where_a_book_says_otherwise(books: RuleBooks) -> None:
    opposed = [entry for _box, entry in books.rulings if entry.against and not _box]
    assert len(opposed) >= 25
    silent = [entry.id for entry in opposed if not entry.note and entry.status == "official"]
    assert silent == []


@pytest.mark.parametrize(
    ("answer", "book_says"),
    [
        # A sacrifice saves from whatever forbids running away.
        ("faq.automatisches-weglaufen-gegen-monster", "axe-cop.verbuendete.opfer-trotz-weglaufverbot"),
        # In this book boosts change the level itself.
        ("faq.stufe-des-monsters-ohne-verstaerker", "impossible.monsterverstaerker.erhoehen-stufe"),
        ("faq.einmal-einsetzbare-karte", "impossible.kampfaktionen.stufenkarten-sind-einmalig"),
        # The card itself renounces what the book grants.
        ("faq.zerstoere-ruckus-monster-bollwerk", "smash-up.monster.zerstoert-schaetze"),
    ],
)
def test_what_a_book_says_otherwise_stands_beside_the_official_answer(
    books: RuleBooks, answer: str, book_says: str
) -> None:
    against = {entry.id: entry.against for _box, entry in books.rulings}
    assert book_says in against[answer]


@pytest.mark.parametrize(
    ("question", "box", "named"),
    [
        # The answer names the way to a level, the phases, the bound or what one keeps.
        ("stufe.gewinn", "cthulhu", "kein Kultist"),
        ("zug.phasen", "impossible", "Milde Gabe"),
        ("sieg.folgephase", "impossible", "Milde Gabe"),
        ("kampf.hilfe-moeglich", "shakespeare", "weglaufen"),
        ("gegenstaende.anzahl", "axe-cop", "Großen Gegenstand"),
        ("tod.neue-tuerkarten", "shakespeare", "vier Türkarten"),
        ("ausruestung.zweiter-gegenstand", "cthulhu", "höchstens eine nutzen"),
    ],
)
def test_what_an_answer_of_the_comparison_names_is_said_by_what_it_rests_on(
    books: RuleBooks, question: str, box: str, named: str
) -> None:
    texts = {entry.id: entry.text for _box, entry in books.rules}
    rested = [
        rule
        for of, entry in books.rules
        if of == box and question in entry.decides
        for rule in (entry.id, *entry.decides[question].with_)
    ]
    assert any(named in texts[rule] for rule in rested)


@pytest.mark.parametrize(
    ("question", "box", "hedged"),
    [
        # A few traps stay; the book lays down new treasures without a condition.
        ("fluch.ablegen", "impossible", "In der Regel wird sie abgelegt"),
        ("schatz.sofort-auslegen", "impossible", "Ja"),
        # The book names the loss beside the discard, and says of the wait only that it passes.
        ("klasse.bis-wann", "impossible", "Sofort, wenn die Karte verloren geht oder abgelegt wird"),
        ("kampfaktionen.sieg-wirksam", "shakespeare", "Erst wenn die Frist vorbei ist"),
    ],
)
def test_an_answer_of_the_comparison_is_as_certain_as_its_book(
    books: RuleBooks, question: str, box: str, hedged: str
) -> None:
    assert [e.decides[question].answer for of, e in books.rules if of == box and question in e.decides] == [
        hedged
    ]


@pytest.mark.parametrize(
    ("answer", "ground"),
    [
        # What a card takes from the hand, when the limit holds, and which phases a met monster ends.
        ("faq.verliere-gegenstaende-hand", "impossible.hand.angriff-auf-die-hand"),
        ("faq.bollwerk-habe-zehn-handkarten", "smash-up.ziehen.handlimit"),
        ("faq.aufgedecktes-monster-sofort-spiel", "axe-cop.phase3-pluendern.bedingung"),
        ("faq.automatisch-getoetetes-monster-belohnung", "cthulhu.schatz.eliminiert-und-verloren"),
        ("faq.gewinnt-gleichstand", "shakespeare.klasse.krieger-sonderfertigkeit"),
        # Why only items are traded, that a destroyed monster brings treasures, and what the limit is.
        ("impossible.ruling.karte-zurueck-hand", "impossible.handeln.nur-gegenstaende"),
        ("smash-up.ruling.monster-abraeumen-schaetze", "smash-up.monster.zerstoert-schaetze"),
        ("shakespeare.ruling.zwerg-sechs-karten", "shakespeare.phase4-milde-gabe.handlimit-5"),
    ],
)
def test_every_part_of_an_answer_that_a_book_says_has_its_ground(
    books: RuleBooks, answer: str, ground: str
) -> None:
    assert ground in {entry.id: entry.rules for _box, entry in books.rulings}[answer]


def test_every_example_rests_on_a_rule(books: RuleBooks) -> None:
    assert [entry.id for _box, entry in books.examples if not entry.rules] == []


def test_a_page_separates_grounds_from_what_says_otherwise(client: Client, db: None) -> None:
    page = client.get(Ruling.objects.get(pk="faq.wann-umruesten").get_absolute_url()).content.decode()
    grounds, objections = page.index("Darauf beruht die Antwort"), page.index("Dem widerspricht")
    assert grounds < page.index("/cthulhu.ausruestung.rucksack-nicht-im-kampf/") < objections
    assert objections < page.index("/cthulhu.ausruestung.rucksack-holen/")
    assert "anders steht es in Munchkin Cthulhu, Munchkin Shakespeare" in page


def test_an_open_question_shows_the_answers_that_touch_it(client: Client, db: None) -> None:
    page = client.get("/offene-fragen/cthulhu.ambiguitaet.034/").content.decode()
    assert "Wann darf ich eigene ausliegende Karten ablegen?" in page
    answer = client.get(Ruling.objects.get(pk="faq.wann-ausliegende-karten-ablegen").get_absolute_url())
    assert "/cthulhu.ambiguitaet.034/" in answer.content.decode()
