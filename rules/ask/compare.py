"""How boxes differ: the answers of several books to one question, side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.entries import CONTRARY, Entry
from rules.ask.knowledge import Found
from rules.ask.telling import listed

MOST_CITES = 5
# So likely must an entry be that is put beside the one that answers for the other boxes.
BESIDE = 0.02
# What only asks back or refuses tells nobody how boxes differ.
SILENT = frozenset(("rueckfrage", "unbeantwortbar"))


def boxes_named(mentions: Sequence[Any]) -> list[str]:
    """Return the boxes that the question names, in its order."""
    return list(dict.fromkeys(one.name for one in mentions if one.kind == "box"))


def answers(near: Mapping[str, Sequence[Found]]) -> dict[str, tuple[Entry, Any]]:
    """Return what each box says: the entry that is likeliest for all of them, else the likeliest of the box itself."""
    shares: dict[str, float] = defaultdict(float)
    entries: dict[str, Entry] = {}
    for box, found in near.items():
        for one in found:
            if one.entry.answers[box].verdict not in SILENT:
                shares[one.entry.id] += one.sure
                entries[one.entry.id] = one.entry
    if not shares:
        return {}
    best = entries[max(shares, key=lambda ident: shares[ident])]
    chosen: dict[str, tuple[Entry, Any]] = {}
    for box, found in near.items():
        own = next((one.entry for one in found if one.sure >= BESIDE and one.entry.id in shares), None)
        entry = best if box in best.answers else own
        if entry and box in entry.answers:
            chosen[box] = (entry, entry.answers[box])
    return chosen


def text(by_box: Mapping[str, tuple[Entry, Any]], boxes: Sequence[str], names: Mapping[str, str]) -> str:
    """Return one sentence per box; boxes that say the same share it."""
    said: dict[str, list[str]] = {}
    for box, (_, reply) in by_box.items():
        said.setdefault(reply.answer, []).append(names[box])
    parts = [f"{listed(boxes_)}: {answer}" for answer, boxes_ in said.items()]
    silent = [names[box] for box in boxes if box not in by_box]
    if silent:
        parts.append(f"{listed(silent)}: sagt dazu nichts.")
    return " ".join(parts)


def verdict(by_box: Mapping[str, tuple[Entry, Any]]) -> str:
    """Return the yes or no that all boxes give, where they lie on one table."""
    given = {reply.verdict for _, reply in by_box.values()}
    return given.pop() if len(given) == 1 and given <= CONTRARY.keys() else "vergleich"


def cites(by_box: Mapping[str, tuple[Entry, Any]]) -> list[str]:
    """Return the decisive statement of each box first, then their second ones."""
    rows = [list(reply.cites) for _, reply in by_box.values()]
    chosen: list[str] = []
    for place in range(3):
        chosen += [row[place] for row in rows if len(row) > place and row[place] not in chosen]
    return chosen[:MOST_CITES]


def numbers(by_box: Mapping[str, tuple[Entry, Any]]) -> dict[str, int | str]:
    return {
        f"{box}_{name}": value for box, (_, reply) in by_box.items() for name, value in reply.numbers.items()
    }
