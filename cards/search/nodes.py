"""The tree of a query: values that print themselves, explain themselves in German, and compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.search.fields import Field, Type

# How a sentence says a comparison with a number, and with another field.
SAID = {
    ":": ("ist", "ist so groß wie"),
    "=": ("ist", "ist so groß wie"),
    "!=": ("ist nicht", "ist anders als"),
    "<": ("ist kleiner als", "ist kleiner als"),
    "<=": ("ist höchstens", "ist höchstens so groß wie"),
    ">": ("ist größer als", "ist größer als"),
    ">=": ("ist mindestens", "ist mindestens so groß wie"),
}
UNKNOWN = " oder nicht belegt"
OPPOSITE = {":": "!=", "=": "!=", "!=": ":", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


# What may stand behind the operator of a field


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Between:
    """A range, both ends included."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


@dataclass(frozen=True)
class Unattested:
    """No source says the value."""

    def __str__(self) -> str:
        return "unbelegt"


@dataclass(frozen=True)
class Other:
    """The value of another field of the same hit."""

    field: Field

    def __str__(self) -> str:
        return self.field.name


@dataclass(frozen=True)
class Key:
    """One of the known values of a field, with the label that people read."""

    key: str
    label: str
    # How the query language spells it: the key, or the German word for it.
    written: str

    def __str__(self) -> str:
        return quoted_if_needed(self.written)


@dataclass(frozen=True)
class Words:
    """A word, or several in this order."""

    text: str

    def __str__(self) -> str:
        return quoted_if_needed(self.text)


@dataclass(frozen=True)
class Pattern:
    """A regular expression."""

    source: str

    def __str__(self) -> str:
        return "/" + self.source.replace("/", "\\/") + "/"


Value = Number | Between | Unattested | Other | Key | Words | Pattern


# Nodes


@dataclass(frozen=True)
class Word:
    """A bare word: in the name, another name or the text."""

    text: str

    def __str__(self) -> str:
        return self.text

    def explain(self, denied: bool = False) -> str:
        return f"das Wort „{self.text}“ kommt {'nicht ' if denied else ''}vor"


@dataclass(frozen=True)
class Phrase:
    """Words that stand side by side."""

    text: str

    def __str__(self) -> str:
        return f'"{self.text}"'

    def explain(self, denied: bool = False) -> str:
        return f"die Wortfolge „{self.text}“ kommt {'nicht ' if denied else ''}vor"


@dataclass(frozen=True)
class Exact:
    """The whole name and nothing else."""

    text: str

    def __str__(self) -> str:
        return f'!"{self.text}"'

    def explain(self, denied: bool = False) -> str:
        return f"der Name ist {'nicht ' if denied else 'genau '}„{self.text}“"


@dataclass(frozen=True)
class Regex:
    """A regular expression on name or text."""

    pattern: Pattern

    def __str__(self) -> str:
        return str(self.pattern)

    def explain(self, denied: bool = False) -> str:
        return f"Name oder Text passt {'nicht ' if denied else ''}auf {self.pattern}"


@dataclass(frozen=True)
class Compare:
    """A field with what it shall be: one of several options, each of them one or several values at once."""

    field: Field
    operator: str
    options: tuple[tuple[Value, ...], ...]

    def __str__(self) -> str:
        listed = "|".join("&".join(map(str, option)) for option in self.options)
        return f"{self.field.name}{self.operator}{listed}"

    def explain(self, denied: bool = False) -> str:
        if denied and self.field.type is Type.NUMBER and len(self.options) > 1:
            return f"nicht gilt: {self.explain()}"
        # „Nicht mindestens 5“ is also what nobody knows the level of.
        attested = (
            "" if not denied or self.field.type is not Type.NUMBER or self._asks_attested() else UNKNOWN
        )
        return self._say(OPPOSITE[self.operator] if denied else self.operator) + attested

    def _asks_attested(self) -> bool:
        return isinstance(self.options[0][0], Unattested)

    def _say(self, operator: str) -> str:
        # „weder a noch b“: what is excluded is excluded together.
        either, both = (" und ", " oder ") if operator == "!=" else (" oder ", " und ")
        said = [[_say(self.field, operator, v) for v in option] for option in self.options]
        if len({clause for option in said for clause, _ in option}) == 1 and all(len(o) == 1 for o in said):
            listed = (" noch " if operator == "!=" else " oder ").join(value for [(_, value)] in said)
            return " ".join([said[0][0][0], listed]).strip()
        joined = [both.join(" ".join(clause).strip() for clause in option) for option in said]
        return joined[0] if len(joined) == 1 else f"({either.join(joined)})"


@dataclass(frozen=True)
class Not:
    """Everything but this."""

    node: Node

    def __str__(self) -> str:
        return f"-({self.node})" if isinstance(self.node, And | Or) else f"-{self.node}"

    def explain(self, denied: bool = False) -> str:
        if denied:
            return self.node.explain()
        if isinstance(self.node, And | Or):
            return f"nicht gilt: ({self.node.explain()})"
        return self.node.explain(denied=True)


@dataclass(frozen=True)
class And:
    """All of these."""

    nodes: tuple[Node, ...]

    def __str__(self) -> str:
        return " ".join(f"({n})" if isinstance(n, Or) else str(n) for n in self.nodes)

    def explain(self, denied: bool = False) -> str:
        said = " und ".join(f"({n.explain()})" if isinstance(n, Or) else n.explain() for n in self.nodes)
        return f"nicht gilt: ({said})" if denied else said


@dataclass(frozen=True)
class Or:
    """At least one of these."""

    nodes: tuple[Node, ...]

    def __str__(self) -> str:
        return " oder ".join(str(n) for n in self.nodes)

    def explain(self, denied: bool = False) -> str:
        said = " oder ".join(n.explain() for n in self.nodes)
        return f"nicht gilt: ({said})" if denied else said


Node = Word | Phrase | Exact | Regex | Compare | Not | And | Or


def all_of(nodes: list[Node]) -> Node | None:
    """Join nodes by „and“, flat: a single one stays as it is."""
    flat = tuple(inner for n in nodes for inner in (n.nodes if isinstance(n, And) else (n,)))
    return (flat[0] if len(flat) == 1 else And(flat)) if flat else None


def any_of(nodes: list[Node]) -> Node | None:
    """Join nodes by „or“, flat: a single one stays as it is."""
    flat = tuple(inner for n in nodes for inner in (n.nodes if isinstance(n, Or) else (n,)))
    return (flat[0] if len(flat) == 1 else Or(flat)) if flat else None


def conjuncts(node: Node | None) -> tuple[Node, ...]:
    """Return the parts of a query that all must hold."""
    return node.nodes if isinstance(node, And) else (node,) if node else ()


def terms(node: Node | None) -> Iterator[Node]:
    """Yield the parts of a query that can have hits alone, from left to right."""
    if isinstance(node, And | Or):
        for inner in node.nodes:
            yield from terms(inner)
    elif isinstance(node, Not):
        yield from terms(node.node)
    elif node is not None:
        yield node


def wanted(node: Node | None) -> Iterator[Node]:
    """Yield the parts of a query that a hit shall have: not what is denied."""
    if isinstance(node, And | Or):
        for inner in node.nodes:
            yield from wanted(inner)
    elif node is not None and not isinstance(node, Not):
        yield node


def quoted_if_needed(text: str) -> str:
    """Put a value into quotes if it would not be read back as one value without them."""
    plain = text and all(c.isalnum() or c in "-_.:" for c in text)
    return text if plain else f'"{text}"'


def _say(field: Field, operator: str, value: Value) -> tuple[str, str]:
    """Return one comparison as a clause: its beginning, and the value at its end."""
    denied = operator == "!="
    nicht = "nicht " if denied else ""
    if isinstance(value, Key):
        return (field.negated if denied else field.subject), f"„{value.label}“"
    if isinstance(value, Number):
        return f"{field.subject} {SAID[operator][0]}", str(value.value)
    if isinstance(value, Other):
        return f"{field.subject} {SAID[operator][1]}", value.field.subject
    if isinstance(value, Between):
        return f"{field.subject} liegt {nicht}zwischen", f"{value.low} und {value.high}"
    if isinstance(value, Unattested):
        return f"{field.subject} ist {'' if denied else 'nicht '}belegt", ""
    if isinstance(value, Pattern):
        return f"{field.subject} passt {nicht}auf", str(value)
    if field.type is Type.COUNT:
        return f"in den {field.label} steht {nicht}".rstrip(), f"„{value.text}“"
    if operator == "=":
        return f"{field.subject} {'ist' if field.name == 'name' else 'enthält'} genau", f"„{value.text}“"
    return f"{field.subject} enthält {nicht}".rstrip(), f"„{value.text}“"
