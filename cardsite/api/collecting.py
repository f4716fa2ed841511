"""Many cards at once, by whatever a program or a person calls them."""

from __future__ import annotations

import re
from typing import Any

from cards.models import Redirect
from cards.serializers import Frame
from cardsite.api import names, shelf
from cardsite.api.cards import GROUP, shaped_cards
from cardsite.api.operation import Ask, post
from cardsite.api.problems import Problem

MOST_IDENTIFIERS = 75
# Where a card lies in the API, and on the site.
ADDRESS = re.compile(r"/(?:api/v1/cards|karten)/([a-z0-9-]+/[a-z0-9-]+)/?")
WORD = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": r"^[^\u0000]+$"}
IDENTIFIER = {
    "anyOf": [
        WORD,
        {"type": "object", "properties": {"id": WORD}, "required": ["id"], "additionalProperties": False},
        {
            "type": "object",
            "properties": {"name": WORD, "set": WORD},
            "required": ["name"],
            "additionalProperties": False,
        },
    ]
}
COLLECTION = {
    "schema": {
        "type": "object",
        "required": ["identifiers"],
        "additionalProperties": False,
        "properties": {
            "identifiers": {"type": "array", "minItems": 1, "maxItems": MOST_IDENTIFIERS, "items": IDENTIFIER}
        },
    },
    "example": {
        "identifiers": [
            "axe-cop/krieger",
            {"name": "Kindskopfkrake"},
            {"name": "Krieger", "set": "shakespeare"},
        ]
    },
}
COLLECTED = {
    "type": "object",
    "required": ["object", "stand", "count", "not_found", "warnings", "data"],
    "properties": {
        "object": {"type": "string", "const": "list"},
        "stand": {"type": "string"},
        "count": {"type": "integer"},
        "not_found": {"type": "array", "items": {}, "description": "Was keine Karte nennt, wie gefragt."},
        "warnings": {"type": "array", "items": {"$ref": "#/components/schemas/Warned"}},
        "data": {"type": "array", "items": {"$ref": "#/components/schemas/Card"}},
    },
}


@post("cards/collection", COLLECTED, GROUP, body=COLLECTION, cost=5)
def card_collection(ask: Ask) -> dict[str, Any]:
    """Bis zu 75 Karten auf einmal.

    Jede Angabe ist ein Text oder `{"id": …}` oder `{"name": …, "set": …}`. Ein Text darf eine Kennung sein, auch eine
    frühere („axe-cop/krieger“), eine Adresse der API oder der Seite, oder ein Name, deutsch, englisch oder ein
    Nebenname, wenn nur eine Karte so heißt. Was keine Karte nennt, steht in `not_found`; die übrigen kommen in der
    Reihenfolge der Frage, jede einmal.
    """
    wanted = _identifiers(ask.body)
    keys = [_card_of(entry, ask.frame) for entry in wanted]
    data = shaped_cards(ask, keys)
    found = {card.id for card in data}
    missing = [entry for entry, key in zip(wanted, keys, strict=True) if key not in found]
    return {
        "object": "list", "stand": ask.frame.stand, "count": len(data),
        "not_found": missing, "warnings": ask.warnings, "data": data,
    }  # fmt: skip


def _identifiers(body: Any) -> list[Any]:
    if not isinstance(body, dict):
        raise Problem("ungueltiger-inhalt", "Erwartet wird ein Objekt mit „identifiers“.", pointer="")
    for name in body:
        if name != "identifiers":
            raise Problem(
                "ungueltiger-inhalt", f"Den Schlüssel „{name[:60]}“ gibt es hier nicht. Meintest du „identifiers“?",
                pointer=f"/{name[:60]}", suggestions=["identifiers"],
            )  # fmt: skip
    wanted = body.get("identifiers")
    if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_IDENTIFIERS:
        detail = f"„identifiers“ ist eine Liste mit 1 bis {MOST_IDENTIFIERS} Angaben."
        raise Problem("ungueltiger-inhalt", detail, pointer="/identifiers")
    for place, entry in enumerate(wanted):
        _check_identifier(entry, f"/identifiers/{place}")
    return wanted


def _check_identifier(entry: Any, pointer: str) -> None:
    if _is_word(entry):
        return
    if not isinstance(entry, dict) or not all(map(_is_word, entry.values())):
        raise Problem(
            "ungueltiger-inhalt", "Eine Angabe ist ein Text oder ein Objekt aus Texten.", pointer=pointer
        )
    for name in entry:
        if name not in {"id", "name", "set"}:
            detail = f"„{name[:60]}“ kennt eine Angabe nicht; erlaubt sind id, name und set."
            raise Problem(
                "ungueltiger-inhalt",
                detail,
                pointer=f"{pointer}/{name[:60]}",
                suggestions=["id", "name", "set"],
            )
    if ("id" in entry) == ("name" in entry) or ("set" in entry) > ("name" in entry):
        raise Problem(
            "ungueltiger-inhalt",
            "Eine Angabe nennt „id“ oder „name“, „name“ auch mit „set“.",
            pointer=pointer,
        )


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 200


def _card_of(entry: Any, frame: Frame) -> str:
    """Return the id of the card that an identifier means, if it is exactly one."""
    if isinstance(entry, dict) and "name" in entry:
        found = names.exact(entry["name"], frame, entry.get("set"))
        return found[0].card if found else ""
    key = str(entry["id"] if isinstance(entry, dict) else entry)
    if place := ADDRESS.fullmatch(key.partition("?")[0].removeprefix(frame.base)):
        key = place.group(1)
    if key in shelf.cards(frame):
        return key
    if "/" in key:
        moved = Redirect.objects.filter(kind="card", old=key).values_list("new", flat=True).first()
        return moved or key
    found = names.exact(key, frame, None) if isinstance(entry, str) else []
    return found[0].card if len(found) == 1 else key
