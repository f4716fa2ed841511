"""Whatever is typed: no exception, a verdict of the contract, places that fit, no more work than there is time for."""

from __future__ import annotations

import random
import string
from cProfile import Profile
from typing import NamedTuple

import pytest

from rules.ask import LONGEST, AskAnswer, ask
from rules.ask.entries import units
from rules.ask.words import cut
from rules.engine import resolve
from rules.engine.library import Library

VERDICTS = frozenset(
    (
        "ja", "nein", "sieg", "niederlage", "chance", "punkte", "zahl", "folge", "definition", "vergleich",
        "ungeklaert", "rueckfrage", "unbeantwortbar",
    )
)  # fmt: skip
MISSING = frozenset(
    ("stufe", "karte", "klasse", "rasse", "geschlecht", "box", "zahl", "person", "zeitpunkt", "lage")
)
SIGNS = string.printable + "äöüßÄÖÜ„“–🐙´`’½²٣\u0000\u202e\u0301"
WORDS = """
ich du er sie Lena Tom Stufe stufe lvl +3 -2 +10 6 9 12 1.000 Gold Monster Helfer hilft gegen mit
ohne kein nicht Krieger Kultist Shoggoth Krapfen Necronomicon Basis 4/2/1 Anna Ben Punkte
Zerstörungswert verkaufe Weglaufen Chance entkommen zwei drei Handkarten Frau Mann Schatz Cthulhu
Shakespeare gewinne darf muss warum und wenn , . ? ( ) : – Fluch Helm Schwert Banane Zauberer
zusammen wir alle je 3er 4er-Kreatur Kreaturen (4) (5, +2) trägt frisst liegt spielt Wertung gewertet Schätze
""".split()  # noqa: SIM905
BOXES = ("cthulhu", "shakespeare", "axe-cop", "impossible", "smash-up")
# Calls of functions for the longest question that may be asked: the same on a machine of any speed. The goal of
# 0.1 seconds for a usual question is measured by bench/asking.py.
MOST = 20_000_000


class Material(NamedTuple):
    """What questions are made of: people's sentences, and words among the names of all cards."""

    sentences: list[str]
    words: list[str]


@pytest.fixture(scope="session")
def material(books: Library) -> Material:
    names = [str(card["name"]) for card in books.card_facts.values()]
    return Material(
        [ask for unit in units() for ask in unit.asks], [*WORDS * (len(names) // len(WORDS)), *names]
    )


def made(chance: random.Random, material: Material) -> str:
    """Return signs, words, a sentence cut up, or two sentences in one."""
    kind = chance.randrange(4)
    if kind == 0:
        return "".join(chance.choices(SIGNS, k=chance.randint(0, 200)))
    if kind == 1:
        return " ".join(chance.choices(material.words, k=chance.randint(1, 25)))
    told = chance.choice(material.sentences)
    if kind == 2:
        parts = told.split()
        chance.shuffle(parts)
        return " ".join(parts[: chance.randint(1, len(parts))])
    return f"{told} {chance.choice(material.sentences)}"[:LONGEST]


def check(answer: AskAnswer, books: Library) -> None:
    assert answer.verdict in VERDICTS
    assert answer.answer
    assert set(answer.asks) <= MISSING
    assert (answer.verdict == "rueckfrage") >= bool(answer.asks)
    assert all(cite in books.cited for cite in answer.cites)
    for one in (*answer.read_as, *answer.left_out):
        assert answer.q[one.span[0] : one.span[1]] == one.text
    assert answer.as_dict()


def try_out(books: Library, material: Material, seed: int) -> None:
    chance = random.Random(seed)
    text = made(chance, material)
    boxes = chance.sample(BOXES, chance.randint(0, 2))
    context = ""
    for _ in range(chance.choice((1, 1, 2))):
        answer = ask(text, boxes, books, context=context)
        check(answer, books)
        if answer.scenario is not None:
            resolve(answer.scenario, books)
        text, context = made(chance, material), answer.context


@pytest.mark.parametrize("tens", range(30))
def test_no_input_breaks_the_answer(books: Library, material: Material, tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        try_out(books, material, seed)


@pytest.mark.torture
def test_no_input_of_ten_thousand_breaks_the_answer(books: Library, material: Material) -> None:
    for seed in range(1000, 11000):
        try_out(books, material, seed)


@pytest.mark.parametrize(
    "text",
    ["x" * LONGEST, "9 " * (LONGEST // 2), "Lena hilft +3 Stufe 5, " * 87, "(" * LONGEST, "🐙" * LONGEST],
)
def test_the_longest_question_takes_no_endless_work(books: Library, text: str) -> None:
    ask("Gewinne ich?", ["cthulhu"], books)
    counted = Profile()
    answer = counted.runcall(ask, text[:LONGEST], ["cthulhu"], books)
    check(answer, books)
    assert sum(one.callcount for one in counted.getstats()) < MOST


@pytest.mark.parametrize("text", ["", " ", "?", "…", "🐙"])
def test_where_nothing_is_asked_nobody_says_yes_or_no(books: Library, text: str) -> None:
    assert ask(text, ["cthulhu"], books).verdict not in ("ja", "nein", "sieg", "niederlage", "zahl")


@pytest.mark.parametrize("seed", range(20))
def test_every_token_stands_where_it_says(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join(chance.choices(SIGNS, k=300))
    assert all(text[token.start : token.end] == token.text for token in cut(text))


@pytest.mark.parametrize("word", ["dritte", "achte", "elf", "zehnten", "achtstufig", "zweier"])
@pytest.mark.parametrize("box", ["smash-up", "axe-cop"])
def test_ordinals_beside_levels_are_read_in_every_game(books: Library, box: str, word: str) -> None:
    for told in (
        "der {0} Stufe, ich {0} an der Basis, wer kriegt was?",
        "ich auf der {0} Stufe, fällt die Basis?",
    ):
        check(ask(told.format(word), [box], books), books)


def test_what_was_read_is_shown_of_the_question_now_and_not_of_the_one_before(books: Library) -> None:
    asked = ask("Verfolgt mich Lady Macbeth, wenn ich auf Stufe 3 bin?", ["shakespeare"], books)
    assert "geschlecht" in asked.asks
    answer = ask("ich bin ein Mann", ["shakespeare"], books, context=asked.context)
    check(answer, books)
    assert "Mann" in {one.text for one in answer.read_as}
