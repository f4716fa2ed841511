"""`manage.py resolve`: a question written by hand in YAML."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

QUESTION = """
game: munchkin
sets: [shakespeare]
state:
  players: [{id: anna, level: 3}, {id: ben, hand: [fluch-text-vergessen]}]
  turn: {player: anna, phase: start}
do: [{action: play, player: ben, card: fluch-text-vergessen, on: anna}]
"""


@pytest.mark.django_db
def test_on_is_a_word_and_no_truth_value(tmp_path: Path) -> None:
    file = tmp_path / "question.yaml"
    file.write_text(QUESTION, encoding="utf-8")
    out = StringIO()
    call_command("resolve", str(file), stdout=out)
    (outcome,) = json.loads(out.getvalue())["outcomes"]
    assert [player["level"] for player in outcome["state"]["players"]] == [2, 1]
