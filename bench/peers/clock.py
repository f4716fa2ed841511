"""What every peer does: answer all questions rightly first, then answer them against the clock."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def run(answer: Callable[[Any], Any]) -> None:
    """Read questions and expected answers from the file; print the rate, or the first wrong answer."""
    asked = json.loads(Path(sys.argv[1]).read_text())
    for question, expected in zip(asked["questions"], asked["answers"], strict=True):
        found = answer(question)
        if found != expected:
            sys.exit(f"{question}\nexpected {expected}\nfound {found}")
    count, started, seconds = 0, time.process_time(), float(sys.argv[2])
    while (spent := time.process_time() - started) < seconds:
        answer(asked["questions"][count % len(asked["questions"])])
        count += 1
    print(json.dumps({"rate": count / spent}))
