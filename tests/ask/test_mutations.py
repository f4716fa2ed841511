"""Nothing decisive of a question may vanish, nothing else may matter."""

from __future__ import annotations

import random
import re

import pytest

from rules.ask import AskAnswer, ask
from rules.engine.library import Library

FIGHTS = [
    ("cthulhu", "Ich bin Stufe 6 mit +4 und kämpfe gegen ein Monster der Stufe 9. Gewinne ich?"),
    ("cthulhu", "Ich bin Stufe 5 mit +9. Gewinne ich gegen ein Monster der Stufe 10, das noch +5 bekommt?"),
    ("cthulhu", "Shoggoth, ich Stufe 9 mit +8. Schaff ich den?"),
    (
        "cthulhu",
        "Lena (Stufe 3, +2) hilft mir, ich bin Stufe 5 mit +1. Schaffen wir ein Monster der Stufe 10?",
    ),
    ("axe-cop", "Ich bin Krieger Stufe 5 mit +3 gegen Monster Stufe 8, reicht das?"),
    ("impossible", "Ich bin Stufe 7 mit -2 gegen ein Monster der Stufe 4. Gewinne ich?"),
    ("cthulhu", "Anna ist Stufe 6 mit +4. Gewinnt sie gegen ein Monster der Stufe 9?"),
]
NOISE = [
    "also",
    "hallo,",
    "Leute,",
    "bitte",
    "mal",
    "eigentlich",
    "halt",
    "heute",
    "gerade",
    "echt",
    "schnelle Frage:",
]
NUMBER = re.compile(r"[+-]?\d+")
CLASSES = [
    ("axe-cop", "Ich bin {no} Krieger, Stufe 5 mit +3 gegen Monster Stufe 8, reicht das?"),
    ("shakespeare", "Ich bin {no} Krieger, Stufe 6 mit +4, gegen ein Monster der Stufe 10. Gewinne ich?"),
    ("cthulhu", "Krapfen aus dem All, ich bin {no} Monsterjäger, Stufe 4 mit +2. Reichts?"),
    ("cthulhu", "Bin {no} Kultist, Stufe 3 mit +4, gegen Lloyd Lloigor. Schaff ich den?"),
]


def essence(answer: AskAnswer) -> tuple[str, dict[str, int | str]]:
    return answer.verdict, answer.numbers


def numbers(text: str) -> list[re.Match[str]]:
    return list(NUMBER.finditer(text))


DROPPED = [(box, text, place) for box, text in FIGHTS for place in range(len(numbers(text)))]
SWAPPED = [
    (box, text, left, right)
    for box, text in FIGHTS
    for left in range(len(numbers(text)))
    for right in range(left + 1, len(numbers(text)))
    if numbers(text)[left].group().strip("+") != numbers(text)[right].group().strip("+")
]


@pytest.mark.parametrize(("box", "text", "place"), DROPPED)
def test_a_number_less_is_asked_for_or_changes_the_answer(
    books: Library, box: str, text: str, place: int
) -> None:
    gone = numbers(text)[place]
    less = ask(text[: gone.start()] + text[gone.end() :], [box], books)
    assert less.verdict == "rueckfrage" or essence(less) != essence(ask(text, [box], books))


@pytest.mark.parametrize(("box", "text", "left", "right"), SWAPPED)
def test_two_numbers_swapped_change_the_answer(
    books: Library, box: str, text: str, left: int, right: int
) -> None:
    first, second = numbers(text)[left], numbers(text)[right]
    between = text[first.end() : second.start()]
    other = text[: first.start()] + second.group() + between + first.group() + text[second.end() :]
    swapped, plain = ask(other, [box], books), ask(text, [box], books)
    assert swapped.scenario != plain.scenario or essence(swapped) != essence(plain)


@pytest.mark.parametrize(("box", "text"), CLASSES)
def test_no_before_a_class_takes_it_away(books: Library, box: str, text: str) -> None:
    plain, denied = (ask(text.format(no=word), [box], books) for word in ("", "kein"))
    assert plain.verdict in ("sieg", "niederlage")
    assert essence(denied) != essence(plain)


@pytest.mark.parametrize("name", ["Lena", "Tom", "Sabine", "Jörg", "Oma"])
def test_a_person_is_the_same_by_any_name(books: Library, name: str) -> None:
    for box, text in FIGHTS:
        if "Anna" in text or "Lena" in text:
            renamed = (
                text.replace("Anna", name)
                .replace("Lena", name)
                .replace("sie ", "er " if name in ("Tom", "Jörg") else "sie ")
            )
            assert essence(ask(renamed, [box], books)) == essence(ask(text, [box], books)), renamed


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("box", "text"), FIGHTS)
def test_small_talk_changes_nothing(books: Library, box: str, text: str, seed: int) -> None:
    chance = random.Random(seed)
    told = f"{chance.choice(NOISE)} {chance.choice(NOISE)} {text} {chance.choice(NOISE)}"
    assert essence(ask(told, [box], books)) == essence(ask(text, [box], books)), told


@pytest.mark.parametrize(("box", "text"), FIGHTS)
def test_capitals_and_marks_change_nothing(books: Library, box: str, text: str) -> None:
    for told in (text.lower(), text.upper(), text.rstrip("?"), f"  {text}  "):
        assert essence(ask(told, [box], books)) == essence(ask(text, [box], books)), told
