"""Completing a card in Chromium: on a phone, with JavaScript and without, without an account."""

from __future__ import annotations

import pytest

from tests.browser.asserts import OpenPage, assert_fits

FORM = "/vorschlag/karte/impossible/cold-warrior/"
# A person needs longer than that to type; the form refuses what comes back faster.
READS_MS = 2_500


@pytest.mark.parametrize("scripts", [True, False])
def test_an_owner_completes_a_card_on_the_phone(open_page: OpenPage, scripts: bool) -> None:
    page = open_page("/karten/impossible/mata-hairy/", 360, java_script_enabled=scripts)
    page.get_by_role("link", name="Fehler melden / ergänzen").click()
    page.get_by_label("Stufe", exact=True).fill("8")
    page.get_by_label("Schlimme Dinge", exact=True).select_option("tod")
    page.wait_for_timeout(READS_MS)
    page.get_by_role("button", name="Vorschlag senden").click()
    page.get_by_role("heading", name="Danke, Dein Vorschlag ist da").wait_for()
    assert_fits(page)
    assert page.get_by_role("row", name="Stufe").inner_text().split("\t")[1:3] == ["nicht belegt", "8"]
    assert not page.context.cookies()


@pytest.mark.parametrize("scripts", [True, False])
def test_an_owner_enters_a_card_that_no_list_has(open_page: OpenPage, scripts: bool) -> None:
    page = open_page("/sets/shakespeare/", 360, java_script_enabled=scripts)
    page.get_by_role("link", name="fehlende Karte eintragen").click()
    page.get_by_label("Art der Karte").select_option("item")
    page.get_by_role("button", name="Felder dieser Art zeigen").click()
    page.get_by_label("Deutscher Name").fill("Totenschädel")
    page.get_by_label("Bonus", exact=True).fill("3")
    page.wait_for_timeout(READS_MS)
    page.get_by_role("button", name="Vorschlag senden").click()
    page.get_by_role("heading", name="Danke, Dein Vorschlag ist da").wait_for()
    assert_fits(page)
    assert page.get_by_role("row", name="Bonus").inner_text().split("\t")[1:] == ["3"]
    assert page.get_by_role("link", name="Noch eine fehlende Karte eintragen").is_visible()


def test_the_face_beside_the_form_shows_what_is_typed(open_page: OpenPage) -> None:
    page = open_page(FORM, 1280)
    page.get_by_label("Stufe", exact=True).fill("17")
    page.locator("#karte .face__number", has_text="17").wait_for()
