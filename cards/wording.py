"""Facts in German: what a card's machine-readable facts say to a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards import vocabulary as words
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
    "group": "Gattung",
    "sources_differ": "Die Quellen",
}
# Where the same word means something else on another kind of card.
LABELS_BY_KIND = {
    (words.Kind.MONSTER_BOOST, "strength"): "Stärke des Monsters",
    (words.Kind.MONSTER_BOOST, "treasures"): "Schätze zusätzlich",
}
SLOTS = {
    "head": "Kopfbedeckung",
    "armor": "Rüstung",
    "feet": "Schuhwerk",
    "hand": "Gegenstand für die Hände",
    "vehicle": "Fahrzeug",
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


def signed(number: int) -> str:
    """Return a number as cards print it: with its sign, a true minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def _gold(number: int) -> str:
    return f"{number:,}".replace(",", ".") + " Goldstücke"


def trait(word: str, traits: Mapping[str, str]) -> str:
    """Return a trait as a reader says it: „Monsterjäger“, „Stufe 5 und höher“."""
    for sign, wording in ((">=", "Stufe {} und höher"), ("<=", "Stufe {} und niedriger"), ("=", "Stufe {}")):
        if word.startswith("level" + sign):
            return wording.format(word.removeprefix("level" + sign))
    return traits.get(word, word)


def _ignored(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    who = {"w": "weibliche Munchkins", "m": "männliche Munchkins"}.get(value.get("gender", ""), "Munchkins")
    level = f" bis Stufe {value['max_level']}" if "max_level" in value else ""
    bearing = f" mit {trait(value['trait'], traits)}" if "trait" in value else ""
    return who + level + bearing


def effect(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    """Return one effect as a sentence."""
    said = [sentence for sentence in _effect_parts(value, traits) if sentence]
    condition = _condition("Wenn", value.get("if"), traits) or _condition(
        "Außer wenn", value.get("unless"), traits
    )
    text = ", ".join(said) or "es geschieht etwas, das hier noch kein Wort hat"
    return f"{condition}{text}." if condition else f"{text[0].upper()}{text[1:]}."


def _effect_parts(value: Mapping[str, Any], traits: Mapping[str, str]) -> Iterator[str]:
    if number := value.get("lose_levels"):
        yield f"{_levels(number)} verlieren"
    if number := value.get("gain_levels"):
        yield f"{_levels(number)} aufsteigen"
    if value.get("death"):
        yield "der Charakter stirbt"
    if "lose" in value:
        yield _lose(value["lose"])
    if "become" in value:
        yield f"{trait(value['become'], traits)} werden"
    if "next_combat" in value:
        yield f"im nächsten Kampf {signed(value['next_combat']['strength'])}"


def _levels(number: int) -> str:
    return "eine Stufe" if number == 1 else f"{number} Stufen"


def _lose(value: Mapping[str, Any]) -> str:
    if value.get("all"):
        return "alles verlieren"
    if "slot" in value:
        return f"{SLOTS[value['slot']]} verlieren"
    if value.get("hand") == "all":
        return "die ganze Hand ablegen"
    if "hand" in value:
        return f"{value['hand']} Handkarte{'n' if value['hand'] > 1 else ''} ablegen"
    if value.get("big"):
        return "einen großen Gegenstand verlieren"
    if "kind" in value:
        return f"eine Karte der Art {words.Kind(value['kind']).label} verlieren"
    return f"eine Karte mit dem Merkmal {value.get('tag')} verlieren"


def _condition(word: str, value: Mapping[str, Any] | None, traits: Mapping[str, str]) -> str:
    if not value:
        return ""
    if "gender" in value:
        return f"{word} man {words.Gender(value['gender']).label} ist: "
    has = value.get("has", {})
    named = SLOTS.get(has.get("slot", "")) or trait(
        has.get("trait") or has.get("kind") or has.get("tag") or "", traits
    )
    return f"{word} man hat ({named}): "


def ability(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    """Return one ability as a sentence; empty where only the card's text says what it does."""
    for name, wording in _ABILITIES.items():
        if name in value:
            return wording.format(value[name]) + "."
    match value:
        case {"discard_for_strength": cost}:
            most = f", höchstens {cost['max']} je Kampf" if "max" in cost else ""
            against = f" gegen {trait(cost['vs'], traits)}" if "vs" in cost else ""
            return f"Karten ablegen: {signed(cost['each'])} je Karte{against}{most}."
        case {"draw_discard_instead": cost}:
            cards = "eine Handkarte" if cost["hand"] == 1 else f"{cost['hand']} Handkarten"
            return f"Statt zu ziehen: {cards} ablegen und die oberste Karte der Ablage nehmen."
        case {"discard_hand_for": gain}:
            return f"Die ganze Hand ablegen: {signed(gain['strength'])} im Kampf."
        case {"strength_per_other": gain}:
            return f"{signed(gain['each'])} je weiterem Mitspieler mit {trait(gain['trait'], traits)}."
        case {"roll": results}:
            nothing = [face for face, effects in results.items() if not effects]
            return "Mit einem Würfelwurf" + (f"; bei {', '.join(nothing)} ohne Wirkung." if nothing else ".")
        case {"kind": kind}:
            return _when(kind, value)
    return ""


_ABILITIES = {
    "wins_ties": "Gewinnt bei Gleichstand",
    "run_away": "{:+d} aufs Weglaufen",
    "level_per_helped_kill": "Je Monster, das dank seiner Hilfe stirbt: {} Stufe",
    "hand_limit": "Darf {} Handkarten behalten",
    "big_items": "Große Gegenstände: keine Obergrenze",
    "allies": "Darf {} Verbündete haben",
    "extra_hands": "{} Hand mehr",
    "strength": "{:+d} im Kampf",
}


def _when(kind: str, value: Mapping[str, Any]) -> str:
    window = f" ({words.Window(value['window']).label})" if value.get("window") else ""
    freely = ", freiwillig" if value.get("may") else ""
    label = str(words.AbilityKind(kind).label)
    return f"{label[0].upper()}{label[1:]}{window}{freely}."


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


_HOLDERS = {"ally": "einen Verbündeten", "item": "einen Gegenstand"}
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
    "attach_to": lambda value, _: " oder ".join(_HOLDERS[holder] for holder in value),
    "bad_stuff": _effects,
    "on_escape": _effects,
    "effects": _effects,
    "abilities": lambda value, traits: " ".join(said for a in value if (said := ability(a, traits))),
    "group": lambda _value, _: "eine Art von Karten, keine einzelne",
}
