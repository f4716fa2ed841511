"""What a proposal about a card may fill in: the fields of each kind, what they take, where on the card they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cards.models import Card
from cards.vocabulary import Deck, Game, Gender, Kind, Slot
from cards.wording import LABELS, LABELS_BY_KIND, NAMED_KINDS

Effects = list[dict[str, Any]]
# What effects of one word can be chosen; whatever says more is written down for the editors.
EFFECTS: dict[str, tuple[str, Callable[[int], Effects]]] = {
    "tod": ("Tod", lambda _: [{"death": True}]),
    "stufen": ("so viele Stufen verlieren", lambda n: [{"lose_levels": n}]),
    "kopf": ("Kopfbedeckung verlieren", lambda _: [{"lose": {"slot": "head"}}]),
    "ruestung": ("Rüstung verlieren", lambda _: [{"lose": {"slot": "armor"}}]),
    "schuhe": ("Schuhwerk verlieren", lambda _: [{"lose": {"slot": "feet"}}]),
    "klasse": ("Klasse verlieren", lambda _: [{"lose": {"kind": "class"}}]),
    "rasse": ("Rasse verlieren", lambda _: [{"lose": {"kind": "race"}}]),
    "hand": ("so viele Handkarten verlieren", lambda n: [{"lose": {"hand": n}}]),
    "gegenstaende": ("so viele Gegenstände verlieren", lambda n: [{"lose": {"kind": "item"}}] * n),
    "geschlecht": ("das Geschlecht wechseln", lambda _: [{"gender": "change"}]),
}
# Types of field that choose among what somebody can be.
OF_TRAITS = ("trait", "against")
COUNTED = ("stufen", "hand", "gegenstaende")
MOST_EFFECT = 9
LONGEST_NAME, LONGEST_TEXT = 120, 600
OWN_WORDS = f"In eigenen Worten, nicht abgeschrieben; höchstens {LONGEST_TEXT} Zeichen."
# Facts that a card bears as structures; all others are columns.
STRUCTURES = ("bad_stuff", "effects", "points", "usable_by", "modifiers")


@dataclass(frozen=True)
class Field:
    """One thing that a form asks about a card."""

    name: str
    label: str
    type: str
    hint: str = ""
    low: int = 0
    high: int = 0
    longest: int = LONGEST_NAME
    choices: tuple[tuple[str, str], ...] = ()


YES_NO = (("ja", "ja"), ("nein", "nein"))
FIELDS = {
    field.name: field
    for field in (
        Field("german", "Deutscher Name", "text", "Genau wie er oben auf der Karte steht."),
        Field(
            "name_en", "Englischer Name", "text", "Nur wenn er auf der Karte oder im englischen Spiel steht."
        ),
        Field("deck", "Stapel", "choice"),
        Field("copies", "Wie oft in der Box", "number", "Zähl sie in einer vollständigen Box.", 1, 20),
        Field("level", "Stufe", "number", "Die Stufe des Monsters, 1 bis 20.", 1, 30),
        Field("levels", "Stufen für den Sieg", "number", "Steht nichts da, ist es 1.", 0, 5),
        Field("treasures", "Schätze", "number", "Die Zahl der Schätze unten.", -5, 10),
        Field("strength", "Stärke", "number", "Beim Verstärker mit Vorzeichen, etwa -5.", -20, 30),
        Field("bonus", "Bonus", "number", "Die Zahl nach dem Pluszeichen.", -20, 20),
        Field("hands", "Hände", "number", "0, wenn er ausdrücklich keine Hand braucht.", 0, 2),
        Field("slot", "Platz", "choice", choices=tuple(Slot.choices)),
        Field("big", "Groß", "choice", "Steht „Groß“ auf der Karte?", choices=YES_NO),
        Field("gold", "Wert in Goldstücken", "number", "0, wenn „kein Wert“ dasteht.", 0, 5000),
        Field("run_away", "Weglaufen", "number", "Was zum Würfel kommt, mit Vorzeichen.", -6, 6),
        Field("grade", "Grad", "number", "1, 2 oder 3.", 1, 3),
        Field("breakpoint", "Zerstörungswert", "number", "", 1, 60),
        Field("points", "Siegpunkte", "numbers", "Die drei Zahlen von links nach rechts, etwa 4 2 1.", 0, 9),
        Field("monsters", "Monster", "number", "So viele Monster kommen mit der Basis.", 0, 9),
        Field("usable_by", "Nutzbar nur für", "trait", "Mehrere: unten in eigenen Worten."),
        Field(
            "modifiers",
            "Stärker oder schwächer gegen",
            "against",
            "Die Zahl mit Vorzeichen, etwa +3 oder -2.",
        ),
        Field("bad_stuff", "Schlimme Dinge", "effects", "Passt keins, schreib es unten in eigenen Worten."),
        Field("effects", "Wirkung", "effects", "Passt keine, schreib sie unten in eigenen Worten."),
        Field(
            "bad_stuff_text",
            "Schlimme Dinge in Worten",
            "long",
            OWN_WORDS,
            longest=LONGEST_TEXT,
        ),
        Field(
            "text",
            "Was die Karte tut",
            "long",
            OWN_WORDS,
            longest=LONGEST_TEXT,
        ),
    )
}
# Known already of most cards: the form asks for them last.
RARE = ("name_en", "deck", "copies")
DECKS = {
    Game.MUNCHKIN: (Deck.DOOR, Deck.TREASURE),
    Game.SMASH_UP: (Deck.FACTION, Deck.BASE, Deck.MONSTER, Deck.TREASURE),
}
OF_KIND: dict[Kind, tuple[str, ...]] = {
    Kind.MONSTER: ("level", "levels", "treasures", "modifiers", "bad_stuff", "bad_stuff_text"),
    Kind.ITEM: ("bonus", "hands", "slot", "big", "gold", "usable_by", "run_away"),
    Kind.ONE_SHOT: ("bonus", "gold", "usable_by"),
    Kind.ITEM_BOOST: ("bonus", "gold"),
    Kind.MONSTER_BOOST: ("strength", "treasures"),
    Kind.CURSE: ("effects",),
    Kind.TRAP: ("effects",),
    Kind.LEVEL_UP: ("gold",),
    Kind.POWER: ("grade",),
    Kind.ALLY: ("bonus", "run_away"),
    Kind.HIRELING: ("bonus", "run_away"),
    Kind.MINION: ("bonus", "run_away"),
    Kind.MOOK: ("bonus", "run_away"),
    Kind.BASE: ("breakpoint", "points", "monsters"),
    Kind.CREATURE: ("strength",),
    Kind.TREASURE: ("strength",),
}


def fields_of(card: Card, kind: Kind) -> list[Field]:
    """Return the fields that a card of this kind has, in the order of the form."""
    own = OF_KIND.get(kind, ())
    if kind is Kind.MONSTER and card.edition.game == Game.SMASH_UP:
        own = ("strength", "treasures")
    found = [_named(FIELDS[name], kind) for name in ("german", *own, "text", *RARE)]
    choices = {"deck": tuple((str(deck), str(deck.label)) for deck in DECKS[Game(card.edition.game)])}
    if of_traits := [one.name for one in found if one.type in OF_TRAITS]:
        choices |= dict.fromkeys(of_traits, traits_of_box(card.edition_id))
    return [replace(one, choices=choices.get(one.name, one.choices)) for one in found]


def traits_of_box(box: str) -> tuple[tuple[str, str], ...]:
    """Return what somebody in this box can be: its classes, races, powers …, and man or woman."""
    rows = Card.objects.in_box(box).filter(kind__in=NAMED_KINDS).order_by("name")
    return (
        *rows.values_list("slug", "name"),
        *(("gender:" + key, str(text)) for key, text in Gender.choices),
    )


def _named(field: Field, kind: Kind) -> Field:
    label = LABELS_BY_KIND.get((kind, field.name))
    return field if label is None else replace(field, label=label)


def value(card: Card, name: str) -> Any:
    """Return what a card says in a field; None where nothing is attested."""
    if name == "german":
        return card.name if card.name_is_german else None
    if name == "name_en":
        return card.name_en or (None if card.name_is_german else card.name or None)
    found = card.structures.get(name) if name in STRUCTURES else getattr(card, name)
    return None if found in ("", []) else found


def put(card: Card, name: str, new: Any) -> None:
    """Write a value into a row; nothing is saved."""
    if name == "german":
        if new and not card.name_is_german and not card.name_en:
            card.name_en = card.name
        card.name, card.name_is_german = (new, True) if new else (card.name_en or card.name, False)
    elif name == "name_en":
        card.name_en = new or ""
        card.name = card.name if card.name_is_german else (new or card.name)
    elif name in STRUCTURES:
        rest = {key: held for key, held in card.structures.items() if key != name}
        card.structures = rest if new is None else {**rest, name: new}
    else:
        empty = "" if name in ("kind", "deck", "slot", "text", "bad_stuff_text") else None
        setattr(card, name, empty if new is None else new)


def label(name: str, kind: str = "") -> str:
    """Return what a field is called; `kind` of the card where the same word means something else there."""
    if name == "kind":
        return "Art"
    found = LABELS_BY_KIND.get((Kind(kind), name)) if kind in Kind.values else None
    return found or (FIELDS[name].label if name in FIELDS else LABELS.get(name, name))
