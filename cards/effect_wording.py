"""Effects and abilities in German: what a card does, said so that a player understands it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cards import vocabulary as words
from cards.clauses import YOU, Clause, sentence, together
from cards.nouns import DECKS, KINDS, SLOTS, TAGS, Noun, counted, listed, noun, quoted

Value = Mapping[str, Any]
Names = Mapping[str, str]

_BOUNDS = ((">=", "Stufe {} und höher"), ("<=", "Stufe {} und niedriger"), ("=", "Stufe {}"))


def signed(number: int) -> str:
    """Return a number as cards print it: with its sign, a true minus."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def gold(number: int) -> str:
    return f"{number:,}".replace(",", ".") + " Goldstücke"


def trait(word: str | list[str], traits: Names) -> str:
    """Return a trait by its name: „Monsterjäger“, „Stufe 5 und höher“; several are alternatives."""
    if not isinstance(word, str):
        return listed([trait(one, traits) for one in word], "oder")
    if word.startswith("not:"):
        return "alle außer " + trait(word.removeprefix("not:"), traits)
    if word == "level=lowest":
        return "die niedrigste Stufe am Tisch"
    for sign, wording in _BOUNDS:
        if word.startswith("level" + sign):
            return wording.format(word.removeprefix("level" + sign))
    return traits.get(word, word)


def effect(value: Value, traits: Names) -> str:
    """Return one effect as one or two sentences."""
    if "deed" in value:
        return f"{sentence(value['deed'])} {sentence('dann ' + turned(value['do'], traits))}"
    if "options" in value:
        first, *others = value["options"]
        rest = "".join(f", oder {_straight(option, traits)}" for option in others)
        return sentence(f"entweder {turned(first, traits)}{rest}")
    condition = said_if("wenn", value.get("if"), traits) or _unless(value.get("unless"), traits)
    main = value.get("do") or [value]
    text = f"{condition}, {turned(main, traits)}" if condition else _straight(main, traits)
    if "else" in value:
        text += f"; sonst {turned(value['else'], traits)}"
    return sentence(text)


def _straight(effects: Sequence[Value], traits: Names) -> str:
    return together(_clauses(effects, traits))


def turned(effects: Sequence[Value], traits: Names) -> str:
    return together(_clauses(effects, traits), turned=True)


def _clauses(effects: Sequence[Value], traits: Names) -> list[Clause]:
    found = [
        SAYINGS[name](one[name], traits)
        for one in effects
        for name in SAYINGS
        if one.get(name) not in (None, False)
    ]
    return found or [Clause("es", "geschieht", "nichts")]


def levels(count: Any) -> str:
    if isinstance(count, Mapping):
        return "für jede Handkarte eine Stufe"
    if count == "all":
        return "alle Stufen"
    return "eine Stufe" if count == 1 else f"{counted(count)} Stufen"


def hand_cards(count: int | str, *, random: bool = False) -> str:
    """Return so many cards of the hand in the accusative."""
    if count == "all":
        return "deine ganze Hand"
    by_chance = "zufällige " if random else ""
    return f"eine {by_chance}Handkarte" if count == 1 else f"{counted(count)} {by_chance}Handkarten"


def _lose(value: Value, traits: Names) -> Clause:
    if value == {"all": True}:
        return Clause(YOU, "verlierst", "alles")
    picker = _picker(value)
    if value.get("hand") is not None:
        return Clause(
            YOU, "legst", f"{hand_cards(value['hand'], random=bool(value.get('random')))} ab{picker}"
        )
    if value.get("from") == ["hand"]:
        return Clause(YOU, "legst", f"{cards(value, traits)} aus deiner Hand ab{picker}")
    return Clause(YOU, "verlierst", f"{cards(value, traits)}{picker}")


def _picker(value: Value) -> str:
    whose = {
        "left": "dein linker Nachbar",
        "right": "dein rechter Nachbar",
        "lowest": "wer die niedrigste Stufe hat",
    }
    return f"; {whose[value['chooser']]} wählt aus" if "chooser" in value else ""


def cards(value: Value, traits: Names, *, many: bool = False) -> str:
    """Return which cards are meant, in the accusative: „eine Klasse“, „alle Gegenstände mit Bonus“."""
    if "trait" in value and "kind" not in value:
        return _named(value["trait"], traits)
    one = noun(value)
    big = "groß" if value.get("big") else ""
    if many:
        return _with_rest(one.several(), "many", one, value, traits)
    if value.get("worth"):
        return f"{one.several()} im Wert von zusammen mindestens {gold(value['worth']).replace('stücke', 'stücken')}"
    for key, degree in (("highest", "höchsten"), ("lowest", "niedrigsten")):
        if key in value:
            of = "Bonus" if value[key] == "bonus" else "Goldwert"
            return f"{one.the(big)} mit dem {degree} {of}"
    if value.get("all"):
        return _with_rest(one.all(big), "many", one, value, traits)
    if value.get("count"):
        return _with_rest(one.several(value["count"]), "many", one, value, traits)
    return _with_rest(one.your() if "slot" in value else one.a(big), "one", one, value, traits)


def _named(word: str | list[str], traits: Names) -> str:
    if isinstance(word, str) and word in words.PEOPLE:
        return f"die Karte {traits.get(word, word)}"
    return listed([quoted(one, traits) for one in ([word] if isinstance(word, str) else word)], "und")


def _with_rest(head: str, how_many: str, one: Noun, value: Value, traits: Names) -> str:
    """Add what stands behind the noun: „mit Bonus, den nur deine Klasse nutzen kann“."""
    has = {"bonus": " mit Bonus", "gold": " mit Goldwert", "hands": " für die Hände"}
    text = head + has.get(value.get("has", ""), "")
    if "except" in value:
        text += " außer " + listed([trait(word, traits) for word in value["except"]])
    if value.get("unusable"):
        text += f", {one.that(how_many)} du gerade nicht nutzen kannst"
    if "own_kind" in value:
        text += f", {one.that(how_many)} nur deine {KINDS[words.Kind(value['own_kind'])].one} nutzen darf"
    if "initial" in value:
        text += f", {one.whose(how_many)} Name mit einem Vokal beginnt"
    return text


def _hand_over(value: Value, traits: Names) -> Clause:
    if value["to"] == "neighbour":
        return Clause(YOU, "gibst", f"einem Nachbarn {cards(value, traits)}")
    other = "jeder andere" if value.get("picks") == "receiver" else "jedem anderen"
    bearing = f", der {trait(value['with'], traits)} ist," if "with" in value else ""
    if value.get("picks") == "receiver":
        order = ", die höchste Stufe zuerst" if value.get("order") else ""
        return Clause(other + bearing, "nimmt", f"dir {cards(value, traits)} weg{order}")
    return Clause(YOU, "gibst", f"{other}{bearing} {cards(value, traits)}")


def _draw(value: Value, _traits: Names) -> Clause:
    card, count = DECKS[value["deck"]], value.get("count", 1)
    return Clause(YOU, "ziehst", card.a() if count == 1 else card.several(count))


def _take_discard(value: Value, traits: Names) -> Clause:
    what = f"{cards(value, traits)} aus der Ablage" if value.get("search") else "die oberste Karte der Ablage"
    if value.get("into") == "in_play":
        return Clause(YOU, "legst", f"{what} vor dir aus")
    return Clause(YOU, "nimmst", f"{what} auf die Hand")


_UNTIL = {
    "level-gained": "bis du das nächste Mal eine Stufe aufsteigst",
    "own-turn": "bis zu deinem nächsten Zug",
    "next-combat": "im nächsten Kampf",
    "killed-alone": "bis du allein ein Monster tötest",
}


def _status(value: Value, _traits: Names) -> Clause:
    until = _UNTIL[value["until"]]
    match value["what"]:
        case "no-help":
            return Clause(YOU, "bekommst", f"im Kampf keine Hilfe, {until}")
        case "no-helping":
            return Clause(YOU, "darfst", f"niemandem im Kampf helfen, {until}")
        case _:
            return Clause(YOU, "musst", f"ohne Lohn allen helfen, die fragen, {until}")


def _remove(value: Value, _traits: Names) -> Clause:
    if value.get("which") == "source":
        done = {"defeated": "besiegt", "eliminated": "entfernt", "discarded": "abgelegt"}[value["how"]]
        return Clause("dieses Monster", "ist" if done == "besiegt" else "wird", done)
    verb, tail = {
        "defeated": ("besiegst", ""),
        "eliminated": ("entfernst", " aus dem Kampf"),
        "discarded": ("legst", " ab"),
    }[value["how"]]
    what = "von mehreren Monstern das schwächste" if value.get("which") == "weakest" else "ein Monster"
    return Clause(YOU, verb, what + tail)


# How each effect is said; an effect has one of these.
SAYINGS: dict[str, Callable[[Any, Names], Clause]] = {
    "lose_levels": lambda number, _: Clause(YOU, "verlierst", levels(number)),
    "gain_levels": lambda number, _: Clause(YOU, "steigst", f"{levels(number)} auf"),
    "pass_level": lambda _value, _: Clause(YOU, "gibst", "eine Stufe an die niedrigste Stufe am Tisch ab"),
    "death": lambda _value, _: Clause(YOU, "stirbst"),
    "lose": _lose,
    "hand_over": _hand_over,
    "become": lambda word, traits: Clause(YOU, "wirst", trait(word, traits)),
    "gender": lambda _value, _: Clause(YOU, "wechselst", "das Geschlecht"),
    "next_combat": lambda value, _: Clause(YOU, "hast", f"im nächsten Kampf {signed(value['strength'])}"),
    "inverts": lambda _value, _: Clause("der größte Bonus deiner Gegenstände", "zählt", "gegen dich"),
    "draw": _draw,
    "open_door": lambda _value, _: Clause(YOU, "deckst", "eine weitere Türkarte auf"),
    "take_discard": _take_discard,
    "status": _status,
    "lift": lambda _value, _: Clause(YOU, "hebst", "einen Fluch auf"),
    "end_turn": lambda _value, _: Clause("der Zug", "ist", "vorbei"),
    "leave_fight": lambda _value, _: Clause("der Kampf", "findet", "nicht statt"),
    "remove_monster": _remove,
    "swap_monster": lambda _value, _: Clause(YOU, "tauschst", "ein Monster gegen eines aus deiner Hand"),
    "each_monster": lambda number, _: Clause("jedes Monster", "bekommt", signed(number)),
    "monster_strength": lambda number, _: Clause("dieses Monster", "bekommt", signed(number)),
    "take_back": lambda value, traits: Clause(
        YOU, "holst", f"{cards(value, traits)} aus dem Kampf auf deine Hand oder auf die andere Seite"
    ),
    "play_hand": lambda value, _: Clause(
        YOU, "musst", f"{noun(value).all()} aus deiner Hand spielen, die helfen"
    ),
    "wager": lambda number, _: Clause(
        YOU, "sagst", f"einen Bonus bis {number} an; würfelst du weniger, verlierst du diese Karte"
    ),
}


def said_if(word: str, value: Value | None, traits: Names) -> str:
    """Return a condition as a subordinate clause: „wenn du Kultist bist“."""
    if not value:
        return ""
    if "gender" in value:
        return f"{word} du {words.Gender(value['gender']).label} bist"
    if "role" in value:
        return f"{word} du {'kämpfst' if value['role'] == 'fighter' else 'hilfst'}"
    if "lowest" in value:
        return f"{word} niemand eine niedrigere Stufe hat"
    if "hand" in value:
        return f"{word} die Zahl deiner Handkarten {'gerade' if value['hand'] == 'even' else 'ungerade'} ist"
    if "trait" in value:
        return f"{word} du {trait(value['trait'], traits)} bist"
    found = value.get("any") or [value.get("has", {})]
    if any("trait" in has for has in found):
        return f"{word} du {listed([trait(has['trait'], traits) for has in found], 'oder')} bist"
    return f"{word} du {listed([_holding(has).a() for has in found], 'oder')} hast"


def _unless(value: Value | None, traits: Names) -> str:
    if not value:
        return ""
    if "has" in value and "trait" not in value["has"]:
        return f"wenn du {_holding(value['has']).no()} hast"
    return "außer " + said_if("wenn", value, traits)


def _holding(has: Value) -> Noun:
    if "slot" in has:
        return SLOTS[has["slot"]]
    return TAGS[has["tag"]] if has.get("tag") in TAGS else noun(has)
