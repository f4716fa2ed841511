"""Facts in German: what a card's machine-readable facts say to a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards import vocabulary as words
from cards.effect_wording import SLOTS, ability, effect, filtered, signed, trait
from cards.models import Card

NAMED_KINDS = (
    words.Kind.CLASS,
    words.Kind.RACE,
    words.Kind.LOYALTY,
    words.Kind.TRAINING,
    words.Kind.STYLE,
    words.Kind.POWER,
)
LABELS = {
    "level": "Stufe",
    "levels": "Stufen für den Sieg",
    "treasures": "Schätze",
    "bonus": "Bonus",
    "bonus_per": "Bonus je Beteiligtem",
    "strength": "Stärke",
    "hands": "Hände",
    "slot": "Platz",
    "big": "Groß",
    "complex": "Kompliziert",
    "gold": "Wert",
    "credits": "Wert",
    "sell_bonus": "Beim Verkaufen",
    "usable_by": "Nutzbar nur für",
    "not_usable_by": "Nicht nutzbar für",
    "run_away": "Weglaufen",
    "counts_toward_limit": "Zählt zur Obergrenze",
    "no_escape": "Weglaufen",
    "friendly": "Freundlich",
    "ignores": "Verfolgt nicht",
    "modifiers": "Im Kampf",
    "grade": "Grad",
    "makes": "Macht das Monster",
    "breakpoint": "Zerstörungswert",
    "points": "Siegpunkte",
    "monsters": "Monster",
    "as": "Gespielt als",
    "faction": "Fraktion",
    "theme": "Gehört zu",
    "play_on": "Gespielt",
    "lasting": "Bleibt liegen",
    "special": "Bringt die Regel",
    "attach_to": "Wird angelegt an",
    "tags": "Merkmale",
    "bad_stuff": "Schlimme Dinge",
    "on_escape": "Nach dem Entkommen",
    "effects": "Wirkung",
    "abilities": "Fähigkeiten",
    "on_meet": "Beim Erscheinen",
    "on_reveal": "Beim Aufdecken",
    "spared": "Für alle, die entkommen",
    "no_help_from": "Helfen dürfen nicht",
    "no_reward": "Hilfe ohne Lohn",
    "loot_after_win": "Plündern auch nach dem Sieg",
    "reacts": "Besonders",
    "silences": "Wirkungslos im Kampf",
    "counts": "Zählweise",
    "host": "Nur für",
    "frees_hands": "Hände des Gegenstands",
    "beside": "Neben anderen tragbar",
    "least_treasures": "Schätze mindestens",
    "bonus_deed": "Bonus stattdessen",
    "doubles": "Verdoppelt",
    "passes_to": "Nach Gebrauch",
    "play_when": "Spielbar",
    "group": "Sammelname",
    "sources_differ": "Die Quellen",
}
# Where the same word means something else on another kind of card.
LABELS_BY_KIND = {
    (words.Kind.MONSTER_BOOST, "strength"): "Stärke des Monsters",
    (words.Kind.MONSTER_BOOST, "treasures"): "Schätze zusätzlich",
}
# What a player expects to read on a card of a kind, so that its absence is said.
EXPECTED = {
    words.Kind.MONSTER: ("level", "levels", "treasures", "bad_stuff"),
    words.Kind.ITEM: ("bonus", "slot", "hands", "gold"),
    words.Kind.ONE_SHOT: ("bonus", "gold"),
    words.Kind.MONSTER_BOOST: ("strength", "treasures"),
    words.Kind.POWER: ("grade", "abilities"),
    words.Kind.CLASS: ("abilities",),
    words.Kind.RACE: ("abilities",),
    words.Kind.LOYALTY: ("abilities",),
    words.Kind.TRAINING: ("abilities",),
    words.Kind.ALLY: ("bonus",),
    words.Kind.HIRELING: ("bonus",),
    words.Kind.BASE: ("breakpoint", "points", "monsters"),
    words.Kind.CREATURE: ("strength",),
    words.Kind.CURSE: ("effects",),
    words.Kind.TRAP: ("effects",),
}


@dataclass(frozen=True)
class Fact:
    """One fact as a reader reads it; without text it is not attested."""

    name: str
    label: str
    text: str


def trait_names() -> dict[str, str]:
    """Return what a reader calls each trait: the name of the class, race … or the word for the tag."""
    rows = Card.objects.filter(kind__in=NAMED_KINDS).order_by("-edition__order").values_list("slug", "name")
    return {**{str(k): str(k.label) for k in words.Kind}, **dict(rows), **words.TRAITS}


def facts_in_words(card: Card, traits: Mapping[str, str]) -> Iterator[Fact]:
    """Return every attested fact with its label, and of an incomplete card what is missing."""
    facts = card.own_facts()
    kind = words.Kind(card.kind)
    expected = () if card.complete else EXPECTED.get(kind, ())
    for name, label in LABELS.items():
        text = say(name, facts[name], traits) if name in facts else ""
        if name == "bad_stuff" and card.bad_stuff_text:
            text = card.bad_stuff_text
        if text or name in expected:
            yield Fact(name, LABELS_BY_KIND.get((kind, name), label), text)


def say(name: str, value: Any, traits: Mapping[str, str]) -> str:
    """Return the value of a fact in words; empty where there is nothing to say."""
    return _SAYINGS[name](value, traits) if name in _SAYINGS else str(value)


def _gold(number: int) -> str:
    return f"{number:,}".replace(",", ".") + " Goldstücke"


def _ignored(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    who = {"w": "weibliche Munchkins", "m": "männliche Munchkins"}.get(value.get("gender", ""), "Munchkins")
    level = f" bis Stufe {value['max_level']}" if "max_level" in value else ""
    bearing = f" mit {trait(value['trait'], traits)}" if "trait" in value else ""
    return who + level + bearing


def _yes_or_no(value: bool, _traits: Mapping[str, str]) -> str:
    return "ja" if value else "nein"


def _effects(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return " ".join(effect(e, traits) for e in value) or "Es geschieht nichts."


def _bonus_per(value: Mapping[str, int], _traits: Mapping[str, str]) -> str:
    return " und ".join(f"{signed(number)} je {side.capitalize()}" for side, number in value.items())


def _modifiers(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return "; ".join(f"{signed(m['strength'])} gegen {trait(m['vs'], traits)}" for m in value)


def _traits(value: list[str], traits: Mapping[str, str]) -> str:
    return ", ".join(trait(word, traits) for word in value)


def _attached(value: list[str], traits: Mapping[str, str]) -> str:
    return " oder ".join(_HOLDERS.get(word) or trait(word, traits) for word in value)


def _counts(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    times = {0: "zählt nicht", 1: "zählt wie sonst", 2: "zählt doppelt", 3: "zählt dreifach"}
    return "; ".join(f"{filtered(row, traits)}: {times.get(row['times'], '')}" for row in value)


def _reacts(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return " ".join(_reaction(row, traits) for row in value)


def _reaction(row: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    instead = f" {signed(row['strength'])} statt des Üblichen." if "strength" in row else ""
    return f"Auf {trait(row['to'], traits)}:{instead} {_effects(row.get('effects', []), traits)}".strip()


def _play_when(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    said = {
        "person": "auf jemand anderen",
        "active": "auf die Person am Zug",
        "phases": "vor dem Öffnen der Tür",
        "alone": "für Munchkins nur, wenn eine Person allein kämpft",
        "level": trait(value.get("level", ""), traits),
    }
    if "fight" in value:
        said["fight"] = "im Kampf" if value["fight"] else "außerhalb von Kämpfen"
    return ", ".join(said[name] for name in value)


_NEIGHBOURS = {"left": "den linken Nachbarn", "right": "den rechten Nachbarn"}
_HOLDERS = {"ally": "einen Verbündeten", "item": "einen Gegenstand"}
_SILENCED = {"modifiers": "auf Monstern gedruckte Boni und Abzüge"}
_HANDS = {0: "keine Hand", 1: "1 Hand", 2: "2 Hände"}
# How the value of each fact is said; a fact that is missing here is said as it stands.
_SAYINGS: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "slot": lambda value, _: SLOTS[value],
    "big": _yes_or_no,
    "complex": _yes_or_no,
    "friendly": _yes_or_no,
    "lasting": _yes_or_no,
    "counts_toward_limit": _yes_or_no,
    "hands": lambda value, _: _HANDS.get(value, str(value)),
    "gold": lambda value, _: _gold(value) if value else "kein Wert",
    "credits": lambda value, _: f"{value} Credits",
    "sell_bonus": lambda value, _: f"{_gold(value)} mehr",
    "bonus": lambda value, _: signed(value),
    "run_away": lambda value, _: signed(value),
    "bonus_per": _bonus_per,
    "usable_by": _traits,
    "not_usable_by": _traits,
    "tags": _traits,
    "makes": _traits,
    "modifiers": _modifiers,
    "ignores": _ignored,
    "no_escape": lambda _value, _: "unmöglich",
    "points": lambda value, _: " / ".join(str(n) for n in value),
    "as": lambda value, _: str(words.Kind(value).label),
    "faction": lambda value, _: value.capitalize(),
    "theme": lambda value, _: value.capitalize(),
    "play_on": lambda value, _: str(words.PlayOn(value).label),
    "special": lambda value, _: str(words.Special(value).label),
    "attach_to": _attached,
    "host": filtered,
    "frees_hands": lambda value, _: f"{value} weniger",
    "beside": lambda value, _: (
        "geht mit den anderen verloren" if value == "together" else "geht statt der anderen verloren"
    ),
    "on_meet": _effects,
    "on_reveal": _effects,
    "spared": _effects,
    "no_help_from": _traits,
    "no_reward": _yes_or_no,
    "loot_after_win": _yes_or_no,
    "reacts": _reacts,
    "silences": lambda value, _: ", ".join(_SILENCED.get(w) or str(words.Kind(w).label) for w in value),
    "counts": _counts,
    "least_treasures": lambda value, _: str(value),
    "bonus_deed": lambda value, _: f"{signed(value['bonus'])} ({value['deed']})",
    "doubles": filtered,
    "passes_to": lambda value, _: f"an {_NEIGHBOURS[value]}, wenn er eine niedrigere Stufe hat",
    "play_when": _play_when,
    "bad_stuff": _effects,
    "on_escape": _effects,
    "effects": _effects,
    "abilities": lambda value, traits: " ".join(said for a in value if (said := ability(a, traits))),
    "group": lambda _value, _: (
        "ein Name aus der Anleitung; welche Karte gemeint ist, ist nicht einzeln belegt"
    ),
}
