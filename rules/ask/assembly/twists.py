"""Words that turn a story about: what was thrown away, stolen, doubled. Where the table does not show it, one asks."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask.clues import ENDS, Item, Text, Unit
from rules.ask.data import said
from rules.ask.table import Facts, Table

# How many items may lie between such a word and what it speaks of.
NEAR = 7
# What ends the words that it may speak of: behind it any clause, before it a sentence („…, aber der ist kaputt“).
BREAKS = {-1: ENDS, 1: ENDS | {",", "aber", "weil", "dann", "(", ")"}}


def twists(text: Text, table: Table, facts: Facts) -> list[str]:
    """Return what to ask of cards and numbers that count on the table, though words beside may take them away."""
    counted = set(_cards(table, facts))
    worth = {value for one in table.people.values() for value in one.bonus} - {0}
    found: list[str] = []
    for place, item in enumerate(text.items):
        taking, times = item.key in said("taking_away"), item.key in said("times")
        if not taking and not times:
            continue
        unit = _spoken_of(text, place, facts)
        if unit is None:
            continue
        if unit.cards and str(facts[unit.cards[0]]["name"]) in counted:
            found.append(f"Zählt „{facts[unit.cards[0]]['name']}“ hier, und wie oft?")
        elif not unit.cards and unit.value in worth:
            found.append(f"Zählt die {unit.value} hier, und wie oft?")
    return found


def _spoken_of(text: Text, place: int, facts: Facts) -> Unit | None:
    """Return the card or the number with a sign that a word speaks of: the one before it, or else behind."""
    units = {unit.item: unit for unit in text.units}
    for step in (-1, 1):
        for away in range(1, NEAR + 1):
            at = place + step * away
            if not 0 <= at < len(text.items) or text.items[at].key in BREAKS[step]:
                break
            unit = units.get(at)
            if unit and ((unit.cards and facts[unit.cards[0]]["kind"] != "monster") or unit.sign):
                return unit
    return None


def _cards(table: Table, facts: Facts) -> Iterator[str]:
    """Yield the names of what counts for those who fight."""
    for person in table.people.values():
        for card in person.cards:
            yield str(facts[card]["name"] if isinstance(card, str) else card["name"])
    for card, _ in table.played:
        yield str(facts[card]["name"] if isinstance(card, str) else card["name"])


def weighty(items: tuple[Item, ...]) -> int:
    """Return how many words say that something was not, is no more or would be: the more, the harder to read."""
    return sum(item.key in said("turning") for item in items)
