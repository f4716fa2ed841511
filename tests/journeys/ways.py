"""The journeys a newcomer must manage at first try: where they begin, what is tapped, and what must then be seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.taps import Hand

# Waiting by a polled expression would need eval, which the policy forbids.
IN_CHARGE = """() => new Promise((done) => {
  const workers = navigator.serviceWorker;
  if (workers.controller) done(); else workers.addEventListener("controllerchange", () => done());
})"""
SHARING = "navigator.share = async (what) => { document.body.dataset.shared = JSON.stringify(what); };"


@dataclass(frozen=True)
class Journey:
    """A way from a page to what one wants; `most` is how many taps it may take, `seconds` what a newcomer may need.

    `first` is what was done before it and is not counted.
    """

    key: str
    name: str
    start: str
    walk: Callable[[Page, Hand], None]
    most: int
    seconds: int
    first: Callable[[Page, Hand], None] | None = None

    def begin(self, page: Page) -> None:
        if self.first:
            self.first(page, Hand(page))


def dispute(page: Page, hand: Hand) -> None:
    hand.types(page.locator("#suche"), "Muss mein Helfer auch weglaufen?")
    hand.taps(page.get_by_role("button", name="Klären"))
    expect(page.locator("h1")).to_contain_text("Ja.")


def fight(page: Page, hand: Hand) -> None:
    hand.taps(page.locator(".door").first)
    hand.taps(page.get_by_role("link", name="Lage bauen"))
    for monster in ("Buggoth", "Froggoth"):
        field = page.get_by_label("Monster: Karte dazu", exact=True)
        hand.types(field, monster)
        field.press("Enter")
        expect(page.get_by_role("button", name=f"{monster} entfernen")).to_be_visible()
    hand.types(page.get_by_role("group", name="Du", exact=True).get_by_label("Stufe"), "8")
    hand.chooses(page.get_by_label("Es hilft"), "Anna")
    hand.types(page.get_by_role("group", name="Anna", exact=True).get_by_label("Stufe"), "4")
    hand.taps(page.get_by_role("button", name="Lage auswerten"))
    expect(page.locator("h1")).to_contain_text("12 zu 13")


def change(page: Page, hand: Hand) -> None:
    hand.taps(page.get_by_role("link", name="Lage ändern").first)
    hand.types(page.get_by_role("group", name="Anna", exact=True).get_by_label("Stufe"), "6")
    hand.taps(page.get_by_role("button", name="Lage auswerten"))
    expect(page.locator(".before-now")).to_have_text(re.compile(r"vorher 12 : 13 .*jetzt 14 : 13"))


def further(page: Page, hand: Hand) -> None:
    hand.types(page.get_by_role("textbox", name="Weiterfragen"), "Und mit +14?")
    hand.taps(page.get_by_role("button", name="Fragen", exact=True))
    expect(page.locator("h1")).to_contain_text("20 gegen 18")


def death(page: Page, hand: Hand) -> None:
    hand.types(page.locator("#suche"), "Tod")
    hand.taps(page.get_by_role("button", name="Klären"))
    hand.taps(page.get_by_role("link", name="im Vergleich"))
    expect(page.locator("h1")).to_contain_text("Tod")


def rulebook(page: Page, hand: Hand) -> None:
    hand.taps(page.locator(".site-nav").get_by_role("link", name="Kombinieren"))
    for box in ("Munchkin Impossible", "Munchkin Axe Cop"):
        hand.taps(page.get_by_label(box).first)
    hand.taps(page.locator("main").get_by_role("button").first)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Impossible")


def curses(page: Page, hand: Hand) -> None:
    hand.types(page.locator("#suche"), "Flüche, die einen Gegenstand kosten")
    hand.taps(page.get_by_role("button", name="Klären"))
    expect(page.locator(".understood")).to_contain_text("Gegenstand verlieren")
    expect(page.locator(".hit").first).to_be_visible()


def evening(page: Page, hand: Hand) -> None:
    page.wait_for_selector("#tisch[data-ready]")
    for _ in range(3):
        hand.taps(page.get_by_role("button", name="Stufe von Du mehr"))
    hand.taps(page.get_by_role("button", name="Kampf!"))
    monster = page.get_by_label("Monster aus Euren Boxen")
    hand.types(monster, "Buggoth")
    monster.press("Enter")
    hand.chooses(page.get_by_label("Es hilft"), "Anna")
    hand.taps(page.get_by_role("button", name="Gewonnen: +1 Stufe, 1 Schatz"))
    expect(page.get_by_role("group", name="Stufe von Du").locator("output")).to_have_text("5")


def running(page: Page, hand: Hand) -> None:
    page.wait_for_selector("#tisch[data-ready]")
    hand.taps(page.get_by_role("button", name="Kampf!"))
    hand.chooses(page.get_by_label("Es hilft"), "Anna")
    hand.taps(page.get_by_role("button", name="Weglaufen"))
    for name in ("Du", "Anna"):
        hand.taps(page.get_by_role("button", name=f"{name} würfelt gegen Monster 1"))
    hand.taps(page.get_by_role("button", name="Kampf vorbei"))
    expect(page.locator("#kampf")).to_be_hidden()


def report(page: Page, hand: Hand) -> None:
    hand.taps(page.get_by_role("link", name="Stimmt nicht?").first)
    hand.types(page.locator("textarea[name=bemerkung]"), "Im Heft steht 6.")
    # A stamp that is younger than two seconds belongs to a program.
    page.wait_for_timeout(2200)
    hand.taps(page.locator("main form button[type=submit]").first)
    page.wait_for_url("**/vorschlag/stand/**")


def share(page: Page, hand: Hand) -> None:
    page.add_init_script(SHARING)
    page.reload()
    hand.taps(page.get_by_role("button", name="Teilen", exact=True))
    expect(page.locator("body")).to_have_attribute("data-shared", re.compile("13 zu 18"))


def without_net(page: Page, hand: Hand) -> None:
    page.wait_for_selector("#mitnehmen[data-ready]")
    hand.taps(page.get_by_role("button", name="Munchkin Cthulhu mitnehmen"))
    expect(page.get_by_role("button", name="Munchkin Cthulhu weglegen")).to_be_visible()
    page.evaluate(IN_CHARGE)
    page.context.set_offline(True)
    for words, seen in (
        ("Froggoth", "Tod"),
        ("Helfer weglaufen", "Regel"),
        ("Gleichstand gewinnt", "Klarstellung"),
    ):
        hand.types(page.locator("#offline-suche"), words)
        expect(page.locator(".entry", has_text=seen).first).to_be_visible()


KRAKEN = "/was-waere-wenn/?q=Schaffe+ich+den+Kindskopfkraken+mit+Stufe+6+und+%2B4%3F&sets=axe-cop"
JOURNEYS = (
    Journey("streit", "Streit in eigenen Worten auf der Startseite", "/", dispute, 2, 20),
    Journey("kampf", "Kampf zwei gegen zwei von Hand bauen", "/", fight, 10, 60),
    Journey("aendern", "Danach etwas ändern: „vorher 12 : 13 → jetzt 14 : 13“", "/", change, 4, 30, fight),
    Journey("weiterfragen", "Unter der Antwort weiterfragen", KRAKEN, further, 2, 20),
    Journey("tod", "„Tod“: Cthulhu gegen Shakespeare, Themen zuerst", "/", death, 3, 20),
    Journey("heft", "Das Regelheft zweier Boxen", "/", rulebook, 4, 30),
    Journey("flueche", "Flüche, die einen Gegenstand kosten", "/", curses, 2, 30),
    Journey(
        "tisch", "Kampf am Tisch: Monster aus den Boxen, Hilfe, Sieg, Schatz", "/tisch/", evening, 12, 60
    ),
    Journey("flucht", "Weglaufen zu zweit am Tisch", "/tisch/", running, 12, 60),
    Journey("melden", "Einen Fehler melden", "/regeln/cthulhu.kampf.sieg-bedingung/", report, 3, 30),
    Journey(
        "teilen",
        "Mit dem Knopf des Geräts teilen",
        "/was-waere-wenn/?fall=axe-cop-01-krake-allein",
        share,
        1,
        10,
    ),
    Journey("ohne-netz", "Karte, Regel und Antwort ohne Netz", "/mitnehmen/", without_net, 4, 60),
)
