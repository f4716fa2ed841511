"""One page to lay beside the cards: phases, numbers, who can do what, equal words, the disputes that come up most."""

from __future__ import annotations

from dataclasses import dataclass

from rules.booklet.mix import Mix
from rules.booklet.rows import rows
from rules.booklet.text import OpenPoint, Paragraph, Speech, open_point, paragraph, whole

MOST_DISPUTES = 5


@dataclass(frozen=True)
class Figures:
    """The classes, races … of the table: those with a line, and the names of which no source says what they do."""

    title: str
    lines: tuple[tuple[str, str], ...]
    unattested: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    parts: tuple[Paragraph, ...]
    figures: tuple[Figures, ...]
    disputes: tuple[OpenPoint, ...]
    # What the table has chosen for itself: the question and its answer.
    own: tuple[tuple[str, str], ...]


def sheet(mix: Mix) -> Sheet:
    speech = Speech(mix)
    written = (paragraph(row, mix, speech) for row in rows().sheet.parts)
    parts = tuple(Paragraph(part.title, tuple(whole(part.sentences))) for part in written if part.sentences)
    points = (open_point(mix, key) for key in rows().sheet.disputes)
    disputes = [point for point in points if point and not point.chosen][:MOST_DISPUTES]
    kinds = rows().words.lists["Eigenschaften"].words
    figures = tuple(found for kind, title in kinds.items() if (found := _figures(mix, kind, title)))
    own = ((mix.choices[key].text, mix.choices[key].option(choice).text) for key, choice in mix.house.items())
    return Sheet(parts, figures, tuple(disputes), tuple(own))


def _figures(mix: Mix, kind: str, title: str) -> Figures | None:
    """Return the cards of a kind; where two of one name tell different things, each says whose it is."""
    found: dict[str, dict[str, str]] = {}
    for key, facts in mix.library.card_facts.items():
        box = key.partition("/")[0]
        if facts["kind"] == kind and box in mix.boxes:
            found.setdefault(facts["name"], {})[box] = rows().sheet.figures.get(key, "")
    lines = [line for name in sorted(found) for line in _lines(mix, name, found[name])]
    silent = tuple(name for name in sorted(found) if not any(found[name].values()))
    return Figures(title, tuple(lines), silent) if found else None


def _lines(mix: Mix, name: str, by_box: dict[str, str]) -> list[tuple[str, str]]:
    told = {box: line for box, line in by_box.items() if line}
    if len(set(told.values())) < 2:
        return [(name, line) for line in list(told.values())[:1]]
    return [(f"{name} ({mix.library.editions[box]['name']})", line) for box, line in told.items()]
