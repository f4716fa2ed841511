"""How likely each candidate is: a small net weighs it, learned from candidates of which the right one is known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.ask import weighing
from rules.ask.judging import LED, Candidate, Judged, Weights

# A question wants a yes (1.0) or not; a candidate has one, or not; what else speaks for it is the same for all.
YES, NO = 1.0, 0.0


def judged(wants: float, *have: float, fight: float = 0.0) -> Judged:
    return Judged([Candidate(at, at, [0.0] * LED + [one]) for at, one in enumerate(have)], [wants], fight)


@pytest.fixture(scope="module")
def learned() -> Weights:
    """What fits what is wanted answers; where a question lies near told fights, a fight is told; else nobody knows."""
    found = []
    for fight in np.linspace(-0.2, 0.2, 600):
        for wants in (YES, NO):
            found += [
                (judged(wants, YES, NO, fight=fight), [wants == YES, wants == NO, False, False]),
                (judged(wants, NO, YES, fight=fight), [wants == NO, wants == YES, False, False]),
            ]
        found += [
            (judged(YES, NO, NO, fight=fight + 0.8), [False, False, True, False]),
            (judged(YES, NO, NO, fight=fight), [False, False, False, True]),
        ]
    return weighing.learn(found)


@pytest.mark.parametrize(("wants", "right"), [(YES, 0), (NO, 1)])
def test_what_a_value_is_worth_hangs_on_what_the_question_wants(
    learned: Weights, wants: float, right: int
) -> None:
    assert learned.shares(judged(wants, YES, NO)).argmax() == right


def test_a_fight_and_that_nobody_knows_are_likely_where_they_are(learned: Weights) -> None:
    assert learned.shares(judged(YES, NO, NO, fight=0.8)).argmax() == 2
    assert learned.shares(judged(YES, NO, NO)).argmax() == 3


def test_the_shares_of_all_add_up_to_one(learned: Weights) -> None:
    assert learned.shares(judged(YES, YES, NO, NO)).sum() == pytest.approx(1.0)
    assert learned.shares(Judged([], [YES], 0.0)).tolist() == [0.5, 0.5]


def test_a_fight_may_be_held_for_likelier(learned: Weights) -> None:
    of = judged(YES, YES, NO, fight=0.4)
    assert learned.likelier(2.0).shares(of)[2] > learned.shares(of)[2]


def test_weights_are_kept_as_they_were_learned(learned: Weights, tmp_path: Path) -> None:
    learned.save(tmp_path / "weights.npz")
    kept, of = Weights.load(tmp_path / "weights.npz"), judged(YES, YES, NO)
    assert kept.shares(of).tolist() == learned.shares(of).tolist()


def test_what_leads_the_others_is_told_by_how_far_it_does() -> None:
    rows = [Candidate(at, at, [value] * LED + [YES]) for at, value in enumerate((0.2, 0.7))]
    values = Judged(rows, [], 0.0).laid_out()
    assert values[:2, LED + 1 : 2 * LED + 1].tolist() == [pytest.approx([-0.5] * LED), [0.0] * LED]
