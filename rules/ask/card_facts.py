"""A question for one value or the text of one card, or for what a value of several cards comes to."""

from __future__ import annotations

from collections.abc import Sequence

from rules.ask import facts
from rules.ask.data import rows, said
from rules.ask.mentions import covered
from rules.ask.question import Question, Reading
from rules.ask.table import TRAITS

# So few words ask for a fact without asking: „Goldwert Tommy Gun?“
FEW = 5
# A class has a text and a name, but no level.
OF_TRAITS = frozenset(("text", "german"))
WEIGHT, SURE = 0.62, 0.98
# What a word of the game means, the law may know better than the text of the card.
TEXT = 0.45


# A monster and what strengthens it bring their treasures together.
TREASURED = frozenset(("monster", "monster-boost"))
# What a fact rests on, whatever the kind of card.
ANY = "any"


def by_fact(question: Question) -> Reading | None:
    """Answer a question for a value of the cards that are named."""
    cards = list(dict.fromkeys(one.cards[0] for one in question.mentions if one.kind == "card"))
    numbers = [one for one in question.mentions if one.kind == "number"]
    words = _beside(question)
    if not cards or len(numbers) > 1:
        return None
    known = question.library.card_facts
    kinds = {str(known[card]["kind"]) for card in cards}
    fact = facts.wanted(words, kinds)
    if fact is None or not _asks(question, words, fact):
        return None
    if rows("facts")[fact].get("always") and not facts.known(fact, [known[card] for card in cards]):
        return None
    if any(fact != "points" or (one.number or 0) > len(facts.PLACES) for one in numbers):
        # „Stufe 6, den Shoggoth umgehauen“: a number that is no place belongs to what happens, not to the card.
        return None
    if kinds & TRAITS and fact not in OF_TRAITS:
        return None
    if len(cards) > 1:
        return _summed(question, cards, fact) if len(kinds) == 1 or kinds <= TREASURED else None
    return of_card(question, cards[0], fact)


def _beside(question: Question) -> list[str]:
    """Return the words beside the names of cards: „Helfende Hände“ asks for no hands."""
    named = covered(question.mentions, "card")
    return [token.text for at, token in enumerate(question.tokens) if at not in named]


def _asks(question: Question, words: list[str], fact: str) -> bool:
    if question.says("what_is", "how_many", "value_of", "named") or rows("facts")[fact].get("always"):
        return True
    # „kann“ and „macht“ stand in questions of every kind.
    keys = {token.key for token in question.tokens}
    return fact != "text" and (bool(keys & said("which")) or len(words) <= FEW)


def of_card(question: Question, card: str, fact: str) -> Reading:
    """Tell one fact of one card."""
    library = question.library
    box = str(library.editions[card.partition("/")[0]]["name"])
    text = library.cited.get("card:" + card, {}).get("text", "")
    place = facts.place([token.key for token in question.tokens])
    told = facts.tell(card, fact, library.card_facts, text, box, place)
    cites = _cites([card], fact, library.card_facts)
    found = question.answer("fact", told.verdict, told.text, numbers=told.numbers, cites=cites)
    if fact == "text":
        return Reading(TEXT, found)
    return Reading(SURE if told.numbers else WEIGHT, found)


def _summed(question: Question, cards: list[str], fact: str) -> Reading | None:
    """„wie viele Schätze bringen Shoggoth und Ruggoth zusammen?“"""
    told = facts.total(cards, fact, question.library.card_facts)
    if told is None or not question.says("how_many", "total", "value_of"):
        return None
    if any(one.kind == "number" for one in question.mentions):
        # „Drei hatte ich meinem Helfer zugesagt“: the sum alone is not what is asked for.
        return None
    cites = _cites(cards, fact, question.library.card_facts)
    return Reading(
        WEIGHT, question.answer("fact", told.verdict, told.text, numbers=told.numbers, cites=cites)
    )


def _cites(cards: Sequence[str], fact: str, known: facts.Facts) -> list[str]:
    """Return the cards, and what the books of their boxes say of the fact."""
    boxes = {card.partition("/")[0] for card in cards}
    by_kind = rows("facts")[fact].get("rests", {})
    kinds = dict.fromkeys([*(str(known[card]["kind"]) for card in cards), ANY])
    rests = [one for kind in kinds for one in by_kind.get(kind, ()) if one.partition(".")[0] in boxes]
    return [*("card:" + card for card in cards), *rests]
