"""The search in a real browser: results while typing, keys, completions, and no JavaScript at all."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.asserts import OpenPage


def test_results_appear_while_typing_and_the_address_follows(look_at: OpenPage) -> None:
    page = look_at("/suche/", width=1280)
    page.keyboard.press("/")
    page.keyboard.type("kindskopfkrake")
    expect(page.locator("#treffer .hit__name").first).to_have_text("Kindskopfkrake")
    page.wait_for_url("**q=kindskopfkrake*")


def test_arrows_walk_through_the_hits_and_enter_opens(look_at: OpenPage) -> None:
    page = look_at("/suche/?q=kindskopfkrake", width=1280)
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#treffer .hit__name").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#kopfsuche")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/karten/axe-cop/kindskopfkrake/")


def test_completion_opens_a_card(look_at: OpenPage) -> None:
    page = look_at("/hinweise/", width=1280)
    page.keyboard.press("/")
    page.keyboard.type("kindsk")
    expect(page.locator("[role=option]").first).to_contain_text("Kindskopfkrake")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/karten/axe-cop/kindskopfkrake/")


def test_completion_writes_a_field(look_at: OpenPage) -> None:
    page = look_at("/suche/", width=1280)
    page.locator("#kopfsuche").press_sequentially("typ:mons")
    option = page.locator("[role=option]").first
    expect(option).to_contain_text("typ:monster")
    option.click()
    expect(page.locator("#kopfsuche")).to_have_value("typ:monster")


def test_facets_open_without_javascript_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/suche/?q=monster", java_script_enabled=False)
    expect(page.locator(".facets__body")).to_be_hidden()
    page.locator(".facets__label").click()
    page.locator(".facets__body a").first.click()
    expect(page.locator(".chip--on").first).to_have_count(1)
