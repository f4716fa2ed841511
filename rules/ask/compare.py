"""How boxes differ: the answers of several books to one question, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.knowledge import Entry, Found
from rules.ask.telling import listed

MOST_CITES = 5
# As good as the best: several entries may hold different boxes' answers.
NEARLY = 0.3


def boxes_named(mentions: Sequence[Any]) -> list[str]:
    """Return the boxes that the question names, in its order."""
    return list(dict.fromkeys(one.name for one in mentions if one.kind == "box"))


def answers(found: Sequence[Found], boxes: Sequence[str]) -> dict[str, tuple[Entry, Any]]:
    """Return what each box says: the entry that answers most of them, then others that are nearly as near."""
    best = found[0].sure if found else 0.0
    ranked = sorted(
        found, key=lambda one: -(one.sure + 0.05 * sum(box in one.entry.answers for box in boxes))
    )
    chosen: dict[str, tuple[Entry, Any]] = {}
    for one in ranked:
        if chosen and one.sure < NEARLY * best:
            continue
        for box in boxes:
            if box in one.entry.answers and box not in chosen:
                chosen[box] = (one.entry, one.entry.answers[box])
    return {box: chosen[box] for box in boxes if box in chosen}


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
