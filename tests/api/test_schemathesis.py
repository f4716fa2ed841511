"""Schemathesis reads the schema and asks the running server whatever the schema allows, and forbids."""

from __future__ import annotations

import copy
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from cardsite.api import docs

ROOT = Path(settings.BASE_DIR)
# Names that are there, so that a chain of answers does not end at once.
CHAINS = Path(__file__).with_name("chains.toml")
# Proxies of this machine are not part of the test.
SURROUNDINGS = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
BOXES = ["axe-cop", "cthulhu", "impossible", "shakespeare", "smash-up"]
SURROUNDINGS["SCHEMATHESIS_HOOKS"] = "tests.api.schemathesis_hooks"


def without_fields() -> str:
    """Return the document as it is at this table, so that what is asked reaches the readers of a question.

    Boxes are those that there are. `fields` is not in it, for it takes promised fields away: no schema can say when.
    """
    document = copy.deepcopy(docs.document())
    sets = document["components"]["schemas"]["Scenario"]["properties"]["sets"]
    sets |= {"items": {"type": "string", "enum": BOXES}, "uniqueItems": True}
    for path in document["paths"].values():
        for operation in path.values():
            operation["parameters"] = [one for one in operation["parameters"] if one["name"] != "fields"]
    return yaml.safe_dump(document, allow_unicode=True)


def run(address: str, tmp_path: Path, *options: str, timeout: int, more: str = "") -> str:
    """Run all checks, with `more` beside the configuration; return what is told of them."""
    schema, config = tmp_path / "openapi.yaml", tmp_path / "schemathesis.toml"
    schema.write_text(without_fields(), encoding="utf-8")
    config.write_text(f"{(ROOT / config.name).read_text(encoding='utf-8')}\n{more}", encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", str(schema)]
    command += ["--url", address, "--generation-database", "none"]
    command += ["--checks", "all", "--continue-on-failure", "--no-color"]
    done = subprocess.run(
        [*command, *options],
        cwd=ROOT,
        env=SURROUNDINGS,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    # What failed stands first; behind it follow links that led nowhere, at length.
    failures = done.stdout.partition("= FAILURES =")[2] or done.stdout
    assert done.returncode == 0, failures[:12000] + done.stderr[-1000:]
    return done.stdout


def examples(told: str) -> int:
    found = re.search(r"(\d+) generated", told)
    assert found is not None
    return int(found.group(1))


def test_every_operation_keeps_its_schema(served: str, tmp_path: Path) -> None:
    options = ("--phases", "examples,fuzzing", "--max-examples", "8", "--seed", "1")
    assert examples(run(served, tmp_path, *options, timeout=1200)) >= 200


@pytest.mark.torture
def test_thousands_of_examples_find_nothing(served: str, tmp_path: Path) -> None:
    assert examples(run(served, tmp_path, "--max-examples", "60", timeout=3600)) >= 2000


def covered_links(told: str) -> float:
    """Return which part of all links led somewhere."""
    found = re.search(r"API Links:\s+(\d+) covered / \d+ selected / (\d+) total", told)
    assert found is not None
    covered, total = map(int, found.groups())
    assert total >= 40
    return covered / total


@pytest.mark.torture
def test_answers_lead_on_along_nearly_all_links(served: str, tmp_path: Path) -> None:
    # One pass ends where it finds no further step; within a time it begins again elsewhere.
    options = ("--phases", "stateful", "--max-examples", "1200", "--seed", "1")
    chains, reached = CHAINS.read_text(encoding="utf-8"), []
    # How far it gets in a time is a matter of the machine: one that does other work, too, needs longer.
    for seconds in (200, 600):
        told = run(served, tmp_path, *options, "--max-time", str(seconds), timeout=3600, more=chains)
        reached.append(covered_links(told))
        if reached[-1] >= 0.88:
            return
    pytest.fail(f"Nur so viele Verweise führten weiter: {reached}")
