"""Reads which table is meant: boxes, leading book, the table's own choices; what is wrong is said in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from rules.booklet.mix import GAME, Mix
from rules.booklet.rows import rows
from rules.combining import NAMELESS
from rules.engine.house import CHOICES_LIMIT
from rules.engine.library import Library
from rules.engine.words import nearest

MOST_SHOWN = 60


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: what, the words that would be right, and the parameter it stands in."""

    parameter: str
    text: str
    suggestions: tuple[str, ...] = ()


@dataclass
class Asked:
    """The table that is meant; without a book there is none, and `apart` is the box of another game."""

    mix: Mix | None
    apart: str = ""
    faults: list[Fault] = field(default_factory=list)

    @property
    def query(self) -> str:
        """Return the right way to ask for this table."""
        if self.mix is None:
            return words(sets=self.apart) if self.apart else ""
        return query_of(self.mix)


def words(**values: str) -> str:
    return urlencode({key: value for key, value in values.items() if value}, safe=",:")


def query_of(mix: Mix, *, house: Mapping[str, str] | None = None) -> str:
    """Return the address of a table after the question mark; the boxes stand in their usual order."""
    order = [box for box in mix.library.editions if box in mix.boxes]
    chosen = mix.house if house is None else house
    first = next((box for box in order if box in mix.books), "")
    return words(
        sets=",".join(order),
        rulebook="" if mix.lead == first else mix.lead,
        house=",".join(f"{question}:{answer}" for question, answer in sorted(chosen.items())),
    )


def ask(library: Library, sets: Iterable[str], rulebook: str = "", house: str = "") -> Asked:
    """Return the table for these words, as near to them as it can be."""
    faults: list[Fault] = []
    boxes = _boxes(library, sets, faults)
    games = {library.editions[box]["game"] for box in boxes}
    if games - {GAME}:
        apart = next(box for box in boxes if library.editions[box]["game"] != GAME)
        if GAME not in games:
            return Asked(None, apart, faults)
        boxes = [box for box in boxes if library.editions[box]["game"] == GAME]
        faults.append(_other_game(library, apart, boxes))
    lead = _lead(library, boxes, rulebook, faults)
    if not lead:
        if boxes:
            faults.append(_no_book(library, boxes))
        return Asked(None, "", faults)
    mix = Mix(library, (lead, *(box for box in library.editions if box in boxes and box != lead)))
    return Asked(Mix(library, mix.boxes, _house(mix, house, faults)), "", faults)


def _boxes(library: Library, sets: Iterable[str], faults: list[Fault]) -> list[str]:
    """Return the boxes that there are, each once, as they were asked for: the first one decides."""
    asked = [word for word in sets if word]
    known = [box for box in library.editions if box != NAMELESS]
    for word in dict.fromkeys(asked):
        if word not in known:
            near = nearest(word, known)
            hint = f" Meintest Du {_name(library, near[0])}?" if near else " Wähle aus der Liste."
            faults.append(Fault("sets", f"„{word[:MOST_SHOWN]}“ kennen wir nicht.{hint}", near))
        elif asked.count(word) > 1:
            faults.append(
                Fault("sets", f"{_name(library, word)} ist zweimal genannt; einmal genügt.", (word,))
            )
    return [box for box in dict.fromkeys(asked) if box in known]


def _name(library: Library, box: str) -> str:
    return str(library.editions[box]["name"])


def _other_game(library: Library, apart: str, boxes: list[str]) -> Fault:
    names = " und ".join(_name(library, box) for box in boxes[:2])
    text = f"{_name(library, apart)} ist ein anderes Spiel und lässt sich mit {names} nicht mischen."
    return Fault("sets", text, tuple(boxes))


def _no_book(library: Library, boxes: list[str]) -> Fault:
    ours = [box for box in library.editions if _leads(library, box)]
    names = ", ".join(_name(library, box) for box in ours)
    text = f"Von {_name(library, boxes[0])} haben wir keine Anleitung; nimm eine dieser Boxen dazu: {names}."
    return Fault("sets", text, tuple(ours))


def _leads(library: Library, box: str) -> bool:
    row = library.editions[box]
    return bool(row["game"] == GAME and row.get("has_rulebook") and not row.get("lacks"))


def _lead(library: Library, boxes: list[str], rulebook: str, faults: list[Fault]) -> str:
    able = [box for box in boxes if _leads(library, box)]
    if rulebook and able and rulebook not in able:
        text = f"„{rulebook[:MOST_SHOWN]}“ kann hier nicht entscheiden; möglich ist {' oder '.join(able)}."
        faults.append(Fault("rulebook", text, tuple(able)))
    return rulebook if rulebook in able else next(iter(able), "")


def _house(mix: Mix, text: str, faults: list[Fault]) -> dict[str, str]:
    """Read `question:answer,…`; what the books in force say anyway is no choice of one's own."""
    found: dict[str, str] = {}
    for part in [one for one in text.split(",") if one][:CHOICES_LIMIT]:
        key, _, answer = part.partition(":")
        question = mix.choices.get(key)
        if question is None:
            near = nearest(key, mix.choices)
            hint = f" Meintest Du „{near[0]}“?" if near else ""
            faults.append(
                Fault(
                    "house", f"Die Frage „{key[:MOST_SHOWN]}“ stellt sich an diesem Tisch nicht.{hint}", near
                )
            )
        elif answer not in (known := [option.id for option in question.options]):
            there = f"möglich: {', '.join(known)}."
            text = f"Auf „{question.text}“ gibt es die Antwort „{answer[:MOST_SHOWN]}“ nicht; {there}"
            faults.append(Fault("house", text, tuple(known)))
        elif key in rows().together or answer != (question.default if question.is_open else mix.decider(key)):
            found[key] = answer
    return found
