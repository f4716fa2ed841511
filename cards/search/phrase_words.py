"""A phrase taken apart into words, numbers and the signs around them, before anybody asks what it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cards.folding import fold
from cards.search.phrase_table import PhraseTable, Unit

WRITTEN = r"(?<!\S)[+−–-][0-9]{1,6}(?!\w)|(?<!\w)[0-9]{1,6}[-–][0-9]{1,6}(?!\w)|(?<!\w)[0-9]{1,6}(?:\+|er(?!\w)|(?!\w))"
TOKEN = re.compile(rf"(?P<number>{WRITTEN})|[^\W_]+")
NUMERAL = re.compile(r"[0-9]+(?:\+|er|[-–][0-9]+)?")
SIGN = str.maketrans("−–", "--")
LONGEST_SIGN = 3
# One letter per piece: C „ab“ and the like, N a number, P one with its sign, G a range, U what is counted,
# M what is only counted, E „ein“, F filler, S „oder mehr“, Z „zwischen“, A „und“, O „oder“, R „bis“, K „mehr“,
# T „als“, - „ohne“, X anything else, x what has been used.
NUMBER = r"(?:Z[NE][AR]N|NRN|NON|[NPG])"
QUANTITY = re.compile(
    rf"(?P<than>K)F?(?P<left>U)T(?P<right>U)|(?P<c1>[CR]?)(?P<unit>U)F{{0,2}}(?P<c2>[CR]?)(?P<n2>{NUMBER})(?P<s2>S?)"
    rf"|(?P<between>Z)F?(?P<unit2>U)(?P<n6>NAN)|(?P<c7>[CR])F?(?P<n7>E)(?P<counted2>[UM])"
    rf"|(?P<c3>[CR]?)F?(?P<n3>{NUMBER})(?P<s3>S?)F?(?P<counted>[UM])(?P<s4>S?)|(?P<c5>[CR]?)(?P<n5>P)"
)
UNITS = ("unit", "unit2", "counted", "counted2")
ALONE = re.compile(rf"(?P<c5>[CR]?)(?P<n5>{NUMBER})(?P<s5>S?)")
ONE = re.compile(r"(?P<c3>[CR]?)F?(?P<n3>E)(?P<s3>S?)(?P<counted>[UM])")


@dataclass
class Piece:
    """A word of the phrase, or several that are one sign: „mehr als“."""

    text: str
    letter: str
    keys: frozenset[str] = frozenset()
    # What a sign compares, or a number.
    value: str = ""
    used: bool = False


@dataclass(frozen=True)
class Quantity:
    """A number with what it counts and how it compares; without a unit only „+3“."""

    start: int
    end: int
    unit: Unit | None
    counted: bool
    operator: str
    value: str
    signed: bool = False


def pieces(text: str, table: PhraseTable, split: Callable[[str], list[str]]) -> list[Piece]:
    """Take a phrase apart; `split` says of which known words an unknown one is made."""
    said = [word for match in TOKEN.finditer(text.lower()) for word in _words(match, split)]
    found: list[Piece] = []
    at = 0
    while at < len(said):
        length, piece = _sign(said, at, table, found) or (1, _piece(said[at], table))
        found.append(piece)
        at += length
    return found


def _words(match: re.Match[str], split: Callable[[str], list[str]]) -> list[str]:
    return [match.group()] if match["number"] else split(match.group())


def _sign(said: list[str], at: int, table: PhraseTable, before: list[Piece]) -> tuple[int, Piece] | None:
    for length in range(LONGEST_SIGN, 0, -1):
        words = tuple(map(fold, said[at : at + length]))
        if len(words) == length and words in table.signs:
            letter, value = table.signs[words]
            # „12 und weniger als 4“: what begins another comparison does not end this one.
            if letter == "S" and not _ends(before, said[at + length : at + length + 1], table):
                continue
            text = " ".join(said[at : at + length])
            keys = table.keys(text) if length == 1 else frozenset()
            return length, Piece(text, letter, keys, value)
    return None


def _ends(before: list[Piece], after: list[str], table: PhraseTable) -> bool:
    compared = bool(after) and table.signs.get((fold(after[0]),), ("",))[0] == "T"
    return bool(before) and before[-1].letter in "NPGEU" and not compared


def _piece(word: str, table: PhraseTable) -> Piece:
    if word[0] in "+-−–" or NUMERAL.fullmatch(word):
        return _number(word)
    folded, keys = fold(word), table.keys(word)
    if folded in table.numbers:
        return Piece(word, "N", keys, str(table.numbers[folded]))
    if folded in table.one:
        return Piece(word, "E", keys, "1")
    if folded in ("und", "sowie", "oder"):
        return Piece(word, "O" if folded == "oder" else "A", keys)
    if any(key in table.units for key in keys):
        return Piece(word, "U", keys)
    if more := next((key for key in keys if key in table.more), ""):
        return Piece(word, "K", keys, table.more[more])
    return Piece(word, "F" if folded in table.filler else "X", keys)


def _number(written: str) -> Piece:
    plain = written.translate(SIGN).removesuffix("er")
    if "-" in plain[1:]:
        return Piece(written, "G", value=plain)
    if plain.endswith("+"):
        return Piece(written, "N", value=f">={plain[:-1]}")
    return Piece(written, "P" if plain[0] in "+-" else "N", value=str(int(plain)))


def unit_of(piece: Piece, table: PhraseTable) -> Unit:
    """Return what a piece with the letter U or M counts."""
    return next(table.units[key] for key in piece.keys if key in table.units)


def letters(found: list[Piece], table: PhraseTable) -> str:
    """Return the letters of the pieces that nobody has used; „Monster“ only counts beside a base."""
    keys = {key for piece in found for key in piece.keys}
    return "".join(["x" if p.used else _letter(p, table, keys) for p in found])


def _letter(piece: Piece, table: PhraseTable, keys: set[str]) -> str:
    if piece.letter != "U" or unit_of(piece, table).means.plain:
        return piece.letter
    return "M" if unit_of(piece, table).needs & keys else "X"


def quantities(
    found: list[Piece], table: PhraseTable, pattern: re.Pattern[str] = QUANTITY
) -> Iterator[Quantity]:
    """Yield every number with what it counts."""
    for match in pattern.finditer(letters(found, table)):
        got = match.groupdict()
        if got.get("than"):
            yield _than(found, match, table)
            continue
        group = next(name for name in ("n2", "n3", "n5", "n6", "n7") if got.get(name))
        value, operator = _value(found[match.start(group) : match.end(group)])
        around = [
            match.start(name)
            for name in ("c1", "c2", "s2", "c3", "s3", "s4", "c5", "s5", "c7")
            if got.get(name)
        ]
        operator = next((found[at].value for at in around), operator)
        at = next((match.start(name) for name in UNITS if got.get(name)), None)
        unit = unit_of(found[at], table) if at is not None else None
        signed = found[match.start(group)].letter == "P"
        counted = bool(got.get("counted") or got.get("counted2"))
        yield Quantity(match.start(), match.end(), unit, counted, operator, value, signed)


def _than(found: list[Piece], match: re.Match[str], table: PhraseTable) -> Quantity:
    """„mehr Schätze als Stufen“: one field against the other."""
    left, right = (unit_of(found[match.start(side)], table) for side in ("left", "right"))
    other = right.counted or right.means.plain
    return Quantity(match.start(), match.end(), left, True, found[match.start()].value, other)


def _value(said: list[Piece]) -> tuple[str, str]:
    """Return the number as the query writes it, and how it compares if nothing else is said."""
    numbers = [piece.value for piece in said if piece.letter in "NEPG"]
    if said[0].letter == "Z" or any(piece.letter in "RA" for piece in said):
        return "-".join(sorted(numbers, key=int)), ":"
    if len(numbers) > 1:
        return "|".join(numbers), ":"
    return (numbers[0][2:], ">=") if numbers[0].startswith(">=") else (numbers[0], ":")
