"""Without a net: boxes that were taken along are searched and read, and every page that was seen comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits, both_schemes
from tests.browser.taps import Hand

PAGE = "/mitnehmen/"
READY = "#mitnehmen[data-ready]"
# Waiting by a polled expression would need eval, which the policy forbids.
IN_CHARGE = """() => new Promise((done) => {
  const workers = navigator.serviceWorker;
  if (workers.controller) done(); else workers.addEventListener("controllerchange", () => done());
})"""


def taken_along(open_page: OpenPage, box: str = "Munchkin Cthulhu") -> Page:
    page = open_page(PAGE)
    page.wait_for_selector(READY)
    page.get_by_role("button", name=f"{box} mitnehmen").click()
    expect(page.get_by_role("button", name=f"{box} weglegen")).to_be_visible()
    expect(page.locator(".take__box").first).to_contain_text("Stand")
    page.evaluate(IN_CHARGE)
    return page


@pytest.mark.parametrize("width", [360, 1280])
def test_everybody_can_take_boxes_along(open_page: OpenPage, width: int) -> None:
    page = open_page(PAGE, width)
    page.wait_for_selector(READY)
    assert_fits(page)
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


def test_a_card_a_rule_and_an_answer_are_looked_up_without_a_net(open_page: OpenPage) -> None:
    page = taken_along(open_page)
    page.context.set_offline(True)
    hand = Hand(page)
    hand.types("In den mitgenommenen Boxen suchen", "Froggoth")
    expect(page.locator(".entry").first).to_contain_text("Schlimme Dinge: Tod")
    hand.types("In den mitgenommenen Boxen suchen", "Helfer weglaufen")
    expect(page.locator(".entry", has_text="Regel").first).to_be_visible()
    page.goto(page.url.replace(PAGE, "/suche/?q=Wer+gewinnt+bei+Gleichstand%3F"))
    page.wait_for_selector(READY)
    expect(page.locator(".entry").first).to_contain_text("Das Monster")
    assert hand.count <= 3


def test_an_address_that_nobody_saw_shows_what_the_box_says_of_it(open_page: OpenPage) -> None:
    page = taken_along(open_page)
    page.context.set_offline(True)
    page.goto(page.url.replace(PAGE, "/karten/cthulhu/froggoth/"))
    page.wait_for_selector(READY)
    expect(page.locator(".entry")).to_contain_text("Stufe: 12")
    page.goto(page.url.replace("/karten/cthulhu/froggoth/", "/karten/axe-cop/krieger/"))
    page.wait_for_selector(READY)
    expect(page.locator("#gefunden")).to_contain_text("liegt nicht auf Deinem Gerät")


def test_a_page_that_was_seen_comes_back_as_it_was(open_page: OpenPage) -> None:
    page = taken_along(open_page)
    page.goto(page.url.replace(PAGE, "/glossar/"))
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Glossar", level=1)).to_be_visible()


def test_a_box_that_is_laid_away_is_gone(open_page: OpenPage) -> None:
    page = taken_along(open_page)
    page.get_by_role("button", name="Munchkin Cthulhu weglegen").click()
    expect(page.get_by_role("button", name="Munchkin Cthulhu mitnehmen")).to_be_visible()
    expect(page.locator("#offline-form")).to_be_hidden()


def test_without_javascript_the_page_says_what_it_needs(open_page: OpenPage) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    expect(page.get_by_text("braucht die Seite JavaScript")).to_be_visible()
