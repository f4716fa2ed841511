"""The contract as JSON Schema: the question as its readers take it, the answer as its shapes are written."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.engine.asking import SETS_LIMIT
from rules.engine.contract_answer import Resolution
from rules.engine.forms import Form, any_of, form, nothing
from rules.engine.munchkin.question import actions as munchkin_actions
from rules.engine.munchkin.question import reading as munchkin
from rules.engine.reading import ident
from rules.engine.session import GAMES
from rules.engine.smashup.question import actions as smashup_actions
from rules.engine.smashup.question import reading as smashup

STATES = {"munchkin": "MunchkinState", "smash-up": "SmashUpState"}
BACKS = ("door", "treasure", "faction", "base", "monster")
HOUSE_LIMIT = 100


def answer() -> Form:
    """Return the schema of an answer; its parts bear no title, their name says it."""
    parts = msgspec.json.schema(Resolution)["$defs"]
    for name, part in parts.items():
        if name != "Resolution":
            del part["title"]
    return {**parts.pop("Resolution"), "$defs": parts}


def scenario() -> Form:
    """Return the schema of a question: its frame, and what the readers of both games say of themselves."""
    game = {"properties": {"game": {"const": "munchkin"}}}
    then, otherwise = ({"properties": {"state": _ref(state)}} for state in STATES.values())
    return {
        "title": "Scenario",
        "description": "Eine Frage an „resolve“, Fassung 1: der Tisch vor dem Geschehen und was getan wird. "
        "Innerhalb der Fassung kommen nur Schlüssel hinzu.",
        **_object(_frame(), "game", "sets", "state"),
        "if": game,
        "then": then,
        "else": otherwise,
        "$defs": {**_cards(), **derived()},
    }


def _frame() -> dict[str, Form]:
    """Return the keys of a question, as `asking` reads them."""
    boxes = {"minItems": 1, "maxItems": SETS_LIMIT, "description": "Die Boxen auf dem Tisch."}
    actions = {
        **_listed(_ref("Action")),
        "maxItems": munchkin.ACTIONS_LIMIT,
        "description": "Die Handlungen der Reihe nach; leer heißt: Beschreibe den Tisch.",
    }
    return {
        "game": {"enum": list(GAMES)},
        "sets": {**_listed(form(ident)), **boxes},
        "rulebook": {
            **any_of([form(ident), nothing()]),
            "description": "Wessen Anleitung entscheidet; ohne Angabe die der ersten Box.",
        },
        "variants": any_of([_listed({"enum": variants()}), nothing()]),
        "house": {
            **any_of([{**_words_to({"type": "string"}), "maxProperties": HOUSE_LIMIT}, nothing()]),
            "description": "Was der Tisch selbst entschieden hat: je Frage der Gegenüberstellung die Box, deren "
            "Anleitung gilt, je offener Frage der Buchstabe der Lesart.",
        },
        "copies": {
            **_words_to({"type": "integer", "minimum": 1}),
            "description": "Welche Box mehrfach da ist (Smash Up).",
        },
        "state": {"anyOf": [_ref(state) for state in STATES.values()]},
        "do": any_of([actions, nothing()]),
    }


def _cards() -> dict[str, Form]:
    """Return how a card may be written, and a pile of them."""
    word, card, cards = form(ident), _ref("Card"), _listed(_ref("Card"))
    top = "Bekannte Karten darüber, die oberste zuerst; in Munchkin nur auf einem unbekannten Stapel („endless“)."
    endless = "Was sonst darin liegt, ist unbekannt und geht nicht aus."
    mixed = {
        "shuffled": cards,
        "top": {**cards, "description": top},
        "bottom": {**cards, "description": "Smash Up: bekannte Karten darunter."},
        "endless": {"type": "boolean", "description": endless},
    }
    return {
        "Card": {
            "description": "Eine Karte: Kürzel, „box/kürzel“, eine Datenbankkarte mit Angefügtem, eine frei "
            "beschriebene Karte oder ein Kartenrücken.",
            "anyOf": [word, _ref("CardWith"), _ref("InlineCard"), _ref("CardBack")],
        },
        "CardWith": _object({"card": any_of([word, _ref("InlineCard")]), "with": cards}, "card"),
        "InlineCard": {
            **_object({"name": word, "kind": word, "with": cards}, "name", "kind"),
            "description": "Eine Karte, die die Datenbank nicht hat, mit ihren Angaben.",
            "additionalProperties": True,
        },
        "CardBack": _object({"back": {"enum": list(BACKS)}}, "back"),
        "Pile": {
            "description": "Genau diese Karten, die oberste zuerst; oder bekannte Karten in unbekannter Reihenfolge.",
            "anyOf": [_listed(card), {**_object(mixed, "shuffled"), "additionalProperties": True}, nothing()],
        },
    }


def _object(properties: dict[str, Form], *required: str) -> Form:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _words_to(value: Form) -> Form:
    return {"type": "object", "additionalProperties": value}


def _listed(item: Form) -> Form:
    return {"type": "array", "items": item}


def _ref(name: str) -> Form:
    return {"$ref": f"#/$defs/{name}"}


def derived() -> dict[str, Form]:
    """Return the definitions by their names in the contract."""
    return {
        "MunchkinState": form(munchkin.STATE),
        "SmashUpState": form(smashup.STATE),
        "BaseEntry": form(smashup.ENTRY),
        "Action": _action(munchkin_actions.ACTIONS, smashup_actions.ACTIONS),
    }


def variants() -> list[str]:
    """Return the variants of all games."""
    return list(dict.fromkeys(variant for game in GAMES.values() for variant in game.variants))


def _action(*games: Mapping[str, Mapping[str, object]]) -> Form:
    """Return what any action may carry: its name, and every key with all forms that it has in one of them."""
    keys: dict[str, list[Form]] = {}
    for game in games:
        for fields in game.values():
            for key, shape in fields.items():
                forms = keys.setdefault(key.rstrip("!"), [])
                if (found := form(shape)) not in forms:
                    forms.append(found)
    names = sorted({name for game in games for name in game})
    return {
        "type": "object",
        "description": "Eine Handlung; welche Angaben sie braucht, sagt der Fehler, wenn eine fehlt.",
        "required": ["action"],
        "properties": {
            "action": {"type": "string", "enum": names},
            "player": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            **{key: any_of(forms) for key, forms in sorted(keys.items()) if key != "player"},
        },
    }
