"""Whatever is typed: no exception, and no answer to a salad of words."""

from __future__ import annotations

import random
import string

import pytest

from rules.ask import LONGEST, ask
from rules.ask.data import words
from rules.ask.tokens import tokens
from rules.engine import resolve
from rules.engine.library import Library

FOREIGN = [
    "Karussell",
    "Banane",
    "Zahnarzt",
    "Regenbogen",
    "telefonieren",
    "Wolkenbruch",
    "Steuererklärung",
    "Gurke",
]
SEEDS = range(60)


def vocabulary() -> list[str]:
    table = words()
    groups = [table[name] for name in ("verbs", "nouns", "persons", "ask", "negation", "adjectives")]
    forms = [form for group in groups for listed in group.values() for form in listed]
    return (
        forms
        + [form for thing in table["things"].values() for form in thing["words"]]
        + ["+3", "1.000", "9", "(", ")"]
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_salad_of_known_words_never_breaks_and_every_scenario_can_be_read(
    seed: int, books: Library
) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        text = " ".join(chance.choices(vocabulary(), k=chance.randint(1, 12)))[:LONGEST]
        found = ask(text, [], books)
        if found.scenario is not None:
            resolve(found.scenario, books)


@pytest.mark.parametrize("seed", SEEDS)
def test_foreign_words_are_named_and_not_answered(seed: int, books: Library) -> None:
    chance = random.Random(seed)
    text = " ".join([*chance.choices(vocabulary(), k=4), *chance.sample(FOREIGN, 2)])
    found = ask(text, [], books)
    assert found.answer is None
    assert found.ignored
    assert {word.text for word in found.ignored} <= set(FOREIGN)


@pytest.mark.parametrize("seed", SEEDS)
def test_characters_at_random_never_break(seed: int, books: Library) -> None:
    chance = random.Random(seed)
    signs = string.printable + "äöüß„“–🐙´`’\u0000\u202e"
    text = "".join(chance.choices(signs, k=chance.randint(0, LONGEST)))
    assert ask(text, [], books).answer is None


def test_a_question_that_is_too_long_is_refused(books: Library) -> None:
    with pytest.raises(ValueError, match="500"):
        ask("x" * (LONGEST + 1), [], books)


def test_every_token_stands_where_it_says() -> None:
    text = "Ich (Stufe 6) verkaufe für 1.000 Gold, würfle eine 4 und spiele +10 – ok?"
    assert tokens(text)
    assert all(text[token.start : token.end] == token.text for token in tokens(text))
