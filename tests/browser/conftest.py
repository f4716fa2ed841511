"""Chromium against the production server with its own database: pages as a visitor gets them."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.asserts import OpenPage

ROOT = Path(__file__).resolve().parents[2]
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
QUIET += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
NO_CHROMIUM = "Kein Chromium gefunden: installiere das Paket chromium oder setze CHROMIUM=/pfad/zum/chromium."


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


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
        chromium = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site, served as `make run` serves it."""
    folder, port = tmp_path_factory.mktemp("site"), _free_port()
    surroundings = {
        **os.environ,
        "DEBUG": "false",
        "DATABASE_URL": "",
        "DATABASE_PATH": str(folder / "site.sqlite3"),
        "STATIC_ROOT": str(folder / "static"),
    }
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=log, stderr=log)
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}/readyz", server, folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[OpenPage]:
    """Open an address; at the end fail on console errors, CSP violations and requests to other hosts."""
    complaints: list[str] = []
    contexts = []

    def open_it(path: str, width: int = 360, scheme: str = "light", **options: object) -> Page:
        size = {"width": width, "height": 640 if width < 700 else 900}
        context = browser.new_context(viewport=size, color_scheme=scheme, locale="de-DE", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request", lambda request: None if _is_ours(request.url, site) else complaints.append(request.url)
        )
        page.goto(site + path)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


def _is_ours(address: str, site: str) -> bool:
    return address.startswith((site, "blob:", "data:", "about:"))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            pytest.fail(f"Der Server startet nicht:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"Der Server wird nicht bereit:\n{log.read_text()}")
