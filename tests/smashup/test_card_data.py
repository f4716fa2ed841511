"""The effects of the cards are data that the engine understands, all of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from cards.consistency import fact_problems
from cards.shapes import Facts
from cards.vocabulary import Kind
from rules.engine.library import Library
from rules.engine.one_of import variants
from rules.engine.reading import Reader
from rules.engine.smashup.effects.shapes import abilities
from rules.engine.smashup.game import BACKS, DECKS, KINDS
from rules.engine.smashup.language.effects import Effect, Standing
from rules.engine.smashup.question.reading import FACTS
from rules.engine.smashup.table.procedures import EFFECTS

Row = dict[str, Any]


def own_cards(library: Library) -> dict[str, Row]:
    return {key: row for key, row in library.card_facts.items() if key.startswith("smash-up/")}


def effects(rows: Any) -> list[Row]:
    """Return all effects, those within others included."""
    found = []
    for row in rows:
        found.append(row)
        found += effects(row.get("effects", ()))
        found += [e for option in row.get("options", ()) for e in effects(option["effects"])]
    return found


def all_effects(library: Library) -> list[Row]:
    abilities = [a for row in own_cards(library).values() for a in row.get("abilities", ())]
    return [effect for ability in abilities for effect in effects(ability.get("effects", ()))]


def test_the_box_is_complete(library: Library) -> None:
    cards = own_cards(library)
    copies = Counter[str]()
    for row in cards.values():
        copies[row["deck"]] += row.get("copies", 1)
    assert len(cards) == 142
    assert copies == {"faction": 160, "base": 16, "monster": 20, "treasure": 22}


def test_every_ability_is_written_in_words_that_the_engine_knows(library: Library) -> None:
    reader = Reader(library, ("smash-up",), FACTS, KINDS, BACKS, DECKS)
    for key, row in own_cards(library).items():
        abilities(reader, row.get("abilities", []), key)
    assert reader.problems == []


def test_every_word_for_an_effect_is_used_by_a_card_or_is_an_action_of_the_contract(library: Library) -> None:
    used = {effect["action"] for effect in all_effects(library)}
    assert variants(Effect).keys() - used <= {"change_breakpoint", "reveal_base", "shield"}


def test_every_effect_is_carried_out_or_looked_at() -> None:
    assert set(variants(Effect).values()) == {*EFFECTS, *Standing.__subclasses__()}


def test_nine_of_ten_cards_are_fully_executable(library: Library) -> None:
    coverage = Counter(row["coverage"] for row in own_cards(library).values())
    assert coverage["full"] >= 0.9 * sum(coverage.values())
    for key, row in own_cards(library).items():
        if row["coverage"] == "full":
            assert all("effects" in ability for ability in row["abilities"]), key


def test_every_doubt_names_a_question_of_the_rulebook(library: Library) -> None:
    for key, row in library.data["smash-up"]["unsettled"].items():
        assert row["questions"]["smash-up"][0] in library.cited, key
        assert 0 <= row["favoured"] < len(row["readings"]), key


def test_every_step_rests_on_statements_that_exist(library: Library) -> None:
    for entry in library.data["smash-up"]["entries"]:
        assert entry["cites"], entry["target"]
        assert set(entry["cites"]) <= set(library.cited), entry["target"]


def test_an_effect_that_the_resolver_does_not_know_is_refused_when_a_card_is_loaded() -> None:
    abilities = [{"kind": "play", "effects": [{"action": "destory", "filter": {"type": "creature"}}]}]
    facts = msgspec.convert({"strength": 3, "abilities": abilities}, Facts)
    [problem] = fact_problems(Kind.CREATURE, facts)
    assert problem.field == "facts.abilities[0].effects[0].action"
    assert "destory" in problem.text
    assert "destroy" in problem.text


def test_every_extra_ability_of_the_box_says_from_where_it_is_used(library: Library) -> None:
    windows = ("before", "during", "loot", "after")
    extras = [
        (key, ability)
        for key, row in own_cards(library).items()
        for ability in row.get("abilities", ())
        if ability["kind"] == "extra" and ability.get("window") in windows
    ]
    assert len(extras) > 15
    for key, ability in extras:
        assert ability.get("from"), key
