"""One box for everything: a question goes to its answer, words go to the search."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client

from rules.question_like import reads_like_question

QUESTIONS = (
    "Gleichstand?", "wer hilft mir gegen den kraken", "darf ich im kampf verkaufen",
    "schaff ich den shoggoth mit lvl 7",
    "hab 3 karten zu viel auf der hand", "WIE VIELE KARTEN DARF ICH?", "can i sell my sword",
    "treasures(x) + 2 = ? wer weiß das?",
)  # fmt: skip
WORDS = (
    "", "?", "krake", "dieb shakespeare", "schuhe die beim weglaufen helfen", "kopfbedeckung ab 3 bonus",
    "items die kultisten nicht benutzen dürfen", "welche monster geben 2 stufen", "typ:monster?",
    "typ:monster stufe>=10 hat:bild",
    'wandern oder "im kampf"', "wer bin ich", "untot oder kampf sortierung:-name",
)  # fmt: skip


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_question_is_seen(text: str) -> None:
    assert reads_like_question(text)


@pytest.mark.parametrize("text", WORDS)
def test_words_stay_words(text: str) -> None:
    assert not reads_like_question(text)


def test_a_question_in_the_search_box_goes_to_its_answer(reader: Client) -> None:
    question = "Muss der Helfer auch weglaufen?"
    response = reader.get(f"/suche/?{urlencode({'q': question})}")
    assert response.status_code == 302
    assert response.headers["Location"] == f"/was-waere-wenn/?{urlencode({'q': question})}"


def test_a_question_can_be_searched_all_the_same_and_leads_to_its_answer(reader: Client) -> None:
    asked = urlencode({"q": "wer gewinnt den kampf"})
    for more, headers in (("als=suche&", {}), ("", {"HX-Request": "true"})):
        response = reader.get(f"/suche/?{more}{asked}", headers=headers)
        assert response.status_code == 200
        assert f'href="/was-waere-wenn/?{asked}">Zur Antwort' in response.content.decode()


def test_words_lead_to_no_answer(reader: Client) -> None:
    assert "Zur Antwort" not in reader.get("/suche/?q=krake").content.decode()


def test_the_home_page_has_one_box(reader: Client) -> None:
    page = reader.get("/").content.decode()
    assert page.count("<form") == 1
    assert 'maxlength="2000"' in page


def test_the_boxes_of_the_table_go_along_with_a_question(reader: Client) -> None:
    response = reader.get(
        "/suche/?q=Muss+der+Helfer+auch+weglaufen%3F&sets=axe-cop&sets=cthulhu&sets=kein-spiel"
    )
    assert response.headers["Location"].endswith("&sets=axe-cop&sets=cthulhu")


def test_words_can_be_looked_for_in_the_own_boxes_alone(reader: Client) -> None:
    page = reader.get("/suche/?q=krieger&sets=cthulhu&sets=axe-cop").content.decode()
    assert 'href="?q=krieger+set%3Acthulhu%7Caxe-cop"' in page
    assert "Nur in Euren Boxen" not in reader.get("/suche/?q=krieger").content.decode()


def test_chance_leads_somewhere_and_is_never_kept(reader: Client) -> None:
    for address in ("/zufall/streitfrage/", "/zufall/karte/"):
        response = reader.get(address)
        assert "no-store" in response.headers["Cache-Control"]
        assert reader.get(response.headers["Location"]).status_code == 200
