"""The rulebook of a table in a browser: read on a phone, opened at its marks, printed on one page."""

from __future__ import annotations

import base64
import json
import re
from itertools import combinations

import pytest

from tests.browser.asserts import OpenPage

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop")
MIXES = [",".join(boxes) for size in range(1, 5) for boxes in combinations(BOOKS, size)]
PAGE = re.compile(rb"/Type\s*/Page\b")


def test_a_mark_opens_to_what_another_book_says(look_at: OpenPage) -> None:
    page = look_at("/kombinieren/?sets=cthulhu,impossible", width=360)
    sentence = page.locator("[id='anfangskarten.tuerkarten']")
    assert not sentence.get_by_text("Zwei").is_visible()
    sentence.locator("summary").click()
    assert sentence.get_by_text("Munchkin Impossible:").is_visible()
    assert "Zwei" in sentence.inner_text()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_pointer_leads_to_the_sentence_that_says_it(look_at: OpenPage, width: int) -> None:
    page = look_at("/kombinieren/?sets=cthulhu,impossible", width=width)
    page.locator(".say__see", has_text="Zur letzten Stufe").get_by_role("link").first.click()
    said = page.locator(".say:target")
    assert said.inner_text().startswith("Die letzte Stufe bekommst Du nur")
    assert said.evaluate(
        "e => e.getBoundingClientRect().top >= 0 && e.getBoundingClientRect().top < innerHeight"
    )


def test_an_old_address_leads_to_the_sentence_that_says_it_now(open_page: OpenPage) -> None:
    page = open_page("/kombinieren/?sets=cthulhu,impossible#cthulhu.kombi.falle-gleich-fluch")
    assert page.evaluate("document.querySelector(':target').parentElement.innerText").startswith(
        "Fallen und Flüche"
    )


@pytest.mark.parametrize("sets", MIXES)
def test_the_sheet_of_any_mix_fits_on_one_page(look_at: OpenPage, sets: str) -> None:
    page = look_at(f"/kombinieren/blatt/?sets={sets}")
    assert len(PAGE.findall(page.pdf(format="A4"))) == 1
    assert len(PAGE.findall(page.pdf(format="A5"))) <= 2


def test_the_text_is_printed_with_what_is_open_and_without_its_marks(look_at: OpenPage) -> None:
    page = look_at("/kombinieren/?sets=cthulhu,impossible", width=800)
    assert 3 < len(PAGE.findall(page.pdf(format="A4"))) < 8
    page.emulate_media(media="print")
    assert page.get_by_text("Muss man den Raum plündern, wenn es möglich ist?").is_visible()
    assert not page.locator(".say__other").first.is_visible()
    assert not page.locator(".say__cite").first.is_visible()
    assert page.locator(".say__see").first.is_visible()


def test_the_sheet_of_four_boxes_has_room_for_ten_choices(look_at: OpenPage) -> None:
    house = (
        "big.several-takers:b,cultist.other-class:c,curse.choice:b,elf-wins:b,friendly.trouble:b,limit.hands:b,"
        "tod.flueche:cthulhu,klasse.ausspielzeitpunkt:cthulhu,schatz.ohne-toeten:axe-cop,pursue:b"
    )
    page = look_at(f"/kombinieren/blatt/?sets=cthulhu,shakespeare,impossible,axe-cop&house={house}")
    assert page.locator("h2", has_text="So spielen wir").locator("xpath=..").locator("li").count() >= 8
    assert len(PAGE.findall(page.pdf(format="A4"))) == 1
    assert "big.several-takers" not in page.locator(".one-page__head").inner_text()


def test_what_a_table_has_chosen_goes_with_it_to_the_companion_and_into_its_questions(
    open_page: OpenPage,
) -> None:
    page = open_page("/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&house=tod.helfen:impossible")
    page.get_by_role("link", name="Damit an den Tisch").click()
    page.locator("#tisch[data-ready=ja]").wait_for()
    assert page.get_by_text("eine eigene Regel gilt").is_visible()
    link = page.locator("#bauen").get_attribute("href") or ""
    packed = link.partition("s=0.")[2]
    asked = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    assert asked["house"] == {"tod.helfen": "impossible"}
    assert asked["rulebook"] == "cthulhu"
