"""What a drawn card shows where: the few numbers at which a player's eye looks first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cards.drawing.cards import address, mark
from cards.effect_wording import signed
from cards.models import Card
from cards.nouns import SLOTS
from cards.vocabulary import Deck, Kind
from cards.wording import say

DOOR_KINDS = {
    Kind.MONSTER,
    Kind.CURSE,
    Kind.TRAP,
    Kind.MONSTER_BOOST,
    Kind.CLASS,
    Kind.RACE,
    Kind.LOYALTY,
    Kind.TRAINING,
    Kind.STYLE,
    Kind.POWER,
    Kind.WANDERING_MONSTER,
    Kind.SPECIAL,
}
TREASURE_KINDS = {Kind.ITEM, Kind.ITEM_BOOST, Kind.ONE_SHOT, Kind.LEVEL_UP, Kind.TREASURE}
# Kinds of card that have a number in the corner; there its absence is worth a quiet word.
_NUMBERED = {
    Kind.MONSTER: "level",
    Kind.ITEM: "bonus",
    Kind.ONE_SHOT: "bonus",
    Kind.MONSTER_BOOST: "strength",
    Kind.ALLY: "bonus",
    Kind.HIRELING: "bonus",
    Kind.MINION: "bonus",
    Kind.MOOK: "bonus",
    Kind.ITEM_BOOST: "bonus",
    Kind.POWER: "grade",
    Kind.BASE: "breakpoint",
    Kind.CREATURE: "strength",
}
# Which facts are lines, and how each line begins.
_LINES = {
    "modifiers": "",
    "usable_by": "Nur für ",
    "not_usable_by": "Nicht für ",
    "ignores": "Verfolgt nicht: ",
}
_CORNER_LABELS = {
    "level": "Stufe",
    "bonus": "Bonus",
    "strength": "Stärke",
    "grade": "Grad",
    "breakpoint": "Zerstört ab",
}


@dataclass(frozen=True)
class Corner:
    """A number in a corner of the card; `text` is empty where nothing is attested."""

    label: str
    text: str


@dataclass(frozen=True)
class Face:
    """A card as it is drawn."""

    card: Card
    shape: str
    corner: Corner | None
    lines: list[str]
    tags: list[str]
    foot: list[str]
    treasure: Corner | None
    points: list[int]

    @cached_property
    def mark(self) -> str:
        """What changes with the picture, and only then."""
        return mark(self)

    @property
    def picture(self) -> str:
        """Where the drawn face lies."""
        return address(self)


def face(card: Card, traits: Mapping[str, str]) -> Face:
    """Lay out a card: number top left, treasures bottom right, slot and gold at the foot."""
    kind = Kind(card.kind)
    return Face(
        card=card,
        shape=_shape(card, kind),
        corner=_corner(card, kind),
        lines=_lines(card, traits),
        tags=[traits.get(tag, tag) for tag in card.tags],
        foot=_foot(card, kind),
        treasure=_treasure(card, kind),
        points=card.structures.get("points", []),
    )


def faces(cards: list[Card], traits: Mapping[str, str]) -> list[Face]:
    return [face(card, traits) for card in cards]


def _shape(card: Card, kind: Kind) -> str:
    """Door cards have an arch, treasure cards cut corners, bases lie on their side, the rest is plain."""
    if kind is Kind.BASE:
        return "base"
    if card.deck == Deck.TREASURE or (not card.deck and kind in TREASURE_KINDS):
        return "treasure"
    if card.deck in (Deck.DOOR, Deck.MONSTER) or (not card.deck and kind in DOOR_KINDS):
        return "door"
    return "plain"


def _corner(card: Card, kind: Kind) -> Corner | None:
    name = _NUMBERED.get(kind)
    if kind is Kind.MONSTER and card.deck == Deck.MONSTER:
        name = "strength"
    if kind is Kind.TREASURE and card.strength is not None:
        name = "strength"
    if name is None:
        return None
    value = getattr(card, name)
    # A card whose text is wholly known has no number where none is recorded.
    if value is None and card.complete:
        return None
    plain = name in ("level", "grade", "breakpoint") or kind in (Kind.CREATURE, Kind.TREASURE, Kind.MONSTER)
    return Corner(_CORNER_LABELS[name], "" if value is None else str(value) if plain else signed(value))


def _lines(card: Card, traits: Mapping[str, str]) -> list[str]:
    """Return the lines above the text: against whom it is stronger, who may use it, whom it spares."""
    known = card.structures
    lines = [begin + say(name, known[name], traits) for name, begin in _LINES.items() if name in known]
    if card.run_away is not None:
        lines.append(f"{signed(card.run_away)} aufs Weglaufen")
    return lines


def _foot(card: Card, kind: Kind) -> list[str]:
    foot = []
    if card.levels is not None and kind is Kind.MONSTER:
        foot.append("1 Stufe" if card.levels == 1 else f"{card.levels} Stufen")
    if card.slot:
        foot.append(SLOTS[card.slot].one)
    if card.hands is not None:
        foot.append(say("hands", card.hands, {}))
    if card.big:
        foot.append("groß")
    if card.gold is not None:
        foot.append(say("gold", card.gold, {}) if card.gold else "kein Wert")
    if card.monsters is not None:
        foot.append("1 Monster" if card.monsters == 1 else f"{card.monsters} Monster")
    if card.faction:
        foot.append(card.faction.capitalize())
    return foot


def _treasure(card: Card, kind: Kind) -> Corner | None:
    if kind not in (Kind.MONSTER, Kind.MONSTER_BOOST):
        return None
    number = card.treasures
    if number is None and card.complete:
        return None
    label = "Schatz" if number in (1, -1) else "Schätze"
    if number is None:
        return Corner("Schätze", "")
    return Corner(label, signed(number) if kind is Kind.MONSTER_BOOST else str(number))
