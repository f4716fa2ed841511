"""Chromium against the production server with its own database: pages as a visitor gets them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser.asserts import OpenPage
from tests.serving import Site

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
QUIET += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# What comes at once on a quiet machine may take its time on a busy one; what never comes fails all the same.
PATIENCE_MS = 120_000
NO_NET = "ERR_INTERNET_DISCONNECTED"
# Every page in the window of all begins as in a browser that was never here.
FORGET = "if (location.protocol === 'http:') localStorage.clear()"
NO_CHROMIUM = "Kein Chromium gefunden: installiere das Paket chromium oder setze CHROMIUM=/pfad/zum/chromium."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let all tests that miss Chromium say so in one sentence."""
    report = yield
    if report.skipped and NO_CHROMIUM in str(report.longrepr):
        report.longrepr = (str(Path(__file__).parent), 1, NO_CHROMIUM)
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium from the system; without it these tests are skipped, except in CI, where they fail."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE_MS)
        chromium = playwright.chromium.launch(executable_path=path, args=QUIET, timeout=PATIENCE_MS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(running: Site) -> str:
    """The address of the site."""
    return running.address


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[OpenPage]:
    """Open an address as somebody who was never here; at the end fail on what `watch` heard."""
    complaints: list[str] = []
    contexts = []

    def open_it(path: str, width: int = 360, scheme: str = "light", **options: object) -> Page:
        context = browser.new_context(viewport=_size(width), color_scheme=scheme, locale="de-DE", **options)
        contexts.append(context)
        page = context.new_page()
        watch(page, site, complaints)
        page.goto(site + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def window(browser: Browser, site: str) -> tuple[Page, list[str]]:
    """One page for all who only look, and what `watch` hears there: a new one costs three times what it shows."""
    context = browser.new_context(locale="de-DE", service_workers="block")
    context.add_init_script(FORGET)
    page, complaints = context.new_page(), []
    watch(page, site, complaints)
    return page, complaints


@pytest.fixture
def look_at(window: tuple[Page, list[str]], site: str) -> Iterator[OpenPage]:
    """Show an address in the window of all; whoever leaves something there, or asks for more, takes `open_page`."""
    page, complaints = window
    complaints.clear()
    page.context.clear_cookies()

    def look(path: str, width: int = 360, scheme: str = "light") -> Page:
        assert "#" not in path, "Im selben Fenster wäre das nur ein Sprung."
        page.set_viewport_size(_size(width))
        page.emulate_media(media="null", color_scheme=scheme)
        page.goto(site + path)
        return page

    yield look
    assert complaints == []


def watch(page: Page, site: str, complaints: list[str]) -> None:
    """Note console errors, CSP violations and requests to other hosts."""
    page.set_default_timeout(PATIENCE_MS)
    # Who took the net away need not be told.
    page.on(
        "console",
        lambda line: (
            complaints.append(line.text) if line.type == "error" and NO_NET not in line.text else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda request: None if _is_ours(request.url, site) else complaints.append(request.url)
    )


def _size(width: int) -> ViewportSize:
    return {"width": width, "height": 640 if width < 700 else 900}


def _is_ours(address: str, site: str) -> bool:
    return address.startswith((site, "blob:", "data:", "about:"))
