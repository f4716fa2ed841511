"""The rulebook of the boxes on the table: which combination rules hold, and which do not."""

from __future__ import annotations

from itertools import combinations

import pytest

from cards.models import Edition
from rules.combining import Table, combine
from rules.models import Combination, Comparison

BOOKS = ("cthulhu", "shakespeare", "impossible", "axe-cop")
TABLES = [choice for size in range(5) for choice in combinations(BOOKS, size)]

pytestmark = pytest.mark.django_db


def sentences(table: Table) -> set[str]:
    return {one.id for subject in table.subjects for said in subject.said for one in said.sentences}


def stated_by(*books: str) -> set[str]:
    """Return the combination rules whose question every one of the books answers."""
    rows = Comparison.objects.filter(topic="kombination")
    asked = {row.pk for row in rows if all(row.answers[book]["rules"] for book in books)}
    return set(
        Combination.objects.filter(comparison__in=asked, edition__in=books).values_list("pk", flat=True)
    )


@pytest.mark.parametrize("boxes", TABLES, ids=lambda boxes: "+".join(boxes) or "none")
def test_no_rule_needs_a_box_that_is_not_there(boxes: tuple[str, ...]) -> None:
    for rule in Combination.objects.filter(pk__in=sentences(combine(boxes))):
        assert rule.edition_id in boxes
        assert all(set(alternatives) & set(boxes) for alternatives in rule.needs), rule.pk


def test_cthulhu_and_impossible_name_every_rule_that_both_state() -> None:
    table = combine(["cthulhu", "impossible"])
    needing = {rule.pk for rule in Combination.objects.all() if rule.needs}
    missing = stated_by("cthulhu", "impossible") - sentences(table)
    assert missing <= needing
    assert len(sentences(table)) > 25
    assert {"cthulhu.kombi.falle-gleich-fluch", "impossible.combination.falle-gleich-fluch"} <= sentences(
        table
    )
    assert "cthulhu.kombi.gefolge-eine-kategorie" in sentences(table)


@pytest.mark.parametrize("word", ["Dämon", "Gaki", "Krakzilla", "Star Munchkin", "Mixer", "Stil beherrschen"])
def test_cthulhu_and_impossible_name_nothing_of_absent_boxes(word: str) -> None:
    table = combine(["cthulhu", "impossible"])
    said = [one.text for subject in table.subjects for book in subject.said for one in book.sentences]
    assert said
    assert not [text for text in said if word in text]


def test_demons_are_stronger_against_priests_once_munchkin_and_fu_lie_there() -> None:
    assert "cthulhu.kombi.daemon-bonus-priester" in sentences(combine(["cthulhu", "munchkin", "munchkin-fu"]))
    assert "cthulhu.kombi.daemon-bonus-priester" not in sentences(combine(["cthulhu", "munchkin"]))


def test_training_and_style_lie_beside_each_other_only_with_munchkin_fu() -> None:
    words = {one.words for one in combine(["impossible", "munchkin-fu"]).words}
    assert ("Training", "Stil") in words
    assert ("Training", "Stil") not in {one.words for one in combine(["impossible", "cthulhu"]).words}


def test_one_box_alone_has_no_combination_rules() -> None:
    table = combine(["cthulhu"])
    assert table.rulebook
    assert not table.subjects
    assert not table.differences


def test_boxes_without_a_rulebook_have_nobody_to_decide() -> None:
    table = combine(["munchkin", "munchkin-fu"])
    assert table.rulebook is None
    assert not table.subjects


def test_the_named_rulebook_speaks_first() -> None:
    table = combine(["cthulhu", "impossible"], "impossible")
    trap = next(one for one in table.subjects if one.id == "impossible.combination.falle-gleich-fluch")
    assert [said.box for said in trap.said] == ["impossible", "cthulhu"]
    assert table.differences[0].cells[0].box == "impossible"


def test_a_rulebook_that_is_not_on_the_table_cannot_decide() -> None:
    assert combine(["cthulhu", "impossible"], "axe-cop").rulebook.pk == "cthulhu"


def test_traps_and_curses_count_the_cards_they_touch() -> None:
    table = combine(["cthulhu", "impossible"])
    trap = next(one for one in table.subjects if one.id == "cthulhu.kombi.falle-gleich-fluch")
    assert trap.cards
    assert {card.kind for card in trap.cards} <= {"curse", "trap"}


def test_an_absent_box_says_how_many_rules_it_would_bring() -> None:
    further = {box.pk: number for box, number in combine(["cthulhu", "impossible"]).further}
    assert further["star-munchkin"] >= 3


def test_another_game_cannot_be_mixed_in() -> None:
    table = combine(["cthulhu", "smash-up"])
    assert [box.pk for box in table.apart] == ["smash-up"]
    assert not table.subjects


def test_smash_up_boxes_combine_among_themselves() -> None:
    said = sentences(combine(["smash-up", "monster-smash"]))
    assert "smash-up.kombination.freie-mischung" in said
    assert "smash-up.kombination.cthulhu-wahnsinn" not in said


def test_the_mixer_is_recommended_only_where_it_lies_on_the_table() -> None:
    with_it = sentences(combine(["shakespeare", "impossible", "munchkin-im-mixer"]))
    assert {
        "shakespeare.combination.munchkin-im-mixer",
        "impossible.combination.munchkin-im-mixer",
    } <= with_it
    assert not [one for one in sentences(combine(["shakespeare", "impossible"])) if "mixer" in one]


def test_every_box_that_a_rule_needs_exists() -> None:
    needed = {box for rule in Combination.objects.all() for boxes in rule.needs for box in boxes}
    assert needed <= set(Edition.objects.values_list("pk", flat=True))
    assert len(needed) > 5
