"""What can be found: the parts of the corpus, each with its documents; apps add their own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Values = dict[str, Any]


@dataclass(slots=True, eq=False)
class Document:
    """One thing that can be found, with everything that a list of results shows of it."""

    part: str
    key: str
    name: str
    url: str
    # The order among equals: the set on the page, then the name.
    order: tuple[Any, ...]
    others: tuple[str, ...] = ()
    text: str = ""
    # One line below the name: „Monster · Munchkin Axe Cop“.
    line: str = ""
    # What the list of hits calls it where its name is that of many.
    title: str = ""
    # field → its values: keys for a choice, numbers for a number, words for words.
    values: Values = field(default_factory=dict)
    # How many rulings it has, and how many questions about it are open.
    rulings: int = 0
    questions: int = 0


@dataclass(frozen=True)
class Part:
    """One of the groups of results."""

    key: str
    label: str
    one: str
    read: Callable[..., Iterable[Document]]


# field → key → label, and field → further word → key.
Labels = Mapping[str, Mapping[str, str]]
Completion = Callable[[dict[str, Document]], None]

PARTS: dict[str, Part] = {}
COMPLETIONS: dict[str, list[Completion]] = {}
LABELS: list[Callable[[], Labels]] = []
SYNONYMS: list[Callable[[], Labels]] = []


def add_part(part: Part) -> None:
    """Make a further kind of thing findable; the parts show in the order in which they were added."""
    PARTS[part.key] = part


def complete_part(part: str, completion: Completion) -> None:
    """Let another app add to the documents of a part what only it knows."""
    COMPLETIONS.setdefault(part, []).append(completion)


def add_labels(labels: Callable[[], Labels], synonyms: Callable[[], Labels] | None = None) -> None:
    """Add how people read, and otherwise call, the values of fields."""
    LABELS.append(labels)
    if synonyms:
        SYNONYMS.append(synonyms)


def read_part(part: Part, keys: Collection[str] | None = None) -> list[Document]:
    """Read all documents of a part, or of the cards those of some keys, in their order among equals."""
    documents = {document.key: document for document in (part.read() if keys is None else part.read(keys))}
    for completion in COMPLETIONS.get(part.key, []):
        completion(documents)
    return sorted(documents.values(), key=lambda d: d.order)


def merged(sources: Iterable[Callable[[], Labels]]) -> dict[str, dict[str, str]]:
    """Join what several apps say about the values of fields."""
    joined: dict[str, dict[str, str]] = {}
    for source in sources:
        for name, known in source().items():
            joined.setdefault(name, {}).update(known)
    return joined
