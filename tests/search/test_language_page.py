"""docs/search-language.md names every field and every operator, and only those."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cards.search.fields import FIELDS, SORTINGS, VIEWS, Field
from cards.search.parser import MAX_DEPTH, MAX_LENGTH, MAX_TERMS
from cards.search.terms import MAX_REGEXES
from cards.search.warnings import SENTENCES
from cardsite.search_help import OPERATORS, PHRASES, phrase

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "search-language.md").read_text()


def row(field: Field) -> str:
    cells = (
        f"`{field.name}:`", ", ".join(field.aliases), " ".join(f"`{o}`" for o in field.operators), field.help,
        f"`{field.example}`",
    )  # fmt: skip
    return "| " + " | ".join(cells).replace("`|`", "`\\|`") + " |"


def example(query: str, means: str) -> str:
    return f"| `{query}` | {means}. |".replace("|fluch", "\\|fluch").replace("und | gelten", "und \\| gelten")


def test_every_field_has_its_row() -> None:
    missing = [row(field) for field in FIELDS if row(field) not in PAGE]
    assert missing == []


def test_no_field_is_invented() -> None:
    assert set(re.findall(r"^\| `(\w+):` \|", PAGE, re.MULTILINE)) == {field.name for field in FIELDS}


def test_every_operator_has_its_row() -> None:
    missing = [example(*pair) for pair in OPERATORS if example(*pair) not in PAGE]
    assert missing == []


def test_the_limits_are_the_true_ones() -> None:
    for limit in (
        f"{MAX_LENGTH:,}".replace(",", "."),
        f"{MAX_TERMS} Begriffe",
        f"{MAX_DEPTH} Ebenen",
        f"{MAX_REGEXES} reg",
    ):
        assert limit in PAGE


def test_settings_and_warnings_are_complete() -> None:
    assert all(f"`{name}`" in PAGE for name in (*SORTINGS, *VIEWS))
    assert all(f"`{code}`" in PAGE for code in SENTENCES)


@pytest.mark.django_db
def test_every_phrase_of_the_help_is_read_and_finds_cards() -> None:
    read = [phrase(query) for query in PHRASES]
    assert [example.query for example in read if example.means == example.query or not example.hits] == []


@pytest.mark.django_db
def test_the_readings_on_the_page_are_the_true_ones() -> None:
    shown = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert len(shown) >= 8
    assert [(typed, phrase(typed).means) for typed, _ in shown] == shown
