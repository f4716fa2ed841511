"""Going on: „und wenn er Krieger ist?“, „und bei Shakespeare?“, „warum?“ change the question before."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from rules.ask.data import said
from rules.ask.question import Reading
from rules.ask.telling import SO_IT_IS
from rules.ask.words import cut
from rules.engine.library import Library

MOST_TURNS, MOST_NAMES = 6, 12
LONGEST, LONGEST_SAID = 4000, 2000
# What lies on a table that a further question changes.
TABLES = frozenset(("fight", "chance", "score", "sale", "charity"))
SHORT = 9
FEW = 5

# By what a choice may be said, by how it begins.
SAYS = (("ja", "confirms"), ("nein", "refuses"), ("weiblich", "womanly"), ("männlich", "manly"))
BESIDE = {"womanly": "sex_beside", "manly": "sex_beside"}

Text = Annotated[str, Meta(max_length=LONGEST_SAID)]
Name = Annotated[str, Meta(max_length=120)]
Names = Annotated[list[Name], Meta(max_length=MOST_NAMES)]
Texts = Annotated[list[Text], Meta(max_length=MOST_TURNS)]


class Context(msgspec.Struct, frozen=True):
    """What was asked so far, on which boxes, what lies on the table, and what answered it."""

    asked: Texts
    sets: Names = []
    # The boxes that the asker had named beside the question.
    given: Names = []
    kind: Name = ""
    verdict: Name = ""
    cites: Names = []
    said: Text = ""
    # What is missing for an answer, as it was asked back.
    asks: Names = []
    # What may be said to it in one word, and what that means.
    choices: Annotated[dict[Name, Text], Meta(max_length=4)] = {}
    # The kind of situation on the table, and the questions that describe it.
    table: Name = ""
    told: Texts = []
    numbers: Annotated[
        dict[Name, Annotated[int, Meta(ge=-(10**9), le=10**9)] | Name], Meta(max_length=40)
    ] = {}
    # The entries that answered questions about the law, the last one last.
    entries: Names = []


def write(context: Context) -> str:
    """Return the context as text for an address; where it grows too long, what is oldest is forgotten."""
    packed = _packed(context)
    while len(packed) > LONGEST and len(context.asked) + len(context.told) > 0:
        asked, told = context.asked[1:], context.told[1:]
        context = msgspec.structs.replace(
            context, asked=asked, told=told, table=context.table if told else ""
        )
        packed = _packed(context)
    return packed if len(packed) <= LONGEST else ""


def _packed(context: Context) -> str:
    packed = zlib.compress(msgspec.json.encode(context), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def read(text: str) -> Context | None:
    """Return a context that was handed back; None where it is none of ours."""
    if not text or len(text) > LONGEST:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        plain = zlib.decompressobj().decompress(packed, 16 * LONGEST)
        found = msgspec.json.decode(plain, type=Context)
    except (binascii.Error, zlib.error, msgspec.MsgspecError, ValueError):
        return None
    return found if found.asked else None


def asked_before(context: str) -> str:
    """Return the question that a context comes from; nothing where it is none of ours."""
    before = read(context)
    return before.asked[-1] if before else ""


def goes_on(text: str) -> bool:
    """Say whether a question leans on the one before: it begins so, or is too short to stand alone."""
    words = [token for token in cut(text) if token.kind != "sign"]
    return (leans(text) and len(words) <= 2 * SHORT) or len(words) <= SHORT


def leans(text: str) -> bool:
    """Say whether a question begins as one that cannot stand alone: „ach, und bei Shakespeare?“, „ein Helfer aber …“"""
    words = _spoken(text)
    while words and words[0] in said("going_on_before") and not _begins(words):
        words = words[1:]
    return _begins(words) or (words[:1] in (["ein"], ["eine"]) and "aber" in words)


def conditional(text: str) -> bool:
    """„und wenn ich gerade selber im Kampf bin?“: what is told anew decides."""
    words = _spoken(text)
    while words and words[0] in said("joined_on"):
        words = words[1:]
    return bool(words) and words[0] in said("conditions")


def _spoken(text: str) -> list[str]:
    return [token.key for token in cut(text) if token.kind != "sign"]


def _begins(words: list[str]) -> bool:
    """Say whether words begin with a row of `going_on`."""
    return any(" ".join(words[:length]) in said("going_on") for length in (1, 2))


def asks_why(text: str) -> bool:
    """„warum?“, „und wieso nicht?“, „wo steht das?“"""
    return sum(token.kind == "word" for token in cut(text)) <= FEW and _says_only(text, "why")


def chosen(text: str, before: Context) -> str | None:
    """Return what „nein“, „ja, stimmt“ or „weiblich“ means to what was asked back; None where it is no choice."""
    plain = text.strip(" .!").casefold()
    for label, meaning in before.choices.items():
        word = label.casefold()
        if plain == word or any(word.startswith(begin) and _says_only(text, what) for begin, what in SAYS):
            return meaning
    asked = before.kind == "fight" and before.verdict == "rueckfrage"
    return SO_IT_IS if asked and _says_only(text, "confirms") else None


def settles_nothing(text: str, before: Context) -> bool:
    """Say whether what was asked back gets a bare yes or no that it has no use for."""
    bare = _says_only(text, "confirms") or _says_only(text, "refuses")
    return bare and before.verdict == "rueckfrage"


def _says_only(text: str, what: str) -> bool:
    """Say whether a text says this, and nothing but what may stand beside it."""
    words = {token.key for token in cut(text) if token.kind == "word"}
    return bool(words & said(what)) and words <= said(what) | said(BESIDE.get(what, f"{what}_beside"))


def on_boxes(before: Context, sets: Sequence[str], library: Library) -> Context:
    """Return the context with boxes that exist; those that are named now count where they have changed."""
    chosen = sets if sets and list(sets) != before.given else before.sets
    return msgspec.structs.replace(before, sets=[box for box in chosen if box in library.editions])


def after(
    before: Context | None, text: str, sets: Sequence[str], reading: Reading, lying: Context | None = None
) -> Context:
    """Return what is to be known when the next question comes; `lying` is the talk whose table may lie there still."""
    answer = reading.answer
    last = before or Context([])
    on_table = answer.kind in TABLES
    # A question about the law beside a table does not clear it away.
    there = before or (lying if lying and not on_table and lying.sets == answer.sets else last)
    table, told, numbers = there.table, there.told, there.numbers
    if on_table:
        aside = table == "fight" and answer.kind == "chance"
        table = table if aside else answer.kind
        told = told if aside else [*told, text]
        numbers = numbers if aside else answer.numbers
    return Context(
        asked=[*last.asked, text][-MOST_TURNS:],
        sets=answer.sets[:MOST_NAMES],
        given=list(sets)[:MOST_NAMES],
        kind=answer.kind,
        verdict=answer.verdict,
        cites=answer.cites[:MOST_NAMES],
        said=answer.answer[:LONGEST_SAID],
        asks=answer.asks[:MOST_NAMES],
        choices=answer.choices,
        table=table,
        told=told[-MOST_TURNS:],
        numbers=numbers,
        entries=[*last.entries, *([reading.entry] if reading.entry else [])][-MOST_TURNS:],
    )
