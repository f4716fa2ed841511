"""A question about a flight cut into what may carry weight there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.ask.data import said
from rules.ask.flight.told import FIGHTER
from rules.ask.mentions import Mention
from rules.ask.table import HELPER, ME, TRAITS, Facts
from rules.ask.words import Token

PRONOUNS = frozenset(("er", "sie", "ihm", "ihn", "ihr", "si", "ar"))
NOBODY = frozenset(("wer", "jemand", "andere", "anderen", "kind"))
OURS = frozenset(("wir", "uns", "we", "ma", "mer", "mia", "unser", "unsere", "unserer", "ihr", "euch"))
MYSELF = frozenset(("ich", "i", "mich", "mir", "icke", "ick", "isch", "me", "mi", "my", "bin"))
TWO = frozenset(("beide", "beiden", "zwei", "zwoa", "zwo", "2", "zweit", "beid"))
ENDS = frozenset((".", "?", "!", ";"))
# „hab“ and „mein“ say as much as „ich“ where nobody else is spoken of.
MINE = frozenset(
    ("hab", "habe", "mein", "meine", "meiner", "meinem", "meinen", "trag", "trage", "wurfle", "steh", "stehe")
)


class Atom(NamedTuple):
    """A stretch of the question: number, who, card, monster, trait, sign or word."""

    kind: str
    key: str
    start: int
    end: int
    number: int = 0
    signed: bool = False
    card: str = ""


def _shortened(tokens: Sequence[Token], place: int) -> bool:
    """Say whether a full stop only ends a shortened word: „mind.“, „Lvl.“."""
    return (
        tokens[place].key == "."
        and place > 0
        and tokens[place - 1].key in said("shortened") | {"mind", "min", "max"}
    )


def _is_called(tokens: Sequence[Token], place: int) -> bool:
    """„Ximena hat“, „Bodo hilft“: a name that no list knows."""
    token, follows = tokens[place], tokens[place + 1 : place + 2]
    acts = bool(follows) and follows[0].key in said("flight_acts")
    return (
        acts
        and token.text[:1].isupper()
        and token.key not in said("flight_nouns") | said("empty") | said("which")
    )


def cut(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> list[Atom]:
    """Return the atoms of a question."""
    starts = {one.start: one for one in mentions}
    found: list[Atom] = []
    place = 0
    while place < len(tokens):
        one = starts.get(place)
        atom = _of_mention(tokens, one, facts) if one else None
        atom = atom or _of_token(tokens, place)
        found.append(atom)
        place = atom.end
    return found


def _of_mention(tokens: Sequence[Token], one: Mention, facts: Facts) -> Atom | None:
    key = tokens[one.start].key
    if one.kind == "card":
        card = one.cards[0]
        kind = str(facts[card]["kind"])
        named = {"monster": "monster", "monster-boost": "boost"}
        kind = "trait" if kind in TRAITS else named.get(kind, "card")
        return Atom(kind, key, one.start, one.end, card=card)
    if one.kind == "person" and key in PRONOUNS and one.end - one.start == 1:
        return Atom("pronoun", key, one.start, one.end)
    if one.kind == "person" and key not in MYSELF | OURS and one.name not in NOBODY:
        role = HELPER if key in said("flight_helper") else one.name
        return Atom("who", role, one.start, one.end)
    return None


def _of_token(tokens: Sequence[Token], place: int) -> Atom:
    token = tokens[place]
    if _shortened(tokens, place):
        return Atom("word", "", place, place + 1)
    if token.kind == "sign":
        return Atom("sign", token.key, place, place + 1)
    if token.value is not None:
        return Atom("number", token.key, place, place + 1, token.value, token.signed)
    if token.key in MYSELF - {"bin"}:
        return Atom("who", ME, place, place + 1)
    if token.key in OURS:
        return Atom("we", token.key, place, place + 1)
    if token.key in said("flight_helper"):
        return Atom("who", HELPER, place, place + 1)
    if token.key in said("flight_fighter"):
        return Atom("who", FIGHTER, place, place + 1)
    if token.key in said("flight_monsters"):
        return Atom("foe", token.key, place, place + 1)
    if _is_called(tokens, place):
        return Atom("who", token.key, place, place + 1)
    return Atom("word", token.key, place, place + 1)
