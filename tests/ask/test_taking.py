"""Questions with known answers: their wording goes under what answers them, the rest is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.files import load_yaml
from rules import ask_taking
from rules.ask.entries import TURNED
from rules.ask.knowledge import knowledge
from rules.engine.library import Library

NEW = {
    "id": "x1",
    "q": "Genau gleich viel wie das Monster, haben wir da gewonnen oder was",
    "sets": ["cthulhu"],
    "expect": {"verdict": "nein"},
    "rules": ["cthulhu.kampf.niederlage-bedingung"],
}


def test_a_new_wording_goes_to_the_unit_that_answers_it_rightly(books: Library) -> None:
    found = ask_taking.taken([NEW], knowledge(books))
    (unit,) = found.units
    assert found.units[unit] == [NEW["q"]]
    assert knowledge(books).entries[knowledge(books).places[unit]].answers["cthulhu"].verdict == "nein"


def test_the_same_words_asked_of_two_boxes_are_written_once(books: Library) -> None:
    twice = ask_taking.taken([NEW, NEW | {"id": "again"}], knowledge(books))
    assert [len(one) for one in twice.units.values()] == [1]


def test_what_nothing_answers_so_is_named(books: Library) -> None:
    strange = NEW | {"expect": {"verdict": "ja"}, "rules": ["cthulhu.material.wuerfel"]}
    assert ask_taking.taken([strange], knowledge(books)).unanswered == [strange]


def test_what_is_known_word_for_word_and_what_is_worked_out_is_left(books: Library) -> None:
    known = NEW | {"q": next(iter(knowledge(books).entries[0].asks))}
    fight = NEW | {"expect": {"verdict": "niederlage"}}
    assert ask_taking.taken([known, fight, {"turns": []}], knowledge(books)) == ({}, {}, [])


def test_a_talk_is_written_as_far_as_its_answers_rest_on_statements() -> None:
    begun, asked = (
        {"q": "Und | danach?", "expect": {"verdict": "folge"}},
        {"rules": ["cthulhu.kampf.sieg", "faq.1"]},
    )
    talk = {"sets": ["cthulhu"], "turns": [NEW, begun | asked, begun, begun | asked]}
    assert ask_taking.talked([talk, talk | {"turns": [NEW]}]) == [
        "- cthulhu:",
        f"  - '{NEW['q']} | nein | kampf.niederlage-bedingung'",
        "  - 'Und danach? | folge | kampf.sieg'",
    ]


def test_a_talk_begins_with_a_question_like_any_other(books: Library) -> None:
    found = ask_taking.taken([{"id": "t1", "sets": NEW["sets"], "turns": [NEW, NEW]}], knowledge(books))
    assert [*found.units.values()] == [[NEW["q"]]]


@pytest.mark.parametrize(("name", "key"), [("a.b", "heard"), ("c", "heard"), (f"a.b{TURNED}", "doubted")])
def test_a_wording_is_written_behind_those_that_are_there(tmp_path: Path, name: str, key: str) -> None:
    lines = [
        "- id: a.b",
        "  about: x",
        "  asks:",
        "  - eins",
        "  heard:",
        "  - drei",
        "  doubted:",
        "  - zwei",
        "- id: c",
        "  asks:",
        "  - x",
    ]
    path = tmp_path / "units.yaml"
    path.write_text("\n".join(ask_taking.with_units(lines, {name: ["er sagt 'nein'"]})), encoding="utf-8")
    rows = {row["id"]: row for row in load_yaml(path)}
    assert rows[name.removesuffix(TURNED)][key][-1] == "er sagt 'nein'"
    assert sum(len(row.get(one, ())) for row in rows.values() for one in ("asks", "heard", "doubted")) == 5


def test_a_comparison_without_a_wording_gets_its_own_row(tmp_path: Path) -> None:
    path = tmp_path / "compared.yaml"
    lines = ["# How", "one:", "- a"]
    path.write_text(
        "\n".join(ask_taking.with_compared(lines, {"one": ["b"], "two": ["c"]})), encoding="utf-8"
    )
    assert load_yaml(path) == {"one": ["a", "b"], "two": ["c"]}
