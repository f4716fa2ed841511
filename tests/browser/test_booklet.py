"""The rulebook of a table in a browser: read on a phone, opened at its marks, printed on one page."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from tests.browser.asserts import OpenPage, assert_accessible

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop")
MIXES = [",".join(boxes) for size in range(1, 5) for boxes in combinations(BOOKS, size)]
PAGE = re.compile(rb"/Type\s*/Page\b")
PAGES = (
    "/kombinieren/?sets=cthulhu,shakespeare,impossible,axe-cop",
    "/kombinieren/blatt/?sets=cthulhu,impossible",
    "/kombinieren/neu/?sets=cthulhu,impossible&kenne=cthulhu",
)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")], ids=["phone", "desk"])
@pytest.mark.parametrize("address", PAGES)
def test_the_pages_of_a_table_are_accessible(
    open_page: OpenPage, address: str, width: int, scheme: str
) -> None:
    page = open_page(address, width=width, scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert_accessible(page)


def test_a_mark_opens_to_what_another_book_says(open_page: OpenPage) -> None:
    page = open_page("/kombinieren/?sets=cthulhu,impossible", width=360)
    sentence = page.locator("[id='anfangskarten.tuerkarten']")
    assert not sentence.get_by_text("Zwei").is_visible()
    sentence.locator("summary").click()
    assert sentence.get_by_text("Munchkin Impossible:").is_visible()
    assert "Zwei" in sentence.inner_text()


def test_an_old_address_leads_to_the_sentence_that_says_it_now(open_page: OpenPage) -> None:
    page = open_page("/kombinieren/?sets=cthulhu,impossible#cthulhu.kombi.falle-gleich-fluch")
    assert page.evaluate("document.querySelector(':target').parentElement.innerText").startswith(
        "Fallen und Flüche"
    )


@pytest.mark.parametrize("sets", MIXES)
def test_the_sheet_of_any_mix_fits_on_one_page(open_page: OpenPage, sets: str) -> None:
    page = open_page(f"/kombinieren/blatt/?sets={sets}")
    assert len(PAGE.findall(page.pdf(format="A4"))) == 1
    assert len(PAGE.findall(page.pdf(format="A5"))) <= 2
