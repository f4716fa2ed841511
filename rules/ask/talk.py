"""Going on: „und wenn er Krieger ist?“, „und bei Shakespeare?“, „warum?“ change the question before."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

import msgspec

from rules.ask.words import cut

MOST_TURNS = 6
LONGEST = 4000
# What begins like that goes on with the question before.
GOING_ON = re.compile(
    r"^\W*(und|ok(ay)? und|aber|auch|mit|ohne|statt|stattdessen|nur|oder|was wenn|wenn|dann|ja aber|ne |na und|"
    r"and|what if|mit |ein[e]? .* aber|wir haben|darf|geht|krieg|steigt|wem|wer|beute|behält|gibts|gilt)\b",
    re.IGNORECASE,
)
SHORT = 9
WHY = frozenset(["warum", "wieso", "weshalb", "why", "woher", "begrundung", "wieso"])


class Context(msgspec.Struct, frozen=True):
    """What was asked so far, on which boxes, and what answered it."""

    asked: list[str]
    sets: list[str] = []
    kind: str = ""
    cites: list[str] = []
    said: str = ""


def write(context: Context) -> str:
    """Return the context as text for an address."""
    packed = zlib.compress(msgspec.json.encode(context), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> Context | None:
    """Return a context that was handed back; None where it is none of ours."""
    if not text or len(text) > LONGEST:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        plain = zlib.decompressobj().decompress(packed, 16 * LONGEST)
        return msgspec.json.decode(plain, type=Context)
    except (binascii.Error, zlib.error, msgspec.MsgspecError, ValueError):
        return None


def goes_on(text: str) -> bool:
    """Say whether a question leans on the one before: it begins so, or is too short to stand alone."""
    words = [token for token in cut(text) if token.kind != "sign"]
    return (bool(GOING_ON.match(text)) and len(words) <= 2 * SHORT) or len(words) <= SHORT


def asks_why(text: str) -> bool:
    words = [token.key for token in cut(text) if token.kind == "word"]
    return len(words) <= 4 and bool(WHY & set(words))
