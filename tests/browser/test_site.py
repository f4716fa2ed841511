"""The pages around the apps in Chromium: narrow and wide, light and dark."""

from __future__ import annotations

import pytest

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits, both_schemes

PAGES = ["/", "/hinweise/", "/admin/login/"]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_use_the_page(look_at: OpenPage, path: str, width: int) -> None:
    page = look_at(path, width)
    assert_fits(page)
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


def test_the_search_box_is_above_the_fold_on_a_phone(look_at: OpenPage) -> None:
    box = look_at("/", 360).get_by_role("combobox").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 640


def test_a_slash_jumps_into_the_search_box(look_at: OpenPage) -> None:
    page = look_at("/", 1280)
    page.keyboard.press("/")
    page.keyboard.type("gleichstand")
    assert page.get_by_role("combobox").input_value() == "gleichstand"


def test_the_first_tab_offers_to_skip_the_navigation(open_page: OpenPage) -> None:
    page = open_page("/hinweise/", 1280)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Zum Inhalt"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "inhalt"


def test_the_admin_keeps_to_the_policy(look_at: OpenPage) -> None:
    assert look_at("/admin/login/", 1280).get_by_role("button", name="Anmelden").is_visible()


def test_the_page_works_without_javascript(open_page: OpenPage) -> None:
    page = open_page("/", 360, java_script_enabled=False)
    assert page.get_by_role("searchbox").is_visible()


def test_the_fonts_come_from_the_site(look_at: OpenPage) -> None:
    page = look_at("/", 1280)
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Alegreya'))")
