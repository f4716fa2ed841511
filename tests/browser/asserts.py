"""What every page must fulfil, whoever made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OpenPage = Callable[..., Page]


def both_schemes(page: Page) -> Iterator[str]:
    """Show the page light, then dark: a page is the same in both but for its colours, so it is opened once."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")
        yield scheme


def assert_accessible(page: Page, scheme: str = "") -> None:
    """Fail on what axe-core finds, naming the rule and the place."""
    violations = Axe().run(page).response["violations"]
    found = [f"{one['id']}: {node['html'][:160]}" for one in violations for node in one["nodes"]]
    assert found == [], scheme


def assert_fits(page: Page) -> None:
    """Fail when the page scrolls sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} ist {wide} px breiter als das Fenster"
