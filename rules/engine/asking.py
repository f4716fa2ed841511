"""The frame of a question: which game, which boxes lie on the table, whose book decides, which variants are played."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from rules.engine.errors import LimitExceeded, Problem, ScenarioError
from rules.engine.house import Question, read_house
from rules.engine.kernel import Game
from rules.engine.library import Library
from rules.engine.objects import Json
from rules.engine.words import nearest

KEYS = ("game", "sets", "rulebook", "variants", "house", "copies", "state", "do")
SETS_LIMIT = 8
SHOWN = 60


class Asked(msgspec.Struct, frozen=True):
    """A question's frame as far as it can be read, with everything that is wrong in it."""

    game: Game
    question: Json
    sets: tuple[str, ...]
    book: str
    variants: tuple[str, ...]
    house: tuple[tuple[Question, str], ...] = ()
    problems: tuple[Problem, ...] = ()


def read_frame(question: object, library: Library, games: Mapping[str, Game]) -> Asked:
    """Read the frame; raises only where nothing further could be read, else collects the problems."""
    if not isinstance(question, dict):
        raise ScenarioError(
            [
                Problem(
                    "",
                    str(question)[:SHOWN],
                    "Eine Frage ist ein Objekt mit „game“, „sets“, „state“ und „do“.",
                )
            ]
        )
    problems = [unknown(str(key), key, "Der Schlüssel", KEYS) for key in question if key not in KEYS]
    if "game" not in question:
        text = f"Es fehlt „game“: welches Spiel auf dem Tisch liegt. Bekannt sind: {', '.join(games)}."
        problems.append(Problem("game", "game", text))
    name = question.get("game", _game_of(question.get("sets"), library))
    if not isinstance(name, str) or name not in games:
        raise ScenarioError([*problems, unknown("game", name, "Das Spiel", games)])
    sets = _sets(question, library, name, problems)
    book = _book(question, library, sets, problems)
    variants = _variants(question, games[name].variants, problems)
    house = read_house(question.get("house"), library, name, sets, book, problems)
    return Asked(games[name], question, sets, book, variants, house, tuple(problems))


def _game_of(given: object, library: Library) -> str:
    """Return the game of the first known box, to read on where a question does not name its game."""
    boxes = [box for box in given if isinstance(box, str)] if isinstance(given, list) else []
    return next((library.editions[box]["game"] for box in boxes if box in library.editions), "munchkin")


def _sets(question: Json, library: Library, game: str, problems: list[Problem]) -> tuple[str, ...]:
    boxes: list[str] = library.compile(
        ("boxes", game), lambda: [key for key, row in library.editions.items() if row["game"] == game]
    )
    given = question.get("sets")
    if not isinstance(given, list) or not given:
        text = "„sets“ nennt die Schachteln auf dem Tisch, mindestens eine."
        raise ScenarioError([*problems, Problem("sets", str(given)[:SHOWN], text)])
    if len(given) > SETS_LIMIT:
        raise LimitExceeded(
            "sets", str(len(given)), f"Mehr als {SETS_LIMIT} Schachteln sind zu viel für eine Frage."
        )
    known = [isinstance(box, str) and box in boxes for box in given]
    problems += [
        unknown(f"sets[{i}]", box, "Die Schachtel", boxes) for i, box in enumerate(given) if not known[i]
    ]
    problems += [
        Problem(f"sets[{i}]", box, f"Die Schachtel „{box}“ steht zweimal in „sets“.")
        for i, box in enumerate(given)
        if known[i] and box in given[:i]
    ]
    if not any(known):
        raise ScenarioError(problems)
    return tuple(dict.fromkeys(box for i, box in enumerate(given) if known[i]))


def _book(question: Json, library: Library, sets: tuple[str, ...], problems: list[Problem]) -> str:
    """Return the box whose book decides: the named one, else the first on the table that has a book."""
    books = [box for box in sets if library.editions[box].get("has_rulebook")]
    given = question.get("rulebook")
    lacking = {box: lacks for box in books if (lacks := library.editions[box].get("lacks"))}
    books = [box for box in books if box not in lacking]
    named = given if isinstance(given, str) and given in lacking else None
    if named or (lacking and not books):
        box = named or next(iter(lacking))
        raise ScenarioError([*problems, _undecided(library.editions[box]["name"], box, lacking[box])])
    if given is None:
        if not books:
            text = "Keine dieser Schachteln hat ein Regelheft, das entscheiden könnte."
            raise ScenarioError([*problems, Problem("sets", ", ".join(sets), text)])
        return books[0]
    if not isinstance(given, str) or given not in books:
        problems.append(unknown("rulebook", given, "Das Regelheft", books or sets))
        if not books:
            raise ScenarioError(problems)
        return books[0]
    return given


def _undecided(name: str, box: str, lacks: list[str]) -> Problem:
    rest = f" und {len(lacks) - 3} weitere" if len(lacks) > 3 else ""
    missing = f"{', '.join(lacks[:3])}{rest}"
    text = f"Das Regelheft von „{name}“ kann noch nicht entscheiden: Es fehlt, was es zu {missing} sagt."
    return Problem("rulebook", box, text)


def _variants(question: Json, known: Collection[str], problems: list[Problem]) -> tuple[str, ...]:
    given = question.get("variants")
    if given is None:
        return ()
    if not isinstance(given, list):
        problems.append(Problem("variants", str(given)[:SHOWN], "„variants“ ist eine Liste von Varianten."))
        return ()
    problems += [
        unknown(f"variants[{i}]", word, "Die Variante", known)
        for i, word in enumerate(given)
        if not _is_one_of(word, known)
    ]
    return tuple(variant for variant in known if variant in given)


def _is_one_of(word: object, known: Collection[str]) -> bool:
    return isinstance(word, str) and word in known


def unknown(path: str, word: object, what: str, known: Collection[str]) -> Problem:
    """Return the problem of a word that is not one of the known ones."""
    suggestions = nearest(str(word), known) if isinstance(word, str) else ()
    hint = (
        f" Meintest Du „{suggestions[0]}“?"
        if suggestions
        else f" Bekannt sind: {', '.join(known)}."
        if known
        else ""
    )
    return Problem(
        path,
        str(word)[:SHOWN],
        f"{what} „{str(word)[:SHOWN]}“ ist an der Stelle {path} unbekannt.{hint}",
        suggestions,
    )
