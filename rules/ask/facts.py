"""„Welche Stufe hat der Shoggoth?“, „was macht das Necronomicon?“: a fact of a card, or that no source attests it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from cards.wording import LABELS, called, say
from rules.ask.data import rows
from rules.ask.words import key

# Words for the first, second and third place.
PLACES = (
    ("erste", "erster", "ersten"),
    ("zweite", "zweiter", "zweiten"),
    ("dritte", "dritter", "dritten"),
)
Facts = Mapping[str, Mapping[str, Any]]


class Told(NamedTuple):
    """What is known of one fact: the sentence, its numbers; nothing known gives no numbers and `known` is false."""

    text: str
    numbers: dict[str, int | str]
    known: bool
    verdict: str


def wanted(words: list[str], kinds: Collection[str]) -> str | None:
    """Return which fact the words ask for; the row of fixtures/ask/facts.yaml whose word stands first."""
    keys = [key(word) for word in words]
    for name, row in rows("facts").items():
        if (not row.get("kinds") or set(kinds) <= set(row["kinds"])) and speaks_of(name, keys):
            return str(name)
    return None


def speaks_of(fact: str, keys: list[str]) -> bool:
    """Say whether some words, as they are compared, ask for a fact."""
    forms = ([key(part) for part in form.split()] for form in rows("facts")[fact]["words"])
    return any(
        keys[at : at + len(parts)] == parts for parts in forms for at in range(len(keys) - len(parts) + 1)
    )


def place(keys: list[str]) -> int | None:
    """Return which place is asked for: „der zweite“."""
    places = {form: number for number, forms in enumerate(PLACES) for form in forms}
    return next((places[word] for word in keys if word in places), None)


def tell(card: str, fact: str, facts: Facts, text: str, box: str, at: int | None = None) -> Told:
    """Return the fact of a card as a sentence; `at` picks one of several values."""
    row, known = rows("facts")[fact], facts[card]
    name = known["name"]
    if fact == "text":
        if not text:
            told = f"Was „{name}“ ({box}) genau tut, ist hier nicht belegt: Der Text der Karte fehlt."
            return Told(told, {}, False, "unbeantwortbar")
        return Told(f"„{name}“: {text}", {}, True, "definition")
    if fact == "german":
        return _german(known, box)
    field = _field(known, row)
    if not field:
        told = f"{row['label']} von „{name}“ ({box}) ist hier nicht belegt; nur die Karte selbst sagt es."
        return Told(told, {}, False, "unbeantwortbar")
    value = known[field]
    if _structured(value):
        told = " ".join(say(field, value, called(facts.values())).split("\n"))
        said = row.get("said", "{label} von „{name}“ ({box}): {told}")
        return Told(
            said.format(label=row.get("label") or LABELS[field], name=name, box=box, told=told),
            {},
            True,
            "folge",
        )
    if isinstance(value, list) and at is not None and at < len(value):
        told = f"{row['label']} von „{name}“ ({box}) für Platz {at + 1}: {value[at]}."
        return Told(told, {fact: value[at]}, True, "zahl")
    if isinstance(value, list):
        told = " / ".join(str(one) for one in value)
        numbers: dict[str, int | str] = {
            f"{fact}_{i + 1}": v for i, v in enumerate(value) if isinstance(v, int)
        }
        return Told(f"{row['label']} von „{name}“ ({box}): {told}.", numbers, True, "zahl")
    return Told(f"{row['label']} von „{name}“ ({box}): {value}.", {fact: value}, True, "zahl")


def _structured(value: Any) -> bool:
    """Say whether a fact is more than a value or a row of values: an effect, or people."""
    rows_ = value if isinstance(value, list) else [value]
    return any(isinstance(one, dict) for one in rows_) or (
        isinstance(value, list) and isinstance(value[0], str)
    )


def known(fact: str, of: Sequence[Mapping[str, Any]]) -> bool:
    """Say whether some card attests a fact."""
    return any(_field(one, rows("facts")[fact]) for one in of)


def _field(known: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    return next((str(one) for one in row["facts"] if known.get(one) is not None), "")


def _value(known: Mapping[str, Any], row: Mapping[str, Any]) -> Any:
    return known.get(_field(known, row))


def total(cards: Sequence[str], fact: str, facts: Facts) -> Told | None:
    """Return what a value of several cards comes to; None where it is none that adds up."""
    row = rows("facts")[fact]
    values = [(str(facts[card]["name"]), _value(facts[card], row)) for card in cards]
    if any(isinstance(value, list | str) for _, value in values) or not row["facts"]:
        return None
    unknown = [name for name, value in values if value is None]
    if unknown:
        told = f"{row['label']} von „{unknown[0]}“ ist hier nicht belegt; nur die Karte selbst sagt es."
        return Told(told, {}, False, "unbeantwortbar")
    parts = ", ".join(f"{name} {value}" for name, value in values)
    summed = sum(int(value) for _, value in values)
    return Told(f"Zusammen {summed}: {parts}.", {fact: summed}, True, "zahl")


def _german(known: Mapping[str, Any], box: str) -> Told:
    names = [known["name"], *(known.get("names") or ())]
    if len(names) > 1:
        return Told(f"Die Karte heißt „{names[0]}“, englisch „{names[1]}“ ({box}).", {}, True, "definition")
    return Told(f"Für „{names[0]}“ ({box}) ist kein anderer Name belegt.", {}, False, "unbeantwortbar")
