"""The API's pages in Chromium, and the JavaScript example as it stands there."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits, both_schemes

PAGES = ["/api/v1/docs", "/api/v1/fehler/unbekannter-parameter"]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_read_the_documentation(look_at: OpenPage, path: str, width: int) -> None:
    page = look_at(path, width)
    assert_fits(page)
    for scheme in both_schemes(page):
        assert_accessible(page, scheme)


def test_the_javascript_example_runs(open_page: OpenPage, site: str) -> None:
    example = render_to_string("api/start/javascript.txt", {"base": site})
    page = open_page("/api/v1/docs", 1280)
    assert example in page.locator("#start-javascript + pre").inner_text() + "\n"
    lines: list[str] = []
    page.on("console", lambda line: lines.append(line.text))
    page.evaluate(f"(async () => {{ {example} }})()")
    assert len(lines) == 5
    assert " – " in lines[3]
