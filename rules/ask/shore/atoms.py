"""A question about a base cut into what may carry weight there: people, numbers, cards, and the words between."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.ask.data import numbered, said
from rules.ask.mentions import Mention
from rules.ask.shore.told import OTHERS, RIVAL, YOU, Facts
from rules.ask.table import ME
from rules.ask.words import Token, key

LETTERS = "ABCDEF"
DASHES = "-–−"
LONGEST_NAME = 9
SUFFIXES = frozenset(("er", "ers", "ern", "x", "nd", "rd", "th", "ter", "te", "ten"))
# „elf“ is a race elsewhere; here it is a number, but as „ein Elf“.
ELEVEN, ELEVENTH = "elf", 11
OURS = frozenset(("wir", "uns", "mir", "mer", "mia", "we", "ma", "wa"))
NOBODY = frozenset(("wer", "jemand"))
NONE = "keine"
# „d’Resi 4“
CLITIC = re.compile(r"[ds]['’](\w+)", re.IGNORECASE)
KINDS = {"base": "base", "monster": "monster", "creature": "creature"}


class Atom(NamedTuple):
    """A stretch of the question: `kind` is number, who, base, monster, creature, card, count, we, sign or word."""

    kind: str
    key: str
    start: int
    end: int
    number: int = 0
    signed: bool = False
    card: str = ""


def cut(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> list[Atom]:
    """Return the atoms of a question."""
    starts = {one.start: one for one in mentions}
    found: list[Atom] = []
    place = 0
    while place < len(tokens):
        atom = _suffix(tokens, place) or _eleven(tokens, place) or _none(tokens, place)
        if atom is None and place in starts:
            atom = _of_mention(tokens, starts[place], facts)
        atom = atom or _of_token(tokens, place)
        found.append(atom)
        place = atom.end
    return found


def _suffix(tokens: Sequence[Token], place: int) -> Atom | None:
    """Return what ends a number: „20er-Basis“, „2x“."""
    before = tokens[place - 1] if place else None
    glued = before is not None and before.value is not None and before.end == tokens[place].start
    return (
        Atom("suffix", tokens[place].key, place, place + 1)
        if glued and tokens[place].key in SUFFIXES
        else None
    )


def _eleven(tokens: Sequence[Token], place: int) -> Atom | None:
    token = tokens[place]
    named = (
        token.text[0].isupper() and place > 0 and tokens[place - 1].key in said("article") | {"als", "bin"}
    )
    alone = place + 1 >= len(tokens) or tokens[place + 1].key not in ("help", "elf")
    return (
        Atom("number", "", place, place + 1, ELEVENTH)
        if token.key == ELEVEN and alone and not named
        else None
    )


def _none(tokens: Sequence[Token], place: int) -> Atom | None:
    """„null Kreaturen“, „0 eigene Kreaturen“: none, no strength."""
    behind = {token.key for token in tokens[place + 1 : place + 3]} & (
        said("base_minions") | said("base_monsters")
    )
    ends = place + 1 == len(tokens) or tokens[place + 1].kind == "sign"
    back = place - 2 if place > 1 and tokens[place - 1].key == ":" else place - 1
    before = ends and back >= 0 and tokens[back].key in said("base_monsters")
    none = tokens[place].value == 0 and (behind or before) and not tokens[place].signed
    return Atom("word", NONE, place, place + 1) if none else None


def _of_mention(tokens: Sequence[Token], one: Mention, facts: Facts) -> Atom | None:
    token = tokens[one.start]
    if one.kind == "card":
        if token.key in said("base_controls"):
            return Atom("word", token.key, one.start, one.start + 1)
        card = next((card for card in one.cards if card.startswith("smash-up/")), None)
        if card is None:
            # „Krieger“, „Diebe“: factions have the names of cards elsewhere.
            return None
        kind, end = KINDS.get(str(facts[card]["kind"]), "card"), one.end
        # „Run Away More!“
        shouted = str(facts[card]["name"]).endswith("!") and end < len(tokens) and tokens[end].key == "!"
        return Atom(kind, token.key, one.start, end + shouted, card=card)
    if one.kind == "number":
        # „der achten Stufe“: a number beside what it counts alone.
        ordinal = token.value is None
        return Atom("number", "", one.start, one.end, one.number) if ordinal else _number(tokens, one.start)
    if one.kind == "person":
        return _person(tokens, one)
    if one.is_word("players"):
        count = numbered("base_counts").get(" ".join(token.key for token in tokens[one.start : one.end]))
        return Atom("count", token.key, one.start, one.end, count or 0)
    if one.is_word("we"):
        if token.key in said("owning"):
            return Atom("word", "unsere", one.start, one.start + 1)
        return Atom("we", "wir", one.start, one.end) if token.key in OURS else None
    return None


def _person(tokens: Sequence[Token], one: Mention) -> Atom | None:
    if one.name in NOBODY:
        return Atom("word", one.name, one.start, one.end)
    if one.name in said("base_others"):
        return Atom("who", OTHERS, one.start, one.end)
    if one.name in said("base_rivals"):
        return Atom("who", RIVAL, one.start, one.end)
    return Atom("who", one.name, one.start, one.end)


def _of_token(tokens: Sequence[Token], place: int) -> Atom:
    """Return what a word is that no mention covers, or whose mention says something else here."""
    token = tokens[place]
    if token.kind == "sign":
        return Atom("sign", token.key, place, place + 1)
    if token.value is not None:
        return _number(tokens, place)
    who = _who(tokens, place)
    return Atom("who", who, place, place + 1) if who else Atom("word", token.key, place, place + 1)


def _number(tokens: Sequence[Token], place: int) -> Atom:
    token = tokens[place]
    assert token.value is not None
    before = tokens[place - 1] if place else None
    # „4-3-2“: a dash that divides is no minus.
    divides = bool(before and before.value is not None and before.end == token.start)
    dashed = divides and token.text[0] in DASHES
    value = abs(token.value) if dashed else token.value
    return Atom("number", "-" if dashed else "", place, place + 1, value, token.signed and not dashed)


def _who(tokens: Sequence[Token], place: int) -> str:
    """Return whom a word names: „ich“, „du“, „A“, „dr Uli 6“."""
    token = tokens[place]
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    if token.key in said("myself") | said("base_me"):
        return ME
    if token.key in ("du", "dir", "dich"):
        return YOU
    if token.key in said("base_rivals"):
        return RIVAL
    if _is_kin(token, follows):
        return token.key
    if token.key in said("base_others") and token.key not in said("base_group"):
        return OTHERS
    if len(token.text) == 1 and token.text in LETTERS:
        return token.key
    return _name(tokens, place)


def _name(tokens: Sequence[Token], place: int) -> str:
    """Return the name that a word is by what stands beside it: „Uli 6“, „ben hat 8“, „d’Resi 4“."""
    token, before = tokens[place], tokens[place - 1] if place else None
    follows = tokens[place + 1] if place + 1 < len(tokens) else None
    has = follows is not None and follows.key == "hat"
    told = follows is not None and follows.value is not None and not follows.signed
    called = told or has or (follows is not None and follows.key == ELEVEN)
    called = called or (before is not None and before.key in said("base_for") and token.key.isalpha())
    if called and is_name(token):
        return token.key
    bound = before is None or before.kind == "sign" or before.value is not None
    bound = bound or tokens[place - 1].key in said("base_joined") | said("base_then")
    # Names that are words, too, are written small.
    if token.key in said("also_words") and (has or (called and bound)):
        return token.key
    clitic = CLITIC.fullmatch(token.text) if called else None
    return key(clitic[1]) if clitic else ""


def _is_kin(token: Token, follows: Token | None) -> bool:
    """„der Junge hat vier“, „seine ex 5“, but not „die junge Frau“."""
    names = follows is not None and follows.kind == "word" and follows.text[0].isupper()
    return token.key in said("base_kin") and not (names and token.text[0].islower())


def is_name(token: Token, longest: int | None = LONGEST_NAME) -> bool:
    """Say whether a word that nobody knows may be somebody's name."""
    shouted = len(token.text) > 1 and token.text.isupper()
    # „Praktikantin 6“ is somebody, „Kreaturenzahl 6“ nobody.
    long = longest and len(token.key) > longest and not token.key.endswith("in")
    if shouted or not token.text[:1].isupper() or long:
        return False
    lists = (
        "base_minions", "base_monsters", "base_together", "base_group", "base_alike", "base_joined", "base_for",
        "base_walls", "base_strength", "base_wall_gap", "base_printed", "base_points_before", "base_ranks",
        "base_rank_things", "base_thresholds", "base_counters", "base_times", "base_asks_points", "base_asks_booty",
        "empty", "base_nouns", "base_asks_shares", "base_asks_due", "base_others", "on_top", "which",
        "base_places", "base_titles",
    )  # fmt: skip
    return not any(token.key in said(name) for name in lists)
