"""The content security policy in a browser: no page of any kind breaks it, and it does stop what it should."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.urls import resolve
from playwright.sync_api import Browser

from tests.addresses import PLACES, pages
from tests.browser.asserts import OpenPage
from tests.browser.test_everywhere import PAGES

# The same fixture opens these in `test_everywhere.py`, and complains there.
OPENED = {resolve(urlsplit(path).path).view_name for path in PAGES}
# A page of each other kind that a browser shows as a page.
KINDS = sorted(name for name in pages().keys() - OPENED if "." not in pages()[name].rpartition("/")[2] and name not in (
    "healthz", "readyz", "search-completions", "rules:what-if-card", "rules:what-if-names", "rules:what-if-qr",
    "favicon", "llms", "embed-answer", "oembed", "rules:share-table", "rules:shared-table",
))  # fmt: skip
BROKEN = "Content Security Policy"


@pytest.mark.parametrize("name", KINDS)
def test_no_further_page_breaks_the_policy(name: str, look_at: OpenPage) -> None:
    # The fixture fails on every console error, and a violation is one.
    page = look_at(pages()[name], width=1280)
    assert page.content()


def test_a_script_that_slips_in_does_not_run(browser: Browser, site: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    page.goto(site + "/")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.ran = 1\">')")
    page.evaluate(
        "const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s)"
    )
    # One refusal for the picture's handler, one for the script.
    while sum(BROKEN in line for line in said) < 2:
        page.wait_for_event("console")
    assert page.evaluate("window.ran") is None
    page.close()


def test_every_placeholder_belongs_to_a_page() -> None:
    assert set(PLACES) <= set(pages())
