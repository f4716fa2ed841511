"""Query text to nodes: reads whatever it is given, and says what it could not read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cards.search import nodes
from cards.search.fields import find_field
from cards.search.nodes import Node
from cards.search.terms import read_field, read_pattern
from cards.search.values import Catalogue, nearest_field
from cards.search.warnings import Fix, Warning, correct, sentence  # noqa: A004

MAX_LENGTH = 1000
MAX_TERMS = 50
MAX_DEPTH = 12
# „“ and »« both ways, because every keyboard and every country has its own.
QUOTES = {'"': '"“”', "„": '“”"', "“": '”“"', "”": '”"', "»": "«", "«": "»", "›": "‹", "‹": "›"}
NO_QUOTES = str.maketrans(dict.fromkeys(QUOTES, " "))
MINUS = "-−–"
OR = ("oder", "or")
AND = ("und", "and")
FIELD = re.compile(r"([^\W\d_][\w-]*)(?:(:|!=|<=|>=|≤|≥|≠|=|<|>)|\s+(!=|<=|>=|≤|≥|≠|=|<|>)(?=\s*\S))\s*")
BARE = re.compile(r"[^\s()|\"„“”»«›‹]+")
# „Wer gewinnt?“ asks for „gewinnt“.
MARKS = re.compile(r"^\W+|\W+$")
SAME = {"≤": "<=", "≥": ">=", "≠": "!="}


ROUNDS = 3


@dataclass
class Parsed:
    """What a query says: the tree, how to sort and show, and what could not be read."""

    text: str
    node: Node | None = None
    sort: str = ""
    view: str = ""
    # Whether the words count as they stand: nothing is made of them.
    literal: str = ""
    warnings: list[Warning] = field(default_factory=list)
    # The query put right; reads without a warning. Empty if there is nothing to put right.
    corrected: str = ""

    @property
    def normalised(self) -> str:
        """The query as the search understood it; reads back to the same tree."""
        said = (("sortierung", self.sort), ("ansicht", self.view), ("lesart", self.literal))
        settings = [f"{name}:{value}" for name, value in said if value]
        return " ".join([str(self.node)] * bool(self.node) + settings)


def parse(text: str, catalogue: Catalogue) -> Parsed:
    """Read a query. Never fails: what cannot be read is left out and named in `warnings`."""
    # A lone surrogate has no UTF-8 form; it becomes a question mark of the same length.
    parsed = _read(text.encode("utf-8", "replace").decode("utf-8"), catalogue)
    if parsed.warnings:
        parsed.corrected = _put_right(parsed, catalogue)
    return parsed


def _put_right(parsed: Parsed, catalogue: Catalogue) -> str:
    """Return the query without its errors; what puts one right may bring out the next."""
    broken = parsed
    for _ in range(ROUNDS):
        fixed = correct(broken.text, [warning.fix for warning in broken.warnings])
        broken = _read(fixed, catalogue)
        if not broken.warnings:
            return fixed
    return parsed.normalised


def _read(text: str, catalogue: Catalogue) -> Parsed:
    reader = Reader(text, catalogue)
    reader.limit_length()
    reader.parsed.node = reader.read_all()
    reader.parsed.warnings.sort(key=lambda w: w.start)
    return reader.parsed


class Reader:
    """Walks through the text once, from left to right."""

    def __init__(self, text: str, catalogue: Catalogue) -> None:
        self.text = text
        self.end = len(text)
        self.at = 0
        self.depth = 0
        self.terms = 0
        self.regexes = 0
        self.catalogue = catalogue
        self.parsed = Parsed(text)

    # Looking and warning

    def skip_space(self) -> None:
        while self.at < self.end and self.text[self.at].isspace():
            self.at += 1

    def peek(self) -> str:
        return self.text[self.at] if self.at < self.end else ""

    def word_ahead(self) -> str:
        match = BARE.match(self.text, self.at, self.end)
        return match.group().lower() if match else ""

    def warn(
        self,
        code: str,
        start: int,
        end: int,
        *,
        suggestion: str = "",
        known: str = "",
        fix: Fix | None = None,
        **values: object,
    ) -> None:
        """Note that text[start:end] could not be read; without a `fix` the right query lacks it."""
        word = str(values.setdefault("word", self.text[start:end]))
        text = sentence(code, position=start + 1, suggestion=suggestion, known=known, **values)
        fix = fix or (start, end, suggestion and nodes.quoted_if_needed(suggestion))
        self.parsed.warnings.append(Warning(code, text, word, start, end, suggestion, fix))

    def limit_length(self) -> None:
        if self.end > MAX_LENGTH:
            self.end = MAX_LENGTH
            self.warn("too-long", MAX_LENGTH, len(self.text), limit="1.000")

    # Reading

    def read_all(self) -> Node | None:
        found = []
        while self.at < self.end:
            if node := self.read_or():
                found.append(node)
            self.skip_space()
            if self.peek() == ")":
                self.warn("stray-bracket", self.at, self.at + 1)
                self.at += 1
        return nodes.all_of(found)

    def read_or(self) -> Node | None:
        """Read alternatives up to a closing bracket or the end."""
        sides: list[Node] = []
        lonely: tuple[int, int] | None = None
        while True:
            side = self.read_and()
            if side:
                sides.append(side)
            elif lonely:
                self.warn("missing-side", *lonely)
            start = self.at
            if not self.take_or():
                return nodes.any_of(sides)
            lonely = (start, self.at)
            if not side:
                self.warn("missing-side", *lonely)
                lonely = None

    def take_or(self) -> bool:
        if self.peek() == "|":
            self.at += 1
            return True
        if (word := self.word_ahead()) in OR:
            self.at += len(word)
            return True
        return False

    def read_and(self) -> Node | None:
        found: list[Node] = []
        while True:
            self.skip_space()
            if self.at >= self.end or self.peek() in ")|" or (word := self.word_ahead()) in OR:
                return nodes.all_of(found)
            if word in AND:
                self.at += len(word)
                continue
            if node := self.read_term():
                found.append(node)

    def read_term(self) -> Node | None:
        """Read one term with its minus; moves on by at least one character."""
        if self.peek() in MINUS:
            return self.read_negation()
        if self.peek() == "(":
            return self.read_bracket()
        if self.terms >= MAX_TERMS:
            self.warn("too-many-terms", self.at, self.end, limit=MAX_TERMS)
            self.at = self.end
            return None
        self.terms += 1
        return self.read_atom()

    def read_negation(self) -> Node | None:
        start, minuses = self.at, 0
        while self.peek() and self.peek() in MINUS:
            self.at += 1
            minuses += 1
        if self.at >= self.end or self.peek().isspace() or self.peek() in ")|":
            self.warn("missing-term", start, self.at)
            return None
        node = self.read_term()
        if node is None or minuses % 2 == 0:
            return node
        return node.node if isinstance(node, nodes.Not) else nodes.Not(node)

    def read_bracket(self) -> Node | None:
        start = self.at
        self.at += 1
        if self.depth >= MAX_DEPTH:
            self.warn("too-deep", start, start + 1, limit=MAX_DEPTH)
            return None
        self.depth += 1
        node = self.read_or()
        self.depth -= 1
        self.skip_space()
        if self.peek() == ")":
            self.at += 1
            if node is None and not self.parsed.warnings:
                self.warn("empty-bracket", start, self.at)
        else:
            empty = not self.text[start + 1 : self.end].strip()
            self.warn("open-bracket", start, start + 1, fix=None if empty else (self.end, self.end, ")"))
        return node

    def read_atom(self) -> Node | None:
        char = self.peek()
        if char == "!" and self.at + 1 < self.end and not self.text[self.at + 1].isspace():
            return self.read_exact()
        if char in QUOTES:
            start, text = self.at, self.read_quoted()
            return nodes.Phrase(text) if self.has_letters(text, start) else None
        if char == "/":
            pattern = read_pattern(self)
            return nodes.Regex(pattern) if pattern else None
        match = FIELD.match(self.text, self.at, self.end)
        if match and (match[2] or find_field(match[1])):
            return self.read_comparison(match)
        return self.read_word()

    def read_comparison(self, match: re.Match[str]) -> Node | None:
        start = self.at
        known = find_field(match[1])
        operator = match[2] or match[3]
        self.at = match.end()
        if known:
            return read_field(self, known, SAME.get(operator, operator), match)
        self.skip_value()
        near = nearest_field(match[1]) or ""
        fix = (start, match.end(1) if near else self.at, near)
        self.warn("unknown-field", start, match.end(1), suggestion=near, fix=fix)
        return None

    def skip_value(self) -> None:
        if self.peek() in QUOTES:
            self.read_quoted()
        elif match := re.compile(r"[^\s()]+").match(self.text, self.at, self.end):
            self.at = match.end()

    def read_exact(self) -> Node | None:
        start = self.at
        self.at += 1
        text = self.read_quoted() if self.peek() in QUOTES else self.read_run()
        return nodes.Exact(text) if self.has_letters(text, start) else None

    def read_quoted(self) -> str:
        """Read up to the closing quote; without one, up to the end."""
        start = self.at
        closing = QUOTES[self.text[start]]
        self.at += 1
        ends = [i for i in (self.text.find(c, self.at, self.end) for c in closing) if i >= 0]
        stop = min(ends, default=self.end)
        inner = " ".join(self.text[self.at : stop].translate(NO_QUOTES).split())
        self.at = min(stop + 1, self.end)
        if not ends:
            self.warn("open-quote", start, start + 1, fix=(start, self.end, f'"{inner}"' if inner else ""))
        return inner

    def read_run(self) -> str:
        match = BARE.match(self.text, self.at, self.end)
        if not match:
            self.at += 1
            return ""
        self.at = match.end()
        return match.group()

    def read_word(self) -> Node | None:
        start = self.at
        text = self.read_run()
        if not self.has_letters(text, start):
            return None
        word = MARKS.sub("", text)
        # Without its marks it would read as something else: „.oder“, „(a:b“.
        means_more = word.lower() in OR + AND or FIELD.match(word)
        return nodes.Phrase(word) if means_more else nodes.Word(word)

    def has_letters(self, text: str, start: int) -> bool:
        if any(c.isalnum() for c in text):
            return True
        if self.text[start : self.at].strip() not in ("", '""'):
            self.warn("no-letters", start, self.at)
        return False
