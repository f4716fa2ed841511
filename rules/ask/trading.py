"""Selling for levels and giving cards away at the end of the turn: the sums of a turn, counted by the resolver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.ask.data import said
from rules.ask.mentions import Mention
from rules.ask.table import ME, TRAITS, Person, Table
from rules.ask.words import Token

Facts = Mapping[str, Mapping[str, Any]]
Row = dict[str, Any]
# What is sold along without a price.
UNTOLD = frozenset(
    [
        "kleinigkeiten",
        "kleinkram",
        "paar",
        "krams",
        "irgendwas",
        "zeug",
        "rest",
        "etwas",
        "kleines",
        "kleinzeug",
    ]
)
LEAST_PRICE = 50
SOLD_LEVEL = 3
LIMIT = 5
LETTERS = "ABCDEFGH"
UNNAMED = "Gegenstand"


def prices(tokens: Sequence[Token], mentions: Sequence[Mention], facts: Facts) -> list[Row] | None:
    """Return what is sold, as items with their gold; None where the price of a card is not known."""
    sold: list[Row] = []
    named: Row | None = None
    for place, mention in enumerate(mentions):
        if mention.kind == "card":
            row = facts[mention.cards[0]]
            if row["kind"] in ("item", "one-shot", "item-boost"):
                if any(one["name"] == row["name"] for one in sold):
                    continue
                named = {"name": row["name"], "kind": "item", "gold": row.get("gold")}
                sold.append(named)
        elif mention.kind == "number" and not mention.signed and mention.number >= LEAST_PRICE:
            after = tokens[mention.end].key if mention.end < len(tokens) else ""
            if named is not None and (named["gold"] in (None, mention.number)):
                named["gold"], named = mention.number, None
            elif not (named and after == ""):
                item = {"name": UNNAMED, "kind": "item", "gold": mention.number}
                sold += [item] * _times(tokens, mentions[: place + 1])
    return None if any(one["gold"] is None for one in sold) else sold


def _times(tokens: Sequence[Token], mentions: Sequence[Mention]) -> int:
    """Return how many things have the last price: „zwei Helme zu je 600“."""
    *before, price = mentions
    if not price.start or tokens[price.start - 1].key not in said("each_price"):
        return 1
    counts = [one.number for one in before[-3:] if one.kind == "number" and 0 < one.number <= len(LETTERS)]
    return counts[-1] if counts else 1


def unpriced(tokens: Sequence[Token], mentions: Sequence[Mention]) -> bool:
    """Say whether something without a price comes behind what has one: „für 600 und noch Kleinkram“."""
    last = max((one.end for one in mentions if one.kind == "number"), default=0)
    return any(token.key in UNTOLD for token in tokens[last:])


def numbered(sold: Sequence[Row]) -> list[Row]:
    """Give each thing without a name one of its own."""
    letters = iter(f"{UNNAMED} {letter}{turn or ''}" for turn in range(len(sold)) for letter in LETTERS)
    return [{**one, "name": next(letters)} if one["name"] == UNNAMED else one for one in sold]


def sale(table: Table, sold: Sequence[Row], sets: Sequence[str], facts: Facts) -> Row:
    """Return the sale in the seller's own turn."""
    seller = _seller(table)
    traits = [card for card in seller.cards if isinstance(card, str) and facts[card]["kind"] in TRAITS]
    seat = {"id": seller.id, "level": seller.level or SOLD_LEVEL, "in_play": [*traits, *sold]}
    state = {
        "players": [seat, {"id": "person1", "level": 1}],
        "turn": {"player": seller.id, "phase": "start"},
    }
    do = [{"action": "sell", "player": seller.id, "cards": [one["name"] for one in sold]}]
    return {"game": "munchkin", "sets": list(sets), "state": state, "do": do}


def _seller(table: Table) -> Person:
    told = [person for person in table.people.values() if person.told]
    return table.people.get(ME) or (told[0] if told else table.person(ME))


def charity(giver: Person, table: Table, sets: Sequence[str], facts: Facts, *, lowest: bool = False) -> Row:
    """Return the end of somebody's turn with too many cards; `lowest` where nobody else's level is told."""
    traits = [card for card in giver.cards if isinstance(card, str) and facts[card]["kind"] in TRAITS]
    others = [person for person in table.people.values() if person is not giver and person.level is not None]
    level = giver.level or (max([person.level or 1 for person in others], default=1) + 1 if others else 2)
    seats: list[Row] = [
        {
            "id": giver.id,
            "level": level,
            "in_play": traits,
            "hand": [{"back": "door"}] * (giver.hand_count or 0),
        }
    ]
    seats += [{"id": person.id, "level": person.level} for person in others]
    if len(seats) == 1:
        seats.append({"id": "person1", "level": level + 1 if lowest else 1})
    state = {"players": seats, "turn": {"player": giver.id, "phase": "charity"}}
    return {
        "game": "munchkin",
        "sets": list(sets),
        "state": state,
        "do": [{"action": "charity", "player": giver.id}],
    }
