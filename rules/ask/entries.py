"""Everything that has an answer of its own: questions with their phrasings, rulings, terms, statements, comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from cards.files import load_yaml
from rules.ask.data import FOLDER, rows
from rules.engine.library import Library
from rules.facts import fixtures_folder

# What is asked by who tells a fight: no entry of the law, but a neighbour of each.
FIGHT = "@fight"
WORDS = {"ja": "Ja", "nein": "Nein"}
CONTRARY = {"ja": "nein", "nein": "ja"}
TURNED = "~"
UNIT, COMPARISON = "unit", "comparison"


class Reply(msgspec.Struct, frozen=True):
    """How one box answers an entry."""

    verdict: str
    answer: str
    cites: tuple[str, ...] = ()
    numbers: dict[str, int | str] = {}
    asks: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """One question with one answer per box, and the ways in which it is asked."""

    id: str
    about: str
    answers: dict[str, Reply]
    asks: tuple[str, ...]
    source: str = "unit"
    # Asked the other way round: the answer is the same, but for its yes or no.
    otherwise: tuple[str, ...] = ()
    # Those of `asks` that are the words of people who did not know the answer; the same of who asked for the contrary.
    heard: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return what an entry is called where units and comparisons lie together."""
        return self.id if self.source == UNIT else f"{self.source}:{self.id}"

    def of_boxes(self, boxes: Sequence[str]) -> tuple[str, Reply]:
        """Return the box that answers, the leading one first, and its answer."""
        for box in boxes:
            if box in self.answers:
                return box, self.answers[box]
        return next(iter(self.answers.items()))


def units() -> Iterator[Entry]:
    """Yield the questions of fixtures/ask."""
    for path in sorted((fixtures_folder() / FOLDER / "units").glob("*.yaml")):
        for row in load_yaml(path) or ():
            entry = msgspec.convert(row, Entry)
            yield msgspec.structs.replace(entry, asks=entry.asks + entry.heard)
            if entry.otherwise or entry.doubted:
                yield _turned(entry)


def _turned(entry: Entry) -> Entry:
    """Return an entry as it is answered where somebody asks for the contrary: „Ist das verboten?“."""
    answers = {box: _contrary(reply) for box, reply in entry.answers.items()}
    asks = entry.otherwise + entry.doubted
    return Entry(f"{entry.id}{TURNED}", entry.about, answers, asks, heard=entry.doubted)


def _contrary(reply: Reply) -> Reply:
    verdict = CONTRARY[reply.verdict]
    answer = WORDS[verdict] + reply.answer.removeprefix(WORDS[reply.verdict])
    return msgspec.structs.replace(reply, verdict=verdict, answer=answer)


def of_books(library: Library) -> Iterator[Entry]:
    """Yield what the books' own texts answer: rulings as they are asked, statements by what they say."""
    for ident, cited in library.cited.items():
        if ident.startswith("card:") or not cited["text"]:
            continue
        source = _source(ident)
        boxes = [cited["edition"]] if cited["edition"] else _rulebooks(library)
        verdict = _verdict(cited["text"]) if source == "ruling" else "definition"
        reply = Reply(verdict, cited["text"], (ident,))
        asks = (cited["title"],) if source == "ruling" else (cited["text"],)
        yield Entry(ident, cited["title"], dict.fromkeys(boxes, reply), asks, source)
    for ident, row in library.comparison.items():
        answers = {
            box: Reply("definition", str(answer["answer"]), tuple(answer["rules"]), _value(answer))
            for box, answer in row["answers"].items()
            if answer.get("answer")
        }
        if answers:
            asks = (row["question"], *rows("compared").get(ident, ()))
            yield Entry(ident, row["question"], answers, asks, COMPARISON)


def _value(answer: Mapping[str, Any]) -> dict[str, int | str]:
    """Return the number that a book gives for an answer."""
    value = answer.get("value")
    return {"wert": value} if isinstance(value, int) and not isinstance(value, bool) else {}


def _rulebooks(library: Library) -> list[str]:
    return [
        key for key, row in library.editions.items() if row.get("has_rulebook") and row["game"] == "munchkin"
    ]


def _source(ident: str) -> str:
    if ident.startswith("faq."):
        return "ruling"
    middle = ident.split(".")[1] if ident.count(".") > 1 else ""
    return {
        "ruling": "ruling",
        "ambiguitaet": "open",
        "example": "example",
        "beispiel": "example",
        "begriff": "term",
    }.get(middle, "rule")


def _verdict(text: str) -> str:
    first = text.split(maxsplit=1)[0].strip(".,:;!")
    return next((verdict for verdict, word in WORDS.items() if word == first), "folge")
