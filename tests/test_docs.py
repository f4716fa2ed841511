"""Documents name what exists, and only that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
READ_BY_SETTINGS = re.compile(r'(?:env_\w+|environ\.setdefault)\(\s*"([A-Z_]+)"')
LINK = re.compile(r"\]\(([^)#\s]+)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
TARGET = re.compile(r"(?:`|^)make ([a-z]+)\b", re.MULTILINE)
PATH = re.compile(r"`((?:cards|cardsite|rules|templates|tests|docs|fixtures|bench)/[\w./-]*)`")


def text(path: Path) -> str:
    return path.read_text()


def page_id(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_it_looked_at_something() -> None:
    assert len(PAGES) > 12
    assert len(READ_BY_SETTINGS.findall(text(ROOT / "cardsite/settings.py"))) > 8
    assert "resolve" in COMMAND.findall(text(ROOT / "README.md"))


def test_every_variable_is_documented() -> None:
    read = set(READ_BY_SETTINGS.findall(text(ROOT / "cardsite/settings.py")))
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text(ROOT / "docs/operations.md"), re.MULTILINE))
    assert documented == read


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_lead_somewhere(page: Path) -> None:
    local = [link for link in LINK.findall(text(page)) if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_named_files_exist(page: Path) -> None:
    assert [path for path in PATH.findall(text(page)) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_named_commands_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text(ROOT / "Makefile"), re.MULTILINE))
    assert set(COMMAND.findall(text(page))) <= set(get_commands())
    assert set(TARGET.findall(text(page))) <= targets


def test_every_line_of_the_threat_model_names_tests_that_there_are() -> None:
    table = [line for line in text(ROOT / "docs/threat-model.md").splitlines() if line.startswith("| ")][2:]
    assert len(table) > 15
    for line in table:
        named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", line)
        assert named, line
        for file, test in named:
            assert f"def {test}(" in text(ROOT / "tests" / file), f"{file}::{test}"


def test_the_map_of_the_readme_exists() -> None:
    places = re.findall(r"^([a-z]+/(?:[a-z]+/)?)\s{2,}", text(ROOT / "README.md"), re.MULTILINE)
    assert len(places) > 6
    assert [place for place in places if not (ROOT / place).is_dir()] == []


def test_the_readme_has_at_most_two_screens() -> None:
    assert len(text(ROOT / "README.md").splitlines()) <= 80


def test_every_decision_is_listed() -> None:
    listed = text(ROOT / "docs/decisions/README.md")
    pages = [path.name for path in (ROOT / "docs/decisions").glob("0*.md")]
    assert pages
    assert [name for name in pages if f"({name})" not in listed] == []
