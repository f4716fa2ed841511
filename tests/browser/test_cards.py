"""The pages of cards in Chromium: every kind of face, narrow and wide, light and dark."""

from __future__ import annotations

import re

import pytest

from tests.browser.asserts import OpenPage

SHEET = re.compile(rb"/Type\s*/Page\b")
MM = 96 / 25.4
FACES = {
    "monster": "/karten/shakespeare/lady-macbeth/",
    "item": "/karten/cthulhu/dreilaeufige-schrotflinte/",
    "class": "/karten/cthulhu/ermittler/",
    "curse": "/karten/cthulhu/fluch-geschlechtsumwandlung/",
    "base": "/karten/smash-up/baumhaus/",
    "creature": "/karten/smash-up/blumenkind/",
    "power": "/karten/axe-cop/mond/",
}


@pytest.mark.parametrize("kind", FACES)
def test_nothing_on_a_face_is_cut_off(look_at: OpenPage, kind: str) -> None:
    page = look_at(FACES[kind], 360)
    sheet = page.locator(".face__sheet").first
    assert sheet.evaluate(
        "sheet => sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth"
    )


def test_no_face_in_a_gallery_is_cut_off(look_at: OpenPage) -> None:
    page = look_at("/sets/cthulhu/?ansicht=galerie", 1280)
    sheets = page.locator(".face__sheet")
    assert sheets.count() == 149
    cut = sheets.evaluate_all("all => all.filter(one => one.scrollHeight > one.clientHeight).length")
    assert cut == 0


def test_the_number_stands_top_left_and_the_treasures_bottom_right(look_at: OpenPage) -> None:
    page = look_at(FACES["monster"], 1280)
    face, level, treasure = (
        page.locator(place).bounding_box() for place in (".face", ".face__corner", ".face__treasure")
    )
    assert face
    assert level
    assert treasure
    assert level["x"] < face["x"] + face["width"] / 3
    assert level["y"] < face["y"] + face["height"] / 3
    assert treasure["x"] > face["x"] + face["width"] / 2
    assert treasure["y"] > face["y"] + face["height"] * 2 / 3


def test_a_whole_face_in_a_gallery_leads_to_its_card(look_at: OpenPage) -> None:
    page = look_at("/sets/shakespeare/?ansicht=galerie", 1280)
    page.locator(".face--monster .face__picture").first.click(force=True)
    page.wait_for_url("**/karten/shakespeare/*/")


def test_a_gallery_is_printed_as_proxies_nine_on_a_sheet(look_at: OpenPage) -> None:
    page = look_at("/karten/?ansicht=galerie&box=axe-cop", width=718)
    cards = page.locator(".gallery__card").count()
    assert len(SHEET.findall(page.pdf(format="A4", prefer_css_page_size=True))) == -(-cards // 9)
    page.emulate_media(media="print")
    size = page.locator(".gallery__card .face").first.bounding_box()
    assert size is not None
    assert (round(size["width"] / MM), round(size["height"] / MM)) == (63, 88)
