"""What the page of a question says about how sure its answer is, and what it shows of what was read."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.ask import ask
from rules.facts import library
from rules.whatif.pieces import pieces

PAGE = "/was-waere-wenn/"
pytestmark = pytest.mark.django_db


def test_who_has_no_answer_does_not_say_how_sure_that_is(reader: Client) -> None:
    page = reader.get(PAGE, {"q": "Hallo wie geht's?"}).content.decode()
    assert "Das weiß hier niemand" in page
    assert "von 100 Fällen" not in page


def test_who_asks_back_is_not_called_unambiguous(reader: Client) -> None:
    question = {"q": "Ich 5 mit nem Verbündeten gegen Monster 7", "sets": "axe-cop"}
    page = reader.get(PAGE, question).content.decode()
    assert "Rückfrage" in page
    assert "eindeutig nach" not in page


def test_a_guess_says_so_and_has_no_colour_of_a_result(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Kann ein Kultist aufhören Kultist zu sein?"
    found = ask(question, [], library())
    found.sure = 0.3
    monkeypatch.setattr("rules.views.whatif_asking.ask", lambda *given, **more: found)
    page = reader.get(PAGE, {"q": question}).content.decode()
    assert "unsicher: solche Antworten stimmen nur in 30 von 100 Fällen" in page
    assert 'class="result result--warn"' in page


def test_what_is_said_twice_is_corrected_once() -> None:
    question = "Kann ein Kultist aufhören Kultist zu sein?"
    shown = [(one.said, one.shown) for one in pieces(question, ask(question, [], library()))]
    assert len(shown) == len(set(shown))
    assert shown


def test_what_would_turn_a_fight_stands_open_below_its_answer(reader: Client) -> None:
    question = {"q": "Schaffe ich den Kindskopfkraken mit Stufe 6 und +4?", "sets": "axe-cop"}
    page = reader.get(PAGE, question).content.decode()
    assert page.count("Was müsste sich ändern?</h2>") + page.count("Was müsste sich ändern? <span") == 1
    assert page.index("Was müsste sich ändern?") < page.index("So ist gerechnet")


def test_a_fight_that_is_read_back_is_confirmed_by_one_tap(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.ask.fights.rows", lambda _: {"enough": 1.0})
    question = {"q": "Krapfen aus dem All, ich ohne Klasse, Stufe 4 mit +2. Reichts?", "sets": "cthulhu"}
    asked = reader.get(PAGE, question).content.decode()
    context = re.search(r'name="c" value="([^"]+)"', asked)
    assert context
    assert asked.count("Ja, stimmt so</button>") == 1
    told = reader.get(PAGE, {"q": "Ja, stimmt so", "sets": "cthulhu", "c": context[1]}).content.decode()
    assert "Ja: 4 + 2 = 6 gegen 4" in told


def test_what_may_be_said_to_a_question_back_is_a_tap_away(reader: Client) -> None:
    question = {"q": "Krapfen aus dem All, Stufe 4 mit +2. Reichts?", "sets": "cthulhu"}
    asked = reader.get(PAGE, question).content.decode()
    context = re.search(r'name="c" value="([^"]+)"', asked)
    assert context
    assert [asked.count(f">{label}</button>") for label in ("Ja", "Nein")] == [1, 1]
    told = reader.get(PAGE, {"q": "Nein", "sets": "cthulhu", "c": context[1]}).content.decode()
    assert "Ja: 4 + 2 = 6 gegen 4" in told
