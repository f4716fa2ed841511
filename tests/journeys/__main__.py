"""`python -m tests.journeys`: walks every journey, writes docs/journeys.md, and takes the pictures of docs/pages/."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import NO_CHROMIUM, QUIET
from tests.browser.taps import Hand
from tests.journeys.ways import JOURNEYS, KRAKEN, Journey
from tests.serving import serve

ROOT = Path(__file__).resolve().parents[2]
TABLE, PICTURES = ROOT / "docs/journeys.md", ROOT / "docs/pages"
WIDTHS = {360: 640, 1280: 900}
# Pictures are those of a phone: so the twelve stay below a megabyte.
NARROW = ViewportSize(width=360, height=640)
# What a newcomer needs beside the machine: per tap, per letter, per new screen.
TAP, LETTER, SCREEN = 1.2, 0.35, 3.0
SHOTS = {
    "start": "/",
    "antwort": KRAKEN,
    "fall": "/was-waere-wenn/?fall=axe-cop-01-krake-allein",
    "chancen": "/was-waere-wenn/?fall=axe-cop-62-beide-laufen-weg",
    "lage-bauen": "/was-waere-wenn/bauen/",
    "basis-bauen": "/was-waere-wenn/bauen/?spiel=smash-up",
    "tisch": "/tisch/",
    "mitnehmen": "/mitnehmen/",
    "suche": "/suche/?q=typ%3Amonster+stufe%3E%3D10",
    "galerie": "/karten/?ansicht=galerie",
    "karte": "/karten/cthulhu/froggoth/",
    "regelheft": "/regeln/cthulhu/",
}
HEAD = """# Journeys

Made by `make journeys`: Chromium walks each way at first try, with an empty browser; a tap into a field counts.
„Machine“ is what the site itself took here, at 360 and at 1280 px. „Newcomer“ adds, for one who never saw the site,
{tap} s a tap, {letter} s a letter and {screen} s a new screen: an estimate, nobody was timed. The same ways are tests
(`tests/browser/test_journeys.py`), which count the taps and assert no time.

| journey | taps | at most | letters | screens | machine, narrow | machine, wide | newcomer | wanted |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def main() -> int:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not path:
        print(NO_CHROMIUM)
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        lines = [_line(browser, site.address, journey) for journey in JOURNEYS]
        if "--ohne-bilder" not in sys.argv:
            _take_pictures(browser, site.address)
        browser.close()
    TABLE.write_text(HEAD.format(tap=TAP, letter=LETTER, screen=SCREEN) + "".join(lines))
    print(TABLE.read_text())
    return 0


def _line(browser: Browser, site: str, journey: Journey) -> str:
    seconds, hand, screens = [], None, 0
    for width in WIDTHS:
        hand, screens, took = _walked(browser, site, journey, width)
        seconds.append(took)
    assert hand is not None
    newcomer = hand.count * TAP + hand.letters * LETTER + screens * SCREEN + seconds[0]
    taps = f"{hand.count}" if hand.count <= journey.most else f"**{hand.count}**"
    return (
        f"| {journey.name} | {taps} | {journey.most} | {hand.letters} | {screens} | {seconds[0]:.1f} | {seconds[1]:.1f}"
        f" | {newcomer:.0f} | {journey.seconds} |\n"
    )


def _walked(browser: Browser, site: str, journey: Journey, width: int) -> tuple[Hand, int, float]:
    context = browser.new_context(viewport={"width": width, "height": WIDTHS[width]}, locale="de-DE")
    page = context.new_page()
    page.goto(site + journey.start)
    journey.begin(page)
    screens: list[str] = []
    page.on("framenavigated", lambda frame: screens.append(frame.url))
    hand = Hand(page)
    started = time.perf_counter()
    journey.walk(page, hand)
    took = time.perf_counter() - started
    context.close()
    return hand, len(screens), took


def _take_pictures(browser: Browser, site: str) -> None:
    for name, address in SHOTS.items():
        page: Page = browser.new_page(viewport=NARROW, locale="de-DE")
        page.goto(site + address)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURES / f"{name}.png")
        page.close()


if __name__ == "__main__":
    sys.exit(main())
