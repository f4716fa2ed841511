"""One question from its JSON to its answer: read the frame, play the actions, assemble."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.engine.answer import assemble
from rules.engine.asking import Asked, read_frame
from rules.engine.branch import ONE, Branch, Decision, Frame, State
from rules.engine.cards import CardRef
from rules.engine.entries import read_entries
from rules.engine.errors import LimitExceeded, ScenarioError
from rules.engine.kernel import Dice, Game, Kernel
from rules.engine.library import Library
from rules.engine.munchkin.game import MUNCHKIN_GAME
from rules.engine.objects import Action, Json
from rules.engine.rulebook import Rulebook
from rules.engine.smashup.game import SMASH_UP_GAME
from rules.engine.trace import Refused
from rules.engine.words import slug

GAMES: dict[str, Game] = {game.name: game for game in (MUNCHKIN_GAME, SMASH_UP_GAME)}


def resolve_question(question: object, library: Library, dice: Dice | None = None) -> Json:
    """Answer one question; see `rules.engine.resolve`."""
    asked = read_frame(question, library, GAMES)
    game = asked.game
    book = _book(library, asked)
    state, actions, warnings = _read(library, book, asked)
    kernel = Kernel(library, book, game, game.people(state), dice)
    kernel.account.pay_for_reading(asked.question)
    start = Branch(ONE, state, steps=game.opening(book), warnings=tuple(warnings))
    branches, refused = play(kernel, [start], actions)
    return assemble(kernel, branches, refused, asked.question)


def play(
    kernel: Kernel, branches: list[Branch], actions: tuple[Action, ...]
) -> tuple[list[Branch], tuple[Refused, str] | None]:
    """Play the actions in order; stops at the first that is refused, with the state before it."""
    for index, action in enumerate(actions):
        kernel.moment = index
        try:
            branches = kernel.in_each(branches, partial(_act, kernel, action))
        except Refused as refused:
            return branches, (refused, f"do[{index}]")
    return branches, None


def _act(kernel: Kernel, action: Action, branch: Branch) -> list[Branch]:
    """Play one action in one branch: it answers an open decision, or it is something new."""
    undone = kernel.game.undoing(branch, action, kernel.moment)
    if undone is not None:
        return kernel.run([undone])
    branches, answered = [branch], False
    while any(branch.state.decisions for branch in branches):
        found = [_answer(kernel, branch, action) for branch in branches]
        picks = {id(branch): answer for branch, answer in zip(branches, found, strict=True) if answer}
        if not picks:
            break
        branches = kernel.answer(
            branches, {key: (decision, option) for key, (decision, option, _) in picks.items()}
        )
        answered = answered or any(is_all for _, _, is_all in picks.values())
        if answered and action["action"] not in kernel.game.answers_many:
            break
    if answered:
        return branches
    args: Json = {key: value for key, value in action.items() if key != "action"}
    return kernel.act(branches, Frame("action:" + action["action"], args))


def _answer(kernel: Kernel, branch: Branch, action: Action) -> tuple[Decision, str, bool] | None:
    """Return the decision that this action answers in this branch, the option, and whether that is all it does."""
    for decision in branch.state.decisions:
        if (
            action["action"] == "choose"
            and action["decision"] == decision.id
            and action["player"] == decision.player
        ):
            option = _option(decision, action["option"])
            if option is not None:
                return decision, option, True
        found = kernel.game.answers_open(branch, decision, action)
        if found is not None:
            return decision, *found
    return None


def _option(decision: Decision, wanted: object) -> str | None:
    """Return the id of the option: by its id, or by the card it stands for."""
    for option in decision.options:
        if option["id"] in (str(wanted), slug(str(wanted))):
            return str(option["id"])
    if isinstance(wanted, CardRef) and wanted.card is not None:
        return next((o["id"] for o in decision.options if o.get("card") == wanted.written), None)
    return None


def _read(library: Library, book: Rulebook, asked: Asked) -> tuple[State, tuple[Action, ...], Sequence[str]]:
    """Read table and actions; what is wrong in them is reported together with what is wrong in the frame."""
    try:
        found = asked.game.read(asked.question, library, book)
    except LimitExceeded:
        raise
    except ScenarioError as error:
        raise ScenarioError([*asked.problems, *error.problems]) from None
    if asked.problems:
        raise ScenarioError(list(asked.problems))
    return found


def _book(library: Library, asked: Asked) -> Rulebook:
    """Return the rules of this table; those of tables without rules of their own are kept, there are few."""
    if asked.house:
        return _compile(library, asked)
    key = (asked.game.name, asked.sets, asked.book, asked.variants)
    found: Rulebook = library.compile(key, lambda: _compile(library, asked))
    return found


def _compile(library: Library, asked: Asked) -> Rulebook:
    name = asked.game.name
    entries = library.compile(("entries", name), lambda: read_entries(library.data[name]["entries"]))
    grounds = library.grounds[name]
    return Rulebook(library, asked.sets, asked.book, asked.variants, entries, asked.house, grounds)
