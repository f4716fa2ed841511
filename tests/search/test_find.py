"""Searching the loaded data: what is found, in which order, and what helps when nothing is."""

from __future__ import annotations

import pytest

import cards.search
from cards.models import Card, Edition, Release
from cards.search import completions, find
from cards.search.store import Corpus
from tests.search.asserts import assert_finds, assert_first, assert_not_finds, assert_same, names
from tests.search.corpora import build_card, build_corpus

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Corpus:
    """A few cards whose order can be seen at a glance."""
    corpus = build_corpus(
        [
            build_card("Drache", box=2),
            build_card("Drache", box=1, text="Ein anderer."),
            build_card("Drache im Topf", box=1),
            build_card("Kleiner Drache", box=1),
            build_card("Plutoniumdrache", box=1),
            build_card("Wyrm", box=1, others=("Drache",)),
            build_card("Ritter", box=1, text="Kämpft gegen jeden Drachen."),
            build_card("Amme", box=1, text="Fürchtet den Drache."),
            build_card("Topf", box=1),
        ]
    )
    monkeypatch.setattr(cards.search, "current", lambda: corpus)
    return corpus


def test_the_best_hits_come_first(shelf: Corpus) -> None:
    assert names("drache") == [
        "Drache",
        "Drache",  # exactly this name, the earlier box first
        "Drache im Topf",  # begins so
        "Kleiner Drache",  # the word in the name
        "Plutoniumdrache",  # a compound in the name
        "Wyrm",  # another name
        "Amme",  # the text, spelled so
        "Ritter",  # the text, in another form
    ]
    assert [d.key for d in find("drache").of("karte").documents[:2]] == ["box-1/drache", "box-2/drache"]


def test_pages_continue_where_the_last_one_ended(shelf: Corpus) -> None:
    pages = [find("drache", offset=start, limit=3).of("karte").documents for start in (0, 3, 6, 9)]
    assert [d.name for page in pages for d in page] == names("drache")
    assert [len(page) for page in pages] == [3, 3, 2, 0]


def test_sorting_by_name_turns_round(shelf: Corpus) -> None:
    assert names("drache sortierung:-name") == list(reversed(names("drache sortierung:name")))


def test_sorting_by_number_puts_the_unattested_last() -> None:
    levels = [
        d.values.get("stufe") for d in find("typ:monster sortierung:-stufe", limit=1000).of("karte").documents
    ]
    attested = [level for level in levels if level is not None]
    assert len(attested) > 10
    assert levels == sorted(attested, reverse=True) + [None] * (len(levels) - len(attested))


def test_words_are_joined_by_and() -> None:
    both = set(names("monster schatz", "regel"))
    assert both
    assert_same("monster schatz", "monster und schatz", "regel")
    assert_same("monster oder schatz", "monster | schatz", "regel")


def test_negation_and_its_opposite_share_everything() -> None:
    everything = find("typ:monster oder -typ:monster").of("karte").total
    assert everything == Card.objects.count()
    assert find("typ:monster").of("karte").total + find("-typ:monster").of("karte").total == everything


@pytest.mark.parametrize(
    ("query", "other"),
    [
        ("typ:monster|fluch", "typ:monster oder typ:fluch"),
        ("stufe:5-10", "stufe>=5 stufe<=10"),
        ("stufe>=10", "stufe≥10"),
        ("typ!=monster", "-typ:monster"),
        ("typ:monster stufe!=1", "typ:monster -stufe:1 -stufe:unbelegt"),
        ("type:monster level>5", "typ:monster stufe>5"),
        ("o:rüstung", "text:rüstung"),
        ("t:monster", "type:monster"),
        ("t:monster", "typ:monster"),
        ("tag:undead", "merkmal:untot"),
        ("hat:stufe typ:monster", "typ:monster -stufe:unbelegt"),
        ('schlimm:"kopfbedeckung verlieren"', "schlimm:kopfbedeckung-verlieren"),
        ("set:axe-cop", 'set:"Munchkin Axe Cop"'),
        ("name:/^k/", "name:/^K/"),
        ("schaetze>=stufe", "schätze >= stufe"),
        ("stufe>schaetze", "-stufe<=schaetze stufe:1-99 schaetze:0-99"),
        ("hat:klarstellung", "klar>0"),
        ("deck:door typ:fluch", "deck:tür typ:curse"),
        ("run away", "Weglaufen"),
        ("-(typ:monster oder typ:fluch)", "-typ:monster -typ:fluch"),
        ("(typ:monster)", "typ:monster"),
    ],
)
def test_two_ways_to_say_the_same(query: str, other: str) -> None:
    assert_same(query, other)


def test_what_a_rule_touches_is_found_by_the_rule() -> None:
    assert find("regel:axe-cop.kampf").of("regel").total > 5
    assert find("regel:axe-cop.kampf").of("klarstellung").total > 0
    assert find("regel:axe-cop").of("karte").total > 5


def test_cards_are_found_by_their_rulings() -> None:
    hits = find("klar:gleichstand")
    assert hits.of("karte").total + hits.of("regel").total > 0
    assert all(d.rulings for d in find("klar>=2").of("karte").documents)


def test_rules_have_topics_and_kinds() -> None:
    exceptions = find("thema:kampf art:ausnahme", limit=100).of("regel").documents
    assert exceptions
    assert {(d.values["thema"], d.values["art"]) for d in exceptions} == {("kampf", "exception")}


def test_all_groups_are_searched_at_once_cards_first() -> None:
    found = find("monster ablegen")
    assert [hits.part.key for hits in found.results] == [
        "karte",
        "regel",
        "klarstellung",
        "begriff",
        "beispiel",
        "frage",
    ]


@pytest.mark.parametrize("query", ["monster", "flüche", "Weglaufen", "große Gegenstände"])
def test_a_word_of_the_game_has_its_term_and_rules_first(query: str) -> None:
    found = find(query)
    assert [hits.part.key for hits in found.results][:3] == ["begriff", "regel", "karte"]
    assert found.of("begriff").total > 0


def test_a_card_of_that_very_name_comes_before_the_term() -> None:
    found = find("kultist")
    assert found.of("begriff").total > 0
    assert found.results[0].documents[0].name == "Kultist"


def test_hits_among_the_rules_are_told_apart() -> None:
    hits = find("weglaufen", parts=("regel",), limit=100).of("regel").documents
    titles = [(document.title, document.line) for document in hits]
    assert len(titles) > 20
    assert len(set(titles)) == len(titles)


def test_one_group_can_be_asked_alone() -> None:
    assert list(find("monster", parts=("begriff",)).counts) == ["begriff"]


def test_a_card_is_found_by_its_english_name() -> None:
    card = Card.objects.filter(name_is_german=True).exclude(name_en="").first()
    assert card is not None
    assert_finds(f'"{card.name_en}"', card.name)
    assert_finds(f'!"{card.name_en}"', card.name)


def test_the_exact_name_is_only_that_name() -> None:
    assert set(names('!"Wanderndes Monster"')) == {"Wanderndes Monster"}
    assert_not_finds("!Krieger", "Krieger in Rüstung")


def test_the_compound_is_found_by_its_part() -> None:
    assert_finds("krake", "Kindskopfkrake")
    assert_first("kindskopfkrake", "Kindskopfkrake")


# When nothing is found


def test_it_counts_every_part_alone_and_says_what_would_help() -> None:
    found = find("stufe>100 krake")
    assert found.total == 0
    assert [(part.term, part.hits > 0) for part in found.alone] == [("stufe>100", False), ("krake", True)]
    assert [(s.said, s.query) for s in found.suggestions] == [("Ohne „stufe>100“", "krake")]
    assert found.suggestions[0].hits == find("krake").total


def test_a_number_that_stands_under_another_name_is_explained() -> None:
    found = find("typ:monsterverstärker bonus>=5")
    assert found.total == 0
    first = found.suggestions[0]
    assert first.said.startswith("Bei diesen Karten steht die Zahl unter „Stärke“")
    assert (first.query, first.hits) == ("typ:monsterverstärker staerke>=5", find(first.query).total)
    assert first.hits > 3


def test_a_typo_is_mended_said_and_can_be_undone() -> None:
    found, meant = find("Wanderndes Monstr"), find("Wanderndes Monster")
    assert (found.text, found.mended) == ("Wanderndes Monstr", "Wanderndes Monster")
    assert found.total == meant.total > 0
    undone = find(found.literal)
    assert (undone.total, undone.mended) == (0, "")
    assert undone.suggestions[0].query == "Wanderndes Monster"


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("kintskopfkrake", "Kindskopfkrake"),
        ("schogoth", "Shoggoth"),
        ("nekronomicon", "Necronomicon"),
        ("schrottflinte", "Dreiläufige Schrotflinte"),
    ],
)
def test_a_typo_is_mended_among_the_cards_alone(typed: str, card: str) -> None:
    assert_first(typed, card)


def test_a_typo_is_mended_by_a_word_of_the_group_that_is_asked() -> None:
    assert find("wehglaufen", parts=("regel",)).mended == "weglaufen"
    assert find("kintskopfkrake", parts=("regel",)).total == 0


def test_nothing_understood_is_nothing_found() -> None:
    for query in ("", "   ", "stuffe:5", "???", "()"):
        found = find(query)
        assert (found.total, found.explanation) == (0, "")


def test_the_sentence_names_the_order() -> None:
    assert find("typ:monster sortierung:-stufe").explanation == (
        "Gesucht: der Kartentyp ist „Monster“; sortiert absteigend nach Stufe."
    )


def test_facets_count_the_hits() -> None:
    found = find("typ:monster")
    values = found.facets("karte", "set")
    assert sum(value.hits for value in values) == found.of("karte").total
    assert [value.hits for value in values] == sorted((value.hits for value in values), reverse=True)


# Completion


def test_completion_begins_with_names_and_carries_the_ruling_badge() -> None:
    offered = completions("kindsk")
    assert offered[0].text == "Kindskopfkrake"
    assert offered[0].document is not None
    assert offered[0].document.rulings >= 0


def test_completion_offers_a_card_of_each_box_and_a_word_of_the_glossaries_once() -> None:
    offered = [(c.document.part, c.text) for c in completions("krieger") if c.document]
    assert offered.count(("karte", "Krieger")) == 2
    words = [(c.document.part, c.text) for c in completions("monster") if c.document]
    assert words.count(("begriff", "Monster")) == 1


def test_completion_says_how_a_card_is_called_only_where_it_is_called_otherwise(shelf: Corpus) -> None:
    assert {c.text: c.help for c in completions("drache")} == {
        "Drache": "",
        "Drache im Topf": "",
        "Kleiner Drache": "",
        "Wyrm": "auch „Drache“",
    }


def test_completion_knows_fields_and_their_values() -> None:
    assert "stufe>=" in [c.text for c in completions("stuf", only_fields=True)]
    assert "typ:monster" in [c.text for c in completions("typ:mon")]
    assert "krake typ:monster" in [c.text for c in completions("krake typ:mon")]


def test_completion_shows_german_words_only() -> None:
    assert "typ:monsterverstärker" in [c.text for c in completions("typ:monsterv")]


# Freshness


def test_a_new_release_is_searched_at_once() -> None:
    assert find("Quasselstrippe").total == 0
    box = Edition.objects.order_by("order").first()
    assert box is not None
    Card.objects.create(
        edition=box,
        slug="quasselstrippe",
        name="Quasselstrippe",
        kind="monster",
        coverage="text",
        confidence="low",
    )
    last = Release.objects.order_by("-id").first()
    assert last is not None
    Release.objects.create(version="quassel", made_at=last.made_at)
    assert_finds("quasselstrippe", "Quasselstrippe")
