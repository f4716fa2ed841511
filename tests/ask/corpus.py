"""The questions that players ask, from the fixtures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from rules.facts import fixtures_folder

FOLDER = fixtures_folder() / "ask"


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


GROUPS = [group for path in sorted(FOLDER.glob("corpus-*.yaml")) for group in load(path)]
TURNED_DOWN: dict[str, list[str]] = load(FOLDER / "unanswered.yaml")
