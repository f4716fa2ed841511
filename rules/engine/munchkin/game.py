"""Munchkin as a game of the engine: how it is read, shown and summed up."""

from __future__ import annotations

from typing import Any

from rules.engine.german import Person
from rules.engine.kernel import Branch, Decision, Game
from rules.engine.library import Library
from rules.engine.munchkin import topics  # noqa: F401
from rules.engine.munchkin.actions import before
from rules.engine.munchkin.facts import DECKS, FACTS
from rules.engine.munchkin.procedures import MUNCHKIN
from rules.engine.munchkin.reading import read_actions, read_state
from rules.engine.munchkin.standing import report
from rules.engine.munchkin.state import State
from rules.engine.munchkin.summary import summary
from rules.engine.reading import Reader
from rules.engine.rulebook import Rulebook
from rules.engine.stored import write

VARIANTS = ("listen-at-door", "shared-victory", "impossible-fast")


def read(question: dict[str, Any], library: Library, book: Rulebook) -> tuple[State, tuple[dict[str, Any], ...]]:
    """Read table and actions; raises every problem at once."""
    decks = library.data["munchkin"]["kinds"]
    reader = Reader(library, book.sets, FACTS, decks, DECKS, decks)
    state = read_state(reader, question.get("state"))
    actions = read_actions(reader, question.get("do", []))
    reader.finish()
    assert state is not None
    return state, actions


def people(state: State) -> dict[str, Person]:
    return {player.id: Person(player.id, player.gender) for player in state.players}


def answers_open(branch: Branch, decision: Decision, action: dict[str, Any]) -> str | None:
    """Return the option that an action other than `choose` stands for: passing, or playing the card."""
    if action["action"] == "pass" and action["player"] == decision.player and action.get("decision") in (None, decision.id):
        return next((o["id"] for o in decision.options if o["id"] == "pass"), None)
    return None


MUNCHKIN_GAME = Game(
    name="munchkin", registry=MUNCHKIN, before=before, read=read, write=write, people=people, report=report,
    summary=summary, answers_open=answers_open, variants=VARIANTS,
)
