"""What stands behind the operator of a field: numbers, ranges, values, words, patterns, other fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import re2

from cards.folding import sort_key
from cards.search import nodes
from cards.search.fields import EQUAL, SETTINGS, Field, Type, find_field
from cards.search.nodes import Node, Value
from cards.search.values import nearest

if TYPE_CHECKING:
    from cards.search.parser import Reader

NUMBER = re.compile(r"([+-]?\d{1,9})(?:(?:-|–|\.\.)([+-]?\d{1,9}))?")
UNATTESTED = ("unbelegt", "unbekannt", "unknown", "?")
VALUE = re.compile(r"[^\s()|&\"„“”»«›‹]+")
REGEX_END = re.compile(r"(?:[^/\\]|\\.)*", re.DOTALL)
# A pattern may not ask for more memory than this; RE2 needs time in proportion to the text only.
MEMORY = 1 << 20
MAX_REGEXES = 4
INSTRUCTIONS = 300


def read_field(reader: Reader, known: Field, operator: str, match: re.Match[str]) -> Node | None:
    """Read the values of a field; what cannot be read is left out with a warning."""
    options = _read_options(reader, known, match.start())
    if not options:
        return None
    if operator not in known.operators:
        start, end = match.span(2) if match[2] else match.span(3)
        reader.warn("wrong-operator", start, end, field=known.name, fix=(start, end, ":"))
        return None
    if known.type is Type.SETTING:
        _read_setting(reader, known, options[0][0])
        return None
    kept = tuple(read for option in options for read in _read_option(reader, known, operator, option))
    return nodes.Compare(known, operator, kept) if kept else None


Written = tuple[str, int, int, str]


def _read_option(
    reader: Reader, known: Field, operator: str, option: list[Written]
) -> list[tuple[Value, ...]]:
    """Read values that shall hold at once; one loose word stands for each of the values that contain it."""
    if known.loose and len(option) == 1 and (several := reader.catalogue.containing(known, option[0][0])):
        return [(_key(reader, known, key),) for key in several]
    values = tuple(v for word in option if (v := _value(reader, known, operator, word)))
    return [values] if values else []


def _key(reader: Reader, known: Field, key: str) -> nodes.Key:
    return nodes.Key(key, reader.catalogue.label(known, key), reader.catalogue.written(known, key))


def _read_options(reader: Reader, known: Field, begin: int) -> list[list[Written]]:
    """Read `a|b&c` as [[a], [b, c]], each with its place and how it was written."""
    options: list[list[Written]] = [[]]
    while True:
        start = reader.at
        count, written = len(reader.parsed.warnings), _read_one(reader)
        if written is None:
            if len(reader.parsed.warnings) == count:
                _warn_missing(reader, start, begin)
        else:
            options[-1].append((*written[:1], start, reader.at, written[1]))
        if reader.peek() not in ("|", "&"):
            return [option for option in options if option]
        if reader.peek() == "|":
            options.append([])
        reader.at += 1


def _warn_missing(reader: Reader, start: int, begin: int) -> None:
    """Say that no value stands here: behind a separator, or behind the operator of the whole term."""
    if reader.text[start - 1] in "|&":
        reader.warn("missing-value", start - 1, start)
    else:
        reader.warn("missing-value", begin, start, word=reader.text[begin:start].rstrip())


def _read_one(reader: Reader) -> tuple[str, str] | None:
    if reader.peek() and reader.peek() in '"„“”»«›‹':
        text = reader.read_quoted()
        return (text, "quoted") if text else None
    if reader.peek() == "/":
        pattern = read_pattern(reader)
        return (pattern.source, "pattern") if pattern else None
    match = VALUE.match(reader.text, reader.at, reader.end)
    if not match:
        return None
    reader.at = match.end()
    return match.group(), "bare"


def read_pattern(reader: Reader) -> nodes.Pattern | None:
    """Read /…/ with \\/ for a slash; a broken pattern is named with the reason."""
    start = reader.at
    body = REGEX_END.match(reader.text, start + 1, reader.end)
    stop = body.end() if body else start + 1
    source = reader.text[start + 1 : stop].replace("\\/", "/")
    closed = stop < reader.end and reader.text[stop] == "/"
    reader.at = stop + 1 if closed else reader.end
    reader.regexes += 1
    if not closed:
        reader.warn("open-regex", start, start + 1, fix=(reader.end, reader.end, "/"))
    if not source:
        reader.warn("missing-value", start, reader.at, word="/")
        return None
    if reader.regexes > MAX_REGEXES:
        reader.warn("too-many-regexes", start, reader.at, limit=MAX_REGEXES)
        return None
    return nodes.Pattern(source) if _is_sound(reader, source, start) else None


def compile_pattern(source: str) -> re2._Regexp:
    """Compile a pattern for RE2: no look-around, no back-references, time in proportion to the text."""
    options = re2.Options()
    options.max_mem = MEMORY
    options.never_nl = True
    options.log_errors = False
    pattern = re2.compile(f"(?im:{source})".encode(), options)
    # Without room for its automaton RE2 pays for every instruction at every letter.
    if pattern._regexp.ProgramSize() > INSTRUCTIONS:
        raise re2.error("too large")
    return pattern


def _is_sound(reader: Reader, source: str, start: int) -> bool:
    try:
        compile_pattern(source)
    except re2.error as problem:
        said = problem.args[0] if problem.args else ""
        reason = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        plain = " ".join(re.findall(r"\w+", source))
        fix = (start, reader.at, nodes.quoted_if_needed(plain) if plain else "")
        reader.warn("bad-regex", start, reader.at, word=source, reason=_german(reason), fix=fix)
        return False
    return True


# What RE2 says, in German; anything else is „nicht lesbar“.
REASONS = {
    "missing )": "eine schließende Klammer fehlt",
    "missing ]": "eine schließende eckige Klammer fehlt",
    "unexpected )": "eine schließende Klammer ist zu viel",
    "no argument for repetition operator": "vor dem Wiederholungszeichen fehlt etwas",
    "bad repetition operator": "zwei Wiederholungszeichen stehen hintereinander",
    "invalid repetition size": "die Zahl der Wiederholungen ist zu groß",
    "invalid escape sequence": "diese Abkürzung mit Rückstrich gibt es nicht",
    "invalid perl operator": "Vorausschau und Rückschau gibt es nicht",
    "invalid character class range": "der Zeichenbereich ist verkehrt herum",
    "invalid character class": "diese Zeichenklasse gibt es nicht",
    "trailing \\": "am Ende steht ein einzelner Rückstrich",
    "too large": "er ist zu groß",
}


def _german(reason: str) -> str:
    return next((german for said, german in REASONS.items() if said in reason), "nicht lesbar")


def _read_setting(reader: Reader, known: Field, written: Written) -> None:
    word, start, end, _ = written
    bare = word.removeprefix("-")
    values = SETTINGS[known.name]
    readings = {sort_key(w): key for key, label in values.items() for w in (key, label)}
    other = find_field(bare)
    key = readings.get(sort_key(bare)) or (other.name if other and other.name in values else None)
    if key is None:
        near = nearest(bare, readings) or ""
        reader.warn("unknown-value", start, end, field=known.name, suggestion=near)
    elif known.name == "sortierung":
        reader.parsed.sort = ("-" if word.startswith("-") else "") + key
    elif known.name == "ansicht":
        reader.parsed.view = key
    else:
        reader.parsed.literal = key


def _value(reader: Reader, known: Field, operator: str, written: Written) -> Value | None:
    word, start, end, form = written
    if form == "pattern":
        if known.type is Type.WORDS:
            return nodes.Pattern(word)
        reader.warn("regex-not-here", start, end, field=known.name)
        return None
    if known.type is Type.CHOICE:
        return _choice(reader, known, written)
    if known.type is Type.WORDS:
        return nodes.Words(word) if reader.has_letters(word, start) else None
    return _number(reader, known, operator, written)


def _choice(reader: Reader, known: Field, written: Written) -> Value | None:
    word, start, end, _ = written
    if key := reader.catalogue.find(known, word):
        return _key(reader, known, key)
    near = reader.catalogue.nearest(known, word) or ""
    some = reader.catalogue.some(known)
    reader.warn("unknown-value", start, end, word=word, field=known.name, suggestion=near, known=some)
    return None


def _number(reader: Reader, known: Field, operator: str, written: Written) -> Value | None:
    word, start, end, _ = written
    if match := NUMBER.fullmatch(word):
        low, high = int(match[1]), match[2]
        if high and operator in EQUAL:
            return _range(reader, written, low, int(high))
        if not high:
            return nodes.Number(low)
    if word.lower() in UNATTESTED and operator in (":", "=", "!="):
        return nodes.Unattested()
    other = find_field(word)
    if other and other.type in (Type.NUMBER, Type.COUNT):
        return nodes.Other(other)
    if known.type is Type.COUNT and operator in (":", "!="):
        return nodes.Words(word) if reader.has_letters(word, start) else None
    near = _nearest_number(word)
    reader.warn("not-a-number", start, end, word=word, field=known.name, suggestion=near)
    return None


def _range(reader: Reader, written: Written, low: int, high: int) -> Value | None:
    word, start, end, _ = written
    if low <= high:
        return nodes.Between(low, high)
    turned = f"{high}-{low}"
    reader.warn("wrong-order", start, end, word=word, suggestion=turned)
    return None


def _nearest_number(word: str) -> str:
    digits = re.search(r"\d{1,9}", word)
    return digits.group() if digits else ""
