"""German as people type it: more than a hundred pairs, and what must not be thrown together."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import cards.search
from cards.folding import sort_key
from cards.search import find
from cards.search.lexicon import lemma, sound
from cards.search.postings import END, Texts, Vocabulary
from cards.search.store import Corpus
from tests.search.asserts import assert_first, names
from tests.search.corpora import build_card, build_corpus

PAIRS: dict[str, list[list[str]]] = yaml.safe_load((Path(__file__).parent / "pairs.yaml").read_text())
MUST_FIND = [
    tuple(pair) for kind in ("umlauts", "inflection", "compounds", "translations") for pair in PAIRS[kind]
]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Every word of every pair, all at once: what explains one pair must not spoil another."""
    texts = {text for pairs in PAIRS.values() for pair in pairs for text in pair[1:]}
    helpful = {"Monster", "Schatz", "Ablage", "Kombination", "Stapel", "Hand", "Kampf", "Löwe", "verstärken"}
    return build_corpus(build_card(text) for text in sorted(texts | helpful))


@pytest.fixture(autouse=True)
def _use(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards.search, "current", lambda: corpus)


def test_there_are_at_least_a_hundred_pairs() -> None:
    assert len(MUST_FIND) >= 100
    assert len(PAIRS["false_merges"]) >= 40


@pytest.mark.parametrize(("query", "text"), MUST_FIND)
def test_it_finds(query: str, text: str) -> None:
    assert text in names(query), f"{query!r} findet nicht {text!r}; gefunden: {names(query)}"


@pytest.mark.parametrize(("query", "text"), [tuple(pair) for pair in PAIRS["false_merges"]])
def test_it_keeps_apart(query: str, text: str) -> None:
    assert names(text), f"{text!r} steht nicht im Bestand: Der Test prüft nichts."
    assert text not in names(query), f"{query!r} findet zu Unrecht {text!r}"


@pytest.mark.parametrize(("query", "text"), [tuple(pair) for pair in PAIRS["typos"]])
def test_it_finds_what_was_meant(query: str, text: str) -> None:
    assert text in names(query), find(query).mended
    assert not names(f"{query} lesart:wort"), "Das Wort gibt es: Es ist kein Tippfehler."


@pytest.mark.parametrize(
    ("query", "first"), [("Füße", "Füße"), ("Fuesse", "Fuesse"), ("Fuss", "Fuss"), ("Fuß", "Fuß")]
)
def test_the_exact_spelling_comes_first(query: str, first: str) -> None:
    assert len(names(query)) > 1
    assert_first(query, first)


def test_forms_of_a_word_have_one_lemma() -> None:
    assert {lemma(word) for word in ("Fluch", "Flüche", "fluechen", "FLUCHS")} == {lemma("fluch")}
    assert lemma("Krieger") != lemma("Krieg")


def test_the_sound_forgives_foreign_spelling() -> None:
    assert sound("Cthulhu") == "ktulu"
    assert sound("Katulu") == "katulu"


@pytest.mark.parametrize("text", ["Café", "Déjà-vu im Ångström", "Æther über Łódź"])
def test_an_accent_that_german_does_not_have_is_no_other_letter(text: str) -> None:
    assert Texts(["Ein", text, ""], Vocabulary({END: 0})).folded == ["ein", sort_key(text), ""]


def test_an_unknown_word_counts_as_a_beginning_and_says_so() -> None:
    found = find("kindsk")
    assert names("kindsk") == ["Kindskopfkrake"]
    assert found.notes == ["„kindsk“ kommt als Wort nicht vor und zählt als Wortanfang."]


def test_two_letters_are_no_beginning() -> None:
    assert names("ki") == []
