"""The sample for checking by hand: the same seed draws the same, another one something else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from rules.sampling import BOXES, SIZES, page

pytestmark = pytest.mark.django_db
RESULTS = Path(settings.BASE_DIR) / "docs/truth.md"
# A part of a sample that nobody judged.
UNJUDGED = "–"
ROW = re.compile(r"^\| (\d{4}-\d\d-\d\d) \| (\d+) \|(.*)\|$", re.MULTILINE)


def test_a_seed_draws_the_same_page_again() -> None:
    assert page(7) == page(7)
    assert page(7) != page(8)


def test_each_entry_is_judged_once_and_says_where_it_stands() -> None:
    drawn = page(7)
    assert drawn.count(BOXES) == sum(SIZES.values()) == drawn.count("\n### ")
    assert drawn.count("Abschnitt „") >= SIZES["Regeln"]


def test_every_result_counts_what_was_drawn() -> None:
    rows = ROW.findall(RESULTS.read_text(encoding="utf-8"))
    assert rows
    for date, seed, cells in rows:
        told = [cell.strip() for cell in cells.split("|")]
        judged = {size: told[at] for at, size in enumerate(SIZES) if told[at] != UNJUDGED}
        counts = {size: tuple(map(int, cell.split("/"))) for size, cell in judged.items()}
        assert judged, (date, seed)
        assert {size: sum(count) for size, count in counts.items()} == {size: SIZES[size] for size in judged}
        drawn, imprecise = sum(SIZES[size] for size in judged), sum(count[1] for count in counts.values())
        assert float(told[len(SIZES)].rstrip(" %")) == round(100 * imprecise / drawn, 1), (date, seed)
