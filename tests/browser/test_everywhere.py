"""On every page, with all folds open: axe finds nothing, nothing sticks out, nothing is too small to tap."""

from __future__ import annotations

import pytest

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits

PAGES = (
    "/", "/hinweise/", "/suche/", "/suche/?q=krieger&sets=cthulhu", "/suche/?q=xyzzy", "/suche/?q=stuffe%3A5+(krake",
    "/suche/?q=typ:monster+ansicht:galerie", "/suche/?q=monster+ansicht:tabelle", "/suche/hilfe/", "/karten/",
    "/karten/?ansicht=tabelle", "/karten/cthulhu/froggoth/", "/karten/smash-up/baumhaus/", "/sets/", "/sets/cthulhu/",
    "/sets/axe-cop/checkliste/", "/quellen/", "/regeln/", "/regeln/cthulhu.kampf.sieg-bedingung/",
    "/regeln/vergleich/tod/", "/regeln/vergleich/werte/", "/regeln/abdeckung/", "/kombinieren/",
    "/kombinieren/?sets=impossible&sets=axe-cop", "/klarstellungen/",
    "/klarstellungen/cthulhu.ruling.gleichstand-im-kampf/", "/offene-fragen/cthulhu.ambiguitaet.002/", "/glossar/",
    "/glossar/cthulhu.begriff.stufe/", "/beispiele/", "/beispiele/axe-cop.example.kampf-kindskopfkrake/",
    "/was-waere-wenn/?q=Schaffe+ich+den+Kindskopfkraken%3F", "/was-waere-wenn/?fall=axe-cop-62-beide-laufen-weg",
    "/was-waere-wenn/?fall=kampf-verstaerker-welches-cthulhu", "/was-waere-wenn/", "/was-waere-wenn/bauen/",
    "/was-waere-wenn/bauen/?spiel=smash-up", "/was-waere-wenn/faelle/", "/tisch/", "/mitnehmen/",
    "/vorschlag/zu/regel/cthulhu.kampf.sieg-bedingung/", "/vorschlag/karte/axe-cop/krieger/",
    "/einbetten/karte/cthulhu/froggoth/",
)  # fmt: skip
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"
# WCAG 2.2, 2.5.8: 24 px, but for links in running text and boxes whose label is the target.
SMALL = """() => [...document.querySelectorAll("a[href], button, select, summary, textarea, input:not([type=hidden])")]
  .filter((one) => {
    const place = one.getBoundingClientRect();
    const inText = getComputedStyle(one).display === "inline" || one.closest("p, dd, td, th, .visually-hidden, label");
    return place.width && !inText && (place.height < 24 || place.width < 24);
  })
  .map((one) => one.outerHTML.slice(0, 120))"""


def test_it_looks_at_forty_pages() -> None:
    assert len(set(PAGES)) >= 40


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_use_the_page(open_page: OpenPage, path: str, width: int, scheme: str) -> None:
    page = open_page(path, width, scheme)
    page.evaluate(OPEN_ALL)
    assert_fits(page)
    assert_accessible(page)
    assert page.evaluate(SMALL) == []
