"""On every page, folds closed and open: axe finds nothing, nothing sticks out, nothing is too small to tap."""

from __future__ import annotations

import pytest

from tests.browser.asserts import OpenPage, assert_accessible, assert_fits

PAGES = (
    "/", "/hinweise/", "/suche/", "/suche/?q=krieger&sets=cthulhu", "/suche/?q=xyzzy", "/suche/?q=stuffe%3A5+(krake",
    "/suche/?q=monster", "/suche/?q=stufe%3E100+krake", "/suche/?q=typ:monster+ansicht:galerie",
    "/suche/?q=monster+ansicht:tabelle", "/suche/hilfe/", "/karten/", "/karten/?ansicht=tabelle",
    "/karten/cthulhu/froggoth/", "/karten/shakespeare/lady-macbeth/", "/karten/cthulhu/dreilaeufige-schrotflinte/",
    "/karten/cthulhu/ermittler/", "/karten/cthulhu/fluch-geschlechtsumwandlung/", "/karten/smash-up/baumhaus/",
    "/karten/smash-up/blumenkind/", "/karten/axe-cop/mond/", "/sets/", "/sets/cthulhu/", "/sets/impossible/",
    "/sets/axe-cop/?ansicht=galerie", "/sets/axe-cop/checkliste/", "/sets/shakespeare/checkliste/", "/quellen/",
    "/regeln/", "/regeln/cthulhu/", "/regeln/cthulhu.kampf.sieg-bedingung/", "/regeln/vergleich/",
    "/regeln/vergleich/tod/", "/regeln/vergleich/werte/", "/regeln/abdeckung/", "/regeln/abdeckung/shakespeare/",
    "/kombinieren/", "/kombinieren/?sets=impossible&sets=axe-cop", "/kombinieren/?sets=cthulhu,impossible",
    "/kombinieren/?sets=smash-up", "/kombinieren/?sets=cthulhu,shakespeare,impossible,axe-cop",
    "/kombinieren/blatt/?sets=cthulhu,impossible", "/kombinieren/neu/?sets=cthulhu,impossible&kenne=cthulhu",
    "/kombinieren/so-spielen-wir/?sets=cthulhu,impossible&house=tod.helfen:impossible", "/klarstellungen/",
    "/klarstellungen/cthulhu.ruling.gleichstand-im-kampf/", "/offene-fragen/",
    "/offene-fragen/cthulhu.ambiguitaet.002/", "/glossar/", "/glossar/cthulhu.begriff.stufe/", "/beispiele/",
    "/beispiele/axe-cop.example.kampf-kindskopfkrake/",
    "/was-waere-wenn/", "/was-waere-wenn/?q=Schaffe+ich+den+Kindskopfkraken%3F",
    "/was-waere-wenn/?q=Schaffe+ich+den+Kindskopfkraken+mit+Stufe+6+und+%2B4%3F&sets=axe-cop",
    "/was-waere-wenn/?fall=axe-cop-62-beide-laufen-weg", "/was-waere-wenn/?fall=kampf-verstaerker-welches-cthulhu",
    "/was-waere-wenn/?fall=kampf-schlussstufe-gemeinsam-cthulhu", "/was-waere-wenn/?karte=smash-up/baumhaus",
    "/was-waere-wenn/bauen/", "/was-waere-wenn/bauen/?spiel=smash-up", "/was-waere-wenn/faelle/", "/tisch/",
    "/mitnehmen/",
    "/vorschlag/zu/regel/cthulhu.kampf.sieg-bedingung/", "/vorschlag/zu/klarstellung/faq.kleidung/",
    "/vorschlag/karte/axe-cop/krieger/", "/vorschlag/karte/impossible/cold-warrior/", "/vorschlag/box/impossible/",
    "/vorschlag/box/shakespeare/neu/?art=item", "/einbetten/karte/cthulhu/froggoth/",
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


def test_it_looks_at_seventy_pages() -> None:
    assert len(set(PAGES)) == len(PAGES) >= 70


# Colours hang on the scheme, places on the width; `test_site.py` sees the frame around all pages in all four ways.
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_use_the_page(look_at: OpenPage, path: str, width: int, scheme: str) -> None:
    page = look_at(path, width, scheme)
    assert_fits(page)
    page.evaluate(OPEN_ALL)
    assert_fits(page)
    assert_accessible(page)
    assert page.evaluate(SMALL) == []
