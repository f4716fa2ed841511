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


class Gender(TextChoices):
    MALE = "m", "männlich"
    FEMALE = "w", "weiblich"


class PlayOn(TextChoices):
    """Where a Smash Up action is laid when it is played."""

    BASE = "base", "auf eine Basis"
    CREATURE = "creature", "auf eine Kreatur"
    OWN_CREATURE = "own-creature", "auf eine eigene Kreatur"


class AbilityKind(TextChoices):
    """When a Smash Up ability works."""

    PLAY = "play", "beim Ausspielen"
    TALENT = "talent", "Talent"
    EXTRA = "extra", "Extra"
    LASTING = "lasting", "dauerhaft"


class Window(TextChoices):
    """The moment for which a Smash Up ability waits."""

    BEFORE = "before", "vor der Wertung"
    DURING = "during", "während der Wertung"
    LOOT = "loot", "während die Beute ausliegt"
    AFTER = "after", "nach der Wertung"
    TURN_START = "turn-start", "zu Beginn des Zuges"
    TURN_END = "turn-end", "am Ende des Zuges"
    ANY = "any", "jederzeit"


class Special(TextChoices):
    """The piece of the rules that a special card brings."""

    SUPER_MUNCHKIN = "super-munchkin", "Super Munchkin"
    HALF_BLOOD = "halb-blut", "Halb-Blut"
    DOUBLE_AGENT = "doppelagent", "Doppelagent"
    TRIPLE_AGENT = "dreifachagent", "Dreifachagent"
    EXTRA_TRAINING = "zusatzausbildung", "Zusatzausbildung"
    WANDERING_MONSTER = "wanderndes-monster", "Wanderndes Monster"
    CHEAT = "schummeln", "Schummeln"


class Coverage(TextChoices):
    FULL = "full", "voll ausführbar"
    PARTIAL = "partial", "teilweise ausführbar"
    TEXT = "text", "nur Text"


class Confidence(TextChoices):
    HIGH = "high", "hoch"
    MEDIUM = "medium", "mittel"
    LOW = "low", "niedrig"


class Origin(TextChoices):
    """Who put a row here; loading the fixtures removes only what it brought itself."""

    FIXTURES = "fixtures", "mitgeliefert"
    IMPORT = "import", "eingelesen"
    EDITOR = "editor", "von Hand angelegt"


class Printed(TextChoices):
    """What a proposal rests on."""

    GERMAN = "karte-de", "gedruckte Karte, deutsche Ausgabe"
    ENGLISH = "karte-en", "gedruckte Karte, englische Ausgabe"
    OTHER = "anderes", "etwas anderes (siehe Bemerkung)"


class ProposalKind(TextChoices):
    """What a proposal is about."""

    CARD = "card", "Karte"
    NEW_CARD = "new-card", "neue Karte"
    RULE = "rule", "Regel"
    RULING = "ruling", "Klarstellung"
    QUESTION = "question", "offene Frage"
    TERM = "term", "Begriff"
    EXAMPLE = "example", "Beispiel"
    COMPARISON = "comparison", "Vergleich"
    ANSWER = "answer", "Antwort"


class ProposalState(TextChoices):
    OPEN = "open", "noch nicht entschieden"
    ACCEPTED = "accepted", "übernommen"
    PARTLY = "partly", "zum Teil übernommen"
    REJECTED = "rejected", "abgelehnt"


class ChangeKind(TextChoices):
    """What a release did to an object."""

    ADDED = "added", "neu"
    CHANGED = "changed", "geändert"
    REMOVED = "removed", "entfallen"
    RENAMED = "renamed", "umbenannt"


# Facts that are a single number or truth value, in the order in which a page names them.
NUMBERS = (
    "level",
    "levels",
    "treasures",
    "bonus",
    "strength",
    "hands",
    "big",
    "gold",
    "run_away",
    "grade",
    "breakpoint",
    "monsters",
)
# Facts that are a single word with a column of its own.
WORDS = ("slot", "faction")

# How a reader calls a tag or another trait that no card of the boxes has for its name.
TRAITS = {
    "untot": "untot",
    "goth": "Goth",
    "sekret": "Sekret",
    "feuer": "Feuer",
    "schusswaffe": "Schusswaffe",
    "messer": "Messer",
    "weihnachtsmonster": "Weihnachtsmonster",
    "fahrzeug": "Fahrzeug",
    "ross": "Ross",
    "roboter": "Roboter",
    "alien": "Alien",
    "daemon": "Dämon",
    "gaki": "Gaki",
    "in-schwarz": "in Schwarz",
    "gender:m": "männlich",
    "gender:w": "weiblich",
}

# Several of those whom a trait means, as sentences say it: „+3 gegen Kultisten“.
PEOPLE = {
    "gender:m": "männliche Munchkins",
    "gender:w": "weibliche Munchkins",
    "untot": "Untote",
    "goth": "Goths",
    "roboter": "Roboter",
    "alien": "Aliens",
    "daemon": "Dämonen",
    "gaki": "Gaki",
    "weihnachtsmonster": "Weihnachtsmonster",
    "ermittler": "Ermittler",
    "kultist": "Kultisten",
    "monsterjaeger": "Monsterjäger",
    "professor": "Professoren",
    "barde": "Barden",
    "dieb": "Diebe",
    "krieger": "Krieger",
    "priester": "Priester",
    "zauberer": "Zauberer",
    "elf": "Elfen",
    "zwerg": "Zwerge",
    "halbling": "Halblinge",
    "mensch": "Menschen",
    "cop": "Cops",
    "soldat": "Soldaten",
    "mann": "die Klasse Mann",
    "assassine": "Assassinen",
    "playboy": "Playboys",
    "tourist": "Touristen",
    "amerikaner": "Amerikaner",
    "brite": "Briten",
    "chinese": "Chinesen",
    "russe": "Russen",
}
