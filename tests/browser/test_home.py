"""The first page in Chromium: one box for everything, boxes that stay chosen, two doors; taps are counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits, both_schemes
from tests.browser.taps import Hand

DISPUTE = "Muss mein Helfer auch weglaufen?"


@pytest.mark.parametrize("width", [360, 1280])
def test_everybody_can_use_the_chosen_boxes(look_at: OpenPage, width: int) -> None:
    page = look_at("/?sets=cthulhu&sets=axe-cop", width)
    expect(page.get_by_label("Cthulhu", exact=True)).to_be_checked()
    assert_fits(page)
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


@pytest.mark.parametrize("script", [True, False])
def test_a_dispute_in_own_words_is_answered_on_the_first_screen_in_two_taps(
    open_page: OpenPage, script: bool
) -> None:
    page = open_page("/", 360, java_script_enabled=script)
    hand = Hand(page)
    hand.types("Fragen, oder Karten", DISPUTE)
    hand.taps(page.get_by_role("button", name="Klären"))
    expect(page.locator("h1")).to_contain_text("Ja.")
    assert hand.count <= 2
    for shown in ("h1", ".cites--decisive"):
        box = page.locator(shown).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640, shown


def test_boxes_stay_chosen_without_a_cookie_and_go_along_with_a_question(open_page: OpenPage) -> None:
    page = open_page("/", 360)
    page.get_by_label("Axe Cop", exact=True).check()
    page.goto(page.url.replace("?", "") + "hinweise/")
    page.goto(page.url.replace("hinweise/", ""))
    expect(page.get_by_label("Axe Cop", exact=True)).to_be_checked()
    page.get_by_role("combobox").fill(DISPUTE)
    page.keyboard.press("Enter")
    page.wait_for_url("**/was-waere-wenn/?q=*&sets=axe-cop")
    assert page.context.cookies() == []


def test_the_search_in_the_header_knows_the_boxes_of_the_table(open_page: OpenPage) -> None:
    page = open_page("/", 1280)
    page.get_by_label("Cthulhu", exact=True).check()
    page.goto(page.url + "hinweise/")
    page.get_by_role("combobox").fill("krieger")
    page.get_by_role("button", name="Suchen").click()
    page.wait_for_url("**sets=cthulhu*")
    page.get_by_role("link", name="Nur in Euren Boxen").click()
    expect(page.locator(".understood")).to_contain_text("Cthulhu")


def test_both_doors_stand_on_the_first_screen(look_at: OpenPage) -> None:
    page = look_at("/", 360)
    for name in ("Was wäre wenn", "Tisch"):
        box = page.locator(".door", has_text=name).locator("strong").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640, name


def test_every_place_of_the_navigation_is_seen_on_a_phone(look_at: OpenPage) -> None:
    page = look_at("/hinweise/", 360)
    for link in page.locator(".site-nav a").all():
        box = link.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360, link.inner_text()


def test_light_and_dark_can_be_chosen_and_stay(open_page: OpenPage) -> None:
    page = open_page("/", 360, "light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dunkle Farben").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark
    page.emulate_media(media="print")
    assert page.evaluate(paper) == "rgb(255, 255, 255)"


@pytest.mark.parametrize("path", ["/", "/hinweise/", "/was-waere-wenn/", "/karten/"])
def test_letters_a_third_larger_still_fit(look_at: OpenPage, path: str) -> None:
    page = look_at(path, 360)
    page.evaluate("document.documentElement.style.setProperty('font-size', '130%')")
    assert_fits(page)


@pytest.mark.parametrize("what", ["Streitfrage", "Karte"])
def test_chance_leads_to_a_dispute_or_a_card(look_at: OpenPage, what: str) -> None:
    page = look_at("/", 360)
    page.get_by_role("link", name=f"Zufällige {what}").click()
    page.wait_for_url("**/was-waere-wenn/?fall=*" if what == "Streitfrage" else "**/karten/*/*/")
