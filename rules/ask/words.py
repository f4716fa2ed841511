"""A question cut into words, numbers and signs, each with its place; what a word is compared by."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from cards.folding import fold, without_digraphs

TOKEN = re.compile(
    r"(?P<number>(?<![\w])[+\-−–]?\s?\d{1,3}(?:[.']\d{3})+(?!\d)|(?:\+|(?<![^\W\d_])[\-−–])\s?(?=\d)\d+|\d+)"
    r"|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)"
    r"|(?P<sign>&&|==|[+(),;:?!.…–=/&„“\"\[\]{}])"
)
HYPHENED = re.compile(r"-[^\W\d_]")
MINUS = "-−–"
MOST_DIGITS = 6
UNITS = {
    "null": 0, "ein": 1, "eins": 1, "eine": 1, "zwei": 2, "zwo": 2, "drei": 3, "vier": 4, "funf": 5,
    "sechs": 6,
    "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12, "dreizehn": 13, "vierzehn": 14,
    "funfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
}  # fmt: skip
TENS = {
    "zwanzig": 20, "dreissig": 30, "vierzig": 40, "funfzig": 50, "sechzig": 60, "siebzig": 70,
    "achtzig": 80, "neunzig": 90,
}  # fmt: skip
# As they are said in the south, the north, in Switzerland and in English; „ein“ and „one“ are articles as often.
SAID = {
    "zwoa": 2, "zwoi": 2, "zwee": 2, "zwo": 2, "zwa": 2, "zwe": 2, "zwoo": 2, "zwou": 2, "dre": 3, "dru": 3,
    "dree": 3, "droi": 3, "drui": 3, "drey": 3, "fier": 4, "veer": 4, "fumf": 5, "fimf": 5, "finf": 5,
    "fuf": 5, "foif": 5, "fenf": 5, "fief": 5, "fiev": 5, "funnef": 5, "sex": 6, "sachs": 6, "soss": 6,
    "sos": 6, "seks": 6, "segs": 6, "sechsa": 6, "sibe": 7, "siem": 7, "siebn": 7, "siebm": 7, "sibn": 7,
    "sibbe": 7, "siwwe": 7, "sewwe": 7, "soeben": 7, "soven": 7, "siebe": 7, "aach": 8, "ocht": 8, "achde": 8,
    "nuun": 9, "nung": 9, "nein": 9, "negen": 9, "noin": 9, "zah": 10, "zeh": 10, "tein": 10, "teihn": 10,
    "zehna": 10, "olf": 11, "olven": 11, "elwe": 11, "zwelf": 12, "twolf": 12, "zwoif": 12, "dreizeh": 13,
    "drizah": 13, "fuffzehn": 15, "fuchzehn": 15, "fuffzeh": 15, "fufzah": 15, "foifzah": 15, "sechzeh": 16,
    "zwanzich": 20, "zwanzg": 20, "eens": 1, "een": 1, "oans": 1, "oins": 1, "eis": 1, "twee": 2,
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
# What is hung onto a number where it stands alone: „viere“, „sechsi“, „siebena“.
HUNG_ON = ("e", "i", "a")
# Forms of numbers that are other words as often: which they are here, the words around tell.
DOUBTFUL = {
    "elf": 11,
    "elfe": 11,
    "elfi": 11,
    "elfa": 11,
    "achte": 8,
    "achti": 8,
    "neine": 9,
    "dreier": 3,
    "zweier": 2,
    "ans": 1,
    "sachse": 6,
}
NO_NUMBERS = frozenset(
    (*DOUBTFUL, "ein", "eene", "oane", "ane", "eine", "eini", "eina", "zwe", "sex", "nein")
)
# „vierer“ and more are values of a card; „einer“ and „zweier“ are words.
MOST_ARTICLES = 3
# „der ersten Stufe“, „achtstufig“: numbers only beside what they count.
ORDINALS = {
    "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "funfte": 5, "sechste": 6, "siebte": 7,
    "siebente": 7, "achte": 8, "neunte": 9, "zehnte": 10,
}  # fmt: skip
ENDS = ("hundert", "tausend")


class Token(NamedTuple):
    """A piece of the text: word, number or sign; the form it is compared by, its value where it is a number."""

    kind: str
    key: str
    text: str
    start: int
    end: int
    value: int | None = None
    signed: bool = False
    # The first part of a word with a hyphen.
    hyphened: bool = False


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """Return the form in which words are compared: no capitals, umlauts, ß or apostrophes."""
    return without_digraphs(fold(word)).replace("'", "").replace("’", "")


def joined(text: str) -> str:
    """Return the normal form of several words written as one."""
    return "".join(key(word) for word in re.findall(r"[^\W_]+", text))


def cut(text: str) -> tuple[Token, ...]:
    """Cut a question into tokens; whatever is neither word, number nor known sign separates them."""
    return tuple(
        _token(match, HYPHENED.match(text, match.end()) is not None) for match in TOKEN.finditer(text)
    )


def _token(match: re.Match[str], hyphened: bool = False) -> Token:
    kind, raw = match.lastgroup or "sign", match.group()
    if kind == "number":
        return Token(kind, raw, raw, *match.span(), _value(raw), raw[0] in "+" + MINUS)
    normal = key(raw) if kind == "word" else raw
    value = spelled(normal) if kind == "word" else None
    return Token(
        "number" if value is not None else kind, normal, raw, *match.span(), value, hyphened=hyphened
    )


def _value(raw: str) -> int:
    digits = re.sub(r"\D", "", raw)[:MOST_DIGITS]
    return -int(digits) if raw[0] in MINUS else int(digits)


@lru_cache(maxsize=4096)
def spelled(word: str) -> int | None:
    """Return the number that a word spells: „siebzehnhundert“, „einundzwanzig“, „zwoa“; articles are none."""
    if word in NO_NUMBERS:
        return None
    if (value := _plain(word)) is not None:
        return value
    stem = word.removesuffix("er")
    if stem != word and (value := _plain(stem)) is not None and value > MOST_ARTICLES:
        return value
    return next(
        (value for end in HUNG_ON if word.endswith(end) and (value := _plain(word[:-1])) is not None), None
    )


def _plain(word: str) -> int | None:
    return SAID[word] if word in SAID else _composed(word)


def _composed(word: str) -> int | None:
    if word in UNITS:
        return UNITS[word]
    if word in TENS:
        return TENS[word]
    for end, times in zip(ENDS, (100, 1000), strict=True):
        head, found, tail = word.partition(end)
        if found:
            first = _composed(head) if head else 1
            rest = _composed(tail.removeprefix("und")) if tail else 0
            return None if first is None or rest is None else first * times + rest
    head, found, tail = word.partition("und")
    if found and head in UNITS and tail in TENS:
        return TENS[tail] + UNITS[head]
    return None


def ordinal(word: str) -> int | None:
    """Return the number of an ordinal: „siebenten“."""
    for ending in ("", "n", "r", "s", "m"):
        if (stem := word.removesuffix(ending) if ending else word) in ORDINALS:
            return ORDINALS[stem]
    return None


def graded(word: str) -> int | None:
    """Return the number in „achtstufig“."""
    stem = word.removesuffix("stufig")
    return spelled(stem) if stem != word else None
