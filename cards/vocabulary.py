"""The closed words of the card data, with their German labels."""

from __future__ import annotations

from django.db.models import TextChoices


class Game(TextChoices):
    MUNCHKIN = "munchkin", "Munchkin"
    SMASH_UP = "smash-up", "Smash Up"


class Kind(TextChoices):
    MONSTER = "monster", "Monster"
    CURSE = "curse", "Fluch"
    TRAP = "trap", "Falle"
    MONSTER_BOOST = "monster-boost", "Monsterverstärker"
    CLASS = "class", "Klasse"
    RACE = "race", "Rasse"
    LOYALTY = "loyalty", "Loyalität"
    TRAINING = "training", "Training"
    STYLE = "style", "Stil"
    POWER = "power", "Kraft"
    WANDERING_MONSTER = "wandering-monster", "Wanderndes Monster"
    SPECIAL = "special", "Sonderkarte"
    ITEM = "item", "Gegenstand"
    ITEM_BOOST = "item-boost", "Gegenstandsverstärker"
    ONE_SHOT = "one-shot", "Einmal einsetzbar"
    LEVEL_UP = "level-up", "Steige eine Stufe auf"
    ALLY = "ally", "Verbündeter"
    HIRELING = "hireling", "Mietling"
    MINION = "minion", "Lakai"
    MOOK = "mook", "Mook"
    BASE = "base", "Basis"
    CREATURE = "creature", "Kreatur"
    ACTION = "action", "Aktion"
    TREASURE = "treasure", "Schatz"
    UNKNOWN = "unknown", "Art nicht belegt"


class Deck(TextChoices):
    DOOR = "door", "Tür"
    TREASURE = "treasure", "Schatz"
    FACTION = "faction", "Fraktion"
    BASE = "base", "Basis"
    MONSTER = "monster", "Monster"


class Slot(TextChoices):
    HEAD = "head", "Kopfbedeckung"
    ARMOR = "armor", "Rüstung"
    FEET = "feet", "Schuhwerk"
    VEHICLE = "vehicle", "Fahrzeug"


class Coverage(TextChoices):
    FULL = "full", "voll ausführbar"
    PARTIAL = "partial", "teilweise ausführbar"
    TEXT = "text", "nur Text"


class Confidence(TextChoices):
    HIGH = "high", "hoch"
    MEDIUM = "medium", "mittel"
    LOW = "low", "niedrig"


# Facts that are a single number or truth value, in the order in which a page names them.
NUMBERS = (
    "level", "levels", "treasures", "bonus", "strength", "hands", "big", "gold", "run_away",
    "grade", "breakpoint", "monsters",
)
