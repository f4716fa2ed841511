"""The rules pages in a browser: what they show on a phone and on a desk."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.asserts import OpenPage


def test_a_term_shows_its_meaning_on_focus_and_hides_on_escape(look_at: OpenPage) -> None:
    page = look_at("/regeln/cthulhu.kampf.sieg-bedingung/")
    term = page.locator("a.term").first
    term.focus()
    preview = page.locator("#begriff-vorschau")
    preview.wait_for(state="visible")
    assert "Kampf" in preview.inner_text()
    assert term.get_attribute("aria-describedby") == "begriff-vorschau"
    page.keyboard.press("Escape")
    assert not preview.is_visible()


def test_the_contents_of_a_rulebook_stand_open_where_there_is_room(look_at: OpenPage) -> None:
    assert look_at("/regeln/cthulhu/", width=1280).locator("[data-contents] li li a").first.is_visible()
    assert not look_at("/regeln/cthulhu/", width=360).locator("[data-contents] li li a").first.is_visible()


def test_a_long_page_tells_where_one_is_and_leads_back_there(open_page: OpenPage) -> None:
    page = open_page("/regeln/cthulhu/", width=360)
    bar = page.get_by_role("navigation", name="Auf dieser Seite")
    bar.locator("summary").click()
    bar.get_by_role("link", name="Kampf und Monster").click()
    expect(bar.locator("summary")).to_contain_text("Kampf und Monster")
    address = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(address)
    page.get_by_role("link", name="Weiter lesen: Kampf und Monster").click()
    expect(page.locator("h2", has_text="Kampf und Monster")).to_be_in_viewport()


def test_choosing_two_boxes_leads_to_their_rulebook(look_at: OpenPage) -> None:
    page = look_at("/kombinieren/")
    page.get_by_label("Munchkin Cthulhu").check()
    page.get_by_label("Munchkin Impossible").check()
    page.get_by_role("button", name="Regelheft zusammenstellen").click()
    assert page.url.endswith("/kombinieren/?sets=cthulhu,impossible")
    assert page.get_by_role("heading", name="Das Regelheft Eures Tisches").is_visible()
