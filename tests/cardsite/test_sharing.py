"""What a link shows elsewhere: canonical addresses, pictures, frames, and the map of all pages."""

from __future__ import annotations

import json
import re
import struct

import pytest
from django.test import Client

from cards.models import Card, Edition
from cards.templatetags.sharing import question_and_answer
from rules.models import Case, Rule, Ruling
from rules.whatif import links

PICTURE = re.compile(r'<meta property="og:image" content="http://testserver([^"]+)"')


def page(reader: Client, address: str) -> str:
    return reader.get(address).content.decode()


def fight_link() -> str:
    return links.write(Case.objects.get(pk="axe-cop-01-krake-allein").scenario)


def test_what_is_asked_is_no_address_of_its_own(reader: Client) -> None:
    assert '<link rel="canonical" href="http://testserver/karten/">' in page(
        reader, "/karten/?seite=2&ansicht=tabelle"
    )


@pytest.mark.parametrize("kind", ["card", "rule", "ruling", "answer", "home"])
def test_every_page_brings_a_picture_that_is_there(reader: Client, kind: str) -> None:
    address = {
        "card": lambda: Card.objects.get(edition="cthulhu", slug="froggoth").get_absolute_url(),
        "rule": lambda: Rule.objects.filter(edition="axe-cop").first().get_absolute_url(),  # type: ignore[union-attr]
        "ruling": lambda: Ruling.objects.first().get_absolute_url(),  # type: ignore[union-attr]
        "answer": lambda: f"/was-waere-wenn/?s={fight_link()}",
        "home": lambda: "/",
    }[kind]()
    found = PICTURE.search(page(reader, address))
    assert found is not None
    if "/static/" in found[1]:
        return
    picture = reader.get(found[1].replace("&amp;", "&"))
    assert picture.headers["Content-Type"] == "image/png"
    width, height = struct.unpack(">II", picture.content[16:24])
    assert (width, height) == ((1200, 630) if kind != "card" else (width, height))
    assert width > 400


def test_a_ruling_says_to_machines_what_it_answers(reader: Client) -> None:
    ruling = Ruling.objects.first()
    assert ruling is not None
    said = re.search(
        r'<script type="application/ld\+json">(.*?)</script>', page(reader, ruling.get_absolute_url())
    )
    assert said is not None
    assert json.loads(said[1])["mainEntity"][0]["acceptedAnswer"]["text"] == ruling.answer


@pytest.mark.parametrize("box", ["axe-cop", "cthulhu", "impossible", "shakespeare", "smash-up"])
def test_a_box_says_which_pages_of_others_mean_the_same(reader: Client, box: str) -> None:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page(reader, f"/sets/{box}/"))
    assert found is not None
    said = json.loads(found[1])
    known = reader.get(f"/api/v1/sets/{box}").json()
    assert said["@type"] == "Game"
    assert (said["identifier"], said["url"]) == (box, known["html_url"])
    assert said.get("sameAs") == known["facts"].get("same_as")


def test_no_page_of_others_means_two_boxes(db: None) -> None:
    named = [link for box in Edition.objects.all() for link in box.facts.get("same_as", ())]
    assert len(set(named)) == len(named) >= 5


def test_what_is_said_of_a_page_ends_no_script() -> None:
    assert "</script><b>" not in question_and_answer("</script><b>", "</script><b>")


def test_the_map_names_cards_rules_and_rulings_and_only_pages_that_are_there(reader: Client) -> None:
    found = re.findall(r"<loc>http://testserver([^<]+)</loc>", page(reader, "/sitemap.xml"))
    assert len(found) == len(set(found)) > 2000
    assert "/karten/cthulhu/froggoth/" in found
    assert [address for address in found[:60] if reader.get(address).status_code != 200] == []


def test_only_what_is_for_it_may_be_framed(reader: Client) -> None:
    for address in ("/einbetten/karte/cthulhu/froggoth/", f"/einbetten/antwort/?s={fight_link()}"):
        answer = reader.get(address)
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
        assert "script-src" not in answer.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors 'none'" in reader.get("/").headers["Content-Security-Policy"]


def test_oembed_leads_from_the_page_to_its_frame(reader: Client) -> None:
    for address in ("/karten/cthulhu/froggoth/", f"/was-waere-wenn/?s={fight_link()}"):
        said = re.search(r'application/json\+oembed" title="[^"]*" href="([^"]+)"', page(reader, address))
        assert said is not None, address
        found = json.loads(reader.get(said[1].replace("&amp;", "&")).content)
        frame = re.search(r'src="http://testserver([^"]+)"', found["html"])
        assert frame is not None
        assert reader.get(frame[1].replace("&amp;", "&")).status_code == 200
    assert reader.get("/oembed?url=http://testserver/glossar/").status_code == 404
