"""What the boxes hold: the counts that the sources attest, box by box."""

from __future__ import annotations

from collections import Counter

import pytest

from cards.boxes import coverage, level_chart
from cards.models import Card, Edition
from cards.vocabulary import Kind

pytestmark = pytest.mark.django_db


def cards_of(box: str) -> list[Card]:
    return list(Card.objects.in_box(box))


def copies(cards: list[Card]) -> int:
    return sum(card.copies or 0 for card in cards)


def test_cthulhu_has_149_different_cards_and_168_with_copies() -> None:
    cards = cards_of("cthulhu")
    assert (len(cards), copies(cards)) == (149, 168)


def test_cthulhu_has_100_door_cards_and_68_treasures() -> None:
    decks = Counter[str]()
    for card in cards_of("cthulhu"):
        decks[card.deck] += card.copies or 0
    assert decks == {"door": 100, "treasure": 68}


def test_cthulhu_has_as_many_monsters_of_each_level_as_the_source_counts() -> None:
    levels = Counter(card.level for card in cards_of("cthulhu") if card.kind == Kind.MONSTER)
    counted = dict(Edition.objects.get(key="cthulhu").facts["monster_levels"])
    assert levels == counted


def test_cthulhu_has_as_many_cards_of_each_kind_as_the_source_counts() -> None:
    kinds = Counter[str]()
    for card in cards_of("cthulhu"):
        kinds[card.kind] += card.copies or 0
    assert kinds == Edition.objects.get(key="cthulhu").facts["by_kind"]


def test_smash_up_has_142_different_cards_and_218_with_copies() -> None:
    cards = cards_of("smash-up")
    assert (len(cards), copies(cards)) == (142, 218)


def test_smash_up_has_eight_factions_of_twenty_cards() -> None:
    factions = Counter[str]()
    for card in cards_of("smash-up"):
        if card.faction:
            factions[card.faction] += card.copies or 0
    assert factions == dict.fromkeys(
        ("diebe", "elfen", "halblinge", "krieger", "orks", "priester", "zauberer", "zwerge"), 20
    )


@pytest.mark.parametrize(("kind", "number"), [("base", 16), ("monster", 20), ("treasure", 22)])
def test_smash_up_has_its_bases_monsters_and_treasures(kind: str, number: int) -> None:
    assert copies([card for card in cards_of("smash-up") if card.kind == kind]) == number


def test_half_of_the_smash_up_monsters_are_undead() -> None:
    monsters = [card for card in cards_of("smash-up") if card.kind == Kind.MONSTER]
    assert copies([card for card in monsters if "untot" in card.tags]) == 10


@pytest.mark.parametrize(
    ("box", "slug", "facts"),
    [
        ("axe-cop", "kindskopfkrake", {"level": 18, "levels": 2, "treasures": 4}),
        ("axe-cop", "mit-einem-laster-voller-ninjas", {"strength": 10, "treasures": 2}),
        ("axe-cop", "einhorn-baby", {"bonus": 4}),
        ("axe-cop", "graudiamant", {"bonus": 3}),
        ("axe-cop", "super-loewenschwein", {"bonus": 2}),
        ("axe-cop", "ueberraschungssichere-ruestung", {"bonus": 3}),
        ("shakespeare", "lady-macbeth", {"level": 20, "ignores": {"max_level": 4, "gender": "w"}}),
        ("shakespeare", "hecht", {"bonus": 4, "hands": 2, "big": True, "gold": 600}),
        ("cthulhu", "krapfen-aus-dem-all", {"level": 4, "modifiers": [{"vs": "monsterjaeger", "strength": 6}]}),
        ("cthulhu", "nasatob", {"ignores": {"max_level": 4}}),
        ("smash-up", "baumhaus", {"breakpoint": 15, "points": [4, 2, 1], "monsters": 2}),
    ],
)  # fmt: skip
def test_a_card_has_the_facts_that_its_source_prints(box: str, slug: str, facts: dict[str, object]) -> None:
    attested = Card.objects.get(edition=box, slug=slug).facts()
    assert {name: attested.get(name) for name in facts} == facts


@pytest.mark.parametrize(
    ("word", "boxes", "key"),
    [
        ("krieger", ["axe-cop", "shakespeare"], "axe-cop/krieger"),
        ("krieger", ["shakespeare", "axe-cop"], "shakespeare/krieger"),
        ("Great Cthulhu", ["cthulhu"], "cthulhu/grosser-cthulhu"),
        ("steige-eine-stufe-auf", ["cthulhu"], "cthulhu/call-the-army"),
        ("treehouse", ["smash-up"], "smash-up/baumhaus"),
    ],
)
def test_a_name_finds_the_card_in_the_first_box_that_has_it(word: str, boxes: list[str], key: str) -> None:
    card = Card.objects.named(word, boxes)
    assert card is not None
    assert card.key == key


def test_a_name_that_no_card_bears_finds_nothing() -> None:
    assert Card.objects.named("Höllenhund", ["cthulhu"]) is None


def test_a_german_name_is_marked_only_where_one_is_attested() -> None:
    assert Card.objects.get(edition="cthulhu", slug="grosser-cthulhu").name_is_german
    assert not Card.objects.get(edition="cthulhu", slug="buggoth").name_is_german


def test_every_card_of_our_boxes_names_a_source() -> None:
    assert not Card.objects.filter(sources=None).exists()


def test_a_whole_box_has_no_gaps() -> None:
    box = Edition.objects.get(key="cthulhu")
    whole = coverage(box, cards_of("cthulhu"))
    assert whole.is_whole
    assert whole.gaps == []


def test_a_box_says_which_kinds_are_missing() -> None:
    box = Edition.objects.get(key="impossible")
    part = coverage(box, [card for card in cards_of("impossible") if card.kind != Kind.MONSTER])
    assert not part.is_whole
    assert [(gap.label, gap.expected, gap.known) for gap in part.gaps] == [("Monster", 37, 0)]


@pytest.mark.parametrize(
    ("box", "number"), [("impossible", 148), ("axe-cop", 145), ("cthulhu", 149), ("smash-up", 142)]
)
def test_every_different_card_of_the_box_is_there_by_name(box: str, number: int) -> None:
    edition = Edition.objects.get(key=box)
    assert (coverage(edition, cards_of(box)).different, edition.cards_distinct) == (number, number)


def test_a_name_that_a_rulebook_uses_for_no_single_card_does_not_count() -> None:
    names = {card.slug for card in cards_of("impossible") if card.structures.get("group")}
    assert names == {"monster-in-schwarz", "verliere-deine-ruestung", "steige-eine-stufe-auf"}


def test_the_four_monsters_in_black_stand_for_themselves() -> None:
    black = [card.name for card in cards_of("impossible") if "in-schwarz" in card.tags]
    assert sorted(black) == [
        "Men In Black", "Monster in Schwarz", "Obnoxious Kids In Black", "Pets In Black", "Women In Black",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Dr. Maybe", "impossible/dr-e-von-tuell"),
        ("Inform-Ant", "impossible/v-ameisenmann"),
        ("Klempner", "impossible/plumbers"),
        ("Bad Santa", "axe-cop/santa-graus"),
        ("Älterer Klumpen", "cthulhu/elder-globs"),
        ("Wunschring", "shakespeare/wishing-ring"),
    ],
)
def test_the_english_and_the_inferred_german_name_find_the_card(word: str, key: str) -> None:
    card = Card.objects.named(word, [key.split("/")[0]])
    assert card is not None
    assert card.key == key


def test_the_chart_has_a_bar_for_every_level_that_occurs() -> None:
    box = Edition.objects.get(key="cthulhu")
    bars = level_chart(box, cards_of("cthulhu"))
    assert [bar.level for bar in bars] == [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    assert all(bar.known == bar.expected for bar in bars)
