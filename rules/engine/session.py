"""One question from its JSON to its answer: read the frame, play the actions, assemble."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.engine.answer import assemble
from rules.engine.cards import CardRef
from rules.engine.entries import read_entries
from rules.engine.errors import LimitExceeded, Problem, ScenarioError
from rules.engine.kernel import Branch, Decision, Dice, Frame, Game, Kernel
from rules.engine.library import Library
from rules.engine.munchkin.game import MUNCHKIN_GAME
from rules.engine.rulebook import Rulebook
from rules.engine.smashup.game import SMASH_UP_GAME
from rules.engine.trace import Refused
from rules.engine.words import nearest

GAMES: dict[str, Game] = {game.name: game for game in (MUNCHKIN_GAME, SMASH_UP_GAME)}
KEYS = ("game", "sets", "rulebook", "variants", "copies", "state", "do")
SETS_LIMIT = 8


def resolve_question(question: Any, library: Library, dice: Dice | None = None) -> dict[str, Any]:
    """Answer one question; see `rules.engine.resolve`."""
    game = _game(question, library)
    sets, book_name, variants = _table(question, library, game)
    book = library.compile((game.name, sets, book_name, variants), lambda: _compile(library, game, sets, book_name, variants))
    state, actions, warnings = game.read(question, library, book)
    kernel = Kernel(library, book, game, game.people(state), dice)
    branches, refused = play(kernel, [Branch(Fraction(1), state, steps=game.opening(book), warnings=tuple(warnings))], actions)
    return assemble(kernel, branches, refused, question)


def play(kernel: Kernel, branches: list[Branch], actions: tuple[dict[str, Any], ...]) -> tuple[list[Branch], Any]:
    """Play the actions in order; stops at the first that is refused, with the state before it."""
    for index, action in enumerate(actions):
        try:
            branches = _act(kernel, branches, action)
        except Refused as refused:
            return branches, (refused, f"do[{index}]")
    return branches, None


def _act(kernel: Kernel, branches: list[Branch], action: dict[str, Any]) -> list[Branch]:
    """Play one action: it answers an open decision, or it is something new."""
    answered = False
    while any(branch.state.decisions for branch in branches):
        found = [_answer(kernel, branch, action) for branch in branches]
        picks = {id(branch): answer for branch, answer in zip(branches, found, strict=True) if answer}
        if not picks:
            break
        branches = kernel.answer(branches, {key: (decision, option) for key, (decision, option, _) in picks.items()})
        answered = answered or any(is_all for _, _, is_all in picks.values())
        if answered and action["action"] not in kernel.game.answers_many:
            break
    if answered:
        return branches
    args = {key: value for key, value in action.items() if key != "action"}
    return kernel.act(branches, Frame("action:" + action["action"], args))


def _answer(kernel: Kernel, branch: Branch, action: dict[str, Any]) -> tuple[Decision, str, bool] | None:
    """Return the decision that this action answers in this branch, the option, and whether that is all it does."""
    for decision in branch.state.decisions:
        if action["action"] == "choose" and action["decision"] == decision.id and action["player"] == decision.player:
            option = _option(decision, action["option"])
            if option is not None:
                return decision, option, True
        found = kernel.game.answers_open(branch, decision, action)
        if found is not None:
            return decision, *found
    return None


def _option(decision: Decision, wanted: Any) -> str | None:
    """Return the id of the option: by its id, or by the card it stands for."""
    for option in decision.options:
        if str(wanted) == option["id"]:
            return str(option["id"])
    if isinstance(wanted, CardRef) and wanted.card is not None:
        return next((o["id"] for o in decision.options if o.get("card") == wanted.written), None)
    return None


def _compile(library: Library, game: Game, sets: tuple[str, ...], book: str, variants: tuple[str, ...]) -> Rulebook:
    entries = library.compile(("entries", game.name), lambda: read_entries(library.data[game.name]["entries"]))
    return Rulebook(library, sets, book, variants, entries)


def _game(question: Any, library: Library) -> Game:
    if not isinstance(question, dict):
        raise ScenarioError([Problem("", str(question)[:40], "Eine Frage ist ein Objekt mit „game“, „sets“, „state“ und „do“.")])
    problems = [_unknown(key, key, "Der Schlüssel", KEYS) for key in question if key not in KEYS]
    name = question.get("game", "munchkin")
    if name not in GAMES:
        problems.append(_unknown("game", name, "Das Spiel", GAMES))
    if problems:
        raise ScenarioError(problems)
    return GAMES[name]


def _table(question: dict[str, Any], library: Library, game: Game) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Read boxes, deciding book and variants."""
    boxes = [key for key, row in library.editions.items() if row["game"] == game.name]
    sets = question.get("sets")
    if not isinstance(sets, list) or not sets:
        raise ScenarioError([Problem("sets", str(sets), "„sets“ nennt die Schachteln auf dem Tisch, mindestens eine.")])
    if len(sets) > SETS_LIMIT:
        raise LimitExceeded("sets", str(len(sets)), f"Mehr als {SETS_LIMIT} Schachteln sind zu viel für eine Frage.")
    problems = [_unknown(f"sets[{i}]", s, "Die Schachtel", boxes) for i, s in enumerate(sets) if s not in boxes]
    book = question.get("rulebook") or sets[0]
    if book not in sets:
        problems.append(_unknown("rulebook", book, "Das Regelheft", [str(s) for s in sets]))
    variants = question.get("variants") or []
    known = game.variants
    problems += [_unknown(f"variants[{i}]", v, "Die Variante", known) for i, v in enumerate(variants) if v not in known]
    if problems:
        raise ScenarioError(problems)
    return tuple(dict.fromkeys(sets)), str(book), tuple(v for v in known if v in variants)


def _unknown(path: str, word: Any, what: str, known: Any) -> Problem:
    suggestions = nearest(str(word), known)
    hint = f" Meintest Du „{suggestions[0]}“?" if suggestions else f" Bekannt sind: {', '.join(known)}."
    return Problem(path, str(word)[:200], f"{what} „{str(word)[:200]}“ ist an der Stelle {path} unbekannt.{hint}", suggestions)
