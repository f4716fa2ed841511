"""Questions and talks of people who had not seen the site: most are answered rightly, hardly any wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.files import load_yaml
from rules.ask_scoring import of_part, score, turns
from rules.engine.library import Library

FOLDER = Path(__file__).parent / "questions"
# Of a hundred from which may be learned: how many are right at least, and wrong at most.
ASKED = {
    "g.yaml": (70, 4),
    "h.yaml": (70, 4),
    "talks.yaml": (72, 6),
    "k.yaml": (74, 7),
    "back.yaml": (50, 14),
    "p.yaml": (38, 5),
    "q.yaml": (36, 13),
    "r.yaml": (74, 4),
    "crowd-smash-up.yaml": (75, 5),
    "folk-cthulhu.yaml": (75, 5),
    "turned.yaml": (70, 10),
    "u.yaml": (44, 14),
    "za.yaml": (88, 4),
    "zf.yaml": (85, 4),
    "gaps.yaml": (85, 6),
    "scenes-mixed.yaml": (90, 4),
    "cover-impossible.yaml": (80, 5),
    "doubts-cthulhu.yaml": (75, 7),
    "alike-d.yaml": (78, 6),
    "often-2.yaml": (85, 4),
    "plain-1.yaml": (88, 2),
    "plain-5.yaml": (88, 3),
}
# Here a card decides or what somebody tells, and no rule is named.
ASKED_BACK = {"back-fights.yaml": (60, 16)}


@pytest.mark.parametrize("name", [*ASKED, *ASKED_BACK])
def test_what_people_ask_is_answered(books: Library, name: str) -> None:
    outcomes = [one.outcome for one in score(of_part(load_yaml(FOLDER / name), "learn"), books)]
    least, most = (ASKED | ASKED_BACK)[name]
    assert 100 * outcomes.count("right") >= least * len(outcomes)
    assert 100 * outcomes.count("wrong") <= most * len(outcomes)


@pytest.mark.parametrize("name", ASKED)
def test_every_expected_answer_rests_on_what_exists(books: Library, name: str) -> None:
    cited = {
        rule for entry in load_yaml(FOLDER / name) for turn in turns(entry) for rule in turn.get("rules", ())
    }
    assert cited
    assert not cited - books.cited.keys()
