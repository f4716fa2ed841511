"""„Welche Stufe hat der Shoggoth?“, „was macht das Necronomicon?“: a fact of a card, or that no source attests it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.ask.data import rows
from rules.ask.words import key

Facts = Mapping[str, Mapping[str, Any]]


class Told(NamedTuple):
    """What is known of one fact: the sentence, its numbers; nothing known gives no numbers and `known` is false."""

    text: str
    numbers: dict[str, int | str]
    known: bool
    verdict: str


def wanted(words: list[str]) -> str | None:
    """Return which fact the words ask for; the row of fixtures/ask/facts.yaml whose word stands first."""
    keys = [key(word) for word in words]
    for name, row in rows("facts").items():
        for form in row["words"]:
            parts = [key(part) for part in form.split()]
            for place in range(len(keys) - len(parts) + 1):
                if keys[place : place + len(parts)] == parts:
                    return str(name)
    return None


def tell(card: str, fact: str, facts: Facts, text: str, box: str) -> Told:
    """Return the fact of a card as a sentence."""
    row, known = rows("facts")[fact], facts[card]
    name = known["name"]
    if fact == "text":
        if not text:
            return Told(
                f"Was „{name}“ ({box}) genau tut, ist hier nicht belegt: Der Text der Karte fehlt.",
                {},
                False,
                "unbeantwortbar",
            )
        return Told(f"„{name}“: {text}", {}, True, "definition")
    if fact == "german":
        return _german(known, box)
    value = next((known[one] for one in row["facts"] if known.get(one) is not None), None)
    if value is None:
        return Told(
            f"{row['label']} von „{name}“ ({box}) ist hier nicht belegt; sie steht nur auf der Karte.",
            {},
            False,
            "unbeantwortbar",
        )
    if isinstance(value, list):
        told = " / ".join(str(one) for one in value)
        return Told(
            f"{row['label']} von „{name}“ ({box}): {told}.",
            {f"{fact}_{i + 1}": v for i, v in enumerate(value) if isinstance(v, int)},
            True,
            "zahl",
        )
    return Told(f"{row['label']} von „{name}“ ({box}): {value}.", {fact: value}, True, "zahl")


def _german(known: Mapping[str, Any], box: str) -> Told:
    names = [known["name"], *(known.get("names") or ())]
    if len(names) > 1:
        return Told(f"Die Karte heißt „{names[0]}“, englisch „{names[1]}“ ({box}).", {}, True, "definition")
    return Told(f"Für „{names[0]}“ ({box}) ist kein anderer Name belegt.", {}, False, "unbeantwortbar")
