"""Words that turn a story about: what was thrown away, stolen, doubled. Where the table does not show it, one asks."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ask.clues import ENDS, Text, Unit
from rules.ask.data import said
from rules.ask.table import Facts, Table, has, name_of

# How many items may lie between such a word and what it speaks of.
NEAR = 7
# What a card says itself of how often others count.
TURNING = ("counts", "doubles")
# What ends the words that it may speak of: behind it any clause, before it a sentence („…, aber der ist kaputt“).
BREAKS = {-1: ENDS, 1: ENDS | {",", "aber", "weil", "dann", "(", ")"}}


def twists(text: Text, table: Table, facts: Facts) -> list[str]:
    """Return what to ask of a table that shows less than the words say."""
    return [
        *_turned(text, table, facts),
        *_untold_discards(text, table, facts),
        *_laid_now(text, table, facts),
        *_staying_out(text, table),
        *_twice(table, facts),
    ]


def _turned(text: Text, table: Table, facts: Facts) -> Iterator[str]:
    """Yield what counts on the table though a word beside takes it away or multiplies it."""
    counted = set(_cards(table, facts))
    worth = {value for one in table.people.values() for value in one.bonus} - {0}
    for place, item in enumerate(text.items):
        if item.key not in said("taking_away") and item.key not in said("times"):
            continue
        unit = _spoken_of(text, place, facts)
        if unit is None:
            continue
        if unit.cards and any(facts[unit.cards[0]].get(one) for one in TURNING):
            continue
        if unit.cards and str(facts[unit.cards[0]]["name"]) in counted:
            yield f"Zählt „{facts[unit.cards[0]]['name']}“ hier, und wie oft?"
        elif not unit.cards and unit.value in worth:
            yield f"Zählt die {unit.value} hier, und wie oft?"


def _laid_now(text: Text, table: Table, facts: Facts) -> Iterator[str]:
    """Yield the question for a thing that is put on in the middle of the fight, where none may be, and counts."""
    counted = {name.casefold() for name in _cards(table, facts)}
    for unit in text.units:
        item = text.items[unit.item]
        name = str(facts[unit.cards[0]]["name"]) if unit.cards else item.key.rpartition(" ")[2]
        worn = unit.kind == "card:item" or (unit.kind == "thing" and item.sort not in ("one_shot", "ally"))
        if (
            worn
            and name.casefold() in counted
            and _put_on(set(text.keys(*text.stretch(unit.item, BREAKS[1]))))
        ):
            yield f"Lag „{name if unit.cards else name.title()}“ schon vor dem Kampf aus?"


def _put_on(words: set[str]) -> bool:
    """„leg ich noch schnell … aus“: say whether something is put on only now."""
    laid = words & said("putting_on") and words & said("put_on")
    return bool(laid and words & said("only_now")) and not words & said("earlier")


def _untold_discards(text: Text, table: Table, facts: Facts) -> Iterator[str]:
    """Yield the question for how many cards are thrown away, where that is said and none are."""
    says = {item.sort for item in text.items}
    throws = "discards" in says or any(item.key in said("thrown_away") for item in text.items)
    if not throws or not says & {"handcards", "in_hand"} or says & {"not", "no"}:
        return
    for person in table.people.values():
        if not person.discards and any(has(card, "discard_for_strength", facts) for card in person.cards):
            yield "Wie viele Karten werden abgeworfen?"


def _staying_out(text: Text, table: Table) -> Iterator[str]:
    """Yield the question whether somebody helps of whom words say that nobody does."""
    after = [*(item.key for item in text.items[1:]), ""]
    alone = any(
        (item.sort == "alone" and behind not in said("owning")) or item.key in said("staying_out")
        for item, behind in zip(text.items, after, strict=True)
    )
    denied = any(
        item.sort in ("helps", "helper")
        and any(
            other.sort == "no" or other.key in said("denying")
            for other in text.items[max(0, place - 3) : place + 3]
        )
        for place, item in enumerate(text.items)
    )
    both = any(item.key in said("flight_two") for item in text.items)
    if both and not any(one.helps for one in table.people.values()):
        yield "Kämpft jemand mit, und mit welcher Stufe?"
    for person in table.people.values():
        if (alone or denied) and person.helps and person.id != table.fighter:
            yield "Kämpft jemand mit, und wer?"


def _twice(table: Table, facts: Facts) -> Iterator[str]:
    """Yield the question for the class of somebody who has two, and nothing that allows it."""
    for person in table.people.values():
        cards = [facts[card] for card in person.cards if isinstance(card, str)]
        allowed = any(card["kind"] in ("special", "unknown") for card in cards)
        for kind in ("class", "race", "loyalty"):
            names = [str(card["name"]) for card in cards if card["kind"] == kind]
            if len(names) > 1 and not allowed:
                yield f"Wer ist „{names[0]}“, wer „{names[1]}“?"


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
            yield name_of(card, facts)
    for card, _ in table.played:
        yield name_of(card, facts)
