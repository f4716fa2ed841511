"""A question for one value or the text of one card."""

from __future__ import annotations

from rules.ask import facts
from rules.ask.question import Question, Reading


def by_fact(question: Question) -> Reading | None:
    """Answer a question for one value or the text of one card."""
    cards = list(dict.fromkeys(one.cards[0] for one in question.mentions if one.kind == "card"))
    numbers = [one for one in question.mentions if one.kind == "number"]
    if len(cards) != 1 or len(numbers) > 1 or not question.says("what_is", "how_many", "value_of", "named"):
        return None
    fact = facts.wanted([token.text for token in question.tokens])
    if fact is None:
        return None
    library, card = question.library, cards[0]
    box = str(library.editions[card.partition("/")[0]]["name"])
    text = library.cited.get("card:" + card, {}).get("text", "")
    told = facts.tell(card, fact, library.card_facts, text, box)
    return Reading(
        0.62,
        question.answer("fact", told.verdict, told.text, numbers=told.numbers, cites=["card:" + card]),
    )
