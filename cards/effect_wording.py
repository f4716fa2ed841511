"""Effects and abilities in German: what a card does, said so that a player understands it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cards import vocabulary as words

Value = Mapping[str, Any]
Names = Mapping[str, str]

SLOTS = {
    "head": "Kopfbedeckung",
    "armor": "Rüstung",
    "feet": "Schuhwerk",
    "hand": "Gegenstand für die Hände",
    "vehicle": "Fahrzeug",
}
_BOUNDS = ((">=", "Stufe {} und höher"), ("<=", "Stufe {} und niedriger"), ("=", "Stufe {}"))


def signed(number: int) -> str:
    """Return a number as cards print it: with its sign, a true minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def trait(word: str | list[str], traits: Names) -> str:
    """Return a trait as a reader says it: „Monsterjäger“, „Stufe 5 und höher“; several are alternatives."""
    if not isinstance(word, str):
        return " oder ".join(trait(one, traits) for one in word)
    if word.startswith("not:"):
        return "alle außer " + trait(word.removeprefix("not:"), traits)
    if word == "level=lowest":
        return "die niedrigste Stufe am Tisch"
    for sign, wording in _BOUNDS:
        if word.startswith("level" + sign):
            return wording.format(word.removeprefix("level" + sign))
    return traits.get(word, word)


def effect(value: Value, traits: Names) -> str:
    """Return one effect as a sentence."""
    text = _clauses(value, traits)
    condition = _condition("Wenn", value.get("if"), traits) or _condition(
        "Außer wenn", value.get("unless"), traits
    )
    return f"{condition}{text}." if condition else f"{text[0].upper()}{text[1:]}."


def _clauses(value: Value, traits: Names) -> str:
    said = [_SAYINGS[name](value[name], traits) for name in _SAYINGS if value.get(name) not in (None, False)]
    return ", ".join(said) or "es geschieht nichts"


def _listed(effects: list[Value], traits: Names) -> str:
    return " und ".join(_clauses(one, traits) for one in effects)


def _levels(number: Any) -> str:
    if isinstance(number, Mapping):
        return "je Handkarte eine Stufe"
    if number == "all":
        return "alle Stufen"
    return "eine Stufe" if number == 1 else f"{number} Stufen"


def _lose(value: Value, traits: Names) -> str:
    verb = "verlieren" if value.get("hand") is None else "ablegen"
    return f"{_amount(value)}{filtered(value, traits)} {verb}{_picker(value)}"


def _amount(value: Value) -> str:
    if value.get("hand") is not None:
        cards = value["hand"]
        return "die ganze Hand" if cards == "all" else f"{cards} Handkarte{'n' if cards > 1 else ''}"
    if value.get("worth"):
        return f"Wert von zusammen mindestens {value['worth']} Goldstücken: "
    for key, wording in (("highest", "höchstem"), ("lowest", "niedrigstem")):
        if key in value:
            return f"mit {wording} {'Bonus' if value[key] == 'bonus' else 'Goldwert'}: "
    return "alles davon: " if value.get("all") and len(value) > 1 else ""


def _picker(value: Value) -> str:
    who = {
        "left": "der linke Nachbar",
        "right": "der rechte Nachbar",
        "lowest": "wer die niedrigste Stufe hat",
    }
    if value.get("random"):
        return " (zufällig)"
    return f" ({who[value['chooser']]} wählt)" if "chooser" in value else ""


def filtered(value: Value, traits: Names) -> str:
    """Return which cards are meant."""
    named = [wording for name, wording in _filter_words(value, traits) if name in value]
    if not named:
        return "" if value.get("hand") is not None else "eine Karte"
    return ", ".join(named)


def _filter_words(value: Value, traits: Names) -> Iterator[tuple[str, str]]:
    yield "slot", SLOTS.get(str(value.get("slot")), "")
    yield "kind", f"Karte der Art {words.Kind(value['kind']).label}" if "kind" in value else ""
    yield "tag", f"mit dem Merkmal {trait(value.get('tag', ''), traits)}"
    yield "trait", trait(value.get("trait", ""), traits)
    yield "big", "großer Gegenstand"
    yield "deck", "Türkarte" if value.get("deck") == "door" else "Schatzkarte"
    yield "except", f"außer {trait(value.get('except', ''), traits)}"
    yield "has", {"bonus": "mit Bonus", "gold": "mit Goldwert"}.get(str(value.get("has")), "für die Hände")
    yield "initial", "Name beginnt mit einem Vokal"
    yield (
        "own_kind",
        f"nur mit der eigenen {words.Kind(value['own_kind']).label} nutzbar" if "own_kind" in value else "",
    )
    yield "unusable", "gerade nicht nutzbar"


def _hand_over(value: Value, traits: Names) -> str:
    to = "einen Nachbarn" if value["to"] == "neighbour" else "jeden anderen"
    bearing = f" mit {trait(value['with'], traits)}" if "with" in value else ""
    order = ", die höchste Stufe zuerst" if value.get("order") else ""
    return f"{filtered(value, traits)} an {to}{bearing} abgeben{order}"


def _draw(value: Value, _traits: Names) -> str:
    name = "Türkarte" if value["deck"] == "door" else "Schatzkarte"
    number = value.get("count", 1)
    return f"eine {name} ziehen" if number == 1 else f"{number} {name}n ziehen"


def _take_discard(value: Value, traits: Names) -> str:
    what = filtered(value, traits) if value.get("search") else "die oberste Karte"
    where = "auslegen" if value.get("into") == "in_play" else "auf die Hand nehmen"
    return f"{what} aus der Ablage {where}"


_HOLDINGS = {
    "no-help": "keine Hilfe im Kampf bekommen",
    "no-helping": "niemandem im Kampf helfen",
    "must-help": "ohne Lohn allen helfen, die fragen",
}
_UNTIL = {
    "level-gained": "bis zum nächsten Stufenaufstieg",
    "own-turn": "bis zum nächsten eigenen Zug",
    "next-combat": "im nächsten Kampf",
    "killed-alone": "bis man allein ein Monster tötet",
}


def _remove(value: Value, _traits: Names) -> str:
    how = {"defeated": "besiegen", "eliminated": "entfernen", "discarded": "ablegen"}[value["how"]]
    which = {"weakest": "von mehreren Monstern das schwächste", "source": "dieses Monster"}
    return f"{which.get(value.get('which', ''), 'ein Monster')} {how}"


def _options(value: list[list[Value]], traits: Names) -> str:
    return "wahlweise " + " oder ".join(_listed(option, traits) for option in value)


# How each effect is said; an effect has one of these.
_SAYINGS: dict[str, Callable[[Any, Names], str]] = {
    "lose_levels": lambda number, _: f"{_levels(number)} verlieren",
    "gain_levels": lambda number, _: f"{_levels(number)} aufsteigen",
    "pass_level": lambda _value, _: "eine Stufe an die niedrigste Stufe am Tisch abgeben",
    "death": lambda _value, _: "der Charakter stirbt",
    "lose": lambda value, traits: "alles verlieren" if value == {"all": True} else _lose(value, traits),
    "hand_over": _hand_over,
    "become": lambda word, traits: f"{trait(word, traits)} werden",
    "gender": lambda _value, _: "das Geschlecht wechseln",
    "next_combat": lambda value, _: f"im nächsten Kampf {signed(value['strength'])}",
    "inverts": lambda _value, _: "der größte Bonus eines Gegenstands wird zum Abzug",
    "draw": _draw,
    "open_door": lambda _value, _: "eine weitere Türkarte aufdecken",
    "take_discard": _take_discard,
    "status": lambda value, _: f"{_HOLDINGS[value['what']]} ({_UNTIL[value['until']]})",
    "lift": lambda _value, _: "einen Fluch aufheben",
    "end_turn": lambda _value, _: "der Zug ist vorbei",
    "leave_fight": lambda _value, _: "der Kampf findet nicht statt",
    "remove_monster": _remove,
    "swap_monster": lambda _value, _: "ein Monster gegen eines aus der Hand tauschen",
    "each_monster": lambda number, _: f"{signed(number)} für jedes Monster",
    "monster_strength": lambda number, _: f"{signed(number)} für dieses Monster",
    "take_back": lambda value, traits: f"{filtered(value, traits)} aus dem Kampf zurückholen oder umkehren",
    "play_hand": lambda value, traits: f"aus der Hand spielen, was hilft: {filtered(value, traits)}",
    "wager": lambda number, _: f"einen Bonus bis {number} ansagen; ein kleinerer Wurf kostet die Karte",
    "do": _listed,
    "deed": lambda text, _: f"sofern: {text}",
    "else": lambda value, traits: f"sonst {_listed(value, traits)}",
    "options": _options,
}


def _condition(word: str, value: Value | None, traits: Names) -> str:
    if not value:
        return ""
    if "gender" in value:
        return f"{word} man {words.Gender(value['gender']).label} ist: "
    if "role" in value:
        return f"{word} man {'kämpft' if value['role'] == 'fighter' else 'hilft'}: "
    if "lowest" in value:
        return f"{word} man die niedrigste Stufe hat: "
    if "hand" in value:
        return f"{word} die Zahl der Handkarten {'gerade' if value['hand'] == 'even' else 'ungerade'} ist: "
    if "trait" in value:
        return f"{word} man {trait(value['trait'], traits)} ist: "
    found = value.get("any") or [value.get("has", {})]
    return f"{word} man hat ({' oder '.join(_holding(has, traits) for has in found)}): "


def _holding(has: Value, traits: Names) -> str:
    return SLOTS.get(has.get("slot", "")) or trait(
        has.get("trait") or has.get("kind") or has.get("tag") or "", traits
    )


def ability(value: Value, traits: Names) -> str:
    """Return one ability as a sentence; empty where only the card's text says what it does."""
    for name, wording in _ABILITIES.items():
        if name in value:
            condition = _condition("Wenn", value.get("if"), traits) if name == "strength" else ""
            return condition + wording.format(value[name]) + "."
    match value:
        case {"discard_for_strength": cost}:
            most = f", höchstens {cost['max']} je Kampf" if "max" in cost else ""
            against = f" gegen {trait(cost['vs'], traits)}" if "vs" in cost else ""
            return f"Karten ablegen: {signed(cost['each'])} je Karte{against}{most}."
        case {"draw_discard_instead": cost}:
            return f"Statt zu ziehen: {_hand_cards(cost)} ablegen und die oberste Karte der Ablage nehmen."
        case {"keep_first_door": cost}:
            return f"Für {_hand_cards(cost)}: die erste Türkarte ungezeigt behalten, die nächste aufdecken."
        case {"discard_hand_for": gain}:
            return f"Die ganze Hand ablegen: {signed(gain['strength'])} im Kampf."
        case {"strength_per_other": gain}:
            return f"{signed(gain['each'])} je weiterem Mitspieler mit {trait(gain['trait'], traits)}."
        case {"level_per_escape": gain}:
            deadly = " vor einem tödlichen Monster" if gain.get("death") else ""
            return f"Nach gelungener Flucht{deadly}: {_levels(gain['levels'])} aufsteigen."
        case {"more_treasures": gain}:
            return _more_treasures(gain)
        case {"use": use}:
            return _use(use, traits)
        case {"roll": results}:
            nothing = [face for face, effects in results.items() if not effects]
            return "Mit einem Würfelwurf" + (f"; bei {', '.join(nothing)} ohne Wirkung." if nothing else ".")
        case {"kind": kind}:
            return _when(kind, value)
    return ""


def _hand_cards(cost: Value) -> str:
    return "eine Handkarte" if cost["hand"] == 1 else f"{cost['hand']} Handkarten"


def _more_treasures(gain: Value) -> str:
    if "kill" in gain:
        return f"Im eigenen Zug je getötetem Monster Schätze mehr: {gain['kill']}."
    where = " auf Ärger" if gain.get("phase") == "trouble" else ""
    return f"Nach einem Sieg{where} im eigenen Zug Schätze mehr: {gain['win']}."


_MOMENTS = {
    "own-turn": "im eigenen Zug",
    "turn-end": "am Ende des eigenen Zuges",
    "fight": "im Kampf",
    "single-monster": "im eigenen Kampf gegen ein einzelnes Monster",
}


def _use(use: Value, traits: Names) -> str:
    cost = use.get("cost", {})
    paid = ["diese Karte"] if cost.get("self") else []
    paid += [_hand_cards(cost)] if "hand" in cost else []
    paid += [f"{cost['cards']} weitere Karten"] if "cards" in cost else []
    often = {"turn": " einmal je Zug", "combat": " einmal je Kampf"}.get(use.get("once", ""), "")
    moment = _MOMENTS.get(use.get("moment", ""), "jederzeit")
    condition = _condition("wenn", use.get("if"), traits).rstrip(": ")
    price = f" gegen Ablage ({' und '.join(paid)})" if paid else ""
    condition = f", {condition}" if condition else ""
    return f"Einsetzbar {moment}{often}{price}{condition}: {_listed(use['effects'], traits)}."


_ABILITIES = {
    "wins_ties": "Gewinnt bei Gleichstand",
    "run_away": "{:+d} aufs Weglaufen",
    "level_per_helped_kill": "Je Monster, das dank seiner Hilfe stirbt: {} Stufe",
    "hand_limit": "Darf {} Handkarten behalten",
    "big_items": "Große Gegenstände: keine Obergrenze",
    "allies": "Darf {} Verbündete haben",
    "extra_hands": "{} Hand mehr",
    "two_handed": "Gegenstände für zwei Hände brauchen nur {}",
    "strength": "{:+d} im Kampf",
    "outrun": "Laufen zwei weg, entkommt man von selbst; der andere würfelt mit {:+d}",
    "second_trouble": "Nach dem ersten Kampf im eigenen Zug noch einmal auf Ärger aus",
}


def _when(kind: str, value: Value) -> str:
    window = f" ({words.Window(value['window']).label})" if value.get("window") else ""
    freely = ", freiwillig" if value.get("may") else ""
    label = str(words.AbilityKind(kind).label)
    return f"{label[0].upper()}{label[1:]}{window}{freely}."
