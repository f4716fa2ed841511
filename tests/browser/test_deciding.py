"""From the phone of an owner to the fixtures: proposed without JavaScript, accepted in the admin, exported."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser

from tests.browser.test_proposing import READS_MS
from tests.serving import ROOT, Site, serve

CARD = "impossible/mata-hairy"


@pytest.fixture(scope="module")
def desk(furnished: Callable[[], Path]) -> Iterator[Site]:
    """A site of its own, with an editor."""
    with serve(furnished()) as site:
        manage(site, "createsuperuser", "--noinput", "--username", "anna", "--email", "anna@example.org")
        yield site


def manage(site: Site, *words: str) -> None:
    surroundings = {**site.surroundings, "DJANGO_SUPERUSER_PASSWORD": "ein langes Kennwort 42"}
    subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=surroundings, check=True)


def test_what_an_owner_sends_from_the_phone_ends_in_the_fixtures(
    browser: Browser, desk: Site, tmp_path: Path
) -> None:
    phone = browser.new_context(viewport={"width": 360, "height": 640}, java_script_enabled=False).new_page()
    phone.goto(f"{desk.address}/vorschlag/karte/{CARD}/")
    phone.get_by_label("Stufe", exact=True).fill("8")
    phone.wait_for_timeout(READS_MS)
    phone.get_by_role("button", name="Vorschlag senden").click()
    status = phone.url.partition("?")[0]

    page = browser.new_context().new_page()
    page.goto(f"{desk.address}/admin/cards/proposal/")
    page.locator("input[name=username]").fill("anna")
    page.locator("input[name=password]").fill("ein langes Kennwort 42")
    page.get_by_role("button", name="Anmelden").click()
    page.get_by_role("link", name="Mata Hairy").click()
    page.get_by_label("Stufe übernehmen").check()
    page.get_by_role("button", name="Angekreuztes übernehmen").click()
    page.get_by_text("Entschieden: Mata Hairy").wait_for()

    phone.goto(status)
    assert phone.get_by_text("übernommen", exact=True).is_visible()
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    manage(desk, "proposals", "export", "--out", str(tmp_path / "fixtures"))
    entries = yaml.safe_load((tmp_path / "fixtures/impossible/cards.yaml").read_text(encoding="utf-8"))
    written = next(entry for entry in entries if entry["slug"] == "mata-hairy")
    assert written["facts"] == {"level": 8}
