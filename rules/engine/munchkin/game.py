"""Munchkin as a game of the engine: how it is read, shown and summed up."""

from __future__ import annotations

from rules.engine.branch import Branch, Decision
from rules.engine.cards import CardRef, Written
from rules.engine.german import Person, person
from rules.engine.kernel import Game, step_of
from rules.engine.library import Library
from rules.engine.munchkin import topics  # noqa: F401
from rules.engine.munchkin.cards.undoing import undoing
from rules.engine.munchkin.flight.escape import closing
from rules.engine.munchkin.question.actions import before
from rules.engine.munchkin.question.checks import check_state
from rules.engine.munchkin.question.reading import read_actions, read_state
from rules.engine.munchkin.question.report import report
from rules.engine.munchkin.question.summary import summary
from rules.engine.munchkin.question.warnings import warnings
from rules.engine.munchkin.table.facts import DECKS, FACTS
from rules.engine.munchkin.table.procedures import MUNCHKIN
from rules.engine.munchkin.table.state import State
from rules.engine.objects import Action, Json
from rules.engine.reading import Reader
from rules.engine.rulebook import Rulebook
from rules.engine.stored import write
from rules.engine.trace import Step
from rules.engine.words import slug

VARIANTS = ("listen-at-door", "shared-victory", "impossible-fast")


def read(question: Json, library: Library, book: Rulebook) -> tuple[State, tuple[Action, ...], list[str]]:
    """Read table and actions with what is to be warned of; raises every problem at once."""
    decks = library.data["munchkin"]["kinds"]
    reader = Reader(library, book.sets, FACTS, decks, DECKS, decks)
    reader.levels = (book.value("stufe.minimum"), book.value("ziel.siegstufe"))
    state = read_state(reader, question.get("state"))
    actions = read_actions(reader, question.get("do", []))
    if state is not None and not reader.problems:
        check_state(reader, book, state)
    reader.finish()
    assert state is not None
    return state, actions, warnings(library, book, state, reader.own.values(), reader.foreign.values())


def opening(book: Rulebook) -> tuple[Step, ...]:
    """Return the step that opens an answer about mixed boxes: whose book decides."""
    if not book.combined:
        return ()
    names = [str(book.library.editions[box]["name"]) for box in book.sets]
    return (step_of(book, "table.mixed", boxes=names, book=book.library.editions[book.book]["name"]),)


def people(state: State) -> dict[str, Person]:
    return {player.id: person(player.id, player.gender) for player in state.players}


def answers_open(branch: Branch, decision: Decision, action: Action) -> tuple[str, bool] | None:
    """Return the option that another action than `choose` stands for, and whether that is all it does."""
    options = decision.options
    can_pass = any(option["id"] == "pass" for option in options)
    if action["action"] == "finish_combat":
        return _by_finishing(decision, action, can_pass)
    if action.get("player") != decision.player:
        return None
    if action["action"] == "pass" and can_pass and action.get("decision") in (None, decision.id):
        return "pass", True
    if action["action"] == "play":
        return next(
            ((o["id"], True) for o in options if "card" in o and _is_named(action["card"], o["card"])), None
        )
    return None


def _by_finishing(decision: Decision, action: Action, can_pass: bool) -> tuple[str, bool] | None:
    """Finishing a fight passes what may be passed; with a split it picks the treasures in turn."""
    if can_pass:
        return "pass", False
    if decision.kind != "treasure":
        return None
    picks = [pick["card"] for pick in action.get("split", ()) if pick["player"] == decision.player]
    return next(
        ((o["id"], True) for card in picks for o in decision.options if _is_named(card, o["card"])), None
    )


def _is_named(ref: CardRef, written: Written) -> bool:
    if ref.card is not None and ref.card.written == written:
        return True
    name = str(written.get("name", "")) if isinstance(written, dict) else written
    return isinstance(ref.written, str) and slug(ref.written) == slug(name)


MUNCHKIN_GAME = Game(
    name="munchkin",
    registry=MUNCHKIN,
    before=before,
    read=read,
    write=write,
    people=people,
    report=report,
    summary=summary,
    answers_open=answers_open,
    variants=VARIANTS,
    opening=opening,
    closing=closing,
    undoing=undoing,
    answers_many=("finish_combat",),
)
