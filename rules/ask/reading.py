"""From text to phrases of one word or name: the longest known form at each place."""

from __future__ import annotations

from rules.ask.data import words
from rules.ask.lexicon import MOST_WORDS, Found, Lexicon, Reading
from rules.ask.phrase import Phrase
from rules.ask.tokens import Token, tokens, value

SHORTEST_JOINED_TYPO = 10


def read(text: str, lexicon: Lexicon) -> list[Phrase]:
    """Return a phrase per word, number, sign or known group of words."""
    found: list[Phrase] = []
    pieces = tokens(text)
    place = 0
    while place < len(pieces):
        phrase, place = _next(text, pieces, place, lexicon)
        found.append(phrase)
    return [_settled(phrase, found[place - 1] if place else None) for place, phrase in enumerate(found)]


def _next(text: str, pieces: list[Token], place: int, lexicon: Lexicon) -> tuple[Phrase, int]:
    token = pieces[place]
    if token.kind == "number":
        return _number(pieces, place)
    if token.kind == "sign":
        return Phrase("sign", token.key, token.text, token.start, token.end), place + 1
    length, found = _longest(pieces, place, lexicon)
    last = pieces[place + length - 1]
    raw = text[token.start : last.end]
    if found is None:
        return Phrase("unknown", token.key, raw, token.start, last.end), place + 1
    phrase = Phrase("", "", raw, token.start, last.end, readings=found.readings, corrected=found.corrected)
    return phrase, place + length


def _longest(pieces: list[Token], place: int, lexicon: Lexicon) -> tuple[int, Found | None]:
    run = _run(pieces, place)
    for length in range(len(run), 0, -1):
        joined = "".join(run[:length])
        if (
            length > 1
            and joined not in lexicon.spaced
            and any(word in lexicon.small for word in run[:length])
        ):
            continue
        if found := lexicon.look(joined, several=length > 1):
            return length, found
    for length in range(min(3, len(run)), 0, -1):
        joined = "".join(run[:length])
        if (length == 1 or _worth_joining(run[:length], lexicon)) and (found := lexicon.guess(joined)):
            return length, found
    return 1, None


def _worth_joining(run: list[str], lexicon: Lexicon) -> bool:
    """Several words are read as one misspelt name only where none of them is a word of its own."""
    return len("".join(run)) >= SHORTEST_JOINED_TYPO and not any(
        lexicon.look(word, several=False) for word in run
    )


def _run(pieces: list[Token], place: int) -> list[str]:
    run: list[str] = []
    for token in pieces[place : place + MOST_WORDS]:
        if token.kind != "word" and not (run and token.key.isdecimal()):
            break
        run.append(token.key)
    return run


def _number(pieces: list[Token], place: int) -> tuple[Phrase, int]:
    """Read a number with what is written right behind it: „8er“, „2k“."""
    token = pieces[place]
    number = Phrase(
        "numbers", token.key, token.text, token.start, token.end, facts={"number": value(token.key)}
    )
    number.signed = not token.key[0].isdigit()
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    if after is None or after.kind != "word" or after.start != token.end:
        return number, place + 1
    tail = words()["number_tails"].get(after.key)
    if tail is None:
        return number, place + 1
    number.end, number.text = after.end, number.text + after.text
    if tail == "thousand":
        number.facts["number"] *= 1000
    elif tail == "ordinal":
        number.kind, number.value = "ordinals", str(number.number)
    else:
        number.kind, number.value = "quantity", tail
    return number, place + 2


ORDER = (
    "stop", "ask", "negation", "boxes", "ordinals", "persons", "names", "adjectives", "traits", "things",
    "nouns", "verbs", "separable", "marks", "owners", "cards", "numbers", "unit_before", "unit_after",
)  # fmt: skip


# Behind one of these a small letter does not make a verb of a thing.
ARTICLES = (
    "ein",
    "eine",
    "einen",
    "ne",
    "nen",
    "n",
    "der",
    "die",
    "das",
    "den",
    "mein",
    "meine",
    "meinen",
    "keine",
    "einer",
)


def _settled(phrase: Phrase, before: Phrase | None) -> Phrase:
    """Take the first reading by rank; the others stay at hand for the grammar."""
    if not phrase.readings:
        return phrase
    readings = phrase.readings
    if before is not None and phrase.text[:1].islower() and before.text.lower() not in ARTICLES:
        readings = tuple(r for r in readings if r.kind != "things") if phrase.has("verbs") else readings
    first: Reading = min(readings, key=lambda reading: ORDER.index(reading.kind))
    phrase.read_as(first)
    if phrase.kind == "persons":
        phrase.preps.add("object" if phrase.text.lower() in words()["objects"] else "subject")
    if phrase.kind == "numbers":
        phrase.facts = {"number": int(phrase.value)}
    return phrase
