"""What a card does can be searched: the words of `wirkung:` and `schlimm:`, and the fields of single facts."""

from __future__ import annotations

import pytest

from cards.search import find
from cards.search.cards import FACTS
from cards.search.effect_words import effect_words, traces
from cards.search.store import current
from tests.search.asserts import assert_finds, assert_not_finds, assert_same, names

pytestmark = pytest.mark.django_db


def test_a_trace_leads_down_to_a_fact() -> None:
    facts = {"bad_stuff": [{"lose": {"slot": "head"}}, {"death": True}], "run_away": -2}
    assert list(traces(facts)) == [
        "bad_stuff", "bad_stuff[]", "lose", "lose.slot", "lose.slot=head", "death", "death=True",
        "run_away", "run_away=-2", "run_away<0",
    ]  # fmt: skip


def test_an_action_speaks_by_its_own_name() -> None:
    facts = {"abilities": [{"effects": [{"action": "change_points", "by": 1}]}]}
    assert {"change_points", "change_points.by>0"} <= set(traces(facts))


def test_what_else_dies_is_no_death() -> None:
    assert "tod" not in effect_words().of({"abilities": [{"level_per_escape": {"levels": 1, "death": True}}]})
    assert_not_finds("wirkung:tod", "Professor")


def test_every_word_of_an_effect_finds_a_card() -> None:
    idle = [word for word in effect_words().labels if not find(f"wirkung:{word}").of("karte").total]
    assert idle == []


def test_an_effect_is_found_by_its_german_words() -> None:
    assert_same('wirkung:"stufe verlieren"', "wirkung:stufe-verlieren")
    assert_finds("wirkung:tod", "Großer Cthulhu", "Lady Macbeth")
    assert_finds("schlimm:kopfbedeckung", "Krapfen aus dem All")
    assert_not_finds("schlimm:kopfbedeckung", "Verliere deine Kopfbedeckung")


def test_one_word_stands_for_every_effect_with_it() -> None:
    found = find("wirkung:stufe")
    assert found.normalised == "wirkung:stufe-verlieren|stufe-abgeben|stufe-gewinnen"
    assert_finds("wirkung:stufe", "Shog Goth", "Sluggoth", "Halte einen Monolog")


def test_an_unknown_effect_is_named_with_the_nearest() -> None:
    [warning] = find("wirkung:tot").warnings
    assert warning.code == "unknown-value"
    assert warning.suggestion == "tod"


def test_who_is_favoured_and_who_is_forbidden() -> None:
    assert names("staerker:cop") == ["Kettensägen-Cop"]
    assert names("schwaecher:cop") == ["König aller Bösen"]
    assert_same("gegen:cop", "staerker:cop oder schwaecher:cop")
    assert_finds("verboten:kultist", "Cult Membership Card", "Mystic Scribble")
    assert_not_finds("verboten:kultist", "Tentacle")


def test_smash_up_is_found_by_when_and_where_a_card_works() -> None:
    assert_finds('wann:"vor der wertung" fraktion:zwerge', "Cunning Plan", "Salvage")
    assert names("als:kreatur") == ["Dwarf Hireling", "Halfling Hireling", "Tiger-Ross"]
    assert_finds("fraktion:orks typ:basis", "Garrison", "The Pits")
    assert_finds("monsterzahl:3", "Bollwerk", "Fehdehandschuh", "Schlag den Ghoul")


def test_having_knows_every_fact() -> None:
    labels = current().catalogue.labels["hat"]
    assert set(FACTS) <= set(labels)
    assert [name for name in FACTS if not find(f"hat:{name}").of("karte").total] == []
    assert_same("hat:grad", "-grad:unbelegt")
    assert_finds("verschont>=3", "Shoggoth", "Lady Macbeth")
