"""Every page of the site names its JSON, and the JSON names its page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

PAGES = [
    "/karten/", "/karten/axe-cop/krieger/", "/sets/", "/sets/axe-cop/", "/regeln/axe-cop.ziel.stufe-10/",
    "/klarstellungen/", "/klarstellungen/axe-cop.ruling.krieger-bei-gleichstand/", "/offene-fragen/",
    "/offene-fragen/axe-cop.ambiguitaet.001/", "/glossar/", "/beispiele/",
    "/beispiele/axe-cop.example.kampf-kindskopfkrake/", "/regeln/vergleich/", "/kombinieren/?sets=axe-cop,shakespeare",
]  # fmt: skip
ALTERNATE = re.compile(r'<link rel="alternate" type="application/json" href="([^"]+)">')


@pytest.mark.parametrize("page", PAGES)
def test_a_page_leads_to_its_json(reader: Client, page: str) -> None:
    response = reader.get(page)
    assert response.status_code == 200
    link = ALTERNATE.search(response.content.decode())
    assert link is not None, page
    found = reader.get(link.group(1).replace("&amp;", "&"))
    assert found.status_code == 200
    assert found.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["sets", "cards", "rules", "rulings", "questions", "terms", "examples"])
def test_an_object_leads_to_its_page(reader: Client, path: str) -> None:
    for thing in reader.get(f"/api/v1/{path}?limit=3").json()["data"]:
        assert reader.get(thing["html_url"].partition("#")[0]).status_code == 200
