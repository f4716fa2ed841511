"""The numbers that stand on a card."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


def printed(fact: Any) -> set[int]:
    """Return the numbers that occur in a fact, without their signs; that of „level>=15“, too."""
    if isinstance(fact, bool):
        return set()
    if isinstance(fact, int):
        return {abs(fact)}
    if isinstance(fact, str):
        return {int(digits) for digits in re.findall(r"[<>=](\d{1,3})\b", fact)}
    parts = fact.values() if isinstance(fact, Mapping) else fact if isinstance(fact, list) else ()
    return {value for part in parts for value in printed(part)}
