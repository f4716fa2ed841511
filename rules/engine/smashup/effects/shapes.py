"""The shape of abilities: what a card's data, or a card that the question describes, can say."""

from __future__ import annotations

from rules.engine.forms import like, says
from rules.engine.reading import (
    Reader,
    Shape,
    anything,
    boolean,
    either,
    integer,
    keyed,
    listing,
    nullable,
    record,
    text,
    word,
)
from rules.engine.smashup.language.abilities import Ability, Choice, Effect
from rules.engine.smashup.table.procedures import EFFECTS

NUMBER = integer(-999, 999)
COUNT = integer(0, 999)
# What stands beside any kind of ability, and what beside each.
ANY_KIND = {"kind", "effects", "may", "text"}
OF_KIND: dict[str, set[str]] = {
    "play": set(),
    "talent": set(),
    "extra": {"window", "from", "scored", "turns", "if"},
    "lasting": {"event", "by", "here", "filter", "self", "first", "if"},
}
KINDS = tuple(OF_KIND)
WINDOWS = ("before", "during", "loot", "after", "turn-start", "turn-end", "any")
PEOPLE = ("you", "other", "others", "each", "here", "winner", "top", "chosen", "player", "treasures")
EVENTS = ("played", "treasure-played", "action-played", "announced", "destroyed", "monster-enters", "points")
WORDS = either((str, text), (int, NUMBER), (type(None), anything))
LIMIT = either((int, NUMBER), (str, word(("source",))))
FILTER: Shape = record(
    {
        "type": word(("creature", "monster", "action", "treasure", "card")),
        "kind": word(("creature", "monster", "action", "treasure", "card")),
        "monster": boolean,
        "controller": WORDS,
        "base": WORDS,
        "here": boolean,
        "max_strength": LIMIT,
        "min_strength": LIMIT,
        "strength": either((int, NUMBER), (dict, record({"min": COUNT, "max": COUNT}))),
        "name": text,
        "tag": text,
        "tags": listing(text),
        "owner": text,
        "faction": text,
        "self": boolean,
        "host": boolean,
        "same_name": boolean,
        "lies_on": text,
        "owned": boolean,
        "not": text,
        "ref": text,
        "has_treasure": boolean,
        "has_talent": boolean,
        "host_controller": text,
    }
)
HAND_KINDS = word(("creature", "action", "treasure", "card"))
AMOUNT = either(
    (int, NUMBER), (dict, record({"count": FILTER, "each": NUMBER, "remembered": text, "at_most": COUNT}))
)
IF = record(
    {
        "count": record({"of": FILTER, "min": COUNT, "max": COUNT}),
        "discard": COUNT,
        "stronger": text,
        "strongest": boolean,
        "lead": COUNT,
        "total": COUNT,
        "present": text,
        "absent": text,
        "remembered": either((dict, anything)),
        "some": text,
        "won": text,
        "hand": record({"kind": HAND_KINDS, "min": COUNT}),
    }
)


def effects(reader: Reader, value: object, path: str) -> tuple[Effect, ...]:
    return listing(_effect, 40)(reader, value, path)


def _effect(reader: Reader, value: object, path: str) -> Effect | None:
    """Read one effect: its own word for what it does, with what that needs and what each key means there."""
    if not isinstance(value, dict) or value.get("action") not in (*EFFECTS, *STATIC):
        found = value.get("action") if isinstance(value, dict) else value
        reader.unknown(f"{path}.action", found, "Die Wirkung", (*EFFECTS, *STATIC))
        return None
    if isinstance(value.get("by"), str) and value["action"] != "play_monster":
        reader.wrong(f"{path}.by", value["by"], "eine Zahl")
    for key in NEEDED.get(value["action"], ()):
        if not value.get(key) and value.get(key) != 0:
            reader.wrong(f"{path}.{key}", value.get(key), f"eine Angabe, die „{value['action']}“ braucht,")
    if value["action"] == "instead" and value.get("to") not in ("hand", "deck_top"):
        reader.unknown(f"{path}.to", value.get("to"), "Der Ort", ("hand", "deck_top"))
    if value["action"] == "use_talent" and value.get("of") != "self" and not value.get("filter"):
        reader.wrong(f"{path}.filter", value.get("filter"), "eine Angabe, die „use_talent“ braucht,")
    if value.get("fixed") and "set" not in value:
        reader.wrong(f"{path}.set", None, "die Stärke, die fest gilt („fixed“),")
    for key, shape in NARROWER.get(value["action"], {}).items():
        if value.get(key) is not None:
            shape(reader, value[key], f"{path}.{key}")
    return EFFECT(reader, value, path)


def _people(reader: Reader, value: object, path: str) -> str:
    """Read whom an effect means: a word of the data, or a player."""
    return word((*PEOPLE, *reader.players), "Die Person")(reader, value, path)


def _options(reader: Reader, value: object, path: str) -> tuple[Choice, ...]:
    return listing(keyed(Choice, {"text": text, "effects": effects}, ("text", "effects")), 6)(
        reader, value, path
    )


# Effects that hold as long as their card lies there; they are looked at, not carried out.
STATIC = ("instead", "protect", "forbid_play", "permit_play", "loot")
# What an effect cannot do without.
NEEDED = {
    "protect": ("from",),
    "loot": ("by",),
    "strip": ("filter",),
    "choose_one": ("options",),
    "play_treasure": ("onto",),
    "reveal_until": ("cards",),
    "discard_deck": ("cards",),
    "change_points": ("by",),
    "change_total": ("player", "by"),
    "later": ("effects",),
    "shield": ("filter",),
    "put_away": ("to",),
}
# Names that effects give to what they settle; a text cannot give them anew.
RESERVED = (
    *PEOPLE, "there", "to_base", "at", "on", "given", "used", "event_base", "strength", "cards", "drawn",
    "drawn_number", "was_treasure", "self", "host",
)  # fmt: skip


def _own_name(reader: Reader, value: object, path: str) -> str:
    if value in RESERVED:
        reader.problem(path, value, f"„{value}“ hat an der Stelle {path} schon eine Bedeutung.")
    return text(reader, value, path)


COUNTED = either((int, COUNT), (dict, AMOUNT))
# What a key means only there.
NARROWER: dict[str, dict[str, Shape]] = {
    "draw": {"cards": COUNTED},
    "take": {"cards": COUNTED, "to": word(("hand", "deck_top", "deck_bottom", "deck_shuffled"))},
    "reveal_until": {"cards": COUNT},
    "discard_deck": {"cards": COUNT},
    "offer_draw": {"cards": COUNT},
    "play": {"where": word(("other-stronger", "own-none")), "names": word(("drawn",))},
    "choose_base": {"where": record({"own": word(("none",)), "other_stronger": boolean})},
    "choose_player": {"where": record({"fewer_here": boolean, "present": boolean})},
    "shift": {"from": text, "to": either((str, text), (dict, FILTER))},
    "move": {"to": text},
    "play_treasure": {"onto": either((str, word(("self",))), (dict, FILTER))},
    "return": {"to": word(("hand", "deck_top", "deck_bottom", "deck_shuffled"))},
    "put_away": {"to": word(("deck_top", "deck_bottom", "deck_shuffled", "chosen-hand"))},
    "take_control": {"until": word(("turn-end", "leaves"))},
}
TO = either((str, text), (dict, FILTER), (int, COUNT))
EFFECT = keyed(
    Effect,
    {
        "action": text,
        "filter": FILTER,
        "by": either((int, NUMBER), (dict, AMOUNT), (str, text)),
        "set": NUMBER,
        "fixed": boolean,
        "until": word(("turn-end", "leaves")),
        "may": boolean,
        "cost": boolean,
        "asks": _people,
        "if": IF,
        "all": boolean,
        "any": boolean,
        "random": either((bool, boolean), (int, COUNT)),
        "ref": text,
        "to": TO,
        "from": text,
        "with": text,
        "player": nullable(_people),
        "cards": either((int, COUNT), (str, word(("any",))), (dict, AMOUNT), (list, listing(text))),
        "up_to": COUNT,
        "kind": HAND_KINDS,
        "type": HAND_KINDS,
        "base": WORDS,
        "number": AMOUNT,
        "max_strength": COUNT,
        "where": either((str, word(("other-stronger", "own-none"))), (dict, anything)),
        "onto": either((str, text), (dict, FILTER)),
        "names": text,
        "mute": boolean,
        "own_there": COUNT,
        "as": _own_name,
        "options": _options,
        "effects": effects,
        "treasures": either((bool, boolean), (str, text)),
        "of": text,
        "yours": boolean,
        "remembered": boolean,
        "whole_base": boolean,
        "only": text,
        "order": word(("owner",)),
        "with_self": boolean,
        "play_on": listing(text),
        "anybody": boolean,
        "counters": COUNT,
        "card": text,
        "extra": boolean,
        "because": text,
        "unless_own_here": boolean,
        "host_as": _own_name,
        "whose": text,
    },
)


class _Abilities:
    """The shape of a card's list of abilities."""

    effects = staticmethod(effects)

    def __call__(self, reader: Reader, value: object, path: str) -> tuple[Ability, ...]:
        found = listing(ABILITY, 20)(reader, value, path)
        for index, ability in enumerate(found):
            _check_kind(reader, ability, f"{path}[{index}]")
            _check_lasting(reader, ability, f"{path}[{index}]")
        return found


def _check_kind(reader: Reader, ability: Ability, path: str) -> None:
    """Tell of words that belong to abilities of another kind: a talent waits for no window."""
    kind = ability.get("kind", "")
    for key in sorted(ability.keys() - ANY_KIND):
        kinds = [one for one in KINDS if key in OF_KIND[one]]
        if kind in KINDS and kind not in kinds:
            others = " oder ".join(f"„{one}“" for one in kinds)
            text_ = f"An der Stelle {path}: „{key}“ steht nicht neben „{kind}“, sondern neben {others}."
            reader.problem(f"{path}.{key}", key, text_)


def _check_lasting(reader: Reader, ability: Ability, path: str) -> None:
    """Tell of a condition that a lasting effect cannot have: it is looked at, and only counts what lies there."""
    if ability.get("kind") != "lasting" or "event" in ability:
        for index, effect in enumerate(ability.get("effects", ())):
            if effect["action"] in STATIC:
                text_ = (
                    f"„{effect['action']}“ gilt dauerhaft („lasting“ ohne „event“); ausgeführt wird es nie."
                )
                reader.problem(f"{path}.effects[{index}].action", effect["action"], text_)
        return
    for index, effect in enumerate(ability.get("effects", ())):
        wanted = effect.get("if") or {}
        if wanted and (set(wanted) != {"count"} or "of" not in wanted["count"]):
            reader.wrong(f"{path}.effects[{index}].if", wanted, "eine Zählung („count“ mit „of“)")


ABILITY = keyed(
    Ability,
    {
        "kind": word(KINDS, "Die Art der Fähigkeit"),
        "window": word(WINDOWS, "Das Fenster"),
        "from": listing(word(("play", "hand", "discard"), "Der Ort")),
        "may": boolean,
        "effects": effects,
        "event": word(EVENTS),
        "by": word(("you", "other", "player")),
        "here": boolean,
        "first": boolean,
        "filter": FILTER,
        "self": boolean,
        "scored": word(("here", "other")),
        "turns": word(("own", "every")),
        "if": IF,
        "text": text,
    },
    ("kind",),
)
ABILITIES = says(like(listing(ABILITY, 20)))(_Abilities())
