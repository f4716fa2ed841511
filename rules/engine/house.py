"""What a table has chosen for itself: where books differ or leave something open, its own choice decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase

import msgspec

from rules.engine.errors import LimitExceeded, Problem
from rules.engine.library import Library, Row
from rules.engine.words import nearest, shown

# Nobody agrees on more; each unknown one is compared with all that are known.
CHOICES_LIMIT = 100
SHOWN = 60
PREFIX = "house:"
TOLD_ONLY = "haus.nur-zitiert"
GAMES = {"munchkin": "Munchkin", "smash-up": "Smash Up"}
SILENT = "Das Regelheft sagt dazu nichts."


class Option(msgspec.Struct, frozen=True):
    """One answer to a question: a box whose book says so, or the letter of a reading."""

    id: str
    text: str
    cites: tuple[str, ...] = ()
    # Whether what it speaks of is then refused.
    refuses: bool = False
    # Whether the resolver can carry it out; what it cannot stays unsettled.
    played: bool = True


class Question(msgspec.Struct, frozen=True):
    """A question that a table may answer for itself; `default` is what counts without its choice."""

    id: str
    text: str
    options: tuple[Option, ...]
    default: str
    cites: tuple[str, ...] = ()
    is_open: bool = False

    def option(self, choice: str) -> Option:
        """Return one answer by its id."""
        return next(option for option in self.options if option.id == choice)


def questions(library: Library, game: str, sets: tuple[str, ...], book: str) -> dict[str, Question]:
    """Return all that a table with these boxes may choose, in the order of the data: the books, then readings."""
    found: dict[str, Question] = library.compile(
        ("house", game, sets, book), lambda: _questions(library, game, sets, book)
    )
    return found


def _questions(library: Library, game: str, sets: tuple[str, ...], book: str) -> dict[str, Question]:
    order = (book, *(box for box in sets if box != book))
    told_only = _told_only(library)
    found = [_compared(row, order, row["id"] in told_only) for row in library.comparison.values()]
    rows = library.data[game]["unsettled"]
    return {
        question.id: question
        for question in (*found, *(_open(key, row, order) for key, row in rows.items()))
        if question
    }


def _told_only(library: Library) -> frozenset[str]:
    """Return the questions that only sum up what others decide: the resolver cites them and reads no value."""
    rows = (row for data in library.data.values() for row in data["entries"])
    return frozenset(next((row["value"] for row in rows if row["target"] == TOLD_ONLY), ()))


def _compared(row: Row, order: Iterable[str], told_only: bool) -> Question | None:
    """Return the question of one row, with the books of the table that answer it."""
    answers = {box: answer for box in order if (answer := row["answers"].get(box)) and not answer["silent"]}
    if not answers:
        return None
    first = next(iter(answers.values()))
    options = tuple(
        Option(
            box,
            f"{answer['answer']}.",
            tuple(answer.get("rules", ())),
            played=row["same"] or row["harmless"] or answer["answer"] == first["answer"] or not told_only,
        )
        for box, answer in answers.items()
    )
    return Question(row["id"], row["question"], options, options[0].id)


def _open(key: str, row: Row, order: Iterable[str]) -> Question:
    """Return the question that the books leave open, its readings by letters."""
    favoured = row.get("favoured", 0)
    refuses = row.get("refuses")
    played = {favoured, refuses, *row.get("played", ())}
    options = tuple(
        Option(ascii_lowercase[index], text, refuses=index == refuses, played=index in played)
        for index, text in enumerate(row["readings"])
    )
    cites = tuple(cite for box in order for cite in row.get("questions", {}).get(box, ()))
    return Question(
        key, row["about"].replace("{card}", "diese Karte"), options, options[favoured].id, cites, True
    )


def read_house(
    given: object, library: Library, game: str, sets: tuple[str, ...], book: str, problems: list[Problem]
) -> tuple[tuple[Question, str], ...]:
    """Read what the table has chosen; a question or an answer that does not exist is a problem with its place."""
    if given is None or given == {}:
        return ()
    if not isinstance(given, Mapping):
        text = (
            '„house“ ordnet Fragen der Gegenüberstellung Eure Antwort zu: {"<Frage>": "<Buch oder Lesart>"}.'
        )
        problems.append(Problem("house", shown(given)[:SHOWN], text))
        return ()
    if len(given) > CHOICES_LIMIT:
        text = f"Mehr als {CHOICES_LIMIT} eigene Regeln sind zu viel für eine Frage."
        raise LimitExceeded("house", str(len(given)), text)
    known = questions(library, game, sets, book)
    found = []
    for key, choice in sorted(given.items()):
        question = known.get(key)
        problem = _unknown(library, game, key, known) if question is None else _refused(question, choice)
        if problem:
            problems.append(problem)
        elif question:
            found.append((question, choice))
    return tuple(found)


def _place(key: str) -> str:
    """Return the place of a choice: its question has dots of its own."""
    return f'house["{key[:SHOWN]}"]'


def _unknown(library: Library, game: str, key: str, known: Mapping[str, Question]) -> Problem:
    path, word = _place(key), key[:SHOWN]
    other = next((name for name in library.data if name != game and _is_of(library, name, key)), "")
    if other:
        return Problem(path, word, f"Die Frage „{word}“ gehört zu {GAMES[other]}; hier liegt {GAMES[game]}.")
    if _is_of(library, game, key):
        return Problem(path, word, f"Die Frage „{word}“ beantwortet keines der Regelhefte auf dem Tisch.")
    rows = library.data[game]["unsettled"].items()
    meant = tuple(
        name for name, row in rows if any(key in asked for asked in row.get("questions", {}).values())
    )
    meant = meant or nearest(key, known)
    hint = f" Meintest Du „{meant[0]}“?" if meant else ""
    return Problem(path, word, f"Die Frage „{word}“ ist an der Stelle {path} unbekannt.{hint}", meant)


def _is_of(library: Library, game: str, key: str) -> bool:
    """Say whether a question is one of this game, whichever boxes lie on the table."""
    return key in library.data[game]["unsettled"] or (game == "munchkin" and key in library.comparison)


def _refused(question: Question, choice: object) -> Problem | None:
    """Return what is wrong with an answer: the question has no such one."""
    ids = [option.id for option in question.options]
    if isinstance(choice, str) and choice in ids:
        return None
    path, word = _place(question.id), shown(choice)[:SHOWN]
    near = nearest(word, ids) if isinstance(choice, str) else ()
    ways = "; ".join(f"„{option.id}“ ({option.text.rstrip('.')})" for option in question.options)
    hint = f" Meintest Du „{near[0]}“?" if near else ""
    text = f"„{word}“ ist keine Antwort auf die Frage „{question.text}“.{hint} Möglich sind: {ways}."
    return Problem(path, word, text, near or tuple(ids))
