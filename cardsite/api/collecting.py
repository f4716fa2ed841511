"""Many cards at once, by whatever a program or a person calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from cards.models import Redirect
from cards.serializers import Frame, Version
from cardsite.api import names, shelf
from cardsite.api.cards import GROUP, shaped_cards
from cardsite.api.exceptions import Problem, meant, nearest
from cardsite.api.operation import Ask, post
from cardsite.api.pagination import Warned
from rules.serializers import Card

MOST_IDENTIFIERS, LONGEST = 75, 200
# Where a card lies in the API, and on the site.
ADDRESS = re.compile(r"/(?:api/v1/cards|karten)/([a-z0-9-]+/[a-z0-9-]+)/?")
PARTS = ("id", "name", "set")
WORD = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"^[^\u0000]+$"}


def _object(required: str, *also: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys((required, *also), WORD),
        "required": [required],
        "additionalProperties": False,
    }


IDENTIFIER = {"anyOf": [WORD, _object("id"), _object("name", "set")]}
LISTED = {"type": "array", "minItems": 1, "maxItems": MOST_IDENTIFIERS, "items": IDENTIFIER}
EXAMPLE = ["axe-cop/krieger", {"name": "Kindskopfkrake"}, {"name": "Krieger", "set": "shakespeare"}]
COLLECTION = {
    "schema": {**_object("identifiers"), "properties": {"identifiers": LISTED}},
    "example": {"identifiers": EXAMPLE},
}


class Collected(Struct, kw_only=True):
    """Karten, nach denen auf einmal gefragt war."""

    object: Literal["list"] = "list"
    stand: Version
    count: int
    not_found: Annotated[list[Any], Meta(description="Was keine Karte nennt, wie gefragt.")]
    warnings: list[Warned]
    data: list[Card]


@post("cards/collection", Collected, GROUP, body=COLLECTION, cost=5)
def card_collection(ask: Ask) -> Collected:
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
    return Collected(
        stand=ask.frame.stand, count=len(data), not_found=missing, warnings=ask.warnings, data=data
    )


def _wrong(detail: str, pointer: str, near: Sequence[str] = ()) -> Problem:
    return Problem("ungueltiger-inhalt", f"{detail}{meant(near)}", pointer=pointer, suggestions=list(near))


def _identifiers(body: Any) -> list[Any]:
    if not isinstance(body, dict):
        raise _wrong("Erwartet wird ein Objekt mit „identifiers“.", "")
    _check_keys(body, ("identifiers",), "")
    wanted = body.get("identifiers")
    if not isinstance(wanted, list) or not 1 <= len(wanted) <= MOST_IDENTIFIERS:
        raise _wrong(f"„identifiers“ ist eine Liste mit 1 bis {MOST_IDENTIFIERS} Angaben.", "/identifiers")
    for place, entry in enumerate(wanted):
        _check_entry(entry, f"/identifiers/{place}")
    return wanted


def _check_entry(entry: Any, pointer: str) -> None:
    parts = entry if isinstance(entry, dict) else {"id": entry}
    _check_keys(parts, PARTS, pointer)
    if not all(isinstance(word, str) and 1 <= len(word) <= LONGEST for word in parts.values()):
        raise _wrong("Eine Angabe ist ein Text oder ein Objekt aus Texten.", pointer)
    if ("id" in parts) == ("name" in parts) or ("set" in parts) > ("name" in parts):
        raise _wrong("Eine Angabe nennt „id“ oder „name“, „name“ auch mit „set“.", pointer)


def _check_keys(thing: dict[str, Any], known: Sequence[str], pointer: str) -> None:
    for key in thing:
        if key not in known:
            said = f"Den Schlüssel „{key[:60]}“ gibt es hier nicht; bekannt: {', '.join(known)}."
            raise _wrong(said, f"{pointer}/{key[:60]}", nearest(key, known))


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
