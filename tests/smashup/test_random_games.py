"""Whole random games: whatever is played, one person wins and no card is lost or doubled."""

from __future__ import annotations

import pytest

from rules.engine.library import Library
from tests.smashup.playing import Table

GAMES = 12


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_ends_with_one_winner_and_all_cards(library: Library, seed: int) -> None:
    table = Table(library, seed, players=2 + seed % 3)
    cards = table.cards()
    winners = table.play()
    assert len(winners) == 1
    points = {p["id"]: p["points"] for p in table.state["players"]}
    assert points[winners[0]] == max(points.values()) >= 15
    assert table.cards() == cards


def test_no_action_changes_the_number_of_cards(library: Library) -> None:
    table = Table(library, 4711, players=3)
    cards = table.cards()
    for _ in range(150):
        if table.state["turn"]["step"] == "setup":
            table.do({"action": "deal"})
        elif not table.winners:
            table.step()
        assert table.cards() == cards, table.log[-1]


def test_the_same_seed_plays_the_same_game(library: Library) -> None:
    one, other = Table(library, 7, players=2), Table(library, 7, players=2)
    one.play()
    other.play()
    assert one.log == other.log
    assert one.state == other.state
