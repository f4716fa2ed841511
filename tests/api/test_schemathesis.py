"""Schemathesis reads the committed schema and asks the running server whatever the schema allows, and forbids."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCHEMA = "docs/api/openapi.yaml"
# Proxies of this machine are not part of the test.
SURROUNDINGS = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}


def run(address: str, tmp_path: Path, *options: str, timeout: int) -> int:
    """Run all checks; return how many examples there were."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", SCHEMA, "--url", address]
    command += ["--checks", "all", "--continue-on-failure", "--no-color", "--generation-database", "none"]
    done = subprocess.run(
        [*command, *options],
        cwd=ROOT,
        env=SURROUNDINGS,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    found = re.search(r"(\d+) generated", done.stdout)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-1000:]
    assert found is not None
    return int(found.group(1))


def test_every_operation_keeps_its_schema(served: str, tmp_path: Path) -> None:
    options = ("--phases", "examples,fuzzing", "--max-examples", "8", "--seed", "1")
    assert run(served, tmp_path, *options, timeout=300) >= 200


@pytest.mark.torture
def test_thousands_of_examples_find_nothing(served: str, tmp_path: Path) -> None:
    assert run(served, tmp_path, "--max-examples", "60", timeout=1800) >= 2000
