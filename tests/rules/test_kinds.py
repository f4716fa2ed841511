"""What a statement is called must fit what it says: the same sentence is of the same kind in every book."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from django.conf import settings

from rules.entries import RuleEntry
from rules.reading import read

# Words that say nothing about what a statement is about.
COMMON = frozenset(
    re.findall(
        r"\w+",
        """aber alle als am an auch auf aus bei beim bis damit dann darf das dem den der des die diese durch dürfen ein
        eine einem einen einer eines er es für gibt haben hat ihr ihre im in ist jede jeden jeder kann können man
        mehr mit muss müssen nach nicht noch nur oder ohne sein seine sich sie sind so um und vom von vor wenn wer
        werden wie wird zu zum zur""",
    )
)
# Endings are not compared: the books' statements were written at different times.
STEM = 6
ALIKE = 0.5
# Alike by their words, yet different sentences of their books.
DIFFERENT_SENTENCES = {
    # What one may do, and that other cards may not.
    ("axe-cop.kampfaktionen.einmal-einsetzbar-aus-hand", "impossible.hand.ausnahme-einmal-einsetzbar"),
    # A limit with its exception, and the exception alone.
    ("axe-cop.super-munchkin.mehrere-klassen", "impossible.klasse.nur-eine"),
    ("impossible.klasse.nur-eine", "shakespeare.super-munchkin.mehr-als-eine-klasse"),
    # What happens through several cards, and what an opponent may do with one.
    ("axe-cop.wanderndes-monster.zusaetzliches-monster", "impossible.wanderndes-monster.weiteres-monster"),
    # Cthulhu says both in one statement, when and when not.
    ("cthulhu.verkaufen.zeitpunkt", "shakespeare.verkaufen.nicht-im-kampf"),
}


@pytest.fixture(scope="module")
def rules() -> dict[str, RuleEntry]:
    return {entry.id: entry for _box, entry in read(settings.FIXTURES, []).rules}


def stems(text: str) -> frozenset[str]:
    words = re.findall(r"\w+", text.lower())
    return frozenset(word[:STEM] for word in words if word not in COMMON)


def are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """The lengths first: a million pairs are compared."""
    if min(len(one), len(other)) < ALIKE * max(len(one), len(other)):
        return False
    return len(one & other) >= ALIKE * len(one | other)


def box_of(rule: str) -> str:
    return rule.partition(".")[0]


def test_the_same_sentence_is_of_the_same_kind_in_every_book(rules: dict[str, RuleEntry]) -> None:
    said = {rule: stems(entry.text) for rule, entry in rules.items()}
    alike = [
        (one, other)
        for one, other in combinations(sorted(rules), 2)
        if are_alike(said[one], said[other]) and box_of(one) != box_of(other)
    ]
    assert len(alike) > 200
    assert {pair for pair in alike if rules[pair[0]].kind != rules[pair[1]].kind} == DIFFERENT_SENTENCES


def test_the_same_statement_is_not_a_prohibition_in_one_book_and_none_in_another(
    rules: dict[str, RuleEntry],
) -> None:
    """Only what somebody at the table could do is forbidden; what a defeat brings is no prohibition."""
    # These answer the question by another sentence than the other books.
    own = {"impossible.klasse.nur-eine", "impossible.mietling.nicht-handelbar"}
    kinds: dict[tuple[str, str], dict[str, str]] = {}
    for entry in rules.values():
        for question, decision in entry.decides.items():
            kinds.setdefault((question, decision.answer), {})[entry.id] = entry.kind
    strange = {
        rule
        for found in kinds.values()
        if {"definition", "exception"} & set(found.values())
        for rule, kind in found.items()
        if kind == "must-not"
    }
    assert strange == own


def test_a_statement_that_allows_is_not_called_a_prohibition(rules: dict[str, RuleEntry]) -> None:
    """„darf nicht: Man darf beliebig viele“ says the contrary of what it is called."""
    allowed = re.compile(r"\b(?:darf|dürfen) (?:man )?(?:beliebig|jederzeit|freiwillig)\b", re.IGNORECASE)
    assert [r for r, entry in rules.items() if entry.kind == "must-not" and allowed.search(entry.text)] == []


def test_what_words_mean_is_called_a_definition(rules: dict[str, RuleEntry]) -> None:
    """A statement that explains a word of the book begins with it."""
    meaning = re.compile(r"^„[^“]+“[^.]*\b(?:meint|heißt|bedeutet|bezeichnet|bezeichnen|verweist)\b")
    found = {rule: entry.kind for rule, entry in rules.items() if meaning.search(entry.text)}
    assert len(found) > 8
    assert {rule for rule, kind in found.items() if kind != "definition"} == set()


def test_a_duty_is_not_put_as_something_that_merely_happens(rules: dict[str, RuleEntry]) -> None:
    """„muss: Ein Kampf beginnt“ names nobody who has to do something."""
    happens = re.compile(r"\bbeginnt\b|\blöst\b[^.]*\baus\b")
    assert [r for r, entry in rules.items() if entry.kind == "must" and happens.search(entry.text)] == []


def test_what_happens_at_once_is_not_called_a_definition(rules: dict[str, RuleEntry]) -> None:
    at_once = re.compile(r"\b(?:augenblicklich|auf der Stelle|unverzüglich)\b")
    assert [
        r for r, entry in rules.items() if entry.kind == "definition" and at_once.search(entry.text)
    ] == []


# Words by which a reader who has only the sentence tells what it is called.
SPOKEN = {
    "must": r"\b(?:muss|müssen)\b|\b(?:ist|sind)\b.*\b(?:zu \w+en|\w+zu\w+en)\b",
    "may": r"\b(?:darf|dürfen|kann|können|lassen sich|lässt sich|braucht|niemand muss)\b"
    r"|\b(?:frei|freiwillig|erlaubt|gestattet)\b|\b(?:bestimm|entscheide|wählt|sucht)\w*\b",
    "must-not": r"\b(?:nicht|keine?[nmrs]?|nie|niemals|niemand|nichts|weder|höchstens|nur|untersagt|mehr als)\b",
}
DUTY_OR_RIGHT = re.compile(r"\b(?:muss|müssen|darf|dürfen)\b")


def test_a_sentence_names_the_duty_the_right_or_the_ban_that_it_is_called(
    rules: dict[str, RuleEntry],
) -> None:
    mute = [
        rule
        for rule, entry in rules.items()
        if entry.kind in SPOKEN and not re.search(SPOKEN[entry.kind], entry.text, re.IGNORECASE)
    ]
    assert mute == []


def test_a_step_a_meaning_and_a_time_name_no_duty_and_no_right(rules: dict[str, RuleEntry]) -> None:
    told = ("procedure", "definition", "timing")
    strange = [
        rule for rule, entry in rules.items() if entry.kind in told and DUTY_OR_RIGHT.search(entry.text)
    ]
    assert strange == []


def test_a_sentence_stands_alone(rules: dict[str, RuleEntry]) -> None:
    """Whoever meets it in a search or beside an answer has not read the one before."""
    leans = re.compile(
        r"(?:Das gilt|Dann|Danach|Darum|Dabei|Dafür|Diese[rsnm]?|Solche[rsn]?|Ebenso|(?:In|Bei) diesem (?!Set))\b"
    )
    assert [rule for rule, entry in rules.items() if leans.match(entry.text)] == []
