"""Facts in German: what a card's machine-readable facts say to a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards import vocabulary as words
from cards.ability_wording import ability
from cards.clauses import sentence
from cards.effect_wording import cards as meant
from cards.effect_wording import effect, gold, signed, trait, turned
from cards.models import Card
from cards.nouns import KINDS, SLOTS, listed, noun, quoted, who
from cards.per_release import PerRelease

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
    "spared": "Wenn es dich nicht erwischt",
    "no_help_from": "Helfen dürfen nicht",
    "no_reward": "Wer hilft",
    "loot_after_win": "Nach dem Sieg",
    "reacts": "Besonders",
    "silences": "Wirkungslos im Kampf",
    "counts": "Zählweise",
    "host": "Nur für",
    "frees_hands": "Hände des Gegenstands",
    "beside": "Mit anderen zusammen tragbar",
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
    """One fact as a reader reads it; without text it is not attested, several lines are a list."""

    name: str
    label: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")


_traits: PerRelease[dict[str, str]] = PerRelease()


def trait_names() -> dict[str, str]:
    """Return what a reader calls each trait: the name of the class, race … or card, or the word for the tag."""
    return _traits.now(_read_traits)


def _read_traits() -> dict[str, str]:
    return called(Card.objects.order_by("-edition__order").values("slug", "name", "kind"))


def called(cards: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the same of cards by their slugs, names and kinds; where several share a slug, the last one counts."""
    rows = list(cards)
    named = [row for row in rows if row["kind"] in NAMED_KINDS]
    cards_ = {str(row["slug"]): str(row["name"]) for row in (*rows, *named)}
    return {**{str(k): str(k.label) for k in words.Kind}, **cards_, **words.TRAITS}


def facts_in_words(card: Card, traits: Mapping[str, str]) -> Iterator[Fact]:
    """Return every attested fact with its label, and of an incomplete card what is missing."""
    facts = card.own_facts()
    kind = words.Kind(card.kind)
    expected = () if card.complete else EXPECTED.get(kind, ())
    for name, label in LABELS.items():
        text = say(name, facts[name], traits) if name in facts else ""
        if text and (kind, name) in LABELS_BY_KIND:
            text = signed(facts[name]) if facts[name] else "keine"
        if name == "bad_stuff" and card.bad_stuff_text:
            text = card.bad_stuff_text
        if text or name in expected:
            yield Fact(name, LABELS_BY_KIND.get((kind, name), label), text)


def say(name: str, value: Any, traits: Mapping[str, str]) -> str:
    """Return the value of a fact in words; empty where there is nothing to say."""
    return _SAYINGS[name](value, traits) if name in _SAYINGS else str(value)


def _ignored(value: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    gender = words.PEOPLE.get(f"gender:{value.get('gender')}", "Munchkins")
    level = f" bis Stufe {value['max_level']}" if "max_level" in value else ""
    whom = who(value["trait"], traits) if "trait" in value else gender
    return whom + level


def _yes_or_no(value: bool, _traits: Mapping[str, str]) -> str:
    return "ja" if value else "nein"


def _effects(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return "\n".join(effect(e, traits) for e in value) or "Es geschieht nichts."


def _bonus_per(value: Mapping[str, int], _traits: Mapping[str, str]) -> str:
    return " und ".join(f"{signed(number)} je {side.capitalize()}" for side, number in value.items())


def _modifiers(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return "; ".join(f"{signed(m['strength'])} gegen {who(m['vs'], traits)}" for m in value)


def _names(value: list[str], traits: Mapping[str, str]) -> str:
    return ", ".join(trait(word, traits) for word in value)


def _people(value: list[str], traits: Mapping[str, str]) -> str:
    return listed([who(word, traits) for word in value])


def _attached(value: list[str], traits: Mapping[str, str]) -> str:
    return listed([_HOLDERS.get(word) or who(word, traits) for word in value], "oder")


_TIMES = {0: "{} nicht", 1: "{} wie sonst", 2: "{} doppelt", 3: "{} dreifach"}
_SIDES = {"munchkins": " der Munchkins", "monsters": " der Monster"}


def _counts(value: list[Mapping[str, Any]], _traits: Mapping[str, str]) -> str:
    return "\n".join(_count(row, others=place > 0) for place, row in enumerate(value))


def _count(row: Mapping[str, Any], *, others: bool) -> str:
    """Say how often some cards count; of a kind that an earlier line has already parted, the rest is meant."""
    one = noun(row)
    head = f"die übrigen {_weak(one)}" if others and "kind" in row else one.several()
    by = ", die andere spielen," if row.get("by") else ""
    until = ", auch wenn die Karte den Kampf verlässt" if row.get("stays") else ""
    times = _TIMES[row["times"]].format("zählen" if one.many else "zählt")
    return sentence(f"{head}{_SIDES.get(row.get('side', ''), '')}{by} {times}{until}")


def _weak(one: Any) -> str:
    return one.all().removeprefix("alle ")


def _reacts(value: list[Mapping[str, Any]], traits: Mapping[str, str]) -> str:
    return "\n".join(_reaction(row, traits) for row in value)


def _reaction(row: Mapping[str, Any], traits: Mapping[str, str]) -> str:
    card = quoted(row["to"], traits)
    if "strength" in row:
        gets = f"bekommt dieses Monster {signed(row['strength'])} statt des Üblichen"
        return f"Wird {card} in diesen Kampf gespielt, {gets}."
    # The effects hit whoever plays the card, who need not be the one who fights.
    return f"Spielst du {card} in diesen Kampf, {turned(row['effects'], traits)}."


def _play_when(value: Mapping[str, Any], _traits: Mapping[str, str]) -> str:
    said = []
    if "person" in value:
        said.append("auf eine andere Person" + _bearing(value))
    elif value.get("active"):
        said.append("im eigenen Zug")
    if "phases" in value:
        said.append("vor dem Öffnen der Tür")
    if "fight" in value:
        said.append("im Kampf" if value["fight"] else "außerhalb von Kämpfen")
    if "alone" in value:
        said.append("für die Munchkins nur, wenn jemand allein kämpft")
    return ", ".join(said)


def _bearing(value: Mapping[str, Any]) -> str:
    """Whom it may hit: „, die am Zug ist und höchstens Stufe 8 hat“."""
    level = str(value.get("level", ""))
    number = level.rpartition("=")[2]
    bounds = {"level>=": f"mindestens Stufe {number} hat", "level<=": f"höchstens Stufe {number} hat"}
    said = ["am Zug ist"] if value.get("active") else []
    said += [text for start, text in bounds.items() if level.startswith(start)]
    return f", die {listed(said)}" if said else ""


_NEIGHBOURS = {"left": "deinen linken Nachbarn", "right": "deinen rechten Nachbarn"}
_HOLDERS = {"ally": "einen Verbündeten", "item": "einen Gegenstand"}
_SILENCED = {"modifiers": "auf Monstern gedruckte Boni und Abzüge"}
_HANDS = {0: "keine Hand", 1: "1 Hand", 2: "2 Hände"}
# How the value of each fact is said; a fact that is missing here is said as it stands.
_SAYINGS: dict[str, Callable[[Any, Mapping[str, str]], str]] = {
    "slot": lambda value, _: SLOTS[value].one,
    "big": _yes_or_no,
    "complex": _yes_or_no,
    "friendly": _yes_or_no,
    "lasting": _yes_or_no,
    "counts_toward_limit": _yes_or_no,
    "hands": lambda value, _: _HANDS.get(value, str(value)),
    "gold": lambda value, _: gold(value) if value else "kein Wert",
    "credits": lambda value, _: f"{value} Credits",
    "sell_bonus": lambda value, _: f"{gold(value)} mehr",
    "bonus": lambda value, _: signed(value),
    "run_away": lambda value, _: signed(value),
    "bonus_per": _bonus_per,
    "usable_by": _people,
    "not_usable_by": _people,
    "tags": _names,
    "makes": _names,
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
    "host": lambda value, traits: meant({"kind": "item", **value}, traits, many=True),
    "frees_hands": lambda value, _: f"{'eine' if value == 1 else value} weniger",
    "beside": lambda value, _: (
        "ja; geht mit ihnen verloren" if value == "together" else "ja; geht an ihrer Stelle verloren"
    ),
    "on_meet": _effects,
    "on_reveal": _effects,
    "spared": _effects,
    "no_help_from": _people,
    "no_reward": lambda _value, _: "bekommt keinen Lohn",
    "loot_after_win": lambda _value, _: "Du darfst den Raum trotzdem plündern.",
    "reacts": _reacts,
    "silences": lambda value, _: listed(_SILENCED.get(w) or KINDS[words.Kind(w)].several() for w in value),
    "counts": _counts,
    "least_treasures": lambda value, _: str(value),
    "bonus_deed": lambda value, _: f"{sentence(value['deed'])} Dann {signed(value['bonus'])}.",
    "doubles": lambda value, traits: meant(value, traits, many=True),
    "passes_to": lambda value, _: f"an {_NEIGHBOURS[value]}, wenn er eine niedrigere Stufe hat",
    "play_when": _play_when,
    "bad_stuff": _effects,
    "on_escape": _effects,
    "effects": _effects,
    "abilities": lambda value, traits: "\n".join(said for a in value if (said := ability(a, traits))),
    "group": lambda _value, _: (
        "ein Name aus der Anleitung; welche Karte gemeint ist, ist nicht einzeln belegt"
    ),
}
