"""One budget of work: what many branches of chance cost, who pays for them, and what is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules.engine import resolve
from rules.engine.errors import ScenarioError
from rules.engine.library import Library
from rules.engine.work import Account, OutOfWork, Work, at_most, current, sharing
from tests.engine.conftest import Ask, question


def forgetting(times: int, cards: int) -> dict[str, Any]:
    """So many curses in a fight, each taking one of so many cards in hand by chance."""
    curse = {"name": "Zerstreut", "kind": "curse", "effects": [{"lose": {"hand": 1, "random": True}}]}
    hand = [{"name": f"Hut {number}", "kind": "item", "bonus": number} for number in range(cards)]
    players = [{"id": "anna", "level": 5, "hand": hand}, {"id": "ben", "hand": [curse] * times}]
    play = {"action": "play", "player": "ben", "card": curse, "on": "anna"}
    return question(players=players, do=[play] * times)


def spent(asked: dict[str, Any], library: Library) -> int:
    with sharing(Work()) as work:
        resolve(asked, library)
    return work.spent


def test_a_question_pays_for_each_branch_that_it_looks_at(library: Library) -> None:
    plain, curses, more = (spent(forgetting(times, 8), library) for times in (0, 1, 2))
    assert 0 < plain < curses < more


def test_what_lies_on_the_table_makes_each_branch_dearer() -> None:
    def paid(cards: int) -> int:
        account = Account()
        account.pay([SimpleNamespace(state=tuple(range(cards)))] * 100)
        return account.spent

    assert (paid(10), paid(1_000)) == (100, 600)


def test_questions_of_one_request_share_a_budget(library: Library) -> None:
    asked = forgetting(3, 8)
    once = spent(asked, library)
    with sharing(Work(3 * once)) as work:
        for _ in range(3):
            resolve(asked, library)
        with pytest.raises(OutOfWork):
            resolve(asked, library)
    assert work.spent <= 4 * once


def test_a_part_of_the_budget_leaves_the_rest(library: Library) -> None:
    asked = forgetting(3, 8)
    once = spent(asked, library)
    with sharing(Work(4 * once)):
        with at_most(once // 2), pytest.raises(OutOfWork):
            resolve(asked, library)
        resolve(asked, library)


def test_without_a_request_every_question_has_its_own_budget() -> None:
    assert current() is not current()


def test_the_same_question_costs_the_same_whoever_asks(library: Library) -> None:
    assert spent(forgetting(3, 8), library) == spent(forgetting(3, 8), library)


def test_an_answer_that_nobody_reads_is_refused_with_its_size(ask: Ask) -> None:
    """Thirty treasures, two of them drawn in any order, on a table full of cards."""
    monster = {"card": {"name": "Gnom", "kind": "monster", "level": 1, "treasures": 2}}
    piles = {
        "treasures": {"shuffled": [{"name": f"Ring {n}", "kind": "item", "gold": 100} for n in range(30)]}
    }
    players = [
        {"id": "anna", "level": 5, "backpack": [{"name": f"Stab {n}", "kind": "item"} for n in range(150)]},
        {"id": "ben"},
    ]
    win = {"action": "finish_combat", "player": "anna"}
    with pytest.raises(ScenarioError) as refused:
        ask(players=players, combat={"fighter": "anna", "monsters": [monster]}, piles=piles, do=[win])
    assert refused.value.code == "limit-exceeded"
    assert "größer als 4 MB" in str(refused.value)
