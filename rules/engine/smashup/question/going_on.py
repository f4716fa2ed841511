"""What earlier answers have added up: who plays on asks about a table on which little has changed."""

from __future__ import annotations

from rules.engine.rulebook import Rulebook
from rules.engine.smashup.table.board import Board, Laid, laid_in, look, put
from rules.engine.smashup.table.state import State

TABLES_KEPT = 256


class Tables:
    """What lay in play after the last answers, so that a game that goes on finds what was added up for them.

    Sums hang on nothing but what lies there and what cards say, and that on the library and the boxes, as the book
    that keeps this does. Boards are copied on both ways: none is asked by one thread while another adds up on it.
    """

    def __init__(self) -> None:
        self._known: dict[Laid, Board] = {}

    def begin(self, state: State) -> None:
        """Let a state that was just read begin with what an earlier answer has added up."""
        known = self._known.get(laid_in(state))
        if known is not None:
            board = known.again()
            board.bases, board.resolving, board.effects = state.bases, state.resolving, state.effects
            put(state, board)

    def keep(self, state: State) -> None:
        """Keep what lies in play after an answer; not where sums hang on who asked for them first."""
        board, laid = look(state), laid_in(state)
        if board.is_entwined or laid in self._known or not _is_of_words(board):
            return
        if len(self._known) >= TABLES_KEPT:
            self._known.clear()
        self._known[laid] = board.again()


def _is_of_words(board: Board) -> bool:
    """Say whether equal tables were written alike: objects are equal in whatever order their keys stand."""
    cards = [*(base.card for base in board.bases), *(spot.entry.card for spot in board.spots.values())]
    return all(type(card.written) is str for card in cards) and not any(c.effects for c in board.effects)


def tables(book: Rulebook) -> Tables:
    """Return what lay on tables with these boxes."""
    found: Tables = book.compiled.setdefault("tables", Tables())
    return found
