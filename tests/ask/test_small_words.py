"""A small word can turn a question round; then the old answer must not come."""

from __future__ import annotations

import pytest

from rules.ask import LONGEST, ask
from rules.engine.library import Library
from tests.ask.corpus import GROUPS

TURNING = ("nicht", "nur", "statt", "außer", "niemals")
NEGATED = {"kein", "keine", "keinen", "ohne", "nicht", "nur"}
PLAIN = [group["asks"][0] for group in GROUPS if not NEGATED & set(group["asks"][0].lower().split())]


@pytest.mark.parametrize("word", TURNING)
def test_a_small_word_anywhere_takes_the_answer_away(word: str, books: Library) -> None:
    assert len(PLAIN) >= 100
    turned = [inserted(text, word, place) for text in PLAIN for place in (1, 3, 5)]
    answered = [text for text in turned if ask(text, [], books).answer is not None]
    assert answered == []


def inserted(text: str, word: str, place: int) -> str:
    words = text.split()
    return " ".join([*words[:place], word, *words[place:]])[:LONGEST]
