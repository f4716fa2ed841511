"""JSON that comes in: bounded in size, depth and numbers, without doubled keys, and readable text only."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from django.http import HttpRequest

from cardsite.api.exceptions import Problem, of_status
from rules.doors import escape

MOST_BYTES = 64 * 1024
MOST_DEPTH = 32
MOST_DIGITS = 15
# Line breaks and tabs are text here; NUL and halves of characters can be stored and answered nowhere.
BROKEN = re.compile(r"[\x00\ud800-\udfff]")
# What may be refused: UTF-8 has no halves of characters and JSON no bare NUL, so both come by their number only;
# a number too big has an exponent or many digits.
SUSPICIOUS = re.compile(rf"\\u(?:0000|[dD][89a-fA-F])|[0-9]{{{MOST_DIGITS}}}|[0-9][eE]")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)


def read_json(request: HttpRequest) -> Any:
    """Return the body's value, or raise the Problem that says what is wrong with it."""
    if request.content_type != "application/json":
        raise of_status(415, request)
    if request.META.get("HTTP_TRANSFER_ENCODING"):
        raise Problem("laenge-fehlt", "Die Anfrage kommt in Stücken und nennt ihre Länge nicht.")
    raw = request.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise of_status(413, request)
    return parse(raw)


def parse(raw: bytes) -> Any:
    """Return the value that the bytes describe."""
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise _broken("Der Inhalt ist kein UTF-8.", error.start + 1) from None
    if not text.strip():
        raise _broken("Der Inhalt ist leer; erwartet wird ein JSON-Objekt.", 1)
    # With so few brackets nothing lies too deep, however they are nested.
    if text.count("[") + text.count("{") > MOST_DEPTH:
        _check_depth(text)
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        place = f"Zeile {error.lineno}, Spalte {error.colno}"
        raise _broken(f"Das ist kein JSON: Bei {place} geht es nicht weiter.", error.pos + 1) from None
    if SUSPICIOUS.search(text):
        _check(value, "")
    return value


def _broken(detail: str, position: int) -> Problem:
    return Problem("kaputtes-json", detail, position=position)


def _check_depth(text: str) -> None:
    depth = 0
    for sign in re.findall(r"[\[\]{}]", STRING.sub('""', text)):
        depth += 1 if sign in "[{" else -1
        if depth > MOST_DEPTH:
            raise Problem("zu-tief", f"Der Inhalt ist mehr als {MOST_DEPTH} Ebenen tief verschachtelt.")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        doubled = next(key for place, key in enumerate(keys) if key in keys[:place])
        shown = BROKEN.sub("�", doubled)[:60]
        raise Problem("doppelter-schluessel", f"Der Schlüssel „{shown}“ steht zweimal im selben Objekt.")
    return found


class _TooBig(str):
    """The digits of a number that is larger than any that can mean something here."""


def _whole(digits: str) -> int | _TooBig:
    return int(digits) if len(digits) <= MOST_DIGITS else _TooBig(digits)


def _fraction(digits: str) -> float | _TooBig:
    number = float(digits)
    if not math.isfinite(number) or abs(number) >= 10**MOST_DIGITS:
        return _TooBig(digits)
    # To JSON 5.0 is the whole number 5.
    return int(number) if number.is_integer() else number


def _constant(word: str) -> NoReturn:
    raise Problem("kaputtes-json", f"„{word}“ gibt es in JSON nicht.")


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def _check(value: Any, pointer: str) -> None:
    """Refuse numbers that are too big, and text that no database and no answer could hold."""
    if isinstance(value, _TooBig):
        where = f" an der Stelle {pointer}" if pointer else ""
        said = f"Die Zahl {value[:20]}…{where} ist zu groß; höchstens {MOST_DIGITS} Stellen sind erlaubt."
        raise Problem("ungueltiger-inhalt", said, pointer=pointer)
    if isinstance(value, str) and BROKEN.search(value):
        said = "Dieser Text enthält Zeichen, die nicht lesbar sind."
        raise Problem("ungueltiger-inhalt", said, pointer=pointer)
    if isinstance(value, dict):
        for key, inner in value.items():
            _check(key, pointer)
            _check(inner, f"{pointer}/{escape(key)}")
    if isinstance(value, list):
        for index, inner in enumerate(value):
            _check(inner, f"{pointer}/{index}")
