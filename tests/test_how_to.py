"""Each how-to is followed to the letter: what its blocks say is typed in, and what it promises is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.following import GUIDES, blocks, copied, follow

HOW_TOS = sorted(GUIDES.glob("*.md"))
# What a command writes is touched by nobody.
CODE_AND_DATA = ("cards/", "cardsite/", "rules/", "fixtures/")


@pytest.mark.parametrize("guide", HOW_TOS, ids=lambda guide: guide.stem)
def test_who_follows_it_to_the_letter_gets_there(
    guide: Path, tmp_path: Path, furnished: Callable[[], Path]
) -> None:
    done = list(follow(guide, copied(tmp_path / "project"), furnished()))
    assert [block.language for block in done].count("text"), "Es sagt nicht, was man dann sieht."
    assert any(block.place for block in done), "Es ist nichts zu tun."


@pytest.mark.parametrize(("guide", "most"), [("add-an-effect", 4), ("correct-a-number", 1)])
def test_a_change_touches_few_files(guide: str, most: int) -> None:
    touched = {
        block.place for block in blocks(GUIDES / f"{guide}.md") if block.place.startswith(CODE_AND_DATA)
    }
    assert 0 < len(touched) <= most
