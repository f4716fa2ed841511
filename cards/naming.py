"""How a name becomes the slug by which contract, addresses and citations call a card."""

from __future__ import annotations

import re

_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def slugify(name: str) -> str:
    """Return the slug of a name: `slugify("Fluch! Größe")` is `fluch-groesse`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().translate(_SPELLED_OUT)).strip("-")
