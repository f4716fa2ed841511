"""Reads which table is meant: boxes, leading book, the table's own choices; what is wrong is said in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from rules.booklet.mix import GAME, Mix
from rules.booklet.rows import rows
from rules.combining import NAMELESS
from rules.engine.house import CHOICES_LIMIT, Question
from rules.engine.library import Library
from rules.engine.words import nearest

MOST_SHOWN = 60


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: what, the words that would be right, and the parameter it stands in."""

    parameter: str
    text: str
    suggestions: tuple[str, ...] = ()
    # The word of the address that is wrong, and what would stand there instead.
    word: str = ""
    instead: str = ""


@dataclass
class Asked:
    """The table that is meant; without a book there is none, and `apart` is the box of another game."""

    mix: Mix | None
    apart: str = ""
    faults: list[Fault] = field(default_factory=list)
    # How to ask rightly for what was probably meant.
    right: str = ""

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
    boxes = [word for word in sets if word]
    asked = _read(library, boxes, rulebook, house)
    if asked.faults:
        instead = {fault.word: fault.instead for fault in asked.faults}
        meant = [*(instead.get(word, word) for word in boxes), instead.get("", "")]
        chosen = ",".join(instead.get(part, part) for part in house.split(","))
        asked.right = _read(library, [word for word in meant if word], rulebook, chosen).query or asked.query
    return asked


def _read(library: Library, sets: Iterable[str], rulebook: str, house: str) -> Asked:
    faults: list[Fault] = []
    boxes = _boxes(library, sets, faults)
    games = {library.editions[box]["game"] for box in boxes}
    if games - {GAME}:
        others = [box for box in boxes if library.editions[box]["game"] != GAME]
        apart = next((box for box in others if library.editions[box]["has_rulebook"]), others[0])
        if GAME not in games:
            return _alone(library, apart, faults)
        boxes = [box for box in boxes if library.editions[box]["game"] == GAME]
        faults.append(_other_game(library, apart, boxes))
    lead = _lead(library, boxes, rulebook, faults)
    if not lead:
        if boxes:
            faults.append(_no_book(library, boxes))
        return Asked(None, "", faults)
    mix = Mix(library, (lead, *(box for box in library.editions if box in boxes and box != lead)))
    return Asked(Mix(library, mix.boxes, _house(mix, house, faults)), "", faults)


def _alone(library: Library, box: str, faults: list[Fault]) -> Asked:
    """Return a table of another game: the text of its book, if there is one."""
    if library.editions[box]["has_rulebook"]:
        return Asked(None, box, faults)
    return Asked(None, "", [*faults, _no_book(library, [box])])


def _boxes(library: Library, sets: Iterable[str], faults: list[Fault]) -> list[str]:
    """Return the boxes that there are, each once, as they were asked for: the first one decides."""
    asked = list(sets)
    known = [box for box in library.editions if box != NAMELESS]
    for word in dict.fromkeys(asked):
        if word not in known:
            near = nearest(word, known)
            hint = f" Meintest Du {_name(library, near[0])}?" if near else " Wähle aus der Liste."
            text = f"„{_named(word)}“ kennen wir nicht.{hint}"
            faults.append(Fault("sets", text, near, word, near[0] if near else ""))
        elif asked.count(word) > 1:
            faults.append(
                Fault("sets", f"{_name(library, word)} ist zweimal genannt; einmal genügt.", (word,))
            )
    return [box for box in dict.fromkeys(asked) if box in known]


def _named(word: str) -> str:
    """Return a word of the address as it may stand in a sentence."""
    return "".join(letter for letter in word if letter.isprintable())[:MOST_SHOWN]


def _name(library: Library, box: str) -> str:
    return str(library.editions[box]["name"])


def _other_game(library: Library, apart: str, boxes: list[str]) -> Fault:
    names = " und ".join(_name(library, box) for box in boxes[:2])
    text = f"{_name(library, apart)} ist ein anderes Spiel und lässt sich mit {names} nicht mischen."
    return Fault("sets", text, tuple(boxes))


def _no_book(library: Library, boxes: list[str]) -> Fault:
    game = library.editions[boxes[0]]["game"]
    ours = [
        box
        for box, row in library.editions.items()
        if row["game"] == game and row["has_rulebook"] and not row.get("lacks")
    ]
    names = ", ".join(_name(library, box) for box in ours)
    text = f"Von {_name(library, boxes[0])} haben wir keine Anleitung; nimm eine dieser Boxen dazu: {names}."
    return Fault("sets", text, tuple(ours), "", ours[0])


def _leads(library: Library, box: str) -> bool:
    row = library.editions[box]
    return bool(row["game"] == GAME and row.get("has_rulebook") and not row.get("lacks"))


def _lead(library: Library, boxes: list[str], rulebook: str, faults: list[Fault]) -> str:
    able = [box for box in boxes if _leads(library, box)]
    if rulebook and able and rulebook not in able:
        text = f"„{_named(rulebook)}“ kann hier nicht entscheiden; möglich ist {' oder '.join(able)}."
        faults.append(Fault("rulebook", text, tuple(able)))
    return rulebook if rulebook in able else next(iter(able), "")


def _house(mix: Mix, text: str, faults: list[Fault]) -> dict[str, str]:
    """Read `question:answer,…`; what the books in force say anyway is no choice of one's own.

    What the books leave open comes last: whose book counts decides whether it is open.
    """
    parts = [one.partition(":") for one in text.split(",") if one][:CHOICES_LIMIT]
    known = mix.library.comparison
    found: dict[str, str] = {}
    for key, _, answer in sorted(parts, key=lambda part: part[0] not in known):
        here = Mix(mix.library, mix.boxes, dict(found))
        question = here.choices.get(key)
        fault = _unknown(here, key, answer) if question is None else _refused(question, answer)
        if fault:
            faults.append(fault)
        elif question and _is_own(mix, question, answer):
            found[key] = answer
    return found


def _unknown(mix: Mix, key: str, answer: str) -> Fault:
    near = nearest(key, mix.choices)
    hint = f" Meintest Du „{near[0]}“?" if near else ""
    text = f"Die Frage „{_named(key)}“ stellt sich an diesem Tisch nicht.{hint}"
    return Fault("house", text, near, f"{key}:{answer}", f"{near[0]}:{answer}" if near else "")


def _refused(question: Question, answer: str) -> Fault | None:
    known = [option.id for option in question.options]
    if answer in known:
        return None
    ways = f"möglich: {', '.join(known)}."
    text = f"Auf „{question.text}“ gibt es die Antwort „{_named(answer)}“ nicht; {ways}"
    near = nearest(answer, known)
    instead = f"{question.id}:{near[0]}" if near else ""
    return Fault("house", text, tuple(known), f"{question.id}:{answer}", instead)


def _is_own(mix: Mix, question: Question, answer: str) -> bool:
    """Say whether something changes by this choice; what all books say together may be narrowed to one of them."""
    if question.id in rows().together:
        return True
    return answer != (question.default if question.is_open else mix.decider(question.id))
