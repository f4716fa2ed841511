"""What the Containerfile says of the image: its files and variables, what it starts, what it asks for its health."""

from __future__ import annotations

import json
import re
import shlex

from tests.serving import ROOT

TEXT = (ROOT / "Containerfile").read_text().replace("\\\n", " ")
# The stage that is left.
LAST = TEXT.rpartition("\nFROM ")[2]


def copied() -> list[str]:
    """Return the files and folders of the site that the image takes."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", TEXT, re.MULTILINE)
    return [name for line in lines for name in line.split()]


def _said(pattern: str) -> str:
    found = re.search(pattern, LAST, re.MULTILINE)
    assert found, pattern
    return found[1]


def variables() -> dict[str, str]:
    pairs = (word.partition("=") for word in shlex.split(_said(r"^ENV (.+)$")))
    return {name: value for name, _, value in pairs}


def started() -> list[str]:
    """Return the words of the command that a container runs."""
    return [*json.loads(_said(r"^ENTRYPOINT (.+)$")), *json.loads(_said(r"^CMD (.+)$"))]


def health() -> list[str]:
    """Return the words of the command that says whether a container is healthy."""
    words: list[str] = json.loads(_said(r"^HEALTHCHECK .*CMD (.+)$"))
    return words
