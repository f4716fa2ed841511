"""Terms in running text: found in their German forms, linked once, never as markup."""

from __future__ import annotations

import pytest

from rules.glossary import Glossary
from rules.models import Term
from rules.templatetags.rules_text import noted, toggled, value_in_words


def glossary(*words: str) -> Glossary:
    return Glossary(Term(pk=f"test.begriff.{word.casefold()}", term=word, definition="…") for word in words)


def linked_words(text: str, *words: str) -> list[str]:
    return [part.split("</a>")[0].rsplit(">", 1)[1] for part in glossary(*words).link(text).split("<a")[1:]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Deine Stufe zählt.", ["Stufe"]),
        ("Zwei Stufen und noch eine Stufe.", ["Stufen"]),
        ("Der Stufenzähler bleibt liegen.", []),
        ("Die Kampfstärke des Monsters.", ["Monsters"]),
        ("Nichts davon.", []),
    ],
)
def test_a_term_is_found_in_its_forms_but_not_inside_other_words(text: str, found: list[str]) -> None:
    assert linked_words(text, "Stufe", "Monster") == found


def test_the_longer_term_wins() -> None:
    assert linked_words("Das Wandernde Monster kommt.", "Monster", "Wandernde Monster") == [
        "Wandernde Monster"
    ]


def test_what_stands_in_brackets_is_no_part_of_the_word() -> None:
    assert linked_words("Auf den Ablagestapel.", "Ablagestapel (Spieler)") == ["Ablagestapel"]


def test_markup_in_a_text_stays_text() -> None:
    assert glossary("Stufe").link("<b>Stufe</b> & mehr").startswith("&lt;b&gt;<a")


@pytest.mark.parametrize(("value", "words"), [(10, "10"), ([3, 6], "3–6"), (True, ""), ("Mensch", "")])
def test_only_numbers_are_set_large(value: object, words: str) -> None:
    assert value_in_words(value) == words


def test_a_note_links_the_comparison_it_names() -> None:
    html = noted("Siehe variante.startkarten. Sonst z.B.nichts & so.")
    assert '<a href="/regeln/vergleich/variante/#variante.startkarten">Schnelleres Spiel</a>' in html
    assert "&amp; so" in html


def test_a_box_is_added_to_a_choice_and_taken_away() -> None:
    assert toggled("cthulhu", "axe-cop") == "cthulhu,axe-cop"
    assert toggled("cthulhu,axe-cop", "cthulhu") == "axe-cop"
