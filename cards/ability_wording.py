"""Abilities in German: what a class, a race, a power or an item lets its owner do."""

from __future__ import annotations

from typing import Any

from cards import vocabulary as words
from cards.clauses import YOU, Clause, sentence
from cards.effect_wording import Names, Value, effect, hand_cards, levels, said_if, signed, trait, turned
from cards.nouns import counted, listed, who


def ability(value: Value, traits: Names) -> str:
    """Return one ability as a sentence; empty where only the card's text says what it does."""
    for name, wording in _PLAIN.items():
        if name in value:
            return wording(value[name])
    match value:
        case {"strength": gain}:
            return _strength(gain, value.get("if"), traits)
        case {"discard_for_strength": cost}:
            against = f" gegen {who(cost['vs'], traits)}" if "vs" in cost else ""
            most = f"bis zu {counted(cost['max'])} Karten" if "max" in cost else "Karten"
            gain = signed(cost["each"])
            return f"Du darfst im Kampf{against} {most} ablegen und bekommst für jede {gain}."
        case {"strength_per_other": gain}:
            also = f"der auch {trait(gain['trait'], traits)} ist"
            return f"Für jeden Mitspieler, {also}, hast du {signed(gain['each'])} im Kampf."
        case {"use": use}:
            return _use(use, traits)
        case {"kind": kind}:
            return _when(kind, value)
    return ""


def _strength(gain: int, condition: Value | None, traits: Names) -> str:
    clause = Clause(YOU, "hast", f"{signed(gain)} im Kampf")
    when = said_if("wenn", condition, traits)
    return sentence(f"{when}, {clause.turned()}" if when else clause.straight())


def _number(count: int, one: str, many: str) -> str:
    return one if count == 1 else f"{counted(count)} {many}"


def _big_items(most: Any) -> str:
    many = "beliebig viele" if most == "any" else counted(most)
    return f"Du darfst {many} Große Gegenstände tragen."


def _more_treasures(gain: Value) -> str:
    if "kill" in gain:
        more = _number(gain["kill"], "einen Schatz", "Schätze")
        return f"In deinem Zug ziehst du für jedes getötete Monster {more} mehr."
    more = _number(gain["win"], "einen Schatz", "Schätze")
    where = "in der Phase „Auf Ärger aus sein“" if gain.get("phase") == "trouble" else "in deinem Zug"
    return f"Gewinnst du {where}, ziehst du {more} mehr."


def _level_per_escape(gain: Value) -> str:
    what = "einem tödlichen Monster" if gain.get("death") else "einem Monster"
    return f"Entkommst du {what}, steigst du {levels(gain['levels'])} auf."


def _roll(results: Value) -> str:
    nothing = [face for face, effects in results.items() if not effects]
    empty = f"bei {listed([f'einer {face}' for face in nothing], 'oder')} geschieht nichts" if nothing else ""
    unknown = "" if len(results) == 6 else " Was sonst geschieht, ist nicht belegt."
    return f"Du würfelst{'; ' + empty if empty else ''}.{unknown}"


_PLAIN: dict[str, Any] = {
    "wins_ties": lambda _: "Du gewinnst bei Gleichstand.",
    "run_away": lambda gain: f"{signed(gain)} aufs Weglaufen.",
    "level_per_helped_kill": lambda gain: (
        f"Für jedes Monster, das durch deine Hilfe stirbt, steigst du {levels(gain)} auf."
    ),
    "level_per_escape": _level_per_escape,
    "hand_limit": lambda most: f"Du darfst {counted(most)} Handkarten behalten.",
    "big_items": _big_items,
    "allies": lambda most: f"Du darfst {_number(most, 'einen Verbündeten', 'Verbündete')} haben.",
    "extra_hands": lambda more: f"Du hast {_number(more, 'eine Hand', 'Hände')} mehr.",
    "two_handed": lambda hands: (
        f"Gegenstände für zwei Hände brauchen bei dir nur {_number(hands, 'eine', 'Hände')}."
    ),
    "outrun": lambda drawback: (
        f"Lauft ihr zu zweit weg, entkommst du von selbst; der andere würfelt mit {signed(drawback)}."
    ),
    "second_trouble": lambda _: (
        "Nach dem ersten Kampf in deinem Zug darfst du noch einmal auf Ärger aus sein."
    ),
    "draw_discard_instead": lambda cost: (
        f"Statt eine Karte offen zu ziehen, darfst du {hand_cards(cost['hand'])} ablegen "
        "und die oberste Karte der Ablage nehmen."
    ),
    "keep_first_door": lambda cost: (
        f"Du darfst {hand_cards(cost['hand'])} ablegen, die erste Türkarte ungezeigt behalten "
        "und die nächste aufdecken."
    ),
    "discard_hand_for": lambda gain: (
        f"Du darfst deine ganze Hand ablegen und bekommst im Kampf {signed(gain['strength'])}."
    ),
    "more_treasures": _more_treasures,
    "roll": _roll,
}
_MOMENTS = {
    "own-turn": "in deinem Zug",
    "turn-end": "am Ende deines Zuges",
    "fight": "im Kampf",
    "single-monster": "in deinem Kampf gegen ein einzelnes Monster",
}


def _moment(moment: str, once: str) -> str:
    """Say when and how often; what is done once a fight is done in the fight."""
    often = {"turn": "einmal je Zug", "combat": "einmal je Kampf"}.get(once, "")
    if moment == "fight" and once == "combat":
        return often
    when = _MOMENTS.get(moment, "jederzeit")
    return f"{when}, {often}" if often else when


def _use(use: Value, traits: Names) -> str:
    cost = use.get("cost", {})
    paid = ["diese Karte"] if cost.get("self") else []
    paid += [hand_cards(cost["hand"])] if "hand" in cost else []
    paid += [_number(cost["cards"], "eine weitere Karte", "weitere Karten")] if "cards" in cost else []
    moment = _moment(use.get("moment", ""), use.get("once", ""))
    condition = said_if("wenn", use.get("if"), traits)
    condition = f", {condition}" if condition else ""
    if not paid:
        return f"{sentence(f'{moment}{condition}:')} " + " ".join(
            effect(one, traits) for one in use["effects"]
        )
    price = f"{moment} darfst du {listed(paid)} ablegen{condition}"
    return f"{sentence(price)} {sentence('dann ' + turned(use['effects'], traits))}"


def _when(kind: str, value: Value) -> str:
    window = f" ({words.Window(value['window']).label})" if value.get("window") else ""
    freely = ", freiwillig" if value.get("may") else ""
    return sentence(f"{words.AbilityKind(kind).label}{window}{freely}")
