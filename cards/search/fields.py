"""The field table: one row per searchable field drives parser, index, catalogue, help and completion."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cards.folding import sort_key


class Type(Enum):
    """What a field holds, which decides what one can ask of it."""

    WORDS = "words"
    NUMBER = "number"
    CHOICE = "choice"
    # A number to compare, or a word to look for in what is counted.
    COUNT = "count"
    # No property of a hit, but of the page: how to sort, how to show.
    SETTING = "setting"


EQUAL = (":", "=", "!=")
ORDER = ("<", "<=", ">", ">=")
OPERATORS = {
    Type.WORDS: EQUAL,
    Type.NUMBER: EQUAL + ORDER,
    Type.CHOICE: EQUAL,
    Type.COUNT: EQUAL + ORDER,
    Type.SETTING: (":", "="),
}


@dataclass(frozen=True)
class Field:
    """One row: how the field is called, what it holds and how a sentence speaks of it."""

    name: str
    aliases: tuple[str, ...]
    type: Type
    label: str
    # „{subject} ist 5“, „{negated} „Untot““: the two ways a sentence speaks of it.
    subject: str
    help: str
    example: str
    negated: str = ""
    # The keys of the values are English, so queries show the German label instead.
    spoken: bool = False
    # The values form a tree: „axe-cop.klasse“ stands for everything below it.
    tree: bool = False
    # Settings know their values beforehand; those of the other fields come from the data.
    values: tuple[tuple[str, str], ...] = ()

    @property
    def operators(self) -> tuple[str, ...]:
        return OPERATORS[self.type]


def _words(name: str, aliases: str, label: str, subject: str, help: str, example: str) -> Field:  # noqa: A002
    return Field(name, tuple(aliases.split()), Type.WORDS, label, subject, help, example)


def _number(name: str, aliases: str, label: str, subject: str, help: str, example: str) -> Field:  # noqa: A002
    return Field(name, tuple(aliases.split()), Type.NUMBER, label, subject, help, example)


def _choice(
    name: str,
    aliases: str,
    label: str,
    subject: str,
    negated: str,
    *,
    help: str,  # noqa: A002
    example: str,
    spoken: bool = False,
    tree: bool = False,
) -> Field:
    named = tuple(aliases.split())
    return Field(name, named, Type.CHOICE, label, subject, help, example, negated, spoken, tree)


FIELDS: tuple[Field, ...] = (
    _words(
        "name",
        "n titel title",
        "Name",
        "der Name",
        "Wort im Namen, Zweitnamen oder englischen Namen",
        "name:krake",
    ),
    _words("text", "t o oracle", "Text", "der Text", "Wort im Text", "text:rüstung"),
    _choice(
        "typ",
        "type kartentyp kartenart",
        "Kartentyp",
        "der Kartentyp ist",
        "der Kartentyp ist nicht",
        help="Art der Karte",
        example="typ:monster",
        spoken=True,
    ),
    _choice(
        "set",
        "s e edition box spiel",
        "Set",
        "das Set ist",
        "das Set ist nicht",
        help="Box, aus der die Karte oder das Heft stammt",
        example="set:cthulhu",
    ),
    _choice(
        "deck",
        "stapel pile",
        "Stapel",
        "der Stapel ist",
        "der Stapel ist nicht",
        help="Stapel, zu dem die Karte gehört",
        example="deck:tür",
        spoken=True,
    ),
    _choice(
        "fraktion",
        "faction",
        "Fraktion",
        "die Fraktion ist",
        "die Fraktion ist nicht",
        help="Fraktion in Smash Up",
        example="fraktion:zwerge",
    ),
    _number("stufe", "level lvl", "Stufe", "die Stufe", "gedruckte Stufe eines Monsters", "stufe>=10"),
    _number(
        "stufen",
        "levels",
        "Stufen",
        "die Zahl der gewonnenen Stufen",
        "Stufen, die der Sieg über ein Monster bringt",
        "stufen>1",
    ),
    _number(
        "schaetze",
        "schätze treasures",
        "Schätze",
        "die Zahl der Schätze",
        "Schätze eines Monsters",
        "schaetze>=3",
    ),
    _number(
        "bonus", "boni", "Bonus", "der Bonus", "Bonus eines Gegenstands, Verbündeten oder Tranks", "bonus>3"
    ),
    _number("gold", "wert credits preis", "Gold", "der Goldwert", "Goldwert (auch Credits)", "gold:400-600"),
    _number(
        "haende", "hände hands", "Hände", "die Zahl der Hände", "Hände, die ein Gegenstand belegt", "haende:2"
    ),
    _choice(
        "platz",
        "slot",
        "Platz",
        "der Platz ist",
        "der Platz ist nicht",
        help="Körperstelle, an der ein Gegenstand sitzt",
        example="platz:kopfbedeckung",
        spoken=True,
    ),
    _choice(
        "merkmal",
        "tag tags keyword kw",
        "Merkmal",
        "ein Merkmal ist",
        "kein Merkmal ist",
        help="Merkmal wie Untot, Feuer oder Schusswaffe",
        example="merkmal:untot",
    ),
    _choice(
        "fuer",
        "für for usable",
        "Nutzbar für",
        "nutzbar ist es für",
        "nutzbar ist es nicht für",
        help="Klasse, Rasse oder Geschlecht, dem ein Gegenstand vorbehalten ist",
        example="fuer:kultist",
    ),
    _choice(
        "gegen",
        "against vs",
        "Wirkt gegen",
        "anders stark ist es gegen",
        "nicht anders stark ist es gegen",
        help="Wogegen die Karte stärker oder schwächer ist",
        example="gegen:cop",
    ),
    _number(
        "weglaufen",
        "flucht runaway run",
        "Weglaufen",
        "der Zuschlag auf das Weglaufen",
        "Zuschlag auf den Weglaufwurf",
        "weglaufen<0",
    ),
    _number(
        "staerke",
        "stärke power strength",
        "Stärke",
        "die Stärke",
        "Stärke einer Kreatur oder eines Monsterverstärkers",
        "staerke>=4",
    ),
    _number(
        "zerstoerungswert",
        "zerstörungswert breakpoint zw",
        "Zerstörungswert",
        "der Zerstörungswert",
        "Zerstörungswert einer Basis",
        "zerstoerungswert>=20",
    ),
    _number(
        "punkte",
        "points siegpunkte vp",
        "Punkte",
        "ein Punktwert",
        "Siegpunkte, die eine Basis bringt",
        "punkte:5",
    ),
    Field(
        "klar",
        ("klarstellung", "klarstellungen", "rulings", "ruling"),
        Type.COUNT,
        "Klarstellungen",
        "die Zahl der Klarstellungen",
        "Zahl der Klarstellungen, oder ein Wort darin",
        "klar>0",
    ),
    _choice(
        "regel",
        "rule regeln cr",
        "Regel",
        "es geht um die Regel",
        "es geht nicht um die Regel",
        help="Regel, die das Gesuchte berührt; der Anfang der Kennung genügt",
        example="regel:axe-cop.klasse",
        tree=True,
    ),
    _choice(
        "quelle",
        "source src",
        "Quelle",
        "eine Quelle ist",
        "keine Quelle ist",
        help="Quelle, die das Gesuchte belegt",
        example="quelle:anleitung-axe-cop",
    ),
    _choice(
        "sicherheit",
        "confidence",
        "Sicherheit",
        "die Sicherheit ist",
        "die Sicherheit ist nicht",
        help="Wie sicher die Angaben sind",
        example="sicherheit:hoch",
        spoken=True,
    ),
    _choice(
        "thema",
        "topic",
        "Thema",
        "das Thema ist",
        "das Thema ist nicht",
        help="Thema einer Regel",
        example="thema:kampf",
    ),
    _choice(
        "art",
        "kind regelart",
        "Art der Regel",
        "die Art der Regel ist",
        "die Art der Regel ist nicht",
        help="Ob eine Regel gebietet, erlaubt, verbietet …",
        example="art:ausnahme",
        spoken=True,
    ),
    _choice(
        "ist",
        "is",
        "Eigenschaft",
        "es ist",
        "es ist nicht",
        help="Eigenschaft, die zutrifft",
        example="ist:gross",
    ),
    _choice(
        "hat",
        "has mit",
        "Beigabe",
        "es hat",
        "es hat nicht",
        help="Beigabe, die vorhanden ist",
        example="hat:klarstellung",
    ),
    Field(
        "sortierung",
        ("sort", "order", "sortieren"),
        Type.SETTING,
        "Sortierung",
        "sortiert nach",
        "Reihenfolge; ein Minus vor dem Wert kehrt sie um",
        "sortierung:-stufe",
        values=(("treffer", "Güte des Treffers"), ("name", "Name")),
    ),
    Field(
        "ansicht",
        ("display", "as", "view"),
        Type.SETTING,
        "Ansicht",
        "gezeigt als",
        "Darstellung der Karten",
        "ansicht:galerie",
        values=(("liste", "Liste"), ("tabelle", "Tabelle"), ("galerie", "Galerie")),
    ),
)


def _sortable() -> dict[str, str]:
    given = dict(next(f for f in FIELDS if f.name == "sortierung").values)
    numbers = {f.name: f.label for f in FIELDS if f.type in (Type.NUMBER, Type.COUNT)}
    return given | numbers


SORTINGS: dict[str, str] = _sortable()
VIEWS: dict[str, str] = dict(next(f for f in FIELDS if f.name == "ansicht").values)
SETTINGS: dict[str, dict[str, str]] = {"sortierung": SORTINGS, "ansicht": VIEWS}
BY_NAME: dict[str, Field] = {sort_key(word): f for f in FIELDS for word in (f.name, *f.aliases)}


def find_field(word: str) -> Field | None:
    """Return the field of this name or alias, umlauts or not."""
    return BY_NAME.get(sort_key(word))
