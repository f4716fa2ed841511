"""What a question lets Munchkin's cards say."""

from __future__ import annotations

import re

from rules.engine.munchkin.language.facts import SPOKEN
from rules.engine.munchkin.language.parts import LEVEL_PATTERN, TRAIT_PATTERN, Condition
from rules.engine.reading import Reader, Shape, text
from rules.engine.saying import READERS, saying

LEVEL = re.compile(LEVEL_PATTERN)
COMPARED = re.compile(r"level\s*([<>=]|$)")
GENDERS = ("gender:m", "gender:w")


def trait(reader: Reader, value: object, path: str) -> str:
    """Read a trait: the word of a card, or what is asked of a person in a form of its own."""
    asked = text(reader, value, path)
    bare = asked.removeprefix("not:")
    if COMPARED.match(bare) and not LEVEL.fullmatch(bare):
        reader.wrong(path, value, "eine Stufe wie „level>=5“")
    elif bare.startswith("gender:") and bare not in GENDERS:
        reader.unknown(path, bare, "Das Geschlecht", GENDERS)
    elif asked == value and not re.search(TRAIT_PATTERN, asked):
        reader.wrong(path, value, "ein Merkmal")
    return asked


READERS["trait"] = trait
FACTS: dict[str, Shape] = {
    **{name: saying(kind) for name, kind in SPOKEN.items()},
    "friendly": saying(bool | str | Condition),
}
