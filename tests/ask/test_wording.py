"""Each word of a question looks for its like in the phrasings of an entry, whatever stands beside it."""

from __future__ import annotations

import numpy as np
import pytest

from rules.ask.meaning import Space
from rules.ask.wording import Vocabulary, Wording, asked

# „helm“ and „hut“ lie close to each other, „kampf“ lies elsewhere.
LYING = {"w:helm": (120, 10, 0), "w:hut": (110, 30, 0), "w:kampf": (0, 0, 127), "w:ich": (0, 127, 0)}
RARITY = {"w:helm": 5.0, "w:hut": 5.0, "w:kampf": 5.0, "w:ich": 0.5}


@pytest.fixture
def space() -> Space:
    rarity = np.asarray([*RARITY.values()], dtype=np.float32)
    return Space([*LYING], rarity, np.asarray([*LYING.values()], dtype=np.int8), [], np.zeros((0, 3)))


def features(text: str) -> dict[str, float]:
    return {f"w:{word}": 1.0 for word in text.split()}


def wording(space: Space, *texts: str) -> Wording:
    words = Vocabulary(space)
    return words.wording([words.read(features(text)) for text in texts])


def likely(space: Space, question: str, *phrasings: str) -> float:
    return alike(space, question, *phrasings)[0]


def alike(space: Space, question: str, *phrasings: str) -> list[float]:
    return wording(space, *phrasings).alike(asked(features(question), space), 0, len(phrasings))


def test_a_word_that_no_phrasing_has_speaks_against_an_entry(space: Space) -> None:
    assert likely(space, "helm kampf", "ich helm kampf") > likely(space, "helm kampf", "ich helm")


def test_a_word_finds_another_that_lies_close(space: Space) -> None:
    assert likely(space, "hut", "helm") == pytest.approx(0.0, abs=0.2)


def test_a_common_word_counts_less_than_a_rare_one(space: Space) -> None:
    assert likely(space, "ich kampf", "kampf") > likely(space, "ich kampf", "ich")


def test_the_more_phrasings_have_a_word_the_likelier_it_is(space: Space) -> None:
    assert likely(space, "kampf", "kampf", "kampf", "helm") > likely(space, "kampf", "kampf", "helm", "helm")


def test_one_phrasing_with_all_words_is_more_than_two_that_share_them(space: Space) -> None:
    shared, together = (alike(space, "helm kampf", *of) for of in (["helm", "kampf"], ["helm kampf", "ich"]))
    assert shared[0] == pytest.approx(together[0], abs=0.2)
    assert shared[1] < together[1]
    assert shared[2] == pytest.approx(together[2])


def test_what_a_phrasing_says_beside_what_was_asked_speaks_against_it(space: Space) -> None:
    assert alike(space, "helm", "helm kampf")[3] < alike(space, "helm", "helm ich")[3] < 0.0


def test_a_word_that_nobody_knows_tells_entries_not_apart(space: Space) -> None:
    assert likely(space, "xyzzy", "kampf") == pytest.approx(likely(space, "xyzzy", "helm"))
    assert likely(space, "", "kampf") == pytest.approx(likely(space, "", "helm"))


def test_some_of_the_phrasings_keep_their_words(space: Space) -> None:
    every = wording(space, "ich helm", "kampf", "hut kampf")
    some = every.of(np.asarray([0, 2]))
    question = asked(features("hut"), space)
    assert some.alike(question, 1, 2) == pytest.approx(every.alike(question, 2, 3))


def test_what_is_new_joins_the_words_that_were_kept(space: Space) -> None:
    before = Vocabulary(space)
    kept = before.wording([before.read(features("helm"))])
    after = Vocabulary(space, [*before.places], kept.rows)
    joined = after.wording([kept.of_phrasing(0), after.read(features("kampf"))])
    assert [*after.places] == ["w:helm", "w:kampf"]
    assert joined.alike(asked(features("kampf"), space), 1, 2) == pytest.approx([0.0] * 4, abs=0.05)
