"""What a query says: read, printed back, explained, and what it could not read, to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cards.search.nodes import Not, Word, terms
from cards.search.parser import MAX_DEPTH, MAX_LENGTH, MAX_TERMS, Parsed, parse
from cards.search.values import build_catalogue
from cards.search.warnings import SENTENCES

CATALOGUE = build_catalogue(
    {
        "typ": {
            "monster": "Monster",
            "curse": "Fluch",
            "item": "Gegenstand",
            "monster-boost": "Monsterverstärker",
        },
        "set": {"axe-cop": "Munchkin Axe Cop", "cthulhu": "Munchkin Cthulhu"},
        "merkmal": {"untot": "untot", "feuer": "Feuer"},
        "hat": {"klarstellung": "eine Klarstellung"},
        "regel": {"axe-cop.klasse.cop": "axe-cop.klasse.cop"},
        "deck": {"door": "Tür"},
    },
    {"typ": {"verstärker": "monster-boost"}},
)


def read(text: str) -> Parsed:
    return parse(text, CATALOGUE)


QUERIES = (
    ("monster", "monster"),
    ("Monster, bitte!", "Monster bitte"),
    ("monster schatz", "monster schatz"),
    ("monster und schatz", "monster schatz"),
    ("a oder b c", "a oder b c"),
    ("a or b", "a oder b"),
    ("a|b", "a oder b"),
    ("(a oder b) c", "(a oder b) c"),
    ("((a))", "a"),
    ("-a", "-a"),
    ("--a", "a"),
    ("-(a b)", "-(a b)"),
    ("-(-a)", "a"),
    ("„schlimme dinge“", '"schlimme dinge"'),
    ("»schlimme dinge«", '"schlimme dinge"'),
    ("“schlimme  dinge”", '"schlimme dinge"'),
    ("“schlimme dinge“", '"schlimme dinge"'),
    ('!"Kleiner Dieb"', '!"Kleiner Dieb"'),
    ("!Dieb", '!"Dieb"'),
    ("typ:monster", "typ:monster"),
    ("TYP:Monster", "typ:monster"),
    ("type:curse", "typ:fluch"),
    ("typ:flüche", "typ:fluch"),
    ("typ:verstärker", "typ:monsterverstärker"),
    ("typ:gegen", "typ:gegenstand"),
    ("deck:tuer", "deck:tür"),
    ("set:cthulhu|axe-cop", "set:cthulhu|axe-cop"),
    ('set:"Munchkin Cthulhu"', "set:cthulhu"),
    ("merkmal:untot&feuer", "merkmal:untot&feuer"),
    ("merkmal:untot|feuer&untot", "merkmal:untot|feuer&untot"),
    ("typ!=monster", "typ!=monster"),
    ("stufe≥10", "stufe>=10"),
    ("stufe ≤ 10", "stufe<=10"),
    ("stufe ≠ 10", "stufe!=10"),
    ("stufe >= 10", "stufe>=10"),
    ("level:5-10", "stufe:5-10"),
    ("stufe:5..10", "stufe:5-10"),
    ("weglaufen:-1", "weglaufen:-1"),
    ("stufe:?", "stufe:unbelegt"),
    ("schätze>=level", "schaetze>=stufe"),
    ("klar:hilfe", "klar:hilfe"),
    ("klar>0", "klar>0"),
    ("regel:axe-cop.klasse", "regel:axe-cop.klasse"),
    ("/kra[kt]e/", "/kra[kt]e/"),
    (r"text:/1\/2/", r"text:/1\/2/"),
    ("name=Dieb", "name=Dieb"),
    ("monster sortierung:-stufe", "monster sortierung:-stufe"),
    ("sort:schätze monster", "monster sortierung:schaetze"),
    ("monster view:galerie", "monster ansicht:galerie"),
    ("C&A", "C&A"),
    ("Super-Löwenschwein", "Super-Löwenschwein"),
    ("", ""),
)


@pytest.mark.parametrize(("text", "normalised"), QUERIES)
def test_a_query_is_read_and_printed_back(text: str, normalised: str) -> None:
    parsed = read(text)
    assert parsed.warnings == []
    assert parsed.normalised == normalised
    assert read(parsed.normalised) == Parsed(normalised, parsed.node, parsed.sort, parsed.view)


EXPLAINED = (
    ("monster", "das Wort „monster“ kommt vor"),
    ("-monster", "das Wort „monster“ kommt nicht vor"),
    ('"a b"', "die Wortfolge „a b“ kommt vor"),
    ('-"a b"', "die Wortfolge „a b“ kommt nicht vor"),
    ('!"Dieb"', "der Name ist genau „Dieb“"),
    ("-!Dieb", "der Name ist nicht „Dieb“"),
    ("/x+/", "Name oder Text passt auf /x+/"),
    ("a oder b", "das Wort „a“ kommt vor oder das Wort „b“ kommt vor"),
    ("(a oder b) c", "(das Wort „a“ kommt vor oder das Wort „b“ kommt vor) und das Wort „c“ kommt vor"),
    ("-(a b)", "nicht gilt: (das Wort „a“ kommt vor und das Wort „b“ kommt vor)"),
    ("typ:monster", "der Kartentyp ist „Monster“"),
    ("-typ:monster", "der Kartentyp ist nicht „Monster“"),
    ("typ!=monster", "der Kartentyp ist nicht „Monster“"),
    ("typ:monster|fluch", "der Kartentyp ist „Monster“ oder „Fluch“"),
    ("merkmal:untot&feuer", "ein Merkmal ist „untot“ und ein Merkmal ist „Feuer“"),
    ("-merkmal:untot", "kein Merkmal ist „untot“"),
    ("stufe:5", "die Stufe ist 5"),
    ("stufe!=5", "die Stufe ist nicht 5"),
    ("stufe<5", "die Stufe ist kleiner als 5"),
    ("stufe<=5", "die Stufe ist höchstens 5"),
    ("stufe>5", "die Stufe ist größer als 5"),
    ("stufe>=5", "die Stufe ist mindestens 5"),
    ("-stufe>=5", "die Stufe ist kleiner als 5 oder nicht belegt"),
    ("-stufe:5|6", "nicht gilt: die Stufe ist 5 oder 6"),
    ("-stufe:unbelegt", "die Stufe ist belegt"),
    ("stufe:5-10", "die Stufe liegt zwischen 5 und 10"),
    ("stufe:1|5-10", "(die Stufe ist 1 oder die Stufe liegt zwischen 5 und 10)"),
    ("stufe:unbelegt", "die Stufe ist nicht belegt"),
    ("schaetze>=stufe", "die Zahl der Schätze ist mindestens so groß wie die Stufe"),
    ("klar:hilfe", "in den Klarstellungen steht „hilfe“"),
    ("name:krake", "der Name enthält „krake“"),
    ("name=Dieb", "der Name ist genau „Dieb“"),
    ("name:/^k/", "der Name passt auf /^k/"),
    ("hat:klarstellung", "es hat „eine Klarstellung“"),
)


@pytest.mark.parametrize(("text", "sentence"), EXPLAINED)
def test_a_query_explains_itself(text: str, sentence: str) -> None:
    node = read(text).node
    assert node is not None
    assert node.explain() == sentence


WARNED = (
    ("stuffe:5", "Unbekanntes Feld „stuffe“ an Stelle 1. Meintest du „stufe“?", "stufe:5"),
    ("xyzzy:5", "Unbekanntes Feld „xyzzy“ an Stelle 1.", ""),
    (
        "typ:monstr",
        "„monstr“ an Stelle 5 ist kein bekannter Wert von „typ“. Meintest du „monster“?",
        "typ:monster",
    ),
    (
        "typ:qqqq",
        "„qqqq“ an Stelle 5 ist kein bekannter Wert von „typ“. Bekannt: fluch, gegenstand, monster, monsterverstärker.",
        "",
    ),
    ("stuffe:5 a (", "Unbekanntes Feld „stuffe“ an Stelle 1. Meintest du „stufe“?", "stufe:5 a"),
    (
        "typ:monstr (stuffe:",
        "„monstr“ an Stelle 5 ist kein bekannter Wert von „typ“. Meintest du „monster“?",
        "typ:monster",
    ),
    ("stufe:drei", "„drei“ an Stelle 7 ist keine Zahl, „stufe“ braucht eine.", ""),
    ("stufe:x7", "„x7“ an Stelle 7 ist keine Zahl, „stufe“ braucht eine. Meintest du „7“?", "stufe:7"),
    ("typ>monster", "„typ“ kann man an Stelle 4 nicht mit „>“ vergleichen.", "typ:monster"),
    ("typ > monster", "„typ“ kann man an Stelle 5 nicht mit „>“ vergleichen.", None),
    (
        "stufe:10-5",
        "Der Bereich „10-5“ an Stelle 7 endet vor seinem Anfang. Meintest du „5-10“?",
        "stufe:5-10",
    ),
    ("a typ:", "Nach „typ:“ an Stelle 3 fehlt der Wert.", "a"),
    ("typ:monster|", "Nach „|“ an Stelle 12 fehlt der Wert.", "typ:monster"),
    ("a -", "Nach dem Minus an Stelle 3 fehlt, was nicht vorkommen soll.", "a"),
    ("a oder", "„oder“ an Stelle 3 verbindet nichts.", "a"),
    ("oder a", "„oder“ an Stelle 1 verbindet nichts.", "a"),
    ('a "b c', "Das Anführungszeichen an Stelle 3 wird nicht geschlossen.", 'a "b c"'),
    ("(a b", "Die Klammer an Stelle 1 wird nicht geschlossen.", "(a b)"),
    ("a b)", "Die Klammer an Stelle 4 schließt nichts.", "a b"),
    ("a ()", "Die Klammer an Stelle 3 ist leer.", "a"),
    ("/abc", "Der reguläre Ausdruck an Stelle 1 endet nicht mit „/“.", "/abc/"),
    (
        "/a(b/",
        "Der reguläre Ausdruck „a(b“ an Stelle 1 ist fehlerhaft: eine schließende Klammer fehlt.",
        '"a b"',
    ),
    ("typ:/x/", "„typ“ an Stelle 5 nimmt keine regulären Ausdrücke.", ""),
    ("a ???", "„???“ an Stelle 3 enthält weder Buchstaben noch Ziffern.", "a"),
    ("sortierung:qqqqqq", "„qqqqqq“ an Stelle 12 ist kein bekannter Wert von „sortierung“.", ""),
    ("/a/ /b/ /c/ /d/ /e/", "Ab Stelle 17 sind es mehr als 4 reguläre Ausdrücke.", "/a/ /b/ /c/ /d/"),
    (
        "a " * 51 + "b",
        "Ab Stelle 101 sind es mehr als 50 Suchbegriffe, der Rest bleibt ungelesen.",
        " ".join("a" * 50),
    ),
    (
        "(" * 13 + "a" + ")" * 13,
        "Die Klammer an Stelle 13 liegt tiefer als 12 Ebenen und zählt nicht.",
        None,
    ),
    (
        "a" * 1200,
        "Die Suche ist länger als 1.000 Zeichen, der Rest ab Stelle 1001 bleibt ungelesen.",
        "a" * 1000,
    ),
)


@pytest.mark.parametrize(("text", "sentence", "corrected"), WARNED)
def test_what_it_cannot_read_it_names(text: str, sentence: str, corrected: str | None) -> None:
    parsed = read(text)
    assert parsed.warnings[0].text == sentence
    if corrected is not None:
        assert parsed.corrected == corrected


def test_every_sentence_is_tested() -> None:
    codes = {warning.code for text, *_ in WARNED for warning in read(text).warnings}
    assert codes == set(SENTENCES)


def test_the_rest_of_the_query_still_runs() -> None:
    parsed = read("stuffe:5 krake typ:quark (dieb")
    assert parsed.normalised == "krake dieb"
    assert [warning.position for warning in parsed.warnings] == [1, 20, 26]


def test_a_value_that_fails_leaves_the_others() -> None:
    assert read("typ:monster|monstr").normalised == "typ:monster"
    assert read("typ:monster|monstr").corrected == "typ:monster|monster"


def test_the_limits_hold() -> None:
    assert len(list(terms(read("a " * 400).node))) == MAX_TERMS
    assert len(read("x" * 5000).normalised) == MAX_LENGTH
    assert read("(" * 500 + "a").normalised == "a"
    assert read("-" * 999 + "a").node == Not(Word("a"))
    assert MAX_DEPTH == 12


PIECES = some.sampled_from(
    [
        "a",
        "monster",
        "Füße",
        "typ:monster",
        "typ:",
        "stufe>=3",
        "stufe:9-1",
        "oder",
        "und",
        "|",
        "(",
        ")",
        "-",
        "!",
        '"',
        "„",
        "“",
        "»",
        "«",
        "/",
        "/x/",
        "\\",
        ":",
        "=",
        "<",
        "?",
        "&",
        "klar:x",
        "sortierung:name",
        "\x00",
        "\ud800",
        "𝕏",
        "İ",
        "ß",
        "é",
        "\u202e",
        "\t",
        "ﬁ",
        "١",
        "²",
        "_",
    ]
)
QUERY = some.one_of(
    some.text(max_size=120), some.lists(PIECES, max_size=25).map(" ".join), some.lists(PIECES).map("".join)
)


@given(QUERY)
def test_whatever_is_typed_is_read(text: str) -> None:
    parsed = read(text)
    again = read(parsed.normalised)
    assert (again.node, again.sort, again.view) == (parsed.node, parsed.sort, parsed.view)
    assert again.warnings == []


@given(QUERY)
def test_a_corrected_query_has_nothing_left_to_correct(text: str) -> None:
    corrected = read(text).corrected
    assert read(corrected).warnings == []


@given(QUERY)
def test_positions_lie_in_the_text(text: str) -> None:
    assert all(0 <= w.start <= w.end <= len(text) for w in read(text).warnings)
