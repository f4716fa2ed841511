"""From the name that somebody types to the card that is meant."""

from __future__ import annotations

from dataclasses import dataclass

from cards.folding import fold
from rules.combining import NAMELESS
from rules.engine.library import Library
from rules.facts import library

MOST_NAMES = 12
Names = dict[str, str]


@dataclass(frozen=True)
class Offer:
    """A card name that may be meant."""

    name: str
    box: str
    kind: str


def card_word(typed: str, sets: tuple[str, ...]) -> str:
    """Return how a scenario names the card: its slug, with its box where several on the table have one."""
    typed = " ".join(typed.split())
    return _words(library(), sets).get(fold(typed), typed)


def offers(
    typed: str, sets: tuple[str, ...], kinds: tuple[str, ...] = (), others: bool = False
) -> list[Offer]:
    """Return the cards of these boxes whose name begins so, then those that hold it, those of siblings last."""
    shelf, wanted = library(), fold(typed)
    if not wanted:
        return []
    games = {shelf.editions[box]["game"] for box in sets if box in shelf.editions}
    found: list[tuple[bool, bool, str, Offer]] = []
    for key, facts in shelf.card_facts.items():
        box = key.partition("/")[0]
        name = fold(facts["name"])
        here = box in sets or (others and shelf.editions[box]["game"] in games and box != NAMELESS)
        if here and wanted in name and (not kinds or facts["kind"] in kinds):
            offer = Offer(facts["name"], str(shelf.editions[box]["name"]), facts["kind"])
            found.append((box not in sets, not name.startswith(wanted), name, offer))
    return [offer for *_, offer in sorted(found, key=lambda row: row[:3])[:MOST_NAMES]]


def _words(shelf: Library, sets: tuple[str, ...]) -> Names:
    """Return every name of every card on the table with the word that stands for it, made once per table."""
    found: Names = shelf.compile(("card-words", sets), lambda: _collect(shelf, sets))
    return found


def _collect(shelf: Library, sets: tuple[str, ...]) -> Names:
    found: Names = {}
    taken: set[str] = set()
    for box in sets:
        for key, facts in shelf.card_facts.items():
            if not key.startswith(f"{box}/"):
                continue
            slug = facts["slug"]
            word = key if slug in taken else slug
            taken.add(slug)
            for name in (facts["name"], *facts.get("names", ()), slug):
                found.setdefault(fold(name), word)
    return found
