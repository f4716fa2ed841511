"""Whether words in the one box are a question, which is answered, or words, which are searched."""

from __future__ import annotations

import re

from cards.folding import WORD, fold, without_digraphs
from rules.whatif.words import words

# `typ:monster`, `stufe>=10`: whoever writes so speaks the language of the search.
QUERY = re.compile(r"[\w-]+(?:[:=<>]|[<>]=)[-\w\"(]")
FEWEST_WORDS = 4


def reads_like_question(text: str) -> bool:
    """Say whether a text ends with a question mark, or is a sentence that asks."""
    found = WORD.findall(fold(text))
    sentence = len(found) >= FEWEST_WORDS
    if text.rstrip(" !.…)\"“”'").endswith("?") and (sentence or (found and not QUERY.search(text))):
        return True
    return sentence and not QUERY.search(text) and _asks(found)


def _asks(found: list[str]) -> bool:
    said = [{one, without_digraphs(one)} for one in found]
    asking, verbs = set(words()["question_words"]), set(words()["question_verbs"])
    return any(one & asking for one in said) or any(one & verbs for one in said[:-1])
